"""The table of Sand to Sea as its template needs it."""

from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any

from serai.core.notation.cards import plain
from serai.core.numbers import LIMIT
from serai.games.sand_to_sea.component_set import SeaSet
from serai.games.sand_to_sea.numbers import HOLD
from serai.games.sand_to_sea.web import map as sea_map
from serai.games.sand_to_sea.web import sailing as sea_sailing
from serai.games.sand_to_sea.web.log import Action, actions
from serai.games.sand_to_sea.web.question import ask
from serai.web.drawing import cards as merchants
from serai.web.drawing.cards import HandCard, RowPlace, lying
from serai.web.drawing.motion import motion
from serai.web.drawing.pieces import (
    UNTOLD,
    About,
    Card,
    Notice,
    Piece,
    Seat,
    advised,
    card_name,
    first_to_end,
    for_me,
    near,
    plan,
    pressed,
    rivals,
    seats,
)
from serai.web.drawing.scene import Scene
from serai.web.drawing.words import Words

ROWS = "BGRY"
VERBS = {"pay": "pay", "build": "pay", "upgrade": "upgrade", "toll": "give", "discard": "discard"}
TABS = {"start": "market", "pay": "market", "bonus": "market", "upgrade": "", "trade": "", "discard": ""}


@dataclass(frozen=True)
class Bonus:
    """A bonus tile: its kind, its text, its points, how many are left, the decision it offers."""

    kind: str
    label: str
    points: int = 0
    left: int = 0
    value: str = ""
    state: str = ""
    about: About = UNTOLD


@dataclass(frozen=True)
class Group:
    """A group of starting cubes: still free, or taken by a seat."""

    spices: str
    label: str
    who: str
    value: str = ""
    taker: int | None = None
    state: str = ""


@dataclass(frozen=True)
class Cell:
    """A place of the outpost board: its points, and whether they are uncovered, next to be, or just were."""

    points: int
    uncovered: bool
    coming: bool
    fresh: bool
    label: str


@dataclass(frozen=True)
class Column:
    """The head of a column of the outpost board: its reward, and whether it is empty or being rewarded now."""

    number: int
    emptied: bool
    now: bool
    label: str


@dataclass(frozen=True)
class Token:
    """A delivered victory tile."""

    points: int
    label: str


@dataclass(frozen=True)
class Player:
    """What lies in front of a player."""

    head: Seat
    cargo: list[Piece]
    room: int
    label: str
    hand: list[Card]
    played: list[Card]
    spent: int
    spent_label: str
    bonuses: list[Bonus]
    tokens: list[Token]
    outposts: int
    uncovered: int


def context(scene: Scene, translations: NullTranslations) -> dict[str, Any]:
    """Returns the context of `table.html`."""
    say, view = Words("sand_to_sea", translations), scene.view
    make = Maker(scene, translations, say, motion(scene, lying))
    marks, hexes = sea_sailing.marks(scene), sea_sailing.hexes(scene, translations)
    return {
        "phase": phase_shown(scene),
        "tab": tab(scene),
        "ask": ask(scene, translations, say),
        "notice": last_round(scene, translations),
        "plan": plan(scene, translations),
        "chart": sea_map.draw(scene.pieces, view, marks, scene.seat, translations.gettext("closed"), has=scene.has),
        "hexes": hexes,
        "for_me": for_me(each.about for each in hexes),
        "step_list": sea_sailing.step_list(scene, translations),
        "texts": texts_of(scene),
        "paying": any(len(cards) > 1 for cards in sea_sailing.sails(scene).values()),
        "free": free_steps(scene),
        "merchants": [make.place(slot) for slot in range(len(view["merchants"]))],
        "bonuses": make.piles(),
        "groups": make.groups(),
        "rivals": [make.player(seat) for seat in rivals(scene, translations)],
        "me": make.player(seats(scene, translations)[near(scene)], pressed(scene, VERBS)),
        "hand": make.hand(),
        "board": make.board(marks.fresh),
        "columns": make.columns(),
        "enough": view["claims_to_end"],
        "printed": LIMIT,
        "hold_places": HOLD,
    }


def phase_shown(scene: Scene) -> str:
    """Returns the question that determines the layout: others' questions do not change my part of the table."""
    phase = str(scene.view["phase"])
    return phase if scene.my_turn or phase in ("start", "place") else "turn"


def tab(scene: Scene) -> str:
    """Returns the tab that a phone shows for the question: map, market, or whichever is open."""
    return TABS.get(scene.view["phase"], "map") if scene.my_turn else ""


def texts_of(scene: Scene) -> dict[str, str]:
    """Returns the full texts of the cards that can pay for a step, by their names for transitions."""
    player = scene.view["players"][near(scene)]
    return {card_name(scene.pieces, card, near(scene)): card for card in player["hand"] + player["played"]}


def free_steps(scene: Scene) -> int:
    """Counts the free steps left in a boat action (SS-9)."""
    view = scene.view
    return int(view["players"][near(scene)]["free_steps"] if view["phase"] == "turn" else view["free_steps"])


def worth(pieces: SeaSet, symbol: str) -> list[int]:
    """Lists the values of a row of the outpost board."""
    return list(pieces.board["YRGB".index(symbol)])


def bonus_label(translations: NullTranslations, kind: str, points: int = 0) -> str:
    """Says what a bonus tile does (SS-12)."""
    _, ngettext = translations.gettext, translations.ngettext
    if kind == "points":
        text = ngettext("Bonus tile: %(number)d point at the end", "Bonus tile: %(number)d points at the end", points)
        return text % {"number": points}
    if kind == "hold":
        text = ngettext(
            "Bonus tile: %(number)d more place in the hold", "Bonus tile: %(number)d more places in the hold", HOLD
        )
        return text % {"number": HOLD}
    return _("Bonus tile: one free step in every boat action")


def cells(pieces: SeaSet, translations: NullTranslations, symbol: str, number: int, fresh: bool) -> list[Cell]:
    """Makes the places of one row of the board."""
    _ = translations.gettext
    texts = {True: _("uncovered: %(points)d"), False: _("outpost on %(points)d")}
    return [
        Cell(
            points,
            place < number,
            place == number,
            fresh and place == number - 1,
            texts[place < number] % {"points": points},
        )
        for place, points in enumerate(worth(pieces, symbol))
    ]


def column(translations: NullTranslations, number: int, emptied: bool, now: bool) -> Column:
    """Makes the head of a column (SS-11)."""
    _ = translations.gettext
    if number == 0:
        text = _("Column 1, empty: a free merchant card") if emptied else _("Column 1: a free merchant card")
    elif emptied:
        text = _("Column %(number)d, empty: a bonus tile or a free merchant card")
    else:
        text = _("Column %(number)d: a bonus tile or a free merchant card")
    return Column(number + 1, emptied, now, text % {"number": number + 1})


@dataclass(frozen=True)
class Maker(merchants.CardMaker):
    """Makes the pieces of one scene."""

    def quiet(self) -> str:
        """Returns the state of what is not part of the question."""
        return "" if self.scene.my_turn and self.scene.view["phase"] in ("turn", "sail") else "is-quiet"

    def place(self, slot: int) -> RowPlace:
        """Makes a slot of the merchant row; as a reward its card is free (SS-11)."""
        place, card = super().place(slot), self.scene.view["merchants"][slot]["card"]
        value = self.offered(f"take {card}")
        if not value:
            return place
        told = self.translations.gettext("Take as your reward: %(card)s") % {"card": self.say.card(plain(card))}
        state = self.state(place.card.vt, value, "")
        return replace(place, card=replace(place.card, value=value, label=told, state=state), price=0)

    def hand_card(self, card: str) -> HandCard:
        """Makes a card of my hand; any card can pay for a step."""
        made = super().hand_card(card)
        if "is-off" not in made.card.state or self.scene.view["phase"] != "sail":
            return made
        return replace(made, card=replace(made.card, state=made.card.state.replace("is-off", "")))

    def piles(self) -> list[Bonus]:
        """Makes the three piles of bonus tiles (SS-4)."""
        view = self.scene.view
        left = {"hold": view["hold_left"], "sail": view["sail_left"], "points": len(view["points_left"])}
        return [self.pile(kind, number) for kind, number in left.items()]

    def pile(self, kind: str, number: int) -> Bonus:
        """Makes one pile of bonus tiles."""
        _, view, value = self.translations.gettext, self.scene.view, self.offered(f"choose {kind}")
        points = view["points_left"][0] if kind == "points" and number else 0
        told = bonus_label(self.translations, kind, points) if number else _("Bonus tiles: none left")
        text = _("Take as your reward: %(tile)s") if value else _("%(tile)s; %(left)d left")
        state = advised(self.scene, value)
        now = _("You may take it now.") if value else ""
        about = About(_("A reward for an emptied column of the outpost board."), now, rule="column")
        return Bonus(kind, text % {"tile": told, "left": number}, points, number, value, state, about)

    def groups(self) -> list[Group]:
        """Makes the groups of starting cubes, while they are being chosen (SS-6)."""
        view = self.scene.view
        if view["phase"] not in ("start", "place"):
            return []
        takers = {action.of("start")[0]: action for action in actions(self.scene.steps)}
        return [self.group(text, takers.get(text)) for text in self.scene.pieces.group_names.texts]

    def group(self, text: str, action: Action | None) -> Group:
        """Makes a group of starting cubes."""
        _, value = self.translations.gettext, self.offered(f"start {text}")
        spices = self.say.spices(plain(text))
        if action is None:
            label = (_("Take %(spices)s") if value else _("%(spices)s, still free")) % {"spices": spices}
            state = advised(self.scene, value) if value else "is-quiet"
            return Group(plain(text), label, _("still free"), value, None, state)
        sitter = self.scene.sitters[action.seat]
        who = _("You") if sitter.you else sitter.name
        mine = action.seat == self.scene.seat and self.scene.view["phase"] == "place" and self.scene.my_turn
        label = _("%(spices)s, taken by %(name)s") % {"spices": spices, "name": who}
        return Group(plain(text), label, who, "", action.seat, "is-selected" if mine else "is-quiet")

    def player(self, head: Seat, verb: str = "") -> Player:
        """Makes what lies in front of a player; with a verb, the cubes can be pressed."""
        _, player = self.translations.gettext, head.player
        spent = [self.say.card(plain(card)) for card in player["spent"]]
        return Player(
            head,
            self.caravan(head, verb),
            player["limit"],
            _("Hold: %(cubes)s") % {"cubes": self.say.spices(player["caravan"])},
            [self.laid(card, head.seat, _("In hand: %(card)s")) for card in player["hand"]],
            [self.laid(card, head.seat, _("Open pile: %(card)s")) for card in player["played"]],
            len(spent),
            _("Discard pile: %(cards)s") % {"cards": "; ".join(spent)} if spent else _("Discard pile, empty"),
            self.bonuses(player),
            [self.delivered(tile) for tile in player["victory"]],
            len(player["outposts"]),
            player["score_parts"]["outposts"],
        )

    def bonuses(self, player: dict[str, Any]) -> list[Bonus]:
        """Makes the bonus tiles of a player."""
        kinds = [("hold", 0)] * player["hold"] + [("sail", 0)] * player["sail"]
        kinds += [("points", points) for points in player["points"]]
        return [Bonus(kind, bonus_label(self.translations, kind, points), points) for kind, points in kinds]

    def delivered(self, tile: str) -> Token:
        """Makes a delivered victory tile."""
        pieces = self.scene.pieces
        points = pieces.victory[pieces.victory_names.number(tile)].points
        told = self.translations.gettext("%(points)d points, delivered for %(cubes)s")
        return Token(points, told % {"points": points, "cubes": self.say.spices(plain(tile))})

    def board(self, fresh: frozenset[tuple[str, int]]) -> list[tuple[str, str, list[Cell]]]:
        """Makes my outpost board, row by row (SS-5)."""
        view = self.scene.view
        new = [view["tiles"][space].partition(":")[0] for space, seat in fresh if seat == near(self.scene)]
        counts = view["players"][near(self.scene)]["built"]
        return [
            (
                symbol,
                self.say.names[symbol],
                cells(self.scene.pieces, self.translations, symbol, counts[symbol], symbol in new),
            )
            for symbol in ROWS
        ]

    def columns(self) -> list[Column]:
        """Makes the heads of the columns with their rewards (SS-11)."""
        view = self.scene.view
        emptied = view["players"][near(self.scene)]["columns_emptied"]
        now = view["column"] if view["turn_of"] == near(self.scene) else None
        return [column(self.translations, number, number < emptied, number == now) for number in range(4)]


def last_round(scene: Scene, translations: NullTranslations) -> Notice | None:
    """Announces that the game ends with this round, and why (SS-16)."""
    _ = translations.gettext
    first, last = first_to_end(scene), scene.sitters[-1]
    if first is None:
        return None
    values = {"name": first.name, "number": scene.view["claims_to_end"], "last": last.name}
    if first.you:
        text = _("You have %(number)d victory tiles; %(last)s plays last.")
    elif last.you:
        text = _("%(name)s has %(number)d victory tiles; you play last.")
    else:
        text = _("%(name)s has %(number)d victory tiles; %(last)s plays last.")
    return Notice(_("Last round."), text % values)

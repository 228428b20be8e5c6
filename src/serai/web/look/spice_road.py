"""The table of Spice Road as its template needs it."""

from collections.abc import Callable
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup

from serai.notation.spice_road import POINTS
from serai.rules.caravans import LIMIT
from serai.web.look.common import (
    Ask,
    Card,
    Motion,
    Notice,
    Option,
    Piece,
    Seat,
    ask_common,
    card_name,
    hinted,
    motion,
    near,
    pieces,
    plain,
    plan,
    rivals,
    seats,
    view_before,
)
from serai.web.scene import Scene
from serai.web.telling.spice_road import WORTH, actions
from serai.web.words import Words

CHIPS = 3
MOST_TIMES = 60


@dataclass(frozen=True)
class Place:
    """A place of the merchant row: its card, the cubes lying on it, what it costs, whether a cube is to land here."""

    card: Card
    price: int
    lying: list[Piece]
    counts: dict[str, int]
    label: str
    target: bool = False


@dataclass(frozen=True)
class Point:
    """A point card; `coin` is `gold` or `silver` where one lies above it."""

    cost: str
    points: int
    vt: str
    state: str
    value: str
    label: str
    coin: str = ""
    coins: int = 0


@dataclass(frozen=True)
class HandCard:
    """A card in hand with its buttons for several trades at once."""

    card: Card
    chips: list[Option]


@dataclass(frozen=True)
class Player:
    """What lies in front of a player."""

    head: Seat
    caravan: list[Piece]
    label: str
    hand: list[Card]
    played: list[Card]
    tokens: list[Point]
    gold: int
    silver: int


def look(scene: Scene, translations: NullTranslations) -> dict[str, Any]:
    """Returns the context of `games/spice_road.html`."""
    say, view = Words("spice_road", translations), scene.view
    before = view_before(scene)
    motions = motion(None if before is None else (cubes(before), cards(before)), (cubes(view), cards(view)))
    make = Maker(scene, translations, say, motions)
    return {
        "phase": phase_shown(scene),
        "ask": ask(scene, translations, say),
        "notice": last_round(scene, translations),
        "plan": plan(scene, translations),
        "points": [make.point(slot) for slot in range(len(view["points"]))],
        "merchants": [make.place(slot) for slot in range(len(view["merchants"]))],
        "me": make.player(
            seats(scene, translations)[near(scene)], VERBS.get(view["phase"], "") if scene.my_turn else ""
        ),
        "hand": make.hand(),
        "rivals": [make.player(seat) for seat in rivals(scene, translations)],
        "enough": enough(view),
        "room": LIMIT,
    }


VERBS = {"pay": "pay", "upgrade": "upgrade", "discard": "discard"}


def phase_shown(scene: Scene) -> str:
    """Returns the question that the layout follows: others' questions do not change my part of the table."""
    return str(scene.view["phase"]) if scene.my_turn else "turn"


def enough(view: dict[str, Any]) -> int:
    """Returns how many point cards end the game (SR-13)."""
    return 6 if len(view["players"]) <= 3 else 5


def cubes(view: dict[str, Any]) -> dict[str, str]:
    """Tells where all cubes lie: in caravans and on cards of the row."""
    caravans = {f"s{seat}": player["caravan"] for seat, player in enumerate(view["players"])}
    return caravans | {card_name(place["card"])[5:]: place["spices"] for place in view["merchants"]}


def cards(view: dict[str, Any]) -> dict[str, str]:
    """Tells where every open card lies."""
    found = {card_name(place["card"]): "row" for place in view["merchants"]}
    found |= {point_name(place["card"]): "row" for place in view["points"]}
    for seat, player in enumerate(view["players"]):
        found |= {card_name(card, seat): f"{pile} {seat}" for pile in ("hand", "played") for card in player[pile]}
        found |= {point_name(card): f"claimed {seat}" for card in player["claimed"]}
    return found


def point_name(card: str) -> str:
    """Names a point card for transitions, wherever it lies."""
    return f"card-p{POINTS.number(card)}"


def times(card: str, caravan: str) -> int:
    """Counts how often a trade can be done one after the other, up to a limit."""
    give, _, get = plain(card).partition(">")
    held, number = {spice: caravan.count(spice) for spice in "YRGB"}, 0
    while number < MOST_TIMES and all(held[spice] >= give.count(spice) for spice in held):
        held = {spice: held[spice] - give.count(spice) + get.count(spice) for spice in held}
        number += 1
    return number


def repeats(first: str, number: int, most: int) -> str:
    """Writes a trade done `number` times of the `most` possible: the game asks on until no more is possible."""
    return ";".join([first, *["trade"] * (number - 1), *["stop"] * (number < most)])


@dataclass(frozen=True)
class Maker:
    """Makes the pieces of one scene."""

    scene: Scene
    translations: NullTranslations
    say: Words
    motions: Motion

    def offered(self, decision: str) -> str:
        """Returns a decision if it is legal, else nothing."""
        return decision if decision in self.scene.view["legal"] else ""

    def state(self, name: str, value: str, other: str) -> str:
        """Returns the state classes of a card: `other` when it offers nothing."""
        hint = "is-hinted" if value and value == hinted(self.scene) else ""
        return " ".join(filter(None, ("" if value else other, hint, self.motions.card(name))))

    def quiet(self) -> str:
        """Returns the state of what is not part of the question."""
        return "" if self.scene.my_turn and self.scene.view["phase"] == "turn" else "is-quiet"

    def point(self, slot: int) -> Point:
        """Makes a card of the point row with the coins above it (SR-10, SR-11)."""
        _, view = self.translations.gettext, self.scene.view
        card, points = view["points"][slot]["card"], view["points"][slot]["points"]
        piles = [(coin, view[coin]) for coin in ("gold", "silver") if view[coin]]
        coin, coins = piles[slot] if slot < len(piles) else ("", 0)
        value = self.offered(f"claim {card}")
        texts = {
            ("", True): _("Claim %(points)d points for %(cubes)s"),
            ("gold", True): _("Claim %(points)d points for %(cubes)s, with a gold coin"),
            ("silver", True): _("Claim %(points)d points for %(cubes)s, with a silver coin"),
            ("", False): _("Point card: %(points)d points for %(cubes)s"),
            ("gold", False): _("Point card: %(points)d points for %(cubes)s, with a gold coin"),
            ("silver", False): _("Point card: %(points)d points for %(cubes)s, with a silver coin"),
        }
        label = texts[coin, bool(value)] % {"points": points, "cubes": self.say.spices(plain(card))}
        name = point_name(card)
        return Point(plain(card), points, name, self.state(name, value, self.quiet()), value, label, coin, coins)

    def place(self, slot: int) -> Place:
        """Makes a place of the merchant row."""
        _, view = self.translations.gettext, self.scene.view
        card, lying = view["merchants"][slot]["card"], view["merchants"][slot]["spices"]
        value, name = self.offered(f"acquire {card}"), card_name(card)
        paying = self.scene.my_turn and view["phase"] == "pay"
        chosen = [place["card"] for place in view["merchants"]].index(view["paying_for"]) if paying else -1
        target = paying and slot == chosen - view["owed"]
        state = self.state(name, value, self.quiet())
        if paying and slot <= chosen:
            state = "is-selected" if slot == chosen else "is-target" if target else ""
        label = self.priced(card, slot, lying, bool(value))
        return Place(
            Card(plain(card), name, state, value, label),
            slot,
            pieces(self.scene, self.say, name[5:], lying, motion=self.motions),
            {spice: lying.count(spice) for spice in "YRGB" if spice in lying},
            _("On it: %(cubes)s") % {"cubes": self.say.spices(lying)} if lying else "",
            target,
        )

    def priced(self, card: str, slot: int, lying: str, can: bool) -> str:
        """Says a card of the row with its price and what lies on it."""
        _, ngettext = self.translations.gettext, self.translations.ngettext
        values = {"card": self.say.card(plain(card)), "number": slot}
        if can and slot == 0:
            text = _("Acquire for free: %(card)s")
        elif can:
            text = ngettext("Acquire for %(number)d spice: %(card)s", "Acquire for %(number)d spices: %(card)s", slot)
        elif slot == 0:
            text = _("Merchant card: %(card)s; free")
        else:
            text = ngettext(
                "Merchant card: %(card)s; costs %(number)d spice",
                "Merchant card: %(card)s; costs %(number)d spices",
                slot,
            )
        told = text % values
        return _("%(card)s; on it lie %(cubes)s") % {"card": told, "cubes": self.say.spices(lying)} if lying else told

    def hand(self) -> list[HandCard]:
        """Makes the cards of my hand, what can be played among them marked."""
        player = self.scene.view["players"][near(self.scene)]
        return [self.hand_card(card, player["caravan"]) for card in player["hand"]]

    def hand_card(self, card: str, caravan: str) -> HandCard:
        """Makes a card of my hand; a trade that can be done several times gets a button for each number."""
        _, ngettext = self.translations.gettext, self.translations.ngettext
        name, value = card_name(card, near(self.scene)), self.offered(f"play {card}")
        state = self.state(name, value, self.quiet() or "is-off")
        told = self.say.card(plain(card))
        label = (_("Play: %(card)s") if value else _("In hand: %(card)s")) % {"card": told}
        most = times(card, caravan) if value and ">" in card else 0
        chips = [
            Option(
                repeats(value, number, most),
                f"×{number}",
                says=ngettext("Play %(number)d time: %(card)s", "Play %(number)d times: %(card)s", number)
                % {"number": number, "card": told},
            )
            for number in range(1, min(most, CHIPS) + 1)
            if most > 1
        ]
        return HandCard(Card(plain(card), name, state, value, label), chips)

    def player(self, head: Seat, verb: str = "") -> Player:
        """Makes what lies in front of a player; with a verb the cubes can be pressed."""
        _, player = self.translations.gettext, head.player
        labels = {"pay": _("Pay %s"), "upgrade": _("Upgrade %s"), "discard": _("Return %s"), "": "%s"}
        told = _("Caravan: %(cubes)s") % {"cubes": self.say.spices(player["caravan"])}
        return Player(
            head,
            pieces(self.scene, self.say, f"s{head.seat}", player["caravan"], verb, labels[verb], self.motions),
            told,
            [self.laid(card, head.seat) for card in player["hand"]],
            [self.laid(card, head.seat) for card in player["played"]],
            [self.token(card) for card in player["claimed"]],
            player["gold"],
            player["silver"],
        )

    def laid(self, card: str, seat: int) -> Card:
        """Makes a card that offers nothing."""
        name = card_name(card, seat)
        label = self.translations.gettext("Played: %(card)s") % {"card": self.say.card(plain(card))}
        return Card(plain(card), name, self.motions.card(name), "", label)

    def token(self, card: str) -> Point:
        """Makes a claimed point card."""
        name = point_name(card)
        told = self.translations.gettext("%(points)d points, claimed for %(cubes)s")
        label = told % {"points": WORTH[card], "cubes": self.say.spices(plain(card))}
        return Point(plain(card), WORTH[card], name, self.motions.card(name), "", label)


def ask(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Returns what the question bar says."""
    common = ask_common(scene, translations)
    if common:
        return common
    asked: dict[str, Callable[[Scene, NullTranslations, Words], Ask]] = {
        "turn": ask_turn,
        "pay": ask_pay,
        "upgrade": ask_upgrade,
        "trade": ask_trade,
        "discard": ask_discard,
    }
    return asked[scene.view["phase"]](scene, translations, say)


def ask_turn(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for the action of a turn (SR-6 to SR-9)."""
    _ = translations.gettext
    options: tuple[Option, ...] = ()
    legal = scene.view["legal"]
    if "rest" in legal:
        back = len(scene.view["players"][near(scene)]["played"])
        small = _("take %(number)d back") % {"number": back}
        says = translations.ngettext(
            "Rest: take %(number)d played card back", "Rest: take %(number)d played cards back", back
        )
        cls = "rest is-hinted" if hinted(scene) == "rest" else "rest"
        options = (Option("rest", _("Rest"), "i-rest", small if back else "", cls, says % {"number": back}),)
    text = _("Play a card, acquire from the row, claim points, or rest.")
    if legal == ["rest"]:
        text = _("Nothing else can be done: rest.")
    return Ask(turn_title(scene, translations), text, scene.seat, options=options)


def turn_title(scene: Scene, translations: NullTranslations) -> str:
    """Says whose turn it is: by name where several people share this page."""
    _ = translations.gettext
    if sum(sitter.mine for sitter in scene.sitters) > 1:
        return _("%(name)s: choose an action") % {"name": scene.sitters[near(scene)].name}
    return _("Your turn: choose an action")


def ask_pay(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for a cube onto the leftmost card that is not paid yet (SR-7)."""
    _, view = translations.gettext, scene.view
    row = [place["card"] for place in view["merchants"]]
    slot = row.index(view["paying_for"])
    done = slot - view["owed"]
    title = Markup(_("Pay a spice onto %(card)s")) % {"card": say.note(plain(row[done]))}
    text = Markup(_("For %(card)s: %(number)d of %(all)d. Press a spice in your caravan.")) % {
        "card": say.note(plain(view["paying_for"])),
        "number": done + 1,
        "all": slot,
    }
    return Ask(title, text, scene.seat, steps=slot, done=done)


def answered(scene: Scene, verb: str) -> list[str]:
    """Lists the cubes that this action has named with a verb so far."""
    action = actions(scene.steps)[-1]
    return [step.text.split()[1] for step in action if step.text.startswith(f"{verb} ")]


def stop(scene: Scene, translations: NullTranslations) -> Option:
    """Returns the button that ends an upgrade or a trade."""
    cls = "primary is-hinted" if hinted(scene) == "stop" else "primary"
    return Option("stop", translations.gettext("Stop here"), "i-check", cls=cls)


def ask_upgrade(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for a cube to raise (C-2)."""
    _, owed, raised = translations.gettext, scene.view["owed"], answered(scene, "upgrade")
    if raised:
        title = translations.ngettext("Upgrade %(number)d more spice", "Upgrade up to %(number)d more spices", owed)
        notes = Markup(" ").join(say.rise(spice) for spice in raised)
        text = Markup(_("You raised %(cubes)s. Press a spice to raise it one step, or stop here.")) % {"cubes": notes}
    else:
        title = translations.ngettext("Upgrade %(number)d spice", "Upgrade up to %(number)d spices", owed)
        text = Markup(_("Press a spice in your caravan to raise it one step, or stop here."))
    options = (stop(scene, translations),)
    return Ask(title % {"number": owed}, text, scene.seat, options=options, steps=owed + len(raised), done=len(raised))


def ask_trade(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks how often to trade on (C-2)."""
    _, card = translations.gettext, scene.view["trading"]
    most = times(card, scene.view["players"][near(scene)]["caravan"])
    offered = [number for number in range(1, most + 1) if number <= CHIPS or number == most]
    planned = scene.hint.turns[0].count("trade") if hinted(scene) == "trade" and scene.hint else 0
    options = tuple(
        Option(
            repeats("trade", number, most),
            f"×{number}",
            "i-trade" if number == 1 else "",
            cls="quiet is-hinted" if number == planned else "quiet",
            says=translations.ngettext("Trade %(number)d time more", "Trade %(number)d times more", number)
            % {"number": number},
        )
        for number in offered
    )
    title = Markup(_("Trade %(card)s again?")) % {"card": say.note(plain(card))}
    text = translations.ngettext(
        "Your spices are enough for %(number)d more.", "Your spices are enough for %(number)d more.", most
    )
    return Ask(title, text % {"number": most}, scene.seat, options=(*options, stop(scene, translations)))


def ask_discard(scene: Scene, translations: NullTranslations, say: Words) -> Ask:
    """Asks for the cubes above the limit (C-3)."""
    _, held = translations.gettext, len(scene.view["players"][near(scene)]["caravan"])
    over, done = held - LIMIT, len(answered(scene, "discard"))
    title = translations.ngettext("Return %(number)d spice", "Return %(number)d spices", over) % {"number": over}
    text = _("You hold %(held)d and a caravan carries %(room)d. Press the spices you give back.")
    return Ask(title, text % {"held": held, "room": LIMIT}, scene.seat, "warn", steps=over + done, done=done)


def last_round(scene: Scene, translations: NullTranslations) -> Notice | None:
    """Tells that the game ends with this round, and why (SR-13)."""
    _, view = translations.gettext, scene.view
    full = [seat for seat, player in enumerate(view["players"]) if len(player["claimed"]) >= enough(view)]
    if not full or view["over"]:
        return None
    first, last = scene.sitters[full[0]], scene.sitters[-1]
    values = {"name": first.name, "number": enough(view), "last": last.name}
    if first.mine:
        text = _("You have %(number)d cards; %(last)s plays last.")
    elif last.mine:
        text = _("%(name)s has %(number)d cards; you play last.")
    else:
        text = _("%(name)s has %(number)d cards; %(last)s plays last.")
    return Notice(_("Last round."), text % values)

"""Where a boat can sail: what is highlighted on the map, and the button on every tile."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any

from serai.core.notation.cards import plain
from serai.games.sand_to_sea.web import map as sea_map
from serai.games.sand_to_sea.web.log import Action, actions, outposts, space_of
from serai.games.sand_to_sea.web.map import MapMarks, Tile
from serai.web.drawing.pieces import UNTOLD, About, groups, hinted, hinted_turn, near
from serai.web.drawing.scene import Scene
from serai.web.drawing.words import Words

ACTS = ("build", "trade", "deliver")
MOST_MARKED = 20
QUIET = ("pay", "toll", "act", "build", "bonus", "market", "discard")


@dataclass(frozen=True)
class Way:
    """A shortest route to a space, its cost in cards after the free steps, and who gets a toll on arrival."""

    spaces: tuple[str, ...]
    cards: int
    toll: tuple[int, ...]


@dataclass(frozen=True)
class Hex:
    """The button on a tile: its label, and the decision it takes (`value`) or the route to pay for."""

    space: str
    left: float
    top: float
    x: float
    y: float
    label: str
    value: str = ""
    way: tuple[str, ...] = ()
    ghost: tuple[int, int] = (0, 0)
    toll: tuple[int, ...] = ()
    toll_text: str = ""
    state: str = ""
    about: About = UNTOLD


@dataclass(frozen=True)
class SailingStep:
    """One step of the list for browsers without scripts: the destination, and each card that can pay."""

    tile: str
    cards: tuple[tuple[str, str, str], ...]


def sails(scene: Scene) -> dict[str, list[str]]:
    """Returns the spaces one step away, each with the cards that can pay; no cards for a free step."""
    found: dict[str, list[str]] = {}
    for verb, space, *card in (decision.split() for decision in scene.view["legal"] if decision.startswith("sail ")):
        found.setdefault(space, []).extend(card if verb else [])
    return found


def act_here(scene: Scene) -> str:
    """Returns the decision possible on the tile of my boat: at most one of building, trading, delivering."""
    if scene.view["phase"] not in ("turn", "act", "market"):
        return ""
    return next((act for act in ACTS if act in scene.view["legal"]), "")


def reach(scene: Scene) -> dict[str, Way]:
    """Returns every space where the boat can end or go next by sailing on."""
    found = scene.view["reach"].items() if sails(scene) else ()
    return {space: Way(tuple(way["way"]), way["cards"], tuple(way["toll"])) for space, way in found}


def marks(scene: Scene) -> MapMarks:
    """Chooses what is highlighted on the map, what was just built, and the route of the last boat."""
    view, phase = scene.view, scene.view["phase"]
    here = view["players"][near(scene)]["boat"] if scene.my_turn else None
    ways = reach(scene)
    lit = {space for space, way in ways.items() if len(way.spaces) == 1}
    lit |= {decision.split()[1] for decision in view["legal"] if decision.startswith("place ")}
    lit |= {here} if here and act_here(scene) else set()
    deeds = recent(scene)
    return MapMarks(
        frozenset(lit),
        {space: way.cards for space, way in ways.items() if len(way.spaces) > 1},
        soft=phase == "place",
        quiet=scene.my_turn and phase in QUIET,
        here=here,
        hinted=hinted_space(scene, here),
        numbers=numbered(scene, here),
        fresh=frozenset(post for deed in deeds for post in built(deed)),
        trail=trail(deeds[0]) if deeds else (),
    )


def recent(scene: Scene) -> list[Action]:
    """Lists the actions whose traces are marked, newest first: at least the last one."""
    found: list[Action] = []
    for action in actions(scene.steps, scene.before, MOST_MARKED):
        found.append(action)
        if sum(len(each.steps) for each in found) >= scene.marked:
            break
    return found


def hinted_space(scene: Scene, here: str | None) -> str | None:
    """Returns the tile that the hint would choose."""
    verb, *things = hinted(scene).split() or [""]
    return things[0] if verb in ("sail", "place") else here if verb in ACTS else None


def numbered(scene: Scene, here: str | None) -> dict[str, int]:
    """Returns the tiles of a hinted turn of several steps, each with the number of its first step there."""
    found: dict[str, int] = {}
    steps = groups(hinted_turn(scene))
    for number, step in enumerate(steps, 1):
        for verb, *things in map(str.split, step):
            here = things[0] if verb in ("sail", "place") else here
            if here and verb in ("sail", "place", *ACTS):
                found.setdefault(here, number)
    return found if len(steps) > 1 else {}


def built(action: Action) -> set[tuple[str, int]]:
    """Returns the outpost built in an action, with its seat."""
    before = outposts(action.before, action.seat) if action.before is not None else set()
    return {(space, action.seat) for space in outposts(action.after, action.seat) - before}


def trail(action: Action) -> tuple[str, ...]:
    """Returns the spaces that a boat passed in an action."""
    steps = [step for _, step in action.views("sail")]
    if not steps or action.before is None:
        return ()
    return (space_of(action.before, action.seat), *(space_of(step.view, action.seat) for step in steps))


def hexes(scene: Scene, translations: NullTranslations) -> list[Hex]:
    """Makes the buttons of all tiles."""
    maker = HexMaker(scene, translations, Words("sand_to_sea", translations), reach(scene), sails(scene))
    return [maker.hex(space, tile) for space, tile in sea_map.tiles(scene.view).items()]


@dataclass(frozen=True)
class HexMaker:
    """Makes the buttons on the tiles of one scene."""

    scene: Scene
    translations: NullTranslations
    say: Words
    ways: dict[str, Way]
    first: dict[str, list[str]]

    def hex(self, space: str, tile: Tile) -> Hex:
        """Makes the button of a tile."""
        value, way = self.value(space), self.ways.get(space)
        told = " ".join(filter(None, (self.tile(space, tile), *self.pieces(space), self.offer(space, value))))
        (left, top), (x, y) = sea_map.corner(self.scene.pieces, space), sea_map.centre(self.scene.pieces, space)
        about = self.about(space, tile)
        made = Hex(space, left, top, round(x, 1), round(y, 1), told, value, about=about)
        if way is None:
            return made if value else replace(made, about=replace(about, cannot=self.out_of_reach(space)))
        toll, ghost = way.toll, sea_map.landing(self.scene.view, tile, space)
        return replace(
            made, way=way.spaces, ghost=ghost, toll=tuple(seat + 1 for seat in toll), toll_text=self.toll(toll)
        )

    def about(self, space: str, tile: Tile) -> About:
        """Says what a tile is to the viewer: what is lacking for a port, what an outpost costs on an island."""
        _, ngettext = self.translations.gettext, self.translations.ngettext
        rules = {"island": "build", "sea": "sail"}
        if self.scene.seat is None or tile.kind not in ("island", "port"):
            return About(rule=rules.get(tile.kind, "port"), of=space)
        if tile.kind == "port":
            lacks = self.scene.view["players"][self.scene.seat]["lacks"][space]
            return About(now="" if lacks else _("You have all it costs."), lacks=lacks, rule="port", of=space)
        if space in self.scene.view["players"][self.scene.seat]["outposts"]:
            return About(now=_("You may trade here: you have an outpost."), rule="build", of=space)
        number = self.scene.view["outpost_costs"][space]
        costs = ngettext("Your outpost costs %(number)d spice.", "Your outpost costs %(number)d spices.", number)
        free = _("Your outpost is free here.")
        return About(now=costs % {"number": number} if number else free, rule="build", of=space)

    def out_of_reach(self, space: str) -> str:
        """Says that the boat of the viewer does not get to a tile on this turn."""
        if not self.scene.my_turn or self.scene.view["phase"] != "turn":
            return ""
        if space == self.scene.view["players"][near(self.scene)]["boat"]:
            return ""
        return self.translations.gettext("Your boat cannot get there on this turn.")

    def value(self, space: str) -> str:
        """Returns the decision that pressing a tile takes at once; empty if a card must still be chosen."""
        legal, way = self.scene.view["legal"], self.ways.get(space)
        if f"place {space}" in legal:
            return f"place {space}"
        if way and not way.cards:
            return ";".join(f"sail {step}" for step in way.spaces)
        if len(self.first.get(space, [])) == 1:
            return f"sail {space} {self.first[space][0]}"
        at_home = self.scene.my_turn and space == self.scene.view["players"][near(self.scene)]["boat"]
        return act_here(self.scene) if at_home else ""

    def tile(self, space: str, tile: Tile) -> str:
        """Says what is on a space."""
        _ = self.translations.gettext
        values: dict[str, Any] = {"space": space}
        if tile.kind == "island":
            values |= {"symbol": self.say.names[tile.symbol], "trade": self.say.card(f"{tile.give}>{tile.get}")}
            return _("%(space)s, island of %(symbol)s: %(trade)s.") % values
        if tile.kind == "port":
            values |= {"points": tile.points, "cost": self.say.spices(tile.cost)}
            return _("%(space)s, port: %(points)d points for %(cost)s.") % values
        texts = {
            "sea": _("%(space)s, open sea."),
            "closed": _("%(space)s, port, closed."),
            "empty": _("%(space)s, port without a tile."),
        }
        return texts[tile.kind] % values

    def names(self, seats: Sequence[int]) -> str:
        """Lists players by name."""
        sitters = self.scene.sitters
        return ", ".join(self.translations.gettext("you") if sitters[s].you else sitters[s].name for s in seats)

    def pieces(self, space: str) -> list[str]:
        """Says whose boats and outposts are on a space."""
        _, view = self.translations.gettext, self.scene.view
        boats, posts = sea_map.boats_on(view, space), sea_map.outposts_on(view, space)
        told = [_("Boats here: %(names)s.") % {"names": self.names(boats)}] if boats else []
        return told + ([_("Outposts here: %(names)s.") % {"names": self.names(posts)}] if posts else [])

    def offer(self, space: str, value: str) -> str:
        """Says what pressing a tile does."""
        _, ngettext = self.translations.gettext, self.translations.ngettext
        acts = {"build": _("Build an outpost here."), "trade": _("Trade here."), "deliver": _("Deliver here.")}
        if value in acts:
            return acts[value]
        if value.startswith("place"):
            return _("Put your boat here.")
        if space not in self.ways:
            return ""
        number = len(self.ways[space].spaces)
        told = ngettext("Sail here, %(number)d step.", "Sail here, %(number)d steps.", number) % {"number": number}
        cards = self.ways[space].cards
        cost = ngettext("It costs %(cards)d card.", "It costs %(cards)d cards.", cards) if cards else _("It is free.")
        return " ".join(filter(None, (told, cost % {"cards": cards}, self.toll(self.ways[space].toll))))

    def toll(self, seats: Sequence[int]) -> str:
        """Says who gets a cube on arrival."""
        if not seats:
            return ""
        text = self.translations.ngettext(
            "On arrival you give %(names)s a spice.", "On arrival you give %(names)s a spice each.", len(seats)
        )
        return text % {"names": self.names(seats)}


def step_list(scene: Scene, translations: NullTranslations) -> list[SailingStep]:
    """Lists the steps paid with a card that no single press on the map decides."""
    _, say, seen = translations.gettext, Words("sand_to_sea", translations), sea_map.tiles(scene.view)
    maker = HexMaker(scene, translations, say, {}, {})
    text = _("Sail to %(space)s for the card: %(card)s")
    return [
        SailingStep(
            maker.tile(space, seen[space]),
            tuple(
                (
                    f"sail {space} {card}",
                    plain(card),
                    text % {"space": space, "card": say.card(plain(card))},
                )
                for card in cards
            ),
        )
        for space, cards in sails(scene).items()
        if len(cards) > 1
    ]

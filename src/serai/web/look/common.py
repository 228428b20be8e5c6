"""What the looks of all three tables share: the question bar, the seats, cubes with names for transitions."""

from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup

from serai.notation.cards import MERCHANTS, SPICES
from serai.rules.components import merchant_cards
from serai.views import VIEWS
from serai.web.scene import Scene, Sitter
from serai.web.telling.common import planned
from serai.web.words import Words


@dataclass(frozen=True)
class Option:
    """A button in the question bar; `says` is its label in words when the short one is not enough."""

    value: str
    label: str
    icon: str = ""
    small: str = ""
    cls: str = "primary"
    says: str = ""
    form: str = "act"
    name: str = "decision"


@dataclass(frozen=True)
class Ask:
    """The question bar: `tone` is empty, `warn` or `wait`; `done` of `steps` parts are answered."""

    title: str | Markup
    text: str | Markup
    seat: int | None
    tone: str = ""
    options: tuple[Option, ...] = ()
    steps: int = 0
    done: int = 0


@dataclass(frozen=True)
class Notice:
    """A pill above the table, such as the last round."""

    title: str
    text: str


@dataclass(frozen=True)
class Plan:
    """A hint: the coming turns, each told in one sentence, and what they are worth."""

    turns: list[Markup]
    worth: str


@dataclass(frozen=True)
class Seat:
    """The head of a player; `player` is its part of the view."""

    seat: int
    name: str
    kind: str
    turn: bool
    start: bool
    mine: bool
    player: dict[str, Any]


@dataclass(frozen=True)
class Card:
    """A merchant card: its text without the number of its copy, state classes, the decision that it offers."""

    text: str
    vt: str
    state: str = ""
    value: str = ""
    label: str = ""


@dataclass(frozen=True)
class Piece:
    """A cube; `vt` names it for this swap, `then` from the next one on; `rises` is what an upgrade makes of it."""

    spice: str
    ordinal: int
    label: str
    vt: str = ""
    then: str = ""
    state: str = ""
    value: str = ""
    rises: str = ""


def plain(card: str) -> str:
    """Returns the text of a card without the number of its copy."""
    return card.partition("#")[0]


STARTING = {number for number, card in enumerate(merchant_cards()) if card.group == "starting"}


def card_name(card: str, seat: int | None = None) -> str:
    """Names a merchant card for transitions, wherever it lies; of the starting cards every seat has its own."""
    number = MERCHANTS.number(card)
    return f"card-m{number}-s{seat}" if number in STARTING and seat is not None else f"card-m{number}"


def kind_of(sitter: Sitter, translations: NullTranslations) -> str:
    """Says who sits there: a friend, you, a bot by its name."""
    _ = translations.gettext
    if sitter.away:
        return _("away, a bot plays")
    if sitter.kind == "bot":
        return _("bot · %(bot)s") % {"bot": sitter.bot}
    if sitter.kind == "open":
        return _("nobody yet")
    return _("you") if sitter.mine else _("guest")


def seats(scene: Scene, translations: NullTranslations) -> list[Seat]:
    """Lists all players by seat."""
    return [
        Seat(
            sitter.seat,
            sitter.name,
            kind_of(sitter, translations),
            scene.view["decides"] == sitter.seat,
            sitter.seat == 0,
            sitter.mine,
            scene.view["players"][sitter.seat],
        )
        for sitter in scene.sitters
    ]


def rivals(scene: Scene, translations: NullTranslations) -> list[Seat]:
    """Lists the others in the order of their turns after mine; a watcher sees seat 0 at the bottom of the table."""
    found = seats(scene, translations)
    mine = near(scene)
    return found[mine + 1 :] + found[:mine]


def near(scene: Scene) -> int:
    """Returns the seat drawn at the bottom of the table: mine, seat 0 for a watcher."""
    return 0 if scene.seat is None else scene.seat


def ask_common(scene: Scene, translations: NullTranslations) -> Ask | None:
    """Returns the bar for what is asked alike in all games: a takeback, waiting, watching, the end; else None."""
    if scene.takeback:
        return _ask_takeback(scene, translations)
    if scene.view["over"]:
        return _ask_over(scene, translations)
    if scene.seat is not None and scene.sitters[scene.seat].away:
        return _ask_away(scene, translations)
    if scene.my_turn and not scene.view["legal"]:
        return _ask_closed(scene, translations)
    return None if scene.my_turn else _ask_wait(scene, translations)


def _ask_takeback(scene: Scene, translations: NullTranslations) -> Ask:
    """Asks whether somebody may take the last turn back, or tells that others are asked."""
    _, wish = translations.gettext, scene.takeback
    assert wish is not None
    name = scene.sitters[wish.asked_by].name
    if wish.mine_to_answer:
        options = (
            Option("0", _("No"), cls="quiet", form="answer", name="yes", says=_("No, the game goes on")),
            Option("1", _("Yes"), "i-check", form="answer", name="yes", says=_("Yes, %(name)s may") % {"name": name}),
        )
        text = _("The table goes back to the start of that turn; the same cards come again.")
        return Ask(_("%(name)s asks to take back a turn") % {"name": name}, text, wish.asked_by, "warn", options)
    waiting = ", ".join(scene.sitters[seat].name for seat in wish.waiting_for)
    text = _("Still to answer: %(names)s.") % {"names": waiting}
    if scene.sitters[wish.asked_by].mine:
        withdraw = Option("0", _("Withdraw"), cls="quiet", form="answer", name="yes")
        return Ask(_("You asked to take back your last turn"), text, wish.asked_by, "wait", (withdraw,))
    return Ask(_("%(name)s asks to take back a turn") % {"name": name}, text, wish.asked_by, "wait")


def _ask_over(scene: Scene, translations: NullTranslations) -> Ask:
    """Tells who has won."""
    _, view = translations.gettext, scene.view
    winner = scene.sitters[view["winner"]]
    points = view["players"][winner.seat]["score"]
    title = _("You win") if winner.mine else _("%(name)s wins") % {"name": winner.name}
    told = translations.ngettext(
        "The game is over: %(points)d point.", "The game is over: %(points)d points.", points
    ) % {"points": points}
    options = () if scene.table == "replay" else (Option("", _("See the result"), "i-claim", form="result", name=""),)
    return Ask(title, told, winner.seat, "wait", options)


def _ask_away(scene: Scene, translations: NullTranslations) -> Ask:
    """Tells that a bot plays my seat, which I may take back at any moment."""
    _ = translations.gettext
    options = (Option("", _("I am back"), "i-check", form="back", name=""),)
    return Ask(_("A bot plays for you"), _("You may come back at any moment."), scene.seat, "wait", options)


def _ask_closed(scene: Scene, translations: NullTranslations) -> Ask:
    """Tells that nothing is played here any more."""
    _ = translations.gettext
    return Ask(_("This table is closed"), _("The game was not played to its end."), scene.seat, "wait")


def _ask_wait(scene: Scene, translations: NullTranslations) -> Ask:
    """Tells whose turn it is and who comes after."""
    _, decides = translations.gettext, scene.view["decides"]
    sitter, number = scene.sitters[decides], len(scene.sitters)
    after = [scene.sitters[(decides + step) % number] for step in range(1, number)]
    names = ", ".join(_("you") if other.mine else other.name for other in after)
    thinks = sitter.kind == "bot" or sitter.away
    title = _("%(name)s is thinking") if thinks else _("It is the turn of %(name)s")
    text = _("Then %(names)s.") if scene.seat is None else _("Then %(names)s. You can look around meanwhile.")
    return Ask(title % {"name": sitter.name}, text % {"names": names}, decides, "wait")


def plan(scene: Scene, translations: NullTranslations, most: int = 6) -> Plan | None:
    """Tells the next turns of the hint, if there is one; every game's telling says its decisions with `planned`."""
    if scene.hint is None:
        return None
    turns = [planned(scene, translations, turn) for turn in scene.hint.turns[:most]]
    number, points = len(scene.hint.turns), round(scene.hint.points)
    worth = translations.ngettext(
        "About %(points)d points, as far as one turn ahead tells.",
        "About %(points)d points, looking %(number)d turns ahead.",
        number,
    )
    return Plan(turns, worth % {"points": points, "number": number})


def hinted(scene: Scene) -> str:
    """Returns the first decision of the hint, to be marked on the board with `is-hinted`; empty without one."""
    return scene.hint.turns[0][0] if scene.hint and scene.hint.turns and scene.hint.turns[0] else ""


Cubes = dict[str, str]


def moved(before: Cubes, after: Cubes) -> tuple[dict[str, str], set[str]]:
    """Follows cubes between places (`s0`, `m13`: their cubes in notation), as they have no identity.

    Returns by the name of a cube that came the name of the one that left for it (of the same spice, or of the one
    below where it rose), and the names of all cubes that came. What leaves a place is the highest ordinal.
    """
    left = {name for name in _ordinals(before) if name not in _ordinals(after)}
    came = [name for name in _ordinals(after) if name not in _ordinals(before)]
    flights = {}
    for drop in (0, 1):
        for name in came:
            wanted = SPICES.index(_spice(name)) - drop
            home = name.rpartition("-")[0]
            found = [
                gone
                for gone in sorted(left)
                if wanted >= 0 and _spice(gone) == SPICES[wanted] and (not drop or gone.rpartition("-")[0] == home)
            ]
            if name not in flights and found:
                flights[name] = found[0]
                left.remove(found[0])
    return flights, set(came)


def _ordinals(cubes: Cubes) -> list[str]:
    """Names every cube by place, spice and ordinal: `cube-s0-Y2`."""
    return [
        f"cube-{place}-{spice}{ordinal}"
        for place, text in cubes.items()
        for spice in SPICES
        for ordinal in range(text.count(spice))
    ]


def _spice(name: str) -> str:
    """Returns the spice in the name of a cube."""
    return name.rpartition("-")[2][0]


@dataclass(frozen=True)
class Motion:
    """What moved with the fresh steps: `flights` and `came` of `moved`, and the cards that changed their place."""

    flights: dict[str, str] = field(default_factory=dict)
    came: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()

    def cube(self, place: str, spice: str, ordinal: int) -> tuple[str, str, str]:
        """Returns the name of a cube for this swap, the one that it has from then on, and its state."""
        then = f"cube-{place}-{spice}{ordinal}"
        return self.flights.get(then, then), then, "just-moved" if then in self.came else ""

    def card(self, name: str) -> str:
        """Returns the state of a card by its name for transitions."""
        return "just-moved" if name in self.cards else ""


STILL = Motion()


def motion(before: tuple[Cubes, dict[str, str]] | None, after: tuple[Cubes, dict[str, str]]) -> Motion:
    """Compares two positions, each given as its cubes by place and the place of each card by its name."""
    if before is None:
        return Motion()
    flights, came = moved(before[0], after[0])
    cards = {name for name, place in after[1].items() if name in before[1] and before[1][name] != place}
    return Motion(flights, frozenset(came), frozenset(cards))


def view_before(scene: Scene) -> dict[str, Any] | None:
    """Returns the open part of the position before the fresh steps; None when nothing is fresh or all is."""
    if not 0 < scene.fresh < len(scene.steps):
        return None
    shown: dict[str, Any] = VIEWS[scene.view["game"]].view(scene.steps[-scene.fresh - 1].state)
    return shown


def pieces(
    scene: Scene, say: Words, place: str, cubes: str, verb: str = "", label: str = "%s", motion: Motion = STILL
) -> list[Piece]:
    """Lays out cubes (place `s0`: those of seat 0); with a verb (`pay`), those whose decision is legal are buttons."""
    found = []
    for index, spice in enumerate(cubes):
        ordinal = cubes[:index].count(spice)
        value = f"{verb} {spice}" if verb and f"{verb} {spice}" in scene.view["legal"] else ""
        told = label % say.names[spice] if value else say.names[spice]
        name, then, state = motion.cube(place, spice, ordinal)
        if value and value == hinted(scene):
            state += " is-hinted"
        rises = SPICES[SPICES.index(spice) + 1] if verb == "upgrade" and value else ""
        found.append(Piece(spice, ordinal, told, name, then, state, value, rises))
    return found

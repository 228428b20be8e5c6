"""What the looks of all three tables share: the question bar, the seats, cubes with names for transitions."""

from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup

from serai.notation.cards import MERCHANTS, SPICES
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


def card_name(card: str) -> str:
    """Names a merchant card for transitions, wherever it lies."""
    return f"card-m{MERCHANTS.number(card)}"


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
    if wish.asked_by == scene.seat:
        title = _("You asked to take back your last turn")
    else:
        title = _("%(name)s asks to take back a turn") % {"name": name}
    return Ask(title, _("Still to answer: %(names)s.") % {"names": waiting}, wish.asked_by, "wait")


def _ask_over(scene: Scene, translations: NullTranslations) -> Ask:
    """Tells who has won."""
    _, view = translations.gettext, scene.view
    winner = scene.sitters[view["winner"]]
    points = view["players"][winner.seat]["score"]
    title = _("You win") if winner.mine else _("%(name)s wins") % {"name": winner.name}
    told = translations.ngettext(
        "The game is over: %(points)d point.", "The game is over: %(points)d points.", points
    ) % {"points": points}
    return Ask(title, told, winner.seat, "wait")


def _ask_wait(scene: Scene, translations: NullTranslations) -> Ask:
    """Tells whose turn it is and who comes after."""
    _, decides = translations.gettext, scene.view["decides"]
    sitter, number = scene.sitters[decides], len(scene.sitters)
    after = [scene.sitters[(decides + step) % number] for step in range(1, number)]
    names = ", ".join(_("you") if other.mine else other.name for other in after)
    thinks = sitter.kind == "bot" or sitter.away
    title = _("%(name)s is thinking") if thinks else _("It is the turn of %(name)s")
    text = _("Then %(names)s. You can look around meanwhile.") % {"names": names}
    return Ask(title % {"name": sitter.name}, text, decides, "wait")


def plan(scene: Scene, translations: NullTranslations) -> Plan | None:
    """Tells the hint, if there is one; every game's telling says its decisions with `planned`."""
    if scene.hint is None:
        return None
    turns = [planned(scene, translations, turn) for turn in scene.hint.turns]
    points = round(scene.hint.points)
    worth = translations.ngettext(
        "It expects to gain about %(points)d point by this.",
        "It expects to gain about %(points)d points by this.",
        points,
    )
    return Plan(turns, worth % {"points": points})


def hinted(scene: Scene) -> str:
    """Returns the first decision of the hint, to be marked on the board with `is-hinted`; empty without one."""
    return scene.hint.turns[0][0] if scene.hint and scene.hint.turns and scene.hint.turns[0] else ""


def pieces(
    scene: Scene, say: Words, seat: int, caravan: str, verb: str = "", label: str = "%s", fresh: str = ""
) -> list[Piece]:
    """Lays out the cubes of a seat; with a verb (`pay`), those whose decision is legal can be pressed."""
    found = []
    for place, spice in enumerate(caravan):
        ordinal = caravan[:place].count(spice)
        value = f"{verb} {spice}" if verb and f"{verb} {spice}" in scene.view["legal"] else ""
        told = label % say.names[spice] if value else say.names[spice]
        new = ordinal >= caravan.count(spice) - fresh.count(spice)
        state = " ".join(
            name for name, holds in (("just-moved", new), ("is-hinted", value and value == hinted(scene))) if holds
        )
        name = f"cube-s{seat}-{spice}{ordinal}"
        rises = SPICES[SPICES.index(spice) + 1] if verb == "upgrade" and value else ""
        found.append(Piece(spice, ordinal, told, name, name, state, value, rises))
    return found

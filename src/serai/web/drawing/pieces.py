"""What boards share: the seats, cards and cubes with names for transitions, hints."""

from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup

from serai.core.component_set import ComponentSet
from serai.core.notation.cards import SPICES
from serai.core.views.steps import View
from serai.web.drawing.motion import STILL, Motion
from serai.web.drawing.scene import Hint, Scene, Sitter
from serai.web.drawing.sentences import planned
from serai.web.drawing.words import Words, percent


@dataclass(frozen=True)
class Notice:
    """A pill above the table, such as the last round."""

    title: str
    text: str


@dataclass(frozen=True)
class DrawnHint:
    """A hint: its bot, the coming turns in one sentence each, and what they are worth."""

    bot: str
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
    """A cube; `vt` names it for this swap, `then` from the next one on; `upgraded` is what an upgrade makes of it."""

    spice: str
    ordinal: int
    label: str
    vt: str = ""
    then: str = ""
    state: str = ""
    value: str = ""
    upgraded: str = ""


def card_name(pieces: ComponentSet, card: str, seat: int | None = None) -> str:
    """Names a merchant card for transitions, wherever it lies; every seat has its own starting cards."""
    number = pieces.merchant_names.number(card)
    starting = pieces.merchants[number].group == "starting"
    return f"card-m{number}-s{seat}" if starting and seat is not None else f"card-m{number}"


def kind_of(sitter: Sitter, translations: NullTranslations) -> str:
    """Says who sits there: a friend, you, a bot by its name."""
    _ = translations.gettext
    if sitter.away:
        return _("away, a bot plays")
    if sitter.kind == "bot":
        return _("bot · %(bot)s") % {"bot": sitter.bot}
    if sitter.kind == "open":
        return _("nobody yet")
    return _("you") if sitter.you else _("guest")


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


def caravans(view: View) -> dict[str, str]:
    """Returns the cubes of every seat, by the name of their place: `s0`."""
    return {f"s{seat}": player["caravan"] for seat, player in enumerate(view["players"])}


def pressed(scene: Scene, verbs: dict[str, str]) -> str:
    """Returns the verb of the cubes that the viewer has to press now; empty if none."""
    return verbs.get(scene.view["phase"], "") if scene.my_turn else ""


def first_to_end(scene: Scene) -> Sitter | None:
    """Returns the first player who ends the game, so that this round is the last; None in any other round."""
    full = [seat for seat, player in enumerate(scene.view["players"]) if player["ends"]]
    return scene.sitters[full[0]] if full and not scene.view["over"] else None


def times(scene: Scene, decision: str) -> int:
    """Returns how often the trade of a decision can be done in a row; 0 if it is not a trade, or not legal."""
    found = (each["times"] for each in scene.view["repeats"] if each["decision"] == decision)
    return next(found, 0) if decision in scene.view["legal"] else 0


def plan(scene: Scene, translations: NullTranslations, most: int = 6) -> DrawnHint | None:
    """Returns the next turns of the hint in words, if there is one; `planned` describes each turn."""
    if scene.hint is None:
        return None
    turns = [planned(scene, translations, turn) for turn in scene.hint.turns[:most]]
    return DrawnHint(scene.hint.bot.capitalize(), turns, worth(scene.hint, translations))


def worth(hint: Hint, translations: NullTranslations) -> str:
    """Says the chance to win; if it is not known, the points of the plan."""
    if hint.chance is not None:
        return translations.gettext("Your chance to win: about %(chance)s.") % {"chance": percent(hint.chance)}
    text = translations.ngettext(
        "About %(points)d points, looking one turn ahead.",
        "About %(points)d points, looking %(number)d turns ahead.",
        len(hint.turns),
    )
    return text % {"points": round(hint.points), "number": len(hint.turns)}


def hinted(scene: Scene) -> str:
    """Returns the first decision of the hint, to be marked on the board with `is-hinted`; empty without one."""
    return scene.hint.turns[0][0] if scene.hint and scene.hint.turns and scene.hint.turns[0] else ""


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
        upgraded = SPICES[SPICES.index(spice) + 1] if verb == "upgrade" and value else ""
        found.append(Piece(spice, ordinal, told, name, then, state, value, upgraded))
    return found

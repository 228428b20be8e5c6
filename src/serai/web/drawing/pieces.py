"""What boards share: the seats, cards and cubes with names for transitions, hints."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup

from serai.core.component_set import ComponentSet
from serai.core.notation.cards import SPICES
from serai.core.views.steps import View
from serai.web.drawing.motion import STILL, Motion
from serai.web.drawing.profiles import page_part
from serai.web.drawing.scene import Hint, Scene, Sitter
from serai.web.drawing.sentences import Teller, planned
from serai.web.drawing.words import Words, acting, percent, sentence

ON_CUBES = ("pay", "upgrade", "discard", "give")


@dataclass(frozen=True)
class Notice:
    """A pill above the table, such as the last round."""

    title: str
    text: str


@dataclass(frozen=True)
class DrawnHint:
    """A hint: the coming turns in one sentence each, why, and what they are worth."""

    turns: list[Markup | str]
    worth: str
    why: Markup | str = ""


@dataclass(frozen=True)
class About:
    """What `peek.js` says of a thing after its label: what it is for, what it is to the viewer now, goods lacking.

    `cannot` says why it cannot be done now, where goods that are lacking are not the reason; `idle` that it can be done
    but does nothing now: a page asks for a second press.

    `rule` is the section of the rulebook, where that of the row does not fit. What a thing with a name (`of`) is to the
    viewer stands apart (`for_me`), so that the thing itself is drawn alike for all who wait.
    """

    more: str = ""
    now: str = ""
    lacks: str = ""
    rule: str = ""
    of: str = ""
    cannot: str = ""
    idle: str = ""


UNTOLD = About()


def for_me(told: Iterable[About]) -> dict[str, tuple[str, str]]:
    """Returns what named things are to the viewer now, and what is lacking for them."""
    return {about.of: (about.now, about.lacks) for about in told if about.now or about.lacks}


@dataclass(frozen=True)
class Seat:
    """The head of a player; `player` is its part of the view, `held` says its cubes."""

    seat: int
    name: str
    kind: str
    turn: bool
    start: bool
    mine: bool
    player: dict[str, Any]
    held: str = ""


@dataclass(frozen=True)
class Card:
    """A merchant card: its text without the number of its copy, state classes, the decision that it offers."""

    text: str
    vt: str
    state: str = ""
    value: str = ""
    label: str = ""
    about: About = UNTOLD


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
    """Labels a seat: you, a friend, or the kind of bot if its name does not tell."""
    _ = translations.gettext
    if sitter.resigned:
        return _("resigned, %(bot)s plays") % {"bot": sitter.stand_in}
    if sitter.away:
        return _("away, a bot plays")
    if sitter.kind == "bot":
        named = sitter.bot is not None and sitter.name.casefold().startswith(sitter.bot)
        return _("bot") if named else _("bot · %(bot)s") % {"bot": sitter.bot}
    if sitter.kind == "open":
        return _("nobody yet")
    if sitter.program:
        return _("a guest’s program")
    return _("you") if sitter.you else _("guest")


def seats(scene: Scene, translations: NullTranslations) -> list[Seat]:
    """Lists all players by seat."""
    return [
        Seat(
            sitter.seat,
            acting(sitter, translations),
            kind_of(sitter, translations),
            scene.view["decides"] == sitter.seat,
            sitter.seat == 0,
            sitter.mine,
            scene.view["players"][sitter.seat],
            held(scene, translations, sitter.seat),
        )
        for sitter in scene.sitters
    ]


def held(scene: Scene, translations: NullTranslations, seat: int) -> str:
    """Says which cubes a player holds; nothing where players of a game hold none."""
    cubes = scene.view["players"][seat].get("caravan")
    if cubes is None:
        return ""
    if not cubes:
        return translations.gettext("Holds nothing.")
    told = Words(scene.view["game"], translations).spices(cubes)
    return translations.gettext("Holds %(cubes)s.") % {"cubes": told}


def rivals(scene: Scene, translations: NullTranslations) -> list[Seat]:
    """Lists the others in the order of their turns after mine; a watcher sees seat 0 at the bottom of the table."""
    found = seats(scene, translations)
    mine = near(scene)
    return found[mine + 1 :] + found[:mine]


def near(scene: Scene) -> int:
    """Returns the seat drawn at the bottom of the table: mine, or the one beside which a watcher looks."""
    return scene.beside if scene.seat is None else scene.seat


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


def without_effect(scene: Scene, translations: NullTranslations, *parts: str) -> str:
    """Says that cards would do nothing: they only upgrade, and no cube can be upgraded (C-2); empty for all others."""
    held = scene.view["players"][near(scene)]["caravan"]
    if not parts or held.strip(SPICES[-1]) or not all(part.startswith("+") for part in parts):
        return ""
    return translations.gettext("You hold nothing that can be upgraded: this would do nothing.")


def plan(scene: Scene, translations: NullTranslations, most: int = 6) -> DrawnHint | None:
    """Returns the next turns of the hint in words, if there is one; `planned` describes each turn."""
    if scene.hint is None:
        return None
    turns = [sentence(planned(scene, translations, turn)) for turn in scene.hint.turns[:most]]
    return DrawnHint(turns, worth(scene.hint, translations), sentence(why(scene, translations)))


def why(scene: Scene, translations: NullTranslations) -> Markup | str:
    """Says what the hint leads to, with `plan_goal(teller, turns)` of the game's log: what it brings, and how soon."""
    log = page_part(scene.view["game"], "log")
    return log.plan_goal(Teller(scene, translations), scene.hint.turns) if scene.hint else ""


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
    return next(iter(hinted_turn(scene)), "")


def hinted_turn(scene: Scene) -> list[str]:
    """Lists the decisions of the turn that the hint advises."""
    return scene.hint.turns[0] if scene.hint and scene.hint.turns else []


def advised(scene: Scene, decision: str) -> str:
    """Returns the classes of what the hint presses: `is-hinted` what comes first, with its number in a longer turn."""
    if not decision or decision != hinted(scene):
        return ""
    return "is-hinted turn-1" if len(groups(hinted_turn(scene))) > 1 else "is-hinted"


def groups(turn: list[str]) -> list[list[str]]:
    """Cuts a turn into its steps: decisions of one kind in a row, such as all payments, are one."""
    found: list[list[str]] = []
    for decision in turn:
        if found and found[-1][0].split()[0] == decision.split()[0]:
            found[-1].append(decision)
        else:
            found.append([decision])
    return found


def later(scene: Scene, verbs: Sequence[str]) -> list[tuple[str, int]]:
    """Lists what the hinted turn names after its first step with certain verbs, each with the number of its step."""
    steps = list(enumerate(groups(hinted_turn(scene)), 1))[1:]
    return [(each.partition(" ")[2], number) for number, step in steps for each in step if each.split()[0] in verbs]


def pieces(
    scene: Scene, say: Words, place: str, cubes: str, verb: str = "", label: str = "%s", motion: Motion = STILL
) -> list[Piece]:
    """Lays out cubes (place `s0`: those of seat 0); with a verb (`pay`), those whose decision is legal are buttons."""
    found = []
    coming = later(scene, ON_CUBES) if place == f"s{near(scene)}" and not verb else []
    for index, spice in enumerate(cubes):
        ordinal = cubes[:index].count(spice)
        value = f"{verb} {spice}" if verb and f"{verb} {spice}" in scene.view["legal"] else ""
        told = label % say.names[spice] if value else say.names[spice]
        name, then, state = motion.cube(place, spice, ordinal)
        number = next((number for named, number in coming if named == spice), 0)
        if number:
            coming.remove((spice, number))
        state = " ".join(filter(None, (state, advised(scene, value), f"is-planned turn-{number}" if number else "")))
        upgraded = SPICES[SPICES.index(spice) + 1] if verb == "upgrade" and value else ""
        found.append(Piece(spice, ordinal, told, name, then, state, value, upgraded))
    return found

"""The table of a game without its own page: its view as text, what players have, and decisions as buttons."""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from markupsafe import Markup

from serai.core.notation.cards import SPICES
from serai.core.views import VIEWS
from serai.web.drawing.log import LogLine, Picture
from serai.web.drawing.pieces import Seat, hinted, near, plan, rivals, seats
from serai.web.drawing.questions import Ask, ask_shared, turn_title
from serai.web.drawing.scene import Scene
from serai.web.drawing.sentences import Teller
from serai.web.drawing.words import Words

Fact = tuple[str, str | Markup]


@dataclass(frozen=True)
class Player:
    """A player with what the view shows of them, key by key."""

    head: Seat
    score: int
    facts: list[Fact]


def context(scene: Scene, translations: NullTranslations) -> dict[str, Any]:
    """Returns the context of `plain.html`."""
    say, view = Words(scene.view["game"], translations), scene.view
    return {
        "phase": view["phase"],
        "ask": ask_shared(scene, translations) or ask(scene, translations),
        "notice": None,
        "plan": plan(scene, translations),
        "position": VIEWS[view["game"]].draw(view),
        "me": player(seats(scene, translations)[near(scene)], say),
        "rivals": [player(seat, say) for seat in rivals(scene, translations)],
        "decisions": view["legal"] if scene.my_turn else [],
        "hinted": hinted(scene),
    }


def ask(scene: Scene, translations: NullTranslations) -> Ask:
    """Asks for a decision."""
    return Ask(turn_title(scene, translations), translations.gettext("Choose a decision."), scene.seat)


def player(seat: Seat, say: Words) -> Player:
    """Lists what the view shows of a player."""
    facts = [(key.replace("_", " "), value_words(value, say)) for key, value in seat.player.items() if key != "score"]
    return Player(seat, seat.player["score"], [(key, text) for key, text in facts if text])


def value_words(value: Any, say: Words) -> str | Markup:
    """Returns a value of a view in words; cubes are drawn, and empty values are left out."""
    if isinstance(value, bool):
        return say._("yes") if value else ""
    if isinstance(value, str):
        return say.note(value) if value and set(value) <= set(SPICES) else value
    if isinstance(value, dict):
        return ", ".join(f"{key} {inner}" for key, inner in value.items())
    if isinstance(value, Sequence):
        return ", ".join(str(inner) for inner in value)
    return "" if value is None else str(value)


def tell(scene: Scene, translations: NullTranslations, most: int | None = None) -> list[LogLine]:
    """Lists the decisions in the notation, newest first."""
    teller = Teller(scene, translations)
    steps = list(reversed(scene.steps))[:most]
    you, other = translations.gettext("You: %(decision)s"), translations.gettext("%(name)s: %(decision)s")
    return [teller.line(step.seat, 1, you, other, decision=teller.bold(step.text)) for step in steps]


def pictured(scene: Scene, number: int) -> Picture:
    """Draws nothing: the notation says it all."""
    return Picture()


def plan_turn(teller: Teller, turn: Sequence[str]) -> Markup:
    """Lists the decisions of a planned turn."""
    return Markup(", ").join(teller.bold(decision) for decision in turn)


def plan_goal(teller: Teller, turns: Sequence[Sequence[str]]) -> Markup:
    """Says nothing: which decision is a goal, only a game's own page knows."""
    return Markup()

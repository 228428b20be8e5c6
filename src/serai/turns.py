"""A game turn by turn, and as a table with one row per decision."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from serai.core.notation import NOTATIONS
from serai.core.notation.sentences import sentence

if TYPE_CHECKING:
    from serai.game import Game, Step


@dataclass(frozen=True)
class Turn:
    """The decisions that a seat took in a row, and what they revealed; during set-up, a seat's choices."""

    number: int
    round: int
    seat: int
    name: str
    decisions: tuple[str, ...]
    reveals: tuple[str, ...]
    sentence: str

    def __str__(self) -> str:
        """Writes the turn as a line in the notation; `sentence` says it in English."""
        revealed = f"; revealed {', '.join(self.reveals)}" if self.reveals else ""
        return f"{self.name}: {', '.join(self.decisions)}{revealed}"


def turns(game: "Game") -> list[Turn]:
    """Lists the turns of a game."""
    return [
        _turn(game, number, round, [step for *_, step in found])
        for (number, round, seat), found in groupby(_numbered(game), lambda entry: entry[:3])
    ]


def _numbered(game: "Game") -> list[tuple[int, int, int, "Step"]]:
    """Returns each step with the turn and round that it belongs to, and its seat."""
    steps = game.steps()
    begun = [(1, 1), *((step.turn, step.round) for step in steps)]
    return [(*moment, step.seat, step) for moment, step in zip(begun, steps, strict=False)]


def _turn(game: "Game", number: int, round: int, steps: Sequence["Step"]) -> Turn:
    """Joins the steps of a turn."""
    seat, decisions = steps[0].seat, tuple(step.text for step in steps)
    reveals, name = tuple(card for step in steps for card in step.reveals), game.names[seat]
    told = sentence(name, decisions, reveals, getattr(NOTATIONS[game.name], "PHRASES", {}))
    return Turn(number, round, seat, name, decisions, reveals, told)


def frame(game: "Game") -> dict[str, list[Any]]:
    """Returns the decisions as columns; `score_N` are the points of seat N after the decision."""
    numbered = _numbered(game)
    columns: dict[str, list[Any]] = {
        "step": list(range(1, len(numbered) + 1)),
        "turn": [turn for turn, *_ in numbered],
        "round": [round for _, round, *_ in numbered],
        "seat": [seat for *_, seat, _ in numbered],
        "name": [game.names[seat] for *_, seat, _ in numbered],
        "action": [step.action for *_, step in numbered],
        "decision": [step.text for *_, step in numbered],
        "reveals": [" ".join(step.reveals) for *_, step in numbered],
    }
    for seat in range(game.players):
        columns[f"score_{seat}"] = [game.score_of(step.state, seat) for *_, step in numbered]
    return columns

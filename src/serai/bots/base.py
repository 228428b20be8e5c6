"""How bots are asked: a question never contains the real order of a hidden deck."""

import hashlib
import re
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, Protocol, runtime_checkable

import numpy as np

from serai.core import spec
from serai.core.bits import nth, total
from serai.core.component_set import ComponentSet
from serai.core.notation import NOTATIONS
from serai.core.notation.errors import brief
from serai.core.records import State, Values
from serai.game import Game
from serai.setup import check_seed, halves

LARGEST = 10**12
DEALT = "Game.new deals one"


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one decision: a number of decisions applied in its search, or milliseconds.

    With both, it thinks for the milliseconds, and longer if it would search fewer decisions than the number.
    """

    nodes: int | None = None
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        """Checks both numbers."""
        _check_amount("nodes", self.nodes, Integral)
        _check_amount("milliseconds", self.milliseconds, Real)

    @classmethod
    def parse(cls, text: str) -> "Budget":
        """Reads `500n` or `20ms`."""
        found = re.fullmatch(r"([0-9]{1,12})(n|ms)", text) if isinstance(text, str) else None
        if not found or int(found[1]) == 0:
            raise ValueError(f"{brief(text)} is not a budget; write 500n (decisions searched) or 20ms")
        return cls(nodes=int(found[1])) if found[2] == "n" else cls(milliseconds=int(found[1]))


def _check_amount(what: str, value: Any, kind: type) -> None:
    """Checks that an amount of a budget, if given, is a number above 0."""
    number = isinstance(value, kind) and not isinstance(value, bool)
    if value is not None and not (number and 0 < value < LARGEST):
        known = "whole number" if kind is Integral else "number"
        raise ValueError(f"{what} is {brief(value)}; a budget has a {known} above 0, or None")


@dataclass(frozen=True)
class Question:
    """One decision to take: the pieces, the position with everything hidden redealt, and what is legal."""

    components: ComponentSet
    values: Values
    state: State
    seat: int
    actions: list[int]
    texts: list[str]
    seed: int
    budget: Budget | None = None


@dataclass(frozen=True)
class Explanation:
    """What a bot intends: its next turns in the notation, and the points it expects to gain from them."""

    turns: list[list[str]]
    points: float

    def __str__(self) -> str:
        """Writes the plan on one line."""
        plan = "; then ".join(", ".join(turn) for turn in self.turns)
        return f"{plan} (about {self.points:.0f} points)"


class Bot(Protocol):
    """Decides for a seat; the same question always gets the same answer."""

    @property
    def name(self) -> str:
        """The name shown to people."""

    def decide(self, question: Question) -> int:
        """Returns the number of one of the legal actions."""

    def explain(self, question: Question) -> Explanation:
        """Says what the bot intends."""


class Forfeit(RuntimeError):
    """A seat gave no legal decision; says why, and what was said instead."""


@runtime_checkable
class Outsider(Protocol):
    """An outside player, which receives the position as plain data and answers with a decision in the notation."""

    name: str

    def choose(self, position: dict[str, Any]) -> str:
        """Returns one of the legal decisions; raises Forfeit."""


def _check(value: Any, kind: type, how: str) -> None:
    """Checks the type of a value; `how` says how to get a valid one."""
    if not isinstance(value, kind):
        raise ValueError(f"{brief(value)} is no {kind.__name__}; {how}")


def position(game: Game) -> dict[str, Any]:
    """Returns everything an outsider at the deciding seat receives: its view, and every decision with its reveals."""
    _check(game, Game, DEALT)
    history = [{"seat": step.seat, "decision": step.text, "reveals": list(step.reveals)} for step in game.steps()]
    return {"view": game.view(game.seat), "history": history}


def question(game: Game, seed: int, budget: Budget | None = None) -> Question:
    """Makes the question for the deciding seat; the seed redeals what is hidden and is the bot's only randomness."""
    _check(game, Game, DEALT)
    if budget is not None:
        _check(budget, Budget, "Budget.parse reads one, such as 500n or 20ms")
    if game.over:
        raise ValueError("the game is over; there is nothing to decide")
    return posed(game.components, game.values, game.state, check_seed(seed), budget)


def posed(components: ComponentSet, values: Values, state: State, seed: int, budget: Budget | None = None) -> Question:
    """Makes the question for the deciding seat of a position that goes on; redeals in place what is hidden."""
    seat, mask = int(state.seat), np.zeros(spec.GAMES[components.game].WORDS, np.uint64)
    spec.legal(values, state, mask)
    actions = [int(nth(mask, place)) for place in range(total(mask))]
    spec.redeal(values, state, seat, *halves(seed))
    texts = NOTATIONS[components.game].decisions(components, state, actions)
    return Question(components, values, state, seat, actions, texts, int(seed), budget)


def chance_of(game: Game) -> int:
    """Returns the seed for a bot's next decision: the same in every replay, and no clue to the deal."""
    text = f"bots {game.setup.seed:x} {len(game.steps())}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16])


def _check_bot(bot: Any, can: str) -> None:
    """Checks that a bot can decide or explain; a class of bots is not a bot."""
    if isinstance(bot, type) or not callable(getattr(bot, can, None)):
        raise ValueError(f"{brief(bot)} is no bot that can {can}; serai.bots.make makes one by its name")


def ask(bot: Bot | Outsider, game: Game, seed: int, budget: Budget | None = None) -> int:
    """Returns a bot's decision for the seat that has to decide."""
    if hasattr(bot, "choose") and isinstance(bot, Outsider):  # the check of a protocol is slow
        return _numbered(game, bot.choose(position(game)))
    _check_bot(bot, "decide")
    asked = question(game, seed, budget)
    answer = bot.decide(asked)
    if answer not in asked.actions:
        legal = ", ".join(f"{action} ({text})" for action, text in zip(asked.actions, asked.texts, strict=True))
        raise ValueError(f"{bot.name} answered {brief(answer)}; decide() must return one of these numbers: {legal}")
    return answer


def _numbered(game: Game, decision: str) -> int:
    """Returns the number of an outsider's decision; raises Forfeit if it is not legal."""
    state = game.state
    for action in game.actions():
        if NOTATIONS[game.name].decision(game.components, state, action) == decision:
            return action
    raise Forfeit(f"decided {brief(decision)}, which is not legal")


def explain(bot: Bot, game: Game, seed: int, budget: Budget | None = None) -> Explanation:
    """Returns what a bot would do at the deciding seat, and what it expects from it."""
    _check_bot(bot, "explain")
    return bot.explain(question(game, seed, budget))

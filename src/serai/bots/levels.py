"""Levels for people: the opponents of a game, from one that a child can beat up to the champion.

A weaker level plans fewer of its own turns, searches less, notices fewer cards, or follows a style. It never plays at
random, and it counts decisions instead of milliseconds, so that a busy machine does not weaken it.
"""

from dataclasses import dataclass, replace
from importlib.util import find_spec
from types import ModuleType

import numpy as np

from serai.bots.base import Bot, Explanation, Question
from serai.bots.beam import BeamResult
from serai.bots.beam_bots import REST_OF_TURN, Planner, choices_of, search_for, turns_in_notation
from serai.bots.evaluation import EVALUATIONS
from serai.bots.evaluation.cubes import Weights
from serai.core import spec
from serai.core.bits import offered
from serai.core.component_set import ComponentSet
from serai.core.phases import Phase
from serai.core.records import State, as_array
from serai.core.registry import SPECS, NoSuchPart, imported

NAMES = (
    "amira",
    "batu",
    "cem",
    "dilara",
    "emin",
    "farah",
    "gulnar",
    "hakim",
    "inara",
    "jamal",
    "kamila",
    "leyla",
)
STYLES = ("hurries", "collects", "builds", "weighs")
ALL = 99


@dataclass(frozen=True)
class Level:
    """An opponent: how many of its own turns it plans, within how many decisions, what it notices and what it likes.

    `sight` is how many merchants and how many point cards it notices, in the game's own measure. The `style` decides
    what it likes: a game's `LIKES` says by how much each of its weights is multiplied. Strong levels are `played_by` a
    bot of the ladder instead, with a budget in decisions.
    """

    name: str
    style: str
    depth: int = 1
    nodes: int = 1000
    sight: tuple[int, int] = (ALL, ALL)
    weights: Weights | None = None  # of the evaluation before its style; None for those of `planner`
    discount: float | None = None  # of points that come a turn later
    played_by: str = ""


def without_style(level: Level) -> Level:
    """Returns the same level as it would be if it only weighed."""
    return replace(level, style="weighs", discount=None)


def has_levels(game: str) -> bool:
    """Returns whether a game has levels: a module `levels` beside its evaluation."""
    return SPECS[game].evaluation is not None and find_spec(f"{SPECS[game].package}.levels") is not None


def _module(game: str) -> ModuleType:
    """Imports the module with a game's levels."""
    if not has_levels(game):
        raise NoSuchPart(f"{SPECS[game].title} has no levels")
    return imported(f"{SPECS[game].package}.levels")


def levels_of(game: str) -> tuple[Level, ...]:
    """Lists the levels of a game, the weakest first."""
    found: tuple[Level, ...] = _module(game).LEVELS
    return found


def level_of(game: str, name: str) -> Level:
    """Returns a level of a game by name."""
    return next(level for level in levels_of(game) if level.name == name)


def code_of(bot: str, game: str) -> str:
    """Returns the bot whose compiled code a bot runs in a game: itself, unless it is a level."""
    if bot not in NAMES or not has_levels(game):
        return bot
    level = level_of(game, bot)
    return level.played_by.partition(":")[0] or ("planner" if level.depth > 1 else "trader")


def noticed(level: Level, question: Question) -> State:
    """Returns the position as a level sees it."""
    state: State = as_array(question.state)[0]
    _module(question.components.game).overlook(question.values, state, question.seat, *level.sight)
    return state


def asked_of(level: Level, question: Question) -> Question:
    """Returns a question as a level sees it: without what it overlooks, unless nothing else is legal."""
    state, mask = noticed(level, question), np.zeros(spec.GAMES[question.components.game].WORDS, np.uint64)
    spec.legal(question.values, state, mask)
    seen = [
        (action, text) for action, text in zip(question.actions, question.texts, strict=True) if offered(mask, action)
    ]
    if not seen:
        return question
    actions, texts = map(list, zip(*seen, strict=True))
    return replace(question, state=state, actions=actions, texts=texts)


def liked(level: Level, game: str) -> Weights:
    """Returns the weights that a level judges by: its own, each multiplied by what its style makes of it."""
    weights = (EVALUATIONS[game].WEIGHTS if level.weights is None else level.weights).copy()
    for place, factor in _module(game).LIKES.get(level.style, {}).items():
        weights[place] *= factor
    return weights


def plan(level: Level, question: Question) -> BeamResult:
    """Returns a level's plan; if it sees nothing to do, it looks at everything."""
    found = _searched(level, question, noticed(level, question))
    return found if found.turns else _searched(level, question, question.state)


def _searched(level: Level, question: Question, state: State) -> BeamResult:
    """Plans the next turns of a seat in a position."""
    game = question.components.game
    evaluation = EVALUATIONS[game]
    share = 1.0 if state.phase == Phase.TURN else REST_OF_TURN
    return search_for(game).plan(
        question.values,
        state,
        question.seat,
        liked(level, game),
        min(level.depth, evaluation.horizon(state, question.seat)),
        evaluation.DISCOUNT if level.discount is None else level.discount,
        nodes=int(level.nodes * share),
    )


def player(level: Level, pieces: ComponentSet) -> Bot:
    """Makes the bot that plays a strong level; without a network for the pieces, `planner` stands in."""
    from serai.bots import make
    from serai.networks import network

    try:
        network(pieces)
    except (FileNotFoundError, ValueError):
        return Planner()
    return make(level.played_by)


@dataclass(frozen=True)
class LevelBot:
    """Plays a level, whichever game it is asked about."""

    name: str

    def decide(self, question: Question) -> int:
        """Returns the first decision of its plan."""
        level = level_of(question.components.game, self.name)
        if level.played_by:
            return player(level, question.components).decide(asked_of(level, question))
        choices = choices_of(question)
        return choices[0] if len(choices) == 1 else plan(level, question).turns[0][0]

    def explain(self, question: Question) -> Explanation:
        """Explains its plan."""
        level = level_of(question.components.game, self.name)
        if level.played_by:
            return player(level, question.components).explain(question)
        return turns_in_notation(question, plan(level, question))

"""The bots that search with the rules alone: `novice` and `trader` look one turn ahead, `planner` many."""

from dataclasses import dataclass
from random import Random

import numpy as np

from serai.bots.base import Budget, Explanation, Question
from serai.bots.beam import BeamResult, BeamSearch, advance, prepare
from serai.bots.evaluation import EVALUATIONS, empty_rest
from serai.bots.evaluation.cubes import Weights
from serai.core import spec
from serai.core.bits import offered
from serai.core.compiled import entry
from serai.core.notation import NOTATIONS
from serai.core.phases import Phase
from serai.core.records import NONE, State, States, boxed, empty_states

USUAL = Budget(nodes=30_000)
REST_OF_TURN = 0.2
_SEARCHES: dict[str, BeamSearch] = {}


def search_for(game: str) -> BeamSearch:
    """Returns the search of a game, made on first use."""
    if game not in _SEARCHES:
        rules = spec.GAMES[game]
        _SEARCHES[game] = BeamSearch(rules.STATE, rules.WORDS)
    return _SEARCHES[game]


def game_of(question: Question) -> str:
    """Returns the name of a question's game."""
    return str(spec.rules_of(question.state).NAME)


@dataclass(frozen=True)
class OneTurn:
    """Evaluates every turn it could take now, with a little noise on each, and picks the best."""

    name: str
    weights: str
    noise: float = 0.0

    def plan(self, question: Question) -> BeamResult:
        """Returns the turn that looks best; the noise comes from the seed."""
        game = game_of(question)
        weights: Weights = getattr(EVALUATIONS[game], self.weights)
        plans = search_for(game).turns(question.values, question.state, question.seat, weights)
        chance = Random(question.seed)
        misjudged = [plan.value + chance.gauss(0.0, self.noise) for plan in plans]
        return plans[int(np.argmax(misjudged))]

    def decide(self, question: Question) -> int:
        """Returns the first decision of the turn that looks best."""
        return _only(question) or self.plan(question).turns[0][0]

    def explain(self, question: Question) -> Explanation:
        """Says which turn looks best."""
        return turns_in_notation(question, self.plan(question))


@dataclass(frozen=True)
class Planner:
    """Plans its own next turns by beam search, as if nobody else moved and no hidden card existed."""

    name: str = "planner"
    budget: Budget = USUAL

    def plan(self, question: Question) -> BeamResult:
        """Returns the best plan within the budget; it looks less far ahead when another player may end the game.

        The first decision of a turn settles most of it, so later ones get only a share of the budget.
        """
        game = game_of(question)
        evaluation, budget = EVALUATIONS[game], question.budget or self.budget
        share = 1.0 if question.state.phase == Phase.TURN else REST_OF_TURN
        return search_for(game).plan(
            question.values,
            question.state,
            question.seat,
            evaluation.WEIGHTS,
            evaluation.horizon(question.state, question.seat),
            evaluation.DISCOUNT,
            evaluation.ANSWERS,
            nodes=None if budget.nodes is None else int(budget.nodes * share),
            seconds=None if budget.milliseconds is None else budget.milliseconds / 1000 * share,
        )

    def decide(self, question: Question) -> int:
        """Returns the first decision of the best plan."""
        return _only(question) or self.plan(question).turns[0][0]

    def explain(self, question: Question) -> Explanation:
        """Explains the best plan and its expected gain."""
        return turns_in_notation(question, self.plan(question))


@entry
def empty_rest_in(states: States) -> int:
    """Returns the action of an empty rest in a position; callable from Python."""
    return empty_rest(states[0])


def sensible_among(state: State, actions: list[int]) -> list[int]:
    """Lists legal actions without an empty rest, unless nothing else is legal (C-9)."""
    idle = empty_rest_in(boxed(state)) if len(actions) > 1 else NONE
    return actions if idle == NONE else [action for action in actions if action != idle]


def choices_of(question: Question) -> list[int]:
    """Lists the actions a bot chooses from."""
    return sensible_among(question.state, question.actions)


def _only(question: Question) -> int | None:
    """Returns the only sensible action, None if there are several."""
    choices = choices_of(question)
    return choices[0] if len(choices) == 1 else None


def turns_in_notation(question: Question, plan: BeamResult) -> Explanation:
    """Writes a plan in the notation by playing it through, as far as the answers of the others allow."""
    states = empty_states(question.state.dtype, 1)
    mask = np.zeros(spec.GAMES[game_of(question)].WORDS, np.uint64)
    states[0] = question.state
    state: State = states[0]
    prepare(state)
    game = game_of(question)
    notation, evaluation = NOTATIONS[game], EVALUATIONS[game]
    turns: list[list[str]] = []
    for turn in plan.turns:
        texts = []
        for action in turn:
            spec.legal(question.values, state, mask)
            if not offered(mask, action):
                return Explanation(turns, plan.points)
            texts.append(str(notation.decision(question.components, state, action)))
            spec.apply(question.values, state, action)
        turns.append(texts)
        advance(state, question.seat)
        if len(turns) == 1 and evaluation.ANSWERS > 0:
            search_for(game).answer(question.values, states, question.seat, evaluation.WEIGHTS)
    return Explanation(turns, plan.points)


def turns_after(question: Question, turn: list[int]) -> list[list[str]]:
    """Returns the turns that `planner` would take after a turn, in the notation; none if that turn relies on a deal."""
    game = game_of(question)
    search, evaluation, ahead = search_for(game), EVALUATIONS[game], _after(question, turn)
    if ahead is None:
        return []
    seat, depth = question.seat, evaluation.horizon(ahead[0], question.seat)
    found = search.plan(
        *(question.values, ahead[0], seat, evaluation.WEIGHTS, depth, evaluation.DISCOUNT), nodes=USUAL.nodes
    )
    return turns_in_notation(question, found._replace(turns=[turn, *found.turns])).turns[1:]


def _after(question: Question, turn: list[int]) -> States | None:
    """Takes a turn in what a seat knows, and has the others answer; None if it is not legal there, or ends the game."""
    game = game_of(question)
    states, mask = empty_states(question.state.dtype, 1), np.zeros(spec.GAMES[game].WORDS, np.uint64)
    states[0] = question.state
    state: State = states[0]
    prepare(state)
    for action in turn:
        spec.legal(question.values, state, mask)
        if not offered(mask, action):
            return None
        spec.apply(question.values, state, action)
    if state.phase == Phase.OVER:
        return None
    advance(state, question.seat)
    if EVALUATIONS[game].ANSWERS > 0:
        search_for(game).answer(question.values, states, question.seat, EVALUATIONS[game].WEIGHTS)
    return states

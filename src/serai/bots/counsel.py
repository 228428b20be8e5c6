"""A `master` advised by the network: among its best turns it takes one that the network also rates highly.

For games in which the network judges positions well but does not play well enough to guide a search: beams over whole
turns look farther ahead there, and the network sees what their few traits miss.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from serai.bots.base import Question
from serai.bots.beam import BeamResult, Counts
from serai.bots.beam_bots import game_of
from serai.bots.evaluation import sensible
from serai.bots.master import MOST_WORLDS, REST_OF_TURN, Master, master_search_for
from serai.bots.tree import SEATS, final_chances
from serai.core.bits import Bitset, offered
from serai.core.compiled import entry
from serai.core.phases import SET_UP, Phase
from serai.core.records import NONE, States, Values, empty_states
from serai.core.spec import GAMES, apply, redeal
from serai.networks import network

DEALS = 4  # redeals of what is hidden; the chances after a turn are averaged over them
CREDIT = 1.0  # weight of the network: a chance of 1 instead of 0, relative to a certain win instead of a loss
SURELY = 200.0  # from a certain loss to a certain win on `master`'s scale
FOR_BEAMS = 0.9  # share of the budget; the rest is for the network
LOW = (1 << 64) - 1


@entry
def take_turns(
    values: Values, states: States, seat: int, turns: Counts, seed: np.uint64, first: int, mask: Bitset
) -> None:
    """Redeals what is hidden in copies of a position, from world `first` on, and takes each turn in `DEALS` of them."""
    for place in range(len(states)):
        state, turn = states[place], turns[place // DEALS]
        redeal(values, state, seat, seed, np.uint64(first + place % DEALS))
        for action in turn:
            sensible(values, state, mask)
            if action == NONE or state.phase == Phase.OVER or state.seat != seat or not offered(mask, action):
                break
            apply(values, state, action)


def judged(learned: Any, values: Values, states: States) -> Any:
    """Returns every seat's chance to win in each position, exact where the game is over."""
    chances, scores = learned.chances(values, states), np.zeros(SEATS, np.int16)
    for place in np.flatnonzero(states["phase"] == Phase.OVER):
        final_chances(values, states[place], chances[place], scores)
    return chances


def chances_after(learned: Any, question: Question, turns: list[list[int]]) -> list[float]:
    """Returns a seat's chance to win after each turn, averaged over redeals of what is hidden."""
    states = empty_states(question.state.dtype, DEALS * len(turns))
    mask = np.zeros(GAMES[game_of(question)].WORDS, np.uint64)
    states[:] = question.state
    paths = np.full((len(turns), max(map(len, turns))), NONE, np.int16)
    for path, turn in zip(paths, turns, strict=True):
        path[: len(turn)] = turn
    unseen = MOST_WORLDS + 1  # other worlds than the beams use
    take_turns(question.values, states, question.seat, paths, np.uint64(question.seed & LOW), unseen, mask)
    chances = judged(learned, question.values, states)[:, question.seat].reshape(len(turns), DEALS)
    return [float(mean) for mean in chances.mean(1)]


@dataclass(frozen=True)
class Counselled(Master):
    """Plans like `master`, and weighs the best turns by the network's chances after them."""

    trained: Any = None

    def plan(self, question: Question) -> BeamResult:
        """Returns the plan whose first turn both together rate best."""
        learned = self.trained or network(question.components)
        if question.state.phase >= SET_UP:
            return super().plan(question)
        search, budget = master_search_for(game_of(question)), question.budget or self.budget
        share = FOR_BEAMS if question.state.phase == Phase.TURN else FOR_BEAMS * REST_OF_TURN
        found = search.plan(question, budget, share)
        plans, short = search.options()
        if len(plans) < 2:
            return found
        chances = chances_after(learned, question, [plan.turns[0] for plan in plans])
        worth = [CREDIT * chance - less / SURELY for chance, less in zip(chances, short, strict=True)]
        return plans[worth.index(max(worth))]._replace(applied=found.applied)

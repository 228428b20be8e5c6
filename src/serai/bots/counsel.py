"""A `master` with a counsellor: of its best turns it takes the one that the network thinks well of too.

For games in which the network judges positions well, but does not play well enough to be searched along: there beams
over whole turns see farther, and the network sees what their few traits do not tell.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from serai.bots.base import Question
from serai.bots.evaluations import sensible
from serai.bots.master import MOST_WORLDS, REST_OF_TURN, Master, race_for
from serai.bots.search import Counts, Plan
from serai.bots.searching import game_of
from serai.bots.tree import SEATS, final_chances
from serai.networks import network
from serai.rules.bits import Words, offered
from serai.rules.compiled import entry
from serai.rules.games import GAMES, apply, redeal
from serai.rules.phases import SET_UP, Phase
from serai.rules.records import NONE, States, Values, empty_states

DEALS = 4  # of what is hidden; the chances after a turn are means over them
CREDIT = 1.0  # what a chance of 1 instead of 0 is worth, where a game surely won instead of lost is worth 1
SURELY = 200.0  # from a game surely lost to one surely won, as `master` counts
FOR_BEAMS = 0.9  # of the budget; the rest is for the network
LOW = (1 << 64) - 1


@entry
def take_turns(values: Values, states: States, seat: int, turns: Counts, seed: np.uint64, mask: Words) -> None:
    """Deals what is hidden anew in each of some equal positions, and takes the turns there, each in as many deals."""
    for place in range(len(states)):
        state, turn = states[place], turns[place // DEALS]
        redeal(values, state, seat, seed, np.uint64(MOST_WORLDS + 1 + place % DEALS))  # not the worlds of the beams
        for action in turn:
            sensible(values, state, mask)
            if action == NONE or state.phase == Phase.OVER or state.seat != seat or not offered(mask, action):
                break
            apply(values, state, action)


def judged(learned: Any, values: Values, states: States) -> Any:
    """Returns every seat's chance in each position; of a game that is over it is known."""
    chances, scores = learned.chances(values, states), np.zeros(SEATS, np.int16)
    for place in np.flatnonzero(states["phase"] == Phase.OVER):
        final_chances(values, states[place], chances[place], scores)
    return chances


def chances_after(learned: Any, question: Question, turns: list[list[int]]) -> list[float]:
    """Returns the chance of a seat after each of some turns, in the mean over deals of what is hidden."""
    states = empty_states(question.state.dtype, DEALS * len(turns))
    mask = np.zeros(GAMES[game_of(question)].WORDS, np.uint64)
    states[:] = question.state
    paths = np.full((len(turns), max(map(len, turns))), NONE, np.int16)
    for path, turn in zip(paths, turns, strict=True):
        path[: len(turn)] = turn
    take_turns(question.values, states, question.seat, paths, np.uint64(question.seed & LOW), mask)
    chances = judged(learned, question.values, states)[:, question.seat].reshape(len(turns), DEALS)
    return [float(mean) for mean in chances.mean(1)]


@dataclass(frozen=True)
class Counselled(Master):
    """Plans as `master` does, and weighs the best turns by the network's chances after them."""

    trained: Any = None

    def plan(self, question: Question) -> Plan:
        """Returns the plan whose first turn both think best."""
        learned = self.trained or network(game_of(question))
        if question.state.phase >= SET_UP:
            return super().plan(question)
        race, budget = race_for(game_of(question)), question.budget or self.budget
        share = FOR_BEAMS if question.state.phase == Phase.TURN else FOR_BEAMS * REST_OF_TURN
        found = race.plan(question.values, question.state, question.seat, budget, share, question.seed)
        plans, short = race.options()
        if len(plans) < 2:
            return found
        chances = chances_after(learned, question, [plan.turns[0] for plan in plans])
        worth = [CREDIT * chance - less / SURELY for chance, less in zip(chances, short, strict=True)]
        return plans[worth.index(max(worth))]._replace(applied=found.applied)

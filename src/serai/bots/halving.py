"""Sequential halving: candidates are simulated in redealt worlds, and the worse half is dropped repeatedly.

In each simulation the network plays on for some decisions of all seats; the candidate is worth the network's chances
then, or the result if the game is over. All candidates are tried in the same worlds.
"""

import time
from typing import Any

import numpy as np

from serai.bots.base import Question
from serai.bots.beam_bots import choices_of
from serai.bots.tree import Choice, Tree, final_chances, play_on, tree, try_out
from serai.core import spec
from serai.core.component_set import ComponentSet
from serai.core.phases import Phase
from serai.core.records import Values, boxed, empty_states
from serai.networks import Network, network
from serai.networks.layers import Matrix

AHEAD = 12
CANDIDATES, FEWER, FEWEST = 8, 4, 2
BATCH = 8
FEW_SECONDS = 0.012  # a smaller budget gets fewer candidates
CONFIDENCE = 100.0  # policy logits that a chance of 1 instead of 0 is worth
LOW = (1 << 64) - 1


class Halving:
    """Simulations of one game, and the network that plays them."""

    def __init__(self, components: ComponentSet, trained: Network | None = None, ahead: int = AHEAD) -> None:
        """Allocates a batch of simulations."""
        rules = spec.GAMES[components.game]
        self.network = trained or network(components)
        self.ahead = ahead
        self.tree: Tree = tree(rules.STATE, rules.WORDS, BATCH)
        self.root = empty_states(rules.STATE, 1)
        self._scores = np.zeros(rules.SEATS[1], np.int16)

    def search(self, question: Question, walks: int | None, seconds: float | None) -> Choice:
        """Tries candidates from the position of a question; the budget is a number of simulations, or seconds.

        With both, it takes the seconds, and more of them if it would try less than the number.
        """
        begun, self.root[0] = time.perf_counter(), question.state
        judged = self.network.judge(question.values, self.root)
        points = float(judged.points[0][question.seat]) - spec.score(question.values, self.root[0], question.seat)
        trial = Trial(question, judged.policy[0], _few(walks, seconds))
        while len(trial.left) > 1:
            until = 1 - (_halvings(len(trial.left)) - 1) / _halvings(len(trial.actions))
            self._spend(trial, until, begun, walks, seconds)
            trial.halve()
        return trial.choice(float(judged.chances[0][question.seat]), points)

    def _spend(self, trial: "Trial", until: float, begun: float, walks: int | None, seconds: float | None) -> None:
        """Simulates until a share of the budget is spent, at least once."""
        while True:
            before = time.perf_counter()
            self._simulate(trial)
            now = time.perf_counter()
            if len(trial.left) == 1:
                return
            enough = trial.done + BATCH > until * (walks or 0)
            if enough and (seconds is None or now + (now - before) - begun > until * seconds):
                return

    def _simulate(self, trial: "Trial") -> None:
        """Tries the remaining candidates in some more worlds."""
        question, t = trial.question, self.tree
        worlds = max(1, BATCH // len(trial.left))
        high, low = np.uint64((question.seed >> 64) & LOW), np.uint64((question.seed + trial.worlds) & (LOW >> 1))
        actions = np.array([trial.actions[place] for place in trial.left], np.int64)
        going_on = try_out(boxed(question.values), t, self.root, actions, worlds, high, low)
        over = t.walks["phase"][: len(actions) * worlds] == Phase.OVER
        chances = self._later(question.values, len(over), going_on)[:, question.seat]
        wins = np.flatnonzero((over & (chances == 1.0)).reshape(-1, worlds).all(1))
        trial.hear(chances.reshape(-1, worlds), worlds)
        if len(wins) > 0:  # an immediate win is taken, whatever the others promise
            trial.left = [trial.left[wins[0]]]

    def _later(self, values: Values, count: int, going_on: int) -> Matrix:
        """Plays on with the network; returns the chances then, exact where a game is over."""
        judged = self.network.judge(values, self.tree.walks, count)
        for _ in range(self.ahead if going_on else 0):
            going_on = play_on(boxed(values), self.tree, count, judged.policy)
            judged = self.network.judge(values, self.tree.walks, count)
            if going_on == 0:
                break
        for place in np.flatnonzero(self.tree.walks["phase"][:count] == Phase.OVER):
            final_chances(values, self.tree.walks[place], judged.chances[place], self._scores)
        return judged.chances


class Trial:
    """The candidates, their values so far, and which are left."""

    def __init__(self, question: Question, policy: Matrix, most: int) -> None:
        """Begins with the actions that the policy rates best."""
        self.question = question
        self.all = sorted(choices_of(question), key=lambda action: -float(policy[action]))
        self.actions = self.all[:most]
        self.prior = policy[self.actions].astype(np.float64)
        self.worth, self.tries = np.zeros(len(self.actions)), np.zeros(len(self.actions), np.int64)
        self.left = list(range(len(self.actions)))
        self.done = self.worlds = 0

    def hear(self, chances: Matrix, worlds: int) -> None:
        """Records the chances of the remaining candidates, one column per world."""
        self.worth[self.left] += chances.sum(1)
        self.tries[self.left] += worlds
        self.done += chances.size
        self.worlds += worlds

    def hopes(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """Returns how good each candidate is by the policy and the simulations together."""
        return self.prior + CONFIDENCE * self.worth / np.maximum(1, self.tries)

    def halve(self) -> None:
        """Drops the worse half."""
        hopes = self.hopes()
        self.left = sorted(self.left, key=lambda place: -float(hopes[place]))[: max(1, len(self.left) // 2)]

    def choice(self, value: float, points: float) -> Choice:
        """Returns all actions: the remaining ones, then the dropped ones, latest first, then those never tried."""
        hopes = self.hopes()
        order = sorted(
            range(len(self.actions)), key=lambda place: (place not in self.left, -self.tries[place], -hopes[place])
        )
        means = [float(self.worth[place] / self.tries[place]) if self.tries[place] else value for place in order]
        rest = self.all[len(self.actions) :]
        actions = [self.actions[place] for place in order] + rest
        visits = [int(self.tries[place]) for place in order] + [0] * len(rest)
        return Choice(actions, visits, means + [value] * len(rest), points)


def _halvings(count: int) -> int:
    """Returns how many halvings leave one candidate."""
    return count.bit_length() - 1


def _few(walks: int | None, seconds: float | None) -> int:
    """Returns how many candidates a budget suffices for."""
    if seconds is not None:
        return CANDIDATES if seconds >= FEW_SECONDS else FEWER
    enough = [count for count in (CANDIDATES, FEWER) if (walks or 0) >= BATCH * _halvings(count)]
    return enough[0] if enough else FEWEST

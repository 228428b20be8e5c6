"""The bot `grandmaster`: simulations played by the trained network (`halving`).

A tree search (PUCT) guided by the network is here too; given the same time it is weaker (docs/networks.md).
"""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from serai.bots.base import Budget, Explanation, Question
from serai.bots.beam_bots import choices_of
from serai.bots.halving import Halving
from serai.bots.network import NetworkBot, copied
from serai.bots.traits import TRAITS
from serai.bots.tree import SEATS, Choice, Tree, final_chances, full, open_node, plant, ranked, return_from, tree, walk
from serai.core import spec
from serai.core.component_set import ComponentSet, once_per_set
from serai.core.phases import Phase
from serai.core.records import boxed, empty_states
from serai.networks import Network, network

USUAL = Budget(nodes=800, milliseconds=1000)  # at least 800, so that a busy machine does not weaken it
WALKS = 8
FEW = 128
CURIOUS, DOUBT = 0.8, 0.1
REST = 0.15  # share of the budget for each decision after the first of a turn
LOW = (1 << 64) - 1


class Searcher:
    """A tree for one game, and the network that guides it."""

    def __init__(self, components: ComponentSet, trained: Network | None = None) -> None:
        """Allocates the tree."""
        rules = spec.GAMES[components.game]
        self.network = trained or network(components)
        self.tree: Tree = tree(rules.STATE, rules.WORDS, WALKS)
        self.root = empty_states(rules.STATE, 1)
        self._ends = np.zeros(SEATS, np.float32)
        self._scores = np.zeros(SEATS, np.int16)
        self._order = np.zeros(rules.WORDS * 64, np.int32)

    def search(self, question: Question, walks: int | None, seconds: float | None) -> Choice:
        """Grows a tree from the position of a question; the budget is a number of walks, or seconds."""
        begun, values = time.perf_counter(), question.values
        self.root[0] = question.state
        plant(self.tree)
        self.tree.walks[0] = question.state
        self.tree.leaf[0] = 0
        judged = self.network.judge(values, self.tree.walks, 1)
        points = float(judged.points[0][question.seat]) - spec.score(values, self.root[0], question.seat)
        open_node(boxed(values), self.tree, 0, judged.policy[0], judged.chances[0])
        done = 0
        while not full(self.tree, WALKS):
            left = self._left(done, walks, seconds, time.perf_counter() - begun)
            if left <= 0 or self._settled(left):
                break
            done += self._walk(question, done, min(left, WALKS))
        return self._choice(points)

    def _left(self, done: int, walks: int | None, seconds: float | None, spent: float) -> int:
        """Returns how many walks are left; with a budget in seconds, estimated from the pace so far."""
        if seconds is None:
            return (walks or 0) - done
        return FEW if done == 0 else int((seconds - spent) * done / max(spent, 1e-6))

    def _settled(self, left: int) -> bool:
        """Returns whether the remaining walks can no longer change the choice."""
        count = ranked(self.tree, self._order)
        visits = [int(self.tree.edges[edge].visits) for edge in self._order[: min(2, count)]]
        return len(visits) < 2 or visits[0] - visits[1] > left

    def _walk(self, question: Question, done: int, count: int) -> int:
        """Takes some walks, evaluates their ends in one batch, and backs the values up."""
        t, box = self.tree, boxed(question.values)
        high, low = np.uint64((question.seed >> 64) & LOW), question.seed & LOW
        waiting = 0
        for number in range(count):
            dealt = np.uint64((low + done + number) & LOW)
            if walk(box, t, self.root, waiting, question.seat, high, dealt, CURIOUS, DOUBT):
                waiting += 1
            else:
                final_chances(question.values, t.walks[waiting], self._ends, self._scores)
                return_from(t, waiting, self._ends)
        if waiting:
            judged = self.network.judge(question.values, t.walks, waiting)
            for place in range(waiting):
                open_node(box, t, place, judged.policy[place], judged.chances[place])
                return_from(t, place, judged.chances[place])
        return count

    def _choice(self, points: float) -> Choice:
        """Returns the actions at the root, most visited first."""
        edges = [self.tree.edges[edge] for edge in self._order[: ranked(self.tree, self._order)]]
        means = [float(edge.worth / max(1, edge.visits)) for edge in edges]
        return Choice([int(edge.action) for edge in edges], [int(edge.visits) for edge in edges], means, points)


@once_per_set
def halving(components: ComponentSet) -> Halving:
    """Returns the search of a component set, made on first use."""
    return Halving(components)


@dataclass(frozen=True)
class Grandmaster:
    """Searches with a budget of milliseconds or walks per turn; most of it goes to the first decision of a turn."""

    name: str = "grandmaster"
    budget: Budget = USUAL
    trained: Any = None

    def choice(self, question: Question) -> Choice:
        """Searches the position of a question."""
        budget = question.budget or self.budget
        share = TRAITS[question.components.game].FIRST_SHARE if question.state.phase == Phase.TURN else REST
        walks = None if budget.nodes is None else max(1, int(budget.nodes * share))
        seconds = None if budget.milliseconds is None else budget.milliseconds / 1000 * share
        return (self.trained or halving(question.components)).search(question, walks, seconds)

    def decide(self, question: Question) -> int:
        """Returns the action that the search rates best."""
        choices = choices_of(question)
        return choices[0] if len(choices) == 1 else self.choice(question).actions[0]

    def explain(self, question: Question) -> Explanation:
        """Explains its choice, how it would go on, and how many more points it expects."""
        choice = self.choice(question)
        learned = NetworkBot(trained=None if self.trained is None else self.trained.network)
        return Explanation(learned.turns(question, copied(question), choice.actions[0]), choice.points)

"""The bot `grandmaster`: a tree search that asks the trained network where to look and how it will end.

Where the network is not good enough to be searched along, `master` plans and the network counsels it.
"""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from serai.bots.base import Budget, Explanation, Question
from serai.bots.counsel import Counselled
from serai.bots.network import NetworkBot, copied
from serai.bots.searching import choices_of
from serai.bots.tree import SEATS, Tree, final_chances, full, open_node, plant, ranked, return_from, tree, walk
from serai.networks import Network, network
from serai.rules import games
from serai.rules.phases import Phase
from serai.rules.records import boxed, empty_states

USUAL = Budget(milliseconds=1000)
WALKS = 8
FEW = 128
CURIOUS, DOUBT = 0.8, 0.1
FIRST, REST = 0.7, 0.15
LOW = (1 << 64) - 1
# Where the network still loses to `planner` (docs/arena), looking ahead along it would too: there it counsels `master`.
UNRIPE = ("sand_to_sea",)


class Choice(NamedTuple):
    """What a search found: actions with their visits and mean chances, most visited first."""

    actions: list[int]
    visits: list[int]
    chances: list[float]
    points: float


class Searcher:
    """A tree for one game and the network that it asks."""

    def __init__(self, game: str, trained: Network | None = None) -> None:
        """Makes room for the tree."""
        rules = games.GAMES[game]
        self.game = game
        self.network = trained or network(game)
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
        points = float(judged.points[0][question.seat]) - games.score(values, self.root[0], question.seat)
        open_node(boxed(values), self.tree, 0, judged.policy[0], judged.chances[0])
        done = 0
        while not full(self.tree, WALKS):
            left = self._left(done, walks, seconds, time.perf_counter() - begun)
            if left <= 0 or self._settled(left):
                break
            done += self._walk(question, done, min(left, WALKS))
        return self._choice(points)

    def _left(self, done: int, walks: int | None, seconds: float | None, spent: float) -> int:
        """Returns how many walks may still be taken; in seconds, as many as the pace so far allows."""
        if seconds is None:
            return (walks or 0) - done
        return FEW if done == 0 else int((seconds - spent) * done / max(spent, 1e-6))

    def _settled(self, left: int) -> bool:
        """Tells whether no number of walks that may come could change the choice."""
        count = ranked(self.tree, self._order)
        visits = [int(self.tree.edges[edge].visits) for edge in self._order[: min(2, count)]]
        return len(visits) < 2 or visits[0] - visits[1] > left

    def _walk(self, question: Question, done: int, count: int) -> int:
        """Takes some walks, asks the network about all their ends together, and returns from them."""
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
        """Returns what can be done at the root, most visited first."""
        edges = [self.tree.edges[edge] for edge in self._order[: ranked(self.tree, self._order)]]
        means = [float(edge.worth / max(1, edge.visits)) for edge in edges]
        return Choice([int(edge.action) for edge in edges], [int(edge.visits) for edge in edges], means, points)


_SEARCHERS: dict[str, Searcher] = {}


def searcher(game: str) -> Searcher:
    """Returns the searcher of a game, made at its first use."""
    if game not in _SEARCHERS:
        _SEARCHERS[game] = Searcher(game)
    return _SEARCHERS[game]


@dataclass(frozen=True)
class Grandmaster:
    """Searches with a budget of milliseconds or walks a turn; most of it goes to the decision that begins a turn."""

    name: str = "grandmaster"
    budget: Budget = USUAL
    trained: Any = None

    @cached_property
    def counselled(self) -> Counselled:
        """A `master` whom the network counsels; it knows how it meant to end the turn that it began."""
        return Counselled(self.name, self.budget)

    def choice(self, question: Question) -> Choice:
        """Searches the position of a question."""
        budget = question.budget or self.budget
        share = FIRST if question.state.phase == Phase.TURN else REST
        walks = None if budget.nodes is None else max(1, int(budget.nodes * share))
        seconds = None if budget.milliseconds is None else budget.milliseconds / 1000 * share
        game = str(games.rules_of(question.state).NAME)
        return (self.trained or searcher(game)).search(question, walks, seconds)

    def stand_in(self, question: Question) -> Counselled | None:
        """Returns who decides in a game whose network is not good enough to be searched along."""
        game = str(games.rules_of(question.state).NAME)
        return self.counselled if self.trained is None and game in UNRIPE else None

    def decide(self, question: Question) -> int:
        """Returns the action that most walks went by, or that `master` and the network think best."""
        choices = choices_of(question)
        if len(choices) == 1:
            return choices[0]
        other = self.stand_in(question)
        return self.choice(question).actions[0] if other is None else other.decide(question)

    def explain(self, question: Question) -> Explanation:
        """Says what it would do now and how it would finish the turn, and the points it expects beyond those it has."""
        other = self.stand_in(question)
        if other is not None:
            return other.explain(question)
        choice = self.choice(question)
        learned = NetworkBot(trained=None if self.trained is None else self.trained.network)
        turn = learned.turn(question.values, copied(question), question.seat, choice.actions[0])
        return Explanation([turn], choice.points)

"""The bot `master`: plans its turns against the plans of the others, for the final margin."""

import time
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from serai.bots.adversarial_beam import best_of, first_turns, plan_of, run
from serai.bots.base import Budget, Explanation, Question
from serai.bots.beam import APPLIED, BeamResult
from serai.bots.beam_arrays import BRANCH, LEVELS, TURN, WIDTH, Outlook, arrays, describe, hide
from serai.bots.beam_bots import choices_of, game_of
from serai.bots.determinizations import Branch, Turn, World, shortfalls
from serai.bots.evaluation import EVALUATIONS
from serai.bots.opponents import forget_plans, has_passed, intend, others_follow
from serai.bots.traits import MOST_TRAITS, TRAITS, worths
from serai.core import spec
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.core.notation import NOTATIONS
from serai.core.phases import SET_UP, Phase
from serai.core.records import State, Values, empty_states

USUAL = Budget(nodes=200_000, milliseconds=1000)  # at least 200,000, so that a busy machine does not weaken it
REST_OF_TURN = 0.2
NARROWEST = 2
STEP = 12
CAUTION = 0.9
HORIZON = 20.0
SPREAD = (7.0, 0.35)  # error of the expected margin: at the end, and more for each remaining turn
ON_WORLDS = 0.5  # share of a budget that is large enough for them
NARROWER = 8  # the beams of the worlds are this many times narrower than the one before them
MOST_WORLDS = 16
CANDIDATES = 8
FORGOTTEN = 2.0  # weight of the beam without hidden cards, relative to a world
LOW = (1 << 64) - 1
_MASTER_SEARCHES: dict[str, "MasterSearch"] = {}


class Clock(NamedTuple):
    """What is left of a budget."""

    begun: float
    applied: int
    budget: Budget
    share: float

    def spent(self, applied: int) -> float:
        """Returns the share of the budget spent; with nodes and milliseconds, of what lasts longer."""
        shares = []
        if self.budget.milliseconds is not None:
            shares.append((time.perf_counter() - self.begun) * 1000 / (self.budget.milliseconds * self.share))
        if self.budget.nodes is not None:
            shares.append((applied - self.applied) / (self.budget.nodes * self.share))
        return min(shares)

    def allows(self, nodes: int, milliseconds: float) -> bool:
        """Returns whether the budget is at least this large."""
        if self.budget.milliseconds is not None:
            return self.budget.milliseconds * self.share >= milliseconds
        return (self.budget.nodes or 1) * self.share >= nodes


class Weighed(NamedTuple):
    """Plans with different first turns, and how far each falls short of the best, as a weighted mean over worlds."""

    plans: list[BeamResult]
    short: list[float]


class MasterSearch:
    """The search of `master` for one game; the arrays are made once."""

    def __init__(self, game: str) -> None:
        """Allocates the arrays."""
        rules = spec.GAMES[game]
        self.evaluation, self.traits = EVALUATIONS[game], TRAITS[game]
        self.arrays = arrays(rules.STATE, rules.WORDS)
        self.use(standard(game), spec.values(game))
        self.root, self.seen = empty_states(rules.STATE, 1), empty_states(rules.STATE, 1)
        self.row, self.branches = np.zeros(MOST_TRAITS), np.zeros(WIDTH, BRANCH)
        self.depth, self.weighed = 0, Weighed([], [])

    def use(self, components: ComponentSet, values: Values) -> None:
        """Switches to a component set."""
        self.components, self.values, self.worths = components, values, worths(components)

    def turns_left(self, state: State) -> float:
        """Estimates how many turns each seat has left from the traits of all seats."""
        size = len(self.traits.TRAITS)
        rows = np.zeros((state.seats, size))
        for seat in range(state.seats):
            describe(self.values, state, seat, self.worths, self.row)
            rows[seat] = self.row[:size]
        seen = np.array([1.0, rows[:, 0].min(), *rows.mean(0)])
        return max(0.0, float(seen @ self.traits.LEFT))

    def outlook(self, state: State) -> Outlook:
        """Weighs traits by the turns left in each coming round."""
        left = np.maximum(self.turns_left(state) - np.arange(LEVELS + 1), 0.0)
        weights = self.traits.NOW + self.traits.LATER * left[:, None] / HORIZON
        spread = SPREAD[0] + SPREAD[1] * left
        return Outlook(self.worths, weights, spread, self.evaluation.DISCOUNT, self.traits.DENIAL)

    def plan(self, question: Question, budget: Budget, share: float) -> BeamResult:
        """Plans as if nothing hidden existed, then weighs the best turns in redealt worlds if the budget allows."""
        state, seat = question.state, question.seat
        self.use(question.components, question.values)
        self.root[0] = state
        hide(self.root[0])
        outlook = self.outlook(self.root[0])
        applied = int(self.arrays.counters[APPLIED])
        clock = Clock(time.perf_counter(), applied, budget, share)
        self.weighed = Weighed([], [])
        nodes, milliseconds, least = self.traits.WORLDS
        if clock.allows(nodes, milliseconds) and state.phase == Phase.TURN:
            width, found = self._widen(seat, outlook, clock._replace(share=share * (1 - ON_WORLDS)))
            found = self._weigh(found, state, seat, max(width // NARROWER, least), outlook, clock, question.seed)
        else:
            found = self._widen(seat, outlook, clock)[1]
        self.depth = found.depth
        return found._replace(applied=int(self.arrays.counters[APPLIED]) - applied)

    def _widen(self, seat: int, outlook: Outlook, clock: Clock) -> tuple[int, BeamResult]:
        """Plans with ever wider beams, sized by what the previous one cost; returns the widest."""
        width, wider, before = 0, NARROWEST, 0.0
        while wider > 1.5 * width:
            width = wider
            found = self._pass(seat, width, outlook)
            spent = clock.spent(int(self.arrays.counters[APPLIED]))
            cost = (spent - before) / width
            wider = int(min((1.0 - spent) / cost * CAUTION, STEP * width, WIDTH))
            before = spent
        return width, found

    def _weigh(
        self, found: BeamResult, state: State, seat: int, width: int, outlook: Outlook, clock: Clock, seed: int
    ) -> BeamResult:
        """Returns the plan whose first turn is best over redealt worlds."""
        world, plans = self._world(found.depth), self._plans(found.depth)
        if len(plans) < 2:
            return found
        intended, worlds = self.arrays.plans.copy(), [world]
        before = spent = clock.spent(int(self.arrays.counters[APPLIED]))
        while len(worlds) <= MOST_WORLDS and 2 * spent - before < 1.0:
            before = spent
            self.root[0] = state
            high = np.uint64((seed ^ seed >> 64) & LOW)
            spec.redeal(self.values, self.root[0], seat, high, np.uint64(len(worlds)))
            best = self._pass(seat, width, outlook)
            worlds.append(self._world(best.depth))
            # Without a deck no merchants are refreshed (EW-14); a longer turn might depend on a card not yet seen.
            if len(best.turns[0]) == 1 and all(plan.turns[0] != best.turns[0] for plan in plans):
                plans.append(best._replace(turns=best.turns[:1]))
            spent = clock.spent(int(self.arrays.counters[APPLIED]))
        self.arrays.plans[:] = intended
        turns = [tuple(plan.turns[0]) for plan in plans]
        weights = [FORGOTTEN, *[1.0] * (len(worlds) - 1)]
        short = shortfalls(turns, worlds, weights, found.depth)
        self.weighed = Weighed(plans, [less / sum(weights) for less in short])
        return plans[short.index(min(short))]

    def options(self) -> Weighed:
        """Returns plans for the best first turns of the last search."""
        if not self.weighed.plans:
            world, plans = self._world(self.depth), self._plans(self.depth)
            short = shortfalls([tuple(plan.turns[0]) for plan in plans], [world], [1.0], self.depth)
            self.weighed = Weighed(plans, short)
        return self.weighed

    def _world(self, last: int) -> World:
        """Returns what the last beam says about each possible first turn."""
        count = first_turns(self.arrays, last, self.branches) if last > 0 else 0
        return {
            self._turn(place): Branch(last - int(b.level), float(b.value))
            for place, b in enumerate(self.branches[:count])
            if b.level > 0
        }

    def _plans(self, last: int) -> list[BeamResult]:
        """Returns plans for the first turns that the last beam kept longest, best first."""
        count = int(self.arrays.number[1]) if last > 0 else 0
        kept = [branch for branch in self.branches[:count] if branch.level > 0]
        kept.sort(key=lambda branch: (-branch.level, -branch.value))
        return [self._plan_to(int(branch.level), int(branch.place)) for branch in kept[:CANDIDATES]]

    def _turn(self, place: int) -> Turn:
        """Returns a possible first turn."""
        node: Any = self.arrays.nodes[1, place]
        return tuple(int(action) for action in node.path[: node.length])

    def intended(self, question: Question, turn: list[int]) -> dict[bytes, int]:
        """Returns the later decisions of a turn, keyed by the position in which each is taken."""
        steps = {}
        self.root[0] = question.state
        hide(self.root[0])
        for action, following in pairwise(turn):
            spec.apply(question.values, self.root[0], action)
            steps[self.known(question.components, self.root[0], question.seat)] = following
        return steps

    def known(self, components: ComponentSet, state: State, seat: int) -> bytes:
        """Returns a key for a position as a seat knows it; the same state with other pieces has another key."""
        self.seen[0] = state
        hide(self.seen[0])
        return components.digest.encode() + bytes([seat]) + self.seen.tobytes()

    def explained(self, question: Question, plan: BeamResult) -> Explanation:
        """Writes the latest plan in the notation, by playing it through with the plans of the others."""
        self.root[0] = question.state
        state: State = self.root[0]
        hide(state)
        notation, turns, rounds = NOTATIONS[spec.rules_of(state).NAME], [], 0
        for turn in plan.turns:
            texts = []
            for action in turn:
                texts.append(str(notation.decision(question.components, state, action)))
                spec.apply(question.values, state, action)
            turns.append(texts)
            if has_passed(state, question.seat):
                others_follow(question.values, self.arrays, state, question.seat, rounds)
                rounds += 1
        return Explanation(turns, plan.points)

    def _pass(self, seat: int, width: int, outlook: Outlook) -> BeamResult:
        """Plans for the others, then for the seat itself."""
        f, start = self.arrays, self.root[0]
        depth = min(self.traits.DEPTH, self.evaluation.horizon(start, seat))
        forget_plans(self.values, f, start, outlook)
        if start.phase < SET_UP:
            others = int(start.seats) - 1
            for step in range(1, others + 1):
                other, narrower = (seat + step) % (others + 1), max(width // others, NARROWEST)
                plan_of(self.values, f, start, other, depth, narrower, outlook)
        last = run(self.values, f, start, seat, depth, width, outlook)
        return self._plan_to(last, best_of(f, last))

    def _plan_to(self, last: int, best: int) -> BeamResult:
        """Returns the plan that leads to a node."""
        turns = np.zeros(LEVELS, TURN)
        intend(self.arrays, last, best, turns)
        node: Any = self.arrays.nodes[last, best]
        gained = float(node.points) - float(self.arrays.nodes[0, 0].points)
        paths = [[int(action) for action in turn.path[: turn.length]] for turn in turns]
        return BeamResult([path for path in paths if path], float(node.value), gained, 0, last)


def master_search_for(game: str) -> MasterSearch:
    """Returns the search of a game, made on first use."""
    if game not in _MASTER_SEARCHES:
        _MASTER_SEARCHES[game] = MasterSearch(game)
    return _MASTER_SEARCHES[game]


@dataclass(frozen=True)
class Master:
    """Plans against the plans of the others for the final margin, and finishes each turn as planned at its start."""

    name: str = "master"
    budget: Budget = USUAL
    intended: dict[bytes, int] = field(default_factory=dict, compare=False)

    def plan(self, question: Question) -> BeamResult:
        """Returns the best plan within the budget; the first decision of a turn gets most of it."""
        share = 1.0 if question.state.phase == Phase.TURN else REST_OF_TURN
        search, budget = master_search_for(game_of(question)), question.budget or self.budget
        return search.plan(question, budget, share)

    def decide(self, question: Question) -> int:
        """Returns the first decision of the best plan, or the next one of the turn in progress."""
        choices = choices_of(question)
        if len(choices) == 1:
            return choices[0]
        search = master_search_for(game_of(question))
        meant = self.intended.get(search.known(question.components, question.state, question.seat))
        if meant is not None:
            return meant
        turn = self.plan(question).turns[0]
        self.intended.clear()
        self.intended.update(search.intended(question, turn))
        return turn[0]

    def explain(self, question: Question) -> Explanation:
        """Explains the best plan and its expected gain."""
        return master_search_for(game_of(question)).explained(question, self.plan(question))

"""The bot `master`: plans its own turns against the plans of the others, for the final margin."""

import time
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from serai.bots.base import Budget, Explanation, Question
from serai.bots.evaluations import EVALUATIONS
from serai.bots.field import BRANCH, LEVELS, TURN, WIDTH, Outlook, arrays, describe, hide
from serai.bots.plans import forget_plans, has_passed, intend, others_follow
from serai.bots.prospects import MOST_TRAITS, PROSPECTS
from serai.bots.race import best_of, first_turns, plan_of, run
from serai.bots.search import APPLIED, Plan
from serai.bots.searching import choices_of, game_of
from serai.bots.worlds import Branch, Turn, World, shortfalls
from serai.notation import NOTATIONS
from serai.rules import games
from serai.rules.phases import SET_UP, Phase
from serai.rules.records import State, Values, empty_states

USUAL = Budget(milliseconds=1000)
REST_OF_TURN = 0.2
NARROWEST = 2
STEP = 12
CAUTION = 0.9
HORIZON = 20.0
SPREAD = (7.0, 0.35)  # how far off the expected margin is: at the end, and more for each turn to come
ON_WORLDS = 0.5  # of a budget that has room for them
NARROWER = 8  # times as narrow as the beam before them are those of the worlds
MOST_WORLDS = 16
CANDIDATES = 8
FORGOTTEN = 2.0  # what the beam over forgotten cards counts beside a world
LOW = (1 << 64) - 1
_RACES: dict[str, "Race"] = {}


class Clock(NamedTuple):
    """What is left of a budget."""

    begun: float
    applied: int
    budget: Budget
    share: float

    def spent(self, applied: int) -> float:
        """Returns the share of the budget that is gone."""
        if self.budget.milliseconds is not None:
            return (time.perf_counter() - self.begun) * 1000 / (self.budget.milliseconds * self.share)
        return (applied - self.applied) / ((self.budget.nodes or 1) * self.share)

    def allows(self, nodes: int, milliseconds: float) -> bool:
        """Tells whether the budget is at least so large."""
        if self.budget.milliseconds is not None:
            return self.budget.milliseconds * self.share >= milliseconds
        return (self.budget.nodes or 1) * self.share >= nodes


class Weighed(NamedTuple):
    """Plans with different first turns, and how much each falls short of the best, in the weighted mean of worlds."""

    plans: list[Plan]
    short: list[float]


class Race:
    """The search of `master` for one game; the arrays are made once."""

    def __init__(self, game: str) -> None:
        """Makes room for the search."""
        rules = games.GAMES[game]
        self.evaluation, self.prospects = EVALUATIONS[game], PROSPECTS[game]
        self.values, self.field = games.values(game), arrays(rules.STATE, rules.WORDS)
        self.root, self.seen = empty_states(rules.STATE, 1), empty_states(rules.STATE, 1)
        self.row, self.branches = np.zeros(MOST_TRAITS), np.zeros(WIDTH, BRANCH)
        self.depth, self.weighed = 0, Weighed([], [])

    def turns_left(self, state: State) -> float:
        """Estimates how many turns each seat still has, by the traits of all seats."""
        size = len(self.prospects.TRAITS)
        rows = np.zeros((state.seats, size))
        for seat in range(state.seats):
            describe(self.values, state, seat, self.prospects.WORTHS, self.row)
            rows[seat] = self.row[:size]
        seen = np.array([1.0, rows[:, 0].min(), *rows.mean(0)])
        return max(0.0, float(seen @ self.prospects.LEFT))

    def outlook(self, state: State) -> Outlook:
        """Weighs traits by the turns that are left in each coming round."""
        left = np.maximum(self.turns_left(state) - np.arange(LEVELS + 1), 0.0)
        weights = self.prospects.NOW + self.prospects.LATER * left[:, None] / HORIZON
        spread = SPREAD[0] + SPREAD[1] * left
        prospects = self.prospects
        return Outlook(prospects.WORTHS, weights, spread, self.evaluation.DISCOUNT, prospects.DENIAL)

    def plan(self, values: Values, state: State, seat: int, budget: Budget, share: float, seed: int) -> Plan:
        """Plans as if nothing hidden existed, then weighs the best turns in redealt worlds if the budget has room."""
        self.values, self.root[0] = values, state
        hide(self.root[0])
        outlook = self.outlook(self.root[0])
        applied = int(self.field.counters[APPLIED])
        clock = Clock(time.perf_counter(), applied, budget, share)
        self.weighed = Weighed([], [])
        nodes, milliseconds, least = self.prospects.WORLDS
        if clock.allows(nodes, milliseconds) and state.phase == Phase.TURN:
            width, found = self._widen(seat, outlook, clock._replace(share=share * (1 - ON_WORLDS)))
            found = self._weigh(found, state, seat, max(width // NARROWER, least), outlook, clock, seed)
        else:
            found = self._widen(seat, outlook, clock)[1]
        self.depth = found.depth
        return found._replace(applied=int(self.field.counters[APPLIED]) - applied)

    def _widen(self, seat: int, outlook: Outlook, clock: Clock) -> tuple[int, Plan]:
        """Plans with wider beams, each as wide as the budget allows by what the one before took; returns the widest."""
        width, wider, before = 0, NARROWEST, 0.0
        while wider > 1.5 * width:
            width = wider
            found = self._pass(seat, width, outlook)
            spent = clock.spent(int(self.field.counters[APPLIED]))
            cost = (spent - before) / width
            wider = int(min((1.0 - spent) / cost * CAUTION, STEP * width, WIDTH))
            before = spent
        return width, found

    def _weigh(
        self, found: Plan, state: State, seat: int, width: int, outlook: Outlook, clock: Clock, seed: int
    ) -> Plan:
        """Returns the plan whose first turn is best over worlds in which what is hidden was dealt anew."""
        world, plans = self._world(found.depth), self._plans(found.depth)
        if len(plans) < 2:
            return found
        intended, worlds = self.field.plans.copy(), [world]
        before = spent = clock.spent(int(self.field.counters[APPLIED]))
        while len(worlds) <= MOST_WORLDS and 2 * spent - before < 1.0:
            before = spent
            self.root[0] = state
            high = np.uint64((seed ^ seed >> 64) & LOW)
            games.redeal(self.values, self.root[0], seat, high, np.uint64(len(worlds)))
            best = self._pass(seat, width, outlook)
            worlds.append(self._world(best.depth))
            # With no deck no merchants are refreshed (EW-14); a longer turn might hang on a card that is not seen yet.
            if len(best.turns[0]) == 1 and all(plan.turns[0] != best.turns[0] for plan in plans):
                plans.append(best._replace(turns=best.turns[:1]))
            spent = clock.spent(int(self.field.counters[APPLIED]))
        self.field.plans[:] = intended
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
        """Returns what the last beam says of each turn that can be taken now."""
        count = first_turns(self.field, last, self.branches) if last > 0 else 0
        return {
            self._turn(place): Branch(last - int(b.level), float(b.value))
            for place, b in enumerate(self.branches[:count])
            if b.level > 0
        }

    def _plans(self, last: int) -> list[Plan]:
        """Returns plans for the turns that the last beam kept longest, best first."""
        count = int(self.field.number[1]) if last > 0 else 0
        kept = [branch for branch in self.branches[:count] if branch.level > 0]
        kept.sort(key=lambda branch: (-branch.level, -branch.value))
        return [self._told(int(branch.level), int(branch.place)) for branch in kept[:CANDIDATES]]

    def _turn(self, place: int) -> Turn:
        """Returns a turn that can be taken now."""
        node: Any = self.field.nodes[1, place]
        return tuple(int(action) for action in node.path[: node.length])

    def intended(self, values: Values, state: State, seat: int, turn: list[int]) -> dict[bytes, int]:
        """Returns the later decisions of a turn by the positions in which they will be asked."""
        steps = {}
        self.root[0] = state
        hide(self.root[0])
        for action, following in pairwise(turn):
            games.apply(values, self.root[0], action)
            steps[self.known(self.root[0], seat)] = following
        return steps

    def known(self, state: State, seat: int) -> bytes:
        """Names a position as a seat knows it."""
        self.seen[0] = state
        hide(self.seen[0])
        return bytes([seat]) + self.seen.tobytes()

    def told(self, question: Question, plan: Plan) -> Explanation:
        """Writes the plan that was found last in the notation, by playing it through with the plans of the others."""
        self.root[0] = question.state
        state: State = self.root[0]
        hide(state)
        notation, turns, rounds = NOTATIONS[games.rules_of(state).NAME], [], 0
        for turn in plan.turns:
            texts = []
            for action in turn:
                texts.append(str(notation.decision(state, action)))
                games.apply(question.values, state, action)
            turns.append(texts)
            if has_passed(state, question.seat):
                others_follow(question.values, self.field, state, question.seat, rounds)
                rounds += 1
        return Explanation(turns, plan.points)

    def _pass(self, seat: int, width: int, outlook: Outlook) -> Plan:
        """Plans for the others, then for the seat itself."""
        f, start = self.field, self.root[0]
        depth = min(self.prospects.DEPTH, self.evaluation.horizon(start, seat))
        forget_plans(self.values, f, start, outlook)
        if start.phase < SET_UP:
            others = int(start.seats) - 1
            for step in range(1, others + 1):
                other, narrower = (seat + step) % (others + 1), max(width // others, NARROWEST)
                plan_of(self.values, f, start, other, depth, narrower, outlook)
        last = run(self.values, f, start, seat, depth, width, outlook)
        return self._told(last, best_of(f, last))

    def _told(self, last: int, best: int) -> Plan:
        """Returns the plan that leads to a node."""
        turns = np.zeros(LEVELS, TURN)
        intend(self.field, last, best, turns)
        node: Any = self.field.nodes[last, best]
        gained = float(node.points) - float(self.field.nodes[0, 0].points)
        paths = [[int(action) for action in turn.path[: turn.length]] for turn in turns]
        return Plan([path for path in paths if path], float(node.value), gained, 0, last)


def race_for(game: str) -> Race:
    """Returns the race of a game, made at its first use."""
    if game not in _RACES:
        _RACES[game] = Race(game)
    return _RACES[game]


@dataclass(frozen=True)
class Master:
    """Plans against the plans of the others for the margin at the end, and ends a turn as it meant to when it began."""

    name: str = "master"
    budget: Budget = USUAL
    intended: dict[bytes, int] = field(default_factory=dict, compare=False)

    def plan(self, question: Question) -> Plan:
        """Returns the best plan that the budget allows; the first decision of a turn gets most of it."""
        share = 1.0 if question.state.phase == Phase.TURN else REST_OF_TURN
        race, budget = race_for(game_of(question)), question.budget or self.budget
        return race.plan(question.values, question.state, question.seat, budget, share, question.seed)

    def decide(self, question: Question) -> int:
        """Returns the first decision of the best plan, or the next one of the turn that was begun."""
        choices = choices_of(question)
        if len(choices) == 1:
            return choices[0]
        race = race_for(game_of(question))
        meant = self.intended.get(race.known(question.state, question.seat))
        if meant is not None:
            return meant
        turn = self.plan(question).turns[0]
        self.intended.clear()
        self.intended.update(race.intended(question.values, question.state, question.seat, turn))
        return turn[0]

    def explain(self, question: Question) -> Explanation:
        """Says what the best plan is and what it should bring."""
        return race_for(game_of(question)).told(question, self.plan(question))

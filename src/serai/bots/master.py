"""The bot `master`: plans its own turns against the plans of the others, for the final margin."""

import time
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from serai.bots.base import Budget, Explanation, Question
from serai.bots.evaluations import EVALUATIONS
from serai.bots.prospects import MOST_TRAITS, PROSPECTS
from serai.bots.race import (
    APPLIED,
    LEVELS,
    TURN,
    WIDTH,
    Outlook,
    arrays,
    best_of,
    describe,
    forget_plans,
    has_passed,
    hide,
    intend,
    others_follow,
    plan_of,
    run,
)
from serai.bots.search import Plan
from serai.bots.searching import game_of
from serai.notation import NOTATIONS
from serai.rules import games
from serai.rules.phases import SET_UP, Phase
from serai.rules.records import State, empty_states

USUAL = Budget(milliseconds=1000)
REST_OF_TURN = 0.2
NARROWEST = 2
STEP = 12
CAUTION = 0.9
HORIZON = 20.0
SPREAD = (7.0, 0.35)  # how far off the expected margin is: at the end, and more for each turn to come
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


class Race:
    """The search of `master` for one game; the arrays are made once."""

    def __init__(self, game: str) -> None:
        """Makes room for the search."""
        rules = games.GAMES[game]
        self.evaluation, self.prospects = EVALUATIONS[game], PROSPECTS[game]
        self.field = arrays(rules.STATE, rules.WORDS)
        self.root, self.seen = empty_states(rules.STATE, 1), empty_states(rules.STATE, 1)
        self.row = np.zeros(MOST_TRAITS)

    def turns_left(self, state: State) -> float:
        """Estimates how many turns each seat still has, by the traits of all seats."""
        size = len(self.prospects.TRAITS)
        rows = np.zeros((state.seats, size))
        for seat in range(state.seats):
            describe(state, seat, self.row)
            rows[seat] = self.row[:size]
        seen = np.array([1.0, rows[:, 0].min(), *rows.mean(0)])
        return max(0.0, float(seen @ self.prospects.LEFT))

    def outlook(self, state: State) -> Outlook:
        """Weighs traits by the turns that are left in each coming round."""
        left = np.maximum(self.turns_left(state) - np.arange(LEVELS + 1), 0.0)
        weights = self.prospects.NOW + self.prospects.LATER * left[:, None] / HORIZON
        return Outlook(weights, SPREAD[0] + SPREAD[1] * left, self.evaluation.DISCOUNT, self.prospects.DENIAL)

    def plan(self, state: State, seat: int, budget: Budget, share: float) -> Plan:
        """Plans with wider beams, each as wide as the budget allows by what the one before took."""
        self.root[0] = state
        hide(self.root[0])
        outlook = self.outlook(self.root[0])
        applied = int(self.field.counters[APPLIED])
        clock = Clock(time.perf_counter(), applied, budget, share)
        width, wider, before = 0, NARROWEST, 0.0
        while wider > 1.5 * width:
            width = wider
            found = self._pass(seat, width, outlook)
            spent = clock.spent(int(self.field.counters[APPLIED]))
            cost = (spent - before) / width
            wider = int(min((1.0 - spent) / cost * CAUTION, STEP * width, WIDTH))
            before = spent
        return found._replace(applied=int(self.field.counters[APPLIED]) - applied)

    def intended(self, state: State, seat: int, turn: list[int]) -> dict[bytes, int]:
        """Returns the later decisions of a turn by the positions in which they will be asked."""
        steps = {}
        self.root[0] = state
        hide(self.root[0])
        for action, following in pairwise(turn):
            games.apply(self.root[0], action)
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
                games.apply(state, action)
            turns.append(texts)
            if has_passed(state, question.seat):
                others_follow(self.field, state, question.seat, rounds)
                rounds += 1
        return Explanation(turns, plan.points)

    def _pass(self, seat: int, width: int, outlook: Outlook) -> Plan:
        """Plans for the others, then for the seat itself."""
        f, start = self.field, self.root[0]
        depth = min(self.prospects.DEPTH, self.evaluation.horizon(start, seat))
        forget_plans(f, start, outlook)
        if start.phase < SET_UP:
            others = int(start.seats) - 1
            for step in range(1, others + 1):
                plan_of(f, start, (seat + step) % (others + 1), depth, max(width // others, NARROWEST), outlook)
        last = run(f, start, seat, depth, width, outlook)
        return self._told(last, seat)

    def _told(self, last: int, seat: int) -> Plan:
        """Returns the best plan of a beam."""
        turns, best = np.zeros(LEVELS, TURN), best_of(self.field, last)
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
        race = race_for(game_of(question))
        return race.plan(question.state, question.seat, question.budget or self.budget, share)

    def decide(self, question: Question) -> int:
        """Returns the first decision of the best plan, or the next one of the turn that was begun."""
        if len(question.actions) == 1:
            return question.actions[0]
        race = race_for(game_of(question))
        meant = self.intended.get(race.known(question.state, question.seat))
        if meant is not None:
            return meant
        turn = self.plan(question).turns[0]
        self.intended.clear()
        self.intended.update(race.intended(question.state, question.seat, turn))
        return turn[0]

    def explain(self, question: Question) -> Explanation:
        """Says what the best plan is and what it should bring."""
        return race_for(game_of(question)).told(question, self.plan(question))

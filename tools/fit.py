"""Fits the weights of `master`: `python -m tools.fit GAME --minutes 5`.

`planner` plays against itself, with different weights in every game and an occasional random turn. For the start of
each turn, a ridge regression predicts how the margin will still change from the difference between both seats' traits,
plain and multiplied by the remaining turns; another predicts the remaining turns from the traits. Prints the constants.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from serai.bots.beam import BeamSearch
from serai.bots.beam_arrays import describe
from serai.bots.evaluation import EVALUATIONS
from serai.bots.evaluation.cubes import Weights
from serai.bots.traits import TRAITS, worths
from serai.core import spec
from serai.core.bits import nth, total
from serai.core.component_folders import standard
from serai.core.notation.cards import merchant
from serai.core.phases import Phase
from serai.core.records import State, States, empty_states

ROUNDS = 100
MISJUDGED = 0.3
ANY_TURN = 0.03
HORIZON = 20.0
Table = dict[str, np.ndarray[Any, Any]]


def decide(
    search: BeamSearch, game: str, state: State, weights: Weights, nodes: int, chance: np.random.Generator
) -> int:
    """Plans with the given weights, with an occasional random turn."""
    evaluation, seat = EVALUATIONS[game], int(state.seat)
    if state.phase == Phase.TURN and chance.random() < ANY_TURN:
        turns = search.turns(spec.values(game), state, seat, weights)
        return turns[chance.integers(len(turns))].turns[0][0]
    share = nodes if state.phase == Phase.TURN else nodes // 5
    depth = evaluation.horizon(state, seat)
    known = (spec.values(game), state, seat)
    plan = search.plan(*known, weights, depth, evaluation.DISCOUNT, evaluation.ANSWERS, nodes=share)
    return plan.turns[0][0]


def play(search: BeamSearch, game: str, number: int, nodes: int, chance: np.random.Generator) -> list[tuple[Any, ...]]:
    """Plays a duel; returns the start of each turn with its round, the final scores and the rounds of the game."""
    rules, usual = spec.GAMES[game], EVALUATIONS[game].WEIGHTS
    state, mask = empty_states(rules.STATE, 1)[0], np.zeros(rules.WORDS, np.uint64)
    values = spec.values(game)
    spec.setup(values, state, 2, np.uint64(20261117), np.uint64(number))
    weights = [usual * np.exp(chance.normal(0, MISJUDGED, len(usual))) for _ in range(2)]
    begun, rounds = [], 0
    while state.phase != Phase.OVER and rounds < ROUNDS:
        spec.legal(values, state, mask)
        mover = spec.mover(state)
        if state.phase == Phase.TURN:
            begun.append((state.copy(), rounds))
        only = total(mask) == 1
        action = nth(mask, 0) if only else decide(search, game, state, weights[state.seat], nodes, chance)
        spec.apply(values, state, action)
        rounds += int(state.phase == Phase.TURN and spec.mover(state) < mover)
    final = [spec.score(values, state, seat) for seat in range(2)]
    return [(then, final, when, rounds + 1) for then, when in begun] if state.phase == Phase.OVER else []


def collect(game: str, minutes: float, nodes: int) -> Table:
    """Plays for some minutes."""
    rules, chance = spec.GAMES[game], np.random.default_rng(1)
    search, found, number = BeamSearch(rules.STATE, rules.WORDS), [], 0
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        found += play(search, game, number, nodes, chance)
        number += 1
    states, final, when, rounds = zip(*found, strict=True)
    return {"states": np.array(states), "final": np.array(final), "round": np.array(when), "total": np.array(rounds)}


def traits_of(states: States, size: int) -> tuple[Weights, Weights]:
    """Returns the traits and the points of both seats of each state."""
    rows, points = np.zeros((len(states), 2, size)), np.zeros((len(states), 2))
    pieces = standard(spec.rules_of(states[0]).NAME)
    values, cards = pieces.values(), worths(pieces)
    row = np.zeros(24)
    for number, state in enumerate(states):
        for seat in range(2):
            describe(values, state, seat, cards, row)
            rows[number, seat] = row[:size]
            points[number, seat] = spec.score(values, state, seat) - sum(state.players[seat].caravan[1:])
    return rows, points


def cards_of(game: str, states: States) -> Weights:
    """Returns which merchant cards both seats of each state have."""
    players = states["players"][:, :2]
    cards = np.zeros((len(states), 2, 64))
    if game == "east_to_west":
        for place in range(players["route"].shape[2]):
            number, seat = np.nonzero(players["route"][:, :, place] >= 0)
            cards[number, seat, players["route"][number, seat, place]] = 1
        return cards
    owned = players["hand"] | players["played"]
    owned = owned | players["spent"] if game == "sand_to_sea" else owned
    bits: Weights = ((owned[:, :, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)).astype(np.float64)
    return bits


def ridge(rows: Weights, aims: Weights, penalty: Weights) -> Weights:
    """Solves a regression with a penalty for each coefficient."""
    return np.asarray(np.linalg.solve(rows.T @ rows + np.diag(penalty), rows.T @ aims), np.float64)


def fit(game: str, table: Table) -> None:
    """Prints the constants."""
    traits = TRAITS[game]
    states = table["states"].astype(spec.GAMES[game].STATE)
    names = traits.TRAITS
    rows, points = traits_of(states, len(names))
    left = (table["total"] - table["round"]).astype(float)
    worth = names.index("worth of the route" if game == "east_to_west" else "worth of merchant cards")
    rows[:, :, worth] = 0.0
    summed = np.column_stack([np.ones(len(left)), rows[:, :, 0].min(1), rows.mean(1)])
    lefts = ridge(summed, left, np.full(summed.shape[1], 1.0))
    estimate = np.maximum(summed @ lefts, 0.0)
    print(f"# {len(states)} turns begun; turns to come are off by {np.std(left - summed @ lefts):.2f}")
    at, seat = np.arange(len(states)), states["seat"].astype(int)
    here = estimate[:, None] / HORIZON
    differ = rows[at, seat] - rows[at, 1 - seat]
    cards = cards_of(game, states)
    owned = cards[at, seat] - cards[at, 1 - seat]
    change = table["final"] - points
    aim = (change[at, seat] - change[at, 1 - seat]).astype(float)
    parts = np.column_stack([np.ones(len(states)), here, differ, differ * here, owned * here])
    size = len(names)
    penalty = np.array([1.0, 1.0, *[10.0] * (2 * size), *[300.0] * owned.shape[1]])
    fitted = ridge(parts, aim, penalty)
    off = aim - parts @ fitted
    print(f"# explains {1 - off.var() / aim.var():.3f} of what the margin still changes; spread by turns to come:")
    bins = [(low, low + 4) for low in range(0, 40, 4)]
    spreads = [(low, np.std(off[(estimate >= low) & (estimate < high)])) for low, high in bins]
    print("#", ", ".join(f"{low}: {spread:.1f}" for low, spread in spreads if spread == spread))
    print_constants(names, worth, fitted, lefts)


def print_constants(names: tuple[str, ...], worth: int, fitted: Weights, lefts: Weights) -> None:
    """Prints the constants in the form the code uses."""
    size = len(names)
    now, later, cards = fitted[2 : 2 + size].copy(), fitted[2 + size : 2 + 2 * size].copy(), fitted[2 + 2 * size :]
    now[worth], later[worth] = 0.0, 1.0
    texts = [merchant(card) for card in standard("spice_road").merchants]
    known = {text: round(float(value), 2) for text, value in zip(texts, cards, strict=False)}
    print(f"WORTHS = {known}")
    for name, values in (("NOW", now), ("LATER", later), ("LEFT", lefts)):
        print(f"{name} = np.array({[round(float(value), 3) for value in values]})")


def main() -> None:
    """Plays games or reads those played before, and fits."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(EVALUATIONS))
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--nodes", type=int, default=6000)
    parser.add_argument("--played", type=Path, help="a file of turns from an earlier run")
    given = parser.parse_args()
    table = dict(np.load(given.played)) if given.played else collect(given.game, given.minutes, given.nodes)
    fit(given.game, table)


if __name__ == "__main__":
    main()

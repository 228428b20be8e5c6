"""Thousands of games stepped as arrays: actions in; masks, observations, rewards and ends out."""

from pathlib import Path
from typing import Any

import numpy as np

from serai.component_sets import find_components
from serai.core import spec
from serai.core.bits import ONE, WORD, Bitset, nth, total
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.core.notation import NOTATIONS, IllegalAction
from serai.core.notation.errors import brief
from serai.core.observation import layout, where
from serai.core.observation.layouts import Entries, Layout
from serai.core.records import NONE, States, boxed, empty_states
from serai.learning.rewards import Worth, reward_named
from serai.learning.stepping import LANE, TERMS, Actions, advance, begin, choose, refused, unpack
from serai.setup import check_game, check_players, check_rounds, flag, whole

Flags = np.ndarray[Any, np.dtype[np.int8]]
MOST_GAMES = 2**31 - 1


class VectorGames:
    """Many games of one kind, stepped at once; the next step overwrites every array returned."""

    def __init__(
        self,
        game: str,
        players: int,
        count: int,
        *,
        seed: int = 0,
        rounds: int | None = None,
        reward: str = "win",
        every_step: bool = False,
        observe: bool = True,
        components: ComponentSet | Path | str | None = None,
    ) -> None:
        """Deals the games: each is determined by the seed (64 bits) and its running number, restarts included."""
        self.game = check_game(game)
        self.players = check_players(game, players)
        self.count = _positive(count)
        self.actions = WORD * spec.GAMES[game].WORDS
        self.components = find_components(game, components) or standard(game)
        self.layout: Layout = layout(self.components)
        self.values, self.where = self.components.values(), boxed(where(self.components))
        self.states: States = empty_states(spec.GAMES[game].STATE, self.count)
        self.masks: Bitset = np.zeros((self.count, spec.GAMES[game].WORDS), np.uint64)
        self.observations: Entries = np.zeros(
            (self.count if flag(observe, "observe") else 0, self.layout.size), np.uint8
        )
        self.lanes = np.zeros(self.count, LANE)
        self.terms = np.zeros(1, TERMS)
        self.terms["seats"] = self.players
        self.terms["rounds"] = check_rounds(rounds) or 0
        self.terms["reward"] = reward_named(reward)
        self.terms["steps"] = flag(every_step, "every_step")
        self._chosen: Actions = np.zeros(self.count, np.int64)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Deals all games again."""
        if not 0 <= (seed := whole(seed, "the seed")) < 1 << WORD:
            raise ValueError(f"the seed {brief(seed)} is not a number from 0 to 2**64 - 1")
        self.terms["seed"], self.terms["dealt"] = seed, 0
        begin(boxed(self.values), self.where, self.states, self.lanes, self.terms, self.masks, self.observations)
        self._randoms: Bitset = np.random.default_rng(seed).integers(1, 1 << 63, self.count, np.uint64) | ONE

    def step(self, actions: Any) -> None:
        """Takes one decision in every game; an illegal one raises IllegalAction and changes nothing."""
        decided = decided_by(actions, self.count)
        if (game := refused(self.masks, decided)) != NONE:
            raise IllegalAction(self.refusal(game, int(decided[game])))
        advance(
            boxed(self.values),
            self.where,
            self.states,
            self.lanes,
            self.terms,
            decided,
            self.masks,
            self.observations,
        )

    def refusal(self, game: int, action: int) -> str:
        """Says which action of which game is not legal, and what is."""
        mask, state, notation = self.masks[game], self.states[game], NOTATIONS[self.game]
        legal = [int(nth(mask, place)) for place in range(total(mask))]
        texts = ", ".join(f"{number} ({notation.decision(self.components, state, number)})" for number in legal)
        return f"action {action} of game {game} is not legal; legal: {texts}"

    def random_actions(self) -> Actions:
        """Picks a legal action at random in every game."""
        choose(self.masks, self._randoms, self._chosen)
        return self._chosen

    def mask_array(self, out: Entries | None = None) -> Entries:
        """Writes the masks as one entry per action, 1 where it is legal."""
        shape = (self.count, self.actions)
        out = np.zeros(shape, np.uint8) if out is None else out
        if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != np.uint8:
            raise ValueError(f"out must be an array of {self.count} by {self.actions} bytes (uint8)")
        unpack(self.masks, out)
        return out

    @property
    def seats(self) -> Flags:
        """Who decides in each game."""
        return np.ascontiguousarray(self.lanes["seat"])

    @property
    def rewards(self) -> Worth:
        """The rewards of the last step, by game and seat."""
        return np.ascontiguousarray(self.lanes["rewards"][:, : self.players])

    @property
    def dones(self) -> Flags:
        """1 where the last step ended a game; the arrays already describe the next deal."""
        return np.ascontiguousarray(self.lanes["done"])

    @property
    def stopped(self) -> Flags:
        """1 where the limit of rounds ended it (C-10)."""
        return np.ascontiguousarray(self.lanes["stopped"])

    @property
    def scores(self) -> np.ndarray[Any, np.dtype[np.int16]]:
        """The final points by seat, where `dones` is 1."""
        return np.ascontiguousarray(self.lanes["scores"][:, : self.players])


def decided_by(actions: Any, count: int) -> Actions:
    """Returns actions as compiled code takes them."""
    decided = np.ascontiguousarray(actions, np.int64) if _whole_numbers(actions) else None
    if decided is None or decided.shape != (count,):
        raise ValueError(f"actions must be {count} whole numbers, one a game")
    return decided


def _whole_numbers(actions: Any) -> bool:
    """Returns whether a value is an array of integers, or a list that converts to one."""
    return bool(np.issubdtype(np.asarray(actions).dtype, np.integer))


def _positive(count: Any) -> int:
    """Checks a number of games."""
    if not 1 <= whole(count, "the count") <= MOST_GAMES:
        raise ValueError(f"the count is {brief(count)}; there must be at least one game and at most {MOST_GAMES:,}")
    return whole(count, "the count")

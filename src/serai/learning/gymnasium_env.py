"""Gymnasium: one learner against chosen bots."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.envs.registration import registry
from gymnasium.error import ResetNeeded

from serai.bots import Bot, ask, make
from serai.component_sets import find_components
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.core.notation.errors import brief
from serai.core.observation import LAYOUTS
from serai.core.observation.layouts import Floats
from serai.game import Game
from serai.learning.played import (
    RENDER_MODES,
    ROUNDS,
    action_space,
    check_render_mode,
    deal_seed,
    feature_space,
    features,
    legal_mask,
    rendered,
    worths,
)
from serai.learning.rewards import reward_named
from serai.setup import check_game, check_players, check_rounds, flag, whole

FORFEIT = -1.0


class SoloEnv(gymnasium.Env[Floats, Any]):
    """One learner against bots: `action_masks()` returns what is legal; an illegal action forfeits the game."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] = ("random",),
        *,
        seat: int | None = None,
        rounds: int | None = ROUNDS,
        reward: str = "win",
        every_step: bool = False,
        render_mode: str | None = None,
        components: ComponentSet | Path | str | None = None,
    ) -> None:
        """Seats the learner and its opponents; without `seat`, each game draws one at random."""
        self.game_name = check_game(game)
        self.components = find_components(game, components) or standard(game)
        if not isinstance(opponents, list | tuple):
            raise ValueError(f"opponents is {brief(opponents)}, not a list of bots, such as ['random']")
        self.players = check_players(game, len(opponents) + 1)
        self.opponents: list[Bot] = [make(name) for name in opponents]
        if seat is not None and not 0 <= whole(seat, "the seat") < self.players:
            raise ValueError(f"there is no seat {brief(seat)}; seats are 0 to {self.players - 1}")
        self.chosen_seat = None if seat is None else whole(seat, "the seat")
        self.rounds = check_rounds(rounds)
        self.reward, self.every_step = reward_named(reward), flag(every_step, "every_step")
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = feature_space(self.components)
        self.action_space = action_space(game)
        self._game: Game | None = None

    @property
    def game(self) -> Game:
        """The game being played, which `reset` deals."""
        if self._game is None:
            raise ResetNeeded("no game has been dealt yet; call reset first")
        return self._game

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Floats, dict[str, Any]]:
        """Deals a game and plays the others' decisions until it is the learner's turn."""
        super().reset(seed=seed)
        self._game = Game.new(
            self.game_name, self.players, deal_seed(self.np_random), rounds=self.rounds, components=self.components
        )
        drawn_seat = int(self.np_random.integers(self.players))
        self.seat = drawn_seat if self.chosen_seat is None else self.chosen_seat
        self.worth = 0.0
        self._play_others()
        return features(self.game, self.seat), self._info()

    def _play_others(self) -> None:
        """Plays the bots' decisions until it is the learner's turn or the game is over."""
        while not self.game.over and self.game.seat != self.seat:
            bot = self.opponents[(self.game.seat - self.seat) % self.players - 1]
            self.game.play(ask(bot, self.game, int(self.np_random.integers(1 << 62))))

    def _info(self) -> dict[str, Any]:
        """Returns what is legal, and the scores by seat."""
        return {"action_mask": legal_mask(self.game, self.seat), "scores": self.game.scores(), "seat": self.seat}

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Takes the learner's decision, then the others'."""
        number = whole(action, "the action")
        if number not in range(len(legal := self.action_masks())) or not legal[number]:
            return features(self.game, self.seat), FORFEIT, True, False, {**self._info(), "illegal": number}
        self.game.play(number)
        self._play_others()
        over, stopped = self.game.over, self.game.stopped
        return features(self.game, self.seat), self._gain(over), over and not stopped, stopped, self._info()

    def _gain(self, over: bool) -> float:
        """Returns the reward: what the game is worth at its end, or the change since the last step."""
        if not over and not self.every_step:
            return 0.0
        before, self.worth = self.worth, worths(self.game, self.reward)[self.seat]
        return self.worth - before

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Returns which actions are legal, as sb3-contrib expects."""
        return legal_mask(self.game, self.seat).astype(bool)

    def render(self) -> Any:
        """Draws the position."""
        return rendered(self.game, self.render_mode)


def id_of(game: str) -> str:
    """Returns the name of a game in Gymnasium."""
    return f"serai/{game.title().replace('_', '')}-v1"


def register_all() -> None:
    """Registers the games with Gymnasium: `gymnasium.make("serai/SpiceRoad-v1", opponents=["trader"])`."""
    for game in LAYOUTS:
        if id_of(game) not in registry:
            gymnasium.register(id_of(game), "serai.learning.gymnasium_env:SoloEnv", kwargs={"game": game})

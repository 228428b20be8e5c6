"""Gymnasium: one learner against chosen bots."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.envs.registration import registry
from gymnasium.error import ResetNeeded

from serai.bots import Bot, make
from serai.component_sets import find_components
from serai.core.component_folders import built_in_sets, standard
from serai.core.component_set import ComponentSet
from serai.core.notation.errors import brief
from serai.core.observation import LAYOUTS
from serai.game import Game
from serai.learning.environment_game import (
    FEATURES,
    RENDER_MODES,
    ROUNDS,
    Replay,
    action_space,
    check_observation,
    check_render_mode,
    deal_seed,
    rendered,
    seen_space,
    version_of,
)
from serai.learning.episodes import DONE, DRAWN, FORFEIT, ILLEGAL, SCORES, STOPPED
from serai.learning.learner_games import RAISE, LearnerGames
from serai.setup import check_game, check_players, check_rounds, whole

HOME = "serai.learning"


class SoloEnv(gymnasium.Env[Any, Any]):
    """One learner against bots; `action_masks()` returns what is legal."""

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
        illegal: str = "forfeit",
        observation: str = FEATURES,
    ) -> None:
        """Seats the learner and its opponents; without `seat`, each game draws one at random."""
        self.components = find_components(check_game(game), components) or standard(game)
        self.opponents = bots_named(opponents)
        self.players = check_players(game, len(self.opponents) + 1)
        self.chosen_seat = check_seat(seat, self.players)
        self._games = LearnerGames(
            game,
            self.players,
            illegal=illegal,
            logged=True,
            rounds=rounds,
            reward=reward,
            every_step=every_step,
            components=self.components,
        )
        self._replay = Replay(self._games, check_rounds(rounds))
        self.render_mode = check_render_mode(render_mode)
        self._plain = check_observation(observation) == FEATURES
        self.observation_space = seen_space(self.components, observation)
        self.action_space = action_space(game)

    @property
    def game(self) -> Game:
        """The game being played, which `reset` deals; a copy, made when it is asked for."""
        self._check_dealt()
        return self._replay.game()

    def _check_dealt(self) -> None:
        """Checks that `reset` has dealt a game."""
        if not self._replay.dealt:
            raise ResetNeeded("no game has been dealt yet; call reset first")

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deals a game and plays the others' decisions until it is the learner's turn."""
        super().reset(seed=seed)
        dealt = deal_seed(self.np_random)
        drawn_seat = int(self.np_random.integers(self.players))
        self.seat = drawn_seat if self.chosen_seat is None else self.chosen_seat
        self._games.bots, self._games.learner = self.opponents, self.seat
        self._replay.deal(dealt, self.np_random)
        return self._seen(self._games.facts[0].tolist())

    def _seen(self, facts: list[int]) -> tuple[Any, dict[str, Any]]:
        """Returns copies of observation and mask, and the points by seat."""
        mask = self._games.marks[0].copy()
        seen: Any = self._games.features[0].copy()
        if not self._plain:
            seen = {"observation": seen, "action_mask": mask}
        return seen, {"action_mask": mask, "scores": facts[SCORES : SCORES + self.players], "seat": self.seat}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes the learner's decision, then the others'."""
        number, games = whole(action, "the action"), self._games
        self._check_dealt()
        legal = 0 <= number < games.marks.shape[1] and games.marks[0, number] == 1
        if not legal:
            if games.illegal == RAISE:
                self.game.play(number)  # says why it is illegal, and what is legal
            if games.facts[0, DONE]:
                return self._forfeit(number, games.facts[0].tolist())
        facts = games.decide_one(number if legal else -1, self.np_random)
        if facts[ILLEGAL] and games.illegal == "forfeit":
            return self._forfeit(number, facts)
        seen, info = self._seen(facts)
        if not legal:
            info["illegal"] = number
        gained = float(games.tables.lanes["rewards"][0, self.seat])
        stopped = facts[STOPPED] == 1
        return seen, gained, facts[DONE] == 1 and not stopped, stopped, info

    def _forfeit(self, number: int, facts: list[int]) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Returns the end of a game by an illegal action."""
        seen, info = self._seen(facts)
        return seen, FORFEIT, True, False, {**info, "illegal": number}

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Returns which actions are legal, as sb3-contrib expects."""
        self._check_dealt()
        return self._games.marks[0].astype(bool)

    def render(self) -> Any:
        """Draws the position."""
        return rendered(self.game, self.render_mode)


def bots_named(opponents: Any) -> list[Bot]:
    """Makes the bots of a list of names."""
    if not isinstance(opponents, list | tuple):
        raise ValueError(f"opponents is {brief(opponents)}, not a list of bots, such as ['random']")
    return [make(name) for name in opponents]


def check_seat(seat: int | None, players: int) -> int | None:
    """Checks the learner's seat, None to draw it for each game."""
    if seat is not None and not 0 <= whole(seat, "the seat") < players:
        raise ValueError(f"there is no seat {brief(seat)}; seats are 0 to {players - 1}")
    return None if seat is None else whole(seat, "the seat")


def learner_at(seat: int | None) -> int:
    """Returns the seat as compiled code takes it."""
    return DRAWN if seat is None else seat


def id_of(game: str, components: str | None = None) -> str:
    """Returns the name of a game in Gymnasium, with a built-in component set or the standard one."""
    return f"serai/{game.title().replace('_', '')}-v{version_of(game, components)}"


def register_all() -> None:
    """Registers the games with Gymnasium: `gymnasium.make("serai/SpiceRoad-v1", opponents=["trader"])`."""
    for game, name in [(each, name) for each in LAYOUTS for name in built_in_sets(each)]:
        if id_of(game, name) not in registry:
            gymnasium.register(
                id_of(game, name),
                f"{HOME}.gymnasium_env:SoloEnv",
                kwargs={"game": game, "components": name},
                vector_entry_point=f"{HOME}.gymnasium_vector:SoloVectorEnv",
            )

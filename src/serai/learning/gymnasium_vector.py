"""Gymnasium's vector environment: many games of one learner against chosen bots, stepped in compiled code."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from serai.component_sets import find_components
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.learning.environment_game import FEATURES, ROUNDS, action_space, check_observation, seen_space
from serai.learning.episodes import DONE, ILLEGAL, SCORES, SEAT, SEAT_THEN, STOPPED
from serai.learning.gymnasium_env import bots_named, check_seat, learner_at
from serai.learning.learner_games import RAISE, LearnerGames
from serai.learning.vector_env import decided_by
from serai.setup import check_game, check_players, flag

SEEDS = 1 << 64


class SoloVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games, each redealt in the step that ends it; the last observation is in `infos["final_obs"]`."""

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str,
        opponents: Sequence[str] = ("random",),
        *,
        num_envs: int = 1,
        seat: int | None = None,
        rounds: int | None = ROUNDS,
        reward: str = "win",
        every_step: bool = False,
        components: ComponentSet | Path | str | None = None,
        illegal: str = "forfeit",
        observation: str = FEATURES,
        copy: bool = True,
    ) -> None:
        """Seats learner and opponents as `SoloEnv` does; without `copy`, the next step overwrites what is returned."""
        chosen = find_components(check_game(game), components) or standard(game)
        bots = bots_named(opponents)
        self.players = check_players(game, len(bots) + 1)
        self._games = LearnerGames(
            game,
            self.players,
            num_envs,
            learner=learner_at(check_seat(seat, self.players)),
            bots=bots,
            illegal=illegal,
            restarts=True,
            rounds=rounds,
            reward=reward,
            every_step=every_step,
            components=chosen,
        )
        self.num_envs, self._copy = self._games.tables.count, flag(copy, "copy")
        self._plain = check_observation(observation) == FEATURES
        self.single_observation_space = seen_space(chosen, observation)
        self.single_action_space = action_space(game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._dealt = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deals all games: a seed deals the games that `VectorGames` deals by it."""
        super().reset(seed=seed)
        self._games.deal(
            int(self.np_random.integers(SEEDS, dtype=np.uint64)) if seed is None else seed, 0, self.np_random
        )
        self._dealt = True
        return self._seen()

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        """Returns observations, masks and the learner's seats."""
        games = self._games
        seen: Any = games.features.copy() if self._copy else games.features
        mask = games.marks.copy() if self._copy else games.marks
        seats = games.facts[:, SEAT].copy()
        return seen if self._plain else {"observation": seen, "action_mask": mask}, {"action_mask": mask, "seat": seats}

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Takes the learner's decision in every game, then the others'; games that end are redealt."""
        games = self._games
        if not self._dealt:
            from gymnasium.error import ResetNeeded

            raise ResetNeeded("no games have been dealt yet; call reset first")
        decided = decided_by(actions, self.num_envs)
        if games.illegal == RAISE:
            games.refuse(decided)
        games.decide(np.maximum(decided, -1), self.np_random)
        facts = games.facts
        done, stopped = facts[:, DONE] == 1, facts[:, STOPPED] == 1
        rewards = games.tables.lanes["rewards"][np.arange(self.num_envs), facts[:, SEAT_THEN]]
        seen, infos = self._seen()
        if facts[:, ILLEGAL].any():
            self._note(infos, "illegal", decided, facts[:, ILLEGAL] == 1)
        if done.any():
            self._note_ends(infos, done)
        return seen, rewards, done & ~stopped, stopped, infos

    def _note(self, infos: dict[str, Any], name: str, values: Any, where: Any) -> None:
        """Adds an info of some games."""
        infos[name], infos[f"_{name}"] = values, where

    def _note_ends(self, infos: dict[str, Any], done: Any) -> None:
        """Adds the last observations of games that have ended, and who had which points."""
        games = self._games
        finals = np.full(self.num_envs, None, object)
        nothing = np.zeros(games.marks.shape[1], np.int8)
        for game in np.flatnonzero(done):
            final = games.finals[game].copy()
            finals[game] = final if self._plain else {"observation": final, "action_mask": nothing}
        self._note(infos, "final_obs", finals, done)
        scores = games.facts[:, SCORES : SCORES + self.players].copy()
        ended: dict[str, Any] = {}
        self._note(ended, "scores", scores, done)
        self._note(ended, "seat", games.facts[:, SEAT_THEN].copy(), done)
        self._note(infos, "final_info", ended, done)

    def action_masks(self) -> Any:
        """Returns which actions are legal in each game."""
        return self._games.marks.astype(bool)

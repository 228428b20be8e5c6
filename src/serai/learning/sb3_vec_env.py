"""Stable-Baselines3: the vector environment as a `VecEnv`, with masks for sb3-contrib."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from serai.learning.gymnasium_vector import SoloVectorEnv


class SoloVecEnv(VecEnv):
    """Many games of one learner against chosen bots; takes the options of `SoloVectorEnv`."""

    def __init__(self, game: str, opponents: Sequence[str] = ("random",), *, num_envs: int = 1, **options: Any) -> None:
        """Makes the games."""
        self.games = SoloVectorEnv(game, opponents, num_envs=num_envs, **options)
        self.render_mode = None
        self._decided: Any = None
        super().__init__(num_envs, self.games.single_observation_space, self.games.single_action_space)

    def reset(self) -> Any:
        """Deals all games, from the seed if there is one; the next reset deals others."""
        seen, _ = self.games.reset(seed=self._seeds[0])
        self._reset_seeds()
        return seen

    def step_async(self, actions: Any) -> None:
        """Keeps the learner's decisions."""
        self._decided = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Takes the learner's decisions, then the others'."""
        seen, rewards, terminated, truncated, found = self.games.step(self._decided)
        done = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for game in np.flatnonzero(done).tolist():
            infos[game] = {
                "terminal_observation": found["final_obs"][game],
                "TimeLimit.truncated": bool(truncated[game]),
                "scores": found["final_info"]["scores"][game].tolist(),
            }
        return seen, rewards, done, infos

    def close(self) -> None:
        """Closes the games."""
        self.games.close()

    def env_method(self, method_name: str, *arguments: Any, indices: Any = None, **options: Any) -> list[Any]:
        """Calls a method of the vector environment; returns its answer for each game."""
        answers = getattr(self.games, method_name)(*arguments, **options)
        return [answers[game] for game in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Returns an attribute, the same for every game."""
        return [getattr(self.games, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refuses: nothing can be set for one game alone."""
        raise AttributeError(f"{attr_name} cannot be set for a game; make another environment")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Returns that no game is wrapped by itself."""
        return [False for _ in self._get_indices(indices)]

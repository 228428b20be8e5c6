"""Ray RLlib's PPO with masked actions: `python examples/frameworks/rllib_ppo.py 2`, the number of iterations."""

import sys
from typing import Any

import gymnasium
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from serai.learning import SoloEnv

STEPS = 1000


class Renamed(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Calls the observation `observations`, as RLlib's module for masked actions expects, and the mask a box."""

    def __init__(self, env: SoloEnv) -> None:
        """Renames the space."""
        super().__init__(env)
        spaces = env.observation_space
        mask = gymnasium.spaces.Box(0.0, 1.0, (env.action_space.n,))
        self.observation_space = gymnasium.spaces.Dict({"action_mask": mask, "observations": spaces["observation"]})

    def observation(self, observation: Any) -> Any:
        """Renames an observation."""
        mask = observation["action_mask"].astype("float32")
        return {"action_mask": mask, "observations": observation["observation"]}


def table(_: Any) -> Renamed:
    """Makes the environment; the mask is in the observation."""
    return Renamed(SoloEnv("spice_road", ["random"], reward="margin", every_step=True, observation="dict"))


def main(iterations: int) -> None:
    """Trains, and prints the points gained on the opponent per game."""
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    register_env("serai", table)
    config = (
        PPOConfig()
        .environment("serai")
        .env_runners(num_env_runners=0)
        .training(train_batch_size_per_learner=STEPS, minibatch_size=250, num_epochs=2)
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
    )
    algorithm = config.build_algo()
    for _ in range(iterations):
        found = algorithm.train()["env_runners"]
        print(f"reward {found['episode_return_mean']:.3f}", flush=True)
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main(int(sys.argv[1]))

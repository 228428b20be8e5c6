"""Tianshou's DQN with masked actions: `python examples/frameworks/tianshou_dqn.py 3`, the number of epochs."""

import sys
from typing import Any

import gymnasium
import torch
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from torch import nn

from serai.learning import SoloEnv

GAMES, STEPS, WIDTH = 4, 1000, 64


class Renamed(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Calls the observation `obs` and the mask `mask`, as Tianshou expects."""

    def observation(self, observation: Any) -> Any:
        """Renames an observation."""
        return {"obs": observation["observation"], "mask": observation["action_mask"].astype(bool)}


class Net(nn.Module):
    """Two layers over the observation; Tianshou applies the mask."""

    def __init__(self, seen: int, actions: int) -> None:
        """Makes the layers."""
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(seen, WIDTH), nn.ReLU(), nn.Linear(WIDTH, actions))

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> tuple[Any, Any]:
        """Returns the value of every action."""
        return self.layers(torch.as_tensor(obs)), state


def table() -> Renamed:
    """Makes the environment; the mask is in the observation."""
    return Renamed(SoloEnv("spice_road", ["random"], reward="margin", every_step=True, observation="dict"))


def main(epochs: int) -> None:
    """Trains, and prints the points gained on the opponent per game."""
    torch.manual_seed(1)
    games = DummyVectorEnv([table] * GAMES)
    games.seed(1)
    env = table()
    policy = DiscreteQLearningPolicy(
        model=Net(env.observation_space["observation"].shape[0], env.action_space.n),
        action_space=env.action_space,
        observation_space=env.observation_space,
        eps_training=0.2,
    )
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=0.995, target_update_freq=200)
    training = Collector[Any](algorithm, games, VectorReplayBuffer(20_000, GAMES), exploration_noise=True)
    training.reset()
    testing = Collector[Any](algorithm, DummyVectorEnv([table]))
    testing.reset()
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=training,
            test_collector=testing,
            test_step_num_episodes=4,
            max_epochs=epochs,
            epoch_num_steps=STEPS,
            collection_step_num_env_steps=100,
            update_step_num_gradient_steps_per_sample=0.1,
            verbose=False,
            show_progress=False,
        )
    )
    found = testing.collect(n_episode=10)
    print(f"reward {found.returns.mean():.3f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))

"""Trains sb3-contrib's MaskablePPO against `random` and plays 100 games: `python examples/train_ppo.py`."""

import sys
import time

import torch
from sb3_contrib import MaskablePPO

from serai.learning import SoloEnv
from serai.learning.sb3_vec_env import SoloVecEnv

STEPS = 30_000


def train(steps: int) -> MaskablePPO:
    """Learns for a number of decisions, always the same way; each is rewarded with the points it gains on the other."""
    torch.set_num_threads(1)
    games = SoloVecEnv("spice_road", ["random"], num_envs=4, rounds=60, reward="margin", every_step=True)
    model = MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=512,
        batch_size=256,
        n_epochs=4,
        gamma=0.995,
        learning_rate=1e-3,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [64, 64]},
        seed=1,
        device="cpu",
    )
    return model.learn(steps)


def wins(model: MaskablePPO, games: int) -> int:
    """Counts the games that the model wins against `random`."""
    env, won = SoloEnv("spice_road", ["random"], rounds=60), 0
    for seed in range(games):
        seen, _ = env.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, reward, ended, stopped, _ = env.step(action)
            over = ended or stopped
        won += int(reward)
    return won


if __name__ == "__main__":
    begun, steps = time.perf_counter(), int(sys.argv[1]) if len(sys.argv) > 1 else STEPS
    trained = train(steps)
    print(f"trained on {steps} decisions in {time.perf_counter() - begun:.0f} s")
    print(f"won {wins(trained, 100)} of 100 games against random")

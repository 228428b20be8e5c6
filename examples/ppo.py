"""PPO in one file, over the vector environment: `python examples/ppo.py spice_road --decisions 1000000`.

The learner plays games of two players against `random` and is rewarded with the points that each decision gains on it.
The policy sees the observation and the mask, nothing else.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn.functional import log_softmax

from serai.learning import SoloVectorEnv

GAMES, STEPS = 64, 64  # a batch: that many games, that many decisions in each
EPOCHS, PARTS = 4, 4
DISCOUNT, TRACE = 0.995, 0.95  # gamma, lambda
CLIP, ENTROPY, VALUE, MOST_NORM = 0.2, 0.01, 0.5, 0.5
RATE = 1e-3
POINTS = 10.0  # points are divided by this
ROUNDS = 100
COMPONENTS = "1"  # those of serai-bench-v1


class Policy(nn.Module):
    """Two layers; the logarithm of each legal action's probability, and what the position is worth."""

    def __init__(self, seen: int, actions: int, width: int = 128) -> None:
        """Makes the layers, small at the end so that every action is as likely at first."""
        super().__init__()
        self.body = nn.Sequential(nn.Linear(seen, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.action, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.normal_(self.action.weight, std=0.01)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns log-probabilities, hugely negative where an action is illegal, and values."""
        inner = self.body(seen)
        return log_softmax(self.action(inner).masked_fill(~mask, -1e9), 1), self.value(inner).squeeze(1)

    def best(self, seen: Any, mask: Any) -> Any:
        """Returns the most likely action of each game, as arrays."""
        with torch.no_grad():
            return self(torch.from_numpy(seen), torch.from_numpy(mask).bool())[0].argmax(1).numpy()


class Batch:
    """What happened in every game, decision by decision."""

    def __init__(self, seen: int, actions: int) -> None:
        """Allocates the arrays."""
        self.seen, self.masks = torch.zeros(STEPS, GAMES, seen), torch.zeros(STEPS, GAMES, actions, dtype=torch.bool)
        self.actions = torch.zeros(STEPS, GAMES, dtype=torch.long)
        self.logs, self.values = torch.zeros(STEPS, GAMES), torch.zeros(STEPS + 1, GAMES)
        self.rewards, self.goes_on = torch.zeros(STEPS, GAMES), torch.zeros(STEPS, GAMES)

    def gains(self) -> torch.Tensor:
        """Returns how much better each decision turned out than expected (generalized advantage estimation)."""
        gains, later = torch.zeros(STEPS, GAMES), torch.zeros(GAMES)
        for step in reversed(range(STEPS)):
            expected = self.rewards[step] + DISCOUNT * self.goes_on[step] * self.values[step + 1]
            later = expected - self.values[step] + DISCOUNT * TRACE * self.goes_on[step] * later
            gains[step] = later
        return gains


def play(games: SoloVectorEnv, policy: Policy, batch: Batch, seen: Any, infos: dict[str, Any]) -> tuple[Any, Any]:
    """Fills a batch; returns what is seen after it."""
    for step in range(STEPS):
        batch.seen[step], batch.masks[step] = torch.from_dlpack(seen), torch.from_dlpack(infos["action_mask"])
        with torch.no_grad():
            logs, batch.values[step] = policy(batch.seen[step], batch.masks[step])
        chosen = torch.multinomial(logs.exp(), 1)
        batch.actions[step], batch.logs[step] = chosen[:, 0], logs.gather(1, chosen)[:, 0]
        seen, rewards, terminated, truncated, infos = games.step(chosen[:, 0].numpy())
        batch.rewards[step] = torch.from_numpy(rewards) / POINTS
        batch.goes_on[step] = 1 - torch.from_numpy(terminated | truncated).float()
        if truncated.any():  # a game that was stopped is worth what was still expected of it
            stopped = np.flatnonzero(truncated)
            last = torch.from_numpy(np.stack(list(infos["final_obs"][stopped])))
            with torch.no_grad():
                _, worth = policy(last, torch.ones(len(stopped), batch.masks.shape[2], dtype=torch.bool))
            batch.rewards[step, stopped] += DISCOUNT * worth
    with torch.no_grad():
        _, batch.values[STEPS] = policy(torch.from_numpy(seen), torch.from_numpy(infos["action_mask"]).bool())
    return seen, infos


def learn(policy: Policy, optimizer: torch.optim.Optimizer, batch: Batch) -> None:
    """Improves the policy by what happened, within the clip."""
    gains = batch.gains()
    returns = (gains + batch.values[:STEPS]).flatten()
    gains = gains.flatten()
    seen, masks = batch.seen.flatten(0, 1), batch.masks.flatten(0, 1)
    actions, before = batch.actions.flatten(), batch.logs.flatten()
    for _ in range(EPOCHS):
        for part in torch.randperm(len(gains)).chunk(PARTS):
            logs, values = policy(seen[part], masks[part])
            ratio = (logs.gather(1, actions[part, None])[:, 0] - before[part]).exp()
            gain = (gains[part] - gains[part].mean()) / (gains[part].std() + 1e-8)
            surrogate = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            entropy = -(logs.exp() * logs.masked_fill(~masks[part], 0)).sum(1).mean()
            loss = VALUE * (values - returns[part]).square().mean() - surrogate - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), MOST_NORM)
            optimizer.step()


def train(game: str, decisions: int, seed: int = 1, told: Callable[[int, Policy], None] | None = None) -> Policy:
    """Trains for a number of the learner's decisions, in whole batches; the same seed trains the same."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    games = SoloVectorEnv(
        game, ["random"], num_envs=GAMES, rounds=ROUNDS, reward="margin", every_step=True, components=COMPONENTS
    )
    seen, infos = games.reset(seed=seed)
    batch = Batch(seen.shape[1], infos["action_mask"].shape[1])
    policy = Policy(seen.shape[1], infos["action_mask"].shape[1])
    optimizer = torch.optim.Adam(policy.parameters(), RATE, eps=1e-5)
    batches = max(1, decisions // (GAMES * STEPS))
    for number in range(batches):
        optimizer.param_groups[0]["lr"] = RATE * (1 - number / batches)
        seen, infos = play(games, policy, batch, seen, infos)
        learn(policy, optimizer, batch)
        if told is not None:
            told((number + 1) * GAMES * STEPS, policy)
    return policy


def wins(game: str, policy: Policy, games: int, opponent: str = "random") -> float:
    """Returns the share of games that the policy wins."""
    table = SoloVectorEnv(game, [opponent], num_envs=games, rounds=ROUNDS, components=COMPONENTS)
    seen, infos = table.reset(seed=2)
    over, won = np.zeros(games, bool), 0.0
    while not over.all():
        seen, rewards, terminated, truncated, infos = table.step(policy.best(seen, infos["action_mask"]))
        won += float(rewards[~over].sum())  # the next games, dealt at once, do not count
        over |= terminated | truncated
    return won / games


def main() -> None:
    """Trains, plays 200 games against `random` and stores the policy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path)
    asked = parser.parse_args()
    begun = time.process_time()
    policy = train(asked.game, asked.decisions, asked.seed)
    print(f"trained on {asked.decisions:,} decisions in {time.process_time() - begun:.0f} s of processor time")
    print(f"won {wins(asked.game, policy, 200):.0%} of 200 games against random")
    if asked.save:
        torch.save(policy.state_dict(), asked.save)


if __name__ == "__main__":
    main()

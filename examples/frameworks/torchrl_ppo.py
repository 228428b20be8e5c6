"""TorchRL's PPO with masked actions: `python examples/frameworks/torchrl_ppo.py 20`, the number of updates."""

import sys

import torch
from tensordict.nn import ProbabilisticTensorDictSequential, TensorDictModule
from torch import nn
from torchrl.envs import GymWrapper
from torchrl.envs.transforms import ActionMask, Compose, DTypeCastTransform, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from serai.learning import SoloEnv

STEPS, EPOCHS, WIDTH = 512, 4, 64


def table() -> TransformedEnv:
    """Makes the environment; the mask is in the observation, where ActionMask looks for it."""
    games = SoloEnv("spice_road", ["random"], reward="margin", every_step=True, observation="dict")
    boolean = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(GymWrapper(games, categorical_action_encoding=True), Compose(boolean, ActionMask()))


def main(updates: int) -> None:
    """Trains, and prints the points gained on the opponent per decision."""
    torch.manual_seed(1)
    env = table()
    env.set_seed(1)
    seen, actions = env.observation_spec["observation"].shape[-1], env.action_spec.n
    layers = nn.Sequential(nn.Linear(seen, WIDTH), nn.Tanh(), nn.Linear(WIDTH, actions))
    actor: ProbabilisticTensorDictSequential = ProbabilisticActor(
        TensorDictModule(layers, ["observation"], ["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(nn.Sequential(nn.Linear(seen, WIDTH), nn.Tanh(), nn.Linear(WIDTH, 1)))
    loss, advantage = ClipPPOLoss(actor, critic), GAE(gamma=0.995, lmbda=0.95, value_network=critic)
    optimizer = torch.optim.Adam(loss.parameters(), 1e-3)
    for _ in range(updates):
        with torch.no_grad():
            played = env.rollout(STEPS, actor, break_when_any_done=False)
        print(f"reward {played['next', 'reward'].mean():.3f}", flush=True)
        for _ in range(EPOCHS):
            advantage(played)
            found = loss(played)
            optimizer.zero_grad()
            (found["loss_objective"] + found["loss_entropy"] + found["loss_critic"]).backward()
            optimizer.step()


if __name__ == "__main__":
    main(int(sys.argv[1]))

"""One improvement of the network by what it has played (PPO)."""

from typing import Any

import torch
from torch import Tensor

from serai.learning.train.model import Model
from serai.learning.train.playing import Experience
from serai.learning.train.settings import Settings
from serai.learning.train.tables import unpacked

VALUE, POINTS = 0.5, 0.1


def losses(model: Model, played: Experience, clip: float, variety: Tensor) -> tuple[Tensor, Tensor]:
    """Returns what is to be made small, and figures: policy, chances, points, entropy, change, share cut off."""
    policy, told, worth = model(played.observations)
    policy, told, worth = policy.float(), told.float(), worth.float()
    legal = unpacked(played.masks)
    policy = policy.masked_fill(~legal, -1e9)
    likely = torch.log_softmax(policy, 1)
    entropy = -(likely.exp() * likely.masked_fill(~legal, 0.0)).sum(1)
    now = likely.gather(1, played.actions[:, None])[:, 0]
    weight = played.own.float() / played.own.float().sum().clamp(min=1.0)
    ratio = torch.exp((now - played.likely).clamp(-10.0, 10.0))
    gain = torch.minimum(ratio * played.advantages, ratio.clamp(1 - clip, 1 + clip) * played.advantages)
    there = torch.arange(told.shape[1], device=told.device) < played.players[:, None]
    target = played.chances.clamp(0.0, 1.0) * there
    target = target / target.sum(1, keepdim=True).clamp(min=1e-6)
    surprise = -(target * torch.log_softmax(told.masked_fill(~there, -1e9), 1) * there).sum(1).mean()
    missed = (torch.nn.functional.smooth_l1_loss(worth, played.points, reduction="none") * there).sum(1).mean()
    policy_loss = -(gain * weight).sum()
    spread = (entropy * weight).sum()
    loss = policy_loss + VALUE * surprise + POINTS * missed - variety * spread
    changed = (((ratio - 1) - (now - played.likely)) * weight).sum()
    cut = (((ratio - 1).abs() > clip) * weight).sum()
    return loss, torch.stack([policy_loss, surprise, missed, spread, changed, cut]).detach()


class Improver:
    """Keeps the optimiser, and changes the network a little with each batch."""

    def __init__(self, model: Model, settings: Settings, fused: bool) -> None:
        """Begins without momentum; `fused` lets torch compile the losses into few kernels."""
        self.model, self.settings = model, settings
        on_gpu = next(model.parameters()).is_cuda
        self.optimiser = torch.optim.AdamW(
            model.parameters(), lr=settings.rate[0], weight_decay=0.01, eps=1e-5, fused=on_gpu
        )
        self.losses: Any = torch.compile(losses) if fused else losses

    @property
    def rate(self) -> float:
        """How fast it learns."""
        return float(self.optimiser.param_groups[0]["lr"])

    @rate.setter
    def rate(self, rate: float) -> None:
        for group in self.optimiser.param_groups:
            group["lr"] = rate

    def improve(self, played: Experience, share: float, generator: torch.Generator) -> Tensor:
        """Goes through all that was played, in an order by chance; returns the mean figures."""
        settings = self.settings
        self.rate = settings.learning_rate(share)
        advantages = played.advantages
        kept = advantages[played.own]
        advantages = (advantages - kept.mean()) / (kept.std() + 1e-6)
        played = played._replace(advantages=advantages.clamp(-6.0, 6.0))
        variety = torch.tensor(settings.entropy_weight(share), device=advantages.device)
        figures: list[Tensor] = []
        for _ in range(settings.epochs):
            order = torch.randperm(len(advantages), generator=generator, device=advantages.device)
            for rows in order.split(settings.batch):
                if len(rows) == settings.batch or len(order) < settings.batch:
                    figures.append(self._batch(Experience(*(part[rows] for part in played)), variety))
        return torch.stack(figures).mean(0)

    def _batch(self, played: Experience, variety: Tensor) -> Tensor:
        """Learns from one batch."""
        device = played.actions.device.type
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            loss, figures = self.losses(self.model, played, self.settings.clip, variety)
        self.descend(loss)
        return figures

    def descend(self, loss: Tensor) -> None:
        """Changes the network a little, so that the loss is smaller."""
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()

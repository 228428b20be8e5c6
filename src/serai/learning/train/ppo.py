"""One improvement of the network by proximal policy optimisation (PPO)."""

from typing import Any, NamedTuple

import torch
from torch import Tensor

from serai.learning.train.batch_env import unpacked
from serai.learning.train.gumbel import Searched
from serai.learning.train.model import Model
from serai.learning.train.replaying import Replayed
from serai.learning.train.rollout import Experience
from serai.learning.train.settings import Settings

VALUE, POINTS = 0.5, 0.1
FIGURES = 7


class Scale(NamedTuple):
    """Numbers that change between improvements, as tensors that stay where they are."""

    mean: Tensor  # of the advantages of own decisions
    spread: Tensor
    variety: Tensor  # what entropy is worth


class Lessons(NamedTuple):
    """Searched positions, which of them a batch learns from, and what that is worth."""

    searched: Searched
    rows: Tensor
    weight: float


def losses(
    model: Model, everything: Experience, rows: Tensor, clip: float, scale: Scale, lessons: Lessons | None
) -> tuple[Tensor, Tensor]:
    """Returns the loss, and the figures that `training.FIGURES` names."""
    played = Experience(*(part[rows] for part in everything))
    advantages = ((played.advantages - scale.mean) / scale.spread).clamp(-6.0, 6.0)
    answers = model(_seen(played.observations, lessons))
    policy, told, worth = (answer[: len(rows)].float() for answer in answers)
    legal = unpacked(played.masks)
    policy = policy.masked_fill(~legal, -1e9)
    likely = torch.log_softmax(policy, 1)
    entropy = -(likely.exp() * likely.masked_fill(~legal, 0.0)).sum(1)
    now = likely.gather(1, played.actions[:, None])[:, 0]
    weight = played.own.float() / played.own.float().sum().clamp(min=1.0)
    ratio = torch.exp((now - played.likely).clamp(-10.0, 10.0))
    gain = torch.minimum(ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages)
    there = torch.arange(told.shape[1], device=told.device) < played.players[:, None]
    target = played.chances.clamp(0.0, 1.0) * there
    target = target / target.sum(1, keepdim=True).clamp(min=1e-6)
    surprise = -(target * torch.log_softmax(told.masked_fill(~there, -1e9), 1) * there).sum(1).mean()
    missed = (torch.nn.functional.smooth_l1_loss(worth, played.points, reduction="none") * there).sum(1).mean()
    policy_loss = -(gain * weight).sum()
    spread = (entropy * weight).sum()
    loss = policy_loss + VALUE * surprise + POINTS * missed - scale.variety * spread
    away = torch.zeros_like(loss)
    if lessons is not None:
        away = divergence(answers[0][len(rows) :].float(), lessons)
        loss = loss + lessons.weight * away
    changed = (((ratio - 1) - (now - played.likely)) * weight).sum()
    cut = (((ratio - 1).abs() > clip) * weight).sum()
    return loss, torch.stack([policy_loss, surprise, missed, spread, changed, cut, away]).detach()


def _seen(observations: Tensor, lessons: Lessons | None) -> Tensor:
    """Returns the network's inputs, searched positions last."""
    return observations if lessons is None else torch.cat([observations, lessons.searched.observations[lessons.rows]])


def divergence(policy: Tensor, lessons: Lessons) -> Tensor:
    """Returns how far a policy is from the improved ones (Kullback-Leibler)."""
    legal, targets = unpacked(lessons.searched.masks[lessons.rows]), lessons.searched.targets[lessons.rows]
    likely = torch.log_softmax(policy.masked_fill(~legal, -1e9), 1)
    return (targets * (targets.clamp(min=1e-9).log() - likely)).sum(1).mean()


class Improver:
    """Holds the optimiser and takes a step with each batch."""

    def __init__(self, model: Model, settings: Settings, fused: bool) -> None:
        """Begins without momentum; `fused` lets torch compile the losses into few kernels."""
        self.model, self.settings = model, settings
        device = next(model.parameters()).device
        self.on_gpu = device.type == "cuda"
        rate = torch.tensor(settings.rate[0], device=device) if self.on_gpu else settings.rate[0]
        self.optimiser = torch.optim.AdamW(
            model.parameters(), lr=rate, weight_decay=0.01, eps=1e-5, fused=self.on_gpu, capturable=self.on_gpu
        )
        self.losses: Any = torch.compile(losses, dynamic=False) if fused else losses
        self.scale = Scale(*(torch.zeros((), device=device) for _ in Scale._fields))
        self.figures = torch.zeros(FIGURES, device=device)
        self._played: Experience | None = None
        self._lessons: Lessons | None = None

    @property
    def rate(self) -> float:
        """The learning rate."""
        return float(self.optimiser.param_groups[0]["lr"])

    @rate.setter
    def rate(self, rate: float) -> None:
        for group in self.optimiser.param_groups:
            if self.on_gpu:
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate

    def improve(
        self, played: Experience, share: float, generator: torch.Generator, searched: Searched | None = None
    ) -> Tensor:
        """Learns from all decisions in random order; returns the mean figures.

        A GPU learns from tensors that stay where they are; others than the last time are read anew.
        """
        if played is not self._played:
            self._begin(played, searched)
        self.rate = self.settings.learning_rate(share)
        self._measure(played, share)
        self.figures.zero_()
        batches = 0
        for _ in range(self.settings.epochs):
            order = torch.randperm(len(played.own), generator=generator, device=played.own.device)
            for rows in order.split(len(self._rows)):
                if len(rows) == len(self._rows):
                    self._rows.copy_(rows)
                    self._choose_lessons(generator)
                    self._batch()
                    batches += 1
        return self.figures / batches

    def _begin(self, played: Experience, searched: Searched | None) -> None:
        """Makes ready to learn from these tensors."""
        size = min(self.settings.batch, len(played.own))
        self._played, self._rows = played, torch.zeros(size, dtype=torch.int64, device=played.own.device)
        self._batch = Replayed(self._learn, self.on_gpu)
        if searched is not None:
            count = max(1, len(searched.masks) * size // len(played.own))
            rows = torch.zeros(count, dtype=torch.int64, device=played.own.device)
            self._lessons = Lessons(searched, rows, self.settings.lessons)

    def _choose_lessons(self, generator: torch.Generator) -> None:
        """Draws the searched positions of a batch."""
        if self._lessons is not None:
            self._lessons.rows.random_(0, len(self._lessons.searched.masks), generator=generator)

    def _measure(self, played: Experience, share: float) -> None:
        """Sets the mean and spread of the advantages and the current entropy bonus."""
        own = played.own.float()
        count = own.sum()
        mean = (played.advantages * own).sum() / count.clamp(min=1.0)
        squares = ((played.advantages - mean).square() * own).sum()
        self.scale.mean.copy_(mean)
        self.scale.spread.copy_((squares / (count - 1).clamp(min=1.0)).sqrt() + 1e-6)
        self.scale.variety.fill_(self.settings.entropy_weight(share))

    def _learn(self) -> None:
        """Learns from one batch."""
        device = self._rows.device.type
        with torch.autocast(device, torch.bfloat16, enabled=self.on_gpu, cache_enabled=False):
            loss, figures = self.losses(
                self.model, self._played, self._rows, self.settings.clip, self.scale, self._lessons
            )
        self.descend(loss)
        self.figures += figures

    def descend(self, loss: Tensor) -> None:
        """Takes a gradient step."""
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimiser.step()

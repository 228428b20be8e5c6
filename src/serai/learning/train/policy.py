"""Copies of the network that decide, and sampling from their policies."""

from typing import Any

import torch
from torch import Tensor

from serai.learning.train.batch_env import unpacked
from serai.learning.train.model import Answers, Model, Plain


class Actor:
    """A plain copy of the network for playing: it does not learn, and on a GPU it is of half precision."""

    def __init__(self, model: Model, fused: bool) -> None:
        """Copies the network once; `fused` lets torch compile it into few kernels."""
        device = model.first.weight.device
        copy = Plain(model.pieces, model.width, len(model.blocks)).to(device).eval().requires_grad_(False)
        self.model = copy.bfloat16() if device.type == "cuda" else copy
        self._call: Any = torch.compile(self.model, dynamic=False) if fused else self.model
        self.take(model.plain())

    def take(self, weights: dict[str, Tensor]) -> None:
        """Loads plain weights."""
        own = dict(self.model.named_parameters())
        with torch.no_grad():
            torch._foreach_copy_(list(own.values()), [weights[name] for name in own])

    def __call__(self, seen: Tensor) -> Answers:
        """Returns the three answers."""
        answers: Answers = self._call(seen)
        return answers


def drawn(policy: Tensor, masks: Tensor, noise: Tensor) -> tuple[Tensor, Tensor]:
    """Samples an action from each row of a policy; returns it and its log probability."""
    likely = torch.log_softmax(policy.float().masked_fill(~unpacked(masks), -torch.inf), 1)
    actions = (likely.exp() / noise).argmax(1)
    return actions, likely.gather(1, actions[:, None])[:, 0]

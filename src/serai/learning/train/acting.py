"""Deciding: copies of the network that play, and how an action is drawn from what they say."""

from copy import deepcopy
from typing import Any

import torch
from torch import Tensor

from serai.learning.train.model import Model
from serai.learning.train.tables import unpacked


class Actor:
    """A copy of the network for playing: it does not learn, and on a GPU it is of half precision."""

    def __init__(self, model: Model, fused: bool) -> None:
        """Copies the network once; `fused` lets torch compile it into few kernels."""
        copy = deepcopy(model).eval().requires_grad_(False)
        self.model = copy.bfloat16() if next(model.parameters()).is_cuda else copy
        self._call: Any = torch.compile(self.model, dynamic=False) if fused else self.model

    def follow(self, model: Model) -> None:
        """Takes over the weights as they are now."""
        with torch.no_grad():
            torch._foreach_copy_(list(self.model.parameters()), list(model.parameters()))

    def __call__(self, seen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Returns the three answers."""
        answers: tuple[Tensor, Tensor, Tensor] = self._call(seen)
        return answers


def drawn(policy: Tensor, masks: Tensor, noise: Tensor) -> tuple[Tensor, Tensor]:
    """Draws an action from each row of a policy; returns it and the logarithm of how likely it was."""
    likely = torch.log_softmax(policy.float().masked_fill(~unpacked(masks), -torch.inf), 1)
    actions = (likely.exp() / noise).argmax(1)
    return actions, likely.gather(1, actions[:, None])[:, 0]

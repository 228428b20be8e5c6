"""Barred decisions: some seats may not take decisions of some kind, so that a network learns to do without them.

The same network then plays with and without what is barred, which shows what that is worth; and seats that may not take
the usual way explore the others.
"""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from serai.core import spec
from serai.core.bits import WORD
from serai.core.component_set import ComponentSet
from serai.core.notation.patterns import matching


class Barred:
    """Which seats are barred from what, drawn once per training."""

    def __init__(
        self, pieces: ComponentSet, kinds: Sequence[str], share: float, shape: tuple[int, int], seed: int, device: str
    ) -> None:
        """Draws the barred seats, a share of all; each kind is a string of patterns of decisions."""
        chance = np.random.default_rng(seed)
        kind = chance.integers(1, len(kinds) + 1, shape) * (chance.random(shape) < share)
        self.kind = torch.from_numpy(kind).to(device)
        words = np.zeros((len(kinds) + 1, spec.GAMES[pieces.game].WORDS), np.uint64)
        for number, patterns in enumerate(kinds, 1):
            for action in matching(pieces, patterns):
                words[number, action // WORD] |= np.uint64(1) << np.uint64(action % WORD)
        self.allowed = torch.from_numpy((~words).view(np.int64)).to(device)

    def apply(self, masks: Tensor, seats: Tensor) -> None:
        """Removes from each mask what its deciding seat is barred from, unless nothing else is legal."""
        kept = masks & self.allowed[self.kind.gather(1, seats.long()[:, None])[:, 0]]
        masks.copy_(torch.where((kept != 0).any(1, keepdim=True), kept, masks))

"""The network as torch trains it: what it is made of is told in `networks/layers.py`, where it is run without torch."""

import numpy as np
import torch
from torch import Tensor, nn

from serai.learning.train.kinship import kin
from serai.learning.train.tables import row_size
from serai.networks.sights import scales, size
from serai.networks.weights import Weights
from serai.observations import LAYOUTS
from serai.rules import games
from serai.rules.bits import WORD


class Block(nn.Module):
    """Adds to its input what two layers make of it."""

    def __init__(self, width: int) -> None:
        """Begins as nothing added."""
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.one = nn.Linear(width, width)
        self.two = nn.Linear(width, width)
        nn.init.zeros_(self.two.weight)

    def forward(self, x: Tensor) -> Tensor:
        """Returns the input and what is added."""
        added: Tensor = self.two(torch.relu(self.one(torch.relu(self.norm(x)))))
        return x + added


class Model(nn.Module):
    """Sees an observation; says how good each action is, how likely each seat wins, and how many points it will have.

    Seats are counted from the one that looks on; those that nobody takes are left out by whoever asks. What actions
    have in common is learned once for all of them, and added to the layer of each when the weights are written.
    """

    def __init__(self, game: str, width: int = 512, blocks: int = 3) -> None:
        """Makes a network that knows nothing."""
        super().__init__()
        layout = LAYOUTS[game]
        self.game, self.width = game, width
        self.seen = size(game)
        inverse = np.zeros(row_size(game), np.float32)
        inverse[: self.seen] = 1.0 / scales(game)
        self.register_buffer("inverse", torch.from_numpy(inverse), persistent=False)
        self.first = nn.Linear(len(inverse), width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)
        self.policy = nn.Linear(width, WORD * games.GAMES[game].WORDS)
        self.register_buffer("kin", torch.from_numpy(kin(game)), persistent=False)
        self.common = nn.Linear(width, len(self.kin)) if len(self.kin) else None
        self.chances = nn.Linear(width, layout.seats)
        self.points = nn.Linear(width, layout.seats)
        nn.init.normal_(self.first.weight, std=0.05)
        for head in (self.policy, self.common, self.chances, self.points):
            if head is not None:
                nn.init.normal_(head.weight, std=0.01)
                nn.init.zeros_(head.bias)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Returns the three answers for rows of bytes."""
        x = self.first(observations.to(self.first.weight.dtype) * self.inverse)
        for block in self.blocks:
            x = block(x)
        x = torch.relu(self.norm(x))
        policy = self.policy(x)
        if self.common is not None:
            policy = policy + self.common(x) @ self.kin
        return policy, self.chances(x), self.points(x)

    def weights(self) -> Weights:
        """Returns the weights as plain arrays, inputs first."""
        rows, bias = self._layer(self.first)
        arrays = {"first": (rows[: self.seen], bias)}
        for number, block in enumerate(self.blocks):
            arrays[f"{number}.norm"] = (block.norm.weight, block.norm.bias)
            arrays[f"{number}.one"] = self._layer(block.one)
            arrays[f"{number}.two"] = self._layer(block.two)
        arrays["norm"] = (self.norm.weight, self.norm.bias)
        for name in ("policy", "chances", "points"):
            arrays[name] = self._layer(getattr(self, name))
        if self.common is not None:
            arrays["policy"] = tuple(
                own + shared @ self.kin for own, shared in zip(arrays["policy"], self._layer(self.common), strict=True)
            )
        return {
            f"{name}.{part}": values.detach().float().cpu().numpy().astype(np.float16)
            for name, pair in arrays.items()
            for part, values in zip(("weight", "bias"), pair, strict=True)
        }

    @staticmethod
    def _layer(layer: nn.Linear) -> tuple[Tensor, Tensor]:
        """Returns a layer with a row for each input."""
        return layer.weight.T, layer.bias

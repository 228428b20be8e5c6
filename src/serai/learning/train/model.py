"""The network in torch; `networks/layers.py` describes its layers and runs it without torch."""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from serai.core import spec
from serai.core.bits import WORD
from serai.core.component_set import ComponentSet
from serai.core.observation import layout
from serai.learning.train.action_groups import kin
from serai.learning.train.batch_env import row_size
from serai.learning.train.values import Pieces, kinds
from serai.networks.features import scales, size
from serai.networks.weights import Weights

CODE = 64
SEATS = 8  # room for the chances and for the points: matrix units do not like odd sizes

Answers = tuple[Tensor, Tensor, Tensor]


class Block(nn.Module):
    """A residual block of two layers."""

    def __init__(self, width: int) -> None:
        """Starts as the identity."""
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.one = nn.Linear(width, width)
        self.two = nn.Linear(width, width)
        nn.init.zeros_(self.two.weight)

    def forward(self, x: Tensor) -> Tensor:
        """Returns the input and what is added."""
        added: Tensor = self.two(torch.relu(self.one(torch.relu(self.norm(x)))))
        return x + added


class Plain(nn.Module):
    """Sees an observation; says how good each action is, how likely each seat wins, and how many points it will have.

    Seats are counted from the one that looks on; those that nobody takes are left out by whoever asks.
    """

    def __init__(self, pieces: ComponentSet, width: int = 512, blocks: int = 3) -> None:
        """Initialises a network."""
        super().__init__()
        self.pieces, self.game, self.width, self.seats = pieces, pieces.game, width, layout(pieces).seats
        self.actions, self.seen = WORD * spec.GAMES[self.game].WORDS, size(pieces)
        inverse = np.zeros(row_size(pieces), np.float32)
        inverse[: self.seen] = 1.0 / scales(pieces)
        self.register_buffer("inverse", torch.from_numpy(inverse), persistent=False)
        self.first = nn.Linear(len(inverse), width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)
        self.heads = nn.Linear(width, self.actions + 2 * SEATS)
        nn.init.normal_(self.first.weight, std=0.05)
        nn.init.normal_(self.heads.weight, std=0.01)
        nn.init.zeros_(self.heads.bias)

    def forward(self, observations: Tensor) -> Answers:
        """Returns the three answers for rows of bytes."""
        return self.answers(observations, self.first.weight, self.heads.weight, self.heads.bias)

    def answers(self, observations: Tensor, first: Tensor, heads: Tensor, bias: Tensor) -> Answers:
        """Returns the three answers by a first layer and heads that are given."""
        x = linear(observations.to(self.first.weight.dtype) * self.inverse, first, self.first.bias)
        for block in self.blocks:
            x = block(x)
        said = linear(torch.relu(self.norm(x)), heads, bias)
        chances, points = self.actions, self.actions + SEATS
        return said[:, :chances], said[:, chances : chances + self.seats], said[:, points : points + self.seats]


class Shared(nn.Module):
    """Weights shared by pieces of one kind: one encoder of their printed values.

    It adds to the rows of the first layer that tell of a piece, one matrix for each role, and to the heads of actions
    that name it.
    """

    def __init__(self, kind: Pieces, width: int) -> None:
        """Starts as the identity."""
        super().__init__()
        for name, values in kind._asdict().items():
            self.register_buffer(name, torch.from_numpy(values), persistent=False)
        self.code = nn.Sequential(nn.Linear(kind.printed.shape[1], CODE), nn.ReLU(), nn.Linear(CODE, CODE), nn.ReLU())
        self.into = nn.Parameter(torch.zeros(len(kind.entries), CODE, width))
        self.out = nn.Parameter(torch.zeros(len(kind.actions), CODE, width + 1))

    def forward(self) -> tuple[Tensor, Tensor]:
        """Returns what is added for each entry, and for each action with its bias last."""
        codes = self.code(self.printed)
        return (codes @ self.into).flatten(0, 1), (codes @ self.out).flatten(0, 1)


class Model(Plain):
    """A network in training, in which what pieces and actions have in common is learned once for all of them.

    It is added to the layers of each when the weights are written, so that one for playing is plain.
    """

    def __init__(self, pieces: ComponentSet, width: int = 512, blocks: int = 3, values: bool = False) -> None:
        """Initialises a network; `values` lets pieces share weights by their printed values."""
        super().__init__(pieces, width, blocks)
        self.shared = nn.ModuleList(Shared(kind, width) for kind in kinds(pieces) if values)
        self.register_buffer("kin", torch.from_numpy(kin(self.game)), persistent=False)
        self.common = nn.Parameter(torch.zeros(len(self.kin), width + 1))

    def forward(self, observations: Tensor) -> Answers:
        """Returns the three answers for rows of bytes."""
        return self.answers(observations, *self.folded())

    def folded(self) -> tuple[Tensor, Tensor, Tensor]:
        """Returns the weights of the first layer, of the heads, and their bias, with all that is shared added."""
        with torch.autocast(self.first.weight.device.type, enabled=False):
            rows = torch.zeros_like(self.first.weight.T)
            columns = torch.zeros(self.actions + 2 * SEATS, self.width + 1, device=rows.device)
            for each in self.shared:
                for_entries, for_actions = each()
                rows = rows.index_add(0, each.entries.flatten(), for_entries)
                columns = columns.index_add(0, each.actions.flatten(), for_actions)
            if len(self.kin):
                columns[: self.actions] += self.kin.T @ self.common
            return self.first.weight + rows.T, self.heads.weight + columns[:, :-1], self.heads.bias + columns[:, -1]

    def plain(self) -> dict[str, Tensor]:
        """Returns all weights of a plain network, by their names there."""
        with torch.no_grad():
            first, heads, bias = self.folded()
        kept = ("first.bias", "blocks.", "norm.")
        own = {name: values.detach() for name, values in self.named_parameters() if name.startswith(kept)}
        return own | {"first.weight": first, "heads.weight": heads, "heads.bias": bias}

    def begin(self, weights: Weights) -> None:
        """Loads the weights of a network for playing; nothing is shared yet."""
        given = {name: torch.from_numpy(values).float() for name, values in weights.items()}
        with torch.no_grad():
            self.first.weight[:, : self.seen].copy_(given["first.weight"].T)
            self.first.bias.copy_(given["first.bias"])
            for name, values in self.named_parameters():
                if name.startswith(("blocks.", "norm.")):
                    values.copy_(given[name.removeprefix("blocks.")].t())
            for name, rows in self._heads().items():
                self.heads.weight[rows].copy_(given[f"{name}.weight"].T)
                self.heads.bias[rows].copy_(given[f"{name}.bias"])

    def _heads(self) -> dict[str, slice]:
        """Returns the rows of the heads by what they say."""
        chances, points = self.actions, self.actions + SEATS
        return {
            "policy": slice(self.actions),
            "chances": slice(chances, chances + self.seats),
            "points": slice(points, points + self.seats),
        }

    def weights(self) -> Weights:
        """Returns the weights for playing as plain arrays, inputs first."""
        plain = self.plain()
        arrays = {"first.weight": plain["first.weight"].T[: self.seen], "first.bias": plain["first.bias"]}
        for name, values in plain.items():
            if name.startswith(("blocks.", "norm.")):
                arrays[name.removeprefix("blocks.")] = values.t()
        for name, rows in self._heads().items():
            arrays |= {f"{name}.weight": plain["heads.weight"][rows].T, f"{name}.bias": plain["heads.bias"][rows]}
        return {name: _half(values) for name, values in arrays.items()}


def _half(values: Tensor) -> Any:
    """Returns a tensor as an array in half precision."""
    return values.detach().float().cpu().numpy().astype(np.float16)

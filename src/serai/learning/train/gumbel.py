"""Search in training: for some positions, what the policy should have been (Gumbel, sequential halving).

Candidates are drawn from the policy without replacement. Each is tried in worlds where all that is hidden is redealt,
the same worlds for all candidates, and the network plays on for a few decisions; its chances there, or the result if
the game has ended, are what the candidate is worth. The worse half drops out, and the others get twice as many worlds.
The actions of the games themselves are not changed, so that PPO learns from them as before.
"""

from typing import Any, NamedTuple

import torch
from torch import Tensor

from serai.core.component_set import ComponentSet
from serai.learning.train.batch_env import BatchEnv, ranked, unpacked
from serai.learning.train.policy import Actor
from serai.learning.train.settings import Settings


class Searched(NamedTuple):
    """Positions that were searched, a row for each, and the improved policies."""

    observations: Tensor
    masks: Tensor
    targets: Tensor


class Shown(NamedTuple):
    """The observations of all games and the network's answers, a row for each."""

    observations: Tensor
    masks: Tensor
    policy: Tensor
    chances: Tensor


class Root(NamedTuple):
    """What is known of the positions that are searched."""

    rows: Tensor  # of the games
    seats: Tensor  # who decides
    players: Tensor
    prior: Tensor  # logarithms of the policy
    value: Tensor  # the chance of the deciding seat, as the network says


class RootSearch:
    """Searches some of the games of a batch, in simulations of a batch of its own."""

    def __init__(
        self, pieces: ComponentSet, settings: Settings, batch_env: BatchEnv, league: int, seed: int, fused: bool
    ) -> None:
        """Allocates; games of the league are not searched, since snapshots play in them."""
        self.settings, self.batch_env, self.eligible = settings, batch_env, league
        device = batch_env.players.device
        count = settings.roots * settings.candidates
        players = torch.full((count,), 2, dtype=torch.int64)
        self.simulated = BatchEnv(pieces, players, seed, settings.limits, str(device))
        self.observations = torch.zeros((count, batch_env.size), dtype=torch.uint8, device=device)
        self.masks = torch.zeros((count, batch_env.words), dtype=torch.int64, device=device)
        self.actions = torch.zeros(count, dtype=torch.int64, device=device)
        self.worlds = torch.zeros(count, dtype=torch.int64, device=device)
        self.fresh = self._room(settings.searches * settings.roots)
        self.lessons = self._room(settings.kept * settings.searches * settings.roots)
        self.searched = 0
        self._best: Any = torch.compile(best, dynamic=False) if fused else best
        self._standing: Any = torch.compile(standing, dynamic=False) if fused else standing

    def _room(self, count: int) -> Searched:
        """Allocates for a number of positions."""
        device, words = self.observations.device, self.batch_env.words
        return Searched(
            torch.zeros((count, self.batch_env.size), dtype=torch.uint8, device=device),
            torch.zeros((count, words), dtype=torch.int64, device=device),
            torch.zeros((count, 64 * words), device=device),
        )

    def due(self, step: int) -> int | None:
        """Returns which search of an improvement is due at a step, if one is; they are spread evenly."""
        every = self.settings.steps // self.settings.searches
        number, rest = divmod(step, every)
        return number if rest == every // 2 and number < self.settings.searches else None

    def keep(self) -> None:
        """Keeps the positions just searched beside those of the last improvements; the first ones fill all the room."""
        size, kept = len(self.fresh.masks), self.settings.kept
        for place in range(kept) if self.searched == 0 else [self.searched % kept]:
            for own, new in zip(self.lessons, self.fresh, strict=True):
                own[place * size : (place + 1) * size].copy_(new)
        self.searched += 1

    def search(self, number: int, model: Actor, shown: Shown, generator: torch.Generator) -> None:
        """Searches a random sample of the games with a choice and stores the improved policies."""
        rows = self._chosen(shown.masks, generator)
        root = self.root(rows, Shown(*(part[rows] for part in shown)))
        targets = self.improved(root, model, generator)
        part = slice(number * self.settings.roots, (number + 1) * self.settings.roots)
        for own, new in zip(self.fresh, (shown.observations[rows], shown.masks[rows], targets), strict=True):
            own[part].copy_(new)

    def _chosen(self, masks: Tensor, generator: torch.Generator) -> Tensor:
        """Draws games, those with more than one legal action first."""
        choices = unpacked(masks[: self.eligible]).sum(1)
        lots = torch.rand(self.eligible, generator=generator, device=masks.device)
        return (lots + (choices > 1)).topk(self.settings.roots).indices

    def root(self, rows: Tensor, shown: Shown) -> Root:
        """Collects the data of the positions."""
        players, seats = self.batch_env.players[rows], self.batch_env.seats[rows].long()
        prior = torch.log_softmax(shown.policy.float().masked_fill(~unpacked(shown.masks), -torch.inf), 1)
        value = standing(shown.chances, seats, players, seats)
        return Root(rows, seats, players, prior, value)

    def improved(self, root: Root, model: Actor, generator: torch.Generator) -> Tensor:
        """Tries candidates by sequential halving and returns the improved policies."""
        noise = torch.empty_like(root.prior).exponential_(generator=generator)
        lots, candidates = (root.prior - noise.log()).topk(self.settings.candidates)
        there = lots > -torch.inf
        actions = torch.where(there, candidates, candidates[:, :1])
        worth, tries = torch.zeros_like(lots), torch.zeros_like(lots)
        left = torch.arange(lots.shape[1], device=lots.device).expand(lots.shape)
        worlds = 1
        while left.shape[1] > 1:
            found = self._tried(root, actions.gather(1, left), worlds, model, generator)
            worth, tries = worth.scatter_add(1, left, worlds * found), tries.scatter_add(1, left, worlds + 0 * found)
            hopes = torch.where(there, lots + self.settings.confidence * worth / tries.clamp(min=1), -torch.inf)
            left = left.gather(1, hopes.gather(1, left).topk(left.shape[1] // 2).indices)
            worlds *= 2
        return improved(root, candidates, there, worth / tries, self.settings.confidence)

    def _tried(self, root: Root, actions: Tensor, worlds: int, model: Actor, generator: torch.Generator) -> Tensor:
        """Returns the mean chance of the deciding seat after each action, in some worlds that all actions share."""
        shape = (*actions.shape, worlds)
        seeds = torch.randint(0, 1 << 62, (len(actions), 1, worlds), generator=generator, device=actions.device)
        rows, seats = (part[:, None, None].expand(shape).flatten() for part in (root.rows, root.seats))
        self.simulated.take(self.batch_env, rows)
        self.worlds.copy_(seeds.expand(shape).flatten())
        self.simulated.redeal(self.worlds)
        self.actions.copy_(actions[..., None].expand(shape).flatten())
        return self._played_on(seats, model).view(shape).mean(2)

    def _played_on(self, seats: Tensor, model: Actor) -> Tensor:
        """Takes the actions, lets the network play on, and returns the chance of a seat in each game."""
        games = self.simulated
        players = games.players
        value = torch.full((len(seats),), -1.0, device=seats.device)
        for depth in range(self.settings.depth + 1):
            games.step(self.actions, self.observations, self.masks)
            value = torch.where((value < 0.0) & (games.dones > 0), result(games, players, seats), value)
            policy, chances, _ = model(self.observations)
            if depth < self.settings.depth:
                self.actions.copy_(self._best(policy, self.masks))
        return torch.where(value < 0.0, self._standing(chances, games.seats, players, seats), value)


def best(policy: Tensor, masks: Tensor) -> Tensor:
    """Returns the most likely legal action of each row."""
    return policy.float().masked_fill(~unpacked(masks), -torch.inf).argmax(1)


def standing(chances: Tensor, deciding: Tensor, players: Tensor, seats: Tensor) -> Tensor:
    """Returns the chance of a seat of the table from chances counted from the deciding seat."""
    number = torch.arange(chances.shape[1], device=chances.device)
    likely = torch.softmax(chances.float().masked_fill(number >= players[:, None], -torch.inf), 1)
    return likely.gather(1, ((seats - deciding.long()) % players)[:, None])[:, 0]


def result(games: BatchEnv, players: Tensor, seats: Tensor) -> Tensor:
    """Returns 1 where a seat has won the game that ended last and 0 where it has not; a stopped game is shared."""
    won = ranked(games.scores, players).argmax(1) == seats
    return torch.where(games.dones > 1, 1.0 / players, won.float())


def improved(root: Root, candidates: Tensor, there: Tensor, worth: Tensor, confidence: float) -> Tensor:
    """Returns policies that are better by what the candidates are worth; actions not tried count as the mean of those.

    The mean is weighted by the policy, and the network's own opinion of the position counts as one simulation of all.
    """
    actions = root.prior.shape[1]
    weight = torch.where(there, root.prior.gather(1, candidates).exp(), 0.0)
    mean = (weight * worth).sum(1) / weight.sum(1).clamp(min=1e-9)
    tried = candidates.shape[1]
    mixed = (root.value + tried * mean) / (1 + tried)
    completed = mixed[:, None].expand(-1, actions + 1).clone()
    completed.scatter_(1, torch.where(there, candidates, actions), worth)
    return torch.softmax(root.prior + confidence * completed[:, :actions], 1)

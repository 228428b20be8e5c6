"""Rollouts of self-play: decisions by the network and its snapshots, and the advantage of each."""

from typing import Any, NamedTuple

import torch
from torch import Tensor

from serai.core import spec
from serai.core.component_set import ComponentSet
from serai.learning.train.barred import Barred
from serai.learning.train.batch_env import BatchEnv, ranked
from serai.learning.train.gumbel import RootSearch, Shown
from serai.learning.train.policy import Actor, drawn
from serai.learning.train.replaying import Replayed
from serai.learning.train.settings import Settings, player_counts
from serai.networks.inference import POINTS

SURE = 50.0  # multiplies the policy of a fixed network, so that it nearly always takes its likeliest action
HARD = 0.2  # points of softness under which the winner takes all


class Experience(NamedTuple):
    """What was seen, decided and gained, a row for each decision."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    likely: Tensor  # the logarithm of how likely the action was
    advantages: Tensor
    chances: Tensor  # what the chances should have been, from the deciding seat on
    points: Tensor  # likewise the points
    players: Tensor
    own: Tensor  # 1 where the network decided and not a past self


class Stage:
    """The games of a training, continued from rollout to rollout, and their last steps."""

    def __init__(self, pieces: ComponentSet, settings: Settings, seed: int, device: str, fused: bool = False) -> None:
        """Deals all games."""
        self._drawn: Any = torch.compile(drawn, dynamic=False) if fused else drawn
        self._told: Any = torch.compile(told, dynamic=False) if fused else told
        least, most = spec.GAMES[pieces.game].SEATS
        count, steps = settings.games, settings.steps
        self.settings, self.device, self.seats = settings, device, most
        players = torch.tensor(player_counts(least, most, count), dtype=torch.int64)
        self.batch_env = BatchEnv(pieces, players, seed, settings.limits, device, settings.guided > 0.0)
        self.players = self.batch_env.players
        room = {"device": device}
        self.observations = torch.zeros((steps + 1, count, self.batch_env.size), dtype=torch.uint8, **room)
        self.masks = torch.zeros((steps + 1, count, self.batch_env.words), dtype=torch.int64, **room)
        self.actions = torch.zeros((steps, count), dtype=torch.int64, **room)
        self.likely = torch.zeros((steps, count), **room)
        self.deciding = torch.zeros((steps, count), dtype=torch.int64, **room)
        self.dones = torch.zeros((steps, count), dtype=torch.bool, **room)
        self.stopped = torch.zeros((steps, count), dtype=torch.bool, **room)
        self.scores = torch.zeros((steps, count, most), dtype=torch.int16, **room)
        self.chances = torch.zeros((steps + 1, count, most), **room)
        self.points = torch.zeros((steps + 1, count, most), **room)
        self.stands = torch.zeros((steps + 1, count, most), **room)
        self.ends = torch.zeros((steps, count, most), **room)  # how the seats stood when a game ended
        league = int(count * settings.league) // settings.past * settings.past if settings.past else 0
        self.league = count - league  # the first game of the league
        self.learner = (torch.arange(count, device=device) // 3) % self.players
        self.softness, self.guidance = torch.zeros((), **room), torch.zeros((), **room)
        self.guide = torch.tensor(settings.guide, **room)
        self.search: RootSearch | None = None
        if settings.searches > 0:
            self.search = RootSearch(pieces, settings, self.batch_env, self.league, seed, fused)
        self.barred: Barred | None = None
        if settings.barred_share > 0.0:
            self.barred = Barred(pieces, settings.barred, settings.barred_share, (count, most), seed, device)
        self.played = self._room()
        self._credit = Replayed(self._trace, self.batch_env.on_gpu)
        self.batch_env.begin(self.observations[steps], self.masks[steps])
        self._bar(self.masks[steps])

    def _room(self) -> Experience:
        """Allocates advantages and targets; observations and actions are used in place."""
        steps, count = self.actions.shape
        seats = (steps * count, self.seats)
        return Experience(
            self.observations[:steps].flatten(0, 1),
            self.masks[:steps].flatten(0, 1),
            self.actions.flatten(),
            self.likely.flatten(),
            torch.zeros(steps * count, device=self.device),
            torch.zeros(seats, device=self.device),
            torch.zeros(seats, device=self.device),
            self.players.expand(steps, -1).flatten(),
            torch.zeros(steps * count, dtype=torch.bool, device=self.device),
        )

    def play(self, model: Actor, past: list[Actor], generator: torch.Generator) -> None:
        """Takes some decisions in every game; goes on where the last call stopped."""
        steps = self.settings.steps
        self.observations[0].copy_(self.observations[steps])
        self.masks[0].copy_(self.masks[steps])
        self.stands[0].copy_(self.stands[steps])
        with torch.no_grad():
            for step in range(steps):
                policy, chances = self._decide(step, model, past, generator)
                self._look_ahead(step, model, policy, chances, generator)
                self.batch_env.step(self.actions[step], self.observations[step + 1], self.masks[step + 1])
                self._bar(self.masks[step + 1])
                self.dones[step] = self.batch_env.dones > 0
                self.stopped[step] = self.batch_env.dones > 1
                self.scores[step] = self.batch_env.scores
                self.ends[step] = self.batch_env.stands
                self.stands[step + 1] = self.batch_env.stands.masked_fill(self.dones[step][:, None], 0.0)
            answers = model(self.observations[steps])[1:]
            self.chances[steps], self.points[steps] = self._told(*answers, self.batch_env.seats, self.players)

    def _decide(self, step: int, model: Actor, past: list[Actor], generator: torch.Generator) -> tuple[Tensor, Tensor]:
        """Picks an action in every game; returns the network's policy and chances."""
        seen = self.observations[step]
        self.deciding[step] = self.batch_env.seats
        policy, *answers = model(seen)
        if past and self.league < len(seen):
            self._let_past_decide(policy, seen, self.deciding[step], past)
        noise = torch.empty(policy.shape, device=self.device).exponential_(generator=generator)
        self.actions[step], self.likely[step] = self._drawn(policy, self.masks[step], noise)
        self.chances[step], self.points[step] = self._told(*answers, self.batch_env.seats, self.players)
        return policy, answers[0]

    def _look_ahead(self, step: int, model: Actor, policy: Tensor, chances: Tensor, generator: torch.Generator) -> None:
        """Searches some games, if a search is due."""
        if self.search is not None and (number := self.search.due(step)) is not None:
            shown = Shown(self.observations[step], self.masks[step], policy, chances)
            self.search.search(number, model, shown, generator)

    def _bar(self, masks: Tensor) -> None:
        """Removes what the deciding seats are barred from."""
        if self.barred is not None:
            self.barred.apply(masks, self.batch_env.seats)

    def _let_past_decide(self, policy: Tensor, seen: Tensor, deciding: Tensor, past: list[Actor]) -> None:
        """Replaces the answers at the seats that snapshots play in the league."""
        each = (len(seen) - self.league) // len(past)
        for number, other in enumerate(past):
            theirs = slice(self.league + number * each, self.league + (number + 1) * each)
            away = (deciding[theirs] != self.learner[theirs])[:, None]
            answer = other(seen[theirs])[0]
            policy[theirs] = torch.where(away, answer * SURE if self.settings.exploits else answer, policy[theirs])

    def won(self) -> Tensor:
        """Returns the share of the finished two-player games that the network won against the fixed one."""
        ended = self.dones & (self.players == 2)
        first = ranked(self.scores, self.players).argmax(-1)
        return (ended & (first == self.learner)).sum() / ended.sum().clamp(min=1)

    def rewards(self) -> Tensor:
        """Splits the win of each finished game; a stopped game is split by standing, or evenly."""
        rewards = shares(self.scores, self.players, self.softness)
        if self.settings.guided > 0.0:
            return torch.where(self.stopped[..., None], shares(self.ends, self.players, self.guide), rewards)
        even = (torch.arange(self.seats, device=self.device) < self.players[:, None]) / self.players[:, None]
        return torch.where(self.stopped[..., None] & (self.softness == 0.0), even, rewards)

    def experience(self, softness: float, guidance: float = 0.0) -> Experience:
        """Returns what was learned from the steps just taken; so much of the credit goes by how the seats stood.

        The next call overwrites it.
        """
        self.softness.fill_(softness)
        self.guidance.fill_(guidance)
        self._credit()
        return self.played

    def _trace(self) -> None:
        """Writes what every decision gained, what the answers should have been, and which ones were the network's."""
        steps, trace, played = self.settings.steps, self.settings.trace, self.played
        rewards = self.rewards()
        gains = credit = traced(rewards, self.chances, self.dones, trace)
        if self.settings.guided > 0.0:
            standing = shares(self.stands, self.players, self.guide)
            credit = torch.lerp(gains, traced(rewards, standing, self.dones, trace), self.guidance)
        points = traced(self.scores.float() / POINTS, self.points, self.dones, trace)
        around = rotation(self.deciding, self.players, self.seats)
        own = torch.ones_like(self.dones)
        own[:, self.league :] = self.deciding[:, self.league :] == self.learner[self.league :]
        played.advantages.copy_(credit.gather(2, self.deciding[..., None]).flatten())
        played.chances.copy_((gains + self.chances[:steps]).gather(2, around).flatten(0, 1))
        played.points.copy_((points + self.points[:steps]).gather(2, around).flatten(0, 1))
        played.own.copy_(own.flatten())


def told(chances: Tensor, points: Tensor, seats: Tensor, players: Tensor) -> tuple[Tensor, Tensor]:
    """Turns chances and points counted from the deciding seat into those by seat of the table."""
    deciding = seats.long()
    return by_table(chances.float(), deciding, players, True), by_table(points.float(), deciding, players, False)


def rotation(deciding: Tensor, players: Tensor, seats: int) -> Tensor:
    """Returns, for seats counted from the deciding one, where they sit; those that nobody takes stay."""
    number = torch.arange(seats, device=deciding.device)
    there = number < players[..., None]
    return torch.where(there, (number + deciding[..., None]) % players[..., None], number)


def by_table(answers: Tensor, deciding: Tensor, players: Tensor, soft: bool) -> Tensor:
    """Turns answers counted from the deciding seat into answers by seat of the table, as chances if asked."""
    number = torch.arange(answers.shape[1], device=answers.device)
    there = number < players[:, None]
    placed = answers.gather(1, torch.where(there, (number - deciding[:, None]) % players[:, None], number))
    if soft:
        return torch.softmax(placed.masked_fill(~there, -torch.inf), 1)
    return placed.masked_fill(~there, 0.0)


def shares(scores: Tensor, players: Tensor, softness: Tensor) -> Tensor:
    """Splits the win: all to the winner (C-7), or with softness among all seats by points."""
    number, points = torch.arange(scores.shape[-1], device=scores.device), ranked(scores, players)
    soft = torch.softmax(points / softness.clamp(min=HARD), -1)
    return torch.where(softness > HARD, soft, (number == points.argmax(-1, keepdim=True)).float())


def traced(rewards: Tensor, values: Tensor, dones: Tensor, trace: float) -> Tensor:
    """Returns generalized advantage estimates without discount."""
    gains = torch.zeros_like(values[:-1])
    gain = torch.zeros_like(values[0])
    for step in reversed(range(len(gains))):
        done = dones[step][:, None]
        surprise = torch.where(done, rewards[step], values[step + 1]) - values[step]
        gain = surprise + trace * torch.where(done, 0.0, gain)
        gains[step] = gain
    return gains

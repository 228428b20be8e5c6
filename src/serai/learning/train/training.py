"""A training from its beginning, or from where it was put down, to the end of its time."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from random import Random
from typing import Any

import torch

from serai.learning.train.acting import Actor
from serai.learning.train.checkpoints import keep, take_up
from serai.learning.train.curves import draw
from serai.learning.train.improving import Improver
from serai.learning.train.ladder import Ladder
from serai.learning.train.model import Model
from serai.learning.train.playing import Stage
from serai.learning.train.settings import Settings
from serai.networks.weights import save

FIGURES = ("policy", "chances", "points", "entropy", "change", "cut")


@dataclass
class Story:
    """What has happened: decisions and seconds so far, and figures on the way."""

    game: str
    seconds: float = 0.0
    decisions: int = 0
    games: int = 0
    updates: int = 0
    curve: list[dict[str, float]] = field(default_factory=list)
    ladder: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, game: str, told: dict[str, Any] | None) -> "Story":
        """Goes on with a story as a checkpoint tells it, or begins one."""
        return cls(game) if told is None else cls(**{part.name: told[part.name] for part in fields(cls)})


class Training:
    """Plays, improves, and tells about it, until the time is over."""

    def __init__(self, game: str, settings: Settings, folder: Path, device: str, seed: int, fused: bool) -> None:
        """Takes up what lies in the folder, or begins."""
        torch.manual_seed(seed)
        self.game, self.settings, self.folder, self.device = game, settings, folder, device
        self.model = Model(game, settings.width, settings.blocks).to(device)
        self.improver = Improver(self.model, settings, fused)
        self.story = Story.of(game, take_up(folder, game, self.improver))
        self.generator = torch.Generator(device).manual_seed(seed + self.story.updates)
        self.random = Random(seed)
        self.stage = Stage(game, settings, seed + self.story.updates, device, fused)
        self.actor = Actor(self.model, fused)
        self.past = [Actor(self.model, False) for _ in range(settings.past)]
        self.snapshots: list[dict[str, torch.Tensor]] = []

    def run(self, seconds: float, whole: float, ladder: Ladder, every: float, say: Callable[[str], None]) -> None:
        """Trains for some seconds; rates follow the share of the whole training that is over."""
        begun, before = time.perf_counter(), self.story.seconds
        told = asked = snapped = 0.0
        while (spent := time.perf_counter() - begun) < seconds:
            self.story.seconds = before + spent
            share = min(1.0, self.story.seconds / whole)
            if not self.snapshots or spent - snapped >= self.settings.snapshot_seconds:
                snapped = spent
                self.remember()
            figures = self.improve(share)
            if spent - told >= every or not self.story.curve:
                told = spent
                say(self.note(figures, spent))
            if spent - asked >= 6 * every and self.story.updates > 1:
                asked = spent
                ladder.ask(self.story.seconds, self.export(self.folder / f"{self.game}.{int(self.story.seconds)}.npz"))
            self.hear(ladder.results(), say)
        self.story.seconds = before + time.perf_counter() - begun
        ladder.ask(self.story.seconds, self.finish())
        self.hear(ladder.results(wait=True), say)
        self.finish()

    def improve(self, share: float) -> torch.Tensor:
        """Plays some steps and learns from them."""
        self.actor.follow(self.model)
        self.stage.play(self.actor, self.past, self.generator)
        settings = self.settings
        played = self.stage.experience(settings.softness_at(share), settings.guidance_at(share))
        figures = self.improver.improve(played, share, self.generator)
        self.story.updates += 1
        self.story.decisions += self.settings.games * self.settings.steps
        self.story.games += int(self.stage.dones.sum())
        return figures

    def remember(self) -> None:
        """Takes a snapshot, and chooses who of the past sits in the league: the newest and others by lot."""
        self.snapshots.append({name: values.clone() for name, values in self.model.state_dict().items()})
        for number, actor in enumerate(self.past):
            chosen = self.snapshots[-1] if number == 0 else self.random.choice(self.snapshots)
            actor.model.load_state_dict(chosen)

    def note(self, figures: torch.Tensor, spent: float) -> str:
        """Writes down how it goes, and says it in a line."""
        ended, scores = self.stage.dones, self.stage.scores.amax(-1)[self.stage.dones].float()
        point = dict(zip(FIGURES, figures.tolist(), strict=True))
        point |= {"seconds": self.story.seconds, "decisions": self.story.decisions}
        point |= {"winner": float(scores.mean()) if len(scores) else 0.0, "ended": int(ended.sum())}
        point["rate"] = self.improver.rate
        self.story.curve.append(point)
        return (
            f"{spent:6.0f} s  {self.story.decisions / 1e6:8.1f} M decisions  winner {point['winner']:5.1f}  "
            f"chances {point['chances']:.3f}  entropy {point['entropy']:.3f}  change {point['change']:.4f}"
        )

    def hear(self, results: list[dict[str, Any]], say: Callable[[str], None]) -> None:
        """Writes down what came of games against the ladder."""
        for result in results:
            self.story.ladder.append(result)
            say(f"  at {result['seconds']:.0f} s: {result['won']} of {result['games']} against {result['bot']}")

    def export(self, file: Path) -> Path:
        """Writes the weights for playing."""
        save(file, self.model.weights())
        return file

    def finish(self) -> Path:
        """Writes the network, its curves, and all that the next command needs to go on."""
        keep(self.folder, self.game, self.improver, asdict(self.story))
        (self.folder / f"{self.game}.svg").write_text(draw(asdict(self.story)), encoding="utf-8")
        return self.export(self.folder / f"{self.game}.npz")

"""A training, new or resumed, up to the end of its time."""

import copy
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from random import Random
from typing import Any

import torch

from serai.core.component_set import ComponentSet
from serai.learning.train.benchmark import Ladder
from serai.learning.train.checkpoints import CannotGoOn, read, whole, write
from serai.learning.train.curves import draw
from serai.learning.train.league import Snapshot
from serai.learning.train.model import Model
from serai.learning.train.policy import Actor
from serai.learning.train.ppo import Improver
from serai.learning.train.replaying import Replayed
from serai.learning.train.rollout import Stage
from serai.learning.train.settings import Due, Settings, Times
from serai.networks.weights import Weights, load, save

FIGURES = ("policy", "chances", "points", "entropy", "change", "cut", "lessons")


@dataclass
class Story:
    """What has happened: decisions and seconds so far, and figures on the way."""

    game: str
    components: dict[str, str]
    seconds: float = 0.0
    decisions: int = 0
    games: int = 0
    updates: int = 0
    curve: list[dict[str, float]] = field(default_factory=list)
    ladder: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def of(cls, pieces: ComponentSet, told: dict[str, Any] | None) -> "Story":
        """Continues the story of a checkpoint, or starts one."""
        begun = {"game": pieces.game, "components": pieces.named}
        known = told or {}
        return cls(**{**begun, **{part.name: known[part.name] for part in fields(cls) if part.name in known}})


class Training:
    """Alternates rollouts and improvements until the time is over, and reports on them."""

    def __init__(
        self, pieces: ComponentSet, settings: Settings, folder: Path, device: str, seed: int, fused: bool
    ) -> None:
        """Resumes the training in the folder, or starts one."""
        torch.manual_seed(seed)
        game = pieces.game
        self.game, self.settings, self.folder, self.device = game, settings, folder, device
        self.model = Model(pieces, settings.width, settings.blocks, settings.values).to(device)
        self.improver = Improver(self.model, settings, fused)
        found = read(folder, game)
        if found is not None:
            found.restore(self.improver, pieces)
        self.story = Story.of(pieces, None if found is None else found.story)
        self.snapshots: list[Snapshot] = [] if found is None else found.snapshots(device)
        self.generator = torch.Generator(device).manual_seed(seed + self.story.updates)
        self.random = Random(seed + self.story.updates)
        self.stage = Stage(pieces, settings, seed + self.story.updates, device, fused)
        self.actor = Actor(self.model, fused)
        self.past = [Actor(self.model, fused) for _ in range(settings.past)]
        self.fixed: dict[str, torch.Tensor] | None = None
        self._play = Replayed(self._decisions, self.stage.batch_env.on_gpu, self.generator)

    def begin(self, file: Path) -> None:
        """Goes on from a network for playing, which has to be of the same size."""
        self.model.begin(self._given(file))

    def exploit(self, file: Path) -> None:
        """Meets this network in all games, instead of itself and its snapshots."""
        fixed = copy.deepcopy(self.model)
        fixed.begin(self._given(file))
        self.fixed = {name: values.clone() for name, values in fixed.plain().items()}

    def _given(self, file: Path) -> Weights:
        """Reads a network of the same size."""
        if not file.is_file():
            raise CannotGoOn(f"There is no network at {file}.")
        given = load(file)
        if _shapes(given) != _shapes(self.model.weights()):
            width, blocks = len(given["first.bias"]), sum(name.endswith(".one.bias") for name in given)
            raise CannotGoOn(
                f"{file} holds a network of --width {width} --blocks {blocks}; asked for is one of {self.game} of "
                f"--width {self.model.width} --blocks {len(self.model.blocks)}. Name another file, or ask for "
                "its size."
            )
        return given

    def run(self, times: Times, ladder: Ladder, say: Callable[[str], None], stopped: Callable[[], bool]) -> None:
        """Trains until the time is over or it is stopped; saves the training on the way and at the end."""
        begun, before, spent = time.perf_counter(), self.story.seconds, 0.0
        snap, tell = Due(self.settings.snapshot_seconds, -math.inf), Due(times.every, -math.inf)
        ask, keep = Due(6 * times.every), Due(times.keep)
        while spent < times.seconds and not stopped():
            if snap(spent):
                self.remember()
            figures = self.improve(min(1.0, self.story.seconds / times.whole))
            spent = time.perf_counter() - begun
            self.story.seconds = before + spent
            if tell(spent):
                say(self.note(figures, spent))
            if ladder.idle and ask(spent):
                ladder.ask(self.story.seconds, self.export(self.measured))
            self.hear(ladder.results(), say)
            if keep(spent):
                self.put_down()
        last = self.put_down()
        if min(ladder.jobs, ladder.games) > 0 and not stopped():
            self.measure(last, ladder, say, stopped)
        self.measured.unlink(missing_ok=True)

    @property
    def measured(self) -> Path:
        """Names the file of the network that plays against the ladder while the training goes on."""
        return self.folder / f"{self.game}.measured.npz"

    def measure(self, file: Path, ladder: Ladder, say: Callable[[str], None], stopped: Callable[[], bool]) -> None:
        """Waits for games of the trained network against the ladder, unless stopped."""
        say(f"{file} is written; {ladder.games} games against {', '.join(ladder.bots)} are played with it")
        ladder.ask(self.story.seconds, file)
        while ladder.asked and not stopped():
            time.sleep(0.1)
            self.hear(ladder.results(), say)
        self.put_down()

    def improve(self, share: float) -> torch.Tensor:
        """Plays some steps and learns from them."""
        self._play()
        settings = self.settings
        played = self.stage.experience(settings.softness_at(share), settings.guidance_at(share))
        search = self.stage.search
        if search is not None:
            search.keep()
        lessons = None if search is None else search.lessons
        figures = self.improver.improve(played, share, self.generator, lessons)
        self.story.updates += 1
        self.story.decisions += self.settings.games * self.settings.steps
        self.story.games += int(self.stage.dones.sum())
        return figures

    def _decisions(self) -> None:
        """Plays some steps with the current weights."""
        self.actor.take(self.model.plain())
        self.stage.play(self.actor, self.past, self.generator)

    def remember(self) -> None:
        """Takes a snapshot, and fills the league with the newest snapshot and random older ones."""
        weights = {name: values.clone() for name, values in self.model.plain().items()}
        self.snapshots.append(Snapshot(self.story.seconds, weights))
        if self.fixed is not None:
            return self.past[0].take(self.fixed)
        for number, actor in enumerate(self.past):
            chosen = self.snapshots[-1] if number == 0 else self.random.choice(self.snapshots)
            actor.take(chosen.weights)
        return None

    def note(self, figures: torch.Tensor, spent: float) -> str:
        """Stores the current figures and prints a line."""
        ended, scores = self.stage.dones, self.stage.scores.amax(-1)[self.stage.dones].float()
        point = dict(zip(FIGURES, figures.tolist(), strict=True))
        point |= {"seconds": self.story.seconds, "decisions": self.story.decisions}
        point |= {"winner": float(scores.mean()) if len(scores) else 0.0, "ended": int(ended.sum())}
        point["rate"] = self.improver.rate
        if self.fixed is not None:
            point["won"] = float(self.stage.won())
        self.story.curve.append(point)
        return (
            f"{spent:6.0f} s  {self.story.decisions / 1e6:8.1f} M decisions  winner {point['winner']:5.1f}  "
            f"chances {point['chances']:.3f}  entropy {point['entropy']:.3f}  change {point['change']:.4f}"
            + (f"  won {point['won']:.1%}" if "won" in point else "")
        )

    def hear(self, results: list[dict[str, Any]], say: Callable[[str], None]) -> None:
        """Stores the results of games against the ladder."""
        for result in results:
            self.story.ladder.append(result)
            say(f"  at {result['seconds']:.0f} s: {result['won']} of {result['games']} against {result['bot']}")

    def export(self, file: Path) -> Path:
        """Writes the weights for playing."""
        with whole(file) as new:
            save(new, self.model.weights())
        return file

    def put_down(self) -> Path:
        """Writes the network, its curves, and all that the next command needs to go on."""
        story = asdict(self.story)
        write(self.folder, self.game, self.improver, self.snapshots, {**story, "settings": asdict(self.settings)})
        with whole(self.folder / f"{self.game}.svg") as new:
            new.write_text(draw(story), encoding="utf-8")
        return self.export(self.folder / f"{self.game}.npz")


def _shapes(weights: Weights) -> dict[str, tuple[int, ...]]:
    """Returns the sizes of all arrays."""
    return {name: values.shape for name, values in weights.items()}

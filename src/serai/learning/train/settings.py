"""Settings of a training: sizes, and rates that follow the share of its time that has passed."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Sizes and rates; those with two values go from the first to the second."""

    games: int = 32_768
    steps: int = 64
    batch: int = 32_768
    epochs: int = 1
    rounds: int = 60
    fewest: int | None = None
    trace: float = 0.97
    clip: float = 0.2
    rate: tuple[float, float] = (4e-4, 2e-5)
    entropy: tuple[float, float] = (0.01, 0.001)
    softness: float = 15.0
    soft_until: float = 0.35
    guided: float = 0.0
    guide: float = 15.0
    league: float = 0.2
    past: int = 2
    exploits: bool = False  # one fixed network, which takes its likeliest actions, is all that it meets
    snapshot_seconds: float = 20.0
    width: int = 512
    blocks: int = 3
    values: bool = False
    barred: tuple[str, ...] = ()  # patterns of the decisions that a seat is barred from
    barred_share: float = 0.0  # of the seats, with one of them each
    searches: int = 0  # in each improvement, of `roots` games each
    roots: int = 4096
    candidates: int = 8
    depth: int = 6
    confidence: float = 25.0
    lessons: float = 1.0
    kept: int = 4

    def learning_rate(self, share: float) -> float:
        """Falls along a straight line, after a short rise."""
        return min(1.0, share / 0.005 + 0.05) * between(self.rate, share)

    def entropy_weight(self, share: float) -> float:
        """The entropy bonus, which falls with time."""
        return between(self.entropy, share)

    def softness_at(self, share: float) -> float:
        """The temperature in points of splitting a win; 0 once the winner takes all."""
        return self.softness * max(0.0, 1.0 - share / self.soft_until)

    def guidance_at(self, share: float) -> float:
        """The weight of the evaluation of `planner` in the credit for decisions; fades to 0."""
        return max(0.0, 1.0 - share / self.guided) if self.guided > 0.0 else 0.0

    @property
    def limits(self) -> tuple[int, int]:
        """The fewest and the most rounds after which games are stopped."""
        return (self.rounds if self.fewest is None else self.fewest, self.rounds)


@dataclass(frozen=True)
class Times:
    """Seconds: of this command, of the whole training, between two lines, and between two checkpoints."""

    seconds: float
    whole: float
    every: float = 10.0
    keep: float = 60.0


@dataclass
class Due:
    """A timer for periodic work."""

    every: float
    last: float = 0.0

    def __call__(self, now: float) -> bool:
        """Returns True once per interval."""
        if now - self.last < self.every:
            return False
        self.last = now
        return True


def between(ends: tuple[float, float], share: float) -> float:
    """Returns the value at a share of the way."""
    return ends[0] + (ends[1] - ends[0]) * min(1.0, max(0.0, share))


def player_counts(least: int, most: int, games: int) -> list[int]:
    """Deals numbers of players to games: half of them two, the others alike, mixed evenly."""
    others = list(range(least + 1, most + 1))
    pattern = [least] * len(others) + others
    return [pattern[number % len(pattern)] for number in range(games)]

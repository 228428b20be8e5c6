"""What a person sees while an arena runs, on standard error: a table and a progress bar, or only warnings."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from serai.arena.match import Result
from serai.arena.plan import ArenaSettings

TOLD_FORFEITS = 3


class Standings:
    """Who has won how many games so far."""

    def __init__(self, plan: ArenaSettings) -> None:
        """Begins with no games."""
        self.plan = plan
        self.done = 0
        self.wins: Counter[str] = Counter()
        self.games: Counter[str] = Counter()
        self.forfeits: Counter[str] = Counter()

    def stored(self, results: Sequence[Result]) -> None:
        """Counts games."""
        self.done += len(results)
        self.wins.update(result.winner for result in results)
        self.games.update(name for result in results for name in set(result.bots))
        for result in results:
            if result.forfeit is not None:
                self._tell_forfeit(result.number, result.bots[result.forfeit["seat"]], result.forfeit["why"])

    def _tell_forfeit(self, number: int, name: str, why: str) -> None:
        """Warns about a forfeited game, but not about every one."""
        self.forfeits[name] += 1
        if self.forfeits[name] <= TOLD_FORFEITS:
            more = "; further ones are only counted" if self.forfeits[name] == TOLD_FORFEITS else ""
            self.warn(f"{name} forfeits game {number}: it {why}{more}")

    def warn(self, text: str) -> None:
        """Prints a warning."""
        print(f"serai: {text}", file=sys.stderr, flush=True)

    def rows(self) -> list[tuple[str, str, str]]:
        """Lists the bots with their wins and shares."""
        return [
            (name, f"{self.wins[name]:,} of {self.games[name]:,}", f"{self.wins[name] / max(1, self.games[name]):.1%}")
            for name in self.plan.bots
        ]


@contextmanager
def watching(plan: ArenaSettings) -> Iterator[Standings]:
    """Shows the standings live if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield Standings(plan)
        return
    from rich.console import Console, Group
    from rich.live import Live
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    from rich.table import Table

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(*columns, console=console)
    task = progress.add_task(f"{plan.game}, {plan.players} players", total=plan.total)

    class LiveStandings(Standings):
        """Standings on the screen."""

        def __rich__(self) -> Group:
            """Draws the table above the bar."""
            table = Table("bot", "won", "share", box=None)
            for row in self.rows():
                table.add_row(*row)
            progress.update(task, completed=self.done)
            return Group(table, progress)

        def warn(self, text: str) -> None:
            """Prints a warning above the table."""
            console.print(f"serai: {text}", markup=False, highlight=False)

    shown = LiveStandings(plan)
    with Live(shown, console=console, transient=True):
        yield shown

"""The progress of a study on standard error: a bar if one can be drawn, else a line every few seconds."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from serai.studies.study import Study

LINES = "SERAI_LINES"
SECONDS = 10.0


class StudyProgress:
    """The progress of a study; prints only warnings."""

    def __init__(self, study: Study, done: int) -> None:
        """Begins with the games already in the journal."""
        self.study, self.done = study, done

    def advance(self, games: int) -> None:
        """Counts games."""
        self.done += games

    def warn(self, text: str) -> None:
        """Prints a warning."""
        print(f"serai: {text}", file=sys.stderr, flush=True)


class ProgressLines(StudyProgress):
    """Writes a plain line every few seconds, for machines without Rich and for logs."""

    def __init__(self, study: Study, done: int) -> None:
        """Starts the clock."""
        super().__init__(study, done)
        self._began = self._printed = time.monotonic()
        self._from = done

    def advance(self, games: int) -> None:
        """Counts games, and prints the total if the last line is some time ago."""
        super().advance(games)
        now = time.monotonic()
        if now - self._printed > SECONDS or self.done == self.study.total:
            self._printed = now
            each = (now - self._began) / max(1, self.done - self._from)
            left = each * (self.study.total - self.done)
            self.warn(f"{self.study.game}: {self.done:,} of {self.study.total:,} games, about {left:.0f} s left")


@contextmanager
def watching(study: Study, done: int) -> Iterator[StudyProgress]:
    """Shows a bar in a terminal if Rich is installed, lines if requested, else only warnings."""
    if not sys.stderr.isatty() or find_spec("rich") is None:
        yield (ProgressLines if sys.stderr.isatty() or os.environ.get(LINES) else StudyProgress)(study, done)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(f"{study.game}, {study.bot}", total=study.total, completed=done)

        class Bar(StudyProgress):
            """A bar on the screen."""

            def advance(self, games: int) -> None:
                """Counts games on the bar."""
                super().advance(games)
                progress.advance(task, games)

            def warn(self, text: str) -> None:
                """Prints a warning above the bar."""
                progress.console.print(f"serai: {text}", markup=False, highlight=False)

        yield Bar(study, done)

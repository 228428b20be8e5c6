"""Long runs that come to no end: what they say, how they are taken up again, and what is better seen before."""

import os
from pathlib import Path

INTERRUPTED = 130
FAILED = 1


class Stopped(Exception):
    """A run that did not come to its end; says why and how to go on."""

    def __init__(self, why: str, code: int) -> None:
        """Keeps the exit code beside the words."""
        super().__init__(why)
        self.code = code


def how_to_resume(done: int, total: int, resume: Path | None) -> str:
    """Says how much is done and how to go on."""
    how = f"stopped after {done:,} of {total:,} games"
    if resume is None:
        return f"{how}; they are lost, since there was no --resume FILE to keep them in"
    return f"{how}; the same command with --resume {resume} plays the rest"


def check_writable(file: Path) -> None:
    """Says that a file cannot be written, without making it."""
    if file.is_dir():
        raise ValueError(f"{file} is a folder, not a file")
    if not file.parent.is_dir():
        raise ValueError(f"{file} cannot be written: there is no folder {file.parent}")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise ValueError(f"{file} cannot be written")

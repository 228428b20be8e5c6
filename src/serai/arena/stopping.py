"""Long runs that stop early: the message, how to resume them, and what to check beforehand."""

import os
from pathlib import Path

INTERRUPTED = 130
FAILED = 1


class Stopped(Exception):
    """A run that stopped early; says why and how to resume."""

    def __init__(self, why: str, code: int) -> None:
        """Keeps the exit code besides the message."""
        super().__init__(why)
        self.code = code


def how_to_resume(done: int, total: int, resume: Path | None) -> str:
    """Says how much is done and how to resume."""
    how = f"stopped after {done:,} of {total:,} games"
    if resume is None:
        return f"{how}; they are lost, since there was no --resume FILE to keep them in"
    return f"{how}; the same command with --resume {resume} plays the rest"


def check_writable(file: Path) -> None:
    """Raises an error if a file cannot be written; does not create it."""
    if file.is_dir():
        raise ValueError(f"{file} is a folder, not a file")
    if not file.parent.is_dir():
        raise ValueError(f"{file} cannot be written: there is no folder {file.parent}")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise ValueError(f"{file} cannot be written")

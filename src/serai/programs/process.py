"""One running program: JSON lines in both directions, with a time limit on every wait."""

import json
import logging
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from serai.bots.base import Forfeit

LOG = logging.getLogger("serai.programs")
KEEPER = Path(__file__).with_name("keeper.py")
LONGEST_LINE = 1 << 16
KEPT_OF_ERRORS = 2000
SHOWN = 600
PIECE = 1 << 16
FAREWELL_SECONDS = 1.0
END_SECONDS = 5.0
NOT_STARTED, BY_SIGNAL = 127, 128
ADOPTS = sys.platform == "linux"
NEEDED = ("posix_spawnp", "killpg")
NOT_HERE = "programs of one's own need Linux or macOS: this system cannot end them reliably"
LIMITS = "what a program has started in a session of its own outlives it on this system; only Linux lets us end it too"


@cache
def tell_limits() -> None:
    """Warns once which processes this system cannot end."""
    LOG.warning(LIMITS)


class Process:
    """A program and its pipes; every fault is a Forfeit that quotes what the program said."""

    def __init__(self, command: Sequence[str]) -> None:
        """Starts the program under a keeper, which ends it when this process is gone."""
        if not all(hasattr(os, name) for name in NEEDED):
            raise Forfeit(NOT_HERE)
        if not ADOPTS:
            tell_limits()
        theirs, self._life = os.pipe()
        try:
            self._keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", str(KEEPER), str(theirs), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=[theirs],
                start_new_session=True,
            )
        finally:
            os.close(theirs)
        assert self._keeper.stdin is not None
        assert self._keeper.stdout is not None
        assert self._keeper.stderr is not None
        self._stdin, self._stdout, self._stderr = self._keeper.stdin, self._keeper.stdout, self._keeper.stderr
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream.fileno(), False)
        self._waiting, self._line, self._errors = bytearray(), bytearray(), bytearray()
        self._silent = False

    def send(self, message: dict[str, Any]) -> None:
        """Queues a message; it is sent while waiting for an answer, since the program may not be reading."""
        self._errors.clear()
        self._waiting += json.dumps(message, ensure_ascii=False).encode() + b"\n"

    def receive(self, seconds: float) -> dict[str, Any]:
        """Returns the program's next message; `info` messages are skipped."""
        until = time.monotonic() + seconds
        while True:
            line = self._next_line(until, seconds)
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                raise self.forfeit("answered something that is not JSON", line) from None
            if not isinstance(message, dict) or not isinstance(message.get("type"), str):
                raise self.forfeit("answered something that is no message", line)
            if message["type"] != "info":
                return message

    def forfeit(self, why: str, line: bytes = b"") -> Forfeit:
        """Returns an error that says what is wrong, with the beginning of what the program said."""
        said = f"; it said {_shown(line)!r}" if line else ""
        errors = f"; on standard error: {_shown(self._errors)!r}" if self._errors.strip() else ""
        return Forfeit(why + said + errors)

    def close(self) -> None:
        """Ends the program, after a moment to quit by itself."""
        until = time.monotonic() + FAREWELL_SECONDS
        with suppress(Forfeit):
            while self._waiting and not self._silent:
                self._move(until, FAREWELL_SECONDS)
        self._stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._keeper.wait(max(0.0, until - time.monotonic()))
        self.kill()

    def kill(self) -> None:
        """Ends the program and everything it started, at once."""
        self._ask_to_end()
        try:
            self._keeper.wait(END_SECONDS)
            kept = ADOPTS
        except subprocess.TimeoutExpired:
            kept = False
        if not kept:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._keeper.pid, signal.SIGKILL)
            self._keeper.wait()
        for stream in (self._stdin, self._stdout, self._stderr):
            stream.close()

    def _ask_to_end(self) -> None:
        """Signals the keeper to end everything, by a byte: another of our processes may hold the pipe open."""
        if self._life >= 0:
            with suppress(OSError):
                os.write(self._life, b"\n")
            os.close(self._life)
            self._life = -1

    def _next_line(self, until: float, seconds: float) -> bytes:
        """Returns the next line that is not empty."""
        while True:
            line, found, rest = self._line.partition(b"\n")
            if len(line) > LONGEST_LINE:
                raise self.forfeit(f"answered a line of more than {LONGEST_LINE:,} bytes", bytes(line))
            if found:
                self._line = rest
                if line.strip():
                    return bytes(line)
            elif self._silent:
                raise self.forfeit(f"ended without an answer ({self._ended()})", bytes(line))
            else:
                self._move(until, seconds)

    def _move(self, until: float, seconds: float) -> None:
        """Waits until bytes can be read or written, and does so, within the time limit."""
        left = until - time.monotonic()
        if left <= 0:
            raise self.forfeit(f"took longer than {seconds:g} s", bytes(self._line))
        poll = select.poll()
        poll.register(self._stdout, select.POLLIN)
        if not self._stderr.closed:
            poll.register(self._stderr, select.POLLIN)
        if self._waiting:
            poll.register(self._stdin, select.POLLOUT)
        ready = {descriptor for descriptor, _ in poll.poll(1000 * left)}
        if self._waiting and self._stdin.fileno() in ready:
            self._write()
        if not self._stderr.closed and self._stderr.fileno() in ready:
            self._read_errors()
        if self._stdout.fileno() in ready:
            self._read()

    def _write(self) -> None:
        """Writes as much as the pipe takes; a program that no longer reads is noticed by its silence."""
        try:
            del self._waiting[: os.write(self._stdin.fileno(), self._waiting[:PIECE])]
        except BlockingIOError:
            return
        except OSError:
            self._waiting.clear()

    def _read(self) -> None:
        """Reads some of the program's output."""
        piece = os.read(self._stdout.fileno(), PIECE)
        self._line += piece
        if not piece:
            self._silent = True
            self._read_last_errors()

    def _read_errors(self) -> bool:
        """Reads some of standard error, keeping only the beginning; returns False at its end."""
        piece = os.read(self._stderr.fileno(), PIECE)
        if piece:
            self._errors += piece[: max(0, KEPT_OF_ERRORS - len(self._errors))]
        else:
            self._stderr.close()
        return bool(piece)

    def _read_last_errors(self) -> None:
        """Reads what a program that has ended left on standard error."""
        with suppress(BlockingIOError):
            while not self._stderr.closed and self._read_errors():
                pass

    def _ended(self) -> str:
        """Says how the program ended."""
        try:
            code = self._keeper.wait(FAREWELL_SECONDS)
        except subprocess.TimeoutExpired:
            return "it closed its standard output"
        if code == NOT_STARTED:
            return "it cannot be started"
        return f"signal {code - BY_SIGNAL}" if code > BY_SIGNAL else f"exit code {code}"


def _shown(said: bytes | bytearray) -> str:
    """Returns the beginning of what a program said, without terminal control characters."""
    text = said[: 4 * SHOWN].decode(errors="replace").strip().replace("\n", " | ")
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"

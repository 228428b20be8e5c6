"""Stopping a training before its time is over, so that nothing is lost."""

import os
import signal
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)
HEARD = b"\nstopping after this improvement; Ctrl-C once more stops at once\n"


class Stop:
    """Hears Ctrl-C and SIGTERM inside `with`: the first asks to stop, the second stops whatever is being done."""

    def __init__(self) -> None:
        """Starts with no request to stop."""
        self.code = 0
        self._before: list[Any] = []

    def __enter__(self) -> "Stop":
        """Installs the signal handlers."""
        self._before = [signal.signal(number, self._hear) for number in SIGNALS]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Restores the previous signal handlers."""
        for number, handler in zip(SIGNALS, self._before, strict=True):
            signal.signal(number, handler)

    def asked(self) -> bool:
        """Whether a stop was requested."""
        return self.code != 0

    def _hear(self, number: int, frame: FrameType | None) -> None:
        """Notes the exit code by which a shell knows what happened."""
        if self.asked():
            raise KeyboardInterrupt
        self.code = 128 + number
        with suppress(OSError):  # the reader may have ended by the same Ctrl-C
            os.write(2, HEARD)

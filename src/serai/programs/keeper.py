"""Runs one program and ends it, with all that it has started, when whoever asked for it is gone.

It is run by its path in a session of its own, `python keeper.py PIPE COMMAND…`, and imports nothing of ours: PIPE is
the end of a pipe whose other end closes with the process that asked, however that process ends.
"""

import _thread
import os
import signal
import sys

NOT_STARTED = 127
BY_SIGNAL = 128


def end_with_owner(pipe: int) -> None:
    """Waits until the owner is gone, then ends this whole group, itself included."""
    os.read(pipe, 1)
    os.killpg(0, signal.SIGKILL)


def main() -> None:
    """Starts the program with our own standard streams and waits for its end."""
    pipe, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(pipe, False)
    try:
        child = os.posix_spawnp(command[0], command, os.environ)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}".encode(errors="replace"))
        os._exit(NOT_STARTED)
    for stream in (0, 1, 2):
        os.close(stream)
    _thread.start_new_thread(end_with_owner, (pipe,))
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os._exit(code if code >= 0 else BY_SIGNAL - code)


if __name__ == "__main__":
    main()

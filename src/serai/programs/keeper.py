"""Runs one program and ends it, with everything it started, when the owner is gone or asks for it.

It is run by its path in its own session, `python keeper.py PIPE COMMAND…`, and imports nothing from Serai: PIPE is the
end of a pipe whose other end closes with the owner, however that process ends. On Linux the keeper adopts whatever the
program leaves behind, in any session, so that it only ever has to end its own children.
"""

import _thread
import os
import signal
import sys

NOT_STARTED = 127
BY_SIGNAL = 128
PR_SET_CHILD_SUBREAPER = 36


def adopts() -> bool:
    """Asks the system to reparent orphaned descendants to this process; returns whether it does."""
    if sys.platform != "linux" or not os.path.exists("/proc/self/stat"):  # noqa: PTH110
        return False
    try:
        import ctypes

        return bool(ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)
    except (ImportError, OSError, AttributeError):
        return False


def children() -> list[int]:
    """Lists the child processes of this process."""
    own, found = os.getpid(), []
    for name in os.listdir("/proc"):  # noqa: PTH208
        try:
            with open(f"/proc/{name}/stat", "rb") as stat:  # noqa: PTH123
                if name.isdigit() and int(stat.read().rpartition(b")")[2].split()[1]) == own:
                    found.append(int(name))
        except OSError:
            continue
    return found


def end_children() -> None:
    """Kills the children; their orphans become children in turn."""
    for child in children():
        try:
            os.kill(child, signal.SIGKILL)
        except OSError:
            continue


def end_with_owner(pipe: int, adopting: bool) -> None:
    """Waits until the owner is gone or asks, then ends the program; without adoption, the whole process group."""
    os.read(pipe, 1)
    if adopting:
        end_children()
    else:
        os.killpg(0, signal.SIGKILL)


def end_rest() -> None:
    """Ends everything the program left behind."""
    try:
        while True:
            end_children()
            os.waitpid(-1, 0)
    except ChildProcessError:
        return


def exit_code(program: int) -> int:
    """Waits for the program to exit, reaping adopted processes meanwhile; returns its exit code."""
    while True:
        ended, status = os.waitpid(-1, 0)
        if ended == program:
            return os.waitstatus_to_exitcode(status)


def main() -> None:
    """Starts the program with this process's standard streams and waits until it ends."""
    pipe, command = int(sys.argv[1]), sys.argv[2:]
    os.set_inheritable(pipe, False)
    adopting = adopts()
    try:
        program = os.posix_spawnp(command[0], command, os.environ)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}".encode(errors="replace"))
        os._exit(NOT_STARTED)
    for stream in (0, 1, 2):
        os.close(stream)
    _thread.start_new_thread(end_with_owner, (pipe, adopting))
    code = exit_code(program)
    if adopting:
        end_rest()
    os._exit(code if code >= 0 else BY_SIGNAL - code)


if __name__ == "__main__":
    main()

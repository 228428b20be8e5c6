"""Locks on open files, which end with their process, however that ends."""

import errno
import os
import sys

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        """Locks a byte far past the content, so that others can still read it."""
        place = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, place, os.SEEK_SET)
else:
    try:
        import fcntl
    except ImportError:  # such as in a browser
        fcntl = None  # type: ignore[assignment]

    def _lock(file: int) -> None:
        """Locks a file, or fails at once."""
        if fcntl is None:
            raise OSError(errno.ENOSYS, "this system has no locks")
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


TAKEN = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


def lock(file: int) -> bool:
    """Locks an open file; returns False if another process has, and raises OSError where there are no locks."""
    try:
        _lock(file)
    except OSError as error:
        if error.errno in TAKEN:
            return False
        raise
    return True

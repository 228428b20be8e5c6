"""The one way in which a rule becomes machine code, and where that code is kept."""

import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config as _config

config: Any = _config

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).parents[1]
KEPT_CACHES = 12
KEPT_SECONDS = 30 * 24 * 60 * 60


def digest() -> str:
    """Names all that machine code depends on: sources, Numba, Python and the CPU; printed values are arguments."""
    seen = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if path.parent.name == "rules" or b"rules.compiled import" in source:
            seen.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + source)
    machine = (numba.__version__, sys.version, platform.machine(), _cpu())
    seen.update(repr(machine).encode())
    return seen.hexdigest()[:24]


def _cpu() -> str:
    """Names the CPU and its features as the code generator sees them."""
    from llvmlite import binding

    return f"{binding.get_host_cpu_name()} {sorted(binding.get_host_cpu_features().items())}"


def caches() -> Path:
    """Returns the folder of all caches: `SERAI_CACHE`, or one in the user's cache folder."""
    if "SERAI_CACHE" in os.environ:
        return Path(os.environ["SERAI_CACHE"])
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "serai"


def _writable(folder: Path) -> bool:
    """Makes the folder and tries to write into it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _forget_old(folder: Path) -> None:
    """Marks a cache as used, and removes those beside it that were not for long, or the oldest of too many."""
    os.utime(folder)
    beside = [path for path in folder.parent.iterdir() if re.fullmatch(r"[0-9a-f]{24}", path.name) and path != folder]
    beside.sort(key=_last_used, reverse=True)
    for place, path in enumerate(beside, 1):
        if place >= KEPT_CACHES or _last_used(path) < time.time() - KEPT_SECONDS:
            shutil.rmtree(path, ignore_errors=True)


def _last_used(folder: Path) -> float:
    """Returns when a cache was last used; one that another process has just removed, never."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return 0


def _open_cache() -> bool:
    """Points Numba at the cache of this digest; without a writable folder everything is compiled anew each time."""
    if config.DISABLE_JIT:
        return False
    folder = caches() / digest()
    if not _writable(folder):
        warnings.warn(
            f"serai cannot write to {folder.parent}, so the rules are compiled anew at every start; "
            "set SERAI_CACHE to a folder that is writable",
            RuntimeWarning,
            stacklevel=2,
        )
        return False
    _forget_old(folder)
    config.CACHE_DIR = str(folder)
    return True


PLAIN = bool(config.DISABLE_JIT)
CACHED = _open_cache()


def _compile(function: Function, boundscheck: bool = True, **options: bool) -> Function:
    """Compiles a function: bounds are checked, other threads may run, the code is kept for the next start."""
    options |= {"boundscheck": boundscheck, "nogil": True, "cache": CACHED, "no_cfunc_wrapper": True}
    njit: Any = numba.njit
    return cast(Function, njit(error_model="numpy", **options)(function))


def compiled(function: Function) -> Function:
    """Compiles a rule that other compiled code calls; leaving out the door to Python saves a quarter of the time."""
    rule = _compile(function, no_cpython_wrapper=True)
    return rule if PLAIN else _without_door(rule)


def unchecked(function: Function) -> Function:
    """Compiles a rule without bounds checks: only for the writers of what is seen, which do nothing but write.

    Their places come from the table that the size of a row comes from. In plain Python NumPy checks them all the same,
    and tests see that nothing beside a row is touched.
    """
    rule = _compile(function, boundscheck=False, no_cpython_wrapper=True)
    return rule if PLAIN else _without_door(rule)


def arithmetic(function: Function) -> Function:  # pragma: no cover – plain Python has layers of its own
    """Compiles sums and products over whole rows, which Python calls too: no bounds checks.

    Only for the layers of networks; their sizes are compared when a network is loaded. Never with `fastmath`, which
    sums in the order that suits a CPU and rounds fewer times where it can: answers would differ between machines.
    """
    return _compile(function, boundscheck=False)


def _without_door(rule: Any) -> Any:
    """Lets a call from Python, which has no door to come in by, be an error and not a crash."""

    class Inner(type(rule)):  # type: ignore[misc]
        """A compiled rule that only compiled code may call."""

        def __call__(self, *arguments: Any) -> None:
            """Says what to do instead."""
            raise TypeError(f"{self.py_func.__name__} is called by compiled code only; decorate it with @entry")

    rule.__class__ = Inner
    return rule


def entry(function: Function) -> Function:
    """Compiles a function that Python calls too."""
    return _compile(function)

"""The one place where rules are compiled, and the cache of their machine code."""

import hashlib
import os
import platform
import re
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config as _config
from numba.core import types as _types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator

from serai.core.registry import SPECS, GameSpec

config: Any = _config
types: Any = _types

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).parents[1]
CONSTANTS = ("numbers.py", "pieces.py")
KEPT_CACHES = 12
TOLD = "SERAI_TOLD"  # in the environment: the notice that something is compiled was printed
KEPT_SECONDS = 30 * 24 * 60 * 60


def digest() -> str:
    """Hashes everything that machine code depends on: sources, Numba, Python and CPU; printed values are arguments."""
    seen = hashlib.sha256()
    for path, source in compiled_sources():
        seen.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + source)
    machine = (numba.__version__, sys.version, platform.machine(), _cpu())
    seen.update(repr(machine).encode())
    return seen.hexdigest()[:24]


def compiled_sources() -> Iterator[tuple[Path, bytes]]:
    """Yields every file with compiled functions, or with numbers that they hold as constants."""
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_bytes()
        if path.parent.name in ("core", "rules") or path.name in CONSTANTS or b"core.compiled import" in source:
            yield path, source


def _cpu() -> str:
    """Returns the CPU and its features as the code generator sees them."""
    from llvmlite import binding

    return f"{binding.get_host_cpu_name()} {sorted(binding.get_host_cpu_features().items())}"


def caches() -> Path:
    """Returns the folder of all caches: `SERAI_CACHE`, or one in the user's cache folder."""
    if "SERAI_CACHE" in os.environ:
        return Path(os.environ["SERAI_CACHE"])
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "serai"


def _writable(folder: Path) -> bool:
    """Creates the folder and tries to write to it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _forget_old(folder: Path) -> None:
    """Marks a cache as used, and removes others unused for too long or beyond the number kept."""
    os.utime(folder)
    beside = [path for path in folder.parent.iterdir() if re.fullmatch(r"[0-9a-f]{24}", path.name) and path != folder]
    beside.sort(key=_last_used, reverse=True)
    for place, path in enumerate(beside, 1):
        if place >= KEPT_CACHES or _last_used(path) < time.time() - KEPT_SECONDS:
            shutil.rmtree(path, ignore_errors=True)


def _last_used(folder: Path) -> float:
    """Returns when a cache was last used, 0 if another process has just removed it."""
    try:
        return folder.stat().st_mtime
    except FileNotFoundError:
        return 0


def _open_cache() -> bool:
    """Points Numba at the cache of this digest; without a writable folder, everything is recompiled at each start."""
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
    """Compiles a function: bounds are checked, the GIL is released, the code is cached for the next start."""
    options |= {"boundscheck": boundscheck, "nogil": True, "no_cfunc_wrapper": True}
    njit: Any = numba.njit
    rule = njit(error_model="numpy", **options)(function)
    if CACHED:  # pragma: no cover – plain Python has no cache
        rule._cache = GameCache(function)  # type: ignore[no-untyped-call]
    return cast(Function, rule)


class PackageLocator(UserProvidedCacheLocator):  # pragma: no cover – of the cache
    """Files the code of this package by module: every copy of the same sources finds it, wherever the copy is."""

    def __init__(self, function: Any, file: str) -> None:
        """Names the folder after the module instead of the path."""
        super().__init__(function, file)  # type: ignore[no-untyped-call]
        module = Path(file).relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
        self._cache_path = str(Path(config.CACHE_DIR) / module)

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> "PackageLocator | None":
        """Returns no locator for a function from outside: the folder's name does not cover its sources."""
        if not Path(py_file).is_relative_to(PACKAGE):
            return None
        return cast("PackageLocator | None", super().from_function(py_func, py_file))  # type: ignore[no-untyped-call]


class GameCacheImpl(CompileResultCacheImpl):  # pragma: no cover – of the cache
    """Numba's own cache, but for where the files of this package are."""

    _locator_classes = [PackageLocator, *CompileResultCacheImpl._locator_classes]  # noqa: RUF012 – as Numba has it


class GameCache(FunctionCache):  # pragma: no cover – plain Python has no cache
    """Keys code that involves an external game by the sources of that game, which the folder's name does not cover.

    That includes shared code whose signature mentions the game's states: only a state leads to a game's rules.
    """

    _impl_class = GameCacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Returns the kept code of a function; where there is none, says that it is being compiled."""
        found: Any = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        if found is None:
            say_compiling()
        return found

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        """Returns Numba's cache key, extended by the sources of external games."""
        key: Any = super()._index_key(signature, codegen)  # type: ignore[no-untyped-call]
        sources = outside_sources(self._py_func.__module__, signature)
        return (*key, sources) if sources else key


def say_compiling() -> None:  # pragma: no cover – of the cache
    """Prints once per process tree that something is being compiled, at a terminal or in a notebook."""
    if TOLD not in os.environ:
        os.environ[TOLD] = "1"
        if sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules):
            print("serai: compiling (some seconds, only once) …", file=sys.stderr, flush=True)


def outside_sources(module: str, signature: Any) -> tuple[str, ...]:  # pragma: no cover – of the cache
    """Returns the digests of the external games that a function belongs to or its signature mentions."""
    return tuple(
        spec.sources
        for spec in SPECS.outside()
        if f"{module}.".startswith(f"{spec.package}.") or _mentions(signature, _state_of(spec))
    )


def _state_of(spec: GameSpec) -> Any:  # pragma: no cover – of the cache
    """Returns the type of a game's states, None before its rules are imported: no state exists until then."""
    state = getattr(sys.modules.get(f"{spec.package}.{spec.rules}"), "STATE", None)
    return None if state is None else numba.from_dtype(state)


def _mentions(kind: Any, wanted: Any) -> bool:  # pragma: no cover – of the cache
    """Returns whether a type or signature contains another type, also inside arrays, tuples and records."""
    if isinstance(kind, types.Record):
        return kind == wanted or any(_mentions(kind.typeof(name), wanted) for name in kind.fields)
    if isinstance(kind, types.BaseTuple | tuple):
        return any(_mentions(each, wanted) for each in kind)
    return isinstance(kind, types.Array) and _mentions(kind.dtype, wanted)


def compiled(function: Function) -> Function:
    """Compiles a rule that other compiled code calls; leaving out the Python wrapper saves a quarter of the time."""
    rule = _compile(function, no_cpython_wrapper=True)
    return rule if PLAIN else _without_door(rule)


def unchecked(function: Function) -> Function:
    """Compiles a rule without bounds checks: only for writers of observations, which do nothing but write.

    Their indices come from the same table as the size of a row. In plain Python, NumPy still checks them,
    and tests check that nothing outside a row is touched. They are inlined, since a call with an array counts
    references to it, which takes longer than most of them.
    """
    rule = _compile(function, boundscheck=False, no_cpython_wrapper=True, forceinline=True)
    return rule if PLAIN else _without_door(rule)


def arithmetic(function: Function) -> Function:  # pragma: no cover – plain Python has its own layers
    """Compiles sums and products over whole rows, which Python calls too: no bounds checks.

    Only for the layers of networks, whose sizes are checked when a network is loaded. Never with `fastmath`, which
    sums in whatever order suits the CPU and rounds less often where it can: results would differ between machines.
    """
    return _compile(function, boundscheck=False)


def _without_door(rule: Any) -> Any:
    """Turns a call from Python, for which there is no wrapper, into an error instead of a crash."""

    class Inner(type(rule)):  # type: ignore[misc]
        """A compiled rule that only compiled code may call."""

        def __call__(self, *arguments: Any) -> None:
            """Raises TypeError, saying what to do instead."""
            raise TypeError(f"{self.py_func.__name__} is called by compiled code only; decorate it with @entry")

    rule.__class__ = Inner
    return rule


def entry(function: Function) -> Function:
    """Compiles a function that Python calls too."""
    return _compile(function)

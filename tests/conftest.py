"""What all tests share: the order in which they run, the quick ones, and those that are left to `make soak`."""

import os
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

ROOT = Path(__file__).parent
SOAK = bool(os.environ.get("SERAI_SOAK"))

# Where the long tests are, longest first: no worker is left alone with one at the end. `--quick` leaves them out.
LONG = (
    "browser",
    *(f"web/test_{name}.py" for name in ("serving", "peers", "secrets", "bot_pool", "streams", "programs_at_tables")),
    "arena",
    *(f"test_{name}.py" for name in ("terminal", "naive", "invariants", "load", "programs", "bridge")),
    "learning/frameworks",
    "test_cookbook.py",
    "test_other_systems.py",
    "test_release.py",
    "outside",
    *(f"web/test_{game}_page.py" for game in ("spice_road", "sand_to_sea", "east_to_west")),
    *(f"web/test_{name}.py" for name in ("erasure", "finished", "store", "lessons", "results", "rulebook")),
    *(f"web/test_{name}.py" for name in ("bad_requests", "restarts", "contract", "slow_clients")),
    "studies",
    *(
        f"test_{name}.py"
        for name in ("cache", "golden", "grandmaster", "master", "registry", "mcp", "playouts", "values")
    ),
    *(f"web/test_{name}.py" for name in ("seen", "exposed")),
    "learning/test_vector.py",
)

# Whole games compared: measuring which branches they take would triple their time, and other tests take them all.
UNMEASURED = ("learning", "test_invariants.py", "test_naive.py")


def left_to_soak(*cases: object) -> list[ParameterSet]:
    """Marks cases of a test that only `make soak` runs."""
    return [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.soak) for case in cases]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the choice of the quick tests."""
    parser.addoption("--quick", action="store_true", help="leave out the files with long tests: about a minute in all")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves out files with long tests where quick ones are wanted."""
    return True if config.getoption("--quick") and rank(collection_path) < len(LONG) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Puts long tests first and leaves out what only `make soak` runs; tests of one file stay together."""
    later = ("soak", "long_in_plain") if os.environ.get("NUMBA_DISABLE_JIT") == "1" else ("soak",)
    if not SOAK and (left_out := [item for item in items if any(map(item.get_closest_marker, later))]):
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    for item in filter(needs_posix, items if os.name == "nt" else []):
        item.add_marker(pytest.mark.skip(reason="needs POSIX"))
    items.sort(key=lambda item: rank(item.path))
    for item in items:
        if rank(item.path, UNMEASURED) < len(UNMEASURED):
            item.add_marker(pytest.mark.no_cover)


def needs_posix(item: pytest.Item) -> bool:
    """Returns whether a test cannot run on Windows: it says so itself, or needs a PostgreSQL of Debian's."""
    return item.get_closest_marker("posix") is not None or "postgres" in getattr(item, "fixturenames", ())


def rank(path: Path, among: tuple[str, ...] = LONG) -> int:
    """Returns the place of a file, or of its folder, in a list; what is not in it comes behind."""
    name = path.relative_to(ROOT).as_posix() if ROOT in path.parents else ""
    return next((place for place, known in enumerate(among) if f"{name}/".startswith(f"{known}/")), len(among))

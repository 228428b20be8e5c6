"""Which extra of the package brings what a part of it imports."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

EXTRAS = {
    "play": ("openskill", "rich", "typer"),
    "web": (
        "aiosqlite",
        "alembic",
        "babel",
        "fastapi",
        "jinja2",
        "markupsafe",
        "multipart",
        "python_multipart",
        "segno",
        "sqlalchemy",
        "starlette",
        "uvicorn",
    ),
    "postgres": ("asyncpg",),
    "learn": ("gymnasium", "PIL", "pettingzoo", "pyspiel"),
    "data": ("pyarrow", "safetensors"),
    "train": ("sb3_contrib", "stable_baselines3", "torch"),
    "gpu": ("cuda", "numba_cuda"),
    "cluster": ("ray",),
    "agents": ("mcp",),
}


def extra_for(error: ModuleNotFoundError) -> str | None:
    """Returns the extra that brings a missing module, None if none does."""
    package = (error.name or "").partition(".")[0]
    return next((extra for extra, packages in EXTRAS.items() if package in packages), None)


def advice(error: ModuleNotFoundError) -> str | None:
    """Returns a sentence that says how to get a missing module, None if no extra brings it."""
    extra = extra_for(error)
    return None if extra is None else f"this needs {error.name}; install it with: pip install 'serai[{extra}]'"


@contextmanager
def explained() -> Iterator[None]:
    """Says of a missing module how to get it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (needed := advice(error)) is None:
            raise
        raise ModuleNotFoundError(needed, name=error.name) from error


@contextmanager
def command(name: str) -> Iterator[None]:
    """Ends a command that misses a module with a sentence that says how to get it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (needed := advice(error)) is None:
            raise
        sys.exit(f"{name}: {needed}")

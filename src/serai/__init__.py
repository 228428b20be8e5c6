"""Serai: a fan-made table for the Century board games, not affiliated with their publisher."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from serai.version import VERSION

if TYPE_CHECKING:
    from serai import bots, learning, record, simulate
    from serai.core.components import BadComponents
    from serai.core.notation import BadPosition, IllegalAction
    from serai.core.spec import GAMES
    from serai.game import Game
    from serai.record import BadRecord

__version__ = VERSION
__all__ = [
    "GAMES",
    "BadComponents",
    "BadPosition",
    "BadRecord",
    "Game",
    "IllegalAction",
    "bots",
    "learning",
    "record",
    "simulate",
]

HOMES = {
    "GAMES": "serai.core.spec",
    "BadComponents": "serai.core.components",
    "BadPosition": "serai.core.notation",
    "BadRecord": "serai.record",
    "Game": "serai.game",
    "IllegalAction": "serai.core.notation",
}
MODULES = {"bots", "learning", "record", "simulate"}


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Imports a public name or module on first use."""
        if name in MODULES:
            return import_module(f"serai.{name}")
        if name not in HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value = getattr(import_module(HOMES[name]), name)
        return value


def __dir__() -> list[str]:
    """Lists the public names, imported or not."""
    return sorted({*globals(), *__all__})

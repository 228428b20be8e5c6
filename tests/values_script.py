"""Runs in a process of its own, with a component set; says what compiled code holds, or what it does.

`held` names every value that a compiled function would freeze; `played` plays a little of every game.
"""

import gc
import hashlib
import importlib
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher

import serai
from serai import warm
from serai.observations import LAYOUTS, observed
from serai.rules import compiled, games, playouts
from serai.rules.records import empty_states

FIGURES = (int, float, bool, tuple, np.generic, np.ndarray)
PACKAGE = Path(serai.__file__).parent


def import_everything() -> None:
    """Imports every module with compiled code; some need frameworks that may not be installed."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if b"rules.compiled import" in path.read_bytes():
            name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
            try:
                importlib.import_module(name)
            except ImportError:
                assert "learning" in name


def frozen(function: Any) -> dict[str, Any]:
    """Returns the figures that a compiled function would hold as constants."""
    names, known = function.__code__.co_names, function.__globals__
    found = {name: known[name] for name in names if name in known}
    for module in [value for value in found.values() if isinstance(value, ModuleType)]:
        found |= {f"{module.__name__}.{name}": getattr(module, name) for name in names if hasattr(module, name)}
    return {name: value for name, value in found.items() if isinstance(value, FIGURES)}


def held() -> dict[str, dict[str, str]]:
    """Returns the figures of every compiled function, arrays as digests."""
    import_everything()
    told = {}
    for rule in [thing for thing in gc.get_objects() if isinstance(thing, Dispatcher)]:
        function = rule.py_func
        figures = {
            name: hashlib.sha256(np.asarray(value).tobytes()).hexdigest() for name, value in frozen(function).items()
        }
        told[f"{function.__module__}.{function.__qualname__}"] = figures
    return told


def played() -> dict[str, Any]:
    """Plays random games and looks at them; compiled, everything else is called once too."""
    told: dict[str, Any] = {}
    for name, rules in games.GAMES.items():
        states, mask = empty_states(rules.STATE, 1), np.zeros(rules.WORDS, np.uint64)
        results = np.zeros(2, playouts.RESULT)
        playouts.simulate(games.values(name), states, mask, rules.SEATS[0], np.uint64(5), 0, 12, results)
        seen = observed(states[0], 0, 1, None)
        told[name] = [results["decisions"].tolist(), results["scores"].tolist(), LAYOUTS[name].size, seen.tolist()]
        if not compiled.PLAIN:
            for part in (warm.warm_rules, warm.warm_playouts, warm.warm_bots, warm.warm_learning):
                part(name)
    found = [thing for thing in gc.get_objects() if isinstance(thing, Dispatcher)]
    return {"games": told, "compiled": sum(sum(rule.stats.cache_misses.values()) for rule in found)}


if __name__ == "__main__":
    json.dump({"held": held, "played": played}[sys.argv[1]](), sys.stdout)

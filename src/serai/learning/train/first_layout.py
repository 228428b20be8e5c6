"""Checkpoints of v0.1.0, whose heads were layers of their own and whose rows were not padded, in today's layout."""

from typing import Any

import numpy as np

from serai.core.component_folders import original
from serai.learning.train.action_groups import kin
from serai.learning.train.batch_env import row_size
from serai.learning.train.model import SEATS

Array = np.ndarray[Any, Any]
Arrays = dict[str, Array]


def converted(game: str, arrays: Arrays) -> Arrays:
    """Converts a checkpoint of v0.1.0; any other is returned as it is.

    What the optimiser remembered is left out: it belonged to other layers, and builds up again within seconds.
    """
    if "model.policy.weight" not in arrays:
        return arrays
    pasts = {".".join(name.split(".")[:2]) for name in arrays if name.startswith("past.")}
    found = _network(game, arrays, "model", shared=True)
    for past in sorted(pasts):
        found |= _network(game, arrays, past, shared=False)
    return found


def _network(game: str, arrays: Arrays, prefix: str, shared: bool) -> Arrays:
    """Converts one network; what actions have in common stays apart (`shared`) or is added to the layer of each."""
    own = {name.removeprefix(f"{prefix}."): values for name, values in arrays.items() if name.startswith(f"{prefix}.")}
    first, groups = own["first.weight"], kin(game)
    heads = np.concatenate([_padded(own, head) for head in ("policy", "chances", "points")])
    common = np.zeros((len(groups), heads.shape[1]), heads.dtype)
    if "common.weight" in own:
        common = np.concatenate([own["common.weight"], own["common.bias"][:, None]], 1)
    if not shared:
        heads[: groups.shape[1]] += (groups.T @ common).astype(heads.dtype)
    kept = {name: values for name, values in own.items() if name.startswith(("first.bias", "blocks.", "norm."))}
    kept["first.weight"] = np.pad(first, ((0, 0), (0, row_size(original(game)) - first.shape[1])))
    kept |= {"heads.weight": heads[:, :-1], "heads.bias": heads[:, -1], **({"common": common} if shared else {})}
    return {f"{prefix}.{name}": values for name, values in kept.items()}


def _padded(own: Arrays, head: str) -> Array:
    """Returns a head with its bias in the last column, and rows for as many seats as there is room for."""
    rows = np.concatenate([own[f"{head}.weight"], own[f"{head}.bias"][:, None]], 1)
    return rows if head == "policy" else np.pad(rows, ((0, SEATS - len(rows)), (0, 0)))

"""The layout of states: records of records, without padding, widest fields first."""

from typing import Any, TypeAlias

import numpy as np

from serai.core.components import CARDS
from serai.core.numbers import NONE as NONE
from serai.core.numbers import SPICES as SPICES

State: TypeAlias = np.record
Values: TypeAlias = np.record
Player: TypeAlias = np.record
Row: TypeAlias = np.record
States: TypeAlias = np.ndarray[Any, np.dtype[np.record]]
Cubes: TypeAlias = np.ndarray[Any, np.dtype[np.int16]]


def record(*fields: tuple[Any, ...]) -> Any:
    """Returns the type of a record whose fields are packed and aligned.

    With `align`, a GPU loads a field at once; without it, every field is assembled from bytes.
    """
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


def row_fields(places: int) -> tuple[tuple[Any, ...], ...]:
    """Returns the fields of a row of face-up cards and its deck, drawn from the end."""
    return ("cards", np.int8, places), ("left", np.int8), ("deck", np.int8, CARDS)


def filled(dtype: Any, **fields: Any) -> Values:
    """Returns one record of printed values; a value shorter than its field fills the beginning."""
    values: Values = empty_states(dtype, 1)[0]
    for name, content in fields.items():
        shape = np.shape(content)
        if shape:
            values[name][tuple(slice(size) for size in shape)] = content
        else:
            values[name] = content
    return values


def boxed(values: Values) -> States:
    """Returns the one-element array that holds a record, or a copy: compiled calls with it are 2 to 5 µs faster."""
    base = values.base
    return base if isinstance(base, np.ndarray) and base.shape == (1,) else as_array(values)


def as_array(values: Values) -> States:
    """Copies a record into a one-element array, as GPU kernels take it."""
    array = empty_states(values.dtype, 1)
    array[0] = values
    return array


def empty_states(dtype: Any, count: int) -> States:
    """Returns an array of states, all zero."""
    return np.zeros(count, dtype)


def described(dtype: Any) -> dict[str, Any]:
    """Describes a record as plain data, so that its bytes can be read without NumPy (`serai.core.views.fields`)."""
    fields = [[name, dtype.fields[name][1], *_described_field(dtype.fields[name][0])] for name in dtype.names]
    return {"size": dtype.itemsize, "fields": fields}


def _described_field(dtype: Any) -> tuple[list[int], Any]:
    """Returns the shape of a field and its element type."""
    kind = dtype.base
    return list(dtype.shape), described(kind) if kind.names else kind.str[1:]

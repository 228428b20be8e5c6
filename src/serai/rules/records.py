"""How states are laid out: records of records, without padding, widest fields first."""

from typing import Any, TypeAlias

import numpy as np

from serai.rules.components import CARDS

State: TypeAlias = np.record
Values: TypeAlias = np.record
Player: TypeAlias = np.record
Row: TypeAlias = np.record
States: TypeAlias = np.ndarray[Any, np.dtype[np.record]]
Cubes: TypeAlias = np.ndarray[Any, np.dtype[np.int16]]

NONE = -1
SPICES = 4


def record(*fields: tuple[Any, ...]) -> Any:
    """Returns the type of a record whose fields lie side by side, each where its width asks for it.

    Saying so (`align`) lets a GPU load a field at once; without it every field is put together from bytes.
    """
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


def row_fields(places: int) -> tuple[tuple[Any, ...], ...]:
    """Returns the fields of a row of face-up cards and its deck, drawn from the end."""
    return ("cards", np.int8, places), ("left", np.int8), ("deck", np.int8, CARDS)


def filled(dtype: Any, **fields: Any) -> Values:
    """Returns one record of printed values; what is shorter than its field fills the beginning of it."""
    values: Values = empty_states(dtype, 1)[0]
    for name, content in fields.items():
        shape = np.shape(content)
        if shape:
            values[name][tuple(slice(size) for size in shape)] = content
        else:
            values[name] = content
    return values


def boxed(values: Values) -> States:
    """Returns the array of one that a record lies in, or a copy: calling compiled code with it is 2 to 5 µs quicker."""
    base = values.base
    return base if isinstance(base, np.ndarray) and base.shape == (1,) else as_array(values)


def as_array(values: Values) -> States:
    """Copies a record into an array of one, as kernels on a GPU take it."""
    array = empty_states(values.dtype, 1)
    array[0] = values
    return array


def empty_states(dtype: Any, count: int) -> States:
    """Returns an array of states, all zero."""
    return np.zeros(count, dtype)

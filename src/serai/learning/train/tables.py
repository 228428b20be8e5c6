"""Many games side by side whose arrays are tensors: stepped by a kernel on the GPU, by a loop here."""

from typing import Any

import numpy as np
import torch

from serai.learning.stepping import TABLE, Tables, carry_out
from serai.observations import LAYOUTS, observe
from serai.observations.layouts import Entries
from serai.rules import games
from serai.rules.bits import Words
from serai.rules.compiled import compiled, entry
from serai.rules.games import legal, score, setup
from serai.rules.records import States, empty_states


@compiled
def show(states: States, place: int, masks: Words, observations: Entries, seats: Any) -> None:
    """Writes what is legal, who decides, and what that seat may know into entries that are all 0.

    The rounds are not told: no rule depends on them, and a position is then judged alike wherever it comes from.
    """
    state = states[place]
    legal(state, masks[place])
    observe(state, state.seat, observations[place])
    seats[place] = state.seat


@compiled
def deal(states: States, place: int, players: int, tables: Tables, seed: np.uint64, number: int) -> None:
    """Deals a game by its number."""
    setup(states[place], players, seed, np.uint64(number))
    tables[place].begun = 1


@compiled
def go_on(
    states: States,
    place: int,
    action: int,
    tables: Tables,
    numbers: Any,
    terms: Any,
    masks: Words,
    observations: Entries,
    seats: Any,
    dones: Any,
    scores: Any,
) -> None:
    """Takes one decision of one game; when it ends the game, its scores are kept and another is dealt.

    `dones` tells how: 1 by the rules, 2 by the limit of rounds.

    `terms` holds the limit of rounds, the seed, and the step from one number of a deal to the next. No observation
    tells of the limit: it is there to end aimless games, not to be played for.
    """
    carry_out(states[place], tables[place], action, terms[0])
    dones[place] = tables[place].done + tables[place].stopped
    if tables[place].done == 1:
        players = int(states[place].seats)
        for seat in range(players):
            scores[place, seat] = score(states[place], seat)
        numbers[place] += terms[2]
        deal(states, place, players, tables, np.uint64(terms[1]), numbers[place])
    show(states, place, masks, observations, seats)


@entry
def begin_all(
    states: States,
    players: Any,
    tables: Tables,
    numbers: Any,
    terms: Any,
    masks: Words,
    observations: Entries,
    seats: Any,
) -> None:
    """Deals every game."""
    for place in range(len(states)):
        deal(states, place, int(players[place]), tables, np.uint64(terms[1]), numbers[place])
        show(states, place, masks, observations, seats)


@entry
def all_go_on(
    states: States,
    actions: Any,
    tables: Tables,
    numbers: Any,
    terms: Any,
    masks: Words,
    observations: Entries,
    seats: Any,
    dones: Any,
    scores: Any,
) -> None:
    """Takes one decision in every game."""
    for place in range(len(states)):
        go_on(states, place, actions[place], tables, numbers, terms, masks, observations, seats, dones, scores)


class Floor:
    """Where games are played: their arrays, and what steps them; tensors share the memory of the arrays."""

    def __init__(self, game: str, players: "torch.Tensor", seed: int, rounds: int, device: str) -> None:
        """Makes room for as many games as there are numbers of players."""
        count, self.words = len(players), games.GAMES[game].WORDS
        self.game, self.device, self.count, self.size = game, device, count, LAYOUTS[game].size
        self._views: dict[tuple[int, str], Any] = {}
        self.on_gpu = device.startswith("cuda")
        self.players = players.to(device)
        self.seats = torch.zeros(count, dtype=torch.int8, device=device)
        self.dones = torch.zeros(count, dtype=torch.int8, device=device)
        self.scores = torch.zeros((count, LAYOUTS[game].seats), dtype=torch.int16, device=device)
        self.numbers = torch.arange(count, dtype=torch.int64, device=device)
        self.terms = torch.tensor([rounds, seed, count], dtype=torch.int64, device=device)
        self.states = self._records(empty_states(games.GAMES[game].STATE, count))
        self.tables = self._records(np.zeros(count, TABLE))
        self._fixed = {
            name: self._array(getattr(self, name)) for name in ("seats", "dones", "scores", "numbers", "terms")
        }
        steppers: tuple[Any, Any] = _kernels() if self.on_gpu else (begin_all, all_go_on)
        self._begin, self._go_on = steppers

    def begin(self, observations: "torch.Tensor", masks: "torch.Tensor") -> None:
        """Deals every game."""
        observations.zero_()
        fixed = self._fixed
        self._call(
            self._begin,
            self.states,
            self._array(self.players),
            self.tables,
            fixed["numbers"],
            fixed["terms"],
            self._array(masks, "<u8"),
            self._array(observations),
            fixed["seats"],
        )

    def step(self, actions: "torch.Tensor", observations: "torch.Tensor", masks: "torch.Tensor") -> None:
        """Takes one decision in every game; writes what comes then into the tensors."""
        observations.zero_()
        fixed = self._fixed
        self._call(
            self._go_on,
            self.states,
            self._array(actions),
            self.tables,
            fixed["numbers"],
            fixed["terms"],
            self._array(masks, "<u8"),
            self._array(observations),
            fixed["seats"],
            fixed["dones"],
            fixed["scores"],
        )

    def _call(self, function: Any, *arrays: Any) -> None:
        """Calls a kernel with a thread for each game, or a compiled loop."""
        if self.on_gpu:
            function[-(-self.count // 128), 128](*arrays)
        else:
            function(*arrays)

    def _records(self, records: Any) -> Any:
        """Puts an array of records where the games are played."""
        if not self.on_gpu:
            return records
        from serai.gpu.device import cuda

        return cuda.to_device(records)

    def _array(self, tensor: "torch.Tensor", kind: str | None = None) -> Any:
        """Returns a tensor as an array of the same memory; words of a mask have no sign."""
        if not self.on_gpu:
            array = tensor.numpy()
            return array if kind is None else array.view(kind)
        key = (tensor.data_ptr(), str(tensor.shape))
        if key not in self._views:
            self._views[key] = _shared(tensor, kind)
        return self._views[key]


def _shared(tensor: "torch.Tensor", kind: str | None) -> Any:
    """Shows a tensor on the GPU to Numba without copying it."""
    from serai.gpu.device import cuda

    class Memory:
        """What Numba asks an array of another library for."""

        __cuda_array_interface__ = {  # noqa: RUF012 – the name and form are NumPy's
            "shape": tuple(tensor.shape),
            "typestr": kind or np.dtype(str(tensor.dtype).removeprefix("torch.")).str,
            "data": (tensor.data_ptr(), False),
            "version": 2,
        }

    return cuda.as_cuda_array(Memory())


def _kernels() -> tuple[Any, Any]:
    """Compiles the kernels; one thread steps one game through the same function as the loop here."""
    from serai.gpu.device import cuda

    def begin(states, players, tables, numbers, terms, masks, observations, seats):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        place = cuda.grid(1)
        if place < len(states):
            deal(states, place, players[place], tables, np.uint64(terms[1]), numbers[place])
            show(states, place, masks, observations, seats)

    def step(states, actions, tables, numbers, terms, masks, observations, seats, dones, scores):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        place = cuda.grid(1)
        if place < len(states):
            go_on(states, place, actions[place], tables, numbers, terms, masks, observations, seats, dones, scores)

    return cuda.jit(begin), cuda.jit(step)


def unpacked(masks: "torch.Tensor") -> "torch.Tensor":
    """Turns the words of masks into a truth for each action."""
    shifts = torch.arange(64, dtype=torch.int64, device=masks.device)
    return ((masks.unsqueeze(-1) >> shifts) & 1).flatten(-2).bool()

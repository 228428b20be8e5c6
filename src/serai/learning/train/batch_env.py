"""Many games side by side, their arrays shared with torch: stepped by a GPU kernel or a compiled loop."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from serai.bots.beam import card_points
from serai.bots.evaluation import EVALUATIONS, promise
from serai.core import spec
from serai.core.bits import Bitset
from serai.core.compiled import compiled, entry
from serai.core.component_set import ComponentSet
from serai.core.observation import LAYOUTS, where
from serai.core.observation.layouts import Entries
from serai.core.records import States, as_array, empty_states
from serai.core.spec import legal, redeal, score, setup
from serai.learning.stepping import LANE, Actions, Lanes, carry_out
from serai.networks.features import encode, size

THREADS = 128
ALIGNED = 64  # entries; matrix units read rows of odd sizes several times slower
ODD = 0x9E3779B1


class Arrays(NamedTuple):
    """The games of a batch, an entry for each, and the terms that they are all played on."""

    values: Any  # the printed values, one record
    where: Any  # where the fields of an observation lie, one record
    states: States
    lanes: Lanes
    players: Any  # how many
    numbers: Any  # of the deals
    seats: Any  # who decides
    dones: Any  # how the last decision ended a game: 1 by the rules, 2 by the limit of rounds, else 0
    scores: Any  # of the game that ended last, by seat
    stands: Any  # points and what else a seat has, as `planner` values it; 0 where nobody asks
    weights: Any  # what it values; none where nobody asks
    fewest: int  # rounds until a game is stopped, from this many
    rounds: int  # to this many, to end aimless games; no observation tells of it, so that nobody plays for it
    seed: np.uint64
    stride: int  # from the number of a deal to that of the next in its place


def row_size(pieces: ComponentSet) -> int:
    """Returns the room for what a network sees of a game with these pieces, with entries at the end that stay 0."""
    return -(-size(pieces) // ALIGNED) * ALIGNED


@compiled
def show(arrays: Arrays, place: int, masks: Bitset, observations: Entries) -> None:
    """Writes what is legal, who decides, and what the network sees from that seat into entries that are all 0."""
    values, state = arrays.values[0], arrays.states[place]
    legal(values, state, masks[place])
    encode(values, arrays.where[0], state, state.seat, observations[place])
    arrays.seats[place] = state.seat


@compiled
def deal(arrays: Arrays, place: int) -> None:
    """Deals a game by its number."""
    seats, number = int(arrays.players[place]), np.uint64(arrays.numbers[place])
    setup(arrays.values[0], arrays.states[place], seats, arrays.seed, number)
    arrays.lanes[place].begun = 1


@compiled
def limit(arrays: Arrays, place: int) -> int:
    """Returns after how many rounds a game is stopped: pseudo-random, fixed by the deal."""
    lot = (arrays.numbers[place] * ODD) & 0xFFFFFFFF
    return arrays.fewest + (lot >> 8) % (arrays.rounds - arrays.fewest + 1)


@compiled
def weigh_all(arrays: Arrays, place: int) -> None:
    """Writes the standing of each seat, if `standing` is on."""
    if len(arrays.weights) > 0:
        values, state = arrays.values[0], arrays.states[place]
        for seat in range(state.seats):
            promised = promise(values, state, seat, arrays.weights)
            arrays.stands[place, seat] = card_points(values, state, seat) + promised


@compiled
def go_on(arrays: Arrays, place: int, action: int) -> None:
    """Takes one decision in one game; if that ends it, keeps scores and standings and deals the next."""
    state, lane = arrays.states[place], arrays.lanes[place]
    carry_out(arrays.values[0], state, lane, action, limit(arrays, place))
    arrays.dones[place] = lane.done + lane.stopped
    weigh_all(arrays, place)
    if lane.done == 1:
        for seat in range(state.seats):
            arrays.scores[place, seat] = score(arrays.values[0], state, seat)
        arrays.numbers[place] += arrays.stride
        deal(arrays, place)


@compiled
def redeal_one(arrays: Arrays, place: int, world: int) -> None:
    """Replaces what the deciding seat of a game cannot know by something equally likely."""
    state = arrays.states[place]
    redeal(arrays.values[0], state, int(state.seat), arrays.seed, np.uint64(world))


@entry
def redeal_all(arrays: Arrays, worlds: Actions) -> None:
    """Redeals every game by the number of its world."""
    for place in range(len(arrays.states)):
        redeal_one(arrays, place, worlds[place])


@entry
def begin_all(arrays: Arrays, masks: Bitset, observations: Entries) -> None:
    """Deals every game."""
    for place in range(len(arrays.states)):
        deal(arrays, place)
        show(arrays, place, masks, observations)


@entry
def all_go_on(arrays: Arrays, actions: Actions, masks: Bitset, observations: Entries) -> None:
    """Takes one decision in every game."""
    for place in range(len(arrays.states)):
        go_on(arrays, place, actions[place])
        show(arrays, place, masks, observations)


class BatchEnv:
    """The games of a training: their arrays, their tensors over the same memory, and their kernels."""

    def __init__(
        self,
        pieces: ComponentSet,
        players: Tensor,
        seed: int,
        rounds: tuple[int, int],
        device: str,
        standing: bool = False,
    ) -> None:
        """Allocates one game per entry of `players`; `standing` turns standings on."""
        game, count = pieces.game, len(players)
        rules = spec.GAMES[game]
        self.count, self.words, self.size = count, rules.WORDS, row_size(pieces)
        self.on_gpu = device.startswith("cuda")
        self._views: dict[tuple[int, str], Any] = {}
        self.players = players.to(device)
        self.seats = torch.zeros(count, dtype=torch.int8, device=device)
        self.dones = torch.zeros(count, dtype=torch.int8, device=device)
        self.scores = torch.zeros((count, LAYOUTS[game].seats), dtype=torch.int16, device=device)
        self.stands = torch.zeros((count, LAYOUTS[game].seats), device=device)
        weights = EVALUATIONS[game].WEIGHTS
        self._arrays = Arrays(
            values=self._placed(as_array(pieces.values())),
            where=self._placed(as_array(where(pieces))),
            states=self._placed(empty_states(rules.STATE, count)),
            lanes=self._placed(np.zeros(count, LANE)),
            players=self._array(self.players),
            numbers=self._placed(np.arange(count, dtype=np.int64)),
            seats=self._array(self.seats),
            dones=self._array(self.dones),
            scores=self._array(self.scores),
            stands=self._array(self.stands),
            weights=self._placed(weights if standing else weights[:0]),
            fewest=rounds[0],
            rounds=rounds[1],
            seed=np.uint64(seed),
            stride=count,
        )
        steppers: tuple[Any, Any, Any] = _kernels() if self.on_gpu else (begin_all, all_go_on, redeal_all)
        self._begin, self._go_on, self._redeal = steppers
        self._copied = [self._words(self._arrays.states), self._words(self._arrays.lanes)]
        self._copied += [self._words(self._arrays.numbers), self.players]

    def begin(self, observations: Tensor, masks: Tensor) -> None:
        """Deals every game."""
        observations.zero_()
        self._call(self._begin, self._array(masks, "<u8"), self._array(observations))

    def step(self, actions: Tensor, observations: Tensor, masks: Tensor) -> None:
        """Takes one decision in every game and writes the next positions into the tensors."""
        observations.zero_()
        self._call(self._go_on, self._array(actions), self._array(masks, "<u8"), self._array(observations))

    def take(self, other: "BatchEnv", rows: Tensor) -> None:
        """Copies games of another batch, one into each place."""
        for own, theirs in zip(self._copied, other._copied, strict=True):
            torch.index_select(theirs, 0, rows, out=own)

    def redeal(self, worlds: Tensor) -> None:
        """Replaces in every game what its deciding seat cannot know, by the number of a world."""
        self._call(self._redeal, self._array(worlds))

    def _words(self, array: Any) -> Tensor:
        """Returns the memory of an array as a tensor of words, a row for each entry."""
        shape = (len(array), array.dtype.itemsize // 8)
        return _seen_by_torch(array, shape) if self.on_gpu else torch.from_numpy(array.view(np.int64).reshape(shape))

    def _call(self, function: Any, *others: Any) -> None:
        """Calls a kernel with a thread for each game, or a compiled loop."""
        if self.on_gpu:
            function[-(-self.count // THREADS), THREADS, _stream()](self._arrays, *others)
        else:
            function(self._arrays, *others)

    def _placed(self, array: Any) -> Any:
        """Moves an array to the device."""
        if not self.on_gpu:
            return array
        from serai.gpu.device import cuda

        return cuda.to_device(array)

    def _array(self, tensor: Tensor, kind: str | None = None) -> Any:
        """Returns a tensor as an array of the same memory; words of a mask have no sign."""
        if not self.on_gpu:
            array = tensor.numpy()
            return array if kind is None else array.view(kind)
        key = (tensor.data_ptr(), str(tensor.shape))
        if key not in self._views:
            self._views[key] = _shared(tensor, kind)
        return self._views[key]


def ranked(scores: Tensor, players: Tensor) -> Tensor:
    """Returns scores of which the highest wins: a later seat has a little more, an empty one nothing (C-7)."""
    number = torch.arange(scores.shape[-1], device=scores.device)
    return (scores.float() + 0.01 * number).masked_fill(number >= players[:, None], -torch.inf)


def _stream() -> Any:
    """Returns the stream that torch puts its kernels on now, so that ours keep their turn among them."""
    from serai.gpu.device import cuda

    number = torch.cuda.current_stream().cuda_stream
    return cuda.external_stream(number) if number else 0


def _shared(tensor: Tensor, kind: str | None) -> Any:
    """Shows a tensor on the GPU to Numba without copying it."""
    from serai.gpu.device import cuda

    class Memory:
        """The interface by which Numba reads foreign arrays."""

        __cuda_array_interface__ = {  # noqa: RUF012 – the name and form are NumPy's
            "shape": tuple(tensor.shape),
            "typestr": kind or np.dtype(str(tensor.dtype).removeprefix("torch.")).str,
            "data": (tensor.data_ptr(), False),
            "version": 2,
        }

    return cuda.as_cuda_array(Memory())


def _seen_by_torch(array: Any, shape: tuple[int, int]) -> Tensor:
    """Shows an array on the GPU to torch as words, without copying it."""

    class Memory:
        """The interface by which torch reads foreign arrays."""

        __cuda_array_interface__ = {  # noqa: RUF012 – the name and form are NumPy's
            "shape": shape,
            "typestr": "<i8",
            "data": array.__cuda_array_interface__["data"],
            "version": 2,
        }

    return torch.as_tensor(Memory(), device="cuda")


@cache
def _kernels() -> tuple[Any, Any, Any]:
    """Compiles the kernels, each at its first call."""
    from serai.gpu.device import cuda
    from serai.learning.train import kernels

    return cuda.jit(kernels.begin), cuda.jit(kernels.step), cuda.jit(kernels.redeal)


def unpacked(masks: Tensor) -> Tensor:
    """Unpacks mask words into one boolean per action."""
    shifts = torch.arange(64, dtype=torch.int64, device=masks.device)
    return ((masks.unsqueeze(-1) >> shifts) & 1).flatten(-2).bool()

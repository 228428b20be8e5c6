"""Views of states: the one place where views meet NumPy."""

from collections.abc import Sequence
from functools import cache, partial
from typing import Protocol, overload

from serai.core import spec
from serai.core.component_set import ComponentSet
from serai.core.records import State, Values, described
from serai.core.views import VIEWS
from serai.core.views.fields import Fields, RecordLayout
from serai.core.views.lazy_views import Position, Shown
from serai.core.views.steps import PublicStep


@cache
def layouts(game: str) -> tuple[RecordLayout, RecordLayout]:
    """Returns the layouts of a state and of its answers."""
    return RecordLayout(described(spec.GAMES[game].STATE)), RecordLayout(described(spec.ANSWERS[game].ANSWERS))


def seen(pieces: ComponentSet, values: Values, state: State, seat: int = 0) -> Shown:
    """Returns the game's part of a seat's view, computed on access."""
    states, answers = layouts(pieces.game)

    def ask() -> Fields:
        return answers.read(spec.answers(pieces.game, values, state, seat).tobytes())

    shown: Shown = VIEWS[pieces.game].view(Position(pieces, states.read(state.tobytes()), ask))
    return shown


class PlayedStep(Protocol):
    """A step of a game, as `serai.game.Step`."""

    @property
    def text(self) -> str:
        """The decision."""

    @property
    def seat(self) -> int:
        """Who took it."""

    @property
    def reveals(self) -> tuple[str, ...]:
        """What it turned up."""

    @property
    def state(self) -> State:
        """The position after it."""


class Steps(Sequence[PublicStep]):
    """The steps of a game, each made on access, since a log shows only the last of many."""

    def __init__(self, pieces: ComponentSet, values: Values, steps: Sequence[PlayedStep]) -> None:
        """Takes the steps of a game, and its component set and values."""
        self._pieces, self._values, self._steps = pieces, values, steps
        self._public: dict[int, PublicStep] = {}

    def __len__(self) -> int:
        """Counts the steps."""
        return len(self._steps)

    @overload
    def __getitem__(self, place: int) -> PublicStep: ...

    @overload
    def __getitem__(self, place: slice) -> list[PublicStep]: ...

    def __getitem__(self, place: int | slice) -> PublicStep | list[PublicStep]:
        """Returns one step, or a slice."""
        if isinstance(place, slice):
            return [self._at(number) for number in range(len(self))[place]]
        return self._at(range(len(self))[place])

    def _at(self, place: int) -> PublicStep:
        """Makes a step, once."""
        if place not in self._public:
            step = self._steps[place]
            show = partial(seen, self._pieces, self._values, step.state, step.seat)
            self._public[place] = PublicStep(step.text, step.seat, step.reveals, show)
        return self._public[place]

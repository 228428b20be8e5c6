"""What moved between two positions: cubes and cards, with their names for transitions."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from serai.core.notation.cards import SPICES
from serai.core.views.steps import View
from serai.web.drawing.scene import Scene

Cubes = dict[str, str]
"""The cubes of each place."""

Lying = tuple[Cubes, dict[str, str]]
"""Where all cubes lie, and the place of each card by its name for transitions."""


def moved(before: Cubes, after: Cubes) -> tuple[dict[str, str], set[str]]:
    """Follows cubes between places (`s0`, `m13`: their cubes in notation), as they have no identity.

    Returns, for the name of each cube that came, the name of the one that left for it (of the same spice, or of the one
    below if it was upgraded), and the names of all cubes that came. The highest ordinals leave a place.
    """
    left = {name for name in _ordinals(before) if name not in _ordinals(after)}
    came = [name for name in _ordinals(after) if name not in _ordinals(before)]
    flights = {}
    for drop in (0, 1):
        for name in came:
            wanted = SPICES.index(_spice(name)) - drop
            home = name.rpartition("-")[0]
            found = [
                gone
                for gone in sorted(left)
                if wanted >= 0 and _spice(gone) == SPICES[wanted] and (not drop or gone.rpartition("-")[0] == home)
            ]
            if name not in flights and found:
                flights[name] = found[0]
                left.remove(found[0])
    return flights, set(came)


def _ordinals(cubes: Cubes) -> list[str]:
    """Names every cube by place, spice and ordinal: `cube-s0-Y2`."""
    return [
        f"cube-{place}-{spice}{ordinal}"
        for place, text in cubes.items()
        for spice in SPICES
        for ordinal in range(text.count(spice))
    ]


def _spice(name: str) -> str:
    """Returns the spice in the name of a cube."""
    return name.rpartition("-")[2][0]


@dataclass(frozen=True)
class Motion:
    """What moved with the fresh steps: `flights` and `came` of `moved`, and the cards that changed their place."""

    flights: dict[str, str] = field(default_factory=dict)
    came: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()

    def cube(self, place: str, spice: str, ordinal: int) -> tuple[str, str, str]:
        """Returns the name of a cube for this swap, its name from then on, and its state."""
        then = f"cube-{place}-{spice}{ordinal}"
        return self.flights.get(then, then), then, "just-moved" if then in self.came else ""

    def card(self, name: str) -> str:
        """Returns the state of a card by its name for transitions."""
        return "just-moved" if name in self.cards else ""


STILL = Motion()


def motion(scene: Scene, lying: Callable[[Any, View], Lying]) -> Motion:
    """Returns where the cubes of the fresh steps come from, and what the marked ones moved; `lying` reads a view."""
    fresh, marked = _since(scene, scene.fresh, lying), _since(scene, scene.marked, lying)
    return Motion(fresh.flights, marked.came, marked.cards)


def _since(scene: Scene, steps: int, lying: Callable[[Any, View], Lying]) -> Motion:
    """Returns what the last steps moved: nothing if there are none, or no position before them."""
    if not 0 < steps < len(scene.steps):
        return STILL
    cubes, cards = lying(scene.pieces, scene.steps[-steps - 1].view)
    cubes_now, cards_now = lying(scene.pieces, scene.view)
    flights, came = moved(cubes, cubes_now)
    changed = {name for name, place in cards_now.items() if name in cards and cards[name] != place}
    return Motion(flights, frozenset(came), frozenset(changed))

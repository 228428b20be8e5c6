"""How a game ended or stands: points by source (SR-14, SS-17, EW-20) and by round, from public information."""

from collections.abc import Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from serai.core.component_set import ComponentSet
from serai.web.drawing.profiles import Source, profile
from serai.web.drawing.words import Words

View = dict[str, Any]
PILES = {"claimed": ("point_names", "points"), "victory": ("victory_names", "victory")}


@dataclass(frozen=True)
class Standing:
    """What one seat has: its points by source, and the worth of each piece that it claimed or delivered."""

    seat: int
    place: int
    points: tuple[int, ...]
    total: int
    pieces: tuple[int, ...]


def sources(game: str, translations: NullTranslations) -> tuple[Source, ...]:
    """Lists what gives points in a game."""
    _, yellow = translations.gettext, Words(game, translations).names["Y"]
    return tuple(
        Source(source.key, _(source.name), _(source.note) % {"yellow": yellow}, source.icon)
        for source in profile(game).sources
    )


def standings(pieces: ComponentSet, view: View) -> list[Standing]:
    """Returns what every seat has, best first (C-7)."""
    return [standing(pieces, view, seat, place) for place, seat in enumerate(view["ranking"], 1)]


def standing(pieces: ComponentSet, view: View, seat: int, place: int) -> Standing:
    """Returns what a seat has; parts of a score are in the order of the sources, of which a plain page has only one."""
    player = view["players"][seat]
    held = [worth(pieces, pile, name) for pile in PILES for name in player.get(pile, ())]
    parts = tuple(player["score_parts"].values())
    points = parts if len(parts) == len(profile(view["game"]).sources) else (player["score"],)
    return Standing(seat, place, points, player["score"], tuple(held))


def worth(pieces: ComponentSet, pile: str, name: str) -> int:
    """Returns the points printed on a point card or a victory tile."""
    names, printed = (getattr(pieces, kind) for kind in PILES[pile])
    points: int = printed[names.number(name)].points
    return points


def pieces_labels(lines: Sequence[Standing], kinds: Sequence[Source]) -> dict[int, str]:
    """Says, by seat, what each claimed or delivered piece is worth."""
    return {line.seat: f"{kinds[0].note}: {', '.join(map(str, line.pieces))}" for line in lines}


def widest(lines: Sequence[Standing]) -> float:
    """Returns how many points fill the width of a bar."""
    return 1.05 * max(1, *(line.total for line in lines))

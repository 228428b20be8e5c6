"""How a game ended or stands: points by source (SR-14, SS-17, EW-20) and by round, from public information."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from gettext import NullTranslations
from typing import Any

from serai.core.component_set import ComponentSet
from serai.web.drawing.profiles import Source, Won, profile
from serai.web.drawing.words import Words

View = dict[str, Any]


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
        replace(source, name=_(source.name), note=_(source.note) % {"yellow": yellow, "points": source.points})
        for source in profile(game).sources
    )


def standings(pieces: ComponentSet, view: View) -> list[Standing]:
    """Returns what every seat has, best first (C-7)."""
    return [standing(pieces, view, seat, place) for place, seat in enumerate(view["ranking"], 1)]


def standing(pieces: ComponentSet, view: View, seat: int, place: int) -> Standing:
    """Returns what a seat has; parts of a score are in the order of the sources, of which a plain page has only one."""
    player = view["players"][seat]
    won = profile(view["game"]).won
    held = [worth(pieces, won, name) for name in player[won.key]] if won else []
    parts = tuple(player["score_parts"].values())
    points = parts if len(parts) == len(profile(view["game"]).sources) else (player["score"],)
    return Standing(seat, place, points, player["score"], tuple(held))


def points_told(view: View, seat: int, translations: NullTranslations) -> str:
    """Says where the points of a seat come from now."""
    parts = view["players"][seat]["score_parts"].values()
    named = zip(sources(view["game"], translations), parts, strict=True)
    return ", ".join(f"{source.name}: {points}" for source, points in named)


def worth(pieces: ComponentSet, won: Won, name: str) -> int:
    """Returns the points printed on a piece."""
    points: int = getattr(pieces, won.printed)[getattr(pieces, won.names).number(name)].points
    return points


def pieces_labels(lines: Sequence[Standing], kinds: Sequence[Source]) -> dict[int, str]:
    """Says, by seat, what each claimed or delivered piece is worth."""
    return {line.seat: f"{kinds[0].note}: {', '.join(map(str, line.pieces))}" for line in lines}


def widest(lines: Sequence[Standing]) -> float:
    """Returns how many points fill the width of a bar."""
    return 1.05 * max(1, *(line.total for line in lines))

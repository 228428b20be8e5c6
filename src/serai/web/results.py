"""How a game ended or stands: points by source (SR-14, SS-17, EW-20) and by round, told from what everyone knows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Any

from serai.game import Step
from serai.notation import east_to_west as west
from serai.notation import sand_to_sea as sea
from serai.notation import spice_road as road
from serai.rules import games
from serai.rules.sea_table import BOARD, VICTORY_TILES
from serai.rules.spice_road import GOLD, POINT_CARDS, SILVER
from serai.rules.west_table import BONUS_KINDS, CARDS_IN_FILE, EXPLORATION, SETTLERS, Scoring
from serai.web.words import Words

View = dict[str, Any]


@dataclass(frozen=True)
class Source:
    """Something that gives points: its name, what it counts, its icon; `key` chooses colour and pattern."""

    key: str
    name: str
    note: str
    icon: str


@dataclass(frozen=True)
class Standing:
    """What one seat has: its points by source, and the single worth of what it claimed or delivered."""

    seat: int
    place: int
    points: tuple[int, ...]
    total: int
    pieces: tuple[int, ...]


def sources(game: str, translations: NullTranslations) -> tuple[Source, ...]:
    """Lists what gives points in a game."""
    _ = translations.gettext
    cards = Source("cards", _("Cards"), _("Point cards"), "i-claim")
    yellow = Words(game, translations).names["Y"]
    left = _("Spices left, 1 each (%(yellow)s none)") % {"yellow": yellow}
    cubes = Source("cubes", _("Spices"), left, "cube-any")
    if game == "spice_road":
        gold = Source("gold", _("Gold"), _("Gold, 3 each"), "coin-gold")
        return cards, gold, Source("silver", _("Silver"), _("Silver, 1 each"), "coin-silver"), cubes
    if game == "sand_to_sea":
        victory = Source("cards", _("Deliveries"), _("Victory tiles"), "i-claim")
        outposts = Source("posts", _("Outposts"), _("Values uncovered on the own board"), "i-start")
        return victory, outposts, Source("gold", _("Bonus"), _("Points tiles"), "i-hint"), cubes
    bonus = Source("gold", _("Bonus"), _("Bonus tiles"), "i-hint")
    return cards, bonus, Source("posts", _("Exploration"), _("Exploration tiles"), "i-start"), cubes


def standings(view: View) -> list[Standing]:
    """Tells what every seat has, best first (C-7)."""
    points = [_POINTS[view["game"]](view, player) for player in view["players"]]
    totals = [sum(parts) for parts in points]
    ranked = sorted(range(len(totals)), key=lambda seat: (totals[seat], seat), reverse=True)
    pieces = [tuple(_PIECES[view["game"]](player)) for player in view["players"]]
    return [Standing(seat, place, points[seat], totals[seat], pieces[seat]) for place, seat in enumerate(ranked, 1)]


def pieces_labels(lines: Sequence[Standing], kinds: Sequence[Source]) -> dict[int, str]:
    """Says by seat what the claimed or delivered pieces are worth one by one."""
    return {line.seat: f"{kinds[0].note}: {', '.join(map(str, line.pieces))}" for line in lines}


def widest(lines: Sequence[Standing]) -> float:
    """Returns how many points fill the width of a bar."""
    return 1.05 * max(1, *(line.total for line in lines))


def by_round(steps: Iterable[Step], players: int) -> list[tuple[int, ...]]:
    """Lists the points of every seat at the end of each round; the last round may not be whole."""
    ends, last = [], None
    for step in steps:
        if last is not None and step.round > last.round:
            ends.append(step)
        last = step
    return [
        tuple(int(games.score(games.values_of(step.state), step.state, seat)) for seat in range(players))
        for step in (*ends, *([last] if last else []))
    ]


def _cubes(caravan: str) -> int:
    """Counts cubes left, yellow ones nothing (C-8)."""
    return len(caravan) - caravan.count("Y")


def _road_cards(player: View) -> list[int]:
    """Lists the points of claimed cards of Spice Road."""
    return [int(POINT_CARDS[road.POINTS.number(card)].points) for card in player["claimed"]]


def _road(view: View, player: View) -> tuple[int, ...]:
    """Counts point cards, gold, silver and cubes (SR-14)."""
    coins = GOLD * player["gold"], SILVER * player["silver"]
    return sum(_road_cards(player)), int(coins[0]), int(coins[1]), _cubes(player["caravan"])


def _sea_tiles(player: View) -> list[int]:
    """Lists the points of delivered victory tiles."""
    return [int(VICTORY_TILES[sea.VICTORY.number(tile)].points) for tile in player["victory"]]


def _sea(view: View, player: View) -> tuple[int, ...]:
    """Counts victory tiles, uncovered values, points tiles and cubes (SS-17)."""
    symbols = [view["tiles"][space].partition(":")[0] for space in player["outposts"]]
    uncovered = sum(int(BOARD[row, : symbols.count(symbol)].sum()) for row, symbol in enumerate("YRGB"))
    return sum(_sea_tiles(player)), uncovered, sum(player["points"]), _cubes(player["caravan"])


def _west_cards(player: View) -> list[int]:
    """Lists the points of claimed cards of From East to West."""
    return [int(CARDS_IN_FILE[west.POINTS.number(card)].points) for card in player["claimed"]]


def _west(view: View, player: View) -> tuple[int, ...]:
    """Counts point cards, bonus tiles, exploration tiles and cubes (EW-20)."""
    bonus = sum(_bonus(player, west.BONUS_NAMES.number(tile)) for tile in player["bonus"])
    explored = sum(int(EXPLORATION[west.TILES.number(tile)].points) for tile in player["explored"])
    return sum(_west_cards(player)), bonus, explored, _cubes(player["caravan"])


def _bonus(player: View, number: int) -> int:
    """Counts one bonus tile (EW-21)."""
    tile = BONUS_KINDS[number]
    if tile["scoring"] == Scoring.SETTLERS:
        return int(tile["points"]) * ((SETTLERS - int(player["reserve"])) // 2)
    if tile["scoring"] == Scoring.MERCHANTS:
        return int(tile["points"]) * ((len(player["route"]) + len(player["spent"])) // 2)
    symbols = [CARDS_IN_FILE[west.POINTS.number(card)].symbol for card in player["claimed"]]
    counts = [symbols.count(symbol) for symbol in (tile["first"], tile["second"])]
    pairs = counts[0] // 2 if tile["first"] == tile["second"] else min(counts)
    return int(tile["points"]) * pairs


_POINTS = {"spice_road": _road, "sand_to_sea": _sea, "east_to_west": _west}
_PIECES = {"spice_road": _road_cards, "sand_to_sea": _sea_tiles, "east_to_west": _west_cards}

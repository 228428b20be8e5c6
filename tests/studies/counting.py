"""Games counted by hand: what seats own before and after each decision, as their views say, and what was said."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from serai import Game

View = dict[str, Any]
Taken = tuple[str, str, int, int, int | None, int | None, str]


@dataclass(frozen=True)
class Moment:
    """A decision with the views before and after it, and the decisions of its turn up to it."""

    before: View
    after: View
    seat: int
    text: str
    turn: list[str]


def moments(game: Game) -> list[Moment]:
    """Replays a game and looks at it before and after each decision."""
    again, found, turn = Game(game.setup), list[Moment](), list[str]()
    for text in game.decisions():
        before, seat = again.view(0), again.seat
        turn = [text] if before["phase"] == "turn" else [*turn, text]
        again.play(text)
        found.append(Moment(before, again.view(0), seat, text, turn))
    return found


def paid(moment: Moment, verb: str) -> int:
    """How many cubes were paid in this turn since a decision of some kind."""
    start = max(place for place, text in enumerate(moment.turn) if text.split()[0] == verb)
    return sum(text.startswith("pay") for text in moment.turn[start:])


def gained(moment: Moment, *piles: str) -> list[str]:
    """What the deciding seat has after a decision and had not before."""
    now, then = (Counter(_held(view, moment.seat, piles)) for view in (moment.after, moment.before))
    return list((now - then).elements())


def _held(view: View, seat: int, piles: tuple[str, ...]) -> list[str]:
    """The pieces of a seat in some piles."""
    player = view["players"][seat]
    return [
        each if isinstance(each, str) else str(each.get("card", each) if isinstance(each, dict) else each)
        for pile in piles
        for each in player[pile]
    ]


def row(view: View, name: str) -> list[str]:
    """The cards of a row."""
    return [place["card"] for place in view[name]]


def spice_road_takings(moment: Moment) -> list[Taken]:
    """Cards that came into a hand, and point cards that were claimed with their coins."""
    when, seat = moment.before["round"], moment.seat
    found = list[Taken]()
    for card in gained(moment, "hand", "played"):
        place = row(moment.before, "merchants").index(card)
        found.append(("merchants", card, seat, when, place, paid(moment, "acquire"), ""))
    for card in gained(moment, "claimed"):
        place = row(moment.before, "points").index(card)
        mine, then = moment.after["players"][seat], moment.before["players"][seat]
        coin = "gold" if mine["gold"] > then["gold"] else "silver" if mine["silver"] > then["silver"] else ""
        found.append(("points", card, seat, when, place, None, coin))
    return found


def sand_to_sea_takings(moment: Moment) -> list[Taken]:
    """Cards, outposts, tiles and groups of cubes that changed hands."""
    when, seat, before = moment.before["round"], moment.seat, moment.before
    found = list[Taken]()
    for card in gained(moment, "hand", "played", "spent"):
        place = row(before, "merchants").index(card)
        bonus = moment.text.startswith("take")
        found.append(("merchants", card, seat, when, place, 0 if bonus else paid(moment, "acquire"), "bonus" * bonus))
    for space in gained(moment, "outposts"):
        found.append(("islands", before["tiles"][space], seat, when, None, paid(moment, "build"), ""))
    for tile in gained(moment, "victory"):
        port = before["players"][seat]["boat"]
        found.append(("victory", tile, seat, when, list(before["ports"]).index(port), None, ""))
    for points in gained(moment, "points"):
        found.append(("bonus", f"points {points}", seat, when, None, None, ""))
    for pile in ("hold", "sail"):
        if moment.after["players"][seat][pile] > before["players"][seat][pile]:
            found.append(("bonus", pile, seat, when, None, None, ""))
    for group in set(before["groups"]) - set(moment.after["groups"]):
        found.append(("start", group, seat, when, None, None, ""))
    return found


def east_to_west_takings(moment: Moment) -> list[Taken]:
    """Locations that were worked at, and cards and tiles that came to a player."""
    when, seat, before = moment.before["round"], moment.seat, moment.before
    found = list[Taken]()
    if moment.text.startswith("work "):
        location = moment.text.removeprefix("work ")
        found.append(("locations", location, seat, when, None, settlers(moment.after, location), ""))
    where = moment.turn[0].removeprefix("work ")
    for card in gained(moment, "claimed"):
        found.append(("points", card, seat, when, int(where.split()[1]) - 1, None, ""))
    for tile in gained(moment, "explored"):
        found.append(("tiles", tile, seat, when, None, None, ""))
    for tile in gained(moment, "bonus"):
        found.append(("bonus", tile, seat, when, int(where.split()[1]) - 1, None, ""))
    for card in gained(moment, "route", "spent"):
        way = "" if "use" in moment.turn else "keep"
        place = int(where.split()[1]) - 1
        found.append(("merchants", card, seat, when, place, settlers(before, where), way))
    return found


def settlers(view: View, location: str) -> int:
    """How many settlers stand at a location."""
    return int(next(each["settlers"] for each in view["locations"] if each["location"] == location))


TAKINGS = {
    "spice_road": spice_road_takings,
    "sand_to_sea": sand_to_sea_takings,
    "east_to_west": east_to_west_takings,
}


def used(moment: Moment) -> tuple[str, str, int, int] | None:
    """What a decision uses: its kind and name, how often, and how often that trades."""
    verb, _, what = moment.text.partition(" ")
    view = moment.before
    if verb == "play":
        return "merchants", what, 1, int(">" in what)
    if verb == "route":
        card = _held(view, moment.seat, ("route",))[int(what) - 1]
        return "merchants", card, 1, int(">" in card)
    if verb == "use":
        card = view["markets"][int(moment.turn[0].split()[2]) - 1]
        return "merchants", card, 1, int(">" in card)
    if verb == "trade" and view["phase"] == "trade":
        return "merchants", view["trading"], 0, 1
    if verb == "trade" and view["game"] == "sand_to_sea":
        return "islands", view["tiles"][view["players"][moment.seat]["boat"]], 1, 0
    return None


def seen(view: View) -> set[tuple[str, str]]:
    """The cards that lie open in a view."""
    if view["game"] == "east_to_west":
        found = {("merchants", card) for card in view["markets"] if card}
        found |= {("points", fort["card"]["card"]) for fort in view["forts"] if fort["card"]}
        return found | {("bonus", fort["bonus"]) for fort in view["forts"] if fort["bonus"]}
    found = {("merchants", card) for card in row(view, "merchants")}
    if view["game"] == "spice_road":
        return found | {("points", card) for card in row(view, "points")}
    ports = {("victory", port["tile"]) for port in view["ports"].values() if port["tile"] and not port["closed"]}
    piles = {("bonus", pile) for pile in ("hold", "sail") if view[f"{pile}_left"]}
    top = {("bonus", f"points {points}") for points in view["points_left"][:1]}
    islands = {("islands", tile) for tile in view["tiles"].values() if tile != "sea"}
    return found | ports | piles | top | islands | {("start", group) for group in view["groups"]}

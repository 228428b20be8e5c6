"""What the network of Sand to Sea sees from its boat, by another hand: label by label from what a view shows."""

from collections import Counter
from functools import cache
from typing import Any

from tests.learning.naive import Marks, each
from tests.sand_to_sea.standard import MAP


def features_of(view: dict[str, Any], seat: int) -> Marks:
    """Returns every entry that is not 0 by its label."""
    own, others = view["players"][seat], [player for n, player in enumerate(view["players"]) if n != seat]
    boat = own["boat"]
    if boat is None:
        return {}
    marks = islands(view, own, others) | ports(view, own)
    marks |= {
        f"next boats by neighbour {n}": sum(other["boat"] == space for other in others)
        for n, space in enumerate(near(boat), 1)
    }
    return {label: value for label, value in (marks | here(view, own)).items() if value}


def islands(view: dict[str, Any], own: dict[str, Any], others: list[dict[str, Any]]) -> Marks:
    """Returns islands, and the nearest market where something can be traded."""
    boat, marks, markets = own["boat"], Marks(), []
    for space, island in view["tiles"].items():
        if island != "sea":
            affordable = Counter(island.split(":")[1].split(">")[0]) <= Counter(own["caravan"])
            marks |= each(f"near island {island}", [steps(boat, space), *ways(boat, space)])
            marks[f"near island {island} own outpost"] = int(space in own["outposts"])
            marks[f"near island {island} outposts of others"] = sum(space in other["outposts"] for other in others)
            marks[f"near island {island} boats of others"] = sum(space == other["boat"] for other in others)
            marks[f"near island {island} trade affordable"] = int(affordable)
            if affordable and space in own["outposts"]:
                markets.append(space)
    return marks | nearest("market", boat, markets)


def ports(view: dict[str, Any], own: dict[str, Any]) -> Marks:
    """Returns ports with their tiles, and the nearest one where something can be delivered."""
    boat, marks, ready = own["boat"], Marks(), []
    for space, port in view["ports"].items():
        marks |= each(f"near port {space}", [steps(boat, space)]) | each(f"port way {space}", ways(boat, space))
        if port["tile"]:
            lacking = (Counter(port["tile"]) - Counter(own["caravan"])).total()
            marks |= each(f"near tile {port['tile']}", [steps(boat, space), *ways(boat, space)])
            marks |= {f"near tile {port['tile']} cubes missing": lacking, f"port missing {space}": lacking}
            marks |= {f"near tile {port['tile']} affordable": int(not lacking), f"port ready {space}": int(not lacking)}
            marks[f"port points {space}"] = port["points"]
            if not lacking:
                ready.append(space)
    return marks | nearest("delivery", boat, ready)


def nearest(label: str, boat: str, spaces: list[str]) -> Marks:
    """Returns how far the nearest of some spaces is, and which neighbours lead to any of them."""
    marks = each(f"{label} way", [way for space in spaces for way in ways(boat, space)])
    return marks | each(label, [steps(boat, min(spaces, key=lambda space: away(boat, space)))] if spaces else [])


def here(view: dict[str, Any], own: dict[str, Any]) -> Marks:
    """Returns what could be done where the boat is."""
    boat, caravan = own["boat"], Counter(own["caravan"])
    tile, island = view["ports"].get(boat, {}).get("tile"), view["tiles"].get(boat, "sea")
    built, marks = boat in own["outposts"], Marks()
    if tile:
        marks["here deliver"] = int(Counter(tile) <= caravan)
    if island != "sea" and not built:
        outposts = sum(boat in player["outposts"] for player in view["players"])
        marks["here build"] = int(caravan.total() >= outposts * (2 if len(view["players"]) == 2 else 1))
    if island != "sea" and built:
        marks["here trade"] = int(Counter(island.split(":")[1].split(">")[0]) <= caravan)
    return marks


@cache
def away(here: str, there: str) -> int:
    """Counts the steps between two spaces by sailing everywhere at once."""
    reached, count = {here}, 0
    while there not in reached:
        reached |= {name for space in reached for name in near(space)}
        count += 1
    return count


def near(space: str) -> list[str]:
    """Lists the neighbours of a space."""
    return [MAP.names[other] for other in MAP.neighbours[MAP.names.index(space)]]


def steps(here: str, there: str) -> str:
    """Says how far one space is from another."""
    return f"{away(here, there)} away" if away(here, there) < 5 else "5 or more away"


def ways(here: str, there: str) -> list[str]:
    """Says which neighbours of a space are nearer to another."""
    return [f"by neighbour {n}" for n, space in enumerate(near(here), 1) if away(space, there) < away(here, there)]

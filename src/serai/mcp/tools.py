"""The tools of a text seat: what there is to play, a new game, the position in words, what is legal, and deciding."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serai.core.registry import SPECS
from serai.core.spec import GAMES
from serai.core.views import VIEWS
from serai.mcp.seats import Snapshot, Tables, ToolError

__all__ = ["Tool", "ToolError", "tools_of"]

KINDS: Mapping[str, type] = {"string": str, "integer": int, "array": list}
TABLE = {"type": "string", "description": "The name of the table, as new_game or list_tables told it."}


@dataclass(frozen=True)
class Tool:
    """A tool: its arguments as a JSON schema, and the function to call."""

    name: str
    text: str
    arguments: Mapping[str, dict[str, Any]]
    required: tuple[str, ...]
    do: Callable[..., str]
    changes: bool = False

    def described(self) -> dict[str, Any]:
        """Describes the tool as the protocol requires."""
        schema = {"type": "object", "properties": dict(self.arguments), "required": list(self.required)}
        return {
            "name": self.name,
            "description": self.text,
            "inputSchema": {**schema, "additionalProperties": False},
            "annotations": {"readOnlyHint": not self.changes, "destructiveHint": False, "openWorldHint": False},
        }

    def use(self, given: Any) -> str:
        """Checks the arguments and calls the function."""
        if not isinstance(given, dict):
            raise ToolError("the arguments are not an object")
        unknown = [key for key in given if key not in self.arguments]
        missing = [key for key in self.required if key not in given]
        if unknown or missing:
            wanted = ", ".join(self.arguments) or "no arguments"
            raise ToolError(f"{self.name} takes {wanted}; {', '.join(unknown or missing):.80} is not as it wants")
        for key, value in given.items():
            _check(key, value, self.arguments[key])
        return self.do(**given)


def _check(key: str, value: Any, schema: Mapping[str, Any]) -> None:
    """Checks an argument against its schema."""
    if not isinstance(value, KINDS[schema["type"]]) or isinstance(value, bool):
        raise ToolError(f"{key} must be of type {schema['type']}")
    if "enum" in schema and value not in schema["enum"]:
        raise ToolError(f"there is no {key} {value!r:.60}; there are: {', '.join(schema['enum'])}")
    if isinstance(value, list):
        if not 1 <= len(value) <= schema["maxItems"]:
            raise ToolError(f"{key} has 1 to {schema['maxItems']} parts")
        for part in value:
            _check(f"each of {key}", part, schema["items"])


def tools_of(tables: Tables) -> list[Tool]:
    """Lists the tools for some tables."""
    game = {"type": "string", "enum": list(GAMES), "description": "The game."}
    bots = {
        "type": "array",
        "items": {"type": "string"},
        "maxItems": 4,
        "description": 'The bots at the other seats, such as ["trader"]; list_games tells which there are.',
    }
    rounds = {"type": "integer", "description": "Stop after this many rounds; without it there is no limit."}
    components = {"type": "string", "description": "A component set by its name; without it the standard one."}
    decisions = {
        "type": "array",
        "items": {"type": "string"},
        "maxItems": 50,
        "description": "Decisions of your turn in order, written as they are listed as legal; all are taken or none.",
    }

    def new_game(game: str, bots: list[str], rounds: int | None = None, components: str | None = None) -> str:
        table = tables.new(game, bots, rounds, components)
        return f"You sit at {table}.\n\n{in_words(tables.position(table))}"

    def decide(table: str, decisions: list[str]) -> str:
        tables.decide(table, decisions)
        return in_words(tables.position(table))

    return [
        Tool(
            "list_games",
            "Lists the games, for how many players they are, and the bots.",
            {},
            (),
            lambda: _house(tables),
        ),
        Tool("rules", "Tells the rules of a game in short, and the notation.", {"game": game}, ("game",), rules),
        Tool(
            "list_tables", "Lists your tables.", {}, (), lambda: "\n".join(tables.listed()) or "You have no table yet."
        ),
        Tool(
            "new_game",
            "Begins a game against bots and tells the position once you are asked.",
            {"game": game, "bots": bots, "rounds": rounds, "components": components},
            ("game", "bots"),
            new_game,
            changes=True,
        ),
        Tool(
            "position",
            "Tells the position in words: what others did since you last looked, the table, and what you may decide.",
            {"table": TABLE},
            ("table",),
            lambda table: in_words(tables.position(table)),
        ),
        Tool(
            "legal_decisions",
            "Lists what you may decide now, one decision a line.",
            {"table": TABLE},
            ("table",),
            lambda table: "\n".join(tables.position(table).view["legal"]) or "Nothing: you are not asked.",
        ),
        Tool(
            "decide",
            "Takes one or more decisions of your turn and tells the position once you are asked again.",
            {"table": TABLE, "decisions": decisions},
            ("table", "decisions"),
            decide,
            changes=True,
        ),
    ]


def _house(tables: Tables) -> str:
    """Lists the games and the bots."""
    lines = [f"{name}: {game.SEATS[0]} to {game.SEATS[1]} players" for name, game in GAMES.items()]
    return "\n".join(["Games", *lines, "", "Bots", *(f"{name}: {says}" for name, says in tables.bots().items())])


def rules(game: str) -> str:
    """Returns the rules of a game in short, without the paths of files on this machine."""
    summary = SPECS[game].folder / "rules.md"
    return Path(summary).read_text(encoding="utf-8").rstrip()


def in_words(snapshot: Snapshot) -> str:
    """Describes a position: what happened, the table, and the legal decisions."""
    view = snapshot.view
    happened = ["Since you last looked:", *snapshot.happened, ""] if snapshot.happened else []
    return "\n".join([*happened, str(VIEWS[view["game"]].draw(view)), "", *_question(view)])


def _question(view: Mapping[str, Any]) -> list[str]:
    """Describes what the seat may decide, or how the game ended."""
    if view["over"]:
        points = ", ".join(
            f"{name} {player['score']}" for name, player in zip(view["names"], view["players"], strict=True)
        )
        won = "you win" if view["winner"] == view["seat"] else f"{view['names'][view['winner']]} wins"
        return [f"The game is over: {won}. Points: {points}."]
    if not view["legal"]:
        return ["Others are still deciding; look again later."]
    costs = [f"{text}: {cost}" for text, cost in VIEWS[view["game"]].costs(view).items()]
    prices = ["What decisions cost or bring:", *costs, ""] if costs else []
    return [*prices, f"You are {view['names'][view['seat']]}. You may decide:", *view["legal"]]

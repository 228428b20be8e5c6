"""The JSON that programs send and receive."""

from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field

from serai.bots import LADDER
from serai.core.spec import GAMES
from serai.web.tables.checks import MOST_DECISIONS
from serai.web.tables.plans import LONGEST_NAME, LONGEST_WAIT, SHORTEST_WAIT

LONGEST_DECISION = 80
LONGEST_TOKEN = 100
MOST_SEATS = 5
LARGEST = 2**31 - 1

# More is read than the schema allows, so that an unusable name is refused in a sentence.
SPACED, VISIBLE = r"[^\u0000-\u001f\u007f-\u00a0]", r"[^\u0000-\u0020\u007f-\u00a0]"
NAME = {"maxLength": LONGEST_NAME, "minLength": 1, "pattern": f"^ *{VISIBLE}{SPACED}*$"}
NO_NAME = {"maxLength": LONGEST_NAME, "pattern": f"^( *{VISIBLE}{SPACED}*)?$"}

Name = Annotated[str, Field(max_length=4 * LONGEST_NAME, json_schema_extra=NAME)]
MaybeName = Annotated[str, Field(max_length=4 * LONGEST_NAME, json_schema_extra=NO_NAME)]
Number = Annotated[int, Field(ge=0, le=LARGEST)]
Seat = Annotated[int | None, Field(ge=0, lt=MOST_SEATS)]
Seen = Annotated[int, Query(ge=0, le=LARGEST, description="The last event that you know; no answer is older")]


SEEN: dict[int | str, dict[str, Any]] = {
    200: {"headers": {"Serai-Seen": {"description": "The last event that is told of", "schema": {"type": "integer"}}}}
}


class Misread(BaseModel):
    """What is wrong with one part of a request."""

    where: list[str]
    text: str


class Fault(BaseModel):
    """Why something was not done; `faults` says what is wrong with an invalid request."""

    code: str
    text: str
    faults: list[Misread] = []


class Sent(BaseModel):
    """What a program sends; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class Naming(Sent):
    """The name of a new guest, in printable characters; it may come later."""

    name: MaybeName = ""


class Renaming(Sent):
    """A new name for a guest, in printable characters."""

    name: Name


def by_kind(schema: dict[str, Any]) -> None:
    """Makes the schema say that a bot's place, and no other, names a bot."""
    place = {key: schema.pop(key) for key in ("additionalProperties", "properties", "required", "type")}
    others = {"kind": {"enum": ["me", "friend"]}, "bot": {"type": "null"}}
    bots = {"kind": {"const": "bot"}, "bot": {"enum": list(LADDER)}}
    schema["oneOf"] = [
        {**place, "properties": {**place["properties"], **others}},
        {**place, "properties": {**place["properties"], **bots}, "required": ["kind", "bot"]},
    ]


class PlaceSent(Sent):
    """Who is to sit at a place; a bot must be named, and a name has printable characters."""

    model_config = ConfigDict(json_schema_extra=by_kind)

    kind: Literal["me", "friend", "bot"]
    bot: Annotated[str | None, Field(max_length=40)] = None
    name: Name | None = None


class OptionsSent(Sent):
    """What the maker of a table chooses."""

    pace: Literal["instant", "brisk", "calm"] = "brisk"
    hints: bool = True
    watch: bool = True
    listed: bool = False
    absent_minutes: Annotated[float, Field(ge=SHORTEST_WAIT, le=LONGEST_WAIT)] = 3
    rounds: Annotated[int | None, Field(ge=1, le=LARGEST)] = None


def by_game(schema: dict[str, Any]) -> None:
    """Makes the schema say how many players each game takes."""
    plan = {key: schema.pop(key) for key in ("additionalProperties", "properties", "required", "type")}
    places = plan["properties"]["places"]
    schema["oneOf"] = [
        {
            **plan,
            "properties": {
                **plan["properties"],
                "game": {"const": name},
                "places": {**places, "minItems": game.SEATS[0], "maxItems": game.SEATS[1]},
            },
        }
        for name, game in GAMES.items()
    ]


class PlanSent(Sent):
    """A table to be made, with a place for each player."""

    model_config = ConfigDict(json_schema_extra=by_game)

    game: Annotated[str, Field(max_length=40)]
    places: Annotated[list[PlaceSent], Field(min_length=1, max_length=MOST_SEATS)]
    options: OptionsSent = OptionsSent()
    components: Annotated[
        str | None,
        Field(
            max_length=80, description="The name of a component set here, as 1 or 1+strait; null is the standard set"
        ),
    ] = None


class Joining(Sent):
    """The seat to take, and the token of its link unless the table is open to the house.

    `program` tells the others at the table that no person plays this seat.
    """

    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)]
    token: Annotated[str | None, Field(max_length=LONGEST_TOKEN)] = None
    program: bool = False


class Deciding(Sent):
    """Decisions in the notation, stored all or none; `seen` is the last event that you know."""

    decisions: Annotated[
        list[Annotated[str, Field(max_length=LONGEST_DECISION)]], Field(min_length=1, max_length=MOST_DECISIONS)
    ]
    seen: Number
    seat: Seat = None


class Seeing(Sent):
    """The last event that you know, and which of your seats is meant if you have several."""

    seen: Number
    seat: Seat = None


class Answering(Sent):
    """Whether you agree to a takeback."""

    yes: bool
    seen: Number


class Calling(Sent):
    """The seat to give to a bot."""

    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)]
    bot: Annotated[str, Field(max_length=40, json_schema_extra={"enum": list(LADDER)})] = "trader"


class GuestTold(BaseModel):
    """A guest; the token is the key to all of the guest's seats."""

    name: str
    token: str


class GameTold(BaseModel):
    """A game that can be played; `components` are its component sets by name, the standard one first."""

    game: str
    players: tuple[int, int]
    components: list[str]


class HouseTold(BaseModel):
    """The games with their numbers of players, and the bots from weak to strong."""

    games: list[GameTold]
    bots: dict[str, str]


class SitterTold(BaseModel):
    """Who sits at a seat; `program` marks a guest who is a program."""

    seat: int
    name: str
    kind: Literal["guest", "bot", "open"]
    bot: str | None
    program: bool
    mine: bool
    away: bool
    maker: bool


class TableTold(BaseModel):
    """A table; `joins` are the tokens of open seats by seat, for its maker only."""

    id: str
    game: str
    stage: Literal["open", "running", "over", "closed"]
    number: int
    decides: int | None
    sitters: list[SitterTold]
    options: OptionsSent
    joins: dict[int, str]


class LineTold(BaseModel):
    """A table in a list."""

    id: str
    game: str
    stage: Literal["open", "running", "over", "closed"]
    decides: int | None
    names: list[str | None]
    result: dict[str, Any] | None


class ListsTold(BaseModel):
    """Your tables, your finished games, and tables that are open to the house."""

    running: list[LineTold]
    finished: list[LineTold]
    open: list[LineTold]


class TakebackTold(BaseModel):
    """A request to go back to the start of a turn."""

    asked_by: int
    waiting_for: list[int]
    mine_to_answer: bool


class PositionTold(BaseModel):
    """Everything that a seat may know; without a seat you watch from seat 0, with nothing legal."""

    number: int
    seat: int | None
    view: dict[str, Any]
    can_undo: bool
    can_takeback: bool
    takeback: TakebackTold | None


class DeterminizationTold(BaseModel):
    """A position with everything hidden from your seat redealt, and the rules and pieces to play it by."""

    number: int
    seat: int
    position: str
    rules: int
    components: dict[str, Any]


class LegalTold(BaseModel):
    """What your seat may decide now; empty when another seat has to decide."""

    number: int
    seat: int | None
    legal: list[str]


class NumberTold(BaseModel):
    """The last event of the table after what you did."""

    number: int
    stage: Literal["open", "running", "over", "closed"]


class HintTold(BaseModel):
    """What a bot would do, the points that it expects, and your chance to win, null without a trained network."""

    number: int
    turns: list[list[str]]
    points: float
    bot: str
    chance: float | None


class EventTold(BaseModel):
    """A public event of a table."""

    number: int
    kind: str
    at: float
    seat: int | None = None
    program: bool | None = None
    bot: str | None = None
    decision: str | None = None
    reveals: list[str] | None = None
    yes: bool | None = None
    steps: int | None = None

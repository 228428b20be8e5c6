"""The API keeps its word: whatever is sent, the answer is one that the OpenAPI document promises."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import GenerationConfig, ProjectConfig, ProjectsConfig, SchemathesisConfig
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from serai.bots import LADDER
from serai.core.spec import GAMES
from serai.programs import Program
from serai.web.app import Settings, create_app
from tests.conftest import SOAK
from tests.web.servers import PLANS, Served, served

pytestmark = pytest.mark.compiled

EXAMPLES, SEED = 30 if SOAK else 12, 20_26
PROMISES = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]

config = SchemathesisConfig(
    seed=SEED,
    projects=ProjectsConfig(default=ProjectConfig(generation=GenerationConfig(max_examples=EXAMPLES))),
)
schema = schemathesis.openapi.from_dict(create_app(Settings("sqlite:///", Path())).openapi(), config=config)
turn = itertools.count()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("data"), "--workers", "1") as running:
        yield running


@pytest.fixture(scope="module")
def token(server: Served) -> str:
    return str(httpx.post(f"{server.address}/api/guest", json={"name": "Ada"}).json()["token"])


@pytest.fixture
def tables(server: Served, token: str) -> list[str]:
    """Makes a table that runs and one that waits."""
    waiting = [{"kind": "me"}, {"kind": "friend"}]
    plans = [{"game": "spice_road", "places": places} for places in (PLANS["spice_road"], waiting)]
    bearer = {"authorization": f"Bearer {token}"}
    made = [httpx.post(f"{server.address}/api/tables", json=plan, headers=bearer) for plan in plans]
    return [answer.json()["id"] for answer in made]


@schema.parametrize()
@settings(suppress_health_check=list(HealthCheck))
def test_every_answer_is_one_that_was_promised(
    case: schemathesis.Case[Any], server: Served, token: str, tables: list[str]
) -> None:
    if (case.method, case.path) == ("DELETE", "/api/guest"):
        token = str(httpx.post(f"{server.address}/api/guest", json={}).json()["token"])
    if "table_id" in case.path_parameters and not case.path.endswith("/stream") and next(turn) % 3:
        case.path_parameters["table_id"] = tables[next(turn) % len(tables)]
    headers = {"authorization": f"Bearer {token}"}
    case.call_and_validate(base_url=server.address, headers=headers, checks=PROMISES, timeout=60)


plain = SchemathesisConfig(
    seed=SEED,
    projects=ProjectsConfig(
        default=ProjectConfig(
            generation=GenerationConfig(
                modes=[GenerationMode.POSITIVE], max_examples=EXAMPLES, codec="ascii", allow_x00=False
            )
        )
    ),
)
promised = schemathesis.openapi.from_dict(schema.raw_schema, config=plain)


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [("/api/tables", "POST", 201), ("/api/guest", "POST", 201), ("/api/guest", "PATCH", 200)],
)
def test_what_the_schema_allows_is_accepted(server: Served, token: str, path: str, method: str, status: int) -> None:
    bodies: list[Any] = []

    @given(case=promised[path][method].as_strategy())
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck), deadline=None, derandomize=True)
    def accepted(case: schemathesis.Case[Any]) -> None:
        bodies.append(case.body)
        answer = guest.request(method, path, json=case.body)
        assert (answer.status_code, answer.json().get("text")) == (status, None), case.body

    with httpx.Client(base_url=server.address, headers={"authorization": f"Bearer {token}"}, timeout=60) as guest:
        accepted()
    assert len(bodies) >= EXAMPLES // 2
    if path == "/api/tables":
        assert {body["game"] for body in bodies} == set(GAMES)
        assert {place["kind"] for body in bodies for place in body["places"]} == {"me", "friend", "bot"}


@pytest.mark.parametrize("game", GAMES)
def test_the_schema_says_for_how_many_a_game_is(game: str) -> None:
    plans = schema.raw_schema["components"]["schemas"]["PlanSent"]["oneOf"]
    (places,) = [plan["properties"]["places"] for plan in plans if plan["properties"]["game"]["const"] == game]
    assert (places["minItems"], places["maxItems"]) == GAMES[game].SEATS


def test_the_schema_names_the_bots_and_the_programs_of_the_house() -> None:
    mine = Settings("sqlite:///", Path(), programs=(Program("mine", ("true",)),))
    models = create_app(mine).openapi()["components"]["schemas"]
    (bot,) = [place for place in models["PlaceSent"]["oneOf"] if place["properties"]["kind"].get("const") == "bot"]
    for known in (bot["properties"]["bot"], models["Calling"]["properties"]["bot"]):
        assert known["enum"] == [*LADDER, "mine"]
    assert "bot" in bot["required"]
    assert schema.raw_schema["components"]["schemas"]["Calling"]["properties"]["bot"]["enum"] == list(LADDER)

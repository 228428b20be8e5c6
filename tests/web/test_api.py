"""The API: whole games against bots, who may do what, and what a refusal says."""

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from serai.bots import LADDER
from serai.core.spec import GAMES
from serai.game import Game
from serai.web.app import Settings, create_app
from serai.web.tables.store import sqlite_url
from tests.web.servers import WithApp, asked, client, new_table, play_out

pytestmark = pytest.mark.compiled

FRIENDS = [{"kind": "me"}, {"kind": "friend"}]


@pytest.mark.parametrize("game", list(GAMES))
def test_a_whole_game_against_bots(with_app: WithApp, game: str) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            table = (await new_table(ada, game, rounds=12))["id"]
            before = await ada.get(f"/api/tables/{table}/record")
            assert (before.status_code, before.json()["code"]) == (403, "no_record_yet")
            assert await play_out(ada, table, random.Random(1)) > 8
            record = await ada.get(f"/api/tables/{table}/record")
            played = Game.from_json(record.text)
            events = (await ada.get(f"/api/tables/{table}/events")).json()
            decided = [event for event in events if event["kind"] == "decided"]
            assert [event["number"] for event in events] == list(range(1, len(events) + 1))
            assert [event["decision"] for event in decided] == played.decisions()
            assert [tuple(event["reveals"]) for event in decided] == [step.reveals for step in played.steps()]
            assert [event["seat"] for event in decided] == [step.seat for step in played.steps()]
            assert played.over
            assert "Ada" in played.names
            finished = (await ada.get("/api/tables")).json()["finished"]
            assert [(line["id"], line["result"]["winner"]) for line in finished] == [(table, played.winner)]

    with_app(test)


def test_a_position_is_the_view_of_the_seat_and_a_watcher_may_decide_nothing(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada, client(app) as watcher:
            table = (await new_table(ada, "spice_road"))["id"]
            question = await asked(ada, table)
            assert question is not None
            seen = (await ada.get(f"/api/tables/{table}/position")).json()
            assert seen["seat"] == question["seat"] == seen["view"]["decides"]
            assert seen["view"]["legal"] == question["legal"]
            watched = (await watcher.get(f"/api/tables/{table}/position")).json()
            assert (watched["seat"], watched["view"]["legal"]) == (None, [])
            assert (await watcher.get(f"/api/tables/{table}/legal")).json()["legal"] == []
            sent = {"decisions": [question["legal"][0]], "seen": question["number"]}
            refused = await watcher.post(f"/api/tables/{table}/decide", json=sent)
            assert (refused.status_code, refused.json()["code"]) == (403, "not_your_seat")

    with_app(test)


def test_two_answers_to_one_question_are_not_both_stored_and_a_list_is_stored_all_or_none(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            table = (await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "me"}]))["id"]
            path, seen = f"/api/tables/{table}/decide", 3
            several = await ada.post(path, json={"decisions": ["play YY", "play YY"], "seen": seen})
            assert (several.status_code, several.json()["code"]) == (409, "not_your_turn")
            illegal = await ada.post(path, json={"decisions": ["play +2", "fly"], "seen": seen})
            assert (illegal.status_code, illegal.json()["code"]) == (422, "illegal")
            assert (await ada.get(f"/api/tables/{table}")).json()["number"] == seen
            sent = {"decisions": ["play YY"], "seen": seen}
            answers = await asyncio.gather(*(ada.post(path, json=sent) for _ in range(5)))
            assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
            assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"stale"}
            undone = await ada.post(f"/api/tables/{table}/undo", json={"seen": seen + 1})
            assert undone.json() == {"number": seen + 2, "stage": "running"}

    with_app(test)


def test_a_friend_joins_by_the_token_of_a_seat_and_takebacks_need_the_other(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada, client(app, "Bob") as bob:
            made = await new_table(ada, "spice_road", FRIENDS)
            table = made["id"]
            ((seat, token),) = made["joins"].items()
            assert (await bob.get(f"/api/tables/{table}")).json()["joins"] == {}
            assert (await bob.get(f"/api/tables/{table}/position")).json()["code"] == "not_begun"
            wrong = await bob.post(f"/api/tables/{table}/join", json={"seat": int(seat), "token": "x" * 40})
            assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong_link")
            joined = (await bob.post(f"/api/tables/{table}/join", json={"seat": int(seat), "token": token})).json()
            assert joined["stage"] == "running"
            first, second = (ada, bob) if seat == "1" else (bob, ada)
            number = joined["number"]
            sent = {"decisions": ["play YY"], "seen": number}
            assert (await second.post(f"/api/tables/{table}/decide", json=sent)).json()["code"] == "not_your_turn"
            number = (await first.post(f"/api/tables/{table}/decide", json=sent)).json()["number"]
            wish = await first.post(f"/api/tables/{table}/takeback", json={"seen": number})
            seen = (await second.get(f"/api/tables/{table}/position")).json()
            assert seen["takeback"]["mine_to_answer"]
            agreed = {"yes": True, "seen": wish.json()["number"]}
            await second.post(f"/api/tables/{table}/takeback/answer", json=agreed)
            question = await asked(first, table)
            assert question is not None
            kinds = [event["kind"] for event in (await ada.get(f"/api/tables/{table}/events")).json()]
            assert kinds[-4:] == ["decided", "asked", "answered", "taken_back"]

    with_app(test)


def test_what_was_turned_up_is_told_even_of_decisions_that_were_taken_back(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            table = (await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "me"}]))["id"]
            question = await asked(ada, table)
            assert question is not None
            view = (await ada.get(f"/api/tables/{table}/position")).json()["view"]
            sent = {"decisions": [f"acquire {view['merchants'][0]['card']}"], "seen": question["number"]}
            number = (await ada.post(f"/api/tables/{table}/decide", json=sent)).json()["number"]
            await ada.post(f"/api/tables/{table}/takeback", json={"seen": number})
            events = (await ada.get(f"/api/tables/{table}/events", params={"after": number - 1})).json()
            assert [event["kind"] for event in events] == ["decided", "taken_back"]
            (turned,) = events[0]["reveals"]
            again = (await ada.post(f"/api/tables/{table}/decide", json={**sent, "seen": number + 1})).json()["number"]
            events = (await ada.get(f"/api/tables/{table}/events", params={"after": again - 1})).json()
            assert events[0]["reveals"] == [turned]

    with_app(test)


def test_guests_by_cookie_and_by_bearer_token(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as browser, client(app) as program:
            nobody = await browser.get("/api/guest")
            assert (nobody.status_code, nobody.json()["code"]) == (403, "not_your_seat")
            made = await browser.post("/api/guest", json={"name": " Ada  L "})
            assert "HttpOnly" in made.headers["set-cookie"]
            assert "SameSite=Lax" in made.headers["set-cookie"]
            assert (await browser.get("/api/guest")).json()["name"] == "Ada L"
            bearer = {"authorization": f"Bearer {made.json()['token']}"}
            assert (await program.get("/api/guest", headers=bearer)).json()["name"] == "Ada L"
            renamed = await program.patch("/api/guest", headers=bearer, json={"name": "Bob"})
            assert renamed.json()["name"] == "Bob"
            assert (await browser.get("/api/guest")).json()["name"] == "Bob"
            forged = {"authorization": f"Bearer {made.json()['token'][:-1]}x"}
            assert (await program.get("/api/guest", headers=forged)).status_code == 403
            assert (await program.post("/api/guest", json={"name": "\n\x07"})).json()["code"] == "bad_name"

    with_app(test)


BAD_PLANS: list[Any] = [
    {"game": "chess", "places": FRIENDS},
    {"game": "spice_road", "places": FRIENDS[:1]},
    {"game": "spice_road", "places": FRIENDS * 3},
    {"game": "spice_road", "places": [{"kind": "me"}, {"kind": "bot", "bot": "hal"}]},
    {"game": "spice_road", "places": FRIENDS, "seed": 1},
    {"game": "spice_road", "places": FRIENDS, "options": {"seed": 1}},
    {"game": "spice_road", "places": FRIENDS, "options": {"absent_minutes": 0}},
    {"game": "spice_road", "places": FRIENDS, "options": {"absent_minutes": 1e-9}},
    {"game": "spice_road", "places": [{"kind": "me", "name": "x" * 500}, {"kind": "friend"}]},
    [],
]


@pytest.mark.parametrize("plan", BAD_PLANS)
def test_a_table_that_cannot_be_made_is_refused(with_app: WithApp, plan: Any) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            refused = await ada.post("/api/tables", json=plan)
            assert refused.status_code == 422
            assert refused.json()["text"]
            assert (await ada.get("/api/tables")).json()["running"] == []

    with_app(test)


def test_watching_can_be_switched_off_and_hints_too(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada, client(app, "Eve") as eve:
            table = (await new_table(ada, "spice_road", watch=False, hints=False))["id"]
            for path in ("", "/position", "/legal", "/events", "/stream", "/record"):
                refused = await eve.get(f"/api/tables/{table}{path}")
                assert (refused.status_code, refused.json()["code"]) == (403, "no_watching")
            assert (await eve.get(f"/table/{table}/board")).status_code in (403, 404, 409)
            question = await asked(ada, table)
            assert question is not None
            refused = await ada.post(f"/api/tables/{table}/hint", json={"seen": question["number"]})
            assert (refused.status_code, refused.json()["code"]) == (403, "no_hints")
            other = (await new_table(ada, "spice_road"))["id"]
            question = await asked(ada, other)
            assert question is not None
            told = (await ada.post(f"/api/tables/{other}/hint", json={"seen": question["number"]})).json()
            assert told["turns"][0][0] in question["legal"]
            assert told["bot"] in LADDER
            assert told["chance"] is None or 0 < told["chance"] < 1

    with_app(test)


def test_leaving_resigning_and_coming_back(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada, client(app, "Bob") as bob:
            made = await new_table(ada, "spice_road", FRIENDS, listed=True)
            table, seat = made["id"], int(next(iter(made["joins"])))
            assert [line["id"] for line in (await bob.get("/api/tables")).json()["open"]] == [table]
            assert (await bob.post(f"/api/tables/{table}/join", json={"seat": seat})).json()["stage"] == "running"
            assert (await ada.post(f"/api/tables/{table}/close")).json()["code"] == "others_play"
            assert (await bob.post(f"/api/tables/{table}/leave")).json()["stage"] == "running"
            sitters = (await bob.get(f"/api/tables/{table}")).json()["sitters"]
            assert (sitters[seat]["away"], sitters[seat]["bot"]) == (True, "trader")
            assert (await bob.post(f"/api/tables/{table}/back")).json()["stage"] == "running"
            assert (await bob.post(f"/api/tables/{table}/resign", json={"seat": seat})).json()["stage"] == "running"
            assert (await bob.post(f"/api/tables/{table}/back")).status_code in (403, 409)
            assert await play_out(ada, table, random.Random(2)) > 5

    with_app(test)


def test_what_is_not_there_or_not_readable(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            for path in ("/api/tables/none", "/api/tables/none/stream", "/api/none"):
                missing = await ada.get(path)
                assert (missing.status_code, set(missing.json())) == (404, {"code", "text"})
            german = await ada.get("/api/tables/none", headers={"accept-language": "de-AT,en;q=0.5"})
            assert german.status_code == 404
            bad = await ada.post("/api/tables/none/decide", content=b"{", headers={"content-type": "application/json"})
            assert (bad.status_code, bad.json()["code"]) == (422, "misread")
            large = await ada.post("/api/guest", content=b"x" * 70_000)
            assert large.status_code == 413

            async def endless() -> Any:
                for _ in range(100):
                    yield b"x" * 1000

            assert (await ada.post("/api/guest", content=endless())).status_code == 413

    with_app(test)


def test_openapi_and_its_page_ask_for_nothing_outside(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as nobody:
            schema = (await nobody.get("/openapi.json")).json()
            assert {"/api/tables", "/api/tables/{table_id}/decide", "/api/tables/{table_id}/stream"} <= set(
                schema["paths"]
            )
            assert all(path.startswith("/api/") for path in schema["paths"])
            assert "seed" not in str(schema["components"])
            docs = await nobody.get("/api/docs")
            assert docs.status_code == 200
            assert all(path in docs.text for path in schema["paths"])
            assert "http" not in docs.text.replace("http://www.w3.org", "")

    with_app(test)


def _posted(with_app: WithApp, headers: dict[str, str]) -> int:
    """Sends a change with some headers and returns the status."""
    found: list[int] = []

    async def test(app: FastAPI) -> None:
        async with client(app) as nobody:
            found.append((await nobody.post("/api/guest", json={"name": "Ada"}, headers=headers)).status_code)

    with_app(test)
    return found[0]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"origin": "http://test"}, 201),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "null", "sec-fetch-site": "same-origin"}, 201),
        ({"origin": "http://test", "sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"host": "evil.example"}, 421),
        ({"host": "192.168.1.5:8000"}, 201),
        ({"host": "[::1]:8000"}, 201),
        ({"host": "localhost:8000", "origin": "http://localhost:8000"}, 201),
        ({"host": "localhost:8000", "origin": "http://localhost:9000"}, 403),
        ({"host": "["}, 421),
        ({"host": "[::1"}, 421),
        ({"host": "test:x"}, 421),
        ({"origin": "http://["}, 403),
        ({"origin": "http://[::1"}, 403),
    ],
)
def test_changes_come_from_our_own_pages_or_from_programs(
    with_app: WithApp, headers: dict[str, str], status: int
) -> None:
    assert _posted(with_app, headers) == status


@pytest.mark.parametrize("hosts", [("test",), ("*",)])
@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [("GET", {"host": "["}, 421), ("POST", {"host": "["}, 421), ("POST", {"origin": "http://["}, 403)],
)
def test_a_host_or_origin_that_cannot_be_read_is_refused_with_all_headers(
    tmp_path: Path, hosts: tuple[str, ...], method: str, headers: dict[str, str], status: int
) -> None:
    async def test() -> None:
        app = create_app(Settings(sqlite_url(tmp_path / "serai.db"), tmp_path, 0, hosts))
        async with app.router.lifespan_context(app), client(app) as nobody:
            for path in ("/", "/api/guest", "/none"):
                refused = await nobody.request(method, path, headers=headers)
                assert (refused.status_code, refused.headers["x-content-type-options"]) == (status, "nosniff")
            assert (await nobody.get("/healthz", headers=headers)).status_code == 200

    asyncio.run(test())


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/api/guest", "DELETE, GET, PATCH, POST"),
        ("/api/tables", "GET, POST"),
        ("/api/tables/some/decide", "POST"),
        ("/upload", "GET, POST"),
        ("/join/table/0/token", "GET, POST"),
        ("/about", "GET"),
        ("/static/table.css", "GET, HEAD"),
        ("/healthz", "GET"),
    ],
)
def test_a_method_that_is_not_allowed_is_answered_with_all_that_are(with_app: WithApp, path: str, allowed: str) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            for method in {"PUT", "TRACE", "DELETE", "POST", "GET"} - set(allowed.split(", ")):
                refused = await ada.request(method, path)
                assert (refused.status_code, refused.headers.get("allow")) == (405, allowed)

    with_app(test)


def test_every_answer_has_the_headers_that_keep_it_safe(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            for path in ("/", "/none", "/api/house", "/api/none", "/healthz"):
                answer = await ada.get(path)
                policy = answer.headers["content-security-policy"]
                assert "script-src 'self';" in policy
                assert "frame-ancestors 'none'" in policy
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert answer.headers["cache-control"] == "no-store"
            await _static(ada)

    async def _static(ada: httpx.AsyncClient) -> None:
        """Checks how long browsers keep our files."""
        from serai.web.drawing.render import static

        kept = await ada.get(static("table.css"))
        assert "immutable" in kept.headers["cache-control"]
        assert "content-security-policy" in kept.headers
        for path in ("/static/table.css", "/static/table.css?v=0000"):
            assert (await ada.get(path)).headers["cache-control"] == "no-cache"
        assert (await ada.get("/static/none.css")).status_code == 404

    with_app(test)


def test_a_fault_of_ours_is_told_kindly_and_with_all_headers(
    with_app: WithApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(app: FastAPI) -> None:
        def fails(*_: object) -> None:
            raise RuntimeError("secret")

        async with client(app, "Ada") as ada:
            monkeypatch.setattr(app.state.house, "lists", fails)
            page, told = await ada.get("/"), await ada.get("/api/tables")
            assert (page.status_code, told.status_code) == (500, 500)
            assert "secret" not in page.text + told.text
            assert "content-security-policy" in page.headers
            assert told.json()["code"] == "broken"

    with_app(test)

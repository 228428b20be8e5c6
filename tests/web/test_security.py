"""What must not work: another's seat, cookies of no guest, posts from other sites, programs that nobody named."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute

from serai.web import guests
from serai.web.app import Settings, create_app
from serai.web.pages import account, finished, home, lobby
from serai.web.pages import table as table_pages
from tests.web.servers import Json, WithApp, asked, client, new_table

pytestmark = pytest.mark.compiled

FRIENDS = [{"kind": "me"}, {"kind": "friend"}]
TWO_OF_ME = [{"kind": "me"}, {"kind": "me"}]


async def at_one_table(ada: httpx.AsyncClient, ben: httpx.AsyncClient) -> tuple[str, int, int]:
    """Lets two people play; returns the table and their seats."""
    made = await new_table(ada, "spice_road", FRIENDS)
    ((seat, token),) = made["joins"].items()
    await ben.post(f"/api/tables/{made['id']}/join", json={"seat": int(seat), "token": token})
    return made["id"], 1 - int(seat), int(seat)


# Only the holder of a seat decides for it.


def test_nobody_does_anything_for_anothers_seat(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada, client(app, "Ben") as ben, client(app, "Eve") as eve, client(app) as no:
            table, hers, his = await at_one_table(ada, ben)
            (first, seat), other = ((ada, hers), ben) if hers == 0 else ((ben, his), ada)
            question = await asked(first, table)
            assert question is not None
            seen = question["number"]
            deeds: dict[str, Json] = {
                "decide": {"decisions": question["legal"][:1], "seen": seen},
                "undo": {"seen": seen},
                "takeback": {"seen": seen},
                "resign": {},
                "hint": {"seen": seen},
            }
            for deed, sent in deeds.items():
                for thief in (other, eve, no):
                    refused = await thief.post(f"/api/tables/{table}/{deed}", json={**sent, "seat": seat})
                    assert (refused.status_code in (403, 409), "number" in refused.json()) == (True, False)
                    form = {"seen": str(seen), "seat": str(seat), "decision": question["legal"][0]}
                    page = await thief.post(f"/table/{table}/{deed}", data=form, headers={"hx-request": "true"})
                    assert page.status_code == 200
            for deed in ("leave", "back", "close", "takeback/answer"):
                for thief in (eve, no):
                    sent = {"yes": True, "seen": seen} if deed == "takeback/answer" else {}
                    assert (await thief.post(f"/api/tables/{table}/{deed}", json=sent)).status_code in (403, 409)
            assert (await app.state.house.table(table)).number == seen

    with_app(test)


def test_only_the_holder_gets_the_private_link_and_only_the_maker_the_links_of_seats(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada, client(app, "Ben") as ben, client(app, "Eve") as eve:
            table, hers, _ = await at_one_table(ada, ben)
            assert f"/carry/{table}/{hers}/" in (await ada.get(f"/table/{table}/device")).text
            assert f"/carry/{table}/{hers}/" not in (await ben.get(f"/table/{table}/device")).text
            assert "/carry/" not in (await eve.get(f"/table/{table}/device")).text
            waiting = await new_table(ada, "spice_road", FRIENDS)
            ((seat, token),) = waiting["joins"].items()
            assert token not in (await eve.get(f"/table/{waiting['id']}")).text
            assert (await eve.get(f"/join/{waiting['id']}/{seat}/{'0' * 32}")).status_code == 403
            assert (await eve.get(f"/carry/{table}/{hers}/{token}")).status_code == 403
            assert "guest" in eve.cookies
            assert (await eve.get("/api/guest")).json()["name"] == "Eve"

    with_app(test)


# Cookies.


def test_forged_expired_and_foreign_cookies_are_nobodys(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada, client(app, "Eve") as eve:
            table = (await new_table(ada, "spice_road", TWO_OF_ME))["id"]
            mine, hers = ada.cookies["guest"], eve.cookies["guest"]
            ada_id, issued, mac = mine.split(".")
            key, now, year = app.state.key, time.time(), guests.MAX_AGE
            forged = {
                "another's id under one's own signature": f"{ada_id}.{hers.split('.', 1)[1]}",
                "a signature cut short": mine[:-1],
                "no signature": f"{ada_id}.{issued}.",
                "a later time": f"{ada_id}.{int(issued) + 1}.{mac}",
                "older than a year": guests.sign(key, ada_id, now - year - 10),
                "of another house": guests.sign(b"x" * 32, ada_id, now),
                "a seat's token": f"{ada_id}.{issued}.{guests.seat_token(key, table, 0, 'carry', ada_id)}",
                "nothing": "",
            }
            for cookie in forged.values():
                async with client(app) as thief:
                    thief.cookies.set("guest", cookie)
                    assert (await thief.get("/api/guest")).status_code == 403
                    bearer = {"authorization": f"Bearer {cookie}"}
                    assert (await thief.get("/api/guest", headers=bearer)).status_code == 403
                    sent = {"decisions": ["play YY"], "seen": 3}
                    assert (await thief.post(f"/api/tables/{table}/decide", json=sent)).status_code == 403
            assert (await ada.get("/api/guest")).json()["name"] == "Ada"

    with_app(test)


# Other sites.


def page_routes(router: APIRouter) -> Iterator[tuple[str, str]]:
    """Lists what can be changed by pages."""
    for route in router.routes:
        if isinstance(route, APIRoute):
            yield from ((method, route.path) for method in route.methods or () if method != "GET")
        elif hasattr(route, "original_router"):
            yield from page_routes(route.original_router)


def changes() -> list[tuple[str, str]]:
    """Lists every method and path by which something is changed."""
    schema = create_app(Settings("sqlite:///", Path())).openapi()
    programs = [(method.upper(), path) for path, found in schema["paths"].items() for method in found]
    return sorted(
        {
            *(change for change in programs if change[0] != "GET"),
            *(route for page in (account, finished, home, lobby, table_pages) for route in page_routes(page.router)),
        }
    )


def test_there_are_changes_to_be_guarded() -> None:
    found = changes()
    assert {("POST", "/tables"), ("POST", "/table/{table_id}/decide"), ("POST", "/me/delete")} <= set(found)
    assert {("DELETE", "/api/guest"), ("PATCH", "/api/guest"), ("POST", "/api/tables")} <= set(found)
    assert len(found) > 30


FOREIGN: list[tuple[dict[str, str], int]] = [
    ({"origin": "http://evil.example"}, 403),
    ({"origin": "http://test.evil.example"}, 403),
    ({"origin": "http://test:81"}, 403),
    ({"origin": "null"}, 403),
    ({"origin": "http://test", "sec-fetch-site": "cross-site"}, 403),
    ({"sec-fetch-site": "same-site"}, 403),
    ({"host": "evil.example", "origin": "http://evil.example"}, 421),
    ({"host": ""}, 421),
]


@pytest.mark.parametrize(("method", "path"), changes())
def test_no_other_site_changes_anything(with_app: WithApp, method: str, path: str) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            table = (await new_table(ada, "spice_road", TWO_OF_ME))["id"]
            address = path.replace("{table_id}", table).replace("{seat}", "0").replace("{token}", "x" * 32)
            for headers, status in FOREIGN:
                refused = await ada.request(method, address, json={"name": "Eve", "seen": 3}, headers=headers)
                assert refused.status_code == status
                assert "set-cookie" not in refused.headers
            assert (await ada.get("/api/guest")).json()["name"] == "Ada"
            assert (await app.state.house.table(table)).number == 3

    with_app(test)


def test_forms_of_a_page_without_referrer_are_ours_by_what_the_browser_says(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app) as browser:
            modern = {"accept": "text/html", "sec-fetch-site": "none"}
            assert (await browser.get("/", headers=modern)).headers["referrer-policy"] == "no-referrer"
            sent = {"origin": "null", "sec-fetch-site": "same-origin"}
            assert (await browser.post("/theme", headers=sent)).status_code == 303
            old = {"accept": "text/html"}
            assert (await browser.get("/", headers=old)).headers["referrer-policy"] == "same-origin"
            assert (await browser.post("/theme", headers={"origin": "http://test"})).status_code == 303
            assert (await browser.get("/api/house")).headers["referrer-policy"] == "no-referrer"

    with_app(test)


# Headers.


def test_pages_of_a_seat_are_kept_by_nobody_and_run_no_script_but_ours(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            made = await new_table(ada, "spice_road", FRIENDS)
            table = (await new_table(ada, "spice_road", TWO_OF_ME))["id"]
            ((seat, token),) = made["joins"].items()
            paths = ["", "/board", "/device"]
            for path in (*[f"/table/{table}{end}" for end in paths], f"/join/{made['id']}/{seat}/{token}", "/me"):
                headers = (await ada.get(path)).headers
                assert headers["cache-control"] == "no-store"
                assert headers["x-content-type-options"] == "nosniff"
                policy = dict(part.split(" ", 1) for part in headers["content-security-policy"].split("; "))
                assert policy["default-src"] == "'none'"
                assert policy["script-src"] == policy["style-src"] == "'self'"
                assert policy["style-src-attr"] == "'unsafe-inline'"
                assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
                assert policy["form-action"] == "'self'"

    with_app(test)


# Programs from outside.

PROGRAMS = [
    "planner:9999999n",
    "planner:1s",
    "/bin/sh",
    "../trader",
    "serai.bots.beam",
    "os.system",
    "python -c 1",
    "Trader",
    "trader ",
    "trader\n",
    "trader\x00",
    "http://evil.example/bot",
    "",
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_no_program_takes_a_seat_that_the_operator_did_not_name(with_app: WithApp, program: str) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            places: list[Any] = [{"kind": "me"}, {"kind": "bot", "bot": program}]
            refused = await ada.post("/api/tables", json={"game": "spice_road", "places": places})
            assert (refused.status_code, refused.json()["code"]) == (422, "bad_plan")
            made = await new_table(ada, "spice_road", FRIENDS)
            table, seat = made["id"], next(iter(made["joins"]))
            refused = await ada.post(f"/api/tables/{table}/bot", json={"seat": int(seat), "bot": program})
            assert (refused.status_code, refused.json()["code"]) == (422, "no_such_bot")
            form = {"seen": str(made["number"]), "seat": seat, "bot": program}
            assert (await ada.post(f"/table/{table}/bot", data=form)).status_code == 200
            assert (await app.state.house.table(table)).number == made["number"]
            form = {"game": "spice_road", "seat-0": "me", "seat-1": "bot", "bot-1": program}
            opened = await ada.post("/tables", data=form)
            bots = (await ada.get(f"/api{opened.headers['location'].replace('table', 'tables')}")).json()["sitters"]
            assert {sitter["bot"] for sitter in bots} == {None, "trader"}
            sent = {"seen": 3, "bot": program}
            assert (await ada.post(f"/api/tables/{table}/hint", json=sent)).json()["code"] == "misread"

    with_app(test)

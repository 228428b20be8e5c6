"""What people may send that is not what it should be: bodies too large or broken, and script in names."""

import json
import logging
import random
from collections.abc import AsyncIterator, Iterator
from html.parser import HTMLParser

import httpx
import pytest
from fastapi import FastAPI

from serai.game import Game
from serai.web.http import guard
from tests.records import sealed
from tests.web.servers import WithApp, client, new_table, play_out

pytestmark = pytest.mark.compiled

JSON = {"content-type": "application/json"}
FORM = {"content-type": "application/x-www-form-urlencoded"}
PARTS = {"content-type": "multipart/form-data; boundary=b"}


@pytest.fixture(autouse=True)
def no_fault_of_ours(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails a test in which the server came to harm."""
    yield
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []


# Bodies.


async def in_pieces(first: bytes, piece: bytes, count: int) -> AsyncIterator[bytes]:
    """Sends a body whose length is not told."""
    yield first
    for _ in range(count):
        yield piece


def part(name: str, file: str, body: bytes) -> bytes:
    """Writes a file as a part of a form."""
    head = f'--b\r\nContent-Disposition: form-data; name="{name}"; filename="{file}"\r\n\r\n'
    return head.encode() + body + b"\r\n--b--\r\n"


def test_bodies_that_are_too_large_are_refused_told_or_not(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            begin = part("record", "x", b"").partition(b"\r\n--b--")[0]
            for path, headers, most in (
                ("/api/guest", JSON, guard.LARGEST_BODY),
                ("/theme", FORM, guard.LARGEST_BODY),
                ("/theme", PARTS, guard.LARGEST_BODY),
                ("/upload", PARTS, guard.LARGEST["uploads"]),
            ):
                first = begin if headers == PARTS else b""
                told = await ada.post(path, content=b"x" * (most + 1), headers=headers)
                untold = await ada.post(path, content=in_pieces(first, b"x" * 1000, most // 1000 + 2), headers=headers)
                assert [answer.status_code for answer in (told, untold)] == [413, 413], path

    with_app(test)


BROKEN: list[tuple[str, bytes]] = [
    ("not JSON", b"{"),
    ("no text", b"\xff\xfe\x00{"),
    ("deep", b"[" * 60_000),
    ("deep objects", b'{"name":' * 8000),
    ("a list", b"[]"),
    ("null", b"null"),
    ("a large number", b'{"name": ' + b"9" * 6000 + b"}"),
    ("not a number", b'{"name": NaN}'),
    ("half a character", b'{"name": "\\ud800"}'),
    ("half a character as a key", b'{"\\ud800": 1}'),
    ("a null character", b'{"name": "a\\u0000b"}'),
    ("an unknown field", b'{"name": "Ada", "admin": true}'),
    ("a name that is a list", b'{"name": ["Ada"]}'),
    ("a long name", b'{"name": "' + b"A" * 5000 + b'"}'),
    ("what is not seen", '{"name": "a\u202eb"}'.encode()),
    ("an escape sequence", b'{"name": "\\u001b[31mred"}'),
]


@pytest.mark.parametrize("body", [body for _, body in BROKEN], ids=[name for name, _ in BROKEN])
def test_broken_bodies_are_refused_and_nothing_of_them_is_sent_back(with_app: WithApp, body: bytes) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            for method, path in (("PATCH", "/api/guest"), ("POST", "/api/guest"), ("POST", "/api/tables")):
                refused = await ada.request(method, path, content=body, headers=JSON)
                assert refused.status_code in (400, 422)
                assert {"code", "text"} <= set(refused.json())
                assert len(refused.content) < 1000
            assert (await ada.get("/api/guest")).json()["name"] == "Ada"

    with_app(test)


FORMS: list[tuple[str, dict[str, str], bytes]] = [
    ("many fields", FORM, b"&".join(b"a=%d" % number for number in range(5000))),
    ("a long field", FORM, b"decision=" + b"x" * 60_000),
    ("no text", FORM, b"decision=\xff\xfe&seen=%ff"),
    ("a bad number", FORM, b"seen=1e9"),
    ("a long number", FORM, b"seen=" + b"9" * 5000),
    ("a number in other digits", FORM, "seen=\u0663".encode()),
    ("a negative number", FORM, b"seen=-1"),
    ("no boundary", {"content-type": "multipart/form-data"}, b"x"),
    ("a part without end", PARTS, b'--b\r\nContent-Disposition: form-data; name="seen"\r\n\r\n3'),
    ("a part without head", PARTS, b"--b\r\n\r\n\r\n--b--\r\n"),
    ("a file", PARTS, part("seen", "3", b"3")),
    ("another kind", {"content-type": "text/xml"}, b"<seen>3</seen>"),
    ("nothing", {}, b""),
]


@pytest.mark.parametrize(("headers", "body"), [form[1:] for form in FORMS], ids=[form[0] for form in FORMS])
def test_broken_forms_change_nothing(with_app: WithApp, headers: dict[str, str], body: bytes) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            table = (await new_table(ada, "spice_road", [{"kind": "me"}, {"kind": "me"}]))["id"]
            for path in (f"/table/{table}/decide", f"/table/{table}/hint", f"/table/{table}/resign"):
                assert (await ada.post(path, content=body, headers=headers)).status_code in (400, 413)
            for path in ("/tables", "/me/delete", "/language", "/upload"):
                assert (await ada.post(path, content=body, headers=headers)).status_code in (303, 400, 413, 422)
            assert (await app.state.house.table(table)).number == 3
            assert (await ada.get("/api/guest")).json()["name"] == "Ada"

    with_app(test)


def test_the_name_of_an_uploaded_file_is_of_no_account(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        record = Game.new("spice_road", seed=1).to_json().encode()
        async with client(app) as browser:
            for file in ("../../../../tmp/serai-was-here.json", "/etc/passwd", "<script>.json", "a\\..\\b", "x" * 3000):
                sent = await browser.post("/upload", content=part("record", file, record), headers=PARTS)
                assert sent.status_code == 303
                shown = await browser.get(sent.headers["location"])
                assert shown.status_code == 200
                assert file not in shown.text

    with_app(test)


# Script in names.

SCRIPTS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    "</title><svg onload=alert(1)>",
    "{{ 7777*7 }}${7777*7}",
    "javascript:alert(1)",
    "%(name)s%s%n",
    "]]>--><b onclick=x>",
]


class Finder(HTMLParser):
    """Finds what would run in a page: scripts that are not ours, handlers, and addresses that are scripts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script" and not (given.get("src") or "").startswith("/static/"):
            self.found.append(tag)
        self.found += [name for name in given if name.startswith("on") or name == "srcdoc"]
        links = [given.get(name) or "" for name in ("href", "src", "action", "formaction")]
        self.found += [link for link in links if link.lower().strip().startswith(("javascript:", "data:", "//"))]


def test_the_finder_finds() -> None:
    texts = ["<script>x</script>", "<b onclick=x>", "<a href=' JavaScript:x'>", "<script src=//evil.example/x.js>"]
    assert all(Finder(text).found for text in texts)
    assert Finder('<script defer src="/static/page.js"></script><a href="/">').found == []


async def pages_with(ada: httpx.AsyncClient, ben: httpx.AsyncClient, script: str) -> dict[str, httpx.Response]:
    """Goes everywhere where a name is shown, as its bearer and as a friend."""
    await ada.patch("/api/guest", json={"name": script})
    me = {"kind": "me", "name": script}
    waiting = await new_table(ada, "spice_road", [me, {"kind": "friend"}], listed=True)
    ((seat, token),) = waiting["joins"].items()
    open_, table = waiting["id"], (await new_table(ada, "spice_road", [me, {"kind": "me"}], rounds=1))["id"]
    paths = ["/", "/me", f"/table/{open_}", f"/table/{open_}/board", f"/join/{open_}/{seat}/{token}"]
    paths += [f"/table/{table}", f"/table/{table}/board", f"/table/{table}/device", "/api/tables", "/api/guest"]
    found = {f"{who} {path}": await one.get(path) for path in paths for who, one in (("ada", ada), ("ben", ben))}
    form = {"game": "spice_road", "seat-0": "me", "name": script, "label-1": script}
    found["ada refused"] = await ada.post("/tables", data=form)
    await play_out(ada, table, random.Random(1))
    ends = ["", "/replay", "/replay?step=9", "/record.json", "/log.txt"]
    return found | {f"ada {end}": await ada.get(f"/table/{table}{end}") for end in ends}


@pytest.mark.parametrize("script", SCRIPTS)
def test_script_in_a_name_is_text_everywhere(with_app: WithApp, script: str) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada, client(app, "Ben") as ben:
            answers = await pages_with(ada, ben, script)
            assert sum(script in answer.text or "alert" in answer.text for answer in answers.values()) > 3
            for where, answer in answers.items():
                if answer.status_code == 303:
                    continue
                kind = answer.headers["content-type"].split(";")[0]
                assert answer.status_code in (200, 403, 409, 422), where
                assert answer.headers["x-content-type-options"] == "nosniff"
                assert kind in ("text/html", "application/json", "text/plain")
                if kind == "text/html":
                    assert Finder(answer.text).found == [], where
                    assert "<img" not in answer.text
                    assert "54439" not in answer.text
                else:
                    assert "attachment" in answer.headers.get("content-disposition", "attachment")
                    assert script not in str(answer.headers)

    with_app(test)


@pytest.mark.parametrize("name", ["a\r\nset-cookie: x=1", "a\x00", "\u202egnp", "\ufeff", " \u3000 ", "a\u2028b"])
def test_names_that_cannot_be_seen_or_break_lines_are_refused_or_made_plain(with_app: WithApp, name: str) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            answer = await ada.patch("/api/guest", json={"name": name})
            told = (await ada.get("/api/guest")).json()["name"]
            assert told.isprintable()
            assert told == (answer.json()["name"] if answer.status_code == 200 else "Ada")

    with_app(test)


def test_a_record_with_script_in_its_names_is_text(with_app: WithApp) -> None:
    async def test(app: FastAPI) -> None:
        record = json.loads(Game.new("spice_road", seed=1).to_json())
        async with client(app) as browser:
            for script in SCRIPTS:
                text = sealed({**record, "names": [script[:40], "Ben"]}).encode()
                sent = await browser.post("/upload", content=part("record", "g.json", text), headers=PARTS)
                page = await browser.get(sent.headers["location"]) if sent.status_code == 303 else sent
                assert page.status_code in (200, 422)
                assert Finder(page.text).found == []

    with_app(test)

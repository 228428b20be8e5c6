"""A real server as the network sees it: raw paths, proxies, and the rights of the files that it keeps."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from serai.web import guests
from tests.web.servers import Served, served

pytestmark = pytest.mark.compiled

HTTPS = {"x-forwarded-proto": "https"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("exposed")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Served]:
    """A server at the edge; each address may become two guests a minute."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv(guests.VARIABLE, raising=False)
        with served(folder, "--workers", "1", "--data", str(folder / "data"), "--limit", "guests=2") as running:
            yield running


@pytest.fixture(scope="module")
def proxied(folder: Path) -> Iterator[Served]:
    """The same behind a proxy on this machine."""
    with served(folder, "--workers", "1", "--behind-proxy", "127.0.0.1", "--limit", "guests=2") as running:
        yield running


def guest(server: Served, number: int) -> httpx.Response:
    """Becomes a guest, with the address that a proxy would tell."""
    headers = {**HTTPS, "x-forwarded-for": f"203.0.113.{number}"}
    return httpx.post(f"{server.address}/api/guest", json={"name": "Ada"}, headers=headers)


def test_what_is_said_in_the_name_of_a_proxy_is_believed_from_a_proxy_only(server: Served, proxied: Served) -> None:
    direct, told = [guest(server, number) for number in (1, 2, 3)], [guest(proxied, number) for number in (1, 2, 3)]
    assert [answer.status_code for answer in direct] == [201, 201, 429]
    assert [answer.status_code for answer in told] == [201, 201, 201]
    assert direct[0].headers["set-cookie"].endswith("HttpOnly; SameSite=Lax")
    assert told[0].headers["set-cookie"].endswith("HttpOnly; SameSite=Lax; Secure")
    form = {"language": "de", "back": "/about"}
    chosen = httpx.post(f"{proxied.address}/language", data=form, headers=HTTPS)
    assert chosen.headers["set-cookie"].endswith("; Secure")


def test_what_the_server_keeps_is_its_owners_alone(server: Served, folder: Path) -> None:
    httpx.get(f"{server.address}/api/tables")
    kept = {file.name: file.stat().st_mode & 0o777 for file in (folder / "data").iterdir()}
    assert kept == dict.fromkeys(("secret.key", "serai.db", "serai.db-wal", "serai.db-shm", "serai.db.lock"), 0o600)
    assert (folder / "data").stat().st_mode & 0o777 == 0o700


def answered(server: Served, request: bytes) -> bytes:
    """Sends bytes and returns all that comes back."""
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as called:
        with suppress(ConnectionError):
            called.sendall(request)
        return b"".join(iter(lambda: called.recv(65536), b""))


def status(server: Served, request: bytes) -> int:
    """Sends bytes and reads the first line that comes back."""
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as called:
        with suppress(ConnectionError):
            called.sendall(request)
        return int(called.recv(65536).split()[1])


TRICKS = [
    "/static/../app.py",
    "/static/../../../../../../etc/passwd",
    "/static/%2e%2e/app.py",
    "/static/%2e%2e%2fapp.py",
    "/static/..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
    "/static/..%5c..%5capp.py",
    "/static//etc/passwd",
    "/static/%2fetc/passwd",
    "/static/spice_road/profile.py",
    "/static/spice_road/table.html",
    "/static/spice_road/../rules.py",
    "/static/spice_road/components/1/point_cards.csv",
    "/static/fonts",
    "/static/",
    "/static/table.css%00.js",
    "/static/%ff%fe",
    "/table/..",
    "/table/%2e%2e",
    "/table/..%2f..%2fetc%2fpasswd",
    "/table/%00",
    "/table/x%0d%0aset-cookie:%20guest=x",
    "/table/%f0%28%8c%28/board",
    "/api/tables/%00",
    "/api/tables/..%2f..%2fdata%2fsecret.key",
    "/api/tables/" + "x" * 5000,
    "/upload/..%2f..%2fsecret.key/replay",
    "/upload/%00/replay",
    "/join/x/99999999999999999999999/y",
    "/join/x/-1/y",
    "/carry/x/0/%c3%a4",
    "//evil.example/",
    "/\\evil.example/",
    "/secret.key",
    "/serai.db",
    "/.git/config",
]


@pytest.mark.parametrize("path", TRICKS)
def test_no_path_leads_out_of_the_house(server: Served, path: str) -> None:
    told = answered(server, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
    head, _, body = told.partition(b"\r\n\r\n")
    assert 400 <= int(head.split()[1]) < 500, head
    assert b"set-cookie" not in head.lower()
    assert b"root:" not in body
    assert b"import" not in body


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (b"GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", {404}),
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", {421}),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n", {400, 421}),
        (b"GET / HTTP/1.1\r\n\r\n", {400}),
        (b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", {400, 404}),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * 200_000 + b"\r\n\r\n", {400}),
        (b"POST /theme HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n", {400}),
        (b"POST /theme HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + b"9" * 19 + b"\r\n\r\n", {413}),
        (b"CONNECT evil.example:443 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", {400, 403, 404, 405}),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", {400}),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 421}),
    ],
)
def test_requests_that_are_none_are_refused(server: Served, request_: bytes, expected: set[int]) -> None:
    assert status(server, request_) in expected


def test_the_server_has_taken_no_harm(server: Served) -> None:
    assert httpx.get(f"{server.address}/healthz").status_code == 200
    assert "fault of ours" not in server.log.read_text()
    assert "Traceback" not in server.log.read_text()

"""`serai serve`: one server process with its workers; wrong settings are reported before anything starts."""

import asyncio
import io
import logging
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_network
from pathlib import Path
from typing import cast

import segno
import uvicorn
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from serai.bots.preparation import FIRST, prepared
from serai.component_sets import data_folder
from serai.core import spec
from serai.core.compiled import TOLD
from serai.core.registry import SPECS
from serai.game import Game
from serai.programs import Program
from serai.programs.player import try_out
from serai.web.app import Settings, create_app, house_key
from serai.web.http.limits import read_limits
from serai.web.http.slow_clients import Impatient
from serai.web.tables.store import BadBackup, Damaged, DatabaseTooNew, Store, Unreachable, held, sqlite_url
from serai.web.tables.store import backup as copy_database
from serai.web.tables.store import restore as restore_database
from serai.web.tables.store.engines import sqlite_path
from serai.web.tables.streams import Hub

FILE = "serai.db"
GRACE_SECONDS = 10
BACKLOG = 256
KEPT_SECONDS = 5
KEPT_FOR_PROXY_SECONDS = 75


class CannotServe(ValueError):
    """The server cannot start; says why, and what to do."""


@dataclass(frozen=True)
class Wishes:
    """The options of the command line."""

    host: str = "127.0.0.1"
    port: int = 8000
    lan: bool = False
    database: str | None = None
    data: Path | None = None
    workers: int | None = None
    browser: bool = True
    names: tuple[str, ...] = ()
    log: bool = False
    limits: tuple[str, ...] = ()
    proxy: str | None = None
    programs: tuple[Program, ...] = ()
    new_key: bool = False


def database_of(database: str | None, data: Path | None) -> str:
    """Returns the URL of the database: the given one, or a SQLite file in the data folder."""
    url = database or sqlite_url(data_folder(data) / FILE)
    try:
        make_url(url)
    except ArgumentError:
        known = "sqlite:////srv/serai.db or postgresql://serai@localhost/serai"
        raise CannotServe(f"cannot read the address of --database; write one such as {known}") from None
    return url


def serve(wishes: Wishes, say: Callable[[str], None]) -> None:
    """Runs the server until it is stopped."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("serai.web").setLevel(logging.INFO if wishes.log else logging.WARNING)
    if wishes.database is None:
        check_folder(data_folder(wishes.data))
    with held(database_of(wishes.database, wishes.data)):
        settings = prepare(wishes)
        with listen(wishes) as bound:
            warm_rules(say)
            for program in wishes.programs:
                try_out(program, None)
            Server(settings, wishes, say).run([bound])


def prepare(wishes: Wishes) -> Settings:
    """Creates the key and the database; raises CannotServe with what is wrong."""
    check_proxy(wishes.proxy)
    folder = data_folder(wishes.data)
    url = database_of(wishes.database, wishes.data)
    try:
        keep_private(url)
        asyncio.run(_try(url, folder, wishes.new_key))
    except DatabaseTooNew as error:
        raise CannotServe(str(error)) from None
    except ModuleNotFoundError:
        raise CannotServe("PostgreSQL needs its driver: install it with `pip install serai[postgres]`") from None
    except Damaged as error:
        raise CannotServe(
            f"{sqlite_path(url)} is damaged ({error}); put a copy back with `serai restore FILE --force`, "
            "or name another data folder with --data"
        ) from None
    except Unreachable as error:
        name = sqlite_path(url) or "the database of --database"
        raise CannotServe(f"cannot open {name} ({error}); is it running, and yours?") from None
    hosts = (*wishes.names, *(own_names() if wishes.lan else ()))
    return Settings(url, folder, wishes.workers, hosts, read_limits(wishes.limits), wishes.programs)


def check_proxy(proxy: str | None) -> None:
    """Checks that proxies are addresses or networks, separated by commas; * is any."""
    for name in [] if proxy in (None, "*") else str(proxy).split(","):
        try:
            ip_network(name.strip())
        except ValueError:
            raise CannotServe(
                f"--behind-proxy {name.strip()!r} is no address such as 127.0.0.1, and no network such as 10.1.0.0/16"
            ) from None


async def _try(url: str, folder: Path, new_key: bool) -> None:
    """Opens the database once, which also migrates it, and creates the signing key."""
    store = await Store.open(url)
    try:
        await house_key(store, folder, new_key)
    finally:
        await store.close()


def keep_private(url: str) -> None:
    """Creates a new SQLite file readable by its owner only: it holds the decks of running games."""
    path = sqlite_path(url)
    if path is not None and not path.exists():
        with suppress(OSError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def back_up(file: Path, database: str | None, data: Path | None) -> None:
    """Copies the database into a file."""
    try:
        copy_database(database_of(database, data), file)
    except (BadBackup, DatabaseTooNew) as error:
        raise CannotServe(str(error)) from None


def put_back(file: Path, database: str | None, data: Path | None, force: bool) -> None:
    """Restores the database from a copy."""
    try:
        restore_database(file, database_of(database, data), force)
    except (BadBackup, DatabaseTooNew) as error:
        raise CannotServe(str(error)) from None


def check_folder(folder: Path) -> None:
    """Creates the data folder if needed and checks that it is writable."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return
    except OSError as error:
        raise CannotServe(
            f"cannot write to the data folder {folder} ({error.strerror}); name another one with --data"
        ) from None


def listen(wishes: Wishes) -> socket.socket:
    """Binds the port; raises CannotServe if it is taken."""
    host = "0.0.0.0" if wishes.lan else wishes.host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # TCP is named explicitly, or asyncio does not turn off the delay of small packets: 40 ms in many answers.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":  # elsewhere it would let two servers have the same port
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, wishes.port))
        bound.listen(BACKLOG)
    except OSError as error:
        bound.close()
        raise CannotServe(
            f"cannot listen on {host}, port {wishes.port} ({error.strerror}); try another port with --port"
        ) from None
    return bound


def own_names() -> tuple[str, ...]:
    """Returns the names of this machine on its network."""
    name = socket.gethostname().lower()
    return name, f"{name}.local"


def lan_address() -> str | None:
    """Returns the address of this machine on its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])


def warm_rules(say: Callable[[str], None]) -> None:
    """Loads the rules, compiled on the first start together with the bot that can be played against at once."""
    known = prepared()
    missing = [name for name in spec.GAMES if (FIRST, name) not in known]
    begun = time.perf_counter()
    if missing:
        os.environ[TOLD] = "1"
        say("Getting the rules ready (this takes a minute on the first start only) …")
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            for name in workers.map(compile_rules, missing):
                say(f"  {SPECS[name].title}: {time.perf_counter() - begun:.0f} s")
    for name in spec.GAMES:
        game = Game.new(name, seed=0)
        game.redealt(0, 0)
        game.play(game.actions()[-1])
        game.view(0)


def compile_rules(name: str) -> str:
    """Compiles the rules of a game in a process of its own, since a process compiles one thing at a time."""
    subprocess.run([sys.executable, "-m", "serai.bots.preparation", name], check=False, stdin=subprocess.DEVNULL)
    return name


class Server(uvicorn.Server):
    """A server that prints its address once it listens, and closes its streams before waiting for open requests."""

    def __init__(self, settings: Settings, wishes: Wishes, say: Callable[[str], None]) -> None:
        """Builds the application."""
        self.wishes, self.say = wishes, say
        app = create_app(settings)
        self.app_state, self.hub = app.state, cast(Hub, app.state.hub)
        self._preparing: asyncio.Task[None] | None = None
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                server_header=False,
                http=Impatient,
                ws="none",
                proxy_headers=wishes.proxy is not None,
                forwarded_allow_ips=wishes.proxy,
                # The proxy must close idle connections first: a request sent just as we close one is answered with 502.
                timeout_keep_alive=KEPT_SECONDS if wishes.proxy is None else KEPT_FOR_PROXY_SECONDS,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, then announces the address."""
        await super().startup(sockets)
        if self.started and sockets:
            self._tell(sockets[0].getsockname()[1])
            self._preparing = asyncio.create_task(self._tell_preparing())

    async def _tell_preparing(self) -> None:
        """Says that strong bots are still being compiled, and when they are ready."""
        preparing = self.app_state.bot_pool.preparing
        if (progress := preparing.progress) is not None:
            self.say(f"Preparing strong opponents in the background: {progress.done} of {progress.of} are ready.")
            await preparing.finished.wait()
            self.say("All opponents are ready.")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Closes the streams first; a signal that led to a clean shutdown is not raised again."""
        self.hub.close()
        await super().shutdown(sockets)
        self._captured_signals.clear()

    def _tell(self, port: int) -> None:
        """Prints the address and, for the network, a QR code; opens a browser if there is one."""
        host = "127.0.0.1" if self.wishes.lan or self.wishes.host == "0.0.0.0" else self.wishes.host
        address = f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
        self.say(f"Serai is at {address} (Ctrl-C ends it).")
        if self.wishes.lan and (here := lan_address()) is not None:
            self.app_state.lan = f"http://{here}:{port}/"
            self.say(f"For phones in the same network: {self.app_state.lan}\n{qr(self.app_state.lan)}")
        if self.wishes.browser and has_browser():
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def qr(text: str) -> str:
    """Draws a QR code for the terminal."""
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(out=drawn, compact=True, border=2)
    return drawn.getvalue()


def has_browser() -> bool:
    """Whether a graphical browser can be opened."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True

"""A real PostgreSQL for the tests: a cluster of its own in a temporary folder, a fresh database for each test."""

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import asyncpg

USER = "postgres"
NUMBERS = count(1)


def program(name: str) -> str:
    """Finds a program of the server, which Debian keeps out of the path."""
    kept = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    found = str(kept[-1]) if kept else shutil.which(name)
    assert found is not None, "PostgreSQL is not installed (Debian package postgresql); these tests need it"
    return found


class Cluster:
    """A running server; the superuser is let in from this machine without a password."""

    def __init__(self, folder: Path) -> None:
        """Makes a cluster and starts it; it does not run as root."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.folder = folder
        self._run("initdb", "--auth=trust", f"--username={USER}", "--encoding=UTF8", "--no-locale")
        self.start()

    def start(self) -> None:
        """Starts the server."""
        options = f"-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200 -p {self.port}"
        self._run("pg_ctl", "--wait", f"--options={options}", f"--log={self.folder}/log", "start")

    def stop(self) -> None:
        """Ends the server at once; all its connections are lost."""
        self._run("pg_ctl", "--wait", "--mode=immediate", "stop")

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Stops all processes of the server for a while: its connections stay open, and nothing answers on them."""
        first = int((self.folder / "data" / "postmaster.pid").read_text().split()[0])
        os.kill(first, signal.SIGSTOP)
        stopped = [int(child) for child in Path(f"/proc/{first}/task/{first}/children").read_text().split()]
        try:
            for process in stopped:
                os.kill(process, signal.SIGSTOP)
            yield
        finally:
            for process in [*stopped, first]:
                os.kill(process, signal.SIGCONT)

    def _run(self, name: str, *options: str) -> None:
        """Runs a program of the server over this cluster."""
        command = [program(name), f"--pgdata={self.folder}/data", *options]
        if os.geteuid() == 0:
            command = ["runuser", "-u", USER, "--", *command]
        done = subprocess.run(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 0, done.stderr.decode()

    def url(self, database: str) -> str:
        """Returns the address of a database."""
        return f"postgresql+asyncpg://{USER}@127.0.0.1:{self.port}/{database}"

    def new_database(self, like: str = "template1") -> str:
        """Makes an empty database, or a copy of another one; returns its address."""
        name = f"serai_{next(NUMBERS)}"
        asyncio.run(self.execute(f"CREATE DATABASE {name} TEMPLATE {like}"))
        return self.url(name)

    async def execute(self, statement: str, database: str = USER) -> list[asyncpg.Record]:
        """Runs a statement beside the programs under test."""
        connection = await asyncpg.connect(self.url(database).replace("+asyncpg", ""))
        try:
            found: list[asyncpg.Record] = await connection.fetch(statement)
            return found
        finally:
            await connection.close()


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Runs a server for a while, in a folder with a short name that its own user may enter."""
    with tempfile.TemporaryDirectory(prefix="serai-postgres-") as name:
        folder = Path(name)
        if os.geteuid() == 0:
            program("initdb")
            shutil.chown(folder, USER)
        made = Cluster(folder)
        try:
            yield made
        finally:
            made.stop()

"""What tests of the web table share: an application for each file, and databases of both kinds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.web.store import sqlite_url
from tests.web.postgres import Cluster, cluster
from tests.web.servers import WithApp, running


@pytest.fixture(scope="module")
def with_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WithApp]:
    with running(tmp_path_factory.mktemp("data")) as run:
        yield run


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


@pytest.fixture
def postgres_database(postgres: Cluster) -> str:
    """The address of an empty database of PostgreSQL."""
    return postgres.new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of both kinds in turn."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "s.db")
    address: str = request.getfixturevalue("postgres_database")
    return address

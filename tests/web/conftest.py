"""What tests of the web table share: an application for each worker, and databases of both kinds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from serai.core.component_folders import standard
from serai.core.spec import GAMES
from serai.networks import weights
from serai.networks.inference import weights_of
from serai.web.tables.store import sqlite_url
from tests.web.learned import save_small
from tests.web.postgres import Cluster, cluster
from tests.web.servers import WithApp, running


@pytest.fixture(scope="session")
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


@pytest.fixture
def trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a small network for every game, which is used instead of those of the package."""
    folder = tmp_path / "trained"
    folder.mkdir()
    for game in GAMES:
        save_small(game, folder)
    with monkeypatch.context() as patch:
        patch.setattr(weights, "FOLDER", folder)
        forget_networks()
        yield folder
    forget_networks()


def forget_networks() -> None:
    """Lets networks be read again."""
    weights_of.cache_clear()
    for game in GAMES:
        standard(game).kept.clear()

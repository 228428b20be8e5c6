"""An application that the tests of one file share, since its worker takes a second to get ready."""

from collections.abc import Iterator

import pytest

from tests.web.servers import WithApp, running


@pytest.fixture(scope="module")
def with_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WithApp]:
    with running(tmp_path_factory.mktemp("data")) as run:
        yield run

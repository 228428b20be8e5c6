"""What `make soak` says of memory: what stays has not grown, what grows is told, and the warming up does not count."""

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from tools.growth import Sample, drawn, figures_of, warm_of


def samples(server: Sequence[float]) -> list[Sample]:
    """One sample a minute."""
    return [Sample(float(minute), held, 300.0) for minute, held in enumerate(server)]


def test_what_is_taken_at_the_start_and_then_kept_has_not_grown() -> None:
    found = figures_of(samples([50, 120, 180, 195, 199] + [200] * 16), "server", warm_of(20))
    assert (found["grown"], found["MiB an hour, fitted"]) == (0, 0)


def test_what_grows_all_the_time_is_told_as_a_share_and_by_the_hour() -> None:
    found = figures_of(samples([100.0 + minute for minute in range(21)]), "server", warm_of(20))
    assert found["MiB an hour, fitted"] == pytest.approx(60)
    assert found["grown"] == pytest.approx(12 / 106.5, abs=0.001)


def test_a_short_run_warms_up_for_a_quarter_of_it() -> None:
    assert (warm_of(20), warm_of(60), warm_of(2)) == (5, 5, 0.5)


def test_the_picture_shows_every_sample_of_server_and_workers() -> None:
    taken = samples([100.0] * 21)
    found = {name: figures_of(taken, name, 5) for name in ("server", "workers")}
    picture = ElementTree.fromstring(drawn(taken, found))
    assert len([each for each in picture.iter() if each.tag.endswith("circle")]) == 2 * len(taken)

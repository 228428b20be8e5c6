"""Charts: scales, round numbers, labels, and the picture of a training."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from serai.charts import Scale, apart, path, round_step
from serai.learning.train.curves import draw

SVG = "{http://www.w3.org/2000/svg}"


def test_a_scale_places_values_in_either_direction() -> None:
    up = Scale(0, 50, 200, 100)
    assert [up(value) for value in (0, 25, 50)] == [200, 150, 100]
    assert (up.bounded(-10), up.bounded(80)) == (200, 100)


@pytest.mark.parametrize(("span", "step"), [(0, 1), (4, 1), (5, 1), (6, 2), (11, 5), (47, 10), (130, 50)])
def test_steps_are_round_and_few(span: float, step: float) -> None:
    assert round_step(span, 5) == step


def test_steps_may_be_fractions_or_have_other_digits() -> None:
    assert round_step(0.97, 5, least=0.001) == pytest.approx(0.2)
    assert round_step(120, 5, least=5, digits=(1, 2, 2.5, 5)) == 25


def test_labels_keep_their_order_and_their_distance() -> None:
    places = [200.0, 50.0, 52.0, 51.0, 199.0]
    moved = apart(places, 20, 205)
    assert sorted(range(5), key=moved.__getitem__) == [1, 3, 2, 4, 0]
    assert all(after - before >= 20 for before, after in pairwise(sorted(moved)))
    assert max(moved) <= 205


def test_a_path_goes_through_its_points() -> None:
    assert path([(1.0, 2.5), (3.0, 4.0)]) == "M1 2.5L3 4"


def test_the_picture_of_a_training_has_a_line_for_every_bot_and_leaves_empty_panels_out() -> None:
    ladder = [{"seconds": 60 * n, "won": 10 * n, "games": 40, "bot": bot} for n in (1, 2, 3) for bot in ("a", "b")]
    story = {"game": "spice_road", "decisions": 3_000_000, "curve": [], "ladder": ladder}
    drawn = ElementTree.fromstring(draw(story))
    lines = [found.get("class") for found in drawn.findall(f"{SVG}path")]
    assert lines == ["s0", "s0", "s1", "s1"], "each with a key beside its name"
    texts = [found.text for found in drawn.findall(f"{SVG}text")]
    assert {"Training of spice_road", "won against the ladder, %", "a", "b", "80", "150 s"} <= set(texts)
    assert "entropy of its decisions" not in texts

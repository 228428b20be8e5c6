"""What a page says in words, for figures that can mean only one thing."""

from collections.abc import Sequence

from serai.studies.highlights import balance, highlights
from serai.studies.study import Study, StudyData, study_data
from tests.studies.game_logs import log

YYY = 4


def study(winners: Sequence[int], takers: Sequence[int] = ()) -> StudyData:
    """A study of duels with the given winners, in which the takers have acquired `YYY`."""
    takings = [[("merchants", YYY, seat, 1, 0, 0, "")] for seat in takers] or [[] for _ in winners]
    logs = [
        log(number, [10 + (winner == seat) for seat in range(2)], ender=0, shown=[YYY], takings=takings[number])
        for number, winner in enumerate(winners)
    ]
    return study_data(Study("spice_road", "random", (2,), len(winners), 1, 100), logs)


def test_seats_that_win_alike_are_called_balanced_as_far_as_the_games_can_tell() -> None:
    found = study([0, 1] * 50)
    assert "balanced as far as 100 games can tell, which is to about ±10 points" in balance(2, found["players"]["2"])
    assert highlights(found)[0] == "No seat wins more or less than an even share, as far as these games can tell."


def test_a_seat_that_wins_too_often_is_named() -> None:
    found = study([1] * 40 + [0] * 10)
    says = balance(2, found["players"]["2"])
    assert "not balanced, by these 50 games" in says
    assert "seat 1 wins less, 20.0 % (11.2–33.0) and seat 2 wins more, 80.0 % (67.0–88.8)" in says
    assert highlights(found)[0] == "With 2 players the last seat wins 80.0 % (67.0–88.8), where 50 % is even."


def test_who_ends_games_and_what_points_are_made_of_is_told() -> None:
    says = highlights(study([0, 0, 0, 1]))
    assert says[2].endswith("Who brings the last round wins 75.0 % (30.1–95.4) of the games.")
    assert any(sentence.startswith("Of a winner's points 100 % are point cards") for sentence in says)


def test_a_card_that_goes_with_winning_is_named_and_luck_is_not_forgotten() -> None:
    says = highlights(study([0, 1] * 50, [0, 1] * 50))[-1]
    assert says.startswith("Of 1 merchant cards `YYY` goes most with winning, 2.00 (")
    assert says.endswith("extremes are partly luck, and this is correlation, not cause.")


def test_a_card_that_does_not_is_not_praised() -> None:
    says = highlights(study([0, 1] * 50, [0, 0, 1, 1] * 25))[-1]
    assert says == "Of 1 merchant cards none goes with winning or losing beyond what chance would do."


def test_a_card_that_was_hardly_taken_is_not_spoken_of() -> None:
    assert not any("YYY" in sentence for sentence in highlights(study([0, 1] * 5, [0, 1] * 5)))

"""Points by source add up to the rules' own scores, at the end of games and all the way there."""

from gettext import NullTranslations
from itertools import pairwise

import pytest

from serai.bots import ask, make
from serai.core.component_folders import standard
from serai.game import Game
from serai.web.drawing import charts, results
from serai.web.pages.finished import by_round

pytestmark = pytest.mark.compiled

GAMES = [
    (game, players)
    for game, most in (("spice_road", 5), ("sand_to_sea", 4), ("east_to_west", 4))
    for players in range(2, most + 1)
]


def played(name: str, players: int, seed: int, bot: str = "novice") -> Game:
    """Plays a whole game."""
    game = Game.new(name, players, seed=seed)
    bots = [make(bot) for _ in range(players)]
    while not game.over:
        game.play(ask(bots[game.seat], game, len(game.decisions())))
    return game


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_sources_add_up_to_the_score(name: str, players: int) -> None:
    for seed in range(3):
        game = Game.new(name, players, seed=seed)
        bots = [make("novice" if place % 2 else "trader") for place in range(players)]
        while not game.over:
            game.play(ask(bots[game.seat], game, len(game.decisions())))
            if len(game.decisions()) % 7 == 0 or game.over:
                found = {line.seat: line.total for line in results.standings(game.components, game.view(0))}
                assert [found[seat] for seat in range(players)] == game.scores()
        lines = results.standings(game.components, game.view(0))
        assert [line.seat for line in lines] == game.ranking()
        assert lines[0].seat == game.winner
        assert all(sum(line.points) == line.total for line in lines)


@pytest.mark.parametrize("name", ["spice_road", "sand_to_sea", "east_to_west"])
def test_every_source_gives_points_in_some_game(name: str) -> None:
    counted = [
        line.points for seed in range(4) for line in results.standings(standard(name), played(name, 3, seed).view(0))
    ]
    assert all(any(column) for column in zip(*counted, strict=True))
    assert len(results.sources(name, NullTranslations())) == len(counted[0])


@pytest.mark.parametrize("name", ["spice_road", "sand_to_sea", "east_to_west"])
def test_points_by_round_have_a_line_for_every_round_and_end_with_the_result(name: str) -> None:
    game = played(name, 2, 5)
    rounds = by_round(game.values, game.steps(), 2)
    assert len(rounds) == game.round
    assert list(rounds[-1]) == game.scores()


def test_a_round_ends_with_the_last_seat() -> None:
    game = Game.new("spice_road", 2, seed=1)
    assert by_round(game.values, game.steps(), 2) == []
    while game.round < 3:
        game.play(game.actions()[0])
    ends = by_round(game.values, game.steps(), 2)
    assert len(ends) == 3
    assert list(ends[1]) == game.scores()


def test_pieces_are_what_each_claimed_card_is_worth() -> None:
    game = played("spice_road", 2, 3)
    for line in results.standings(game.components, game.view(0)):
        assert sum(line.pieces) == line.points[0]
        assert len(line.pieces) == len(game.view(0)["players"][line.seat]["claimed"])


def test_a_chart_keeps_its_lines_inside_and_its_labels_apart() -> None:
    values = [(0, 0, 0, 0, 0), (3, 4, 4, 3, 50), (97, 96, 97, 2, 1)]
    drawn = charts.chart(values, ["Ada", "Ben", "Cleo", "Dan", "Eve"])
    labels = sorted(line.label for line in drawn.lines)
    assert all(after - before >= charts.LABEL - 0.1 for before, after in pairwise(labels))
    assert all(charts.TOP <= line.y <= charts.BOTTOM for line in drawn.lines)
    assert [text for _, text in drawn.up] == [0, 20, 40, 60, 80, 100]
    assert [text for _, text in drawn.across] == [1, 3]
    assert drawn.lines[0].path == f"M34 {charts.BOTTOM}L205 215.8L376 20.2"


@pytest.mark.parametrize("rounds", [0, 1, 4, 19, 44, 200])
def test_a_chart_of_any_length_names_its_first_and_last_round(rounds: int) -> None:
    drawn = charts.chart([(number, 2 * number) for number in range(rounds)], ["Ada", "Ben"])
    ticks = [text for _, text in drawn.across]
    assert ticks[0] == 1
    assert ticks[-1] == max(1, rounds)
    assert all(after[0] - before[0] > 12 for before, after in pairwise(drawn.across))

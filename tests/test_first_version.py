"""Records and positions of v0.1.0 are read for ever."""

import json

import pytest

from serai import GAMES, Game
from serai.core.component_folders import original
from serai.core.notation import NOTATIONS
from serai.record import result
from tests.first_version import FOLDER, content, lost, told

RECORDS = told("records.json")


def test_there_are_ten_records_a_game_for_all_numbers_of_players_and_of_every_kind() -> None:
    assert {game: sum(name.startswith(game) for name in RECORDS) for game in GAMES} == dict.fromkeys(GAMES, 10)
    for game, rules in GAMES.items():
        players = {len(kept["names"]) for name, kept in RECORDS.items() if name.startswith(game)}
        assert players == set(range(rules.SEATS[0], rules.SEATS[1] + 1))
        ends = [kept["result"] for name, kept in RECORDS.items() if name.startswith(game)]
        assert None in ends
        assert {end["stopped"] for end in ends if end} == {True, False}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_read_and_gives_the_same_position_and_result(name: str) -> None:
    text = content(f"records/{name}")
    assert json.loads(text)["format"] == 1
    game = Game.from_json(text)
    assert not list(lost(RECORDS[name], {"result": result(game), "position": game.position(), "names": game.names}))
    assert game.decisions() == json.loads(text)["decisions"]


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_read_and_written_back_as_they_were(game: str) -> None:
    texts = (FOLDER / f"positions_{game}.txt").read_text(encoding="utf-8").split("\n\n")
    assert len({text.splitlines()[1] for text in texts}) == 5
    for text in texts:
        state = NOTATIONS[game].parse_position(original(game), text)
        assert NOTATIONS[game].position(original(game), state).strip() == text.strip()

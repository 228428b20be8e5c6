"""Component values of the user's own: what they must satisfy, and that they are played with."""

import re
from pathlib import Path
from typing import Any

import pytest

from serai import Game
from serai.core.component_folders import standard
from serai.core.components import BadComponents
from serai.games.east_to_west.pieces import link
from tests.east_to_west.own_components import (
    BONUS,
    EXPLORATION,
    FILES,
    GAME,
    LOCATIONS,
    POINTS,
    changed,
    folder,
    numbered,
    own_set,
    playing_with,
    rows,
)
from tests.east_to_west.standard import POINT_CARDS

READ = {LOCATIONS: "locations", POINTS: "points", BONUS: "bonus", EXPLORATION: "exploration"}


def read(name: str, at: Path, files: dict[str, list[str]]) -> Any:
    """Reads a file of a user's folder."""
    return getattr(own_set(folder(at, files)), READ[name])


def complaint(name: str, at: Path, files: dict[str, list[str]]) -> str:
    """Returns what is said about a bad file."""
    with pytest.raises(BadComponents) as error:
        read(name, at, files)
    return str(error.value)


FORT = "A1,fort,1,,,,,2,"
LOCATION_LINES = {
    "A1,gain,1,,YYY,,gain,": "9 cells instead of 10",
    "A1,dance,1,,YYY,,gain,,": "column 'kind': 'dance' is none of 'fort', 'market', 'refresh', 'adjust', 'gain'",
    "A1,gain,0,,YYY,,gain,,": "column 'settlers': '0' is not a whole number from 1 to 9",
    "A1,gain,,,YYY,,gain,,": "column 'settlers': '' is not a whole number from 1 to 9",
    "A1,gain,10,,YYY,,gain,,": "column 'settlers': '10' is not a whole number from 1 to 9",
    "A1,gain,1,,YXY,,gain,,": "column 'get': 'YXY' is not made of Y, R, G, B",
    "A1,trade,1,Z,YYY,,trade,,": "column 'give': 'Z' is not made of Y, R, G, B",
    "A1,trade,1,YYYYYYYYYYY,B,,trade,,": "column 'give': 'YYYYYYYYYYY' has more than 10 cubes",
    "A1,upgrade,1,,,0,upgrade,,": "column 'upgrades': '0' is not a whole number from 1 to 9",
    "A1,upgrade,1,,,two,upgrade,,": "column 'upgrades': 'two' is not a whole number from 1 to 9",
    "A1,gain,1,,YYY,,gain,9,": "column 'bonus_stack': '9' is not a whole number from 0 to 8",
    "A1,gain,1,,YYY,,gain,,no": "column 'covered_2_3': 'no' is none of '', 'yes'",
    "A1,gain,1,,,,gain,,": "the location does nothing: fill in 'get' or 'upgrades'",
    "A1,trade,1,YY,,2,trade,,": "the trade brings nothing: fill in 'get' beside 'give'",
    "A1,gain,1,,YYY,,gain,2,": "column 'bonus_stack': '2' does not count for a 'gain'; leave it empty",
    "A1,upgrade,1,,,2,upgrade,2,": "column 'bonus_stack': '2' does not count for a 'upgrade'",
    "A1,trade,1,YY,G,,trade,2,": "column 'bonus_stack': '2' does not count for a 'trade'",
    "A1,fort,1,Y,,,,2,": "column 'give': 'Y' does not count for a 'fort'",
    "A1,market,1,,YY,,,,": "column 'get': 'YY' does not count for a 'market'",
    "A1,refresh,1,YY,G,,,,": "column 'give': 'YY' does not count for a 'refresh'; leave it empty",
    "A1,refresh,1,,,2,,,": "column 'upgrades': '2' does not count for a 'refresh'",
    "A1,adjust,1,Y,R,,,,": "column 'give': 'Y' does not count for a 'adjust'",
    "A1,trade,1,YY,,,trade,,": "the location does nothing: fill in 'get' or 'upgrades'",
    "A1,trade,1,Y,YR,,trade,,": "the trade gives back all that it takes, so it could be repeated for ever",
    "A1,trade,1,Y,Y,,trade,,": "the trade gives back all that it takes, so it could be repeated for ever",
}


@pytest.mark.parametrize("text", LOCATION_LINES)
def test_a_bad_location_is_told_by_file_and_line(text: str, tmp_path: Path) -> None:
    """EW-7, EW-8: every condition of a location, one by one; id 2 stands in line 4 below the columns."""
    said = complaint(LOCATIONS, tmp_path, {LOCATIONS: changed(LOCATIONS, line_2=text)})
    assert said.startswith(f"{LOCATIONS}, line 4: {LOCATION_LINES[text]}")
    assert str(tmp_path / GAME / LOCATIONS) in said


def test_a_fort_cannot_be_covered(tmp_path: Path) -> None:
    """EW-4, EW-9: an exploration tile there could close the way to itself."""
    said = complaint(LOCATIONS, tmp_path, {LOCATIONS: changed(LOCATIONS, line_0=f"{FORT}yes")})
    assert said.startswith(f"{LOCATIONS}, line 2: a fort cannot be covered by an exploration tile")


LOCATION_COUNTS = {
    "three forts": ({"line_0": "A1,gain,1,,Y,,,,"}, "there must be exactly 4 locations of the kind 'fort'"),
    "five forts": ({"line_2": FORT}, "there must be exactly 4 locations of the kind 'fort'"),
    "three markets": ({"line_12": "A1,gain,1,,Y,,,,"}, "there must be exactly 4 locations of the kind 'market'"),
    "five markets": ({"line_2": "A1,market,1,,,,,,"}, "there must be exactly 4 locations of the kind 'market'"),
    "one covered": ({"line_5": "A1,trade,2,YY,G,,trade,,"}, "exactly two locations must have 'yes' in the column"),
    "three covered": ({"line_2": "A1,gain,1,,Y,,,,yes"}, "exactly two locations must have 'yes' in the column"),
}


@pytest.mark.parametrize("what", LOCATION_COUNTS)
def test_a_wrong_number_of_places_is_told_by_file(what: str, tmp_path: Path) -> None:
    """EW-1, EW-4: four forts, four markets, exactly two locations that may be covered."""
    lines, message = LOCATION_COUNTS[what]
    said = complaint(LOCATIONS, tmp_path, {LOCATIONS: changed(LOCATIONS, **lines)})
    assert said.startswith(f"{LOCATIONS}: {message}")


def test_there_is_room_for_32_locations(tmp_path: Path) -> None:
    """EW-1: one more is refused."""
    more = [f"{number},A1,gain,1,,YY,,gain,," for number in range(22, 32)]
    assert len(read(LOCATIONS, tmp_path, {LOCATIONS: rows(LOCATIONS) + more})) == 32
    lines = [*rows(LOCATIONS), *more, "32,A1,gain,1,,YY,,gain,,"]
    said = complaint(LOCATIONS, tmp_path, {LOCATIONS: lines})
    assert said.startswith(f"{LOCATIONS}: 33 locations; there is room for 32")


CARD_LINES = {
    ",3,saddlebag,settlers:1,,": "column 'cost': no cubes where some belong",
    "YQ,3,saddlebag,settlers:1,,": "column 'cost': 'YQ' is not made of Y, R, G, B",
    "YRR,100,saddlebag,settlers:1,,": "column 'points': '100' is not a whole number from 0 to 99",
    "YRR,3,spoon,settlers:1,,": "column 'symbol': 'spoon' is none of 'saddlebag', 'hammer', 'dreamcatcher', 'compass'",
    "YRR,3,saddlebag,,,": "benefit '' is none of settlers:N, discount:LINK, extra:LINK:CUBES, explore",
    "YRR,3,saddlebag,dance,,": "benefit 'dance' is none of",
    "YRR,3,saddlebag,settlers,,": "benefit 'settlers' is none of",
    "YRR,3,saddlebag,explore:2,,": "benefit 'explore:2' is none of",
    "YRR,3,saddlebag,extra:gain,,": "benefit 'extra:gain' is none of",
    "YRR,3,saddlebag,settlers:0,,": "column 'benefit': '0' is not a whole number from 1 to 12",
    "YRR,3,saddlebag,settlers:x,,": "column 'benefit': 'x' is not a whole number from 1 to 12",
    "YRR,3,saddlebag,extra:gain:,,": "column 'benefit': no cubes where some belong",
    "YRR,3,saddlebag,extra:gain:W,,": "column 'benefit': 'W' is not made of Y, R, G, B",
    "YRR,3,saddlebag,discount:gian,,": "no location has the link 'gian'; locations.csv has gain, trade, upgrade",
    "YRR,3,saddlebag,extra:gian:Y,,": "no location has the link 'gian'; locations.csv has gain, trade, upgrade",
    "YRR,3,saddlebag,discount:,,": "no location has the link ''; locations.csv has gain, trade, upgrade",
    "YRR,3,saddlebag,settlers:1,2+,": "column 'players': '2+' is none of '', '3+', '4'",
    "YRR,3,saddlebag,settlers:1,,red": "column 'star': 'red' is none of '', 'black', 'white'",
}


@pytest.mark.parametrize("text", CARD_LINES)
def test_a_bad_point_card_is_told_by_file_and_line(text: str, tmp_path: Path) -> None:
    """EW-2, EW-10: every condition of a point card, one by one."""
    said = complaint(POINTS, tmp_path, {POINTS: changed(POINTS, line_0=text)})
    assert said.startswith(f"{POINTS}, line 2: {CARD_LINES[text]}")


def test_a_card_that_is_never_played_with_may_have_a_link_of_another_board(tmp_path: Path) -> None:
    """EW-2, EW-7: cards with a black star are left out."""
    lines = changed(POINTS, line_0="YRR,3,saddlebag,discount:harbour,,black")
    assert read(POINTS, tmp_path, {POINTS: lines})[0].link == "harbour"


def test_cards_with_links_need_locations_with_links(tmp_path: Path) -> None:
    """EW-7, EW-10: own locations without any, and the point cards of the standard set."""
    lines = [re.sub(r",(gain|upgrade|trade),,(yes)?$", r",,,\2", line) for line in rows(LOCATIONS)]
    said = complaint(POINTS, tmp_path, {LOCATIONS: lines})
    assert said.startswith(f"{POINTS}, line ")
    assert "no location has the link 'gain'; locations.csv has none" in said


CARD = "YRR,3,saddlebag,settlers:1"
CARD_COUNTS = {
    "too few for two": ([f"{CARD},,"] * 19 + [f"{CARD},3+,"] * 30, "19 cards for 2 players; there must be at least 20"),
    "too few for three": (
        [f"{CARD},,"] * 27 + [f"{CARD},4,"] * 30,
        "27 cards for 3 players; there must be at least 28",
    ),
    "too few for four": ([f"{CARD},,"] * 35, "35 cards for 4 players; there must be at least 36"),
    "black stars do not count": ([f"{CARD},,"] * 19 + [f"{CARD},,black"] * 9, "19 cards for 2 players"),
    "too many": ([f"{CARD},,"] * 65, "65 cards; there is room for 64"),
}


@pytest.mark.parametrize("what", CARD_COUNTS)
def test_a_wrong_number_of_point_cards_is_told_by_file(what: str, tmp_path: Path) -> None:
    """EW-2, EW-19: at least 8 × players + 4 for each number of players."""
    texts, message = CARD_COUNTS[what]
    said = complaint(POINTS, tmp_path, {POINTS: numbered(POINTS, texts)})
    assert said.startswith(f"{POINTS}: {message}")


@pytest.mark.parametrize("unmarked", [20, 48])
def test_the_fewest_and_the_most_point_cards_are_accepted(unmarked: int, tmp_path: Path) -> None:
    """EW-2: 20, 28 and 36 cards for 2, 3 and 4 players; 64 in all."""
    texts = [f"{CARD},,"] * unmarked + [f"{CARD},3+,"] * 8 + [f"{CARD},4,"] * 8
    assert len(read(POINTS, tmp_path, {POINTS: numbered(POINTS, texts)})) == unmarked + 16


BONUS_LINES = {
    ",2,dance,saddlebag+hammer,3": "column 'score': 'dance' is none of 'pair', 'settlers', 'merchants'",
    "iii,2,settlers,,3": "column 'icon': 'iii' is none of '', 'I', 'II', 'III'",
    ",0,settlers,,3": "column 'copies': '0' is not a whole number from 1 to 20",
    ",21,settlers,,3": "column 'copies': '21' is not a whole number from 1 to 20",
    ",2,settlers,,100": "column 'points': '100' is not a whole number from 0 to 99",
    ",2,pair,saddlebag,3": "symbols 'saddlebag': a pair has two of saddlebag, hammer, dreamcatcher, compass",
    ",2,pair,,3": "symbols '': a pair has two of",
    ",2,pair,hammer+hammer+hammer,3": "symbols 'hammer+hammer+hammer': a pair has two of",
    ",2,pair,hammer+spoon,3": "symbols 'hammer+spoon': a pair has two of",
    ",2,settlers,hammer+hammer,3": "symbols 'hammer+hammer': a pair has two of",
    ",2,merchants,hammer,3": "symbols 'hammer': a pair has two of",
}


@pytest.mark.parametrize("text", BONUS_LINES)
def test_a_bad_bonus_tile_is_told_by_file_and_line(text: str, tmp_path: Path) -> None:
    """EW-3, EW-21: every condition of a bonus tile, one by one."""
    said = complaint(BONUS, tmp_path, {BONUS: changed(BONUS, line_0=text)})
    assert said.startswith(f"{BONUS}, line 2: {BONUS_LINES[text]}")


BONUS_COUNTS = {
    "stacks larger than the tiles": ([",11,settlers,,1"], "11 tiles for stacks of 12 in all; there must be 12 to 44"),
    "icon III does not count": ([",11,settlers,,1", "III,9,settlers,,1"], "11 tiles for stacks of 12 in all"),
    "too many kinds": (["III,1,settlers,,1"] * 65, "65 kinds of tiles; there is room for 64"),
    "too many": ([",20,settlers,,1", ",20,settlers,,2", ",5,settlers,,3"], "45 tiles for stacks of 12 in all"),
}


@pytest.mark.parametrize("what", BONUS_COUNTS)
def test_a_wrong_number_of_bonus_tiles_is_told_by_file(what: str, tmp_path: Path) -> None:
    """EW-3: stacks no larger than the tiles there are, and room for the spare ones."""
    texts, message = BONUS_COUNTS[what]
    said = complaint(BONUS, tmp_path, {BONUS: numbered(BONUS, texts)})
    assert said.startswith(f"{BONUS}: {message}")


@pytest.mark.parametrize("copies", [12, 20])
def test_the_fewest_bonus_tiles_are_accepted(copies: int, tmp_path: Path) -> None:
    """EW-3: as many as the stacks need."""
    lines = numbered(BONUS, [f",{copies},settlers,,1"])
    assert read(BONUS, tmp_path, {BONUS: lines})[0].copies == copies


TILE_LINES = {
    "YYX,,,1": "column 'gain': 'YYX' is not made of Y, R, G, B",
    "YYY,0,,1": "column 'upgrades': '0' is not a whole number from 1 to 9",
    "YYY,,13,1": "column 'settlers': '13' is not a whole number from 1 to 12",
    "YYY,,,": "column 'points': '' is not a whole number from 0 to 99",
    "YYY,,,1,": "6 cells instead of 5",
}


@pytest.mark.parametrize("text", TILE_LINES)
def test_a_bad_exploration_tile_is_told_by_file_and_line(text: str, tmp_path: Path) -> None:
    """EW-11: every condition of an exploration tile, one by one."""
    said = complaint(EXPLORATION, tmp_path, {EXPLORATION: changed(EXPLORATION, line_0=text)})
    assert said.startswith(f"{EXPLORATION}, line 2: {TILE_LINES[text]}")


@pytest.mark.parametrize("tiles", [0, 1, 65])
def test_a_wrong_number_of_exploration_tiles_is_told_by_file(tiles: int, tmp_path: Path) -> None:
    """EW-4: two must be there to lie on locations."""
    lines = numbered(EXPLORATION, ["Y,,,1"] * tiles)
    said = complaint(EXPLORATION, tmp_path, {EXPLORATION: lines})
    assert said.startswith(f"{EXPLORATION}: {tiles} tiles; there must be 2 to 64")


@pytest.mark.parametrize("tiles", [2, 64])
def test_the_fewest_and_the_most_exploration_tiles_are_accepted(tiles: int, tmp_path: Path) -> None:
    """EW-4: with two, both lie on locations."""
    lines = numbered(EXPLORATION, ["Y,,,1"] * tiles)
    assert len(read(EXPLORATION, tmp_path, {EXPLORATION: lines})) == tiles


@pytest.mark.parametrize("name", FILES)
def test_a_file_without_its_columns_is_told(name: str, tmp_path: Path) -> None:
    for lines, line in (["# notes"], 2), (["id;x", "0;1"], 1):
        said = complaint(name, tmp_path, {name: lines})
        assert said.startswith(f"{name}, line {line}: the columns must be {rows(name)[0]}")


@pytest.mark.parametrize("name", FILES)
def test_ids_count_from_nought(name: str, tmp_path: Path) -> None:
    lines = rows(name)
    lines[2] = re.sub(r"^1,", "7,", lines[2])
    said = complaint(name, tmp_path, {name: lines})
    assert said.startswith(f"{name}, line 3: id '7' where 1 belongs")


@pytest.mark.parametrize("name", FILES)
def test_the_built_in_files_say_that_their_values_are_house_values(name: str) -> None:
    assert standard(GAME).notes[name][0].startswith("House values")


def test_a_changed_value_is_played_with(tmp_path: Path) -> None:
    """EW-9, EW-10, EW-20: the cost, the points and the benefit of the file."""
    assert int(POINT_CARDS[0].points) == 3
    own = folder(tmp_path, {POINTS: changed(POINTS, line_0="BB,9,compass,settlers:3,,")})
    positions = playing_with(own)
    state = positions.act(positions.position(caravan="BBB", forts="BB"), "work fort 1")
    assert (positions.caravan(state), positions.settlers(state)) == ("B", (9, 2))
    assert positions.score(state) == 9 + 1


def test_a_changed_location_is_worked_at(tmp_path: Path) -> None:
    """EW-7, EW-8: settlers and cubes of the file."""
    own = folder(tmp_path, {LOCATIONS: changed(LOCATIONS, line_2="A1,gain,4,,BBB,,gain,,")})
    positions = playing_with(own)
    state = positions.act(positions.position(), "work BBB")
    assert (positions.caravan(state), positions.at(state)) == ("BBB", "BBB*4")


def test_a_game_with_values_of_ones_own_is_recorded_as_custom(tmp_path: Path) -> None:
    """C-5: a record brings the values that it was played with."""
    own = folder(tmp_path, {EXPLORATION: changed(EXPLORATION, line_0="YYY,,,5")})
    game = Game.new(GAME, seed=1, components=own)
    assert '"set": "custom"' in game.to_json()
    assert Game.from_json(game.to_json()).components is own_set(own)


def test_the_link_of_a_location_is_a_short_word() -> None:
    assert link("harbour") == "harbour"
    with pytest.raises(ValueError, match="is not a word of up to"):
        link("harbour" * 20)

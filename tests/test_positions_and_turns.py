"""Games from positions, copies at any moment, equality, turns, columns, and what bots say about a game."""

import copy
import json
from pathlib import Path

import pytest

from serai import BadPosition, Game, IllegalAction, bots
from serai.bots.analysis import Line
from serai.component_sets import install, new_folder
from serai.core.component_folders import built_in, standard
from serai.core.notation import NOTATIONS
from serai.core.notation.sentences import sentence
from serai.setup import Setup
from serai.strict_json import checksum
from tests.hasty import HASTY
from tests.positions import TABLES

ROAD = """
spice_road, 2 players
asked: seat 1 turn
merchants: YYY RR G B +3 YR
points: YYRR YYGG GGGG YYBB RRGG
1: caravan YYR, hand YY +2
2: caravan YYYY, hand YY +2
"""


def hasty(name: str, players: int = 2, most: int = 60) -> Game:
    """Plays a game for some decisions."""
    game: Game = HASTY[name].play_hastily(Game.new(name, players, seed=players, rounds=1000), seed=4, most=most)
    return game


def without_decks(position: str) -> str:
    """Removes the decks from a position."""
    return "\n".join(line.split(" / ")[0] if "stacks" not in line else line for line in position.splitlines())


def stack_of(game: Game) -> list[str]:
    """Lists the stack of victory tiles, top first."""
    ports = next(line for line in game.position().splitlines() if line.startswith("ports:"))
    return ports.split(" / ")[1].split()


def test_acquiring_in_a_position_leaves_a_spice_on_each_card_to_the_left() -> None:
    """SR-7."""
    game = Game.from_position(ROAD, seed=1)
    for decision in ("acquire G", "pay R", "pay Y"):
        game.play(decision)
    assert game.view(0)["players"][0]["caravan"] == "Y"


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_position_reads_back_as_the_same_position(name: str, players: int) -> None:
    game = hasty(name, players)
    again = Game.from_position(game.position(), names=game.names)
    assert again.position() == game.position()
    assert again.legal() == game.legal()
    assert again.names == game.names
    assert Game.from_json(again.to_json()) == again


@pytest.mark.parametrize("name", HASTY)
def test_a_seed_deals_the_decks_that_a_position_leaves_out(name: str) -> None:
    text = without_decks(hasty(name).position())
    same, again, other = (Game.from_position(text, seed=seed) for seed in (1, 1, 2))
    assert same == again
    assert same != other
    assert sorted(same.position()) == sorted(other.position())


def test_a_given_deck_is_not_shuffled() -> None:
    game = hasty("spice_road")
    assert Game.from_position(game.position(), seed=1) == Game.from_position(game.position(), seed=2)


def test_without_a_seed_every_position_is_dealt_differently() -> None:
    assert Game.from_position(ROAD) != Game.from_position(ROAD)


def test_the_closed_port_is_dealt_among_the_tiles_that_may_hide_it() -> None:
    """SS-3: it is shuffled into the five tiles on top of the stack."""
    text = without_decks(Game.new("sand_to_sea", 2, seed=1).position())
    stacks = [Game.from_position(text, seed=seed).position() for seed in range(40)]
    places = {
        line.split(" / ")[1].split().index("closed")
        for text in stacks
        for line in text.splitlines()
        if "ports:" in line
    }
    assert places == set(range(6))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chess, 2 players", "there is no game 'chess'"),
        ("", "there is no game ''"),
        ("spice_road, 9 players", "is not 'spice_road, N players' with N from 2 to 5"),
        (ROAD.replace("caravan YYR", "caravan YYYYYYYYYYY"), "11 cubes of seat 1 are above the limit of 10"),
        (ROAD.replace("hand YY +2", "hand YYY", 1), "in two places: YYY"),
    ],
)
def test_a_position_that_cannot_be_read_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("+", r"\+")):
        Game.from_position(text)


def test_a_position_is_text() -> None:
    with pytest.raises(BadPosition, match="a position is text"):
        Game.from_position(3)  # type: ignore[arg-type]


def test_names_fit_the_seats_of_a_position() -> None:
    assert Game.from_position(ROAD, names=["Ada", "Ben"]).names == ["Ada", "Ben"]
    with pytest.raises(ValueError, match="3 names for 2 players"):
        Game.from_position(ROAD, names=["Ada", "Ben", "Cyd"])


@pytest.mark.parametrize("name", HASTY)
def test_a_game_at_an_earlier_moment_is_played_on_without_changing_the_first(name: str) -> None:
    game = hasty(name)
    before = game.decisions()
    earlier = game.at(20)
    assert earlier.decisions() == before[:20]
    for decision in before[20:]:
        earlier.play(decision)
    assert earlier == game
    assert game.decisions() == before
    with pytest.raises(ValueError, match=f"there are {len(before)} decisions, not {len(before) + 1}"):
        game.at(len(before) + 1)


def test_a_fork_is_a_game_of_its_own() -> None:
    game = Game.new("spice_road", seed=1)
    fork = game.fork()
    assert fork == game == copy.copy(game)
    fork.play("rest")
    assert fork != game
    assert game.decisions() == []


def test_games_are_equal_if_set_up_and_decisions_are() -> None:
    """C-5: nothing else determines a game."""
    game = Game.new("spice_road", seed=1)
    assert game == Game.new("spice_road", seed=1)
    assert game != Game.new("spice_road", seed=2)
    assert game != Game.new("spice_road", seed=1, rounds=9)
    assert game != Game.new("spice_road", seed=1, rules=1)
    assert game != Game.new("spice_road", seed=1, names=["Ada", "Ben"])
    assert game != Game.new("sand_to_sea", seed=1)
    assert game != "spice_road"
    with pytest.raises(TypeError, match="unhashable"):
        hash(game)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_parts_of_a_score_add_up(name: str, players: int) -> None:
    game = hasty(name, players, 10_000)
    assert [sum(parts.values()) for parts in game.score_parts()] == game.scores()
    assert all(tuple(parts) == game.rules.PARTS for parts in game.score_parts())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_turns_hold_every_decision_once_in_order(name: str, players: int) -> None:
    game = hasty(name, players, 10_000)
    turns = game.turns()
    assert [text for turn in turns for text in turn.decisions] == game.decisions()
    assert [turn.number for turn in turns] == sorted(turn.number for turn in turns)
    assert (turns[-1].number, turns[-1].round) == (game.turn, game.round)
    assert all(turn.name == game.names[turn.seat] for turn in turns)


def test_a_turn_is_written_as_a_line() -> None:
    game = Game.from_position(ROAD, seed=1, names=["Ada", "Ben"])
    for decision in ("acquire RR", "pay Y", "play YY"):
        game.play(decision)
    revealed = game.steps()[1].reveals[0]
    assert [str(turn) for turn in game.turns()] == [f"Ada: acquire RR, pay Y; revealed {revealed}", "Ben: play YY"]


def test_a_turn_is_told_as_a_sentence() -> None:
    game = Game.from_position(ROAD, seed=1, names=["Ada", "Ben"])
    for decision in ("acquire RR", "pay Y", "play +2", "upgrade Y", "upgrade R"):
        game.play(decision)
    revealed = game.steps()[1].reveals[0]
    assert game.moves() == [f"Ada acquires RR and pays Y; {revealed} is revealed.", "Ben plays +2 and upgrades YR."]


SEA, WEST = (NOTATIONS[name].PHRASES for name in ("sand_to_sea", "east_to_west"))


@pytest.mark.parametrize(
    ("phrases", "decisions", "told"),
    [
        ({}, "play YY>RR, trade, trade, stop, discard Y, discard R", "plays YY>RR, trades twice more and discards YR"),
        ({}, "trade, trade, trade", "trades 3 times more"),
        ({}, "rest", "rests"),
        ({}, "stop", "stops"),
        ({}, "load YR, travel Y", "loads YR and travels Y"),
        (SEA, "start YG, place B2", "starts with YG and places the boat on B2"),
        (
            SEA,
            "sail C3 YY, sail C4, build, trade",
            "sails to C3 for YY, sails to C4, builds an outpost and trades once",
        ),
        (SEA, "sail C2 +2, give Y, trade, trade", "sails to C2 for +2, gives Y as toll and trades twice"),
        (SEA, "play YY>RR, trade", "plays YY>RR and trades once more"),
        (WEST, "work fort 1, explore YG, no bonus", "works at fort 1, takes the tile YG and leaves the bonus tile"),
        (WEST, "work adjust, swap 1 2", "adjusts the route and swaps cards 1 and 2 of the route"),
        (WEST, "work market 2, use, trade", "works at market 2, uses the merchant and trades once more"),
    ],
)
def test_sentences_say_what_the_verbs_of_a_game_mean(phrases: dict[str, str], decisions: str, told: str) -> None:
    assert sentence("Ada", decisions.split(", "), [], phrases) == f"Ada {told}."


def test_a_sentence_lists_all_that_was_revealed() -> None:
    assert sentence("Ada", ["rest"], ["YY", "RR", "+2"], {}) == "Ada rests; YY, RR and +2 are revealed."


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_turn_is_told(name: str, players: int) -> None:
    game = hasty(name, players)
    assert len(game.moves()) == len(game.turns())
    assert all(told.startswith(f"{turn.name} ") for told, turn in zip(game.moves(), game.turns(), strict=True))


def test_a_frame_has_one_row_per_decision() -> None:
    game = hasty("spice_road", 3, 40)
    frame = game.to_frame()
    assert {len(column) for column in frame.values()} == {40}
    assert frame["decision"] == game.decisions()
    assert frame["step"] == list(range(1, 41))
    assert [frame[f"score_{seat}"][-1] for seat in range(3)] == game.scores()
    assert [frame["seat"][0], frame["turn"][0], frame["round"][0]] == [0, 1, 1]


def test_perft_counts_from_any_position() -> None:
    game = hasty("east_to_west")
    assert (game.perft(0), game.perft(1)) == (1, len(game.legal()))
    ways = 0
    for decision in game.legal():
        after = game.fork()
        after.play(decision)
        ways += after.perft(1)
    assert game.perft(2) == ways
    with pytest.raises(ValueError, match="the depth is -1, not 0 or more"):
        game.perft(-1)


@pytest.mark.compiled
@pytest.mark.parametrize("name", HASTY)
def test_bots_play_a_game_to_its_end(name: str) -> None:
    game = bots.play(Game.new(name, seed=1, rounds=60), ["trader", "planner:200n"])
    assert game.over
    assert bots.play(Game.new(name, seed=1, rounds=60), ["trader", "planner:200n"]) == game
    with pytest.raises(ValueError, match="1 bots for 2 players"):
        bots.play(Game.new(name), ["trader"])


@pytest.mark.compiled
@pytest.mark.parametrize("name", HASTY)
def test_what_a_bot_would_do_is_legal(name: str) -> None:
    game = hasty(name)
    assert game.ask("planner:200n") in game.legal()
    assert game.explain("planner:200n").turns[0][0] in game.legal()
    with pytest.raises(ValueError, match="there is no bot 'deep blue'"):
        game.ask("deep blue")


@pytest.mark.compiled
def test_bots_speak_of_a_game_without_being_told_which_or_how_long_to_think() -> None:
    game = hasty("spice_road")
    assert game.ask() in game.legal()
    told = game.explain()
    assert (told.turns[0][0] in game.legal(), len(told.turns) > 1) == (True, True)
    lines = game.analyse()
    assert 1 <= len(lines) <= 3
    assert all(line.turn[0] in game.legal() for line in lines)
    assert [line.chance for line in lines] == sorted((line.chance for line in lines), reverse=True)


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_chances_and_points_are_estimated_by_seat(name: str, players: int) -> None:
    outcome = hasty(name, players).evaluate()
    assert sum(outcome.chances) == pytest.approx(1.0, abs=1e-5)
    assert len(outcome.chances) == len(outcome.points) == players


@pytest.mark.compiled
def test_estimates_depend_on_nothing_hidden() -> None:
    """C-11: the same open cards with other decks are judged alike."""
    text = without_decks(hasty("spice_road").position())
    first, second = (Game.from_position(text, seed=seed) for seed in (1, 2))
    assert first.position() != second.position()
    assert first.evaluate() == second.evaluate()
    assert first.analyse(budget="32n") == second.analyse(budget="32n")


@pytest.mark.compiled
def test_the_result_of_a_finished_game_is_certain() -> None:
    game = bots.play(Game.new("spice_road", seed=1), ["trader", "trader"])
    outcome = game.evaluate()
    assert outcome.chances[game.winner or 0] == 1.0
    assert list(outcome.points) == game.scores()
    with pytest.raises(ValueError, match="the game is over; there is nothing to decide"):
        game.analyse()


@pytest.mark.compiled
@pytest.mark.parametrize("name", HASTY)
def test_the_best_turns_are_whole_turns_that_can_be_played(name: str) -> None:
    game = hasty(name)
    lines = game.analyse(lines=3, budget="32n")
    assert 1 <= len(lines) <= 3
    for line in lines:
        assert 0.0 <= line.chance <= 1.0
        after = game.fork()
        after.play(line.turn[0])
    with pytest.raises(ValueError, match="lines is 0, not a whole number above 0"):
        game.analyse(lines=0)
    with pytest.raises(ValueError, match="'soon' is not a budget"):
        game.analyse(budget="soon")


def test_a_line_is_written_as_text() -> None:
    assert str(Line(("acquire RR", "pay Y"), 0.642)) == "acquire RR, pay Y (64%)"


@pytest.mark.compiled
def test_only_the_network_estimates_chances() -> None:
    with pytest.raises(ValueError, match="'trader' does not estimate chances; network does"):
        Game.new("spice_road").evaluate("trader")


def test_an_illegal_decision_leaves_a_fork_as_it_is() -> None:
    fork = Game.from_position(ROAD, seed=1).fork()
    with pytest.raises(IllegalAction):
        fork.play("claim YYRR")
    assert fork.decisions() == []


def test_a_position_names_its_component_set_unless_it_is_the_oldest() -> None:
    heads = {
        components: Game.new("east_to_west", seed=1, components=components).position().partition("\n")[0]
        for components in ("1", "2", "3", None)
    }
    bare = "east_to_west, 2 players"
    assert heads == {"1": bare, "2": f"{bare}, set 2", "3": f"{bare}, set 3", None: f"{bare}, set 3"}
    assert Game.new("east_to_west", seed=1).position_for(0).startswith(f"{bare}, set 3\n")
    assert Game.new("sand_to_sea", seed=1, components="1+atoll").position().startswith("sand_to_sea, 2 players, set 1+")


@pytest.mark.parametrize("components", ["1", "2", "3"])
def test_a_position_is_read_with_the_set_that_it_names(components: str) -> None:
    game = Game.new("east_to_west", seed=1, components=components)
    again = Game.from_position(game.position())
    assert again.components is game.components
    assert again.position() == game.position()


def test_a_position_that_names_no_set_is_of_the_oldest_whatever_the_default_is() -> None:
    text = Game.new("east_to_west", seed=1, components="1").position()
    assert ", set" not in text
    assert Game.from_position(text).components is built_in("east_to_west", "1")
    assert Game(Setup("east_to_west", 2, 0, ("a", "b"), None, text)).components is built_in("east_to_west", "1")
    assert standard("east_to_west") is not built_in("east_to_west", "1")


def test_a_position_without_a_set_is_read_with_the_one_given() -> None:
    text = Game.new("east_to_west", seed=1, components="2").position()
    game = Game.from_position(text.replace(", set 2", ""), components="2")
    assert game.position() == text


def test_a_position_is_not_read_with_another_set_than_it_names() -> None:
    text = Game.new("east_to_west", seed=1, components="3").position()
    with pytest.raises(BadPosition, match="line 1: the position is of set '3', but it is read with set 1"):
        Game.from_position(text, components="1")
    with pytest.raises(BadPosition, match="line 1: there is no component set '4' of east_to_west here"):
        Game.from_position(text.replace("set 3", "set 4"))


def test_a_position_of_a_custom_set_names_its_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERAI_DATA", str(tmp_path / "data"))
    new_folder("east_to_west", tmp_path / "own")
    file = tmp_path / "own" / "east_to_west" / "point_cards.csv"
    file.write_text(file.read_text().replace("RRRGG,10", "RRRGG,11"))
    game = Game.new("east_to_west", seed=1, components=tmp_path / "own")
    text = game.position()
    assert text.startswith(f"east_to_west, 2 players, set custom {game.components.digest}\n")
    assert Game.from_position(text, components=tmp_path / "own").position() == text
    with pytest.raises(BadPosition, match=f"there is no component set 'custom {game.components.digest}'"):
        Game.from_position(text)
    install(tmp_path / "own", "mine")
    assert Game.from_position(text).position() == text


@pytest.mark.parametrize("components", ["1", "2", "3"])
def test_a_record_that_begins_from_a_position_needs_no_set_in_its_text(components: str) -> None:
    text = Game.new("east_to_west", seed=1, components=components).position()
    body = json.loads(Game.from_position(text).to_json())
    assert ", set" not in body["start"]["position"]
    for position in (body["start"]["position"], text):
        changed = {**body, "start": {"position": position}}
        written = json.dumps({**changed, "checksum": checksum(changed)})
        assert Game.from_json(written).position() == text

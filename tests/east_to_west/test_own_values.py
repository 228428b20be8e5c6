"""Rules that our values do not reach: black stars, icon III, locations with several actions, links of other places."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from serai.core import spec
from tests.east_to_west.own_components import (
    BONUS,
    EXPLORATION,
    LOCATIONS,
    POINTS,
    changed,
    folder,
    numbered,
    playing_with,
    rows,
)

STARRED = {"line_0": "YRR,3,saddlebag,settlers:1,,black", "line_1": "YYG,3,hammer,discount:gain,,white"}
SEVERAL = {
    "line_2": "A1,gain,1,,YR,2,gain,,",
    "line_4": "A1,upgrade,1,YY,G,2,upgrade,,",
    "line_14": "E2,refresh,1,,,,spring,,",
    "line_15": "E2,refresh,1,,,,spring,,",
    "line_17": "C2,market,2,,,,spring,,",
    "line_19": "C2,adjust,1,,R,,spring,,",
    "line_0": "A1,fort,1,,,,spring,2,",
}
LINKED = {
    "line_2": "RRR,4,dreamcatcher,extra:spring:GB,,",
    "line_36": "RRRGG,10,hammer,discount:spring,,",
}
GENEROUS = {"line_0": "YY,2,3,1", "line_5": ",,2,1", "line_6": "YY,,,2"}


@pytest.fixture(scope="module")
def starred(tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """Positions of a game with black and white stars, and with tiles of icon III."""
    tiles = [*rows(BONUS), "12,III,3,settlers,,9", "13,III,2,pair,compass+compass,9"]
    own = folder(tmp_path_factory.mktemp("starred"), {POINTS: changed(POINTS, **STARRED), BONUS: tiles})
    return playing_with(own)


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """Positions of a game with locations of several actions and with links beside forts, markets and others."""
    files = {
        LOCATIONS: changed(LOCATIONS, **SEVERAL),
        POINTS: changed(POINTS, **LINKED),
        EXPLORATION: changed(EXPLORATION, **GENEROUS),
    }
    return playing_with(folder(tmp_path_factory.mktemp("several"), files))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cards_with_a_black_star_are_left_out_and_those_with_a_white_one_are_not(
    starred: SimpleNamespace, players: int
) -> None:
    """EW-2: part I is played without the black stars."""
    state = starred.dealt(players, seed=4)
    cards = starred.forts(state).split() + starred.deck(state, "points")
    assert "YRR" not in cards
    assert "YYG" in cards
    assert len(cards) == {2: 23, 3: 31, 4: 39}[players]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tiles_with_icon_iii_are_left_out(starred: SimpleNamespace, players: int) -> None:
    """EW-3: neither in a stack nor among the spares, though they stand in the file."""
    for seed in range(5):
        state = starred.dealt(players, seed)
        tiles = " ".join(starred.stacks(state)).split() + starred.BONUS_NAMES.in_row(state.spares)
        assert len(tiles) == 20
        assert not {"settlers#2", "compass+compass#2"} & set(tiles)
        assert "merchants" in tiles


def test_with_few_players_cards_for_more_are_left_out_whatever_the_file_says(tmp_path: Path) -> None:
    """EW-2: with 2 players those marked 3+ and 4, with 3 players those marked 4; unmarked ones are always there."""
    texts = ["YYY,1,compass,explore,,"] * 20 + ["R,1,compass,explore,3+,"] * 8 + ["G,1,compass,explore,4,"] * 8
    positions = playing_with(folder(tmp_path, {POINTS: numbered(POINTS, texts)}))
    kinds = {}
    for players in (2, 3, 4):
        state = positions.dealt(players)
        cards = positions.forts(state).split() + positions.deck(state, "points")
        kinds[players] = sorted({card.partition("#")[0] for card in cards}), len(cards)
    assert kinds == {2: (["YYY"], 20), 3: (["R", "YYY"], 28), 4: (["G", "R", "YYY"], 36)}


def test_stacks_are_as_high_as_the_forts_print_and_may_use_up_all_tiles(tmp_path: Path) -> None:
    """EW-3: 2, 2, 8 and 8 of 20 tiles leave no spare."""
    files = {LOCATIONS: changed(LOCATIONS, line_6="B1,fort,2,,,,,8,", line_7="B1,fort,3,,,,,8,")}
    positions = playing_with(folder(tmp_path, files))
    state = positions.dealt(4)
    assert [len(stack.split()) for stack in positions.stacks(state)] == [2, 2, 8, 8]
    assert positions.BONUS_NAMES.in_row(state.spares) == []
    for seed in range(5):
        spec.redeal(positions.values_of(state), state, 0, np.uint64(seed), np.uint64(seed))
        assert [len(stack.split()) for stack in positions.stacks(state)] == [2, 2, 8, 8]


def test_a_location_with_several_actions_gains_first_then_upgrades(several: SimpleNamespace) -> None:
    """EW-8: the cubes just gained can be upgraded."""
    state = several.act(several.position(), "work YR&+2")
    assert (several.caravan(state), several.question(state)) == ("YR", "seat 1 upgrade 2 at YR&+2")
    several.act(state, "upgrade Y", "upgrade R")
    assert (several.caravan(state), several.question(state)) == ("RG", "seat 2 turn")


def test_a_location_with_several_actions_upgrades_first_then_trades(several: SimpleNamespace) -> None:
    """EW-8: after the upgrades the trade is done at least once, and asked for again."""
    state = several.act(several.position(caravan="YYYYY"), "work +2&YY>G", "upgrade Y")
    assert several.question(state) == "seat 1 upgrade 1 at +2&YY>G"
    several.act(state, "stop")
    assert (several.caravan(state), several.question(state)) == ("YYRG", "seat 1 barter at +2&YY>G")
    several.act(state, "trade")
    assert (several.caravan(state), several.question(state)) == ("RGG", "seat 2 turn")


def test_upgrades_that_end_by_themselves_lead_on_to_the_trade(several: SimpleNamespace) -> None:
    """EW-8, C-12: the last upgrade is followed by the trade at once."""
    state = several.act(several.position(caravan="YYYY"), "work +2&YY>G", "upgrade Y", "upgrade R")
    assert (several.caravan(state), several.question(state)) == ("YGG", "seat 2 turn")


def test_a_trade_that_the_upgrades_made_unpayable_is_left_out(several: SimpleNamespace) -> None:
    """EW-8: the action was usable when the work began; upgrading the cubes of the trade forgoes it."""
    assert "+2&YY>G" not in several.offers(several.position(caravan="YB"), "work")
    state = several.act(several.position(caravan="YY"), "work +2&YY>G", "upgrade Y", "stop")
    assert (several.caravan(state), several.question(state)) == ("YR", "seat 2 turn")


def test_each_action_of_a_location_is_asked_for_in_a_position_that_reads_back(several: SimpleNamespace) -> None:
    """EW-8, C-5: the text of a position tells what goes on at such a location."""
    notation = several.notation
    for way in (["work +2&YY>G"], ["work +2&YY>G", "stop"], ["work YR&+2", "upgrade R"]):
        state = several.act(several.position(caravan="YYYYYY"), *way)
        assert notation.parse_position(notation.position(state)).tobytes() == state.tobytes()


def test_an_extra_comes_wherever_its_link_stands_but_not_at_a_market(several: SimpleNamespace) -> None:
    """EW-10: forts, refresh and adjust are locations; what is used at a market is a merchant card (the ruling)."""
    for way, gained in (["work adjust"], "RGB"), (["work refresh"], "GB"), (["work market 3", "keep"], ""):
        assert several.caravan(several.act(several.position(claimed="RRR"), *way)) == gained
    state = several.position(claimed="RRR", markets="YYY RR G B")
    assert several.caravan(several.act(state, "work market 3", "use")) == "G"


def test_an_extra_for_forts_comes_after_the_bonus_tile(several: SimpleNamespace) -> None:
    """EW-10, EW-9: once per use, after the whole action."""
    state = several.position(caravan="YYG", claimed="RRR", forts="YYG", stacks="settlers / - / - / -")
    several.act(state, "work fort 1")
    assert several.caravan(state) == ""
    assert several.caravan(several.act(state, "bonus")) == "GB"


def test_a_discount_helps_wherever_its_link_stands(several: SimpleNamespace) -> None:
    """EW-7: also at a market, a fort, refresh and adjust; a card with another link does not help there."""
    state = several.act(several.position(claimed="RRRGG"), "work market 3", "keep")
    assert several.at(state) == "market 3*1"
    assert several.at(several.act(several.position(claimed="YYG"), "work market 3", "keep")) == "market 3*2"


def test_cubes_above_the_limit_are_returned_before_the_turn_that_a_refresh_gives(several: SimpleNamespace) -> None:
    """EW-14, EW-18: an extra at the refresh location comes on top of ten cubes."""
    state = several.act(several.position(caravan="R" * 10, claimed="RRR"), "work refresh")
    assert (several.caravan(state), several.question(state)) == ("R" * 10 + "GB", "seat 1 discard, then again")
    assert several.question(several.act(state, "discard R", "discard R")) == "seat 1 turn"


def test_a_refresh_in_an_extra_turn_gives_a_further_one(several: SimpleNamespace) -> None:
    """EW-14: two refresh locations, two more turns."""
    state = several.act(several.position(), "work refresh")
    assert several.question(state) == "seat 1 turn"
    assert several.question(several.act(state, "work refresh#2")) == "seat 1 turn"
    assert several.question(several.act(state, "work RB")) == "seat 2 turn"


def test_adjusting_takes_the_cubes_of_the_file(several: SimpleNamespace) -> None:
    """EW-15: our file prints 1 Y."""
    assert several.caravan(several.act(several.position(), "work adjust")) == "R"


def test_an_exploration_tile_may_bring_cubes_upgrades_and_settlers_together(several: SimpleNamespace) -> None:
    """EW-11: all of its bonus at once; the cubes just gained can be upgraded."""
    state = several.act(several.position(caravan="YRG", forts="YRG"), "work fort 1", "explore YY&+2&settlers:3")
    assert (several.caravan(state), several.settlers(state)) == ("YY", (9, 2))
    several.act(state, "upgrade Y", "upgrade Y")
    assert (several.caravan(state), several.question(state)) == ("RR", "seat 2 turn")
    state = several.act(several.position(caravan="YRG", reserve=1, forts="YRG"), "work fort 1", "explore settlers:2")
    assert several.settlers(state) == (11, 0)

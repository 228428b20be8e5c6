"""The page of From East to West offers exactly what is legal, and tells what a place costs or why it is closed."""

import copy
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from serai.core.component_folders import standard
from serai.game import Game
from serai.games.east_to_west.web.board import camp, context
from serai.games.east_to_west.web.log import BEGINNINGS, plan_step, tell
from serai.games.east_to_west.web.pieces import claimable, tile
from serai.games.east_to_west.web.places import DrawnLocation, halves, place
from serai.games.east_to_west.web.words import WestWords
from serai.web.drawing import render
from serai.web.drawing.motion import STILL
from serai.web.drawing.render import catalogue
from serai.web.drawing.scene import Hint, Takeback
from serai.web.drawing.sentences import Teller
from tests.web.scenes import check_growing, check_others, check_page, page_of, scene_of, words

pytestmark = pytest.mark.compiled

PIECES: Any = standard("east_to_west")
ENGLISH = catalogue("en")
PHASES = {"turn", "market", "replace", "upgrade", "trade", "barter", "explore", "bonus", "swap", "discard"}
EAGER = ("work fort", "explore", "bonus", "no bonus")
BUSY = ("work market", "keep", "use", "replace", "route", "work adjust", "swap", "trade", "upgrade", "work refresh")


def walk(players: int, seed: int, most: int = 700) -> Iterator[Game]:
    """Plays a lively game by chance, so that every question is asked; yields it before each decision and at the end."""
    game, chance = Game.new("east_to_west", players, seed=seed), random.Random(seed)
    while not game.over and len(game.decisions()) < most:
        yield game
        legal = game.legal()
        eager = [decision for decision in legal if decision.startswith(EAGER)]
        busy = [decision for decision in legal if decision.startswith(BUSY)]
        game.play(chance.choice(eager or (busy if busy and chance.random() < 0.6 else legal)))
    yield game


def at(phase: str, players: int = 3, after: int = 60) -> Game:
    """Finds a position in which a question is asked."""
    for seed in range(40):
        for game in walk(players, seed):
            if not game.over and len(game.decisions()) >= after and game.view(game.seat)["phase"] == phase:
                return game
    raise AssertionError(f"{phase} was never asked")


def played(game: Game, decision: str) -> Game:
    """Returns the game after decisions, joined by semicolons."""
    twin = copy.copy(game)
    for one in decision.split(";"):
        twin.play(one)
    return twin


def all_places(game: Game) -> list[DrawnLocation]:
    """Looks at every place for the deciding seat."""
    view = game.view(game.seat)
    return [place(PIECES, view, number) for number in range(len(view["locations"]))]


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_exactly_the_legal_decisions_are_offered_in_every_question(players: int, seed: int) -> None:
    chance, phases = random.Random(seed), set()
    for game in walk(players, seed):
        view = game.view(game.seat)
        if game.over or (view["phase"] in phases and chance.random() > 0.12):
            continue
        phases.add(view["phase"])
        check_page(game, game.seat)
    assert phases >= {"turn", "market", "upgrade", "bonus", "discard"}


@pytest.mark.parametrize("phase", sorted(PHASES))
def test_every_question_is_asked_in_words_and_can_be_answered(phase: str) -> None:
    game = at(phase, 2 if phase == "explore" else 3)
    seen = context(scene_of(game, game.seat), ENGLISH)
    assert seen["phase"] == phase
    assert str(seen["ask"].title)
    assert str(seen["ask"].text)
    assert "%(" not in f"{seen['ask']}"
    for decision in page_of(scene_of(game, game.seat), whole=True).decisions:
        assert len(played(game, decision).decisions()) == len(game.decisions()) + decision.count(";") + 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_waits_watches_or_has_finished_is_offered_nothing(players: int) -> None:
    for number, game in enumerate(walk(players, players + 20)):
        if number % 60 == 0 or game.over:
            check_others(game)


def test_the_fee_of_a_place_is_the_number_of_settlers_that_leave_the_board() -> None:
    checked, cuts, pushes = 0, 0, 0
    for seed in range(6):
        for number, game in enumerate(walk(2 + seed % 3, seed)):
            if game.over or number % 3 or game.view(game.seat)["phase"] != "turn":
                continue
            mine = game.state.players[game.seat]
            for found in all_places(game):
                assert bool(found.decision) == (not found.why), found
                if not found.decision:
                    continue
                after = played(game, found.decision).state
                now = after.players[game.seat]
                assert after.settlers[found.number] == found.fee
                assert mine.board + mine.reserve - now.board - now.reserve == found.fee
                checked, cuts, pushes = checked + 1, cuts + (found.cut > 0), pushes + (found.seat is not None)
    assert checked > 2000
    assert cuts > 50
    assert pushes > 100


def test_the_fee_of_a_route_card_is_the_number_of_settlers_put_on_it() -> None:
    checked = 0
    for game in walk(3, 5):
        view = game.view(game.seat)
        if game.over or not any(decision.startswith("route") for decision in view["legal"]):
            continue
        for number, stop in enumerate(context(scene_of(game, game.seat), ENGLISH)["me"].route):
            if stop.value:
                after = played(game, stop.value).view(game.seat)["players"][game.seat]
                assert after["route"][number]["settlers"] == stop.fee
                checked += 1
    assert checked > 20


def test_a_place_that_cannot_be_used_says_why() -> None:
    told = {
        "yours": "of yours here.",
        "covered": "Covered by an exploration tile.",
        "needs": "You have too few on hand.",
        "lacks": "You lack ",
        "unpaid": "You cannot pay its trade.",
    }
    reasons: set[str] = set()
    for number, game in enumerate(walk(3, 1)):
        view = game.view(game.seat)
        if game.over or view["phase"] != "turn" or number % 4:
            continue
        mine, labels = view["players"][game.seat], context(scene_of(game, game.seat), ENGLISH)["labels"]
        for found in all_places(game):
            reasons.add(found.why)
            assert (found.why == "yours") == (found.seat == game.seat)
            assert told.get(found.why, "") in labels[found.number]
            if found.why == "needs":
                assert found.fee > mine["board"]
            if found.why == "lacks":
                assert found.card
                assert Counter(found.lacks) == Counter(found.card.cost) - Counter(mine["caravan"])
                assert found.missing.count(True) == len(found.lacks)
    assert reasons >= {"", *told}


def test_goods_that_are_lacking_at_a_fort_are_counted_without_a_minus() -> None:
    """A minus beside a number of points reads as fewer points."""
    game = Game.new("east_to_west", 2, seed=1)
    missing = [found.lacks for found in all_places(game) if found.why in ("lacks", "unpaid")]
    lacking = [len(goods) for goods in missing if len(goods) > 1]
    page = render.table_page(scene_of(game, game.seat), "en")
    counted = re.findall(r'class="lk">\s*<b>(\d)</b>\s*<svg class="icon ', page)
    assert lacking
    assert sorted(map(int, counted)) == sorted(lacking)
    assert ">−<" not in page


def test_forts_and_markets_carry_the_numbers_by_which_plans_name_them() -> None:
    page = page_of(scene_of(Game.new("east_to_west", 2, seed=1), 0))
    assert re.findall(r'class="nr"[^>]*>(\d)<', page.html) == ["1", "2", "1", "2", "3", "4", "3", "4"]
    labels = [button.get("aria-label", "") for button in page.buttons + page.pictures]
    for number in range(1, 5):
        assert any(label.startswith(f"Fort {number}.") for label in labels)
        assert any(label.startswith(f"Market {number} with a merchant") for label in labels)


def test_bonus_tiles_of_a_rival_are_told_beside_its_name() -> None:
    game = next(game for game in walk(3, 1) if any(player["bonus"] for player in game.view(0)["players"][1:]))
    told = [each["aria-label"] for each in page_of(scene_of(game, 0)).pictures if each.get("data-rule") == "bonus"]
    assert any(re.match(r"1 bonus tile\. Bonus tile: .+; \d+ points? now", label) for label in told), told


def test_free_places_of_the_storage_and_the_points_explain_themselves() -> None:
    html = page_of(scene_of(Game.new("east_to_west", 2, seed=1), 0)).html
    assert re.search(r'class="tray[^>]*data-peek="Room for \d more goods"[^>]*data-more="Your storage holds', html)
    assert re.search(r'class="now-pts"[^>]*data-more="[A-Z][^"]*: \d+, [^"]*: \d+', html)


def test_the_board_has_two_halves_of_eleven_places() -> None:
    west, east = halves(PIECES, Game.new("east_to_west", 4, seed=1).view(0))
    assert [len(row) for row in (west.forts, west.upper, west.lower, west.markets)] == [2, 4, 3, 2]
    assert [found.text for found in east.forts] == ["fort 3", "fort 4"]
    assert sorted(found.number for found in west.places + east.places) == list(range(22))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_number_of_lit_places_is_the_number_of_choices_on_the_board(players: int) -> None:
    for number, game in enumerate(walk(players, 8)):
        view = game.view(game.seat)
        if number % 5 == 0 and not game.over:
            seen = context(scene_of(game, game.seat), ENGLISH)
            lit = sum(half.lit for half in seen["halves"]) + seen["lit_tiles"]
            assert lit == sum(decision.startswith(("work", "explore")) for decision in view["legal"])


def test_bonus_tiles_count_on_the_page_what_they_count_in_the_score() -> None:
    owned = 0
    for game in walk(4, 11):
        scene = scene_of(game, game.seat)
        for seat, player in enumerate(scene.view["players"]):
            tiles = sum(won.worth for won in camp(scene, WestWords(ENGLISH), STILL, seat).tiles)
            cards = sum(claimable(PIECES, name).points for name in player["claimed"])
            explored = sum(tile(PIECES, name).points for name in player["explored"])
            cubes = len(player["caravan"]) - player["caravan"].count("Y")
            assert cards + tiles + explored + cubes == player["score"]
            owned = max(owned, len(player["bonus"]))
    assert owned == 3


def test_all_twelve_settlers_are_drawn() -> None:
    for number, game in enumerate(walk(3, 12)):
        if number % 20 == 0:
            seen = context(scene_of(game, 1), ENGLISH)
            camps = [seen["me"], *(camp for _, camp in seen["rivals"])]
            assert all(camp.hand + camp.out + camp.reserve == 12 for camp in camps)


def test_trades_can_be_done_several_times_at_once() -> None:
    tried = 0
    for game in walk(3, 41, most=400):
        if game.over or game.view(game.seat)["phase"] not in ("turn", "trade", "barter"):
            continue
        seen = context(scene_of(game, game.seat), ENGLISH)
        offered = [seen["ask"].options, *seen["repeats"].values(), *(stop.repeats for stop in seen["me"].route)]
        for several in (option.value for options in offered for option in options if ";" in option.value):
            after = played(game, several)
            assert after.seat != game.seat or after.view(after.seat)["phase"] in ("turn", "discard")
            tried += 1
    assert tried > 30


def test_a_message_a_wish_and_a_hint_are_shown() -> None:
    game = at("turn")
    scene = scene_of(game, game.seat)
    assert "Somebody was quicker" in page_of(replace(scene, message="Somebody was quicker")).html
    asked = replace(scene, takeback=Takeback((game.seat + 1) % 3, (game.seat,), True))
    assert any(button.get("name") == "yes" for button in page_of(asked).buttons)
    first = next(decision for decision in game.legal() if decision.startswith("work"))
    hinted = page_of(replace(scene, hint=Hint([[first], ["work fort 1", "bonus"]], 12.0)))
    assert any("is-hinted" in button.get("class", "") for button in hinted.buttons)
    assert "Claim the card at fort 1, take the bonus tile." in hinted.html


def test_every_decision_can_be_told_as_an_advice() -> None:
    game = Game.new("east_to_west", 4, seed=1)
    decisions = {decision for seed in (1, 2) for game in walk(3, seed) for decision in game.legal()}
    teller = Teller(scene_of(game, 0), ENGLISH)
    for decision in decisions:
        told = plan_step(teller, decision)
        assert told
        assert "%(" not in told


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_every_decision_of_a_whole_game_is_told_exactly_once(players: int, seed: int) -> None:
    game = list(walk(players, seed))[-1]
    lines = tell(scene_of(game, 0), ENGLISH, most=1000)[::-1]
    assert sum(line.steps for line in lines) == len(game.steps())
    choices = [step for step in game.steps() if step.text.split()[0] in BEGINNINGS]
    assert [line.seat for line in lines] == [step.seat for step in choices]
    for line in lines:
        assert words(line.text).endswith(".")
        assert "%(" not in line.text
        assert words(line.text).startswith("You ") == (line.seat == 0)


def test_a_log_that_grows_changes_only_its_last_line() -> None:
    check_growing(tell(scene_of(game, 1), ENGLISH, most=1000) for game in walk(3, 9, most=150))


def told(decisions: str, seat: int | None = 0, players: int = 2) -> list[str]:
    """Returns the log of these decisions, oldest first."""
    game = Game.new("east_to_west", players, seed=3)
    for decision in decisions.split(", "):
        game.play(decision)
    return [words(line.text) for line in tell(scene_of(game, seat), ENGLISH)][::-1]


def test_gains_and_displaced_settlers_are_told() -> None:
    assert told("work YYY, work YYY") == [
        "You gained 3 corn with 1 settler.",
        "Ben &amp; Co gained 3 corn with 2 settlers. Your 1 settler there went home.",
    ]


def test_upgrades_trades_and_rests_are_told_for_others_too() -> None:
    assert told("work +2, upgrade Y, stop, work YR, rest", seat=None) == [
        "Ada upgraded 1 corn into 1 meat.",
        "Ben &amp; Co gained 1 corn, 1 meat with 1 settler.",
        "Ada rested: 2 settlers back.",
    ]


def test_an_action_in_progress_is_told_as_far_as_it_went() -> None:
    assert told("work market 1")[0].startswith("You went to the market for ")
    assert told("work market 1, keep")[0].startswith("You took ")
    assert told("work +2") == ["You went to upgrade."]
    assert told("work adjust") == ["You took 1 corn to adjust your route."]
    assert told("work refresh") == ["You refreshed the market and take another turn."]


def test_each_half_of_the_table_is_named_for_the_phone() -> None:
    game = at("explore", 3)
    seen = context(scene_of(game, game.seat), ENGLISH)
    assert seen["part"] == "beside"
    fort = at("bonus", 3)
    west = fort.view(fort.seat)["working"] in ("fort 1", "fort 2")
    assert context(scene_of(fort, fort.seat), ENGLISH)["part"] == ("west" if west else "east")

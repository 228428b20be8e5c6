"""The page of Spice Road offers exactly what is legal, names what moves, and says in words what it shows."""

import copy
import dataclasses

import pytest

from serai.bots import explain, make
from serai.core.phases import Phase
from serai.game import Game
from serai.web.drawing.motion import moved
from serai.web.drawing.pieces import times
from serai.web.drawing.scene import Hint, Takeback
from serai.web.drawing.trades import repeats
from tests.conftest import left_to_soak
from tests.spice_road.standard import MERCHANTS
from tests.web.scenes import check_others, check_page, page_of, play_on, scene_of

pytestmark = pytest.mark.compiled

GAMES = [(2, 1), *left_to_soak((3, 2), (4, 3)), (5, 4)]
MANY_TRADES = """
spice_road, 2 players
asked: seat 1 turn
merchants: RR YYY>B RRR>GGG B
points: RRGB RRGG YYBB
1: caravan YYYYYG, hand YY>G YYR G>YRR +2
2: caravan Y, hand YY
"""


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_in_every_question_of_a_game_exactly_the_legal_decisions_are_offered(players: int, seed: int) -> None:
    game, phases = Game.new("spice_road", players, seed=seed), set()
    while not game.over and len(game.decisions()) < 260:
        phases.add(Phase(game.state.phase).name)
        check_page(game, game.seat)
        play_on(game)
    assert phases >= {"TURN", "PAY", "UPGRADE"}
    check_page(game, 0)


def test_who_waits_or_watches_is_offered_nothing() -> None:
    game = Game.new("spice_road", 3, seed=5)
    for _ in range(40):
        play_on(game)
        check_others(game)


def test_nobody_thinks_in_a_replay() -> None:
    game = Game.new("spice_road", 2, seed=7)
    while game.seat != 1:
        play_on(game)
    watched = scene_of(game, None)
    assert "Ben &amp; Co is thinking" in page_of(watched).html
    assert "It is Ben &amp; Co’s turn" in page_of(dataclasses.replace(watched, table="replay")).html


def test_several_decisions_at_once_are_all_legal_one_after_the_other() -> None:
    tried = 0
    for seed in range(1, 4):
        game = Game.new("spice_road", 2, seed=seed)
        while not game.over and len(game.decisions()) < 120:
            several = [found for found in page_of(scene_of(game, game.seat)).decisions if ";" in found]
            for decisions in several:
                twin = copy.copy(game)
                for decision in decisions.split(";"):
                    twin.play(decision)
                assert twin.view(game.seat)["phase"] != "trade" or twin.seat != game.seat, f"{decisions} is asked on"
            tried += len(several)
            play_on(game, ("trader",))
    assert tried > 20


def test_a_trade_is_counted_as_often_as_the_cubes_allow() -> None:
    game = Game(dataclasses.replace(Game.new("spice_road").setup, position=MANY_TRADES))
    scene = scene_of(game, 0)
    assert times(scene, "play YY>G") == 2
    assert times(scene, "play G>YRR") == 1
    assert times(scene, "play YYR") == times(scene, "play +2") == 0
    assert repeats("play YY>G", 2, 2) == "play YY>G;trade"
    assert repeats("trade", 1, 3) == "trade;stop"


def test_cubes_fly_from_where_they_leave_to_where_they_come() -> None:
    flights, came = moved({"s0": "YYR", "m3": ""}, {"s0": "YR", "m3": "Y"})
    assert flights == {"cube-m3-Y0": "cube-s0-Y1"}
    assert came == {"cube-m3-Y0"}
    assert moved({"s0": "YYR"}, {"s0": "YRR"})[0] == {"cube-s0-R1": "cube-s0-Y1"}
    assert moved({"s0": "YYR"}, {"s0": "YYRG"}) == ({}, {"cube-s0-G0"})


def test_a_payment_lands_on_the_card_and_the_next_place_waits_for_one() -> None:
    game = Game.new("spice_road", 2, seed=3)
    third = game.view(0)["merchants"][2]["card"]
    game.play(f"acquire {third}")
    game.play("pay Y")
    html = page_of(scene_of(game, 0)).html
    assert html.count("is-target") == 1
    assert html.count('class="landing"') == 1
    assert html.count("is-selected") == 1
    assert 'view-transition-name:cube-s0-Y2" data-name="cube-m' in html
    assert "2 of 2" in html


def test_undo_and_takeback_are_offered_when_the_scene_allows_them() -> None:
    game = Game.new("spice_road", 2, seed=3)
    scene = scene_of(game, 0, can_undo=True)
    undo = next(button for button in page_of(scene).buttons if button.get("id") == "do-undo")
    assert undo["form"] == "undo"
    assert "disabled" not in undo
    ids = {button.get("id") for button in page_of(scene_of(game, 0, can_undo=False)).buttons}
    assert "do-takeback" in ids
    assert "do-undo" not in ids
    never = page_of(scene_of(game, 0, can_undo=False, can_takeback=False)).buttons
    assert "disabled" in next(button for button in never if button.get("id") == "do-undo")


def test_a_wish_to_take_back_is_put_to_who_has_to_answer() -> None:
    game = Game.new("spice_road", 3, seed=3)
    asked = page_of(scene_of(game, 1, takeback=Takeback(0, (1, 2), True)))
    assert [button["value"] for button in asked.buttons if button.get("form") == "answer"] == ["0", "1"]
    assert "Ada asks to take back a turn" in asked.html
    asking = page_of(scene_of(game, 0, takeback=Takeback(0, (1, 2), False)))
    assert "Still to answer: Ben &amp; Co, &lt;Cleo&gt;." in asking.html
    assert [button["value"] for button in asking.buttons if button.get("form") == "answer"] == ["0"]


def test_a_hint_is_told_and_its_first_decision_is_marked() -> None:
    for seed in range(1, 5):
        game = Game.new("spice_road", 2, seed=seed)
        for _ in range(12 * seed):
            play_on(game, ("trader",))
        plan = explain(make("planner:400n"), game, 1)
        hint = Hint(plan.turns, plan.points)
        page = page_of(scene_of(game, game.seat, hint=hint))
        marked = [button for button in page.buttons if "is-hinted" in button.get("class", "")]
        assert {button["value"].split(";")[0] for button in marked} == {hint.turns[0][0]}
        assert page.html.count("<b>Then</b>") == min(len(hint.turns), 6) - 1


def test_a_message_stands_in_the_question_bar() -> None:
    game = Game.new("spice_road", 2, seed=1)
    page = page_of(scene_of(game, 0, message="Somebody was quicker & better."))
    assert 'role="alert">Somebody was quicker &amp; better.</p>' in page.html


def test_the_last_round_is_announced_until_the_game_is_over() -> None:
    announced = 0
    for seed in range(1, 6):
        game = Game.new("spice_road", 3, seed=seed)
        while not game.over:
            play_on(game, ("trader",))
            full = any(len(player["claimed"]) >= 6 for player in game.view(0)["players"])
            if full or game.over:
                told = "Last round." in page_of(scene_of(game, 2)).html
                assert told == (full and not game.over)
                announced += told
        assert "See the result" in page_of(scene_of(game, 0)).html
    assert announced


def test_a_bot_that_plays_for_me_can_be_sent_away() -> None:
    game = Game.new("spice_road", 2, seed=1)
    scene = scene_of(game, 0)
    away = dataclasses.replace(scene, sitters=(dataclasses.replace(scene.sitters[0], away=True), scene.sitters[1]))
    assert any(button.get("form") == "back" for button in page_of(away).buttons)
    called = dataclasses.replace(scene, may_call_bot=(1,))
    bot = next(button for button in page_of(called).buttons if button.get("form") == "bot")
    assert (bot["name"], bot["value"]) == ("seat", "1")


def test_names_of_people_are_escaped_and_nothing_hidden_is_on_the_page() -> None:
    game = Game.new("spice_road", 3, seed=77)
    for _ in range(30):
        play_on(game)
    html = page_of(scene_of(game, 0), whole=True).html
    assert "<Cleo>" not in html
    assert "&lt;Cleo&gt;" in html
    deal = game.deal()
    hidden = [f"card-m{MERCHANTS.number(card)}" for card in deal["merchants"][-game.view(0)["merchants_left"] :]]
    assert hidden
    assert not [name for name in hidden if f"{name};" in html or f'{name}"' in html]


def test_a_fragment_is_the_board_alone_and_brings_the_header_line_along() -> None:
    scene = scene_of(Game.new("spice_road", 2, seed=1), 0)
    fragment, whole = page_of(scene).html, page_of(scene, whole=True).html
    assert "<html" not in fragment
    assert 'id="where"' in fragment
    assert "hx-swap-oob" in fragment
    assert "<html" in whole
    assert "hx-swap-oob" not in whole
    assert whole.count('<main id="table"') == fragment.count('<main id="table"') == 1


def test_alike_cubes_of_a_mixed_caravan_are_chosen_with_one_press() -> None:
    game = Game(dataclasses.replace(Game.new("spice_road").setup, position=MANY_TRADES))
    game.play("play +2")
    held = game.view(0)["players"][0]["caravan"]
    alike = {f"upgrade {spice};upgrade {spice}" for spice in "YRG" if held.count(spice) > 1}
    assert alike
    assert {found for found in page_of(scene_of(game, 0)).decisions if ";" in found} == alike

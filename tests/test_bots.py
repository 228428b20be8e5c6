"""Bots: legal, the same for the same question, blind to hidden decks, and novice better than random."""

from dataclasses import replace
from random import Random

import pytest

from serai import GAMES, Game
from serai.bots import BOTS, Question, ask
from serai.bots.base import question
from serai.bots.novice import cards_of, look_ahead, preferred, standing, worth
from serai.notation import NOTATIONS

EVERY_GAME = pytest.mark.parametrize("name", sorted(GAMES))
EVERY_BOT = pytest.mark.parametrize("bot", sorted(BOTS))
ROUNDS = 150
POINTS = "YRGBBB GGGGG YYGGBB RRGGBB GGGBB"


def after_some(name: str, seed: int, decisions: int = 25) -> Game:
    """A game after some random decisions."""
    game, random = Game.new(name, seed=seed), Random(seed)
    for _ in range(decisions):
        if not game.over:
            game.play(random.choice(game.actions()))
    return game


def play_out(name: str, bots: list[str], seed: int) -> Game:
    """A whole game of bots, named by seat."""
    game, random = Game.new(name, len(bots), seed, rounds=ROUNDS), Random(seed)
    while not game.over:
        game.play(ask(BOTS[bots[game.seat]](), game, random.getrandbits(128)))
    return game


def with_other_decks(game: Game, seed: int) -> Game:
    """The same game, as far as anybody can see, with its hidden decks in another order."""
    other = Game(game.setup)
    other._steps = [*game.steps()[:-1], replace(game.steps()[-1], state=game.redealt(game.seat, seed))]
    return other


@EVERY_GAME
@EVERY_BOT
def test_the_same_question_gets_the_same_answer(name: str, bot: str) -> None:
    for seed in range(5):
        game = after_some(name, seed)
        assert ask(BOTS[bot](), game, 9) == ask(BOTS[bot](), game, 9)


@EVERY_GAME
@EVERY_BOT
def test_hidden_decks_make_no_difference(name: str, bot: str) -> None:
    for seed in range(8):
        game = after_some(name, seed)
        others = [with_other_decks(game, other) for other in range(3)]
        assert all(other.position() != game.position() for other in others)
        assert {ask(BOTS[bot](), other, 5) for other in others} == {ask(BOTS[bot](), game, 5)}


@EVERY_GAME
@EVERY_BOT
def test_bots_change_nothing_in_what_they_are_asked(name: str, bot: str) -> None:
    asked = question(after_some(name, 1), 2)
    before = asked.state.tobytes()
    BOTS[bot]().decide(asked)
    assert asked.state.tobytes() == before


@EVERY_GAME
def test_a_question_tells_what_is_legal_in_numbers_and_in_words(name: str) -> None:
    game = after_some(name, 3)
    asked = question(game, 1)
    assert (asked.seat, asked.actions, sorted(asked.texts)) == (game.seat, game.actions(), game.legal())


@EVERY_GAME
def test_random_takes_every_decision_now_and_then(name: str) -> None:
    game = after_some(name, 3)
    assert {ask(BOTS["random"](), game, seed) for seed in range(400)} == set(game.actions())


@EVERY_GAME
def test_novice_beats_random(name: str) -> None:
    won = 0
    for seed in range(20):
        bots = ["novice", "random"] if seed % 2 else ["random", "novice"]
        won += bots[play_out(name, bots, seed // 2).winner or 0] == "novice"
    assert won >= 18


@EVERY_GAME
def test_novices_end_games_at_every_table(name: str) -> None:
    least, most = GAMES[name].SEATS
    for players in range(least, most + 1):
        game = play_out(name, ["novice"] * players, 1)
        assert game.over
        assert not game.stopped


def test_novice_does_not_hoard_cards_in_spice_road() -> None:
    game = play_out("spice_road", ["novice", "novice"], 4)
    assert 2 < cards_of(game.state, 0) <= 8


def test_novice_claims_rather_than_anything_else() -> None:
    asked = spice_road(caravan="YYRR", points="YYRR RRRR GGGGG BBBB GGBB")
    assert texts(asked, preferred(asked)) == ["claim YYRR"]


def test_novice_upgrades_as_long_as_something_can_be_raised() -> None:
    asked = spice_road(caravan="BBBR", ask="upgrade 2")
    assert texts(asked, preferred(asked)) == ["upgrade R"]


def test_novice_rests_only_when_nothing_helps() -> None:
    useful = spice_road(caravan="B", hand="YY", played="+2")
    assert texts(useful, preferred(useful)) == ["play YY"]
    many = spice_road(caravan="BBBBBBBBBB", hand="", played="YY +2 YYY RR G B YR")
    assert texts(many, preferred(many)) == ["rest"]


def test_novice_gathers_cards_before_it_rests() -> None:
    asked = spice_road(caravan="B", hand="", played="YY +2")
    assert {text.split()[0] for text in texts(asked, preferred(asked))} == {"acquire"}


def test_novice_gives_back_its_cheapest_cubes() -> None:
    asked = spice_road(caravan="YYYRRGGBBBB", ask="discard")
    assert texts(asked, preferred(asked)) == ["discard Y"]


def test_novice_plays_on_when_it_can_neither_gain_nor_rest() -> None:
    asked = spice_road(caravan="BBBBBBBBBB", hand="YY YYY YYYY RR>GG RRR>BB GG>BB GGG>BBB")
    assert texts(asked, preferred(asked)) == ["play YY", "play YYY", "play YYYY"]


def test_looking_ahead_finishes_the_turn() -> None:
    asked = spice_road(caravan="YYY", hand="+2", played="YY")
    play = asked.actions[asked.texts.index("play +2")]
    assert standing(look_ahead(asked, play), 0).worth == 5


def test_cubes_are_worth_their_level_up_to_the_limit() -> None:
    assert worth([2, 1, 1, 1]) == 11
    assert worth([9, 0, 0, 3]) == 3 * 4 + 7
    assert worth([0, 0, 0, 6]) == 4 * 4 + 2


def test_a_bot_that_breaks_the_rules_is_told() -> None:
    class Cheat:
        name = "cheat"

        def decide(self, question: Question) -> int:
            return -1

    with pytest.raises(ValueError, match="cheat answered -1"):
        ask(Cheat(), Game.new("spice_road", seed=1), 1)


def test_nobody_is_asked_when_the_game_is_over() -> None:
    with pytest.raises(ValueError, match="over"):
        ask(BOTS["random"](), play_out("spice_road", ["novice", "novice"], 1), 1)


def spice_road(
    caravan: str, hand: str = "YY +2", played: str = "", points: str = POINTS, ask: str = "turn"
) -> Question:
    """The question before seat 1 of a drawn position."""
    text = (
        f"spice_road, 2 players\nseat 1: {ask}\nmerchants: R>YYY YYYYY>BB YG YY>RR YYYY>GG G>RR\n"
        f"points: {points}\n1: caravan {caravan}, hand {hand or '-'}, played {played or '-'}\n"
        "2: caravan YYYY, hand -"
    )
    game = Game.new("spice_road", seed=1)
    game._start = NOTATIONS["spice_road"].parse_position(text)
    return question(game, 7)


def texts(asked: Question, actions: list[int]) -> list[str]:
    """Decisions in words."""
    return [asked.texts[asked.actions.index(action)] for action in actions]

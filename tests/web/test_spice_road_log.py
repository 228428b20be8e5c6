"""The log of Spice Road tells every decision once, in whole sentences."""

import re
from gettext import NullTranslations

import pytest

from serai.game import Game
from serai.games.spice_road.web.log import begins, tell
from serai.web.drawing.render import catalogue
from serai.web.drawing.sentences import latest
from tests.web.scenes import check_growing, play_on, played_on, scene_of, words

pytestmark = pytest.mark.compiled

ENGLISH = catalogue("en")


def told(decisions: str, seat: int | None = 0, seed: int = 3, players: int = 2) -> list[str]:
    """Returns the log of these decisions, oldest first."""
    game = Game.new("spice_road", players, seed=seed)
    for decision in decisions.split(", "):
        game.play(decision)
    return [words(line.text) for line in tell(scene_of(game, seat), ENGLISH)][::-1]


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3), (5, 4)])
def test_every_decision_of_a_whole_game_is_told_exactly_once(players: int, seed: int) -> None:
    game = Game.new("spice_road", players, seed=seed)
    while not game.over:
        play_on(game, ("trader", "novice"))
    lines = tell(scene_of(game, 0), ENGLISH, most=1000)[::-1]
    groups = [group for group, _ in latest(scene_of(game, 0).steps, None, begins, 1000)][::-1]
    assert [line.steps for line in lines] == [len(group) for group in groups]
    assert [line.seat for line in lines] == [group[0].seat for group in groups]
    assert sum(line.steps for line in lines) == len(game.steps())
    for line in lines:
        assert words(line.text).endswith(".")
        assert "%(" not in line.text


def test_a_log_that_grows_changes_only_its_last_line() -> None:
    check_growing(tell(scene_of(game, 0), ENGLISH, most=1000) for game in played_on("spice_road", 120))


def test_gains_and_upgrades_are_told_for_you_and_for_others() -> None:
    lines = told("play YY, play +2, upgrade Y, upgrade R")
    assert lines == [
        "You gained 2 turmeric.",
        "Ben &amp; Co upgraded 1 turmeric into 1 saffron 1 saffron into 1 cardamom.",
    ]
    assert told("play YY", seat=1) == ["Ada gained 2 turmeric."]
    assert told("play +2, stop") == ["You played the card that upgrades up to 2 times."]


def test_a_purchase_is_told_while_it_is_paid_and_when_it_is_done() -> None:
    game = Game.new("spice_road", 2, seed=3)
    first, second, third = (place["card"] for place in game.view(0)["merchants"][:3])
    assert told(f"acquire {third}")[-1].startswith("You chose ")
    assert told(f"acquire {third}, pay Y")[-1].endswith(", paid 1 turmeric.")
    done = told(f"acquire {third}, pay Y, pay Y, acquire {first}")
    assert done[0].startswith("You acquired ")
    assert done[0].endswith(", paid 2 turmeric.")
    assert done[1].startswith("Ben &amp; Co acquired ")
    assert done[1].endswith(" for free. 1 turmeric lay on it.")
    assert second != third


def test_trades_are_counted_and_what_is_too_much_is_returned() -> None:
    found: set[str] = set()
    for seed in range(1, 12):
        game = Game.new("spice_road", 2, seed=seed, rules=1)
        while not game.over and len(game.decisions()) < 200:
            play_on(game, ("random", "trader"))
        for line in tell(scene_of(game, None), ENGLISH, most=1000):
            found |= set(
                re.findall(r" (once|twice|[3-9] times|returned|took gold|took silver|rested)\b", words(line.text))
            )
    assert found >= {"once", "twice", "3 times", "returned", "took gold", "took silver", "rested"}


def test_a_rest_says_how_many_cards_come_back() -> None:
    assert told("rest") == ["You rested: nothing to take back."]
    assert told("play YY, play YY, rest, rest")[2:] == ["You rested: 1 card back.", "Ben &amp; Co rested: 1 card back."]


def test_sentences_are_translated_as_a_whole() -> None:
    class Upper(NullTranslations):
        def gettext(self, message: str) -> str:
            return {"You gained %(cubes)s.": "%(cubes)s erhältst du."}.get(message, message)

    game = Game.new("spice_road", 2, seed=3)
    game.play("play YY")
    assert words(tell(scene_of(game, 0), Upper())[0].text) == "2 turmeric erhältst du."

"""Whatever is given to a public function by mistake is refused in a sentence, never with a bare error."""

from collections.abc import Callable
from typing import Any

import pytest

from serai import Game
from serai.bots import BOTS, Budget, Forfeit, ask, explain, make, position
from serai.learning import VectorGames
from tests.odd_values import check_refusals

BOT = make("random")
PLANNER = make("planner:10n")


def begun() -> Game:
    """Returns a game after its first decision."""
    game = Game.new("spice_road", 2, seed=1)
    game.play("play YY")
    return game


def arrays(**options: Any) -> VectorGames:
    """Makes two games side by side."""
    return VectorGames(**{"game": "spice_road", "players": 2, "count": 2, **options})


CALLS: dict[str, Callable[[Any], Any]] = {
    "Game": Game,
    "Game.new game": Game.new,
    "Game.new players": lambda odd: Game.new("spice_road", odd),
    "Game.new seed": lambda odd: Game.new("spice_road", seed=odd),
    "Game.new names": lambda odd: Game.new("spice_road", names=odd),
    "Game.new name": lambda odd: Game.new("spice_road", names=["Ada", odd]),
    "Game.new seating": lambda odd: Game.new("spice_road", seating=odd),
    "Game.new rounds": lambda odd: Game.new("spice_road", rounds=odd).to_json(),
    "Game.new components": lambda odd: Game.new("spice_road", components=odd),
    "Game.from_json": Game.from_json,
    "play": lambda odd: begun().play(odd),
    "view": lambda odd: begun().view(odd),
    "can_undo": lambda odd: begun().can_undo(odd),
    "rewind": lambda odd: begun().rewind(odd),
    "redealt seat": lambda odd: begun().redealt(odd, 1),
    "redealt seed": lambda odd: begun().redealt(0, odd),
    "make": make,
    "Budget nodes": lambda odd: Budget(nodes=odd),
    "Budget milliseconds": lambda odd: Budget(milliseconds=odd),
    "Budget.parse": Budget.parse,
    "ask bot": lambda odd: ask(odd, begun(), 1),
    "ask game": lambda odd: ask(BOT, odd, 1),
    "ask seed": lambda odd: ask(BOT, begun(), odd),
    "ask budget": lambda odd: ask(PLANNER, begun(), 1, odd),
    "explain bot": lambda odd: explain(odd, begun(), 1),
    "explain game": lambda odd: explain(PLANNER, odd, 1),
    "explain seed": lambda odd: explain(PLANNER, begun(), odd),
    "position": position,
    "VectorGames game": lambda odd: arrays(game=odd),
    "VectorGames players": lambda odd: arrays(players=odd),
    "VectorGames count": lambda odd: arrays(count=odd),
    "VectorGames seed": lambda odd: arrays(seed=odd),
    "VectorGames rounds": lambda odd: arrays(rounds=odd),
    "VectorGames every_step": lambda odd: arrays(every_step=odd),
    "VectorGames observe": lambda odd: arrays(observe=odd),
    "VectorGames.step": lambda odd: arrays().step(odd),
    "VectorGames.mask_array": lambda odd: arrays().mask_array(odd),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_odd_values_are_used_or_refused_in_a_sentence(call: Callable[[Any], Any]) -> None:
    check_refusals(call)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ask("planner", begun(), 1), "'planner' is no bot that can decide; serai.bots.make makes one"),  # type: ignore[arg-type]
        (lambda: ask(BOTS["random"], begun(), 1), "is no bot that can decide"),  # type: ignore[arg-type]
        (lambda: ask(BOT, "spice_road", 1), "'spice_road' is no Game; Game.new deals one"),  # type: ignore[arg-type]
        (lambda: ask(PLANNER, begun(), 1, "20ms"), "'20ms' is no Budget; Budget.parse reads one"),  # type: ignore[arg-type]
        (lambda: make(f"planner:{'9' * 5000}n"), "is not a budget; write 500n"),
        (lambda: Budget(nodes=0), "nodes is 0; a budget has a whole number above 0, or None"),
        (lambda: Budget(milliseconds=-1), "milliseconds is -1; a budget has a number above 0, or None"),
        (lambda: arrays(rounds=2**31), "rounds is 2147483648; a limit of rounds"),
        (lambda: arrays(every_step=1), "every_step is 1, not true or false"),
    ],
)
def test_a_refusal_says_what_to_do(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=r".") as error:
        call()
    assert message in str(error.value)


def test_an_outsider_who_breaks_the_rules_forfeits() -> None:
    """It says what was decided, as for a program of one's own."""

    class Cheat:
        name = "cheat"

        def choose(self, position: dict[str, Any]) -> str:
            return "claim everything"

    with pytest.raises(Forfeit, match="decided 'claim everything', which is not legal"):
        ask(Cheat(), begun(), 1)

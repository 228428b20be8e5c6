"""A game is one folder: the example game works on every front end with no edit elsewhere."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from fastapi import FastAPI
from typer.testing import CliRunner

from serai import GAMES, Game, IllegalAction
from serai.bots import BOTS, ask, explain, make, stand_in
from serai.bots.levels import NAMES
from serai.bots.preparation import prepare, steps
from serai.cli import app as command
from serai.core import playouts, spec
from serai.core.component_folders import standard
from serai.core.notation import NOTATIONS, BadPosition
from serai.core.observation import LAYOUTS, observed
from serai.core.records import empty_states
from serai.core.registry import SPECS, NoSuchPart
from serai.core.views import VIEWS
from serai.learning.chance_nodes import opening, outcomes, revealed, settle
from serai.learning.vector_env import VectorGames
from serai.mcp.local import LocalTables
from serai.mcp.tools import tools_of
from serai.record import checksum, read, write_line
from serai.terminal.seating import seated_bots
from serai.terminal.table import TerminalTable
from serai.warm import warm_learning, warm_playouts, warm_rules
from tests.fourth_game import NAME, played, registered
from tests.web.servers import asked, client, new_table, play_out, running

TOLL = """\
caravan_race, 2 players
asked: seat 1 turn
market: RR YR G
first: -
1: stage 3, caravan YRB
2: stage 4, caravan -
"""


@pytest.fixture(autouse=True, scope="module")
def _fourth_game() -> Iterator[None]:
    with registered():
        yield


def test_it_is_one_folder_and_one_line() -> None:
    assert list(GAMES)[-1] == NAME
    assert not SPECS[NAME].listed
    assert SPECS[NAME] in SPECS.outside()


def test_a_state_is_made_of_whole_words_without_padding() -> None:
    """Searches hash states word by word, and equal positions are equal bytes."""
    dtype = spec.GAMES[NAME].STATE
    assert dtype.itemsize % 8 == 0
    assert dtype.itemsize == sum(dtype[name].itemsize for name in dtype.names)
    assert not set(dtype.names) & set(dir(np.record))


def test_loading_takes_the_cubes_and_the_row_refills() -> None:
    """CR-2."""
    game = Game.new(NAME, seed=1)
    goods = game.view(0)["market"]
    revealed = game.play(f"load {goods[0]}")
    assert game.view(0)["market"] == [*goods[1:], *revealed]
    assert game.view(0)["market_left"] == 20


def test_a_caravan_carries_five_cubes() -> None:
    """CR-2, CR-4: what does not fit cannot be loaded, and a full caravan does not rest."""
    game = Game.from_json(from_position(TOLL.replace("YRB", "YYRB")))
    assert game.legal() == ["load G", "rest", "travel B", "travel R", "travel Y"]
    game = Game.from_json(from_position(TOLL.replace("YRB", "YYYYR")))
    assert game.legal() == ["travel R", "travel Y"]


def test_who_stops_where_another_camps_pays_a_toll() -> None:
    """CR-3, CR-5."""
    game = Game.from_json(from_position(TOLL))
    game.play("travel Y")
    assert game.view(0)["phase"] == "pay"
    assert game.legal() == ["pay B", "pay R"]
    game.play("pay R")
    assert [player["caravan"] for player in game.view(0)["players"]] == ["B", ""]
    assert game.seat == 1


def test_the_round_is_played_to_its_end_and_points_are_counted() -> None:
    """CR-6, CR-7: 12 stages, 3 for the first arrival, a cube that is not yellow."""
    game = Game.from_json(from_position(TOLL.replace("stage 3", "stage 9")))
    game.play("travel B")
    assert not game.over
    game.play("rest")
    assert game.over
    assert game.scores() == [16, 4]
    assert game.winner == 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_positions_and_decisions_are_read_as_they_are_written(players: int) -> None:
    game, notation, chance = Game.new(NAME, players, seed=players), NOTATIONS[NAME], Random(players)
    pieces = game.components
    while not game.over:
        assert [notation.parse(pieces, game.state, text) for text in game.legal()] == [
            action
            for _, action in sorted(
                (notation.decision(pieces, game.state, action), action) for action in game.actions()
            )
        ]
        assert notation.parse_position(pieces, game.position()).tobytes() == game.state.tobytes()
        game.play(chance.choice(game.actions()))
    assert notation.parse_position(pieces, game.position()).tobytes() == game.state.tobytes()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("2 players", "5 players", "line 1: 'caravan_race, 5 players' is not 'caravan_race, N players'"),
        ("seat 1 turn", "seat 3 turn", "line 2: 'seat 3 turn' is no question of this game"),
        ("RR YR G", "RR YR QQ", "line 3: there is no goods card 'QQ'"),
        ("YRB", "YYYYYY", "6 cubes of seat 1 are more than the 5 that a caravan carries"),
        ("first: -", "first: 2", "'first' names who arrived first, once a caravan is at the goal"),
        ("seat 1 turn", "seat 2 pay", "nothing can be decided in this position, but the game is not over"),
    ],
)
def test_a_wrong_position_is_told(old: str, new: str, says: str) -> None:
    with pytest.raises(BadPosition, match=says):
        NOTATIONS[NAME].parse_position(standard(NAME), TOLL.replace(old, new))


def from_position(text: str) -> str:
    """Writes the record of a game that begins from a position."""
    state = NOTATIONS[NAME].parse_position(standard(NAME), text)
    start = {"position": NOTATIONS[NAME].position(standard(NAME), state)}
    body = {**json.loads(Game.new(NAME, int(state.seats), seed=1).to_json()), "start": start}
    return json.dumps({**body, "checksum": checksum(body)})


def test_a_record_is_replayed() -> None:
    game = played(3)
    again = read(write_line(read(game.to_json()))).game
    assert (again.decisions(), again.scores(), again.winner) == (game.decisions(), game.scores(), game.winner)


def test_what_is_hidden_is_in_no_view_and_is_dealt_anew() -> None:
    """C-11: the deck is another one, all that is seen is the same."""
    game = Game.new(NAME, seed=1)
    state = game.redealt(0, 7)
    assert sorted(state.market.deck.tolist()) == sorted(game.state.market.deck.tolist())
    assert state.market.deck.tolist() != game.state.market.deck.tolist()
    assert state.players.tobytes() == game.state.players.tobytes()
    game.play(game.legal()[0])
    with pytest.raises(IllegalAction, match="it revealed"):
        game.undo()


def test_random_games_end_and_are_counted() -> None:
    results, masks = np.zeros(20, playouts.RESULT), np.zeros((4, GAMES[NAME].WORDS), np.uint64)
    states, values = empty_states(GAMES[NAME].STATE, 4), standard(NAME).values()
    playouts.simulate(values, states, masks[0], 4, np.uint64(1), 0, 0, results)
    assert not results["stopped"].any()
    assert results["scores"].max() >= 12
    spec.setup(values, states[0], 2, np.uint64(0), np.uint64(1))
    assert playouts.perft(values, states, masks, 1) == len(Game.new(NAME, 2, seed=1).legal())


def prepare_bots(name: str) -> None:
    """Compiles every bot for a game."""
    for bot, game in steps():
        if game == name:
            prepare((bot, game))


def test_everything_of_it_can_be_compiled_ahead() -> None:
    for part in (warm_rules, warm_playouts, prepare_bots, warm_learning):
        part(NAME)


def test_a_state_of_no_game_is_told() -> None:
    with pytest.raises(LookupError, match="no game that is registered has states of this type"):
        spec.rules_of(np.zeros(1, np.int8))


def test_the_table_in_the_terminal_plays_a_game() -> None:
    game = Game.new(NAME, names=["ann", "planner"], seed=3)
    lines: list[str] = []
    commands = iter(["rules", "hint"])
    TerminalTable(
        game, seated_bots(game.names), lambda _: next(commands, game.legal()[-1]), lines.append, adviser=make("trader")
    ).run()
    assert game.over
    assert "# Caravan Race" in "\n".join(lines)
    assert lines[-1] == f"{game.names[game.winner or 0]} wins with {max(game.scores())} points."


def test_the_command_line_plays_replays_and_measures(tmp_path: Path) -> None:
    record = tmp_path / "game.json"
    record.write_text(played().to_json(), encoding="utf-8")
    for line, says in (
        (f"replay {record}", "Caravan Race, round 1"),
        (f"rules {NAME}", "goods.csv: House values"),
        (f"simulate {NAME} --games 5 --seed 1", "5 random games of caravan_race"),
        (f"perft {NAME} --depth 2 --seed 1", ""),
        (f"arena {NAME} --bots random,trader --games 4 --seed 1", "trader"),
    ):
        done = CliRunner().invoke(command, line.split())
        assert done.exit_code == 0, done.output
        assert says in done.output


def test_bots_play_as_far_as_the_game_brings_what_they_need() -> None:
    """A game without traits or a network says so."""
    game = Game.new(NAME, seed=2)
    for bot in ("random", "novice", "trader", "planner"):
        assert ask(make(bot), game, 1) in game.actions()
    assert explain(make("planner"), game, 1).turns[0][0] in game.legal()
    assert {"network", "master", "grandmaster"} == BOTS.keys() - {"random", "novice", "trader", "planner", *NAMES}
    with pytest.raises(NoSuchPart, match="Caravan Race has no traits"):
        ask(make("master"), game, 1)
    assert [stand_in(bot, NAME) for bot in ("master:50n", "grandmaster", "planner:50n", "random")] == [
        "planner",
        "planner",
        "planner:50n",
        "random",
    ]
    assert {stand_in(level, NAME) for level in NAMES} == {"trader"}
    assert all(stand_in(bot, "spice_road") == bot for bot in BOTS)


def test_planner_beats_random() -> None:
    """The evaluation is small, but points the right way."""
    bots, won = [make("random"), make("planner:300n")], 0
    for seed in range(6):
        game = Game.new(NAME, seed=seed)
        while not game.over:
            game.play(ask(bots[(game.seat + seed) % 2], game, seed))
        won += (game.winner or 0) != seed % 2
    assert won >= 5


def test_an_observation_tells_what_the_seat_may_know() -> None:
    game = played()
    labels = LAYOUTS[NAME].labels()
    seen = dict(
        zip(labels, observed(game.components, game.values, game.state, 0, game.round, None).tolist(), strict=True)
    )
    view = game.view(0)
    assert [seen[f"+{step} stage"] for step in range(4)] == [*(each["stage"] for each in view["players"]), 0, 0]
    assert [seen[f"+{step} score"] for step in range(2)] == game.scores()
    assert {label for label in labels if label.startswith("market place") and seen[label]} == {
        f"market place {place} {card}" for place, card in enumerate(view["market"], 1)
    }
    assert seen["market left"] == view["market_left"]
    assert [step for step in range(4) if seen[f"first +{step}"]] == [view["players"].index(first(view))]


def first(view: dict[str, Any]) -> dict[str, Any]:
    """Returns the player who arrived first."""
    return next(player for player in view["players"] if player["first"])


def test_arrays_of_games_are_stepped() -> None:
    tables = VectorGames(NAME, 3, 8, seed=1)
    ended = 0
    for _ in range(120):
        tables.step(tables.random_actions())
        ended += int(tables.dones.sum())
    assert ended > 8
    assert tables.observations.shape == (8, LAYOUTS[NAME].size)


def test_chance_is_explicit() -> None:
    """What a decision turns up is drawn first; every card of the deck is as likely."""
    values, states = standard(NAME).values(), empty_states(GAMES[NAME].STATE, 2)
    spec.setup(values, states[0], 2, np.uint64(0), np.uint64(0))
    for draw in opening(values, states[0]):
        settle(values, states[0], draw, outcomes(values, states[0], draw)[0][0])
    assert states[0].market.cards.tolist() == [0, 1, 2]
    states[1] = states[0]
    spec.apply(values, states[1], 0)
    (draw,) = revealed(values, states[0], states[1], 0)
    odds = outcomes(values, states[0], draw)
    assert [card for card, _ in odds] == list(range(3, 24))
    settle(values, states[0], draw, 22)
    spec.apply(values, states[0], 0)
    assert states[0].market.cards.tolist() == [1, 2, 22]


def test_a_language_model_plays() -> None:
    tables = LocalTables()
    tools = {tool.name: tool for tool in tools_of(tables)}
    assert "caravan_race: 2 to 4 players" in tools["list_games"].use({})
    assert "Caravan Race, round 1" in tools["new_game"].use({"game": NAME, "bots": ["random"]})
    assert "12 stages" in tools["rules"].use({"game": NAME})


@pytest.mark.compiled
def test_the_api_plays_a_game(tmp_path: Path) -> None:
    """Against a bot, who thinks in a process of its own; position and record are those of every game."""

    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            assert NAME in {each["game"] for each in (await ada.get("/api/house")).json()["games"]}
            table = (await new_table(ada, NAME, [{"kind": "me"}, {"kind": "bot", "bot": "trader"}]))["id"]
            question = await asked(ada, table)
            assert question is not None
            position = (await ada.get(f"/api/tables/{table}/position")).json()
            assert position["view"]["stages"] == 12
            assert await play_out(ada, table, Random(1)) > 5
            record = Game.from_json((await ada.get(f"/api/tables/{table}/record")).text)
            assert record.over

    prepare_bots(NAME)  # so that the bot's process finds the code in the cache
    with running(tmp_path) as with_app:
        with_app(test)


@pytest.mark.compiled
def test_a_plain_page_shows_the_table_its_end_its_replay_and_the_rules(tmp_path: Path) -> None:
    """The home page does not offer the game; who knows its name plays it like any other."""

    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as ada:
            assert NAME not in (await ada.get("/")).text
            table = (await new_table(ada, NAME, [{"kind": "me"}, {"kind": "me"}]))["id"]
            page = (await ada.get(f"/table/{table}")).text
            assert "Caravan Race, round 1" in page
            assert all(f'value="{text}"' in page for text in (await asked(ada, table) or {})["legal"])
            await play_out(ada, table, Random(1))
            assert "Final score" in (await ada.get(f"/table/{table}")).text
            assert (await ada.get(f"/table/{table}/replay?step=3")).status_code == 200
            assert "# Caravan Race" in (await ada.get(f"/rules/{NAME}")).text

    with running(tmp_path) as with_app:
        with_app(test)


def test_what_it_costs_is_told_with_the_choices() -> None:
    """CR-5: costs come from the rules through the view."""
    game = Game.from_json(from_position(TOLL))
    assert game.view(0)["tolls"] == ["Y"]
    assert VIEWS[NAME].costs(game.view(0)) == {"travel Y": "toll"}
    assert game.view(0)["players"][0]["score_parts"] == {"stages": 3, "arrival": 0, "cubes": 2}


def test_pages_can_be_drawn_without_numpy() -> None:
    """View, numbers, component set and written notation import none of what a browser lacks."""
    blocked = "import sys; sys.modules.update(dict.fromkeys(('numpy', 'numba', 'fastapi', 'sqlalchemy')))"
    parts = ("view", "numbers", "component_set", "notation_writing")
    code = "; ".join([blocked, *(f"import {NAME}.{part}" for part in parts)])
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")

"""After a game: its scores, its replay and its record, and records from elsewhere."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from html import escape, unescape
from pathlib import Path
from random import Random

import pytest
from fastapi import Request

from serai import GAMES, Game
from serai.record import BadRecord, Comment, Record, write
from serai.web.drawing import render, results
from serai.web.drawing.scene import Scene, Sitter
from serai.web.pages import finished
from serai.web.tables.uploads import TookTooLong, Uploads, answer
from tests.first_version import content, told
from tests.records import sealed
from tests.spice_road.positions import play_hastily
from tests.web.scenes import NAMES, sitters
from tests.web.visits import Page, Place, guest_id, opened, place_at, played, visit

pytestmark = pytest.mark.compiled


@visit
async def test_a_finished_game_shows_its_scores(place: Place) -> None:
    ada = place.browser()
    address = await played(place, ada)
    table = await place.house.table(address.split("/")[-1])
    assert table.game is not None
    page = (await ada.get(address)).text
    lines = results.standings(table.pieces, table.game.view(0))
    for line in lines:
        assert f'<td class="total">{line.total}</td>' in page
    winner = table.names(await place.house.names(table))[lines[0].seat]
    assert f"{winner} wins" in page
    assert page.count('class="l c') == 2
    assert f'<th scope="row">{table.game.round}</th>' in page
    watcher = (await place.browser().get(address)).text
    assert f"{winner} wins" in watcher
    assert "Play again" not in watcher
    home = (await ada.get("/")).text
    assert f"{winner} won" in home


@pytest.mark.parametrize("game", ["spice_road", "sand_to_sea", "east_to_west"])
def test_a_game_is_replayed_step_by_step(tmp_path: Path, game: str) -> None:
    async def inside() -> None:
        async with place_at(tmp_path) as place:
            ada = place.browser()
            address = await played(place, ada, game)
            table = await place.house.table(address.split("/")[-1])
            assert table.game is not None
            last = len(table.game.steps())
            for step in (0, 1, last // 2, last):
                page = await ada.get(f"{address}/replay?step={step}")
                assert page.status_code == 200
                drawn = Page(page.text)
                assert f"Step {step} of {last}" in page.text
                assert not [
                    button for button in drawn.buttons if button.get("name") == "decision" and button.get("value")
                ]
                links = [link for link in drawn.links if "/replay?step=" in link]
                assert (f"{address}/replay?step={step + 1}" in links) == (step < last)
                assert (f"{address}/replay?step={step - 1}" in links) == (step > 0)
            assert f"Step {last} of {last}" in (await ada.get(f"{address}/replay?step=999999")).text
            assert (await ada.get(f"{address}/replay?step=x")).status_code == 400

    asyncio.run(inside())


@visit
async def test_record_and_log_are_for_finished_games(place: Place) -> None:
    ada = place.browser()
    running = await opened(ada, **{"seat-1": "me"})
    for part in ("record.json", "log.txt", "replay"):
        assert (await ada.get(f"{running}/{part}")).status_code == 404
    address = await played(place, ada)
    table = await place.house.table(address.split("/")[-1])
    assert table.game is not None
    record = await ada.get(f"{address}/record.json")
    assert "attachment" in record.headers["content-disposition"]
    game = Game.from_json(record.text)
    assert game.scores() == table.game.scores()
    assert sorted(game.names) == ["Ada", "Ben"]
    log = (await ada.get(f"{address}/log.txt")).text
    lines = [line.split(": ", 1)[1].partition("  (")[0] for line in log.splitlines()[1:] if ": " in line]
    assert lines == table.game.decisions()
    assert log.count("\nround ") == table.game.round


@visit
async def test_nobody_else_sees_a_table_that_may_not_be_watched(place: Place) -> None:
    ada, eve = place.browser(), place.browser()
    fields = {key: value for key, value in Page((await ada.get("/")).text).fields.items() if key != "watch"}
    address = (await ada.post("/tables", data={**fields, "seat-1": "me"})).headers["location"]
    guest = await place.house.guest(await guest_id(place, ada))
    assert guest is not None
    assert (await ada.get(address)).status_code == 200
    for part in ("", "/replay", "/record.json"):
        assert (await eve.get(f"{address}{part}")).status_code in (403, 404, 409)


@visit
async def test_again_with_the_same_seats(place: Place) -> None:
    ada, eve = place.browser(), place.browser()
    address = await played(place, ada)
    assert (await eve.post(f"{address}/again")).status_code == 409
    new = (await ada.post(f"{address}/again")).headers["location"]
    assert new != address
    table = await place.house.table(new.split("/")[-1])
    assert table.begun
    assert sorted(table.names(await place.house.names(table))) == ["Ada", "Ben"]


@visit
async def test_an_uploaded_record_is_replayed(place: Place) -> None:
    ada = place.browser()
    game = Game.new("sand_to_sea", names=["Ada", "<i>Ben</i>"], seed=7)
    for _ in range(30):
        game.play(game.actions()[0])
    sent = await ada.post("/upload", files={"record": ("game.json", game.to_json().encode(), "application/json")})
    assert sent.status_code == 303, sent.text
    address = sent.headers["location"]
    page = (await ada.get(f"{address}?step=30")).text
    assert "Step 30 of 30" in page
    assert "&lt;i&gt;Ben&lt;/i&gt;" in page
    assert "<i>Ben</i>" not in page
    assert (await ada.get(address.removesuffix("/replay"))).headers["location"] == address
    assert (await ada.get("/upload/nothing/replay")).status_code == 404


@visit
async def test_a_record_of_the_first_version_is_shown(place: Place) -> None:
    ada = place.browser()
    for name, kept in told("records.json").items():
        if kept["result"] and name.endswith("_0.json"):
            sent = await ada.post("/upload", files={"record": (name, content(f"records/{name}"), "application/json")})
            page = await ada.get(sent.headers["location"].removesuffix("/replay"))
            assert (page.status_code, "Bén" in page.text) == (200, True)


@visit
async def test_a_game_from_a_position_is_shown_with_its_result(place: Place) -> None:
    ada = place.browser()
    late = play_hastily(Game.new("spice_road", seed=1, names=["Ada", "Ben"]), seed=1, most=200)
    game = play_hastily(Game(replace(late.setup, seed=0, position=late.position())), seed=2)
    text = write(Record(game, comments=(Comment(0, "<b>Late.</b>"),)))
    sent = await ada.post("/upload", files={"record": ("game.json", text.encode(), "application/json")})
    address = sent.headers["location"]
    assert f"Step 3 of {len(game.steps())}" in (await ada.get(f"{address}?step=3")).text
    page = await ada.get(address.removesuffix("/replay"))
    assert (page.status_code, str(max(game.scores())) in page.text) == (200, True)


def games_from_every_question(name: str) -> Iterator[Game]:
    """Plays a game; from each kind of question on the way begins another, which is played for a few decisions."""
    game, chance, met = Game.new(name, seed=2, names=["Ada", "Ben"]), Random(2), set[str]()
    while not game.over and len(game.decisions()) < 400:
        if (phase := game.view(0)["phase"]) not in met:
            met.add(phase)
            begun = Game(replace(game.setup, seed=0, position=game.position()))
            while not begun.over and len(begun.decisions()) < 6:
                begun.play(chance.choice(begun.legal()))
            yield begun
        game.play(chance.choice(game.legal()))
    assert len(met) > 4


@pytest.mark.parametrize("name", list(GAMES))
def test_the_replay_of_a_game_may_begin_with_any_question(name: str) -> None:
    sitters = tuple(Sitter(seat, who, "guest", None, False) for seat, who in enumerate(("Ada", "Ben")))
    for game in games_from_every_question(name):
        for step in range(len(game.steps()), -1, -1):
            game.rewind(step)
            before, steps = finished.public_steps(game)
            scene = Scene(
                "replay",
                0,
                {**game.view(0), "legal": []},
                None,
                sitters,
                steps,
                before=before,
                components=game.components,
            )
            assert "Ada" in render.table_page(scene, "en")


@visit
async def test_a_bad_record_is_told_in_the_words_of_the_reader(place: Place) -> None:
    ada = place.browser()
    record = json.loads(Game.new("spice_road", seed=1).to_json())
    for text in ("not a record", "[]", json.dumps({**record, "rounds": 5}), sealed({**record, "game": "<script>"})):
        with pytest.raises(BadRecord) as told:
            Game.from_json(text)
        sent = await ada.post("/upload", files={"record": ("game.json", text.encode(), "application/json")})
        assert sent.status_code == 422
        assert str(told.value).rstrip(".") in unescape(sent.text)
        assert "<script>" not in sent.text
    sent = await ada.post("/upload", files={"record": ("game.json", b" " * 5_000_000, "application/json")})
    assert sent.status_code == 413
    assert (await ada.post("/upload")).status_code == 400


def test_a_record_gets_a_bounded_time_and_length() -> None:
    async def inside() -> None:
        with pytest.raises(TookTooLong):
            await Uploads(seconds=0.001).add(Game.new("spice_road", seed=1).to_json().encode())
        with pytest.raises(BadRecord):
            await Uploads().add(b" " * 4_000_001)

    asyncio.run(inside())
    record = json.loads(Game.new("spice_road", seed=1).to_json())
    assert answer(json.dumps(record).encode()) == {"decisions": 0}
    long = answer(sealed({**record, "decisions": 5001 * ["rest"]}).encode())
    assert long == {"bad": "the record has 5001 decisions, more than 5000"}


@visit
async def test_bots_in_an_uploaded_record_are_called_bots(place: Place) -> None:
    ada = place.browser()
    game = Game.new("spice_road", names=["Ada", "Planner 2"], seed=7, seating="given")
    sent = await ada.post("/upload", files={"record": ("game.json", game.to_json().encode(), "application/json")})
    page = (await ada.get(sent.headers["location"])).text
    assert "<small>bot</small>" in page
    assert "<small>guest</small>" not in page


@pytest.mark.parametrize("mine", [0, 1])
def test_a_replay_is_seen_from_ones_own_seat_and_can_play_on(mine: int) -> None:
    request = Request({"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []})
    game = Game.new("spice_road", 2, seed=7)
    page = bytes(finished.replay_page(request, game, sitters(2, mine), "/table/x/replay", "", 0).body).decode()
    assert f"<b>{escape(NAMES[mine])}</b>" in page.partition('<div class="mine">')[2]
    assert 'id="play-on"' in page

"""No byte that is sent while a game runs tells the seed or what is hidden: whole games, every route, every stream."""

import asyncio
import base64
import html
import json
import random
import re
from collections.abc import AsyncIterator, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
import uvicorn
from fastapi import FastAPI

from serai.core.spec import GAMES
from serai.game import Game
from serai.setup import halves
from serai.web.drawing import render
from serai.web.drawing.words import Words
from tests.spice_road.standard import MERCHANTS
from tests.web.servers import WithApp, asked, choose, client, new_table

pytestmark = pytest.mark.compiled

TRADE = re.compile(r"[YRGB]+>[YRGB]+")
GAP = r"[^YRGB>+\w]{1,14}"
RUN = 4
NUMBERS = 6  # four numbers of cards in a row stand in some drawing by chance
NUMBERS_IN_A_ROW = re.compile(rf"\b\d+(?:{GAP}\d+){{{NUMBERS - 1},}}\b")
ROUNDS = 9


def seed_forms(seed: int) -> list[str]:
    """Lists how a seed could be written, and each of its halves."""
    whole = [str(seed), f"{seed:x}", f"{seed:X}", f"{seed:032x}"]
    whole += [base64.b64encode(seed.to_bytes(16, order)).decode()[:20] for order in ("big", "little")]
    whole += [seed.to_bytes(16, "little").hex()]
    return whole + [text for half in halves(seed) for text in (str(int(half)), f"{int(half):x}")]


def hidden_decks(game: Game, revealed: Collection[str] = ()) -> list[list[str]]:
    """Lists the hidden cards of a position in their order: what stands behind a slash in the notation.

    What everyone saw is not secret: what was put under a deck of East to West, or turned up before a takeback.
    """
    known = {*game.view(0).get("known_merchants", ()), *revealed}
    lines = [line.partition(": ")[2] for line in game.position().splitlines() if " / " in line]
    decks = [line.partition(" / ")[2].split() for line in lines if line.count(" / ") == 1]
    hidden = [[card for card in deck if card not in known] for deck in decks]
    return [deck for deck in hidden if len(deck) > RUN]


def runs(names: Sequence[str], length: int = RUN) -> list[tuple[str, ...]]:
    """Lists a few neighbours of a deck, in both directions; the top card may be known to all."""
    pieces = [tuple(names[at : at + length]) for at in range(1, len(names) - length + 1)]
    return [*pieces, *(piece[::-1] for piece in pieces)]


def rows_of_cards(deck: list[str], text: str) -> Iterator[str]:
    """Yields neighbours of a deck that stand in a row in a text."""
    for run in runs(deck):
        if all(card in text for card in run):
            yield from (match[0] for match in re.finditer(GAP.join(map(re.escape, run)), text))


def rows_of_numbers(deck: list[str], text: str) -> set[tuple[str, ...]]:
    """Returns the numbers of neighbours of a deck that stand in a row in a text."""
    told = [re.findall(r"\d+", row) for row in NUMBERS_IN_A_ROW.findall(text)]
    return {*runs(deck, NUMBERS)} & {tuple(row[at : at + NUMBERS]) for row in told for at in range(len(row))}


def said(game: str, card: str) -> set[str]:
    """Says a card in every language."""
    return {Words(game, render.catalogue(language)).card(card) for language in render.LANGUAGES}


@dataclass
class Spy:
    """Looks at everything that is sent, beside the real game."""

    app: FastAPI
    table: str
    public: set[str] = field(default_factory=set)
    revealed: set[str] = field(default_factory=set)
    found: list[str] = field(default_factory=list)
    bodies: int = 0
    letters: int = 0

    async def game(self) -> Game | None:
        """Returns the real game while it runs; afterwards its record is nobody's secret."""
        table = await self.app.state.house.table(self.table)
        return table.game if table.stage == "running" else None

    async def look(self, where: str, body: str) -> None:
        """Looks at one answer."""
        game = await self.game()
        if game is None:
            return
        view = json.dumps(game.view(0)) + " ".join(game.history())
        self.public |= set(TRADE.findall(view))
        self.revealed |= {card for step in game.steps() for card in step.reveals}
        self.bodies, self.letters = self.bodies + 1, self.letters + len(body)
        self.found += [f"{where}: {leak}" for leak in leaks(game, self.public, body, self.revealed)]


def leaks(game: Game, public: set[str], body: str, revealed: Collection[str] = ()) -> list[str]:
    """Lists what a text tells and must not."""
    text = unquote(html.unescape(body))
    found = [f"seed as {form}" for form in seed_forms(game.setup.seed) if form in text]
    for deck in hidden_decks(game, revealed):
        numbers = [str(MERCHANTS.number(card)) for card in deck] if set(deck) <= set(MERCHANTS.texts) else []
        found += [f"order {row}" for row in (*rows_of_cards(deck, text), *rows_of_numbers(numbers, text))]
        secret = {card for card in deck if TRADE.fullmatch(card)} - public
        written = "|".join(map(re.escape, secret)) or "(?!)"
        found += [f"card {match[0]}" for match in re.finditer(rf"(?<![YRGB>])({written})(?![YRGB>])", text)]
        words = "|".join(re.escape(say) for card in secret for say in said(game.name, card)) or "(?!)"
        found += [f"words {match[0]}" for match in re.finditer(rf"({words})(?!, \d|\w)", text)]
    return found


@asynccontextmanager
async def listening(app: FastAPI) -> AsyncIterator[str]:
    """Lets an application that runs in this process listen on a port, for streams."""
    settings = uvicorn.Config(
        app, port=0, lifespan="off", log_config=None, access_log=False, timeout_graceful_shutdown=5
    )
    server = uvicorn.Server(settings)
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving


async def overhear(spy: Spy, address: str, path: str) -> None:
    """Looks at all that comes through a stream."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as eve, eve.stream("GET", path) as answer:
        async for piece in answer.aiter_text():
            await spy.look(path, piece)


async def look_around(spy: Spy, guest: httpx.AsyncClient, eve: httpx.AsyncClient, number: int) -> None:
    """Asks for everything that can be asked for."""
    table = spy.table
    paths = [f"/table/{table}", f"/table/{table}/board?seen={number - 2}", f"/table/{table}/replay"]
    paths += [f"/table/{table}/look?first=2&last=3", f"/table/{table}/record.json", f"/table/{table}/log.txt"]
    paths += ["/", "/openapi.json", "/api/tables"]
    paths += [f"/api/tables/{table}{end}" for end in ("", "/position", "/legal", "/events", "/record")]
    for path in paths:
        for who in (guest, eve):
            answer = await who.get(path)
            assert answer.status_code < 500
            await spy.look(path, answer.text + str(answer.headers))


async def play(spy: Spy, guest: httpx.AsyncClient, eve: httpx.AsyncClient, chance: random.Random) -> int:
    """Plays by the forms of the page to the end and looks at every answer."""
    count, table = 0, spy.table
    while (question := await asked(guest, table)) is not None:
        await spy.look("question", json.dumps(question))
        if count % 12 == 0:
            await look_around(spy, guest, eve, question["number"])
            guest.cookies.set("language", chance.choice(list(render.LANGUAGES)))
        path = "hint" if count % 9 == 4 else "takeback" if count % 14 == 13 else "decide"
        form = {"decision": choose(question["legal"], chance), "seen": str(question["number"])}
        answer = await guest.post(f"/table/{table}/{path}", data=form, headers={"hx-request": "true"})
        assert answer.status_code == 200
        await spy.look(path, answer.text)
        count += 1
    return count


@pytest.mark.parametrize("name", list(GAMES))
def test_nothing_that_is_sent_in_a_whole_game_tells_a_secret(with_app: WithApp, name: str) -> None:
    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as guest, client(app) as eve, listening(app) as address:
            spy = Spy(app, (await new_table(guest, name, rounds=ROUNDS))["id"])
            paths = (f"/table/{spy.table}/stream", f"/api/tables/{spy.table}/stream")
            ears = [asyncio.create_task(overhear(spy, address, path)) for path in paths]
            count = await play(spy, guest, eve, random.Random(5))
            await asyncio.sleep(0.1)
            for ear in ears:
                ear.cancel()
                with suppress(asyncio.CancelledError):
                    await ear
            assert spy.found == []
            assert count > ROUNDS
            assert spy.bodies > 30
            assert spy.letters > 500_000

    with_app(test)


def planted(game: Game, public: set[str]) -> dict[str, str]:
    """Returns texts that give something away, as a careless page would."""
    deck = hidden_decks(game)[0]
    secret = next(card for card in deck[2:] if TRADE.fullmatch(card) and card not in public)
    return {
        "seed in a log line": f"table made with seed {game.setup.seed}",
        "seed in hexadecimal": f'<main data-seed="{game.setup.seed:x}">',
        "half of the seed": str(int(halves(game.setup.seed)[1])),
        "seed in bytes": base64.b64encode(game.setup.seed.to_bytes(16, "big")).decode(),
        "position": game.position(),
        "deal as JSON": json.dumps(game.deal()),
        "deal, escaped": html.escape(json.dumps(game.deal())),
        "order as attributes": "".join(f'<i data-card="{html.escape(card)}"></i>' for card in deck),
        "order in numbers": json.dumps([MERCHANTS.number(card) for card in deck if card in MERCHANTS.texts]),
        "order backwards": " ".join(deck[::-1]),
        "record": game.to_json(),
        "one card as an id": f'<b id="card-{html.escape(secret)}">',
        "one card in words": f'<b aria-label="{Words(game.name, render.catalogue("en")).card(secret)}">',
    }


@pytest.mark.parametrize("name", ["spice_road", "sand_to_sea"])
def test_the_search_finds_what_is_given_away(name: str) -> None:
    game = Game.new(name)
    public = set(TRADE.findall(json.dumps(game.view(0))))
    assert leaks(game, public, json.dumps(game.view(0))) == []
    missed = [how for how, text in planted(game, public).items() if not leaks(game, public, text)]
    assert missed == []


def test_a_view_that_gives_the_deck_away_is_noticed(with_app: WithApp, monkeypatch: pytest.MonkeyPatch) -> None:
    view = Game.view

    def careless(self: Game, seat: int) -> dict[str, Any]:
        return {**view(self, seat), "deck": self.deal()["merchants"]}

    async def test(app: FastAPI) -> None:
        async with client(app, "Ada") as guest:
            spy = Spy(app, (await new_table(guest, "spice_road", [{"kind": "me"}, {"kind": "me"}]))["id"])
            await spy.look("before", (await guest.get(f"/api/tables/{spy.table}/position")).text)
            assert spy.found == []
            monkeypatch.setattr(Game, "view", careless)
            told = (await guest.get(f"/api/tables/{spy.table}/position")).text
            monkeypatch.undo()
            await spy.look("after", told)
            assert spy.found

    with_app(test)

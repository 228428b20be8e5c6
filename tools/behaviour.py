"""Records what a version of Serai does, to show that a refactoring changes nothing.

    python tools/behaviour.py write FOLDER [PART …]     with the serai that is imported (set PYTHONPATH to choose it)
    python tools/behaviour.py compare OLD NEW           names every file that differs, with its first difference

The parts use public functions and HTTP only, so the same script runs on both sides of a change: games (decisions,
masks, views, positions, records), perft, actions, bots (budgets in nodes), pages (also OpenAPI and the database).
"""

import asyncio
import hashlib
import json
import random
import re
import secrets
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

GAMES = {"spice_road": (2, 3, 4, 5), "sand_to_sea": (2, 3, 4), "east_to_west": (2, 3, 4)}
BOTS = ("random", "novice", "trader", "planner:400n", "network", "master:3000n", "grandmaster:40n")
DECISIONS = 300
DEPTHS = {"spice_road": 5, "sand_to_sea": 4, "east_to_west": 5}
LANGUAGES = ("en", "de", "it")
NOON = 1_800_000_000.0
TEXTS = ("/", "/about", "/me", "/rules", "/learn", "/learn/3?done=1", "/learn/end", "/upload", "/nowhere")

Lines = Iterator[str]


def digest(value: Any) -> str:
    """Returns a digest of a value in 16 letters."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).hexdigest()[:16]


def games() -> dict[str, Lines]:
    """Random games of every kind: each decision with digests of what was legal and of every seat's view."""
    return {f"{game}-{players}": played(game, players) for game in GAMES for players in GAMES[game]}


def played(name: str, players: int) -> Lines:
    """Plays two games at random, one with a limit of rounds."""
    from serai import Game

    for seed, rounds in ((11, None), (12, 6)):
        game, chance = Game.new(name, players, seed=seed, rounds=rounds, components="1"), random.Random(seed)
        while not game.over and len(game.decisions()) < 1500:
            legal = game.legal()
            numbers = game.actions()
            turned = game.play(chance.choice(legal))
            views = [game.view(seat) for seat in range(players)]
            yield f"{game.decisions()[-1]} {turned} {digest(legal)} {digest(numbers)} {digest(views)}"
        yield f"{game.position()} {game.scores()} {game.ranking()} {game.winner}"
        yield digest(json.loads(game.to_json())["decisions"])
        yield str(game)


def perft() -> dict[str, Lines]:
    """Counts of decision sequences."""
    return {game: counted(game) for game in GAMES}


def counted(name: str) -> Lines:
    """Counts by playing: slow, but by public functions only."""
    from serai import Game

    def ways(game: Any, depth: int) -> int:
        if depth == 0 or game.over:
            return 1
        total = 0
        for action in game.actions():
            game.play(action)
            total += ways(game, depth - 1)
            game.rewind(len(game.decisions()) - 1)
        return total

    for depth in range(1, DEPTHS[name] + 1):
        yield f"{depth} {ways(Game.new(name, seed=5, components='1'), depth)}"


def actions() -> dict[str, Lines]:
    """The number and text of every action met in random games."""
    return {game: numbered(game) for game in GAMES}


def numbered(name: str) -> Lines:
    """Collects numbers and texts of legal actions by playing their numbers."""
    from serai import Game

    found: dict[int, str] = {}
    for seed in range(6):
        game, chance = (
            Game.new(name, GAMES[name][seed % len(GAMES[name])], seed=seed, components="1"),
            random.Random(seed),
        )
        while not game.over and len(game.decisions()) < 800:
            action = chance.choice(game.actions())
            game.play(action)
            found[action] = re.sub(r"^sail \S+", "sail", game.decisions()[-1])
    for action in sorted(found):
        yield f"{action} {found[action]}"


def bots() -> dict[str, Lines]:
    """Decisions of every bot in every game."""
    return {f"{game}-{bot.replace(':', '-')}": decided(game, bot) for game in GAMES for bot in BOTS}


def decided(name: str, bot: str) -> Lines:
    """Plays a bot against itself for a number of decisions that are not forced."""
    from serai import Game
    from serai.bots import ask, make

    player, asked, seed = make(bot), 0, 0
    while asked < DECISIONS:
        seed += 1
        game = Game.new(name, GAMES[name][seed % len(GAMES[name])], seed=seed, rounds=40, components="1")
        while not game.over and asked < DECISIONS:
            legal = game.actions()
            answer = ask(player, game, len(game.decisions())) if len(legal) > 1 else legal[0]
            asked += len(legal) > 1
            game.play(answer)
            yield game.decisions()[-1]


def pages() -> dict[str, Lines]:
    """The DOM of pages and the answers of the API, from one server with tables of every game."""
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(visited(Path(folder)))
        found["database"] = list(stored(Path(folder) / "serai.db"))
    return {name: iter(lines) for name, lines in found.items()}


def stored(path: Path) -> Lines:
    """The schema of the database and the rows of its tables and events."""
    connection = sqlite3.connect(path)
    yield from sorted(" ".join(sql.split()) for (sql,) in connection.execute("SELECT sql FROM sqlite_master") if sql)
    for table in ("guests", "tables", "events", "seats"):
        yield from sorted(map(str, connection.execute(f"SELECT * FROM {table}")))
    connection.close()


def fixed() -> None:
    """Fixes all randomness and clocks of the server; call before serai.web is imported."""
    chance = random.Random(3)
    vars(secrets).update(
        randbits=chance.getrandbits,
        randbelow=chance.randrange,
        token_hex=lambda size=32: f"{chance.getrandbits(8 * size):0{2 * size}x}",
        token_urlsafe=lambda size=32: f"{chance.getrandbits(6 * size):x}",
        token_bytes=lambda size=32: chance.randbytes(size),
        choice=chance.choice,
    )
    time.time = lambda: NOON


async def visited(folder: Path) -> dict[str, list[str]]:
    """Plays games through the API and fetches pages in every language along the way."""
    fixed()
    import httpx

    from serai.web.app import Settings, create_app

    app = create_app(Settings(f"sqlite+aiosqlite:///{folder / 'serai.db'}", folder, 0, ("house.test",)))
    found: dict[str, list[str]] = {}
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://house.test", timeout=60) as guest:
            found["openapi"] = [json.dumps((await guest.get("/openapi.json")).json(), indent=1, sort_keys=True)]
            token = (await guest.post("/api/guest", json={"name": "Ada"})).json()["token"]
            guest.headers["authorization"] = f"Bearer {token}"
            guest.cookies.set("guest", token)
            for path in (*TEXTS, *(f"/rules/{game}" for game in GAMES)):
                await fetch(guest, path, found)
            for game, numbers in GAMES.items():
                for players in (numbers[0], numbers[-1]):
                    await sit(guest, game, players, found)
            await fetch(guest, "/", found)
            await fetch(guest, "/api/tables", found)
    return found


async def sit(guest: Any, game: str, players: int, found: dict[str, list[str]]) -> None:
    """Plays a whole game for all seats of one guest; fetches its pages from time to time and after the end."""
    plan = {"game": game, "places": [{"kind": "me", "name": f"P{seat}"} for seat in range(players)]}
    table = (await guest.post("/api/tables", json={**plan, "options": {"rounds": 8}})).json()["id"]
    chance, moves = random.Random(players), 0
    while moves < 400:
        told = (await guest.get(f"/api/tables/{table}/legal")).json()
        if not told["legal"]:
            break
        if moves % 9 == 0:
            await fetch(guest, f"/table/{table}", found, f"{game}-{players}-{moves}")
            await fetch(guest, f"/api/tables/{table}/position", found, f"{game}-{players}-{moves}-api")
        body = {"decisions": [chance.choice(told["legal"])], "seen": told["number"]}
        answer = await guest.post(f"/api/tables/{table}/decide", json=body)
        assert answer.status_code == 200, answer.text
        moves += 1
    for place in ("", "/replay?step=7", "/log.txt"):
        await fetch(guest, f"/table/{table}{place}", found, f"{game}-{players}-end{place.replace('/', '-')}")
    await fetch(guest, f"/api/tables/{table}/events", found, f"{game}-{players}-events")


async def fetch(guest: Any, path: str, found: dict[str, list[str]], name: str = "") -> None:
    """Fetches a page in every language, or an API answer once."""
    for language in LANGUAGES if not path.startswith("/api") else ("en",):
        answer = await guest.get(path, headers={"accept-language": language}, follow_redirects=True)
        key = (name or path.strip("/") or "home").replace("/", "-").replace("?", "-")
        found.setdefault(f"{key}.{language}", []).extend([str(answer.status_code), *dom(answer.text)])


def dom(text: str) -> list[str]:
    """Returns a page as one tag or text per line, with whitespace collapsed and digests of static files removed."""
    text = re.sub(r"(/static/[^\"'?]+)\?[^\"')\s]+", r"\1", text)
    text = re.sub(r"<!doctype", "<!doctype", re.sub(r"\s+", " ", text), flags=re.IGNORECASE)
    text = re.sub(r"<(\w+)([^>]*?)\s*/>", r"<\1\2></\1>", text)
    text = re.sub(r' (?:style|accept)="[^"]*"', lambda found: re.sub(r"([:;,]) ", r"\1", found[0]), text)
    text = re.sub(r"\s*(<[^>]*>)\s*", r"\n\1\n", text)
    lines = [re.sub(r"\s+(/?>)", r"\1", line.strip()) for line in text.split("\n")]
    return [line for line in lines if line]


PARTS: dict[str, Callable[[], dict[str, Lines]]] = {
    "games": games,
    "perft": perft,
    "actions": actions,
    "pages": pages,
    "bots": bots,
}


def write(folder: Path, parts: list[str]) -> None:
    """Writes each part into a folder of its own."""
    import serai

    print(f"serai {serai.__version__} of {serai.__file__}", flush=True)
    for part in parts or list(PARTS):
        begun = time.monotonic()
        (folder / part).mkdir(parents=True, exist_ok=True)
        for name, lines in PARTS[part]().items():
            (folder / part / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{part}: {time.monotonic() - begun:.0f} s", flush=True)


def compare(old: Path, new: Path) -> int:
    """Prints the files that only one side has or that differ; returns how many."""
    names = sorted({path.relative_to(side) for side in (old, new) for path in side.rglob("*.txt")})
    different = [name for name in names if _differ(old / name, new / name, name)]
    print(f"{len(names)} files, {len(different)} different")
    return len(different)


def _differ(old: Path, new: Path, name: Path) -> bool:
    """Prints the first difference of two files."""
    if not old.exists() or not new.exists():
        print(f"{name}: only in {'new' if new.exists() else 'old'}")
        return True
    before, after = old.read_text(encoding="utf-8").split("\n"), new.read_text(encoding="utf-8").split("\n")
    if before == after:
        return False
    pairs = zip([*before, "(end)"], [*after, "(end)"], strict=False)
    at, (left, right) = next((number, pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    print(f"{name}, line {at}:\n  - {left[:200]}\n  + {right[:200]}")
    return True


def main() -> None:
    """Runs the command."""
    match sys.argv[1:]:
        case ["write", folder, *parts]:
            write(Path(folder), parts)
        case ["compare", old, new]:
            sys.exit(bool(compare(Path(old), Path(new))))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()

"""Outside programs at a seat: the examples play whole games, and no fault of a program is more than a forfeit."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from typer.testing import Result as Done

from serai.arena.journal import Journal
from serai.arena.machine import UNKNOWN
from serai.arena.match import BENCH, Result, play
from serai.arena.plan import ArenaSettings, read_bots
from serai.arena.report import as_csv, report, table
from serai.bots import BOTS, Forfeit, ask, position
from serai.cli import app, arguments
from serai.core.spec import GAMES
from serai.game import Game
from serai.programs import Program, ProgramPlayer, ProgramPool, new_game, process, read_programs
from serai.programs.program_options import USUAL_SECONDS
from serai.terminal.seating import seat_names, seated_bots
from serai.terminal.table import TerminalTable

EXAMPLES = Path(__file__).parents[1] / "examples" / "bots"
CAREFUL = (sys.executable, str(EXAMPLES / "careful.py"))
SOON = 60.0

OBEDIENT = """
import json, os, sys, time
def say(**message):
    print(json.dumps(message), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        say(type="hello", protocol=1)
    elif asked["type"] == "new_game":
        say(type="ready")
    elif asked["type"] == "position":
        {fault}
"""
DECIDES = "say(type='decision', id=asked['id'], decision=asked['view']['legal'][0])"
FAULTS = {
    "ended without an answer (exit code 1); on standard error: 'Traceback": "1 / 0",
    "ended without an answer (exit code 3)": "os._exit(3)",
    "ended without an answer (signal 11)": "os.kill(os.getpid(), 11)",
    "ended without an answer (it closed its standard output)": "os.close(1); time.sleep(99)",
    "took longer than 0.5 s": "time.sleep(99)",
    'took longer than 0.5 s; it said \'{"type": "de\'': 'print(\'{"type": "de\', end="", flush=True); time.sleep(99)',
    "answered something that is not JSON; it said 'rest, I think'": "print('rest, I think', flush=True)",
    "answered something that is not JSON; it said '[[[[": "print('[' * 60000, flush=True)",
    "answered something that is no message; it said '[1, 2]'": "print([1, 2], flush=True)",
    "answered a line of more than 65,536 bytes; it said 'xxx": "print('x' * 10_000_000, flush=True)",
    "decided 'fly', which is not legal": "say(type='decision', id=asked['id'], decision='fly')",
    "decided ['rest'], which is not legal": "say(type='decision', id=asked['id'], decision=['rest'])",
    "answered question 7, not 1": "say(type='decision', id=7, decision=asked['view']['legal'][0])",
    "answered 'hello' where 'decision' was asked for": "say(type='hello')",
    "; on standard error: 'oh ?[2Jno'": "os.write(2, b'oh \\x1b[2Jno'); time.sleep(.1); say(type='x')",
}


def script(fault: str, name: str = "bad", seconds: float = 0.5) -> Program:
    """A program that does all as it should until it is asked for a decision."""
    return Program(name, (sys.executable, "-c", OBEDIENT.replace("{fault}", fault)), (), seconds)


@pytest.fixture
def bench() -> Iterator[ProgramPool]:
    """Ends the programs of a test, those that the arena keeps too."""
    own = ProgramPool()
    yield own
    own.close()
    BENCH.close()


def begun(player: ProgramPlayer, game: str = "spice_road") -> Game:
    """Sends a program the state of a game."""
    dealt = Game.new(game, seed=1)
    player.begin(new_game(dealt, dealt.seat))
    return dealt


def duel(program: Program, game: str = "spice_road", other: str = "random", rounds: int = 3) -> ArenaSettings:
    """Two games of a program against a bot."""
    return ArenaSettings(game, 2, (program.name, other), 2, 5, rounds, (program,))


def serai(*arguments: str) -> Done:
    """Runs a command in this process."""
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


@pytest.fixture(scope="module")
def eager(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """The example in C, compiled without a warning."""
    built = tmp_path_factory.mktemp("eager") / "eager"
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"]
    subprocess.run(["cc", *flags, "-o", str(built), str(EXAMPLES / "eager.c")], check=True)
    return (str(built),)


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_both_examples_play_whole_games(bench: ProgramPool, eager: tuple[str, ...], game: str, players: int) -> None:
    careful, hasty = Program("careful", CAREFUL, (("seed", 3),)), Program("eager", eager)
    plan = ArenaSettings(game, players, ("careful", "eager"), 1, 5, 50, (careful, hasty))
    for number in range(2):
        played, result = play(plan, plan.match(number))
        assert played.over
        assert result.forfeit is None
        assert max(played.scores()) > 0


@pytest.mark.compiled
def test_the_example_in_python_is_short_and_beats_random(bench: ProgramPool) -> None:
    assert len((EXAMPLES / "careful.py").read_text().splitlines()) < 80
    for game in GAMES:
        plan = replace(duel(Program("careful", CAREFUL), game, rounds=40), games=12)
        results = [play(plan, plan.match(number))[1] for number in range(plan.total)]
        scored = {name: sum(result.scores[result.bots.index(name)] for result in results) for name in plan.bots}
        assert scored["careful"] > scored["random"], game


@pytest.mark.parametrize(("why", "fault"), FAULTS.items())
def test_a_fault_is_a_forfeit_that_tells_what_was_said(bench: ProgramPool, why: str, fault: str) -> None:
    player = bench.player(script(fault, seconds=0.5 if "took longer" in why else 20))
    game = begun(player)
    began = time.monotonic()
    with pytest.raises(Forfeit) as told:
        player.choose(position(game))
    assert why in str(told.value)
    assert len(str(told.value)) < 2000
    assert str(told.value).isprintable()
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    "fault", ["1 / 0", "time.sleep(99)", "print('x' * 10_000_000, flush=True)", "print(7, flush=True)"]
)
def test_the_arena_goes_on_and_the_seat_comes_last_without_points(bench: ProgramPool, fault: str) -> None:
    plan = duel(script(fault))
    results = [play(plan, plan.match(number))[1] for number in range(plan.total)]
    for result in results:
        assert result.forfeit is not None
        seat = result.bots.index("bad")
        assert (result.forfeit["seat"], result.scores[seat], result.ranking[-1]) == (seat, 0, seat)
        assert result.winner == "random"
    told = report(plan, results, [UNKNOWN])
    assert (told["bots"]["bad"]["forfeits"], told["bots"]["random"]["forfeits"]) == (2, 0)
    assert [(forfeit["game"], forfeit["bot"]) for forfeit in told["forfeits"]] == [(0, "bad"), (1, "bad")]
    assert "bad forfeited 2 games, first game 0: " in "\n".join(table(told))
    assert sum(int(row.rpartition(",")[2]) for row in as_csv(results).splitlines()[1:]) == 2


def test_at_a_larger_table_the_others_are_ranked_as_they_stand(bench: ProgramPool) -> None:
    plan = ArenaSettings("spice_road", 3, ("bad", "random"), 1, 5, 3, (script("1 / 0"),))
    for number in range(plan.total):
        game, result = play(plan, plan.match(number))
        assert result.forfeit is not None
        gone = result.forfeit["seat"]
        assert result.bots[gone] == "bad"
        assert result.ranking == [*(seat for seat in game.ranking() if seat != gone), gone]


def test_a_program_that_forfeits_once_plays_the_next_game(bench: ProgramPool, tmp_path: Path) -> None:
    done = repr(str(tmp_path / "done"))
    once = f"[os.mkdir({done}), 1 / 0] if not os.path.exists({done}) else {DECIDES}"
    plan = duel(script(once, seconds=20))
    first, second = (play(plan, plan.match(number))[1] for number in range(2))
    assert (first.forfeit is None, second.forfeit is None) == (False, True)


def test_results_with_a_forfeit_survive_in_the_journal(bench: ProgramPool, tmp_path: Path) -> None:
    plan = duel(script("1 / 0"))
    results = [play(plan, plan.match(number))[1] for number in range(2)]
    journal = Journal(tmp_path / "journal", plan, False)
    journal.store(results)
    journal.close()
    again = Journal(tmp_path / "journal", plan, False)
    again.close()
    assert again.results == results
    with pytest.raises(ValueError, match="was begun with --program "):
        Journal(tmp_path / "journal", replace(plan, programs=(script("2 / 0"),)), False)


def test_a_program_that_never_reads_cannot_hold_us_up(bench: ProgramPool) -> None:
    said = "\n".join(json.dumps({"type": kind, "protocol": 1}) for kind in ("hello", "ready"))
    deaf = f"import time; print({said!r}, flush=True); time.sleep(99)"
    player = bench.player(Program("deaf", (sys.executable, "-c", deaf), (), 0.5))
    game = begun(player)
    told = position(game)
    told["history"] = [{"seat": 0, "decision": "x" * 1000, "reveals": []}] * 1000
    with pytest.raises(Forfeit, match=r"took longer than 0\.5 s"):
        player.choose(told)


def test_chatter_is_passed_over_and_a_flood_of_it_ends_with_the_time(bench: ProgramPool) -> None:
    player = bench.player(
        script(f"say(type='info', text='hm'); sys.stderr.write('e' * 500_000); print(); {DECIDES}", seconds=20)
    )
    game = begun(player)
    assert player.choose(position(game)) == game.legal()[0]
    flood = bench.player(script("exec(\"while True: say(type='info', text='hm' * 1000)\")"))
    with pytest.raises(Forfeit, match=r"took longer than 0\.5 s"):
        flood.choose(position(begun(flood)))


@pytest.mark.parametrize(
    ("why", "command"),
    {
        "it cannot be started); on standard error: '/nowhere/bot: No such file": "/nowhere/bot",
        "ended without an answer (exit code 0)": "true",
        "speaks protocol 9, not 1": """printf '{"type": "hello", "protocol": 9}\\n'""",
        "does not play spice_road": """printf '{"type": "hello", "protocol": 1, "games": ["chess"]}\\n'""",
        "answered 'ready' where 'hello' was asked for": """printf '{"type": "ready"}\\n'""",
    }.items(),
)
def test_a_program_that_cannot_play_is_told_of_before_the_first_game(why: str, command: str) -> None:
    done = serai("arena", "spice_road", "--bots", "mine,random", "--program", f"mine={command}")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("serai: the program mine ")
    assert why in done.stderr


@pytest.mark.parametrize(
    ("why", "line"),
    {
        "is not NAME=COMMAND": ["--program", "mine"],
        "lower-case letters": ["--program", "My Bot=true"],
        "a bot of ours has this name": ["--program", "planner=true"],
        "there is no command": ["--program", "mine="],
        "cannot be read": ["--program", "mine='"],
        "is given twice": ["--program", "mine=true", "--program", "mine=false"],
        "there is no --program other": ["--program", "mine=true", "--option", "other.depth=3"],
        "is not NAME.KEY=VALUE": ["--program", "mine=true", "--option", "depth=3"],
        "has no option 'depth'": ["--program", f"mine={' '.join(CAREFUL)}", "--option", "mine.depth=3"],
        "--program-seconds is 0": ["--program-seconds", "0"],
    }.items(),
)
def test_bad_arguments(why: str, line: list[str]) -> None:
    done = serai("arena", "spice_road", "--bots", "random", *line)
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr


def test_programs_are_read_as_they_are_named() -> None:
    found = read_programs(["mine=./bot -x 'a b'"], ["mine.depth=3", "mine.style=bold"], 2.0)
    assert found == [Program("mine", ("./bot", "-x", "a b"), (("depth", 3), ("style", "bold")), 2.0)]
    assert Program.of(json.loads(json.dumps(found[0].body()))) == found[0]
    assert read_bots("mine,random", found) == ("mine", "random")
    plan = replace(duel(found[0]), programs=tuple(found))
    told = report(plan, [Result(0, 0, 0, 0, ["mine", "random"], [1, 2], [1, 0], [1, 1], [1.0, 1.0], False)], [UNKNOWN])
    words = shlex.split(told["command"])[-8:]
    assert words[:4] == ["--program", "mine=./bot -x 'a b'", "--option", "mine.depth=3"]
    assert words[4:] == ["--option", 'mine.style="bold"', "--program-seconds", "2"]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_hidden_is_told(game: str) -> None:
    one, other = Game.new(game, 2, seed=0xFEEDFACECAFE), Game.new(game, 2, seed=0xFEEDFACECAFE)
    for _ in range(12):
        one.play(one.legal()[0])
        other.play(other.legal()[0])
    other._steps[-1] = replace(other._steps[-1], state=one.redealt(one.seat, 99))
    assert other.state.tobytes() != one.state.tobytes()
    assert position(one) == position(other)
    told = json.dumps([position(one), new_game(one, 0)])
    assert "feedfacecafe" not in told.lower()
    assert str(0xFEEDFACECAFE) not in told
    assert not {"seed", "deck", "deal"} & set(keys(json.loads(told)))


def keys(told: Any) -> Iterator[str]:
    """Every key in some data."""
    if isinstance(told, dict):
        yield from told
    for inner in told.values() if isinstance(told, dict) else told if isinstance(told, list) else ():
        yield from keys(inner)


def test_the_history_tells_who_decided_what_and_what_it_turned_up() -> None:
    game = Game.new("spice_road", 2, seed=7)
    game.play("acquire RRR>BB")
    for _ in range(2):
        game.play("pay Y") if "pay Y" in game.legal() else None
    told = position(game)["history"]
    assert [step["decision"] for step in told] == game.decisions()
    assert told[-1]["reveals"] == list(game.steps()[-1].reveals) != []


SAID = re.compile(r"^([<>]) (\{.*\})$", re.MULTILINE)


def test_the_conversation_in_the_docs_is_what_is_said(bench: ProgramPool, tmp_path: Path) -> None:
    page = (EXAMPLES.parents[1] / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
    shown = {
        way: [json.loads(line.replace("…, ", "").replace(", …", "")) for by, line in SAID.findall(page) if by == way]
        for way in "<>"
    }
    file = tmp_path / "mine.py"
    heard = OBEDIENT.replace(
        "for line in sys.stdin:", f"for line in sys.stdin:\n    open({str(tmp_path / 'log')!r}, 'a').write(line)"
    )
    file.write_text(heard.replace("{fault}", DECIDES))
    plan = duel(Program("mine", (sys.executable, str(file)), (), 20.0))
    play(plan, plan.match(0))
    BENCH.close()
    said = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    keys_of = {message["type"]: list(message) for message in said}
    assert keys_of == {message["type"]: list(message) for message in shown[">"]}
    assert list(said[-3]["history"][-1]) == list(shown[">"][3]["history"][0])
    assert [message["type"] for message in shown["<"]] == ["hello", "ready", "info", "decision"]


def test_a_decision_may_take_as_long_as_the_command_line_says() -> None:
    assert arguments.USUAL_SECONDS == USUAL_SECONDS


def gone(process: int) -> bool:
    """Waits until a process has ended."""
    latest = time.monotonic() + SOON
    while time.monotonic() < latest:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def written(file: Path) -> list[int]:
    """Waits for two process ids in a file."""
    latest = time.monotonic() + SOON
    while time.monotonic() < latest:
        if file.exists() and len(found := file.read_text().split()) >= 2:
            return [int(process) for process in found]
        time.sleep(0.02)
    raise AssertionError("no program was started")


ESCAPES = (
    "child = os.fork() or (os.setsid(), os.fork() and os._exit(0), "
    "open({ids!r}, 'w').write(f'{{os.getpid()}} {{os.getsid(0)}} '), time.sleep(999)); os.waitpid(child, 0); "
    "[time.sleep(.01) for _ in iter(lambda: os.path.exists({ids!r}), True)]; "
)


@pytest.mark.parametrize("then", [DECIDES, "os._exit(3)", "time.sleep(999)", "os.close(1); time.sleep(999)"])
def test_what_a_program_has_started_in_another_session_ends_with_it(
    tmp_path: Path, bench: ProgramPool, then: str
) -> None:
    ids = tmp_path / "ids"
    player = bench.player(script(ESCAPES.format(ids=str(ids)) + then, seconds=2))
    game = begun(player)
    with suppress(Forfeit):
        player.choose(position(game))
    escaped, session = written(ids)
    assert session != escaped
    player.close()
    assert gone(escaped)


def test_where_no_process_can_be_adopted_it_is_said_once(
    bench: ProgramPool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "ADOPTS", False)
    process.tell_limits.cache_clear()
    for name in ("one", "two"):
        bench.player(script(DECIDES, name)).start()
    assert [record.message for record in caplog.records if "session" in record.message] == [process.LIMITS]


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_when_the_arena_is_killed_its_programs_and_what_they_started_are_gone(tmp_path: Path, sent: int) -> None:
    stubborn = (
        f"import subprocess; signal_free = subprocess.Popen(['sleep', '999'], start_new_session=True); "
        f"open({str(tmp_path / 'ids')!r}, 'a').write(f'{{os.getpid()}} {{signal_free.pid}} '); "
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(999)"
    )
    file = tmp_path / "stubborn.py"
    file.write_text(OBEDIENT.replace("{fault}", stubborn))
    line = ["arena", "spice_road", "--bots", "stubborn,random", "--games", "2", "--program-seconds", "900"]
    command = [sys.executable, "-m", "serai", *line, "--program", f"stubborn={sys.executable} {file}"]
    arena = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    )
    processes = written(tmp_path / "ids")
    arena.send_signal(sent)
    arena.wait(SOON)
    assert all(gone(process) for process in processes)


def test_the_command_line_plays_a_program(tmp_path: Path) -> None:
    files = {name: tmp_path / name for name in ("json", "csv", "resume")}
    more = [word for name, file in files.items() for word in (f"--{name}", str(file))]
    line = f"arena spice_road --bots careful,bad,random --games 2 --rounds 2 --seed 5 {' '.join(more)}"
    bad = tmp_path / "bad.py"
    bad.write_text(OBEDIENT.replace("{fault}", "print('no idea', flush=True)"))
    named = [f"careful={' '.join(CAREFUL)}", f"bad={sys.executable} {bad}"]
    done = serai(*line.split(), *(word for name in named for word in ("--program", name)))
    assert done.exit_code == 0, done.stderr
    told = json.loads(files["json"].read_text())
    assert {name: bot["forfeits"] for name, bot in told["bots"].items()} == {"careful": 0, "bad": 4, "random": 0}
    assert done.stderr.count("bad forfeits game ") == 3
    assert "it answered something that is not JSON; it said 'no idea'; further ones are only counted" in done.stderr
    assert told["bots"]["careful"]["ms_per_turn"] > 0
    rows = files["csv"].read_text().splitlines()
    assert rows[0].endswith(",stopped,forfeited")
    assert sum(row.endswith(",1") for row in rows[1:]) == 4


def test_a_program_sits_at_the_terminal_and_a_bot_takes_over_what_it_cannot_finish() -> None:
    assert any(line.startswith("mine: ") for line in at_the_terminal(Program("mine", CAREFUL)))
    told = at_the_terminal(script("1 / 0", "mine", 20))
    assert any("mine ended without an answer" in line and "trader plays on" in line for line in told)


def at_the_terminal(program: Program) -> list[str]:
    """What is written at a table at which a person plays against a program."""
    names = seat_names(["Ada"], ["mine"], None, {"mine": program})
    game = Game.new("spice_road", seed=1, names=names, seating="given", rounds=2)
    told: list[str] = []
    TerminalTable(game, seated_bots(game.names, {"mine": program}), lambda prompt: game.legal()[0], told.append).run()
    assert game.over
    return told


def test_a_program_is_no_bot_of_ours() -> None:
    assert all(not hasattr(make(), "choose") for make in BOTS.values())
    game = Game.new("spice_road", seed=1)

    class First:
        name = "first"

        def choose(self, told: dict[str, Any]) -> str:
            return str(told["view"]["legal"][0])

    assert game.actions().count(ask(First(), game, 0)) == 1

"""The table in the terminal, driven by scripted input."""

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import pytest

from serai import GAMES, Game
from serai.bots import BOTS, BUDGETED, ask, chance_of, make
from serai.bots.levels import NAMES
from serai.core.component_folders import standard
from serai.core.notation import NOTATIONS
from serai.core.registry import SPECS
from serai.terminal import transcript
from serai.terminal.reading import NotUnderstood, understand
from serai.terminal.seating import bot_named, seat_names, seated_bots
from serai.terminal.table import TerminalTable

EVERY_GAME = pytest.mark.parametrize("name", sorted(GAMES))
LEGAL = ["acquire YY>R", "acquire YYY", "acquire YYYY", "play +2", "play YY", "play YY>RR", "rest"]


@pytest.fixture(autouse=True)
def _kept_games_go_to_a_folder_of_the_test(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = str(tmp_path_factory.mktemp("kept"))
    monkeypatch.setenv("TMPDIR", folder)
    monkeypatch.setattr(tempfile, "tempdir", folder)


class Screen:
    """A terminal: lines typed before and lines shown since."""

    def __init__(self, typed: Iterable[str]) -> None:
        self.typed, self.prompts, self.lines = iter(typed), list[str](), list[str]()

    def read(self, prompt: str) -> str:
        self.prompts.append(prompt)
        for line in self.typed:
            return line + "\n"
        raise EOFError

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def sit_down(game: Game, *typed: str, folder: Path | None = None, saved_as: Path | None = None) -> Screen:
    """Plays until the typed lines are used up."""
    screen = Screen(typed)
    TerminalTable(
        game, seated_bots(game.names), screen.read, screen.lines.append, saved_as, folder, make("planner:200n")
    ).run()
    return screen


def spice_road(*names: str) -> Game:
    """A game whose first decisions are known: row RRR>BB, RR>YYYG, B>RRR, YYY, RR, GG>YYRB."""
    return Game.new("spice_road", names=names or ("ann", "novice"), seed=7, seating="given")


@pytest.mark.compiled
@EVERY_GAME
def test_a_whole_game_against_each_bot(name: str) -> None:
    few = dict.fromkeys(BUDGETED, "50n") | {"grandmaster": "4n"}
    for bot in sorted(BOTS):
        named, rounds = f"{bot}:{few[bot]}" if bot in few else bot, 4 if bot in NAMES else 100
        game = Game.new(name, names=["ann", named], seed=3, rounds=rounds)
        lines: list[str] = []
        TerminalTable(game, seated_bots(game.names), advised(game), lines.append).run()
        assert game.over
        assert lines[-1] == f"{game.names[game.winner or 0]} wins with {max(game.scores())} points."
        assert [line for line in lines if line.startswith("seat ")] == [
            f"seat {seat}, {player}: {points} points"
            for seat, (player, points) in enumerate(zip(game.names, game.scores(), strict=True), 1)
        ]


def advised(game: Game) -> Callable[[str], str]:
    """A person who types what novice says, as text or as a number."""

    def read(prompt: str) -> str:
        assert prompt == f"{game.names[game.seat]}: "
        action = ask(BOTS["novice"](), game, len(game.steps()))
        text = str(NOTATIONS[game.name].decision(game.components, game.state, action))
        return text if len(game.steps()) % 2 else str(game.legal().index(text) + 1)

    return read


@EVERY_GAME
def test_a_whole_game_of_people_who_type_at_random(name: str) -> None:
    game = Game.new(name, names=["ann", "bob"], seed=5, rounds=20)
    random = Random(1)
    screen = Screen(f"{random.randrange(12)}; undo; {random.randrange(12)}" for _ in range(20_000))
    TerminalTable(game, {}, screen.read, screen.lines.append).run()
    assert game.stopped
    assert "The game is stopped by the limit of rounds, in round 20." in screen.lines


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("play +2", "play +2"),
        ("  PLAY   yy ", "play YY"),
        ("acq YYY", "acquire YYY"),
        ("a yyyy", "acquire YYYY"),
        ("p +", "play +2"),
        ("p yy", "play YY"),
        ("p yy>", "play YY>RR"),
        ("r", "rest"),
        ("2", "acquire YYY"),
        ("7", "rest"),
    ],
)
def test_short_forms(typed: str, meant: str) -> None:
    assert understand(typed, LEGAL) == meant


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("p", "could be: play [+]2, play YY, play YY>RR"),
        ("acq Y", "could be: acquire YY>R, acquire YYY, acquire YYYY"),
        ("0", "no choice 0"),
        ("8", "no choice 8"),
        ("9" * 5000, "no choice 999999999"),
        ("sleep", "'sleep' is no legal decision now"),
        ("rest now", "no legal decision"),
        ("", "no legal decision"),
    ],
)
def test_what_is_not_understood_is_explained(typed: str, why: str) -> None:
    with pytest.raises(NotUnderstood, match=why):
        understand(typed, LEGAL)


def test_the_question_shows_position_choices_and_who_decides() -> None:
    game = spice_road()
    drawn = str(game)
    screen = sit_down(game)
    assert drawn in screen.lines
    assert screen.prompts == ["ann: "]
    assert any(line.startswith("Choices: 1 acquire ") for line in screen.lines)


def test_several_decisions_in_one_line() -> None:
    game = spice_road()
    screen = sit_down(game, "acq B>RRR; pay Y; 1")
    assert game.decisions()[:3] == ["acquire B>RRR", "pay Y", "pay Y"]
    assert screen.prompts == ["ann: "] * 2


def test_a_line_stops_at_the_first_mistake() -> None:
    game = spice_road()
    screen = sit_down(game, "acq B>RRR; pay G; pay Y")
    assert game.decisions() == ["acquire B>RRR"]
    assert "Not carried out: pay Y" in screen.lines
    assert any(line.startswith("'pay G' is no legal decision now") for line in screen.lines)


def test_a_line_does_not_reach_into_the_next_turn() -> None:
    game = spice_road()
    screen = sit_down(game, "play YY; play +2")
    assert game.decisions()[0] == "play YY"
    assert "play +2" not in [step.text for step in game.steps() if step.seat == 0]
    assert "Not carried out, because the turn has ended: play +2" in screen.lines


def test_empty_lines_ask_again() -> None:
    assert sit_down(spice_road(), "", ";;", " ; ").prompts == ["ann: "] * 4


def test_bots_tell_a_move_in_one_line_with_what_was_revealed() -> None:
    game = spice_road()
    screen = sit_down(game, "play YY")
    done = [step for step in game.steps() if step.seat == 1]
    assert transcript.move("novice", done) in screen.lines
    assert transcript.move("novice", []) == "novice: "
    acquired = sit_down(spice_road(), "acquire RRR>BB")
    assert "ann: acquire RRR>BB; revealed G>YRR" in acquired.lines


def test_undo() -> None:
    game = spice_road()
    screen = sit_down(game, "undo", "play +2", "undo", "acquire B>RRR; pay Y; undo; undo")
    assert game.decisions() == []
    assert "there is nothing to undo" in screen.lines
    assert [line for line in screen.lines if line.startswith("Taken back")] == [
        "Taken back: play +2",
        "Taken back: pay Y",
        "Taken back: acquire B>RRR",
    ]


def test_no_undo_once_a_bot_has_decided_or_a_card_was_revealed() -> None:
    assert "There is nothing to undo: novice has decided since." in sit_down(spice_road(), "play YY", "undo").lines
    two = sit_down(spice_road("ann", "bob"), "acquire RRR>BB", "undo")
    assert "'acquire RRR>BB' cannot be undone: it revealed G>YRR" in two.lines


def test_commands_that_tell() -> None:
    game = spice_road()
    screen = sit_down(game, "history", "legal", "show", "hint", "help", "?", "rules", "LEGAL", "play YY", "history")
    assert "Nothing has been decided yet." in screen.lines
    assert screen.lines.count("1 acquire B>RRR (2 cubes)") == 2
    assert any(line.startswith("planner would: ") for line in screen.lines)
    assert screen.text.count("Type a decision as the choices write it") == 2
    assert "# Spice Road in short" in screen.text
    assert "1 ann: play YY" in screen.lines
    assert screen.lines.count(str(Game(game.setup))) == 2


def test_hints_are_legal_and_change_nothing() -> None:
    game = spice_road()
    screen = sit_down(game, *["hint"] * 3)
    hints = {line.removeprefix("planner would: ") for line in screen.lines if line.startswith("planner would: ")}
    assert len(hints) == 1
    plan, points = hints.pop().removesuffix(" points)").split(" (about ")
    assert plan.split(";")[0].split(",")[0] in game.legal()
    assert plan.count("; then ") >= 1
    assert int(points) >= 0
    assert game.decisions() == []


def test_saving_and_taking_up_again(tmp_path: Path) -> None:
    file = tmp_path / "my game.json"
    game = spice_road()
    screen = sit_down(game, "play YY", f"save {file}", f"save {file}", "quit")
    assert screen.lines.count(f"Saved. To go on later: serai play spice_road --resume '{file}'") == 2
    assert screen.lines[-2] == f"Goodbye. The game is kept in {file}."
    again = Game.from_json(file.read_text())
    assert again.history() == game.history()
    assert sit_down(again, f"save {file}", saved_as=file).lines[-2] == f"Goodbye. The game is kept in {file}."


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("save", "Say where: save FILE"),
        ("save {there}", "Not saved: there is already something at "),
        ("save {there}/x.json", "Not saved: "),
        ("save x\0y", "Not saved: "),
        ("save ~nobody-of-this-name/x", "Not saved: "),
    ],
)
def test_saving_where_it_cannot_be(tmp_path: Path, command: str, why: str) -> None:
    there = tmp_path / "there"
    there.write_text("precious")
    screen = sit_down(spice_road(), command.format(there=there))
    assert any(line.startswith(why) for line in screen.lines)
    assert there.read_text() == "precious"


@pytest.mark.parametrize("leaving", [["quit"], []])
def test_leaving_keeps_the_game(tmp_path: Path, leaving: list[str]) -> None:
    game = spice_road()
    screen = sit_down(game, "play YY", *leaving, folder=tmp_path)
    (kept,) = tmp_path.iterdir()
    assert screen.lines[-1] == f"To go on later: serai play spice_road --resume {kept}"
    assert Game.from_json(kept.read_text()).history() == game.history()


def test_leaving_when_nothing_can_be_kept(tmp_path: Path) -> None:
    assert "could not be saved" in sit_down(spice_road(), "play YY", folder=tmp_path / "nowhere").lines[-1]
    assert sit_down(spice_road(), "quit").lines[-1] == "Goodbye. Nothing has been decided, so nothing was saved."


def test_ctrl_c_is_leaving_too(tmp_path: Path) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    lines: list[str] = []
    TerminalTable(spice_road(), {}, interrupt, lines.append, keep_in=tmp_path).run()
    assert lines[-1].startswith("Goodbye.")


def test_a_game_taken_up_in_the_middle_of_a_turn_is_drawn() -> None:
    game = spice_road()
    game.play("play +2")
    drawn = str(game)
    assert drawn in sit_down(game, "hint").lines


def test_people_share_a_terminal() -> None:
    screen = sit_down(spice_road("ann", "bob"), "play YY", "play YY", "play +2; up Y; stop")
    assert screen.prompts == ["ann: ", "bob: ", "ann: ", "bob: "]


def test_bots_choose_the_same_when_a_game_is_played_again() -> None:
    games = [spice_road("ann", "random") for _ in range(2)]
    for game in games:
        sit_down(game, "play YY", "play +2; 1; 1", "rest")
    assert games[0].history() == games[1].history()


def test_the_seed_of_bots_changes_with_every_decision() -> None:
    game = spice_road()
    before = chance_of(game)
    game.play("play YY")
    assert len({before, chance_of(game), chance_of(Game.new("spice_road", seed=8)), game.setup.seed}) == 4


def test_who_sits_where() -> None:
    assert seat_names(["ann"], ["novice", "random"], None) == ["ann", "novice", "random"]
    assert seat_names(["ann"], ["novice", "random"], 5) == ["ann", "novice", "random", "novice 2", "random 2"]
    assert seat_names(["ann", "bob"], [], None) == ["ann", "bob"]
    assert sorted(seated_bots(["novice 2", "ann", "random"])) == [0, 2]
    assert bot_named("novice too") is None


@pytest.mark.parametrize(
    ("people", "bots", "players", "why"),
    [
        (["ann"], ["zed"], None, "no bot 'zed'; there are: random, novice"),
        (["ann"], ["novice", "novice"], 2, "more than 2 players"),
        (["ann"], [], 3, "give bots"),
        (["novice 2"], ["random"], None, "name of a bot"),
        (["a\nb"], ["random"], None, "not a name"),
        ([" "], ["random"], None, "not a name"),
        (["ann", "ann"], [], None, "not all different"),
        (["ann", "Ann"], [], None, "look alike"),
    ],
)
def test_tables_that_cannot_be(people: list[str], bots: list[str], players: int | None, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        seat_names(people, bots, players)


@EVERY_GAME
def test_every_game_has_its_rules_in_short(name: str) -> None:
    told = "\n".join(transcript.rules(standard(name)))
    assert "No summary" not in told
    assert "## Components in use" in told
    assert "digest" in told


def test_a_game_without_a_summary_still_tells_its_components(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(vars(SPECS["spice_road"]), "folder", tmp_path)
    assert next(transcript.rules(standard("spice_road"))) == "# spice_road\n\nNo summary is written yet."

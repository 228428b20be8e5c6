"""A table in the terminal: people type decisions and commands, bots answer; input and output are given to it."""

import shlex
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from serai.bots import Bot, Forfeit, ask, chance_of, explain, make
from serai.core.notation import IllegalAction
from serai.core.phases import Phase
from serai.core.views import VIEWS
from serai.game import Game
from serai.programs import ProgramPlayer, new_game
from serai.record import Record, write
from serai.terminal import transcript
from serai.terminal.reading import NotUnderstood, listed, understand

ADVISER = "planner"
SUBSTITUTE = "trader"
HELP = """\
Type a decision as the choices write it.
Short forms that can mean only one thing will do (the first letters of each word), and so will the number of a choice.
Several decisions of one turn can be given at once, with semicolons between them.
legal: lists the choices, one per line, with what they cost
show: draws the position again
undo: takes the last decision back, if it revealed nothing and nobody has decided since
history: lists all decisions so far
hint: says what the bot planner would do, and what it plans after that
save FILE: saves the game in a file
rules: prints the rules in short
help: this text
quit: leaves the game; the end of input (Ctrl-D) does the same"""


class Left(Exception):
    """A player left the table before the end."""


class TerminalTable:
    """One game being played; `read` gets a prompt and returns a line (EOFError: no more), `write` gets lines."""

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, Bot | ProgramPlayer],
        read: Callable[[str], str],
        write: Callable[[str], None],
        saved_as: Path | None = None,
        keep_in: Path | None = None,
        adviser: Bot | None = None,
        record: Record | None = None,
    ) -> None:
        """Seats the bots; all other seats are people. `saved_as` and `record` belong to a game loaded from a file."""
        self.game, self.bots = game, dict(bots)
        self.read, self.write = read, write
        self.saved_as, self.saved_at = saved_as and saved_as.resolve(), len(game.steps())
        self.keep_in = keep_in
        self.record = record or Record(game)
        self.adviser = adviser or make(ADVISER)
        self.asked_at = -1

    def run(self) -> None:
        """Plays until the game is over or a player leaves."""
        try:
            self.greet_programs()
            while not self.game.over:
                self.let_bot_move() if self.game.seat in self.bots else self.let_person_decide()
        except Left:
            self.say_goodbye()
        except (EOFError, KeyboardInterrupt):
            self.write("")
            self.say_goodbye()
        else:
            self.tell_result()
        finally:
            for player in self.programs().values():
                player.close()

    def programs(self) -> dict[int, ProgramPlayer]:
        """Returns the programs by seat."""
        return {seat: bot for seat, bot in self.bots.items() if isinstance(bot, ProgramPlayer)}

    def greet_programs(self) -> None:
        """Announces the game to the programs at the table."""
        for seat, player in self.programs().items():
            try:
                player.begin(new_game(self.game, seat))
            except Forfeit as error:
                self.replace(seat, str(error))

    def replace(self, seat: int, why: str) -> None:
        """Replaces a program that gave no decision with a bot."""
        self.write(f"{self.game.names[seat]} {why}. The bot {SUBSTITUTE} plays on in its place.")
        self.bots[seat] = make(SUBSTITUTE)

    def bot_decision(self) -> int:
        """Returns the decision of the bot whose turn it is, or of its replacement."""
        try:
            return ask(self.bots[self.game.seat], self.game, chance_of(self.game))
        except Forfeit as error:
            self.replace(self.game.seat, str(error))
            return ask(self.bots[self.game.seat], self.game, chance_of(self.game))

    def let_bot_move(self) -> None:
        """Plays a bot's decisions up to the end of its turn or another seat's decision; prints them on one line."""
        begun, done = self.now(), len(self.game.steps())
        while not self.game.over and self.now() == begun:
            self.game.play(self.bot_decision())
        self.write(transcript.move(self.game.names[begun[0]], self.game.steps()[done:]))

    def now(self) -> tuple[int, int]:
        """Returns who decides, and in which turn."""
        return self.game.seat, self.game.turn

    def let_person_decide(self) -> None:
        """Asks a person and carries out the line part by part, until a part fails or the turn ends."""
        self.put_question()
        begun = self.now()
        parts = [part for part in self.read(f"{self.game.names[self.game.seat]}: ").split(";") if part.strip()]
        while parts and not self.game.over and self.now() == begun:
            if not self.obey(parts.pop(0).strip()):
                break
        if parts:
            why = "" if self.now() == begun else ", because the turn has ended"
            self.write(f"Not carried out{why}: {';'.join(parts).strip()}")

    def put_question(self) -> None:
        """Draws the position when a turn begins, and lists the choices whenever they change."""
        steps = self.game.steps()
        if self.asked_at == len(steps):
            return
        other = self.asked_at < 0 or [step.seat for step in steps[-1:]] != [self.game.seat]
        if other or self.game.state.phase == Phase.TURN:
            self.write("")
            self.write(str(self.game))
        self.asked_at = len(steps)
        self.write(f"Choices: {listed(self.game.legal())}")

    def obey(self, text: str) -> bool:
        """Carries out a command or a decision; if it fails, prints why and returns False."""
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(word.lower())
        try:
            command(self, rest.strip()) if command else self.decide(text)
        except (NotUnderstood, IllegalAction) as error:
            self.write(str(error))
            return False
        return True

    def decide(self, text: str) -> None:
        """Takes a decision and prints it."""
        seat = self.game.seat
        self.game.play(understand(text, self.game.legal()))
        self.write(transcript.move(self.game.names[seat], self.game.steps()[-1:]))

    def list_choices(self, rest: str) -> None:
        """Lists the choices, one per line."""
        view = self.game.view(self.game.seat)
        costs = VIEWS[self.game.name].costs(view)
        for number, decision in enumerate(view["legal"], 1):
            self.write(f"{number} {decision}{f' ({costs[decision]})' if decision in costs else ''}")

    def show(self, rest: str) -> None:
        """Draws the position again."""
        self.write(str(self.game))

    def undo(self, rest: str) -> None:
        """Takes back the last decision, if undo is allowed."""
        steps = self.game.steps()
        if steps and steps[-1].seat in self.bots:
            raise IllegalAction(f"There is nothing to undo: {self.game.names[steps[-1].seat]} has decided since.")
        self.write(f"Taken back: {self.game.undo()}")

    def list_history(self, rest: str) -> None:
        """Lists all decisions so far."""
        for line in transcript.history(self.game):
            self.write(line)
        if not self.game.steps():
            self.write("Nothing has been decided yet.")

    def hint(self, rest: str) -> None:
        """Prints what a bot would do here, and what it plans next."""
        self.write(f"{ADVISER} would: {explain(self.adviser, self.game, chance_of(self.game))}")

    def save(self, rest: str) -> None:
        """Saves the game to a file; never overwrites another file of that name."""
        if not rest:
            raise NotUnderstood("Say where: save FILE")
        try:
            path = Path(rest).expanduser().resolve()
            if path.exists() and path != self.saved_as:
                raise FileExistsError(f"there is already something at {path}; choose another name")
            self.write_record(path)
        except (OSError, RuntimeError, ValueError) as error:
            raise NotUnderstood(f"Not saved: {error}") from None
        self.write(f"Saved. {self.how_to_resume()}")

    def write_record(self, path: Path) -> None:
        """Writes the record of the game, with the tags and remarks of the file it came from."""
        path.write_text(write(self.record.of(self.game)), encoding="utf-8")
        self.saved_as, self.saved_at = path, len(self.game.steps())

    def how_to_resume(self) -> str:
        """Says how to resume the saved game."""
        return f"To go on later: serai play {self.game.name} --resume {shlex.quote(str(self.saved_as))}"

    def tell_rules(self, rest: str) -> None:
        """Prints the rules in short."""
        for line in transcript.rules(self.game.components):
            self.write(line)

    def help(self, rest: str) -> None:
        """Prints what can be typed."""
        self.write(HELP)

    def quit(self, rest: str) -> None:
        """Leaves the table."""
        raise Left

    def say_goodbye(self) -> None:
        """Keeps an unsaved game in a temporary file, and prints how to resume it."""
        if not self.game.steps():
            self.write("Goodbye. Nothing has been decided, so nothing was saved.")
            return
        try:
            if self.saved_as is None or self.saved_at != len(self.game.steps()):
                self.write_record(new_file(self.keep_in))
        except OSError as error:
            self.write(f"Goodbye. The game could not be saved: {error}")
            return
        self.write(f"Goodbye. The game is kept in {self.saved_as}.")
        self.write(self.how_to_resume())

    def tell_result(self) -> None:
        """Draws the last position and prints points and winner."""
        self.write("")
        self.write(str(self.game))
        for line in transcript.result(self.game):
            self.write(line)


def new_file(folder: Path | None) -> Path:
    """Returns a new file in a folder, by default the one for temporary files."""
    with tempfile.NamedTemporaryFile(prefix="serai-", suffix=".json", dir=folder, delete=False) as file:
        return Path(file.name)


COMMANDS: dict[str, Callable[[TerminalTable, str], None]] = {
    "legal": TerminalTable.list_choices,
    "show": TerminalTable.show,
    "undo": TerminalTable.undo,
    "history": TerminalTable.list_history,
    "hint": TerminalTable.hint,
    "save": TerminalTable.save,
    "rules": TerminalTable.tell_rules,
    "help": TerminalTable.help,
    "?": TerminalTable.help,
    "quit": TerminalTable.quit,
}

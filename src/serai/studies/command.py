"""The command `serai study`, after its numbers have been checked."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

from serai import bots
from serai.arena.journal import Book, seed_of
from serai.arena.sources import sources
from serai.arena.stopping import FAILED, INTERRUPTED, Stopped, check_writable, how_to_resume
from serai.arena.workers import ArenaFailed
from serai.core import spec
from serai.core.component_set import ComponentSet
from serai.core.notation.errors import brief
from serai.studies.game_log import GameLog
from serai.studies.page import page
from serai.studies.plots import plots
from serai.studies.progress import watching
from serai.studies.study import FORMAT, Study, StudyData, as_json, play_all, settings, study_data

USUAL_SEED = 1
LONGEST_NUMBER = 9


def make_study(
    game: str,
    bot: str,
    players: str | None,
    count: int,
    seed: int,
    rounds: int,
    components: ComponentSet | None = None,
) -> Study:
    """Makes a study of a game, for every number of players unless some are named."""
    bots.make(bot)
    return Study(game, bot, read_players(game, players), count, seed, rounds, components)


def read_players(game: str, text: str | None) -> tuple[int, ...]:
    """Reads numbers of players such as `2,4`; by default all that the game supports."""
    least, most = spec.GAMES[game].SEATS
    if text is None:
        return tuple(range(least, most + 1))
    words = [word.strip() for word in text.split(",") if word.strip()]
    if not words or any(not word.isdecimal() for word in words):
        raise ValueError(f"--players is {brief(text)}; write numbers of players with commas between them, such as 2,4")
    if wrong := [word for word in words if len(word) > LONGEST_NUMBER or not least <= int(word) <= most]:
        raise ValueError(f"{game} is for {least} to {most} players, not {wrong[0]:.20}")
    return tuple(sorted({int(word) for word in words}))


def choose_seed(seed: int | None, resume: Path | None) -> int:
    """Returns the requested seed, else that of the journal to resume, else the default."""
    begun = seed_of(resume, "study") if seed is None and resume is not None else None
    return next(each for each in (seed, begun, USUAL_SEED) if each is not None)


def conduct(study: Study, jobs: int, resume: Path | None = None) -> StudyData:
    """Plays a study, or the rest of it, and returns its figures."""
    journal = None if resume is None else Book(resume, journal_settings(study), _reader(study), "study")
    done = list[GameLog]() if journal is None else journal.results
    code = sources() if journal is None else journal.sources  # as it is now, before the games
    with watching(study, len(done)) as shown:

        def heard(found: list[GameLog]) -> None:
            if journal is not None:
                journal.store(found)
            shown.advance(len(found))

        try:
            logs = play_all(study, jobs, done, heard, shown.warn)
        except KeyboardInterrupt:
            raise Stopped(how_to_resume(shown.done, study.total, resume), INTERRUPTED) from None
        except (ArenaFailed, OSError) as error:
            raise Stopped(f"{error}\n{how_to_resume(shown.done, study.total, resume)}", FAILED) from None
        finally:
            if journal is not None:
                journal.close()
    return study_data(study, logs) | {"sources": code}


def journal_settings(study: Study) -> dict[str, Any]:
    """Returns the settings that a journal must match, named as on the command line."""
    made = settings(study)
    played = {field.name: getattr(study, field.name) for field in fields(study) if field.name != "components"}
    return {**played, "players": made["numbers"]} | {
        key: made[key] for key in ("version", "rules", "components", "sources")
    }


def _reader(study: Study) -> Any:
    """Returns the function that reads a log of a study from a journal."""

    def read(found: Any) -> GameLog:
        log = GameLog(**found)
        known = {field.name for field in fields(GameLog)} == found.keys()
        if not known or log.players not in study.players or not 0 <= log.number < study.games:
            raise ValueError(found)
        return log

    return read


def read_study(file: Path, game: str) -> StudyData:
    """Reads a study that was written as JSON; it must be one of the game."""
    text = file.read_text(encoding="utf-8", errors="replace")
    try:
        found = json.loads(text)
    except RecursionError:
        raise ValueError(f"{file} is not JSON, or nested too deeply") from None
    except ValueError as error:
        raise ValueError(f"{file} is not JSON, or cut short: {error}") from None
    if not isinstance(found, dict) or "study" not in found:
        raise ValueError(f"{file} is JSON, but no study; `serai study` writes one")
    if found["study"] != FORMAT:
        raise ValueError(f"{file} is a study of another version of serai")
    if found.get("game") != game:
        raise ValueError(f"{file} is a study of {found.get('game')}, not of {game}")
    return found


def check_folder(folder: Path) -> None:
    """Makes the folder of a page; checks before the first game that it is writable."""
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder} is a file, not a folder")
    folder.mkdir(parents=True, exist_ok=True)
    check_writable(folder / "page.md")


def write_study(found: StudyData, folder: Path) -> list[Path]:
    """Writes page, plots and figures of a study into a folder; page and plots depend only on the file of figures."""
    text = as_json(found)
    known = json.loads(text)
    files = {f"{known['game']}.md": page(known), f"{known['game']}.json": text, **plots(known)}
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return [folder / name for name in files]

"""Choosing component sets: by the name of a built-in or installed one, by folder, or by digest.

Installed sets are in the folder `components` of the data folder, each in its own folder: NAME/GAME/*.csv.
"""

import os
import re
import shutil
from pathlib import Path

from serai.core.component_folders import DIGESTS, KINDS, built_in, built_in_sets, in_folder, standard, standard_name
from serai.core.component_set import CUSTOM, ComponentSet
from serai.core.components import BadComponents
from serai.core.messages import brief

VARIABLE = "SERAI_DATA"
FOLDER = "components"
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")

__all__ = ["CUSTOM", "BadComponents", "ComponentSet", "built_in", "find_components", "installed_sets", "standard"]


def data_folder(data: Path | None = None) -> Path:
    """Returns the data folder: the one given, SERAI_DATA, or the user's data folder."""
    named = data or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None)
    if named is not None:
        return named
    from platformdirs import user_data_path

    return user_data_path("serai", appauthor=False)


def find_components(
    game: str, choice: ComponentSet | Path | str | None, data: Path | None = None
) -> ComponentSet | None:
    """Returns the chosen set, given by name or folder or as a set; None stays None, for the standard set."""
    if choice is None:
        return None
    if isinstance(choice, ComponentSet):
        if choice.game != game:
            raise BadComponents(f"{choice!r} is a set of {choice.game}, not of {game}")
        return choice
    if not isinstance(choice, str | Path):
        raise BadComponents(f"components is {brief(choice)}, not a name, a folder or a component set")
    return _named(game, str(choice), data)


def _named(game: str, choice: str, data: Path | None) -> ComponentSet:
    """Returns a set by name; any other text is taken as a folder."""
    if choice in built_in_sets(game):
        return built_in(game, choice)
    own = data_folder(data) / FOLDER / choice
    folder = own if NAME.fullmatch(choice) and own.is_dir() else Path(choice)
    if not choice.strip() or not _is_folder(folder):
        known = [*built_in_sets(game), *installed_sets(game, data)]
        raise BadComponents(
            f"there is no component set {brief(choice)} of {game}: it is none of {', '.join(known)}, nor a folder"
        )
    return _with_pieces(game, folder)


def _is_folder(path: Path) -> bool:
    """Returns whether a folder exists; False for an impossible name."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _with_pieces(game: str, folder: Path) -> ComponentSet:
    """Returns the set in a folder, which must have at least one file of the game."""
    if not any((folder / path).exists() for path in KINDS[game].FILES):
        raise BadComponents(f"{folder} has no component file of {game}; it takes {', '.join(KINDS[game].FILES)}")
    return in_folder(game, folder)


def installed_names(data: Path | None = None) -> list[str]:
    """Lists the names of the installed sets."""
    folder = data_folder(data) / FOLDER
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(path.name for path in found if path.is_dir() and NAME.fullmatch(path.name))


def installed_sets(game: str, data: Path | None = None) -> dict[str, ComponentSet]:
    """Returns the installed sets of a game by name; unreadable ones are left out."""
    found: dict[str, ComponentSet] = {}
    for name in installed_names(data):
        try:
            found[name] = _with_pieces(game, data_folder(data) / FOLDER / name)
        except BadComponents:
            continue
    return found


def with_digest(game: str, digest: str, data: Path | None = None) -> ComponentSet | None:
    """Returns the built-in or installed set with a digest, None if there is none."""
    for name, of_set in DIGESTS[game].items():
        if of_set == digest:
            return built_in(game, name)
    return next((found for found in installed_sets(game, data).values() if found.digest == digest), None)


def games_in(folder: Path) -> list[str]:
    """Lists the games for which a folder has files; the merchant cards count for Spice Road."""
    if not folder.is_dir():
        raise BadComponents(f"{folder} is not a folder; `serai components new` makes one to fill in")
    found = [game for game in KINDS if (folder / game).is_dir()]
    if not found:
        raise BadComponents(f"{folder} has no folder of a game; it takes {', '.join(KINDS)}")
    return found


def check_folder(folder: Path) -> dict[str, ComponentSet]:
    """Reads every set in a folder; raises BadComponents for the first fault, and for what no game uses."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.is_dir() and path.name not in KINDS:
            raise BadComponents(f"{path.name}: no game has this name; there are {', '.join(KINDS)} ({path})")
    found = {game: _with_pieces(game, folder) for game in games_in(folder)}
    known = {path for kind in KINDS.values() for path in kind.FILES}
    for game in found:
        for path in sorted((folder / game).iterdir()):
            if f"{game}/{path.name}" not in known:
                files = [name.partition("/")[2] for name in KINDS[game].FILES if name.startswith(f"{game}/")]
                raise BadComponents(f"{path.name}: no file of {game} has this name; it has {', '.join(files)} ({path})")
    return found


def new_folder(game: str, folder: Path) -> list[Path]:
    """Makes a folder to fill in: a copy of the standard set, whose notes mark the values as the user's own."""
    _must_be_new(folder)
    written = []
    for path, text in standard(game).files.items():
        if path.startswith(f"{game}/"):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
            written.append(folder / path)
    return written


def is_name(name: str) -> bool:
    """Returns whether a set can have this name."""
    return NAME.fullmatch(name) is not None and name != CUSTOM


def install(folder: Path, name: str, data: Path | None = None) -> dict[str, ComponentSet]:
    """Checks a folder and copies it into the data folder, under a name."""
    if not is_name(name):
        raise BadComponents(f"{brief(name)} is no name for a set; take up to 40 of a-z, 0-9, - and _, a letter first")
    found, target = check_folder(folder), data_folder(data) / FOLDER / name
    if target.exists():
        raise BadComponents(
            f"there is a set {name} already, in {target}; remove that folder first or take another name"
        )
    for game in found:
        shutil.copytree(folder / game, target / game)
    return {game: in_folder(game, target) for game in found}


def write_files(files: dict[str, str], folder: Path) -> None:
    """Writes component files into an empty or new folder."""
    _must_be_new(folder)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode())


def _must_be_new(folder: Path) -> None:
    """Checks that a folder is empty or does not exist yet."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadComponents(f"{folder} is there already; name a folder that is not, or is empty")


def listed(game: str, data: Path | None = None) -> list[tuple[str, ComponentSet]]:
    """Lists the sets of a game by name, the standard one first."""
    first = standard_name(game)
    names = [first, *(name for name in built_in_sets(game) if name != first)]
    return [(name, built_in(game, name)) for name in names] + list(installed_sets(game, data).items())

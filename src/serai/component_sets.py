"""Choosing component sets: by the name of a built-in or installed one, by folder, or by digest.

Installed sets are in the folder `components` of the data folder, each in its own folder: NAME/GAME/*.csv.
"""

import os
import re
import shutil
import sys
from itertools import dropwhile
from pathlib import Path

from serai.core.component_folders import (
    DIGESTS,
    KINDS,
    WITH,
    built_in,
    built_in_names,
    in_folder,
    original,
    standard,
    standard_name,
    text_of,
    variants,
    varied,
)
from serai.core.component_set import CUSTOM, ComponentSet, shared
from serai.core.component_zips import packed, unpacked
from serai.core.components import BadComponents, Fault, Faults, Files
from serai.core.messages import brief

VARIABLE = "SERAI_DATA"
OLD_VARIABLE = "SERAI_COMPONENTS"
FOLDER = "components"
OWN_NOTE = "# Values of your own; write here where they come from.\n"
NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")

__all__ = ["CUSTOM", "BadComponents", "ComponentSet", "built_in", "find_components", "installed_sets", "standard"]


def data_folder(data: Path | None = None) -> Path:
    """Returns the data folder: the one given, SERAI_DATA, or the user's data folder."""
    named = data or (Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None)
    if named is not None:
        return named
    from platformdirs import user_data_path

    return user_data_path("serai", appauthor=False)


def explain_old_variable() -> None:
    """Says what replaced SERAI_COMPONENTS, if it is still set."""
    if left := os.environ.get(OLD_VARIABLE):
        print(f"serai: {OLD_VARIABLE} is no longer read; write --components {left} after the command", file=sys.stderr)


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
    """Returns a set by name or folder; `+` and a name after it choose a variant."""
    found = _whole(game, choice, data)
    name, _, variant = choice.rpartition(WITH)
    if found is None and variant in variants(game):
        base = _whole(game, name, data)
        found = varied(base, variant) if base is not None and base.name == CUSTOM else None
    if found is None:
        known = [*built_in_names(game), *installed_sets(game, data)]
        raise BadComponents(
            f"there is no component set {brief(choice)} of {game}: it is none of {', '.join(known)}, nor a folder"
        )
    return found


def _whole(game: str, choice: str, data: Path | None) -> ComponentSet | None:
    """Returns a built-in or installed set or that of a folder, None if there is none."""
    if choice in built_in_names(game):
        return built_in(game, choice)
    own = data_folder(data) / FOLDER / choice if NAME.fullmatch(choice) else None
    folder = own if own is not None and own.is_dir() else Path(choice)
    return _with_pieces(game, folder) if choice.strip() and _is_folder(folder) else None


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
    """Reads every set in a folder or .zip file; raises BadComponents for all faults, and for what no game uses."""
    if _is_zip(folder):
        return _check_zip(folder)
    faults, found = Faults(), dict[str, ComponentSet]()
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.is_dir() and path.name not in KINDS:
            with faults:
                raise BadComponents(Fault.at(path, f"no game has this name; there are {', '.join(KINDS)}"))
    with faults:
        for game in games_in(folder):
            with faults:
                found[game] = _with_pieces(game, folder)
            with faults:
                _check_names(game, folder / game)
    faults.report()
    return found


def _is_zip(path: Path) -> bool:
    """Returns whether a path is a .zip file, by its name."""
    return path.suffix.lower() == ".zip" and path.is_file()


def _check_zip(file: Path) -> dict[str, ComponentSet]:
    """Reads every set in a .zip file; raises BadComponents for all faults."""
    texts, faults, found = unpacked(file.read_bytes()), Faults(), dict[str, ComponentSet]()
    for game in KINDS:
        if any(path.startswith(f"{game}/") for path in texts):
            mine = {path: text for path, text in texts.items() if path in KINDS[game].FILES}
            files = Files({**original(game).files, **mine}, {path: file / path for path in mine})
            with faults:
                found[game] = shared(KINDS[game], CUSTOM, files)
                found[game].check(files)
    faults.report()
    if not found:
        raise BadComponents(f"{file} has no folder of a game; it takes {', '.join(KINDS)}")
    return found


def _check_names(game: str, folder: Path) -> None:
    """Raises BadComponents for files that no game uses."""
    known = {path for kind in KINDS.values() for path in kind.FILES}
    own = ", ".join(name.partition("/")[2] for name in KINDS[game].FILES if name.startswith(f"{game}/"))
    unknown = [path for path in sorted(folder.iterdir()) if f"{game}/{path.name}" not in known]
    if unknown:
        raise BadComponents(*(Fault.at(path, f"no file of {game} has this name; it has {own}") for path in unknown))


def new_folder(game: str, folder: Path) -> list[Path]:
    """Makes a folder to fill in: a copy of the standard set, whose notes mark the values as the user's own."""
    _must_be_new(folder)
    written = []
    for path, text in standard(game).files.items():
        if path.startswith(f"{game}/"):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(_as_own(text), encoding="utf-8")
            written.append(folder / path)
    return written


def _as_own(text: str) -> str:
    """Replaces the notes of a component file: what they say about the source does not hold for edited values."""
    lines = dropwhile(lambda line: line.startswith("#"), text.splitlines(keepends=True))
    return "".join([OWN_NOTE, *lines])


def is_name(name: str) -> bool:
    """Returns whether a set can have this name."""
    return NAME.fullmatch(name) is not None and name != CUSTOM


def install(folder: Path, name: str, data: Path | None = None) -> dict[str, ComponentSet]:
    """Checks a folder or .zip file and copies it into the data folder, under a name."""
    if not is_name(name):
        raise BadComponents(
            f"{brief(name)} is not a valid set name: up to 40 of a-z, 0-9, - and _, starting with a letter"
        )
    found, target = check_folder(folder), data_folder(data) / FOLDER / name
    if target.exists():
        raise BadComponents(
            f"a set {name} already exists, in {target}; remove that folder first or choose another name"
        )
    if _is_zip(folder):
        write_files(unpacked(folder.read_bytes()), target)
    else:
        for game in found:
            shutil.copytree(folder / game, target / game)
    return {game: in_folder(game, target) for game in found}


def pack(choice: str, file: Path, data: Path | None = None) -> list[str]:
    """Checks an installed set or a folder and packs its files into a new .zip file; returns their paths."""
    own = data_folder(data) / FOLDER / choice
    folder = own if NAME.fullmatch(choice) and own.is_dir() else Path(choice)
    if file.exists():
        raise BadComponents(f"{file} already exists; name a new file")
    known = dict.fromkeys(path for game in check_folder(folder) for path in KINDS[game].FILES)
    texts = {path: text_of(folder / path) for path in known if (folder / path).exists()}
    file.write_bytes(packed(texts, folder.resolve().name))
    return list(texts)


def write_files(files: dict[str, str], folder: Path) -> None:
    """Writes component files into an empty or new folder."""
    _must_be_new(folder)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode())


def _must_be_new(folder: Path) -> None:
    """Checks that a folder is empty or does not exist yet."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadComponents(f"{folder} already exists; name a new or empty folder")


def listed(game: str, data: Path | None = None) -> list[tuple[str, ComponentSet]]:
    """Lists the sets of a game by name, the standard one first, and each with each variant."""
    first, installed = standard_name(game), installed_sets(game, data)
    names = [first, *(name for name in built_in_names(game) if name != first)]
    with_variants = {
        f"{name}{WITH}{each}": varied(own, each) for name, own in installed.items() for each in variants(game)
    }
    return [*((name, built_in(game, name)) for name in names), *installed.items(), *with_variants.items()]

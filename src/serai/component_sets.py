"""Which component values a record was played with, and those values themselves where they are somebody's own."""

from pathlib import Path
from typing import Any

from serai.notation.errors import brief
from serai.rules import components, games
from serai.rules.components import BUILT_IN, CUSTOM, DIGESTS, VARIABLE
from serai.strict_json import BadRecord, expect, same


def used_components(game: str) -> dict[str, str]:
    """Names the component values that this process plays a game with."""
    return {"set": components.set_name(game), "digest": components.digest(games.GAMES[game].VALUES)}


def component_files(game: str) -> dict[str, str]:
    """Returns the texts of the files that a game takes its values from, by path inside a component folder."""
    found = {path: components.text_of(components.find(*path.split("/"))) for path in file_names(game)}
    return dict(sorted(found.items()))


def file_names(game: str) -> list[str]:
    """Lists the files of a game; all games use the merchant cards of Spice Road."""
    own = (path.name for path in (BUILT_IN / game / components.standard_set(game)).iterdir())
    return sorted({"spice_road/merchant_cards.csv", *(f"{game}/{name}" for name in own)})


def recorded_components(game: str) -> dict[str, Any]:
    """Returns what a record says of component values: built-in ones are named, others travel with it."""
    used = used_components(game)
    return {**used, "files": component_files(game)} if used["set"] == CUSTOM else used


def check_components(game: str, found: Any, files: bool) -> None:
    """Sees that set and digest belong together, and that this process plays with these values, wherever they lie."""
    known = {"set", "digest", *(["files"] if files else [])}
    if not isinstance(found, dict) or not {"set", "digest"} <= found.keys() <= known:
        raise BadRecord(f"'components' are {brief(found)}, not an object with set and digest")
    _check_set(game, found["set"], found["digest"], strict=files)
    if "files" in found:
        check_files(game, found["files"])
    if not same(found["digest"], used_components(game)["digest"]):
        raise BadRecord(_how_to_play(game, found))


def _check_set(game: str, name: Any, digest: Any, strict: bool) -> None:
    """Compares a set with its digest; v0.1.0 gave the number of a set to values of which only some were its own."""
    sets = [*DIGESTS[game], CUSTOM]
    expect(
        isinstance(name, str) and name in sets, "components", f"name the set {brief(name)}; known: {', '.join(sets)}"
    )
    ours = DIGESTS[game].get(name, digest)
    others = [other for other, of_set in DIGESTS[game].items() if same(digest, of_set)]
    if not same(digest, ours) and (strict or others):
        whose = f"that of set {others[0]}" if others else "another one"
        raise BadRecord(f"'components' name set {name}, whose digest is {ours}, but give {brief(digest)}, {whose}")


def check_files(game: str, files: Any) -> dict[str, str]:
    """Returns component files by path, of which none leads anywhere else."""
    known = file_names(game)
    right = isinstance(files, dict) and files and all(isinstance(text, str) for text in files.values())
    expect(bool(right), "files", f"is {brief(files)}, not an object with the text of each component file")
    unknown = next((path for path in files if path not in known), None)
    expect(unknown is None, "files", f"has {brief(unknown)}; known: {', '.join(known)}")
    return dict(files)


def _how_to_play(game: str, found: dict[str, Any]) -> str:
    """Says that a record was played with other values, and how to play with those."""
    name, digest, ours = found["set"], found["digest"], used_components(game)
    built_in = DIGESTS[game].get(name)
    partly = "" if built_in in (None, digest) else f", which is not that of set {name} ({built_in})"
    if built_in == digest:
        how = f"play with them by `serai --components {name}` or {VARIABLE}={name}"
    elif "files" in found:
        how = "`serai unpack RECORD FOLDER` writes them into a folder, to be named by `serai --components FOLDER`"
    else:
        how = f"name the folder that it was played with by `serai --components FOLDER` or {VARIABLE}"
    return (
        f"'components' are set {name} with digest {brief(digest)}{partly}, but this process plays {game} with set "
        f"{ours['set']} ({ours['digest']}); {how}"
    )


def write_files(files: dict[str, str], folder: Path) -> None:
    """Writes component files into a folder that is empty or not there yet."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} is there already; name a folder that is not, or is empty")
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode())

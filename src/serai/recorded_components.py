"""The component set of a record: named if built in, else inside the record."""

from typing import Any

from serai.component_sets import with_digest
from serai.core.component_folders import DIGESTS, KINDS, built_in, with_files
from serai.core.component_set import CUSTOM, ComponentSet
from serai.core.components import BadComponents
from serai.core.notation.errors import brief
from serai.strict_json import BadRecord, expect, same


def components_of(game: str, found: Any, files: bool, own: ComponentSet | None = None) -> ComponentSet:
    """Returns the set that a record names or contains; `own` is the reader's set, for records without files."""
    known = {"set", "digest", *(["files"] if files else [])}
    if not isinstance(found, dict) or not {"set", "digest"} <= found.keys() <= known:
        raise BadRecord(f"'components' are {brief(found)}, not an object with set and digest")
    name, digest = found["set"], found["digest"]
    _check_set(game, name, digest, strict=files)
    brought_files = check_files(game, found["files"]) if "files" in found else None
    if same(digest, DIGESTS[game].get(name)):
        return built_in(game, name)
    if brought_files is not None:
        return _brought(game, digest, brought_files)
    return _at_hand(game, name, digest, own)


def _check_set(game: str, name: Any, digest: Any, strict: bool) -> None:
    """Compares a set with its digest; v0.1.0 gave a set's number to values that were only partly from that set."""
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
    """Returns component files by path; checks that no path leads elsewhere."""
    known = KINDS[game].FILES
    right = isinstance(files, dict) and files and all(isinstance(text, str) for text in files.values())
    expect(bool(right), "files", f"is {brief(files)}, not an object with the text of each component file")
    unknown = next((path for path in files if path not in known), None)
    expect(unknown is None, "files", f"has {brief(unknown)}; known: {', '.join(known)}")
    return dict(files)


def _brought(game: str, digest: Any, files: dict[str, str]) -> ComponentSet:
    """Returns the set made of a record's files, which must match its digest."""
    try:
        brought = with_files(game, files)
    except BadComponents as error:
        raise BadRecord(f"'files' cannot be played with: {error}") from None
    expect(same(digest, brought.digest), "digest", f"is {brief(digest)}, but that of its files is {brought.digest}")
    return brought


def _at_hand(game: str, name: str, digest: Any, own: ComponentSet | None) -> ComponentSet:
    """Returns the set that a record without files names by its digest, if available."""
    if own is not None and own.game == game and same(digest, own.digest):
        return own
    installed = with_digest(game, digest) if isinstance(digest, str) else None
    if installed is not None:
        return installed
    raise BadRecord(
        f"'components' are set {name} with digest {brief(digest)}, which is neither built in nor installed, and the "
        "record does not bring its files; name the folder that it was played with by --components FOLDER, or install "
        "it by `serai components install FOLDER NAME`"
    )

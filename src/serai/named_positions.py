"""Which component set a position is of: its first line names the set, unless it is the oldest of the game."""

from serai.component_sets import with_digest
from serai.core.component_folders import built_in, built_in_names, original
from serai.core.component_set import CUSTOM, ComponentSet
from serai.core.messages import brief
from serai.core.notation import BadPosition

MARK = ", set "


def named(text: str, pieces: ComponentSet) -> str:
    """Adds the set to the first line of a position, unless it is the oldest one."""
    head, end, lines = text.partition("\n")
    return text if pieces is original(pieces.game) else f"{head}{MARK}{_name(pieces)}{end}{lines}"


def bare(text: str, pieces: ComponentSet) -> str:
    """Returns a position without the set that it names; raises BadPosition if that is another one than given."""
    rest, name = _split(text)
    if name is not None and name != _name(pieces):
        raise BadPosition(f"line 1: the position is of set {brief(name)}, but it is read with set {_name(pieces)}")
    return rest


def pieces_of(game: str, text: str) -> ComponentSet:
    """Returns the set that a position names, the oldest if it names none; raises BadPosition for an unknown one."""
    _, name = _split(text)
    if name is None:
        return original(game)
    if name in built_in_names(game):
        return built_in(game, name)
    kind, _, digest = name.partition(" ")
    found = with_digest(game, digest) if kind == CUSTOM else None
    if found is None:
        raise BadPosition(f"line 1: there is no component set {brief(name)} of {game} here; give it by components=")
    return found


def _name(pieces: ComponentSet) -> str:
    """Returns what identifies a set: the name of a built-in one, for others the digest too."""
    return f"{CUSTOM} {pieces.digest}" if pieces.name == CUSTOM else pieces.name


def _split(text: str) -> tuple[str, str | None]:
    """Splits a position into the text without a set and the name of the set, None if it names none."""
    head, end, lines = text.lstrip().partition("\n")
    players, mark, name = head.partition(MARK)
    return (players + end + lines, name.strip()) if mark else (text, None)

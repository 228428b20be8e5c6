"""Where component sets are found: in the package, and in the user's own folders."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from serai.core.component_set import CUSTOM, ComponentSet, once_per_set, shared
from serai.core.components import BadComponents, Fault, Faults, Files
from serai.core.messages import brief
from serai.core.registry import SPECS, OfGames

KINDS: Mapping[str, type[ComponentSet]] = OfGames(lambda spec: spec.part("components").KIND)
DIGESTS: Mapping[str, Mapping[str, str]] = OfGames(lambda spec: spec.sets)
WITH = "+"  # between the names of a set and of a variant


def sets_folder(game: str) -> Path:
    """Returns the folder of the sets that come with a game."""
    return SPECS[game].folder / "components"


@cache
def built_in_sets(game: str) -> tuple[str, ...]:
    """Lists the numbers of a game's built-in sets, oldest first."""
    return tuple(sorted((path.name for path in sets_folder(game).iterdir() if path.name.isdigit()), key=int))


@cache
def variants(game: str) -> Mapping[str, Path]:
    """Returns the variants of a game's varied file by name; they fit every set."""
    varied = SPECS[game].varied
    folder = sets_folder(game) / Path(varied or "").stem
    return {path.stem: path for path in sorted(folder.glob(f"*{Path(varied).suffix}"))} if varied else {}


@cache
def built_in_names(game: str) -> tuple[str, ...]:
    """Lists the names of the built-in sets, and of each with each variant."""
    sets = built_in_sets(game)
    return (*sets, *(f"{name}{WITH}{variant}" for name in sets for variant in variants(game)))


def standard_name(game: str) -> str:
    """Returns the number of a game's default set."""
    return SPECS[game].standard


def standard(game: str) -> ComponentSet:
    """Returns a game's default set."""
    return built_in(game, standard_name(game))


def original(game: str) -> ComponentSet:
    """Returns the set meant where files, views or tasks name none, whatever the default has become: the oldest one."""
    return built_in(game, built_in_sets(game)[0])


@cache
def built_in(game: str, name: str) -> ComponentSet:
    """Returns a built-in set by its name; files of other games come from their oldest sets."""
    if name not in built_in_names(game):
        raise BadComponents(
            f"there is no component set {brief(name)} of {game}; there are: {', '.join(built_in_names(game))}"
        )
    number, _, variant = name.partition(WITH)
    found = {path: _package_path(game, number, path) for path in KINDS[game].FILES}
    return shared(KINDS[game], name, _files(game, found | _variant_file(game, variant)))


def _variant_file(game: str, variant: str) -> dict[str, Path]:
    """Returns the file that a variant replaces, none for no variant."""
    return {f"{game}/{SPECS[game].varied}": variants(game)[variant]} if variant else {}


def varied(pieces: ComponentSet, variant: str) -> ComponentSet:
    """Returns a custom set with a variant of its varied file."""
    found = _variant_file(pieces.game, variant)
    texts = {path: text_of(where) for path, where in found.items()}
    return shared(KINDS[pieces.game], CUSTOM, Files({**pieces.files, **texts}, found))


@once_per_set
def variant_of(pieces: ComponentSet) -> str | None:
    """Returns the variant that a set is played with, None for a file of its own."""
    text = pieces.files.get(f"{pieces.game}/{SPECS[pieces.game].varied}")
    return next((name for name, path in variants(pieces.game).items() if text_of(path) == text), None)


def _package_path(game: str, name: str, path: str) -> Path:
    """Returns the path of a file of a built-in set."""
    owner, _, file = path.partition("/")
    return sets_folder(owner) / (name if owner == game else built_in_sets(owner)[0]) / file


def in_folder(game: str, folder: Path) -> ComponentSet:
    """Returns the set in a folder; missing files, even all of them, come from the oldest set."""
    if not folder.is_dir():
        raise BadComponents(f"{folder} is not a folder; give a folder with {game}/*.csv in it")
    own = {path: folder / path for path in KINDS[game].FILES if _is_there(folder / path)}
    if not own:
        return original(game)
    name = built_in_sets(game)[0]
    files = _files(game, {path: _package_path(game, name, path) for path in KINDS[game].FILES} | own)
    found = shared(KINDS[game], CUSTOM, files)
    found.check(files)
    return found


def _is_there(path: Path) -> bool:
    """Returns whether a file exists, even an unreadable one or a broken link."""
    return path.exists() or path.is_symlink()


def with_files(game: str, texts: Mapping[str, str]) -> ComponentSet:
    """Returns the set of files given as texts by path, as in records and tables; the rest is of the oldest set."""
    return shared(KINDS[game], CUSTOM, {**original(game).files, **texts})


def _files(game: str, found: Mapping[str, Path]) -> Files:
    """Reads the files found."""
    texts, faults = dict[str, str](), Faults()
    for path, where in found.items():
        with faults:
            texts[path] = text_of(where)
    faults.report()
    return Files(texts, found)


def text_of(path: Path) -> str:
    """Reads a text file."""
    try:
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise BadComponents(Fault.at(path, f"it cannot be read: {error.strerror}")) from None
    except UnicodeDecodeError as error:
        raise BadComponents(Fault.at(path, f"byte {error.start + 1} is not UTF-8 text")) from None

"""Component sets as folders in one .zip file, in the form that `serai components check` and `install` take."""

import io
import zipfile
from collections.abc import Mapping

from serai.core.component_folders import KINDS, standard
from serai.core.component_set import ComponentSet
from serai.web.refusals import FolderTooLarge, NotText, NoZip, UnknownFile

LARGEST_FOLDER = 256 * 1024
MOST_ENTRIES = 100
LONGEST_SHOWN = 60
UNIX = 3
PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
AT = (2000, 1, 1, 0, 0, 0)


def packed(pieces: ComponentSet, name: str) -> bytes:
    """Packs a set: NAME/GAME/FILE. A file that belongs to another game and is standard there is left out."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as folder:
        for path, text in pieces.files.items():
            if path.startswith(f"{pieces.game}/") or text != standard(pieces.game).files[path]:
                entry = zipfile.ZipInfo(f"{name}/{path}", AT)
                entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, UNIX, 0o644 << 16
                folder.writestr(entry, text)
    return written.getvalue()


def unpacked(data: bytes) -> dict[str, str]:
    """Reads the component files in a .zip file, by path; reads little of what is large, and nothing else."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as folder:
            if len(folder.filelist) > MOST_ENTRIES:
                raise FolderTooLarge(most=LARGEST_FOLDER // 1024)
            return _texts(folder, {path: entry for entry in folder.filelist if (path := _path(entry))})
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, EOFError, OSError):
        raise NoZip from None


def _path(entry: zipfile.ZipInfo) -> str:
    """Returns the path of a component file, with or without a folder around it; empty for what systems add."""
    name = entry.filename
    parts = name.split("/")
    if entry.is_dir() or parts[0] == "__MACOSX" or parts[-1].startswith("."):
        return ""
    known = {path for kind in KINDS.values() for path in kind.FILES}
    found = next((path for path in ("/".join(parts), "/".join(parts[1:])) if path in known), "")
    if not found:
        raise UnknownFile(file=name[:LONGEST_SHOWN])
    return found


def _texts(folder: zipfile.ZipFile, entries: Mapping[str, zipfile.ZipInfo]) -> dict[str, str]:
    """Reads files as text; what a file says about its size is not believed."""
    left, found = LARGEST_FOLDER, {}
    for path, entry in entries.items():
        if entry.compress_type not in PLAIN or entry.flag_bits & 1:
            raise NoZip
        with folder.open(entry) as file:
            data = file.read(left + 1)
        left -= len(data)
        if left < 0:
            raise FolderTooLarge(most=LARGEST_FOLDER // 1024)
        try:
            found[path] = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise NotText(file=path) from None
    return found

"""Component sets as folders in one .zip file: NAME/GAME/FILE, with or without NAME."""

import io
import zipfile
import zlib
from collections.abc import Mapping

from serai.core.component_folders import KINDS, original
from serai.core.component_set import ComponentSet
from serai.core.components import BadComponents
from serai.core.messages import brief

LARGEST_FOLDER = 256 * 1024
MOST_ENTRIES = 100
LONGEST_SHOWN = 60
UNIX = 3
PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
UNREADABLE = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error),
    *(NotImplementedError, RuntimeError, EOFError, OSError, UnicodeDecodeError),
)
AT = (2000, 1, 1, 0, 0, 0)


class BadZip(BadComponents):
    """A .zip file that cannot be read: `code` and `values` are for pages, which say why in their own words."""

    def __init__(self, code: str, text: str, **values: object) -> None:
        """Takes the message, and what names the reason."""
        super().__init__(text)
        self.code, self.values = code, values


def packed(files: Mapping[str, str], name: str) -> bytes:
    """Packs component files into a folder; the same files give the same bytes."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as folder:
        for path, text in files.items():
            entry = zipfile.ZipInfo(f"{name}/{path}", AT)
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, UNIX, 0o644 << 16
            folder.writestr(entry, text)
    return written.getvalue()


def own_files(pieces: ComponentSet) -> dict[str, str]:
    """Returns the files that a folder of a set needs, without unchanged ones that belong to another game."""
    usual = original(pieces.game).files
    return {
        path: text for path, text in pieces.files.items() if path.startswith(f"{pieces.game}/") or text != usual[path]
    }


def unpacked(data: bytes) -> dict[str, str]:
    """Reads the component files in a .zip file, by path; reads little of what is large, and nothing else."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as folder:
            if len(folder.filelist) > MOST_ENTRIES:
                raise _too_large()
            return _texts(folder, {path: entry for entry in folder.filelist if (path := _path(entry))})
    except UNREADABLE:
        raise _no_zip() from None


def _no_zip() -> BadZip:
    """Returns the error of a file that is no .zip file, or one in a form that few programs write."""
    return BadZip("no_zip", "this is not a .zip file that can be read; pack the folder again, without a password")


def _too_large() -> BadZip:
    """Returns the error of a folder with too much in it."""
    most = LARGEST_FOLDER // 1024
    text = f"the folder is larger than {most} KiB or has over {MOST_ENTRIES} files; pack only the files of one set"
    return BadZip("folder_too_large", text, most=most)


def _path(entry: zipfile.ZipInfo) -> str:
    """Returns the path of a component file, with or without a folder around it; empty for what systems add."""
    name = entry.filename
    parts = name.split("/")
    if entry.is_dir() or parts[0] == "__MACOSX" or parts[-1].startswith("."):
        return ""
    known = {path for kind in KINDS.values() for path in kind.FILES}
    found = next((path for path in ("/".join(parts), "/".join(parts[1:])) if path in known), "")
    if not found:
        raise BadZip("unknown_file", f"{brief(name)}: no game has such a file", file=name[:LONGEST_SHOWN])
    return found


def _texts(folder: zipfile.ZipFile, entries: Mapping[str, zipfile.ZipInfo]) -> dict[str, str]:
    """Reads files as text; what a file says about its size is not believed."""
    left, found = LARGEST_FOLDER, {}
    for path, entry in entries.items():
        if entry.compress_type not in PLAIN or entry.flag_bits & 1:
            raise _no_zip()
        with folder.open(entry) as file:
            data = file.read(left + 1)
        left -= len(data)
        if left < 0:
            raise _too_large()
        try:
            found[path] = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise BadZip("not_text", f"{path} is not UTF-8 text; save it again as plain text", file=path) from None
    return found

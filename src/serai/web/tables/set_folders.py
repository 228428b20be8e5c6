"""Component sets as .zip folders that visitors send; what is wrong with one becomes a refusal."""

from serai.core import component_zips
from serai.core.component_zips import BadZip
from serai.web.refusals import FolderTooLarge, NotText, NoZip, Refused, UnknownFile

REFUSALS: dict[str, type[Refused]] = {kind.code: kind for kind in (NoZip, FolderTooLarge, UnknownFile, NotText)}


def unpacked(data: bytes) -> dict[str, str]:
    """Reads the component files in a .zip file, by path."""
    try:
        return component_zips.unpacked(data)
    except BadZip as error:
        raise REFUSALS[error.code](**error.values) from None

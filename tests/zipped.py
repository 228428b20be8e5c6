"""Makes .zip files for tests."""

import io
import zipfile
from collections.abc import Mapping


def zipped(files: Mapping[str, str | bytes], kind: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Packs files."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", kind) as folder:
        for path, text in files.items():
            folder.writestr(path, text)
    return written.getvalue()

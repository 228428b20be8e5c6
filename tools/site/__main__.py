"""Builds the documentation site and checks it: `python -m tools.site [FOLDER]`."""

import sys
import tempfile
from pathlib import Path

from sphinx.cmd.build import build_main

from tools.site import checks, llms, repairs
from tools.site.navigation import DOCS, ROOT


def build(site: Path) -> list[str]:
    """Builds the site into a folder; returns what is wrong with it."""
    with tempfile.TemporaryDirectory() as read:
        options = ["--quiet", "--fail-on-warning", "-c", str(Path(__file__).parent), "-d", read]
        if build_main([*options, "-b", "html", str(DOCS), str(site)]):
            return ["Sphinx found the faults above"]
        reference = [str(file) for file in sorted((DOCS / "api").glob("*.md"))]
        if build_main([*options, "-b", "text", str(DOCS), str(site), *reference]):
            return ["Sphinx found the faults above"]
    llms.write(site)
    repairs.repair(site)
    return [*checks.faults(site), *llms.faults(site)]


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build/site"
    found = build(folder)
    print("\n".join(found) or f"site: {len(list(folder.rglob('*.html')))} pages in {folder}")
    sys.exit(bool(found))

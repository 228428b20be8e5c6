"""Writes llms.txt, the contents of the site for language models, and each page as text beside its HTML."""

import re
from collections.abc import Iterator
from pathlib import Path

from tools.site import navigation
from tools.site.navigation import DOCS

ENTRY = re.compile(r"^- \[([^\]]+)\]\(([\w./-]+)\.md\)\\?\n  (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\(([\w./-]+\.(?:md|txt))\)")


def write(site: Path) -> None:
    """Writes llms.txt and the pages; those of the reference are written by Sphinx, from the docstrings."""
    home = (DOCS / "index.md").read_text(encoding="utf-8")
    title, summary, _ = home.split("\n\n", 2)
    lines = [title, "", "> " + summary.replace("\n", " ")]
    pieces = navigation.SECTION.split(home)
    for section, body in zip(pieces[1::2], pieces[2::2], strict=True):
        lines += ["", f"## {section}", ""]
        lines += [f"- [{name}]({page}.md): {text}" for name, page, text in ENTRY.findall(body)]
        lines += [f"- [{name}](api/{page}.txt)" for name, page in reference() if "api/index" in body]
    (site / "llms.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for file in sorted(DOCS.rglob("*.md")):
        page = file.relative_to(DOCS)
        (site / page).parent.mkdir(parents=True, exist_ok=True)
        text = file.read_text(encoding="utf-8")
        (site / page).write_text(navigation.plain(page.with_suffix("").as_posix(), text), encoding="utf-8")


def reference() -> list[tuple[str, str]]:
    """Lists title and name of each page of the reference."""
    return navigation.PAGE_LINK.findall((DOCS / "api/index.md").read_text(encoding="utf-8"))


def faults(site: Path) -> Iterator[str]:
    """Says what is wrong with llms.txt."""
    linked = LINK.findall((site / "llms.txt").read_text(encoding="utf-8"))
    yield from (f"llms.txt links to {link}, which does not exist" for link in linked if not (site / link).is_file())

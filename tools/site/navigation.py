"""Makes a site out of pages that are plain Markdown: their order, and links that only a code host follows."""

import os
import re
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
HOME, PARENTS = "index", ("index", "README")
BESIDE = {"contributing": "CONTRIBUTING.md", "changes": "CHANGELOG.md", "reporting": "SECURITY.md"}
PLAYED = {f"play/{path.parent.name}": path for path in sorted((ROOT / "src/serai/games").glob("*/rules.md"))}
ELSEWHERE = {page: ROOT / name for page, name in BESIDE.items()} | PLAYED
PAGE_LINK = re.compile(r"\[([^\]]+)\]\(([\w./-]+)\.md\)")
LINK = re.compile(r"\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)")
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)


def source(page: str, text: str) -> str:
    """Returns what the site builds a page from."""
    return with_contents(page, plain(page, text))


def plain(page: str, text: str) -> str:
    """Returns the Markdown of a page: that of another file, where the page only points to it."""
    file = ELSEWHERE.get(page)
    text = text if file is None else file.read_text(encoding="utf-8")
    folder = (DOCS / page).parent
    return LINK.sub(lambda link: _link(link, folder, file.parent if file else folder), text)


def _link(link: re.Match[str], folder: Path, written_in: Path) -> str:
    """Writes a link for the site: to the page of a file, and to the README of a folder."""
    target = (written_in / link[1]).resolve()
    target = target / "README.md" if (target / "README.md").is_file() else target
    pages = {file: (DOCS / page).with_suffix(".md") for page, file in ELSEWHERE.items()}
    return f"]({Path(os.path.relpath(pages.get(target, target), folder)).as_posix()}{link[2] or ''})"


def with_contents(page: str, text: str) -> str:
    """Adds the contents to a page that lists others; on the home page each section is a group."""
    if page == HOME:
        pieces = SECTION.split(text)
        groups = [contents(page, below, name) for name, below in zip(pieces[1::2], pieces[2::2], strict=True)]
        return "\n".join([text, *groups])
    return text + contents(page, text) if PurePosixPath(page).name in PARENTS else text


def contents(page: str, text: str, caption: str = "") -> str:
    """Returns the table of contents of a page or group: the pages it links to, in its own folder or below."""
    linked = {page: title for title, page in PAGE_LINK.findall(text) if not page.startswith("../")}
    own = [f"{' '.join(title.split()).replace('`', '')} <{page}>" for page, title in linked.items()]
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["", "", "```{toctree}", *options, "", *own, "```", ""]) if own else ""

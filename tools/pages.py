"""Writes the generated pages of docs/ anew: `make docs`; a test fails when one is out of date."""

from pathlib import Path

from serai.notation import NOTATIONS
from serai.rules import components, games

DOCS = Path(__file__).parents[1] / "docs"


def actions_page(game: str) -> str:
    """Writes the action numbers of a game, block by block."""
    rules, texts = games.GAMES[game], NOTATIONS[game].all_decisions()
    lines = [
        f"# Action numbers of `{game}`",
        "",
        "Generated from the code by `make docs`. Numbers count from 0 and are never changed; blocks have room for more "
        "cards than the built-in sets hold, so a component set of your own keeps the numbers of everything else.",
        f"A mask of legal actions has {rules.WORDS} words of 64 bits; action *a* is bit *a* mod 64 of word *a* // 64.",
        "",
        "| block | numbers | room | used |",
        "|---|---|---|---|",
    ]
    for block, (verb, room) in rules.BLOCKS.items():
        used = sum(block <= action < block + room for action in texts)
        lines.append(f"| {verb} | {block}–{block + room - 1} | {room} | {used} |")
    lines += ["", f"With component set {components.set_name(game)}:", "", "| number | decision |", "|---|---|"]
    lines += [f"| {action} | `{text}` |" for action, text in texts.items()]
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """Returns every generated page with its text."""
    return {DOCS / "actions" / f"{game}.md": actions_page(game) for game in games.GAMES}


def main() -> None:
    """Writes all pages."""
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(DOCS.parent))


if __name__ == "__main__":
    main()

"""Renders a table page without a server: `python -m tools.stage spice_road pay --players 3 --shots 1440 390-dark`.

Plays bots until the viewer's seat is asked the given question, writes the page and, with --shots,
pictures at three sizes in both themes.
"""

import argparse
from pathlib import Path

from serai.bots import ask, make
from serai.core.views.states import Steps
from serai.game import Game
from serai.web.drawing import render
from serai.web.drawing.scene import Scene, Sitter

SIZES = {"1440": (1440, 900), "1024": (1024, 768), "390": (390, 844)}


def scene_at(name: str, phase: str, players: int, seed: int, after: int, seat: int = 0) -> Scene:
    """Plays bots until a seat is asked a question in a phase; `wait` means that another seat is asked."""
    game = Game.new(name, players, seed=seed)
    bots = [make("novice") if place % 2 else make("trader") for place in range(players)]
    while not game.over:
        mine = game.seat == seat
        if len(game.decisions()) >= after and (
            (phase == "wait" and not mine) or (mine and game.view(seat)["phase"] == phase)
        ):
            break
        game.play(ask(bots[game.seat], game, len(game.decisions())))
    names = ["Ada", "Friend", "Planner", "Trader", "Master"]
    sitters = tuple(
        Sitter(place, names[place], "guest" if place < 2 else "bot", None if place < 2 else "planner", place == seat)
        for place in range(players)
    )
    return Scene(
        "abc123",
        len(game.decisions()) + players + 1,
        game.view(seat),
        seat,
        sitters,
        Steps(game.components, game.values, game.steps()),
        fresh=1,
        can_undo=game.can_undo(seat),
        can_takeback=True,
        may_hint=True,
        components=game.components,
    )


def main() -> None:
    """Writes the page, and pictures of it if requested."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("phase")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--after", type=int, default=40)
    parser.add_argument("--language", default="en")
    parser.add_argument("--out", type=Path, default=Path("build/stage"))
    parser.add_argument("--shots", nargs="*", choices=[*SIZES, *(f"{size}-dark" for size in SIZES)])
    given = parser.parse_args()
    scene = scene_at(given.game, given.phase, given.players, given.seed, given.after)
    given.out.mkdir(parents=True, exist_ok=True)
    render.copy_static(given.out / "static")
    html = render.table_page(scene, given.language)
    page = given.out / f"{given.game}-{given.phase}-{given.players}-{given.language}.html"
    page.write_text(html.replace('"/static/', '"static/'), encoding="utf-8")
    print(page)
    if given.shots is not None:
        shoot(page, given.shots or list(SIZES))


def shoot(page: Path, shots: list[str]) -> None:
    """Takes pictures with Debian's Chromium."""
    from playwright.sync_api import sync_playwright

    from tools.chromium import launch

    with sync_playwright() as play:
        browser = launch(play)
        for shot in shots:
            width, height = SIZES[shot.removesuffix("-dark")]
            tab = browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme="dark" if shot.endswith("-dark") else "light",
                device_scale_factor=2 if width < 500 else 1,
            )
            tab.goto(page.resolve().as_uri())
            tab.wait_for_timeout(300)
            path = page.with_name(f"{page.stem}-{shot}.png")
            tab.screenshot(path=path)
            print(path)
        browser.close()


if __name__ == "__main__":
    main()

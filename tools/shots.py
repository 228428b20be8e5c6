"""Takes the README's screenshots: `make shots` seats people and bots on a real server and writes docs/shots/.

Positions come from games that bots play from fixed seeds, so that the pictures change only when the pages do.
"""

import base64
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from serai.game import Game
from tests.browser.people import PHONE, Person, Watch
from tests.browser.tables import Book, dealt, play_on
from tests.web.servers import Served, served
from tools.chromium import launch
from tools.pictures import Pixels, small_png

FOLDER = Path("docs/shots")
LARGEST = 350_000
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
PIXELS = """async picture => {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data, width, height } = pen.getImageData(0, 0, image.width, image.height);
  let text = "";
  for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
  return { data: btoa(text), width, height };
}"""


@dataclass(frozen=True)
class Shot:
    """One picture of a table: the game, how far it has progressed, and what is asked."""

    name: str
    game: str
    players: int
    seed: int
    after: int
    phase: str = "turn"
    scheme: str = "light"
    phone: bool = False
    hint: bool = False
    bot: str = "planner:100n"


SHOTS = [
    Shot("spice-road", "spice_road", 4, 14, 185),
    Shot("sand-to-sea", "sand_to_sea", 4, 5, 220),
    Shot("east-to-west", "east_to_west", 3, 58, 109, bot="novice"),
    Shot("spice-road-dark", "spice_road", 3, 11, 80, scheme="dark", hint=True),
    Shot("spice-road-phone", "spice_road", 3, 4, 60, phase="upgrade", phone=True),
    Shot("sand-to-sea-phone", "sand_to_sea", 3, 6, 150, scheme="dark", phone=True),
]


def position(shot: Shot) -> Game:
    """Plays bots until the required question is asked."""
    game = dealt(shot.game, shot.seed, shot.players)
    while len(game.decisions()) < shot.after or game.view(game.seat)["phase"] != shot.phase:
        play_on(game, shot.bot)
    return game


class Studio:
    """A server, a browser, and the people in the pictures."""

    def __init__(self, server: Served, browser: Browser) -> None:
        """Stores server and browser."""
        self.browser, self.address = browser, server.address
        self.book, self.watch = Book(server.log.parent / "serai.db"), Watch(server.address)

    def person(self, name: str, **given: Any) -> Person:
        """Opens the site as a new person."""
        return Person(self.browser, self.address, self.book, self.watch, name, **given)

    def company(self, ada: Person, game: Game) -> list[str]:
        """Fills the seats: the person at the deciding seat, friends and bots at the others."""
        others = iter([self.person("Ben").id, "planner", "trader"])
        return [ada.id if seat == game.seat else next(others) for seat in range(game.players)]

    def table(self, shot: Shot) -> None:
        """Takes the picture of a table."""
        size = PHONE if shot.phone else DESK
        ada = self.person("Ada", color_scheme=shot.scheme, **size)
        game = position(shot)
        page = ada.open(self.book.table(game, self.company(ada, game)))
        if shot.hint:
            page.locator("#do-hint").click()
            page.locator("#hint-panel").wait_for()
        self.take(page, shot.name)

    def home(self) -> None:
        """Takes the picture of the home page of a person with a few tables."""
        ada = self.person("Ada", color_scheme="light", **DESK)
        for name, seed, after in (("sand_to_sea", 2, 60), ("east_to_west", 5, 40)):
            game = position(Shot("", name, 3, seed, after))
            self.book.table(game, self.company(ada, game))
        self.finished(ada)
        ada.page.goto("/")
        self.take(ada.page, "home")

    def finished(self, ada: Person) -> None:
        """Takes the picture of a result; the last turn is played on the page."""
        game = dealt("spice_road", 2, 3)
        while not game.over:
            before = game.to_json()
            play_on(game)
        last, game = game.decisions()[-1], Game.from_json(before)
        page = ada.open(self.book.table(game, self.company(ada, game)))
        page.locator(f'#table [name=decision][value="{last}"]').first.click()
        page.get_by_role("button", name="See the result").click()
        page.locator("table.score").wait_for()
        self.take(page, "finished")

    def take(self, page: Page, name: str) -> None:
        """Writes a picture once fonts are loaded and nothing moves."""
        page.evaluate("document.fonts.ready")
        page.evaluate("document.activeElement.blur()")
        page.mouse.move(0, 0)
        page.wait_for_timeout(400)
        path = FOLDER / f"{name}.png"
        path.write_bytes(small_png(self.pixels(page.screenshot(animations="disabled"))))
        print(f"{path}: {path.stat().st_size // 1000} kB")
        if path.stat().st_size > LARGEST:
            raise SystemExit(f"{path} is larger than {LARGEST // 1000} kB")

    def pixels(self, picture: bytes) -> Pixels:
        """Decodes a picture in the browser."""
        page = self.browser.new_page()
        told = page.evaluate(PIXELS, base64.b64encode(picture).decode())
        page.close()
        flat = np.frombuffer(base64.b64decode(told["data"]), np.uint8)
        return flat.reshape(told["height"], told["width"], 4)[:, :, :3]


def main() -> None:
    """Takes all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        served(Path(data), "--workers", "1") as server,
        sync_playwright() as play,
    ):
        browser = launch(play)
        studio = Studio(server, browser)
        studio.home()
        for shot in SHOTS:
            studio.table(shot)
        studio.watch.check()
        browser.close()


if __name__ == "__main__":
    main()

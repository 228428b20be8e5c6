"""Positions for every question of a game: the fullest of a golden playthrough, and one for every other verb."""

import copy
import itertools
from collections import Counter
from collections.abc import Iterator

from serai.core.component_folders import original
from serai.core.views.states import Steps
from serai.game import Game
from serai.web.drawing.scene import Hint, Scene, Sitter
from tools.golden import FOLDER, SEED

TRIED = 12
BOTS = (None, None, "planner", "trader", "master")


def playthrough(name: str, players: int) -> tuple[list[list[str]], list[str]]:
    """Reads a golden playthrough: what was legal, and what was decided."""
    lines = (FOLDER / f"{name}_{players}.txt").read_text(encoding="utf-8").splitlines()
    legal = [line.removeprefix("? ").split(", ") for line in lines if line.startswith("? ")]
    return legal, [line.removeprefix("! ") for line in lines if line.startswith("! ")]


def over(name: str, players: int = 3) -> Game:
    """Replays a golden playthrough to its end."""
    game = Game.new(name, players, seed=SEED, components=original(name))
    for decision in playthrough(name, players)[1]:
        game.play(decision)
    return game


def verbs(decisions: list[str]) -> frozenset[str]:
    """Returns what kinds of decisions there are."""
    return frozenset(decision.split()[0] for decision in decisions)


def fullest(legal: list[list[str]]) -> Iterator[int]:
    """Yields where each set of verbs offers the most decisions; several questions may have the same verbs."""
    tried = Counter[frozenset[str]]()
    for count, decisions in sorted(enumerate(legal), key=lambda each: -len(each[1])):
        tried[verbs(decisions)] += 1
        if tried[verbs(decisions)] <= TRIED:
            yield count


def at(whole: Game, count: int) -> Game:
    """Returns a game as it was after some decisions."""
    game = copy.copy(whole)
    game.rewind(count)
    return game


def positions(whole: Game) -> Iterator[tuple[str, Game]]:
    """Yields the fullest position of each question of a playthrough, and named by its verb one for each other verb."""
    legal = playthrough(whole.name, whole.players)[0]
    asked = {count: question(at(whole, count)) for count in fullest(legal)}
    seen = dict[str, frozenset[str]]()
    for count, phase in asked.items():
        if phase not in seen:
            seen[phase] = verbs(legal[count])
            yield phase, at(whole, count)
    for count, phase in sorted(asked.items(), key=lambda each: -len(verbs(legal[each[0]]))):
        if new := verbs(legal[count]) - seen[phase]:
            seen[phase] |= new
            yield f"{phase}-{min(new)}", at(whole, count)


def question(game: Game) -> str:
    """Returns the phase of the question that a game asks."""
    return str(game.view(game.seat)["phase"])


def turn_of(whole: Game) -> Game:
    """Returns the fullest position of a playthrough in which a player chooses an action."""
    games = (at(whole, count) for count in fullest(playthrough(whole.name, whole.players)[0]))
    return next(game for game in games if question(game) == "turn")


def advice(whole: Game, game: Game, most: int = 4) -> Hint:
    """Returns the turns that the player of a position takes in the playthrough, as a hint."""
    coming = whole.steps()[len(game.decisions()) :]
    turns = [(seat, [step.text for step in steps]) for seat, steps in itertools.groupby(coming, lambda step: step.seat)]
    return Hint([texts for seat, texts in turns if seat == game.seat][:most], 61.0, "grandmaster", 0.37)


def scene(game: Game, seat: int, names: tuple[str, ...]) -> Scene:
    """Returns what a seat sees; every other seat but one is a bot's."""
    sitters = tuple(
        Sitter(at, names[at], "bot" if BOTS[at] else "guest", BOTS[at], at == seat, you=at == seat)
        for at in range(game.players)
    )
    return Scene(
        "abc123",
        len(game.decisions()) + game.players + 1,
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

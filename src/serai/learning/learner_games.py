"""Games in which a learner decides for one seat, or for all; the basis of the environments."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from serai.bots import Bot
from serai.bots.base import Question, posed
from serai.bots.random_bot import RandomBot
from serai.core.component_set import ComponentSet
from serai.core.notation import IllegalAction
from serai.core.notation.errors import brief
from serai.core.observation.layouts import Floats
from serai.core.records import boxed
from serai.learning.episodes import (
    AWAITED,
    DECISIONS,
    DRAWN,
    EPISODE,
    FACTS,
    LEARNER,
    NO_DECISION,
    SEATING,
    UNKNOWN,
    Facts,
    Illegal,
    Log,
    Marks,
    open_games,
    play_on,
    show_one,
)
from serai.learning.stepping import Actions
from serai.learning.vector_env import VectorGames

RAISE = "raise"
ILLEGAL = {"forfeit": Illegal.FORFEIT, "random": Illegal.RANDOM, RAISE: Illegal.RANDOM}
FIRST_LOG = 4096


def check_illegal(name: str) -> str:
    """Checks the name of what an illegal action does."""
    if not isinstance(name, str) or name not in ILLEGAL:
        raise ValueError(f"illegal is {brief(name)}; there are: {', '.join(ILLEGAL)}")
    return name


class LearnerGames:
    """Games stepped by the decisions of a learner; every array is overwritten by the next step."""

    def __init__(
        self,
        game: str,
        players: int,
        count: int = 1,
        *,
        learner: int = DRAWN,
        bots: Sequence[Bot] = (),
        illegal: str = RAISE,
        restarts: bool = False,
        logged: bool = False,
        rounds: int | None = None,
        reward: str = "win",
        every_step: bool = False,
        components: ComponentSet | Path | str | None = None,
    ) -> None:
        """Allocates everything; `deal` deals.

        `bots` sit clockwise after the learner: those that decide at random do so in compiled code, others are asked.
        """
        self.tables = VectorGames(
            game, players, count, rounds=rounds, reward=reward, every_step=every_step, components=components
        )
        self.illegal = check_illegal(illegal)
        self.bots = list(bots)
        self.scales: Floats = self.tables.layout.scales()
        self.features: Floats = np.zeros((count, self.tables.layout.size), np.float32)
        self.finals: Floats = np.zeros((count if restarts else 1, self.tables.layout.size), np.float32)
        self.marks: Marks = np.zeros((count, self.tables.actions), np.int8)
        self.facts: Facts = np.zeros((count, FACTS), np.int32)
        self.log: Log = np.zeros(FIRST_LOG if logged else 0, np.int16)
        self._logged = logged
        self._seating = np.zeros(1, SEATING)
        self._seating["illegal"], self._seating["restarts"] = ILLEGAL[self.illegal], restarts
        self._episodes = np.zeros(count, EPISODE)
        self._every: Actions = np.arange(count, dtype=np.int64)
        self._nothing: Actions = np.full(count, NO_DECISION, np.int64)
        self._decision: Actions = np.zeros(1, np.int64)
        self.learner = learner
        self._arrange()

    def _arrange(self) -> None:
        """Collects the arguments of compiled calls."""
        tables = self.tables
        self._games = (tables.states, tables.lanes, tables.terms, self._seating, self._episodes)
        self._before = (boxed(tables.values), tables.where, self.scales, *self._games)
        self._shown = (tables.masks, tables.observations, self.marks, self.features, self.finals, self.facts)
        self._scratch = np.zeros((1, tables.layout.size), np.float32)

    def deal(self, high: int, low: int, random: np.random.Generator) -> None:
        """Deals all games from the halves of a seed; the others decide until the learner is awaited."""
        randoms = sum(1 << place for place, bot in enumerate(self.bots, 1) if type(bot) is RandomBot)
        self._seating["learner"], self._seating["randoms"] = self.learner, randoms
        self.tables.terms["seed"], self.tables.terms["dealt"] = high, low
        open_games(boxed(self.tables.values), *self._games, self.facts)
        self._take(self._every, self._nothing)
        self._ask(random)

    def decide(self, actions: Actions, random: np.random.Generator) -> None:
        """Takes the learner's decision in every game, and then those of the others."""
        self._take(self._every, actions)
        if self.bots:
            self._ask(random)

    def decide_one(self, action: int, random: np.random.Generator) -> list[int]:
        """Takes the learner's decision in the only game, and then those of the others; returns the facts."""
        self._decision[0] = action
        self._take(self._every, self._decision)
        if self.facts[0, AWAITED] != LEARNER:
            self._ask(random)
        facts: list[int] = self.facts[0].tolist()
        return facts

    def decide_some(self, games: Actions, actions: Actions, random: np.random.Generator) -> None:
        """Takes the learner's decision in some games, and then those of the others in them."""
        self._take(games, actions)
        self._ask(random)

    def pose(self, game: int, seed: int) -> Question:
        """Makes the question for the deciding seat of a game; the seed redeals what is hidden."""
        state = self.tables.states[game : game + 1].copy()[0]
        return posed(self.tables.components, self.tables.values, state, seed)

    def _take(self, games: Actions, actions: Actions) -> None:
        """Takes a decision in some games; the log grows before it is full."""
        if self._logged and self.facts[0, DECISIONS] + 1 >= len(self.log):
            self.log = np.concatenate([self.log, np.zeros_like(self.log)])
        play_on(*self._before, games, actions, *self._shown, self.log)

    def _ask(self, random: np.random.Generator) -> None:
        """Asks bots until the learner is awaited in every game."""
        while len(games := np.flatnonzero(self.facts[:, AWAITED] != LEARNER)):
            self._take(games, np.array([self._answer(int(game), random) for game in games], np.int64))

    def _answer(self, game: int, random: np.random.Generator) -> int:
        """Returns a bot's decision."""
        place = int(self.facts[game, AWAITED])
        if place == UNKNOWN:
            return NO_DECISION
        return decided(self.bots[place - 1], self.pose(game, int(random.integers(1 << 62))))

    def observed_by(self, seat: int) -> Floats:
        """Returns what a seat of the only game observes."""
        tables = self.tables
        show_one(*self._before[:6], seat, tables.observations, self._scratch)
        return self._scratch[0].copy()

    def illegal_among(self, actions: Actions) -> int | None:
        """Returns the first game whose action is illegal."""
        inside = (actions >= 0) & (actions < self.tables.actions)
        legal = self.marks[self._every, np.where(inside, actions, 0)].astype(bool) & inside
        return None if legal.all() else int(np.argmin(legal))

    def refuse(self, actions: Actions) -> None:
        """Raises IllegalAction if an action is illegal."""
        if (game := self.illegal_among(actions)) is not None:
            raise IllegalAction(self.tables.refusal(game, int(actions[game])))


def decided(bot: Bot, asked: Question) -> int:
    """Returns a bot's decision, which must be legal."""
    if (answer := bot.decide(asked)) not in asked.actions:
        raise ValueError(f"{bot.name} answered {answer!r}; legal were {asked.actions}")
    return answer

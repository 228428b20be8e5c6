"""Datasets of played games as parquet files: decisions, observations, chances and outcomes (docs/datasets.md)."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from serai.bots import Bot, make
from serai.bots.beam_bots import sensible_among
from serai.bots.network import NetworkBot
from serai.bots.random_bot import RandomBot
from serai.core.component_folders import standard
from serai.core.component_set import ComponentSet
from serai.core.notation import NOTATIONS
from serai.core.records import States
from serai.core.rounds import best
from serai.core.spec import GAMES
from serai.extras import explained
from serai.learning.episodes import DECIDES, DONE, EVERY_SEAT, ROUND, SCORES, STOPPED
from serai.learning.learner_games import LearnerGames, decided
from serai.networks import Judgement, Network, network
from serai.networks.weights import weights_digest, weights_file
from serai.version import VERSION

WAVE = 256  # games played side by side
NO_TEXT = ""
Columns = dict[str, Any]

COLUMNS = {
    "game": "the number of the game: `Game.new(…, seed=seed << 64 | game)` deals it again",
    "decision": "the number of the decision in its game, from 0",
    "seat": "who decided, from 0",
    "round": "rounds begun, from 1",
    "action": "the number of the decision (docs/actions)",
    "text": "the decision in the notation; a step of a boat names the neighbour by its place in the map file",
    "legal": "what was legal, as words of 64 bits, the lowest action first",
    "observation": "what the seat that decided could see (docs/observation); nothing that only the others know",
    "chances": "each seat's chance to win before the decision, as the packaged network sees it from that seat",
    "points": "the final points that it expects for each seat",
    "winner": "the seat that won in the end (C-7)",
    "scores": "the final points by seat",
    "stopped": "whether the limit of rounds ended the game (C-10)",
}


@dataclass(frozen=True)
class DatasetSettings:
    """What to play; deal and decisions of a game depend only on the seed and its number."""

    game: str
    players: int
    games: int
    bot: str
    seed: int
    rounds: int
    components: ComponentSet | None = None  # by default the standard set

    @property
    def pieces(self) -> ComponentSet:
        """The component set to play with."""
        return self.components or standard(self.game)

    def described(self) -> dict[str, Any]:
        """Returns everything that identifies the dataset, as it is stored in the file."""
        weights = weights_file(self.game, self.pieces.name)
        return {
            "serai": VERSION,
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "bot": self.bot,
            "seed": self.seed,
            "rounds": self.rounds,
            "rules": int(GAMES[self.game].VERSION),
            "components": self.pieces.named,
            "weights": weights_digest(weights),
            "licence": "MIT",
            "columns": COLUMNS,
        }


def write(plan: DatasetSettings, file: Path, tell: Callable[[int], None]) -> int:
    """Plays all games and writes the file; tells how many games are done; returns the number of decisions."""
    with explained():
        import pyarrow as pa
        import pyarrow.parquet as pq

    schema = schema_of(plan)
    rows = 0
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for begin in range(0, plan.games, WAVE):
            count = min(WAVE, plan.games - begin)
            columns = played(plan, begin, count)
            arrays = [_array(pa, columns[field.name], field.type) for field in schema]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
            rows += len(columns["game"])
            tell(count)
    return rows


def schema_of(plan: DatasetSettings) -> Any:
    """Returns the types of the columns, with the description of the dataset."""
    import pyarrow as pa

    seats, tables = plan.players, LearnerGames(plan.game, plan.players, components=plan.pieces).tables
    types = {
        "game": pa.int64(),
        "decision": pa.int32(),
        "seat": pa.int8(),
        "round": pa.int16(),
        "action": pa.int16(),
        "text": pa.dictionary(pa.int16(), pa.string()),
        "legal": pa.list_(pa.uint64(), tables.masks.shape[1]),
        "observation": pa.list_(pa.uint8(), tables.layout.size),
        "chances": pa.list_(pa.float32(), seats),
        "points": pa.list_(pa.float32(), seats),
        "winner": pa.int8(),
        "scores": pa.list_(pa.int16(), seats),
        "stopped": pa.bool_(),
    }
    fields = [pa.field(name, types[name], nullable=False, metadata={"meaning": COLUMNS[name]}) for name in COLUMNS]
    return pa.schema(fields, metadata={"serai": json.dumps(plan.described())})


def _array(pa: Any, values: Any, kind: Any) -> Any:
    """Returns a column as an Arrow array."""
    if pa.types.is_dictionary(kind):
        indices, words = values
        return pa.DictionaryArray.from_arrays(pa.array(indices, kind.index_type), pa.array(words, kind.value_type))
    if pa.types.is_fixed_size_list(kind):
        return pa.FixedSizeListArray.from_arrays(pa.array(values.ravel(), kind.value_type), type=kind)
    return pa.array(values, kind)


def played(plan: DatasetSettings, begin: int, count: int) -> Columns:
    """Plays some games to their end; returns the columns, game by game."""
    games = LearnerGames(plan.game, plan.players, count, learner=EVERY_SEAT, rounds=plan.rounds, components=plan.pieces)
    random = np.random.default_rng([plan.seed, begin])
    games.deal(plan.seed, begin, random)
    steps = list(_steps(plan, games, random))
    rows = {name: np.concatenate([step[name] for step in steps]) for name in steps[0]}
    order = np.argsort(rows["game"], kind="stable")
    rows = {name: values[order] for name, values in rows.items()}
    ended = rows["game"].copy()
    scores = games.facts[:, SCORES : SCORES + plan.players].astype(np.int16)
    texts = NOTATIONS[plan.game].all_decisions(plan.pieces)
    words = [texts.get(action, NO_TEXT) for action in range(games.tables.actions)]
    return {
        **rows,
        "game": ended + begin,
        "text": (rows["action"], words),
        "winner": np.array([best(points, plan.players) for points in scores], np.int8)[ended],
        "scores": scores[ended],
        "stopped": games.facts[ended, STOPPED] == 1,
    }


def _steps(plan: DatasetSettings, games: LearnerGames, random: np.random.Generator) -> Iterator[Columns]:
    """Takes a decision in every game that is not over, until all are; yields what is known of it."""
    bot, judge, tables = make(plan.bot), network(plan.pieces), games.tables
    alive, number = np.arange(len(games.facts)), 0
    while len(alive):
        states = tables.states[alive]
        judged = judgements(judge, tables.values, states)
        actions = chosen(bot, games, alive, states, judged, random)
        yield {
            "game": alive,
            "decision": np.full(len(alive), number, np.int32),
            "seat": games.facts[alive, DECIDES].astype(np.int8),
            "round": games.facts[alive, ROUND].astype(np.int16),
            "action": actions.astype(np.int16),
            "legal": tables.masks[alive],
            "observation": tables.observations[alive],
            "chances": judged.chances[:, : plan.players],
            "points": judged.points[:, : plan.players],
        }
        games.decide_some(alive, actions, random)
        alive, number = alive[games.facts[alive, DONE] == 0], number + 1


def judgements(judge: Network, values: Any, states: States) -> Judgement:
    """Evaluates any number of positions."""
    parts = []
    for first in range(0, len(states), judge.most):
        found = judge.judge(values, states[first : first + judge.most])
        parts.append(Judgement(found.policy.copy(), found.chances, found.points))
    return Judgement(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def chosen(
    bot: Bot, games: LearnerGames, alive: Any, states: States, judged: Judgement, random: np.random.Generator
) -> Any:
    """Returns the decision of every game that is not over."""
    if isinstance(bot, RandomBot):
        return np.argmax(games.marks[alive] * (1 - random.random((len(alive), games.marks.shape[1]))), axis=1)
    if isinstance(bot, NetworkBot):
        picks = [
            _rated_best(state, mark, policy)
            for state, mark, policy in zip(states, games.marks[alive], judged.policy, strict=True)
        ]
    else:
        picks = [decided(bot, games.pose(int(game), int(random.integers(1 << 62)))) for game in alive]
    return np.array(picks, np.int64)


def _rated_best(state: Any, mark: Any, policy: Any) -> int:
    """Returns the sensible action that the network rates best, as the bot `network` does."""
    choices = sensible_among(state, np.flatnonzero(mark).tolist())
    return choices[int(np.argmax(policy[choices]))]

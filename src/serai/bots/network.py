"""The bot `network`: what the trained network thinks best, without looking ahead."""

from dataclasses import dataclass

import numpy as np

from serai.bots.base import Explanation, Question
from serai.bots.searching import choices_of, sensible_among
from serai.networks import Judgement, Network, network
from serai.notation import NOTATIONS
from serai.rules import games
from serai.rules.bits import Words
from serai.rules.phases import Phase
from serai.rules.records import States, Values, empty_states

MOST_STEPS = 24


@dataclass(frozen=True)
class NetworkBot:
    """Takes the action that the network thinks best; `trained` is the network, else the one of the package."""

    name: str = "network"
    trained: Network | None = None

    def judged(self, values: Values, states: States) -> Judgement:
        """Asks the network about one position."""
        game = str(games.rules_of(states[0]).NAME)
        return (self.trained or network(game)).judge(values, states)

    def decide(self, question: Question) -> int:
        """Returns the best sensible action."""
        choices = choices_of(question)
        if len(choices) == 1:
            return choices[0]
        policy = self.judged(question.values, copied(question)).policy[0]
        return choices[int(np.argmax(policy[choices]))]

    def explain(self, question: Question) -> Explanation:
        """Says how it would finish the turn, and what points it expects at the end beyond those it has."""
        states = copied(question)
        points = float(self.judged(question.values, states).points[0][question.seat])
        gain = points - games.score(question.values, states[0], question.seat)
        return Explanation([self.turn(question.values, states, question.seat)], gain)

    def turn(self, values: Values, states: States, seat: int, first: int | None = None) -> list[str]:
        """Takes the decisions of a seat that are left in its turn, the first one as told, and returns them in words."""
        game = str(games.rules_of(states[0]).NAME)
        mask = np.zeros(games.GAMES[game].WORDS, np.uint64)
        turn: list[str] = []
        while len(turn) < MOST_STEPS:
            action = first if first is not None and not turn else self._best(values, states, mask)
            turn.append(str(NOTATIONS[game].decision(states[0], action)))
            games.apply(values, states[0], action)
            if states[0].phase in (Phase.TURN, Phase.OVER) or states[0].seat != seat:
                break
        return turn

    def _best(self, values: Values, states: States, mask: Words) -> int:
        """Returns the best sensible action of a position."""
        games.legal(values, states[0], mask)
        legal = np.flatnonzero(np.unpackbits(mask.view(np.uint8), bitorder="little")).tolist()
        choices = sensible_among(states[0], legal)
        if len(choices) == 1:
            return choices[0]
        policy = self.judged(values, states).policy[0]
        return choices[int(np.argmax(policy[choices]))]


def copied(question: Question) -> States:
    """Copies the position of a question."""
    states = empty_states(question.state.dtype, 1)
    states[0] = question.state
    return states

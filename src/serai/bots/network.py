"""The bot `network`: the trained network's best action, without looking ahead."""

from dataclasses import dataclass

import numpy as np

from serai.bots.base import Explanation, Question
from serai.bots.beam_bots import choices_of, sensible_among, turns_after
from serai.core import spec
from serai.core.bits import Bitset
from serai.core.notation import NOTATIONS
from serai.core.phases import Phase
from serai.core.records import States, empty_states
from serai.core.registry import SPECS
from serai.networks import Judgement, Network, network

MOST_STEPS = 24


@dataclass(frozen=True)
class NetworkBot:
    """Takes the action that the network rates best; `trained` replaces the network of the package."""

    name: str = "network"
    trained: Network | None = None

    def judged(self, question: Question, states: States) -> Judgement:
        """Evaluates one position of a question's game."""
        return (self.trained or network(question.components)).judge(question.values, states)

    def decide(self, question: Question) -> int:
        """Returns the best sensible action."""
        choices = choices_of(question)
        if len(choices) == 1:
            return choices[0]
        policy = self.judged(question, copied(question)).policy[0]
        return choices[int(np.argmax(policy[choices]))]

    def explain(self, question: Question) -> Explanation:
        """Explains how it would finish the turn, and how many more points it expects by the end."""
        states = copied(question)
        points = float(self.judged(question, states).points[0][question.seat])
        gain = points - spec.score(question.values, states[0], question.seat)
        return Explanation(self.turns(question, states), gain)

    def turns(self, question: Question, states: States, first: int | None = None) -> list[list[str]]:
        """Lists the rest of a seat's turn, `first` first if given, and the turns that `planner` would take next."""
        steps = self._finished(question, states, first)
        taken, told = [action for action, _ in steps], [text for _, text in steps]
        planned = SPECS[question.components.game].evaluation is not None
        return [told, *(turns_after(question, taken) if planned else [])]

    def turn(self, question: Question, states: States, first: int | None = None) -> list[str]:
        """Plays the rest of a seat's turn, `first` first if given, and returns the decisions in the notation."""
        return [text for _, text in self._finished(question, states, first)]

    def _finished(self, question: Question, states: States, first: int | None) -> list[tuple[int, str]]:
        """Plays the rest of a seat's turn; returns each decision as a number and in the notation."""
        game = question.components.game
        mask = np.zeros(spec.GAMES[game].WORDS, np.uint64)
        turn: list[tuple[int, str]] = []
        while len(turn) < MOST_STEPS:
            action = first if first is not None and not turn else self._best(question, states, mask)
            turn.append((action, str(NOTATIONS[game].decision(question.components, states[0], action))))
            spec.apply(question.values, states[0], action)
            if states[0].phase in (Phase.TURN, Phase.OVER) or states[0].seat != question.seat:
                break
        return turn

    def _best(self, question: Question, states: States, mask: Bitset) -> int:
        """Returns the best sensible action of a position."""
        spec.legal(question.values, states[0], mask)
        legal = np.flatnonzero(np.unpackbits(mask.view(np.uint8), bitorder="little")).tolist()
        choices = sensible_among(states[0], legal)
        if len(choices) == 1:
            return choices[0]
        policy = self.judged(question, states).policy[0]
        return choices[int(np.argmax(policy[choices]))]


def copied(question: Question) -> States:
    """Copies the position of a question."""
    states = empty_states(question.state.dtype, 1)
    states[0] = question.state
    return states

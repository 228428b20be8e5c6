"""The bot `random`: a uniformly random legal decision."""

from random import Random

from serai.bots.base import Explanation, Question


class RandomBot:
    """Decides at random, from the seed alone."""

    name = "random"

    def decide(self, question: Question) -> int:
        """Returns a random legal action."""
        return Random(question.seed).choice(question.actions)

    def explain(self, question: Question) -> Explanation:
        """Has no intention beyond this decision."""
        return Explanation([[question.texts[question.actions.index(self.decide(question))]]], 0.0)

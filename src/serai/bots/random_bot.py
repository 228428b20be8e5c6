"""The bot `random`: any legal decision, each as likely."""

from random import Random

from serai.bots.base import Explanation, Question


class RandomBot:
    """Decides at random, by its seed alone."""

    name = "random"

    def decide(self, question: Question) -> int:
        """Returns any of the legal actions."""
        return Random(question.seed).choice(question.actions)

    def explain(self, question: Question) -> Explanation:
        """Has no intention beyond this decision."""
        return Explanation([[question.texts[question.actions.index(self.decide(question))]]], 0.0)

"""A naive reading of what the rules say alike for every game (`C` in RULES.md)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, Protocol, TypeVar

UPGRADED = {"Y": "R", "R": "G", "G": "B"}


class Holder(Protocol):
    """A player with a caravan."""

    caravan: list[str]


Player = TypeVar("Player", bound=Holder)


class Turns(ABC, Generic[Player]):
    """A game as a row of decisions, each of which a method named by its first word carries out."""

    players: list[Player]
    seat = 0
    over = False
    version = 2  # of the rules (C-9)
    phase = "turn"
    upgrades = 0  # upgrades left

    @property
    def me(self) -> Player:
        """The player who decides now."""
        return self.players[self.seat]

    def legal(self) -> set[str]:
        """Lists every legal decision, a rest also when there is nothing else (C-9, C-12)."""
        match self.phase:
            case "turn":
                return self.actions() or {"rest"}
            case "upgrade":
                return {f"upgrade {cube}" for cube in self.me.caravan if cube in UPGRADED} | {"stop"}
            case "trade":
                return {"trade", "stop"}
            case "pay" | "discard":
                return {f"{self.phase} {cube}" for cube in self.me.caravan}
        return set()

    @abstractmethod
    def actions(self) -> set[str]:
        """Lists what a turn may be."""

    def decide(self, text: str) -> None:
        """Carries out one legal decision."""
        if text not in self.legal():
            raise ValueError(f"{text!r} is not one of {sorted(self.legal())}")
        word, _, what = text.partition(" ")
        getattr(self, word)(*([what] if what else []))

    def ask_upgrade(self) -> None:
        """Asks for the next upgrade, or goes on when nothing more can be upgraded (C-12)."""
        if self.upgrades > 0 and any(cube in UPGRADED for cube in self.me.caravan):
            self.phase = "upgrade"
        else:
            self.end_upgrades()

    def upgrade(self, cube: str) -> None:
        """Upgrades one cube one level (C-2)."""
        self.me.caravan.remove(cube)
        self.me.caravan.append(UPGRADED[cube])
        self.upgrades -= 1
        self.ask_upgrade()

    def end_upgrades(self) -> None:
        """Ends the turn, unless something follows the upgrades (C-12)."""
        self.end_turn()

    def discard(self, cube: str) -> None:
        """Returns one cube to the supply (C-3)."""
        self.me.caravan.remove(cube)
        self.end_turn()

    @abstractmethod
    def end_turn(self) -> None:
        """Asks for a discard while over the limit, then passes the turn on (C-3)."""

    @abstractmethod
    def scores(self) -> list[int]:
        """Counts the points of everyone, as things stand."""

    def winner(self) -> int | None:
        """Names the seat with most points, of tied ones the latest in turn order (C-7)."""
        scores = self.scores()
        return max(seat for seat, score in enumerate(scores) if score == max(scores)) if self.over else None

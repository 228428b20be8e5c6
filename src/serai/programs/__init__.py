"""Outside programs at a seat: any language, one JSON object a line; docs/bot-protocol.md is the contract."""

from serai.programs.named import Program, read_programs
from serai.programs.player import Bench, Player, new_game

__all__ = ["Bench", "Player", "Program", "new_game", "read_programs"]

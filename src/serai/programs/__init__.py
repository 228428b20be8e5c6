"""Outside programs at a seat: any language, one JSON object per line; docs/bot-protocol.md is the contract."""

from serai.programs.player import ProgramPlayer, ProgramPool, new_game
from serai.programs.program_options import Program, read_programs

__all__ = ["Program", "ProgramPlayer", "ProgramPool", "new_game", "read_programs"]

"""Default kernel settings of a game, until the best ones are measured."""

MEMORY = "local"  # where the state in play is kept
REGISTERS = 64  # per thread
PER_PROCESSOR = 1024  # games per multiprocessor

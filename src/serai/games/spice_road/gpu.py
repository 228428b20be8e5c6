"""Spice Road in a kernel, as measured: docs/gpu.md."""

MEMORY = "shared"  # where the current state is stored
REGISTERS = None  # per thread
PER_PROCESSOR = 512  # games per multiprocessor

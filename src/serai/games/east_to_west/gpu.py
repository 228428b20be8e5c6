"""From East to West in a kernel, as measured: docs/gpu.md."""

MEMORY = "local"  # where the current state is stored
REGISTERS = 64  # per thread
PER_PROCESSOR = 1024  # games per multiprocessor

"""The door to CUDA: what rules need there that they find in NumPy here, and compiling without a GPU."""

from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core import config as _config

from serai.rules import chance, games
from serai.rules.components import CARDS

if find_spec("numba_cuda") is None:
    raise ImportError("the games on a GPU need numba-cuda: pip install 'serai[gpu]'")
if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for the name that NumPy 2.5 has dropped
    setattr(np, "row_stack", np.vstack)  # noqa: B010 – for the type checker the name is gone

from numba import cuda as _cuda

cuda: Any = _cuda
config: Any = _config
SIMULATED = bool(config.ENABLE_CUDASIM)
CC = (9, 0)
Kernel = Any


def state_type(game: str) -> Any:
    """Returns the type of a game's state as the compiler knows it; the simulator takes NumPy's own."""
    dtype = games.GAMES[game].STATE
    return dtype if SIMULATED else from_dtype(dtype)


def memory_of_the_thread(maker: Any, size: int, entries: Any) -> None:
    """Lets a function that makes an array take memory of the thread's own when it is compiled for a GPU.

    A device function may not return an array that it made, so the call is put into the caller: CUDA's type checker
    asks every compiled function for its other self on the device, and is given this one.
    """
    from numba.cuda import cudaimpl
    from numba.cuda.cudadecl import registry as names
    from numba.cuda.typing.templates import ConcreteTemplate, signature

    def stub() -> None:
        """Stands for the array."""

    class Made(ConcreteTemplate):  # type: ignore[misc]
        """Takes nothing, returns the array."""

        key = stub
        cases = [signature(types.Array(entries, 1, "C"))]  # noqa: RUF012 – as the class above has it

    names.register_global(stub, types.Function(Made))

    def make(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        """Makes the array."""
        local = cudaimpl.nvvm.ADDRSPACE_LOCAL
        return cudaimpl._generic_array(context, builder, (size,), entries, "_serai", local)

    cudaimpl.registry.lower(stub)(make)
    maker._CUDATypingContext__dispatcher = stub


def tables_in_global_memory() -> None:
    """Keeps constant tables where threads can read different entries at once; constant memory serves one at a time."""
    from numba.cuda import target
    from numba.cuda.cudadrv import nvvm

    own = SimpleNamespace(**{name: getattr(nvvm, name) for name in dir(nvvm) if not name.startswith("__")})
    own.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL
    target.nvvm = own


if not SIMULATED and not config.DISABLE_JIT:
    memory_of_the_thread(chance.blank_generator, 4, types.uint64)
    memory_of_the_thread(chance.blank_cards, CARDS, types.int8)
    tables_in_global_memory()


def ptx(kernel: Kernel, signature: tuple[Any, ...]) -> str:
    """Compiles a kernel to the assembly of a GPU that need not be there."""
    from numba.cuda import dispatcher

    asked = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=CC)
    try:
        text, _ = cuda.compile_ptx(kernel, signature, cc=CC)
    finally:
        dispatcher.get_current_device = asked
    return str(text)

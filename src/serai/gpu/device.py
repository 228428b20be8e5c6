"""Access to CUDA: what the rules need there in place of NumPy, and compiling without a GPU."""

from importlib.util import find_spec
from types import SimpleNamespace
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core import config as _config

from serai.core import chance, spec
from serai.core.components import CARDS

if find_spec("numba_cuda") is None:
    raise ImportError("the games on a GPU need numba-cuda: pip install 'serai[gpu]'")
if not hasattr(np, "row_stack"):  # numba-cuda 0.30 uses the name, which NumPy 2.5 dropped
    setattr(np, "row_stack", np.vstack)  # noqa: B010 – the type checker does not know the name

from numba import cuda as _cuda

cuda: Any = _cuda
config: Any = _config
SIMULATED = bool(config.ENABLE_CUDASIM)
CC = (9, 0)
Kernel = Any


def state_type(game: str) -> Any:
    """Returns the compiler's type of a game's state; the simulator takes NumPy's."""
    dtype = spec.GAMES[game].STATE
    return dtype if SIMULATED else from_dtype(dtype)


def memory_of_the_thread(maker: Any, size: int, entries: Any) -> None:
    """Makes a function that returns a new array use thread-local memory when it is compiled for a GPU.

    A device function may not return an array that it made, so the allocation is inlined into the caller: CUDA's type
    checker asks every compiled function for its device version, and gets this one.
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
    """Keeps constant tables in global memory, where threads can read different entries at once."""
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
    """Compiles a kernel to PTX; no GPU is needed."""
    from numba.cuda import dispatcher

    asked = dispatcher.get_current_device
    dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=CC)
    try:
        text, _ = cuda.compile_ptx(kernel, signature, cc=CC)
    finally:
        dispatcher.get_current_device = asked
    return str(text)

"""Work that is the same every time: on a GPU its kernels are recorded once and then launched together."""

from collections.abc import Callable
from typing import Any

import torch

WARM = 2


class Replayed:
    """Calls a function of tensors that stay where they are; on a GPU as a CUDA graph after a few calls.

    Launching a kernel from Python takes longer than many of them run. The function may only read numbers that never
    change, or that lie in tensors; generators that it draws from are named.
    """

    def __init__(self, function: Callable[[], None], on_gpu: bool, *generators: torch.Generator) -> None:
        """Takes the function; without a GPU it is simply called."""
        self.function, self.on_gpu, self.generators = function, on_gpu, generators
        self.calls = 0
        self._graph: Any = None

    def __call__(self) -> None:
        """Does the work."""
        self.calls += 1
        if not self.on_gpu:
            self.function()
        elif self.calls <= WARM:
            self._warm_up()
        else:
            self._graph = self._graph or self._recorded()
            self._graph.replay()

    def _warm_up(self) -> None:
        """Does the work beside the main stream, as recording asks for: kernels are compiled, libraries opened."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            self.function()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()

    def _recorded(self) -> Any:
        """Records the kernels without running them."""
        graph = torch.cuda.CUDAGraph()
        for generator in self.generators:
            graph.register_generator_state(generator)
        with torch.cuda.graph(graph, capture_error_mode="relaxed"):
            self.function()
        return graph

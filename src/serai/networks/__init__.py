"""What was learned: one network a game, run without any framework; `docs/networks.md` tells what it is made of."""

from serai.networks.judging import Judgement, Network, network

__all__ = ["Judgement", "Network", "network"]

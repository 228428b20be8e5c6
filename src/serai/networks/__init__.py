"""The trained networks: one per game, run without any framework (docs/networks.md)."""

from serai.networks.inference import Judgement, Network, network

__all__ = ["Judgement", "Network", "network"]

"""What a seat may know, as plain data, and that data drawn as text."""

from serai.core.registry import Parts

VIEWS = Parts("view")

__all__ = ["VIEWS"]

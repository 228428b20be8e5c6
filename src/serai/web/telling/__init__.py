"""Tells what happened in words: one module a game, each with `tell(scene, translations)`."""

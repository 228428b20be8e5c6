"""Turns a scene into what the template of its game needs: one module a game, each with `look(scene, translations)`."""

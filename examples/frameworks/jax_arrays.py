"""JAX over many games at once: `python examples/frameworks/jax_arrays.py 200`, the number of steps."""

import sys

import jax
import jax.numpy as jnp
import numpy as np

from serai.learning import SoloVectorEnv

TABLES = 64


@jax.jit
def choose(key: jax.Array, weights: jax.Array, seen: jax.Array, mask: jax.Array) -> jax.Array:
    """Draws a legal action for each game; what is illegal has no chance."""
    return jax.random.categorical(key, jnp.where(mask > 0, seen @ weights, -jnp.inf))


def main(steps: int) -> None:
    """Plays by random weights, and prints the reward per game that ended."""
    tables = SoloVectorEnv("spice_road", num_envs=TABLES, rounds=20)
    seen, infos = tables.reset(seed=1)
    size, actions = seen.shape[1], infos["action_mask"].shape[1]
    weights = jax.random.normal(jax.random.key(1), (size, actions)) * 0.1
    won, ended = 0.0, 0
    for key in jax.random.split(jax.random.key(2), steps):
        features, mask = jax.dlpack.from_dlpack(seen), jax.dlpack.from_dlpack(infos["action_mask"])
        assert (np.asarray(features) == seen).all()
        decided = np.asarray(choose(key, weights, features, mask))
        seen, rewards, terminated, truncated, infos = tables.step(decided)
        over = terminated | truncated
        won, ended = won + float(rewards[over].sum()), ended + int(over.sum())
    print(f"reward {won / ended:.3f} of {ended} games")


if __name__ == "__main__":
    main(int(sys.argv[1]))

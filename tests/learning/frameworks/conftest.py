"""Leaves these tests out where the frameworks are not installed; `make test-learning` installs them."""

import warnings
from importlib import import_module
from importlib.util import find_spec

NEEDED = ("gymnasium", "pettingzoo", "pyspiel", "sb3_contrib", "PIL", "pyarrow", "safetensors")
collect_ignore_glob = [] if all(find_spec(name) for name in NEEDED) else ["test_*.py"]

if not collect_ignore_glob:
    with warnings.catch_warnings():  # PettingZoo's tests load an example of theirs in a way that they call old
        warnings.simplefilter("ignore", DeprecationWarning)
        import_module("pettingzoo.test")

"""The kernels without a GPU: as games in CUDA's simulator, and compiled to the assembly of an H200."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba import from_dtype, types

from serai.core import spec
from serai.core.component_folders import standard
from serai.core.observation import where
from serai.gpu import bench
from serai.gpu.device import ptx
from serai.gpu.kernels import Kernels, blocks, kernels, player
from serai.learning.stepping import LANE
from serai.learning.train import kernels as training
from serai.learning.train.batch_env import Arrays
from tests.conftest import left_to_soak

ROOT = Path(__file__).parents[3]
WORDS, NUMBERS = types.uint64[:, ::1], types.int64[::1]


def arrays_of(game: str) -> tuple[Any, Any, Any]:
    """Returns the types of the arrays of a game: its printed values, the places of its observation, its states."""
    rules = spec.GAMES[game]
    values, fields, states = (
        from_dtype(dtype)[::1] for dtype in (rules.PRINTED, where(standard(game)).dtype, rules.STATE)
    )
    return values, fields, states


def simulated(module: str) -> Any:
    """Runs a module in CUDA's simulator and returns the JSON that it prints."""
    plain = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, "-m", module], cwd=ROOT, env=plain, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_games_in_the_simulator_are_those_of_the_rules_to_the_byte() -> None:
    found = simulated("tests.gpu.simulated")
    assert [(each["game"], each["players"]) for each in found] == [
        (game, players) for game, rules in spec.GAMES.items() for players in rules.SEATS
    ]
    assert all(each["same"] and each["decisions"] == 68 for each in found)


def test_the_kernels_of_a_training_do_in_the_simulator_what_its_loops_do() -> None:
    assert simulated("tests.gpu.stepped") == dict.fromkeys(spec.GAMES, True)


@pytest.mark.parametrize("game", list(spec.GAMES))
@pytest.mark.parametrize("name", list(Kernels.__dataclass_fields__))
def test_a_kernel_calls_the_rules_in_the_assembly_of_a_gpu(game: str, name: str) -> None:
    values, fields, states = arrays_of(game)
    whole, word, entries = types.int64, types.uint64, types.uint8[:, ::1]
    signatures = {
        "deal": (values, states, whole, word, whole),
        "offer": (values, states, WORDS),
        "decide": (values, states, types.int16[::1]),
        "observe": (values, fields, states, whole, whole, entries),
        "play": (values, states, whole, word, whole, whole, types.int32[::1]),
    }
    text = ptx(getattr(kernels(game), name), signatures[name])
    assert ".target sm_90" in text
    assert text.count(".entry") == 1


def test_every_field_is_loaded_at_once_and_not_byte_by_byte() -> None:
    values, _, states = arrays_of("spice_road")
    signature = (values, states, types.int64, types.uint64, types.int64, types.int64, types.int32[::1])
    text = ptx(player("spice_road", "global"), signature)
    assert text.count("ld.global.u8") < 120


@pytest.mark.parametrize("game", ["spice_road", *left_to_soak("sand_to_sea", "east_to_west")])
def test_the_step_of_a_training_compiles_for_a_gpu(game: str) -> None:
    records = from_dtype(LANE)[::1]
    entries, bytes_, points = types.uint8[:, ::1], types.int8[::1], types.int16[:, ::1]
    stands, weights = types.float32[:, ::1], types.float64[::1]
    by_game = (*arrays_of(game), records, NUMBERS, NUMBERS, bytes_, bytes_, points, stands, weights)
    fields = (*by_game, types.int64, types.int64, types.uint64, types.int64)
    arrays = types.NamedTuple(fields, Arrays)  # type: ignore[no-untyped-call]
    assert ".entry" in ptx(training.begin, (arrays, WORDS, entries))
    assert ".entry" in ptx(training.step, (arrays, NUMBERS, WORDS, entries))
    assert ".entry" in ptx(training.redeal, (arrays, NUMBERS))


def test_every_game_has_a_thread() -> None:
    assert [blocks(count, 128) for count in (1, 128, 129)] == [1, 1, 2]


def test_a_measurement_refuses_a_set_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(["--games", "east_to_west", "--components", "99"])
    assert "there is no component set '99' of east_to_west: it is none of 1, 2" in capsys.readouterr().err

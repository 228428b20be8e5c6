"""A real Ray cluster of two nodes, one of which is killed on the way: every game is there exactly once."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from serai.arena.command import Outputs, Stopped, conduct
from serai.arena.journal import settings_of
from serai.arena.machine import machine
from serai.arena.plan import ArenaSettings
from serai.arena.ray_crew import Order, play_far
from serai.arena.report import report
from tests.arena.games import alone, arguments, hear_interrupts, lines, stored, timeless

pytestmark = [pytest.mark.compiled, pytest.mark.soak, pytest.mark.filterwarnings("default")]

PLAN = ArenaSettings("spice_road", 2, ("random", "novice"), 300, 5, 4)
SOON = 120.0


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two nodes on this machine, each with one worker, as two machines would be."""
    from ray.cluster_utils import Cluster

    small = {"num_cpus": 1, "object_store_memory": 100_000_000, "include_dashboard": False}
    started = Cluster(initialize_head=True, head_node_args=small)
    started.add_node(num_cpus=1, object_store_memory=100_000_000)
    started.wait_for_nodes()
    try:
        yield started
    finally:
        started.shutdown()


def serai(*words: str) -> subprocess.Popen[str]:
    """Starts a command as a process of its own."""
    command = [sys.executable, "-m", "serai", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, preexec_fn=hear_interrupts)


def workers() -> list[int]:
    """The processes that play games on the nodes of this machine."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            named = (folder / "cmdline").read_bytes() if folder.name.isdigit() else b""
        except OSError:
            continue
        if named.startswith(b"ray::play_far"):
            found.append(int(folder.name))
    return found


def test_every_game_exactly_once_though_a_worker_and_then_a_whole_node_die(cluster: Any, tmp_path: Path) -> None:
    journal, told, records = tmp_path / "journal", tmp_path / "json", tmp_path / "records"
    more = ("--resume", str(journal), "--json", str(told), "--records", str(records), "--ray", cluster.address)
    arena = serai(*arguments(PLAN, *more))
    latest = time.monotonic() + SOON
    killed: list[int] = []
    while lines(journal) < 80 and arena.poll() is None:
        assert time.monotonic() < latest
        if lines(journal) > 10 and not killed and (killed := workers()[:1]):
            os.kill(killed[0], 9)
        time.sleep(0.005)
    assert killed
    assert arena.poll() is None, arena.communicate()
    cluster.remove_node(next(node for node in cluster.list_all_nodes() if not node.head), allow_graceful=False)
    assert lines(journal) < PLAN.total
    out, err = arena.communicate(timeout=SOON)
    assert arena.returncode == 0, err
    assert [result.number for result in stored(journal)] == list(range(PLAN.total))
    assert timeless(stored(journal)) == alone(PLAN)
    assert json.loads(told.read_text()) == report(PLAN, stored(journal), [machine(1, cluster.address)])
    assert len(list(records.iterdir())) == PLAN.total
    assert "300 games of spice_road" in out


def test_the_figures_of_a_simulation_do_not_depend_on_who_computes(cluster: Any) -> None:
    line = ["simulate", "sand_to_sea", "--games", "400", "--seed", "3", "--rounds", "20", "--json"]
    far, here = serai(*line, "--ray", cluster.address), serai(*line)
    told = [json.loads(done.communicate(timeout=SOON)[0]) for done in (far, here)]
    assert told[0]["figures"] == told[1]["figures"]


def test_what_goes_wrong_in_a_game_is_told(cluster: Any) -> None:
    with pytest.raises(Stopped, match=r"(?s)no bot 'nobody'.*stopped after 0 of 300 games; they are lost"):
        conduct(replace(PLAN, bots=("nobody", "random")), 1, Outputs(), cluster.address)


def test_a_worker_of_another_make_is_refused() -> None:
    settings = settings_of(PLAN, False)
    assert play_far(Order(PLAN, 3, settings))[0].number == 3
    with pytest.raises(ValueError, match="other sources, version; install the same serai on every node"):
        play_far(Order(PLAN, 3, {**settings, "sources": "another", "version": "9"}))


def test_no_cluster_is_said_in_one_line() -> None:
    done = serai("simulate", "spice_road", "--games", "10", "--ray", "127.0.0.1:1")
    out, err = done.communicate(timeout=SOON)
    assert (done.returncode, out) == (2, "")
    assert "serai: there is no Ray cluster at 127.0.0.1:1" in err

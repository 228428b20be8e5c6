"""Work spread over a Ray cluster: every job counts once, even if workers or machines die."""

import os
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Job = TypeVar("Job")
Found = TypeVar("Found")

AHEAD = 2
MOST_DEATHS = 3
CONNECT_SECONDS = 10.0
CARRIED = ("SERAI_CACHE", "NUMBA_DISABLE_JIT")


class ClusterFailed(RuntimeError):
    """The cluster cannot do a job; says why."""


@contextmanager
def joined(address: str) -> Iterator[None]:
    """Joins the cluster at an address while the context lasts; `local` starts one on this machine."""
    try:
        import ray
    except ModuleNotFoundError:
        raise ValueError("--ray needs Ray: install it with `pip install serai[cluster]`") from None
    _check_listening(address)
    carried = {name: os.environ[name] for name in CARRIED if name in os.environ}
    try:
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level="ERROR",
            include_dashboard=None if address != "local" else False,
            runtime_env={"env_vars": carried},
        )
    except (ConnectionError, ValueError, RuntimeError, TimeoutError) as error:
        raise ValueError(f"there is no Ray cluster at {address} ({str(error).splitlines()[0]:.200})") from None
    try:
        yield
    finally:
        ray.shutdown()


def _check_listening(address: str) -> None:
    """Checks that something listens at `host:port` or `ray://host:port`, since Ray would keep trying for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise ValueError(f"there is no Ray cluster at {address} ({error})") from None


def spread(work: Callable[[Job], Found], jobs: Iterable[Job]) -> Iterator[list[Found]]:
    """Runs jobs on the joined cluster; yields their results in batches as they arrive.

    Ray gives the job of a dead worker or machine to another one. Each result is taken once, so no job counts
    twice even if it was started twice.
    """
    import ray

    remote = ray.remote(max_retries=MOST_DEATHS)(work)
    at_once = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    left = iter(jobs)
    running: list[Any] = []
    while True:
        while len(running) < at_once and (job := next(left, None)) is not None:
            running.append(remote.remote(job))
        if not running:
            return
        done, _ = ray.wait(running, num_returns=1)
        ready, running = ray.wait(running, num_returns=len(running), timeout=0)
        yield [_taken(found) for found in (ready or done)]


def _taken(found: Any) -> Any:
    """Returns the result of a job."""
    import ray

    try:
        return ray.get(found)
    except ray.exceptions.RayTaskError as error:
        raise ClusterFailed(str(error)) from None
    except ray.exceptions.RayError as error:
        raise ClusterFailed(f"a job has ended {MOST_DEATHS + 1} workers: {error}") from None

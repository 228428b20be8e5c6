"""What `make` does before and around the tests: it gets what is missing, and no failing part hides the others."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.postgres import program

pytestmark = [pytest.mark.compiled, pytest.mark.posix]
ROOT = Path(__file__).parents[1]
SYSTEM = ROOT / "tools" / "system.sh"


class Machine:
    """A machine with a few programs, some of them made up; what apt-get is asked for is noted."""

    def __init__(self, folder: Path, user: int) -> None:
        """Has a shell, a Python and a user."""
        self.folder, self.noted = folder, folder / "installed"
        (folder / "bin").mkdir()
        for name in ("sh", "ls"):
            (folder / "bin" / name).symlink_to(str(shutil.which(name)))
        self.program("python3", f'exec {sys.executable} "$@"')
        self.program("id", f"echo {user}")
        self.program("apt-get", f'echo "$@" >> {self.noted}')

    def program(self, name: str, does: str = ":") -> None:
        """Puts a program on the machine."""
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(0o755)

    def asked_for(self, *things: str) -> subprocess.CompletedProcess[str]:
        """Runs tools/system.sh."""
        environment = {"PATH": str(self.folder / "bin")}
        return subprocess.run([SYSTEM, *things], env=environment, capture_output=True, text=True, check=False)

    def installed(self) -> str:
        """Returns what was asked of apt-get."""
        return self.noted.read_text() if self.noted.exists() else ""


def test_root_gets_what_is_missing(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=0)
    machine.program("chromium")
    assert machine.asked_for("venv", "cc", "chromium").returncode == 0
    assert machine.installed().splitlines() == ["update -qq", "install -y -qq gcc libc6-dev"]


def test_a_machine_that_has_all_is_left_alone(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=0)
    machine.program("chromium")
    machine.program("cc")
    told = machine.asked_for("venv", "cc", "chromium")
    assert (told.returncode, told.stdout, told.stderr, machine.installed()) == (0, "", "", "")


def test_anybody_else_is_told_in_a_sentence_what_to_install(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=1000)
    told = machine.asked_for("venv", "cc", "chromium")
    assert told.returncode == 1
    assert "sudo apt-get install gcc libc6-dev chromium-headless-shell" in told.stderr
    assert told.stderr.count("\n") == 1
    assert machine.installed() == ""


def test_a_python_without_environments_is_completed(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=0)
    machine.program("python3", f'case "$2" in *ensurepip*) exit 1;; esac; exec {sys.executable} "$@"')
    assert machine.asked_for("venv").returncode == 0
    assert "python3-venv" in machine.installed()


def test_an_old_python_is_refused_in_words(tmp_path: Path) -> None:
    machine = Machine(tmp_path, user=0)
    machine.program("python3", 'case "$2" in *version_info*) exit 1;; esac')
    told = machine.asked_for("venv")
    assert told.returncode == 1
    assert "Python 3.11 or newer" in told.stderr


def test_a_missing_database_server_is_a_failure() -> None:
    with pytest.raises(AssertionError, match="PostgreSQL is not installed"):
        program("no_such_program")


@pytest.mark.parametrize(("parts", "failed"), [("good bad worse good", " bad worse"), ("good", "")])
def test_no_failing_part_hides_the_others(tmp_path: Path, parts: str, failed: str) -> None:
    makefile = tmp_path / "Makefile"
    made_up = "".join(f"test-{part}:\n\t@echo running {part}; {done}\n" for part, done in MADE_UP.items())
    makefile.write_text(f"include {ROOT / 'Makefile'}\n{made_up}")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    command = ["make", "-f", str(makefile), "-o", "system", "-o", "warm", "test", f"PARTS={parts}"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert [line.split()[1] for line in done.stdout.splitlines() if line.startswith("running")] == parts.split()
    assert (done.returncode == 0) == (not failed)
    assert (f"Failed:{failed}" in done.stdout) == bool(failed)


MADE_UP = {"good": "true", "bad": "exit 3", "worse": "kill -9 $$$$"}

"""Runs the examples of a page, and writes what they print into it: `python -m tools.examples PAGE …`."""

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# ```python and ```sh blocks are run, one after the other; a ```text block right behind one shows what it prints.
EXAMPLE = re.compile(
    r"^```(?P<kind>python|sh)\n(?P<code>.*?)^```\n(?:\n^```text\n(?P<printed>.*?)^```\n)?", re.MULTILINE | re.DOTALL
)

KINDS = ("python", "sh")


def examples(page: Path, *kinds: str) -> list[re.Match[str]]:
    """Lists the examples of a page, or those of some kinds."""
    found = EXAMPLE.finditer(page.read_text(encoding="utf-8") + "\n")
    return [example for example in found if example["kind"] in (kinds or KINDS)]


@contextlib.contextmanager
def elsewhere(folder: Path) -> Iterator[None]:
    """Works in an empty folder, which is also where Serai keeps its data."""
    before, data = Path.cwd(), os.environ.get("SERAI_DATA")
    os.chdir(folder)
    os.environ["SERAI_DATA"] = str(folder / "data")
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.pop("SERAI_DATA")
        if data is not None:
            os.environ["SERAI_DATA"] = data


def run(page: Path, folder: Path, *kinds: str) -> list[str]:
    """Runs the examples of a page in a folder; returns what each prints. Python blocks share their names."""
    names: dict[str, Any] = {"__name__": "__main__"}
    found = [
        (_python if example["kind"] == "python" else _shell, example["code"]) for example in examples(page, *kinds)
    ]
    with elsewhere(folder):
        return [do(code, names) for do, code in found]


def _python(code: str, names: dict[str, Any]) -> str:
    """Runs some Python."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "example", "exec"), names)
    return printed.getvalue()


def _shell(code: str, _: dict[str, Any]) -> str:
    """Runs some commands, `serai` and `python` being those of this environment."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(["sh", "-ec", code], env={**os.environ, "PATH": path}, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{code}\n{done.stdout}{done.stderr}")
    return done.stdout


def rewrite(page: Path) -> None:
    """Writes what the examples print into their page."""
    with tempfile.TemporaryDirectory() as folder:
        printed = iter(run(page, Path(folder)))

    def shown(example: re.Match[str]) -> str:
        """Returns an example with what it prints, unless it prints nothing."""
        told = next(printed)
        return f"```{example['kind']}\n{example['code']}```\n" + (f"\n```text\n{told}```\n" if told else "")

    page.write_text(EXAMPLE.sub(shown, page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rewrite(Path(name))

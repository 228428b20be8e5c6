"""Runs the notebook of the examples from top to bottom and stores what its cells print: `python -m tools.notebook`."""

import contextlib
import io
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "examples" / "first_steps.ipynb"


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Lists the cells with code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def printed(notebook: dict[str, Any]) -> list[str]:
    """Runs all cells in a new process and an empty folder; returns what each prints."""
    sources = ["".join(cell["source"]) for cell in code_cells(notebook)]
    command = [sys.executable, "-W", "error::UserWarning", "-m", "tools.notebook", "--cells"]
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [*command, folder], cwd=FILE.parents[1], input=json.dumps(sources), capture_output=True, text=True
        )
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: list[str] = json.loads(done.stdout)
    return found


def stored(notebook: dict[str, Any]) -> list[str]:
    """Returns what each cell printed when the notebook was stored."""
    return ["".join(line for out in cell["outputs"] for line in out["text"]) for cell in code_cells(notebook)]


def run_cells(sources: list[str]) -> list[str]:
    """Runs cells one after another with the same names."""
    names: dict[str, Any] = {"__name__": "__main__"}
    outputs = []
    for source in sources:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            exec(compile(source, "<cell>", "exec"), names)
        outputs.append(out.getvalue())
    return outputs


def with_outputs(notebook: dict[str, Any]) -> dict[str, Any]:
    """Returns the notebook with what its cells print."""
    for place, (cell, text) in enumerate(zip(code_cells(notebook), printed(notebook), strict=True), 1):
        cell["execution_count"] = place
        lines = text.splitlines(keepends=True)
        cell["outputs"] = [{"name": "stdout", "output_type": "stream", "text": lines}] if lines else []
    return notebook


def main() -> None:
    """Runs cells given on standard input, or rewrites the notebook."""
    if "--cells" in sys.argv:
        with contextlib.chdir(sys.argv[-1]):
            outputs = run_cells(json.load(sys.stdin))
        print(json.dumps(outputs))
        return
    notebook = with_outputs(json.loads(FILE.read_text(encoding="utf-8")))
    FILE.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

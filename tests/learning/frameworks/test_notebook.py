"""The notebook of the examples runs from top to bottom and prints what it shows."""

import json

from tools import notebook


def test_the_notebook_prints_what_it_shows() -> None:
    kept = json.loads(notebook.FILE.read_text(encoding="utf-8"))
    assert len(notebook.code_cells(kept)) >= 8
    assert notebook.printed(kept) == notebook.stored(kept)
    assert all(notebook.stored(kept))


def test_it_is_a_notebook_of_version_4_5() -> None:
    """As the format asks: ids, source as lines, outputs only in cells with code."""
    kept = json.loads(notebook.FILE.read_text(encoding="utf-8"))
    assert (kept["nbformat"], kept["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in kept["cells"]]
    assert len(set(ids)) == len(ids)
    for place, cell in enumerate(notebook.code_cells(kept), 1):
        assert cell["execution_count"] == place
        assert all(isinstance(line, str) for line in cell["source"])
    assert all("outputs" not in cell for cell in kept["cells"] if cell["cell_type"] == "markdown")

"""What is released: a wheel, a complete source distribution, their licences; workflows are well formed."""

import re
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

from tests.conftest import LONG, rank

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).parents[1]
WHOLE = (".ci", ".github", "docs", "examples", "requirements", "src", "tests", "tools")
NEVER = re.compile(r"__pycache__|\.egg-info|\.py[cod]$")
MOST = 25 << 20


def run(*words: str) -> None:
    """Runs a module of Python."""
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_release_is_complete_small_and_licensed(tmp_path: Path) -> None:
    run("build", "--no-isolation", "--outdir", str(tmp_path), ".")
    wheel, sources = next(tmp_path.glob("*.whl")), next(tmp_path.glob("*.tar.gz"))
    run("twine", "check", "--strict", str(wheel), str(sources))
    assert wheel.stat().st_size <= MOST

    with tarfile.open(sources) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    files = [path.relative_to(ROOT).as_posix() for part in WHOLE for path in (ROOT / part).rglob("*") if path.is_file()]
    assert [path for path in files if path not in packed and not NEVER.search(path)] == []
    assert {
        "Makefile",
        "README.md",
        "PACKAGE.md",
        "SECURITY.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "LICENSE",
        "CITATION.cff",
    } <= packed

    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = message_from_string(archive.read(next(n for n in names if n.endswith("/METADATA"))).decode())
        licences = {Path(name).name: archive.read(name).decode() for name in names if "/licenses/" in name}
    assert metadata["License-Expression"] == "MIT AND OFL-1.1 AND 0BSD"
    assert "SIL OPEN FONT LICENSE Version 1.1" in licences["OFL-Figtree.txt"]
    assert "SIL OPEN FONT LICENSE Version 1.1" in licences["OFL-Fraunces.txt"]
    assert "Zero-Clause BSD" in licences["LICENSE-htmx.txt"]
    assert "MIT License" in licences["LICENSE"]
    needed = [need for need in metadata.get_all("Requires-Dist") or [] if "extra ==" not in need]
    assert sorted(re.split(r"[<>=]", need)[0] for need in needed) == ["numba", "numpy", "platformdirs"]
    assert not re.search(r"\]\((?!https?://|#)", str(metadata.get_payload())), "an index does not show files beside it"


def test_workflows_are_well_formed() -> None:
    found = sorted(str(path) for path in (ROOT / ".github/workflows").glob("*.yml"))
    assert len(found) == 3
    run("check_jsonschema", "--builtin-schema", "vendor.github-workflows", *found)


def test_quick_tests_that_need_posix_say_so() -> None:
    """They run on Windows too (.github/workflows/ci.yml)."""
    needs = re.compile(r"symlink_to|\.chmod\(|signal\.SIG(KILL|STOP|INT|TERM)")
    quick = [path for path in (ROOT / "tests").rglob("test_*.py") if rank(path) == len(LONG)]
    using = [path for path in quick if needs.search(path.read_text(encoding="utf-8"))]
    assert len(using) >= 3
    assert [path.name for path in using if "pytest.mark.posix" not in path.read_text(encoding="utf-8")] == []

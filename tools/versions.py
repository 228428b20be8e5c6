"""Runs the quick tests on every version of Python that this machine has: `python tools/versions.py [3.12 …]`.

Each version gets an environment of its own in build/versions, with the locked packages. Versions that are not there are
named. `--wheel FILE` measures a wheel with each of them instead (tools/wheel.py).
"""

import argparse
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUPPORTED = ("3.11", "3.12", "3.13", "3.14")
WHERE = (
    "/usr/bin",
    "/usr/local/bin",
    *(str(Path.home() / place) for place in (".pyenv/versions/{}*/bin", ".local/share/uv/python/cpython-{}*/bin")),
)


def interpreter(version: str) -> Path | None:
    """Finds a Python of a version: on the path, installed by Debian, pyenv or uv."""
    found = [shutil.which(f"python{version}"), *(str(path) for path in candidates(version))]
    return next((Path(path) for path in found if path and speaks(path, version)), None)


def candidates(version: str) -> list[Path]:
    """Lists files that may be a Python of a version."""
    return [
        file
        for where in WHERE
        for folder in sorted(Path("/").glob(where.format(version).lstrip("/")))
        for file in (folder / f"python{version}",)
        if file.exists()
    ]


def speaks(path: str, version: str) -> bool:
    """Returns whether a file is a working Python of a version; a shim of pyenv need not be one."""
    asked = [path, "-c", "import ssl, sqlite3, sys, venv; print('%d.%d' % sys.version_info[:2])"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    return done.stdout.strip() == version


def environment(version: str, python: Path) -> Path:
    """Makes an environment with the locked packages; returns its Python."""
    folder = ROOT / "build/versions" / version
    own = folder / "bin/python"
    if not own.exists():
        subprocess.run([str(python), "-m", "venv", str(folder)], check=True)
    pip = [str(own), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", str(ROOT / "requirements/dev.txt")], check=True, stderr=subprocess.DEVNULL)
    subprocess.run([*pip, "--no-deps", "-e", str(ROOT)], check=True, stderr=subprocess.DEVNULL)
    return own


def run(version: str, python: Path, told: argparse.Namespace) -> tuple[int, str]:
    """Runs what was asked for with one version; returns the exit code and the last line printed."""
    if told.wheel:
        command = [str(python), str(ROOT / "tools/wheel.py"), str(told.wheel.resolve())]
    else:
        own = environment(version, python)
        if not told.tests:
            subprocess.run([str(own), "-m", "serai.warm"], check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
        quick = [] if told.tests else ["--quick", "tests"]
        command = [str(own), "-m", "pytest", "-n", str(told.jobs), "--dist", "worksteal", *quick, *told.tests]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode or told.wheel:
        print(done.stdout, flush=True)
    return done.returncode, next((line for line in reversed(done.stdout.splitlines()) if line.strip()), "")


def main() -> int:
    """Runs all versions, one after the other; returns 1 if one failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("versions", nargs="*", help=f"of {', '.join(SUPPORTED)}; default: all")
    parser.add_argument("--wheel", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tests", nargs="*", default=[], help="files; default: the quick tests")
    told, failed, lines = parser.parse_args(), False, []
    for version in told.versions or SUPPORTED:
        python, begun = interpreter(version), time.monotonic()
        if python is None:
            lines.append(f"{version}: not available on this machine")
            continue
        code, last = run(version, python, told)
        failed |= bool(code)
        verdict = f"failed ({code})" if code else "passed"
        lines.append(f"{version} ({python}): {verdict} after {time.monotonic() - begun:.0f} s: {last}")
        print(lines[-1], flush=True)
    print("\n" + "\n".join(lines))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

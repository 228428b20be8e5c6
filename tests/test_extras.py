"""The rules need NumPy, Numba and platformdirs; everything else belongs to an extra, named where it is missing."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from serai.extras import EXTRAS, advice

ROOT = Path(__file__).parents[1]
CORE = {"numba", "numpy", "platformdirs", "llvmlite"}  # llvmlite is part of Numba
BROUGHT = {"click", "pydantic"}  # by typer and fastapi
BLOCKED = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""


def without_extras(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs some code where nothing but the core is installed."""
    blocked = sorted({package for packages in EXTRAS.values() for package in packages})
    return run(BLOCKED.format(blocked=blocked) + code, *arguments)


def run(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs some code in a new process."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True)


def imported() -> Iterator[str]:
    """Yields the packages that Serai imports."""
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name.partition(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module.partition(".")[0]


def test_every_package_that_is_imported_belongs_to_the_core_or_to_an_extra() -> None:
    known = {package for packages in EXTRAS.values() for package in packages} | CORE | BROUGHT
    assert set(imported()) - set(sys.stdlib_module_names) - known - {"serai"} == set()


def test_the_extras_are_those_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["optional-dependencies"]) == {*EXTRAS, "all", "dev"}
    assert {each.split(">=")[0] for each in project["dependencies"]} == CORE - {"llvmlite"}


def test_only_the_learning_package_imports_the_frameworks() -> None:
    """`import serai` imports none, `import serai.learning` registers the games with those that are installed."""
    code = "import sys, serai, serai.bots\nfrom serai import Game\nprint('gymnasium' in sys.modules)"
    assert run(code).stdout == "False\n"


@pytest.mark.compiled
def test_rules_bots_and_arrays_work_without_any_extra() -> None:
    done = without_extras(
        "from serai import Game, bots\n"
        "from serai.learning import VectorGames\n"
        "game = bots.play(Game.new('spice_road', seed=1), ['trader', 'network'])\n"
        "assert Game.from_json(game.to_json()) == game\n"
        "VectorGames('sand_to_sea', players=2, count=2, seed=1)\n"
        "print(game.over)\n"
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_the_command_says_which_extra_is_missing() -> None:
    done = without_extras("from serai.__main__ import main; main()", "play", "spice_road")
    assert done.returncode == 1
    assert done.stderr == "serai: this needs typer; install it with: pip install 'serai[play]'\n"


def test_the_server_says_which_extra_is_missing() -> None:
    begin = BLOCKED.format(blocked=EXTRAS["web"]) + "import sys; from serai.__main__ import main; main()"
    done = run(begin, "serve", "--no-browser")
    assert done.returncode == 1
    assert done.stderr == "serai: this needs segno; install it with: pip install 'serai[web]'\n"


@pytest.mark.parametrize(
    ("line", "package", "extra"),
    [
        ("from serai.learning import env", "gymnasium", "learn"),
        ("from serai.learning import SoloEnv", "gymnasium", "learn"),
        ("from serai.learning import SoloVecEnv", "stable_baselines3", "train"),
    ],
)
def test_an_environment_says_which_extra_is_missing(line: str, package: str, extra: str) -> None:
    said = without_extras(line).stderr.splitlines()[-1]
    assert said == f"ModuleNotFoundError: this needs {package}; install it with: pip install 'serai[{extra}]'"


@pytest.mark.parametrize(
    ("module", "words"),
    [("serai.learning.train", ()), ("serai.benchmark", ("spice_road", str(ROOT / "examples/ppo.py")))],
)
def test_training_says_which_extra_is_missing(module: str, words: tuple[str, ...]) -> None:
    done = without_extras(f"import runpy; runpy.run_module({module!r}, run_name='__main__')", *words)
    assert done.returncode == 1
    assert done.stderr == "serai: this needs torch; install it with: pip install 'serai[train]'\n"


def test_a_dataset_made_from_python_says_which_extra_is_missing() -> None:
    done = without_extras(
        "from pathlib import Path\n"
        "from serai.datasets import DatasetSettings, write\n"
        "write(DatasetSettings('spice_road', 2, 1, 'random', 1, 9), Path('never.parquet'), print)"
    )
    assert "this needs pyarrow; install it with: pip install 'serai[data]'" in done.stderr.splitlines()[-1]


PUBLIC = ("serai", "serai.bots", "serai.component_sets", "serai.learning", "serai.networks", "serai.record")


def test_the_reference_names_everything_public() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs/api").glob("*.md"))
    assert {
        f"{module}.{name}"
        for module in PUBLIC
        for name in import_module(module).__all__
        if not re.search(rf"serai\.([\w.]+\.)?{name}\b", pages)
    } == set()


def test_modules_are_imported_on_first_use() -> None:
    """`import serai` alone is enough for all that the reference names, and brings no framework with bots."""
    code = "import serai, sys; print(serai.bots.play.__name__, serai.record.read.__name__, 'gymnasium' in sys.modules)"
    assert run(code).stdout == "play read False\n"
    assert run("import serai; print(serai.learning.VectorGames.__name__, serai.simulate.simulate.__name__)").stdout == (
        "VectorGames simulate\n"
    )


def test_a_module_that_no_extra_brings_is_not_explained() -> None:
    assert advice(ModuleNotFoundError("No module named 'tomatoes'", name="tomatoes")) is None


def test_a_dataset_says_what_it_needs() -> None:
    begin = BLOCKED.format(blocked=["pyarrow"]) + "from serai.__main__ import main; main()"
    done = run(begin, "dataset", "spice_road", "--games", "1", "--out", "never.parquet")
    assert (done.returncode, done.stderr) == (
        1,
        "serai: this needs pyarrow; install it with: pip install 'serai[data]'\n",
    )

"""The README's code, the stubs, and types in strict mode."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PACKAGE = Path(__file__).resolve().parents[1]


@pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")
def test_the_code_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    pytest.importorskip("scipy")
    pytest.importorskip("jax")
    text = (PACKAGE / "README.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert len(blocks) == 7
    assert text.startswith("```python\n") and len(blocks[0].splitlines()) <= 5
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)
    assert (tmp_path / "run.csv").is_file()
    assert names["ens"]["x"].shape == (1000, 11)
    assert names["found"].values == pytest.approx({"m": 2.0, "a": 0.5}, rel=1e-6)
    by_jax = names["slope"](names["mla"].parameter_values)
    assert by_jax == pytest.approx(names["gradient"].parameters, rel=1e-9)


def test_the_package_has_its_version() -> None:
    from importlib.metadata import version

    import nonholonomic

    assert nonholonomic.__version__ == version("nonholonomic")


def test_types_are_checked_in_strict_mode() -> None:
    pytest.importorskip("mypy")
    import nonholonomic

    command = [sys.executable, "-m", "mypy", "--config-file", PACKAGE / "pyproject.toml"]
    done = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert (Path(nonholonomic.__file__).parent / "py.typed").is_file()


CALLS = """
import numpy as np
import nonholonomic as nh

model = nh.Model(coordinates=["x"], lagrangian="x_dot.powi(2)")
stepper = model.stepper("Mla", step=0.1).with_parameters([1.0])
state = stepper.start([0, 1], (0.0, 1.0))
stepper.start_derivative([0.0], np.array([1]), multipliers=[0.0])
motion = stepper.trajectory([0.0], {"x_dot": 1}, steps=np.int64(3))
state.with_entries([1.0, 2.0])
run = model.simulate("Mla", step=np.float32(0.1), steps=np.int64(3), every=np.int64(2))
nh.run_scenario("a.toml", every=np.int32(2))
"""


def test_calls_with_lists_and_numbers_of_numpy_have_types(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "-c", CALLS]
    # The folder of the package has settings for the package alone.
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_stub_names_what_the_library_has() -> None:
    from nonholonomic import _nonholonomic

    stub = (PACKAGE / "nonholonomic" / "_nonholonomic.pyi").read_text()
    stubbed = set(re.findall(r"^def (\w+)", stub, flags=re.MULTILINE))
    functions = {name for name, x in vars(_nonholonomic).items() if callable(x) and not isinstance(x, type)}
    assert stubbed == {name for name in functions if not name.startswith("_")}


def test_the_stub_names_what_the_types_have() -> None:
    from nonholonomic import _nonholonomic

    stub = ast.parse((PACKAGE / "nonholonomic" / "_nonholonomic.pyi").read_text())
    stubbed = {x.name: x for x in stub.body if isinstance(x, ast.ClassDef)}
    types = {name: x for name, x in vars(_nonholonomic).items() if isinstance(x, type)}
    assert set(stubbed) == set(types)
    for name, there in types.items():
        names = {x.name for x in stubbed[name].body if isinstance(x, ast.FunctionDef)}
        assert names - {"__new__"} == {x for x in vars(there) if not x.startswith("__")}, name
    # `Any` is for data in JSON alone.
    text = ast.unparse(stub)
    assert not re.findall(r"\bAny\b", re.sub(r"dict\[str, Any\]|import Any", "", text))

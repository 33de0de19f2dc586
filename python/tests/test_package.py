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


def test_types_are_checked_in_strict_mode() -> None:
    pytest.importorskip("mypy")
    import nonholonomic

    command = [sys.executable, "-m", "mypy", "--config-file", PACKAGE / "pyproject.toml"]
    done = subprocess.run(command, cwd=PACKAGE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert (Path(nonholonomic.__file__).parent / "py.typed").is_file()


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

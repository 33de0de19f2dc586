"""The benchmark's equations, which SymPy derives and SciPy solves, have the motions of nhi."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("scipy")
pytest.importorskip("sympy")


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    path = Path(__file__).resolve().parents[1] / "benchmarks" / "side_by_side.py"
    spec = importlib.util.spec_from_file_location("side_by_side", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["side_by_side"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["sleigh", "snakeboard"])
def test_all_solvers_agree(name: str, benchmark: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(benchmark, "REPEATS", 1)
    case = benchmark.CASES[name]()
    case.end = 2.0
    rows = benchmark.compare(name, case)
    assert len(rows) >= 5 and rows[0][2] == 1.0
    for solver, milliseconds, _, error in rows:
        # The method of order 2 has errors of the size of h^2 = 1e-4.
        assert error < (1e-3 if "Mla" in solver else 1e-6), solver
        assert milliseconds > 0
    assert "SciPy DOP853" in capsys.readouterr().out
    monkeypatch.setattr(benchmark, "MEMBERS", 20)
    monkeypatch.setattr(benchmark, "FEW", 2)
    rows = benchmark.compare_members(case)
    assert len(rows) >= 2
    for solver, seconds, difference in rows:
        assert difference < 1e-6 and seconds > 0, solver

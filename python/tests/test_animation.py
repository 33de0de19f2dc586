"""Animations and progress of runs."""

from __future__ import annotations

import subprocess
import warnings
from pathlib import Path
from typing import Any

import pytest

import nonholonomic as nh
from conftest import SCENARIOS, SLEIGH

pytestmark = pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")


@pytest.mark.parametrize("ending", ["html", "svg"])
def test_animations_are_those_of_the_command(ending: str, nhi: Path, tmp_path: Path) -> None:
    file = SCENARIOS / "snakeboard.toml"
    table, picture = tmp_path / "Snakeboard.csv", tmp_path / f"run.{ending}"
    subprocess.run([nhi, "run", file, "-o", table], check=True, capture_output=True)
    subprocess.run([nhi, "animate", table, "-o", picture], check=True, capture_output=True)
    found = nh.run_scenario(file).animate(tmp_path / f"own.{ending}")
    assert found.content == picture.read_text() == (tmp_path / f"own.{ending}").read_text()
    assert ending == "svg" or "rotor" in found.content


def test_animations_show_in_jupyter(sleigh: nh.Model, tmp_path: Path) -> None:
    run = sleigh.simulate("Mla", **SLEIGH)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        page = run.animate(title="<A sleigh>")
    shown = page._repr_html_()
    assert shown.startswith("<iframe") and "allow-scripts" in shown and "&lt;html" in shown.replace("&lt;!", "")
    assert "<script" not in shown and "a page of" in repr(page)
    picture = run.animate(tmp_path / "run.svg")
    assert picture._repr_html_().startswith("<svg")
    run.save(tmp_path / "run.csv")
    assert "<svg" in nh.read_csv(tmp_path / "run.csv").animate(tmp_path / "again.svg").content
    with pytest.raises(ValueError, match="the endings are .html for a page and .svg"):
        run.animate("run.gif")


def test_progress_reaches_the_end(sleigh: nh.Model, capfd: Any) -> None:
    pytest.importorskip("tqdm")
    sleigh.simulate("Mla", **SLEIGH, progress=True)
    assert "100/100" in capfd.readouterr().err


def test_an_exception_of_a_bar_stops_the_run(sleigh: nh.Model) -> None:
    from nonholonomic import _nonholonomic

    def tell(done: int, total: int) -> None:
        raise LookupError("no bar")

    keys = SLEIGH | {"steps": 100_000_000}
    source, _ = sleigh._scenario(
        "Mla", keys["step"], None, keys["steps"], None, keys["parameters"], keys["initial"], None, None, {}
    )
    _, raised = _nonholonomic.simulate(source, None, 1_000_000, False, tell)
    assert isinstance(raised, LookupError)

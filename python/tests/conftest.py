"""Models, scenarios and the command of this clone."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

import nonholonomic as nh

try:
    import tomllib
except ImportError:  # Python 3.10
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"


def scenario(name: str) -> tuple[nh.Model, dict[str, Any]]:
    """Return the model of a scenario, and its keys and tables as keywords of `Model.simulate`."""
    path = SCENARIOS / f"{name}.toml"
    keys = tomllib.loads(path.read_text())
    model = nh.Model.from_file(path.parent / keys.pop("model"), keys.pop("system", None))
    keys.pop("sketch", None)
    keys.pop("target", None)
    return model, keys


@pytest.fixture(scope="session")
def nhi() -> Path:
    """The command, built from this clone, with the features of the whole workspace."""
    if "NHI" in os.environ:
        return Path(os.environ["NHI"])
    build = ["cargo", "build", "--locked", "-p", "nhi-cli", "-p", "nhi-unified-features"]
    subprocess.run(build, cwd=ROOT, check=True)
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "nhi"


SLEIGH = dict(
    step=0.05,
    steps=100,
    parameters=dict(inertia=1, m=2, a=0.5),
    initial=dict(theta=0, x=0.5, y=0, theta_dot=1.0, x_dot=-1.5, y_dot=0.5),
)


@pytest.fixture
def sleigh() -> nh.Model:
    return scenario("chaplygin_sleigh")[0]


@pytest.fixture
def board() -> tuple[nh.Model, dict[str, Any]]:
    model, keys = scenario("snakeboard")
    keys.pop("integrator")
    return model, keys | {"end": 1.0}

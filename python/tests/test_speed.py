"""Counts of instructions, which do not depend on other work of the machine."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT

#: The most instructions of a step of `Mla` with its sample.
LIMIT = 5_100

RUN = """
import sys
import numpy as np
import nonholonomic as nh

model = nh.Model.from_file(sys.argv[1])
stepper = model.stepper("Mla", step=0.01, parameters=dict(inertia=1.0, m=2.0, a=0.5))
stepper.trajectory(np.array([0.0, 0.5, 0.0]), np.array([1.0, -1.5, 0.5]), steps=int(sys.argv[2]))
"""


def instructions(steps: int, folder: Path) -> int:
    """Count the instructions of Python with a run of so many steps."""
    model = ROOT / "tests" / "models" / "chaplygin_sleigh.nhi"
    count = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder / 'counts'}"]
    run = [*count, sys.executable, "-c", RUN, str(model), str(steps)]
    said = subprocess.run(run, check=True, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", said.stderr)
    assert found is not None, said.stderr
    return int(found.group(1))


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
def test_a_step_of_a_run_takes_few_instructions(tmp_path: Path) -> None:
    # The start of Python takes a hundred thousand times as many, and varies by some millions.
    few, many = (instructions(steps, tmp_path) for steps in (2_000, 62_000))
    per_step = (many - few) / 60_000
    print(f"a step of Mla with its sample: {per_step:.0f} instructions, at most {LIMIT}")
    assert 3_000 < per_step <= LIMIT

"""Times of Python and of Rust for the same motions on the machine, alternated in one run.

The program for Rust is `nhi-study/benches/of_python.rs`, which cargo builds first. Install the
package with pip: `maturin develop` builds slower code.

    python benchmarks/against_rust.py
"""

from __future__ import annotations

import json
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import nonholonomic as nh

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 9
PARAMETERS = dict(inertia=1.0, m=2.0, a=0.5)
INITIAL = dict(x=0.5, theta_dot=1.0, x_dot=-1.5, y_dot=0.5)
Q, V = np.array([0.0, 0.5, 0.0]), np.array([1.0, -1.5, 0.5])
STEPS, MEMBERS, MEMBER_STEPS = 10_000, 10_000, 1_000


def built() -> str:
    """Build the program for Rust and return its path."""
    build = ["cargo", "bench", "--locked", "--no-run", "-p", "nhi-study", "-p", "nhi-unified-features", "--bench", "of_python"]
    lines = subprocess.run([*build, "--message-format=json"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    messages = [json.loads(line) for line in lines.stdout.splitlines()]
    return str(next(x["executable"] for x in messages if x.get("executable")))


def in_rust(program: str, *arguments: object) -> float:
    run = [program, *map(str, arguments)]
    return float(subprocess.run(run, check=True, stdout=subprocess.PIPE, text=True).stdout)


def timed(run: Callable[[], object]) -> float:
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def alternated(python: Callable[[], object], rust: Callable[[], float]) -> tuple[float, float, float]:
    """Return the median times of Python and Rust, and the median ratio of neighbouring runs."""
    pairs = [(timed(python), rust()) for _ in range(ROUNDS)]
    return (
        statistics.median(a for a, _ in pairs),
        statistics.median(b for _, b in pairs),
        statistics.median(a / b for a, b in pairs),
    )


def main() -> None:
    text = (ROOT / "tests" / "models" / "chaplygin_sleigh.nhi").read_text()
    model = nh.Model.from_text(text)
    stepper = model.stepper("Mla", step=0.01, parameters=PARAMETERS)
    ready = statistics.median(timed(lambda: nh.Model.from_text(text).stepper("Mla", step=0.01, parameters=PARAMETERS)) for _ in range(ROUNDS))
    print(f"from text to a stepper: {ready * 1e3:.1f} ms")
    program = built()
    state = stepper.start(Q, V)

    def loop() -> None:
        here = state
        for _ in range(STEPS):
            here = stepper.step(here)
            stepper.sample(here)

    def ensemble() -> nh.Ensemble:
        return model.ensemble(
            "Mla", step=0.01, steps=MEMBER_STEPS, keep=["x", "y"], initial=INITIAL,
            parameters=PARAMETERS | {"m": np.linspace(1.0, 2.0, MEMBERS)},
        )

    one = alternated(lambda: stepper.trajectory(Q, V, steps=STEPS), lambda: in_rust(program, "run", STEPS))
    print(f"{STEPS} steps: {one[0] * 1e3:.2f} ms, in Rust {one[1] * 1e3:.2f} ms, ratio {one[2]:.3f}")
    many = alternated(ensemble, lambda: in_rust(program, "ensemble", MEMBERS, MEMBER_STEPS))
    print(f"{MEMBERS} members of {MEMBER_STEPS} steps: {many[0]:.3f} s, in Rust {many[1]:.3f} s, ratio {many[2]:.3f}")
    slow = timed(loop)
    print(f"a loop over `step` and `sample`: {slow / one[0]:.0f} times as long as the run")
    alone = slow * MEMBERS * MEMBER_STEPS / STEPS
    print(f"10,000 such loops of {MEMBER_STEPS} steps: {alone / many[0]:.0f} times as long as the ensemble")


if __name__ == "__main__":
    main()

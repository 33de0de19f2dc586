"""Times of motions by generated Rust and by heyoka, to the same errors, alternated in one run.

The program for Rust is `benches/adaptive.rs`, which cargo builds first: `Dop853` with four
tolerances, and `Taylor`. heyoka solves the equations of motion of the same models, solved for the
accelerations by SymPy. Errors are those of the coordinates at the end. Times are interpolated
between tolerances. Both have compiled the model before. heyoka compiles the chain, a tractor with
four trailers, in its compact mode, because the other one takes very long.

    pip install ./python[sympy] heyoka
    python python/benchmarks/against_heyoka.py [sleigh | snakeboard | disk | chain]
"""

from __future__ import annotations

import json
import math
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import heyoka
import numpy as np
from side_by_side import Case, heyoka_rates

import nonholonomic as nh

ROOT = Path(__file__).resolve().parents[2]
ROUNDS, RUNS = 9, 200
TOLERANCES = (1e-5, 1e-7, 1e-9, 1e-11)
#: The number of equations from which on heyoka compiles loops.
LONG = 16
#: The errors at which times are compared.
ERRORS = (1e-6, 1e-9)


def built() -> str:
    """Build the program for Rust and return its path."""
    build = ["cargo", "bench", "--locked", "--no-run", "-p", "nhi-benches", "-p", "nhi-unified-features", "--bench", "adaptive"]
    lines = subprocess.run([*build, "--message-format=json"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    messages = [json.loads(line) for line in lines.stdout.splitlines()]
    return str(next(x["executable"] for x in messages if x.get("executable")))


def in_rust(program: str, system: str, method: str) -> tuple[float, np.ndarray]:
    """Return the seconds of a run and the coordinates at its end."""
    run = subprocess.run([program, system, method, str(RUNS)], check=True, stdout=subprocess.PIPE, text=True)
    seconds, end = run.stdout.split(" ", 1)
    return float(seconds), np.array(json.loads(end))


class Heyoka:
    """A motion by heyoka with a tolerance; 0 means machine precision."""

    def __init__(self, rates: list[Any], start: np.ndarray, end: float, tolerance: float) -> None:
        self.start, self.end = start, end
        is_long = len(rates) >= LONG
        self.integrator = heyoka.taylor_adaptive(rates, list(start), tol=tolerance, compact_mode=is_long)

    def run(self) -> np.ndarray:
        self.integrator.time, self.integrator.state[:] = 0.0, self.start
        self.integrator.propagate_until(self.end)
        return np.array(self.integrator.state[: len(self.start) // 2])

    def timed(self) -> tuple[float, np.ndarray]:
        times = []
        for _ in range(RUNS):
            begun = time.perf_counter()
            end = self.run()
            times.append(time.perf_counter() - begun)
        return statistics.median(times), end


def case(described: dict[str, Any]) -> Case:
    fields = ", ".join(f"{name}: f64" for name in described["parameters"])
    model = nh.Model.from_text(f"#[nonholonomic({described['model']}, integrators(Dop853))] struct Model {{ {fields} }}")
    names = list(model.to_sympy()["coordinates"])
    initial = dict(zip(names, described["q"])) | {f"{x}_dot": v for x, v in zip(names, described["v"])}
    return Case(model, described["parameters"], initial, step=0.0, end=described["end"])


def time_at(error: float, rows: list[tuple[float, float]]) -> float:
    """Return the time for an error, from (error, time) by interpolation of logarithms."""
    rows = sorted(rows)
    errors, times = [math.log(max(e, 1e-16)) for e, _ in rows], [math.log(t) for _, t in rows]
    return math.exp(float(np.interp(math.log(error), errors, times)))


def compare(program: str, described: dict[str, Any]) -> None:
    name = described["name"]
    of = case(described)
    start = np.array([*described["q"], *described["v"]])
    rates = heyoka_rates(of)
    others = [Heyoka(rates, start, of.end, tolerance) for tolerance in (*TOLERANCES, 0.0)]
    methods = described["methods"]
    rounds = [[(in_rust(program, name, method), other.timed()) for method, other in zip(methods, others)] for _ in range(ROUNDS)]
    reference = others[-1].run()

    def error(end: np.ndarray) -> float:
        return float(np.abs(end - reference).max())

    print(f"\n{name}: t = 0 to {of.end:g}\n{'':24} {'nhi, us':>9} {'heyoka, us':>11} {'ratio':>7}")
    for wanted in ERRORS:
        pairs = []
        for row in rounds:
            tolerances = row[: len(TOLERANCES)]
            ours = time_at(wanted, [(error(end), seconds) for (seconds, end), _ in tolerances])
            theirs = time_at(wanted, [(error(end), seconds) for _, (seconds, end) in tolerances])
            pairs.append((ours, theirs))
        show(f"Dop853, error {wanted:g}", pairs)
    show("Taylor, all digits", [(row[-1][0][0], row[-1][1][0]) for row in rounds])


def show(label: str, pairs: list[tuple[float, float]]) -> None:
    ours, theirs = (statistics.median(x) * 1e6 for x in zip(*pairs))
    ratio = statistics.median(a / b for a, b in pairs)
    print(f"{label:24} {ours:9.1f} {theirs:11.1f} {ratio:7.2f}")


def main(names: list[str]) -> None:
    program = built()
    described = subprocess.run([program, "describe"], check=True, stdout=subprocess.PIPE, text=True)
    systems = {x["name"]: x for x in json.loads(described.stdout)}
    for name in names or list(systems):
        if name not in systems:
            sys.exit(f"there is no {name!r}; the systems are: {', '.join(systems)}")
        compare(program, systems[name])


if __name__ == "__main__":
    main(sys.argv[1:])

"""Times of motions by nhi and by other solvers, as ratios within one run.

SciPy's DOP853 solves the equations of motion with multipliers, which SymPy derives from the same
model and compiles to NumPy. If heyoka or CasADi are installed, they solve the same equations. Errors
are those of the coordinates at the end, compared with a run of nhi with small steps. All solvers
compile the model before, which is not timed. Install the package with pip: `maturin develop` builds
slower code.

    python benchmarks/side_by_side.py [sleigh | snakeboard]

Below each table of one motion is one of many, which start with other speeds: an ensemble of nhi on
all cores, batches of heyoka on one core, and a loop over a few members by SciPy, whose time is
multiplied.
"""

from __future__ import annotations

import statistics
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy
import sympy.physics.mechanics
from scipy.integrate import solve_ivp

import nonholonomic as nh

REPEATS = 7
MEMBERS = 10_000
#: The members that SciPy solves.
FEW = 10
TOLERANCE = 1e-9
METHODS = ("Mla", "Gauss(stages = 2)", "Rk(order = 4)", "Dop853(tolerance = 1e-9)")


@dataclass
class Case:
    """A model with one motion."""

    model: nh.Model
    parameters: dict[str, float]
    initial: dict[str, float]
    step: float
    end: float


def sleigh() -> Case:
    model = nh.Model(
        coordinates=["theta", "x", "y"], parameters=["inertia", "m", "a"],
        lagrangian="0.5*inertia*theta_dot.powi(2) + 0.5*m*(x_dot.powi(2) + y_dot.powi(2))",
        constraints={"blade": "a*theta_dot + sin(theta)*x_dot - cos(theta)*y_dot"},
    )
    initial = dict(theta=0.0, x=0.5, y=0.0, theta_dot=1.0, x_dot=-1.5, y_dot=0.5)
    return Case(model, dict(inertia=1.0, m=2.0, a=0.5), initial, step=0.01, end=20.0)


def snakeboard() -> Case:
    model = nh.Model(
        coordinates=["psi", "phi", "theta", "x", "y"], parameters=["m", "l", "i_rotor", "j_wheel"],
        lagrangian="0.5*i_rotor*(psi_dot + theta_dot).powi(2) + j_wheel*phi_dot.powi(2)"
        " + 0.5*(m*l*l - i_rotor)*theta_dot.powi(2) + 0.5*m*(x_dot.powi(2) + y_dot.powi(2))",
        constraints={
            "skid": "sin(theta)*x_dot - cos(theta)*y_dot",
            "steer": "l*cos(phi)*theta_dot + sin(phi)*(cos(theta)*x_dot + sin(theta)*y_dot)",
        },
        forces={"psi": "0.3*cos(2*t)", "phi": "0.3*sin(t)"},
    )
    phi, speed = np.pi / 3, 1.0
    initial = dict(
        psi=0.0, phi=phi, theta=0.0, x=0.0, y=0.0, psi_dot=1.0, phi_dot=0.0,
        theta_dot=-np.tan(phi) * speed, x_dot=speed, y_dot=0.0,
    )
    return Case(model, dict(m=1.0, l=1.0, i_rotor=0.5, j_wheel=1.5), initial, step=0.01, end=10.0)


@dataclass
class Equations:
    """The equations of motion ``M a = f``, with multipliers, as expressions of symbols."""

    t: Any
    q: list[Any]
    v: list[Any]
    matrix: Any
    right: Any


def equations(case: Case) -> Equations:
    """Return the equations of Lagrange and d'Alembert with the derivatives of the constraints."""
    found = case.model.to_sympy()
    t = sympy.physics.mechanics.dynamicsymbols._t
    q = list(found["coordinates"].values())
    v = [x.diff(t) for x in q]
    names = {symbol: case.parameters[name] for name, symbol in found["parameters"].items()}
    lagrangian = found["lagrangian"].subs(names)
    constraints = [x.subs(names) for x in found["constraints"].values()]
    forces = [found["forces"].get(name, sympy.Integer(0)).subs(names) for name in found["coordinates"]]
    rows = sympy.Matrix(constraints).jacobian(v)
    mass = sympy.hessian(lagrangian, v)
    momenta = sympy.Matrix([lagrangian.diff(x) for x in v])
    rate = momenta.jacobian(q) * sympy.Matrix(v)
    right = sympy.Matrix([lagrangian.diff(x) for x in q]) + sympy.Matrix(forces) - rate
    gamma = sympy.Matrix(constraints).jacobian(q) * sympy.Matrix(v)
    zero = sympy.zeros(len(constraints))
    matrix = sympy.Matrix(sympy.BlockMatrix([[mass, rows.T], [rows, zero]]))
    plain = [sympy.Symbol(f"v{k}") for k in range(len(q))] + [sympy.Symbol(f"q{k}") for k in range(len(q))]
    change = dict(zip([*v, *q], plain))
    return Equations(
        t, plain[len(q):], plain[: len(q)], matrix.subs(change), sympy.Matrix([*right, *(-gamma)]).subs(change)
    )


def first(case: Case) -> tuple[np.ndarray, np.ndarray]:
    names = list(case.model.to_sympy()["coordinates"])
    return np.array([case.initial[x] for x in names]), np.array([case.initial[x + "_dot"] for x in names])


def of_nhi(case: Case, integrator: str, step: float) -> Callable[[], np.ndarray]:
    # A method with its own step sizes makes one row, at the end.
    step = case.end if integrator.startswith("Dop853") else step
    stepper = case.model.stepper(integrator, step=step, parameters=case.parameters)
    q, v = first(case)
    steps = round(case.end / step)
    return lambda: stepper.trajectory(q, v, steps=steps).q[-1]


def scipy_solver(case: Case) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """Return the coordinates at the end as a function of initial coordinates and velocities."""
    system = equations(case)
    n = len(system.q)
    inputs = (system.t, system.q, system.v)
    matrix = sympy.lambdify(inputs, system.matrix, "numpy", cse=True)
    right = sympy.lambdify(inputs, system.right, "numpy", cse=True)

    def rate(t: float, x: np.ndarray) -> np.ndarray:
        arguments = (t, x[:n], x[n:])
        return np.concatenate([x[n:], np.linalg.solve(matrix(*arguments), right(*arguments)[:, 0])[:n]])

    def solve(q: np.ndarray, v: np.ndarray) -> np.ndarray:
        found = solve_ivp(rate, (0.0, case.end), np.concatenate([q, v]), method="DOP853", rtol=TOLERANCE, atol=TOLERANCE)
        return np.asarray(found.y[:n, -1])

    return solve


def of_scipy(case: Case) -> Callable[[], np.ndarray]:
    solve, (q, v) = scipy_solver(case), first(case)
    return lambda: solve(q, v)


def explicit(case: Case) -> tuple[Equations, Any]:
    """Return the equations solved for the accelerations."""
    system = equations(case)
    return system, system.matrix.LUsolve(system.right)[: len(system.q), 0]


def heyoka_rates(case: Case) -> list[Any]:
    """Return the variables of heyoka with their rates."""
    import heyoka

    system, accelerations = explicit(case)
    symbols = heyoka.make_vars(*(str(x) for x in [*system.q, *system.v]))
    names = dict(zip([*system.q, *system.v], symbols)) | {system.t: heyoka.time}
    rates = [names[x] for x in system.v] + [heyoka.from_sympy(x, names) for x in accelerations]
    return list(zip(symbols, rates))


def of_heyoka(case: Case) -> Callable[[], np.ndarray]:
    import heyoka

    q, v = first(case)
    integrator = heyoka.taylor_adaptive(heyoka_rates(case), [*q, *v], tol=TOLERANCE)

    def run() -> np.ndarray:
        integrator.time, integrator.state[:] = 0.0, [*q, *v]
        integrator.propagate_until(case.end)
        return np.array(integrator.state[: len(q)])

    return run


def of_casadi(case: Case) -> Callable[[], np.ndarray]:
    import casadi

    system, accelerations = explicit(case)
    n = len(system.q)
    x, t = casadi.SX.sym("x", 2 * n), casadi.SX.sym("t")
    function = sympy.lambdify((system.t, *system.q, *system.v), list(accelerations), "math", cse=True)
    function.__globals__.update({name: getattr(casadi, name) for name in ("sin", "cos", "tan", "exp", "sqrt")})
    rate = casadi.vertcat(x[n:], *function(t, *casadi.vertsplit(x)))
    options = {"abstol": TOLERANCE, "reltol": TOLERANCE}
    solver = casadi.integrator("motion", "cvodes", {"x": x, "t": t, "ode": rate}, 0.0, case.end, options)
    q, v = first(case)
    return lambda: np.array(solver(x0=np.concatenate([q, v]))["xf"])[:n, 0]


def timed(run: Callable[[], np.ndarray]) -> tuple[float, np.ndarray]:
    """Return the median time of some runs and the result."""
    result = run()
    times = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        run()
        times.append(time.perf_counter() - begun)
    return statistics.median(times), result


def compare(name: str, case: Case) -> list[tuple[str, float, float, float]]:
    """Return the rows of the table: solver, milliseconds, ratio to the first row, error."""
    reference = of_nhi(case, "Gauss(stages = 3)", case.step / 8)()
    labels = {x: f"nhi {x}" + ("" if "tolerance" in x else f", h = {case.step:g}") for x in METHODS}
    runs = {label: of_nhi(case, x, case.step) for x, label in labels.items()}
    runs[f"SciPy DOP853, {TOLERANCE:g}"] = of_scipy(case)
    for solver, make in (("heyoka", of_heyoka), ("CasADi CVODES", of_casadi)):
        try:
            runs[f"{solver}, {TOLERANCE:g}"] = make(case)
        except ImportError:
            pass
    rows: list[tuple[str, float, float, float]] = []
    for solver, run in runs.items():
        seconds, result = timed(run)
        ratio = seconds * 1e3 / rows[0][1] if rows else 1.0
        rows.append((solver, seconds * 1e3, ratio, float(np.abs(result - reference).max())))
    print(f"\n{name}: t = 0 to {case.end:g}\n{'solver':34} {'ms':>9} {'ratio':>8} {'error':>9}")
    for solver, milliseconds, ratio, error in rows:
        print(f"{solver:34} {milliseconds:9.2f} {ratio:8.2f} {error:9.1e}")
    return rows


def speeds() -> np.ndarray:
    """Return the factor of the velocities of each member."""
    return np.linspace(1.0, 1.2, MEMBERS)


def members_of_nhi(case: Case) -> Callable[[], np.ndarray]:
    names = list(case.model.to_sympy()["coordinates"])
    initial: dict[str, Any] = dict(case.initial)
    for name in names:
        if initial[name + "_dot"] != 0.0:
            initial[name + "_dot"] = initial[name + "_dot"] * speeds()

    def run() -> np.ndarray:
        found = case.model.ensemble(
            f"Dop853(tolerance = {TOLERANCE:g})", step=case.end, steps=1, keep=names,
            parameters=case.parameters, initial=initial,
        )
        return np.stack([found[name] for name in names], axis=-1)

    return run


def members_of_heyoka(case: Case) -> Callable[[], np.ndarray]:
    import heyoka

    width = heyoka.recommended_simd_size()
    rates, (q, v) = heyoka_rates(case), first(case)
    starts = np.concatenate([np.repeat(q[:, np.newaxis], MEMBERS, axis=1), np.outer(v, speeds())])
    integrator = heyoka.taylor_adaptive_batch(rates, starts[:, :width].copy(), tol=TOLERANCE)

    def run() -> np.ndarray:
        found = np.empty((MEMBERS, len(q)))
        for begin in range(0, MEMBERS, width):
            # The last batch repeats members, so that it is full.
            places = np.minimum(np.arange(begin, begin + width), MEMBERS - 1)
            integrator.set_time(0.0)
            integrator.state[:] = starts[:, places]
            integrator.propagate_until(case.end)
            found[places] = integrator.state[: len(q)].T
        return found

    return run


def members_of_scipy(case: Case) -> Callable[[], np.ndarray]:
    solve, (q, v) = scipy_solver(case), first(case)
    return lambda: np.array([solve(q, factor * v) for factor in speeds()[:: MEMBERS // FEW]])


def compare_members(case: Case) -> list[tuple[str, float, float]]:
    """Return the rows of the table of many motions: solver, seconds, largest difference from nhi."""
    begun = time.perf_counter()
    result = members_of_nhi(case)()
    own = time.perf_counter() - begun
    rows = [(f"nhi Dop853, {TOLERANCE:g}", own, 0.0)]
    others = (("heyoka", members_of_heyoka, MEMBERS), ("SciPy DOP853", members_of_scipy, FEW))
    for solver, make, count in others:
        try:
            run = make(case)
        except ImportError:
            continue
        begun = time.perf_counter()
        found = run()
        seconds = (time.perf_counter() - begun) * MEMBERS / count
        rows.append((f"{solver}, {TOLERANCE:g}", seconds, float(np.abs(found - result[:: MEMBERS // count]).max())))
    print(f"\n{f'{MEMBERS} members':34} {'s':>9} {'ratio':>8} {'differs':>9}")
    for solver, seconds, difference in rows:
        print(f"{solver:34} {seconds:9.2f} {seconds / own:8.2f} {difference:9.1e}")
    return rows


CASES = {"sleigh": sleigh, "snakeboard": snakeboard}


def main(names: list[str]) -> None:
    warnings.simplefilter("ignore", nh.RunWarning)
    for name in names or list(CASES):
        if name not in CASES:
            sys.exit(f"there is no {name!r}; the cases are: {', '.join(CASES)}")
        compare(name, CASES[name]())
        compare_members(CASES[name]())


if __name__ == "__main__":
    main(sys.argv[1:])

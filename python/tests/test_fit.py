"""Parameters and initial values from recorded motions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nonholonomic as nh
from conftest import ROOT, SLEIGH, scenario

pytest.importorskip("scipy")

TRUE = dict(m=6.0, inertia=0.2, i_wheel=0.005, radius=0.1, half_track=0.2)
GUESS = TRUE | dict(m=4.0, inertia=0.3, radius=0.12)
FREE = ["m", "inertia", "radius"]
NOISE = dict(x=0.01, y=0.01, theta=0.02, left=0.05, right=0.05)
STEPS = 200


def torques(t: float) -> list[float]:
    return [0.2 * np.cos(t), 0.2 * np.sin(1.3 * t)]


@pytest.fixture(scope="module")
def drive() -> nh.Model:
    return nh.Model.from_file(ROOT / "nhi-cli" / "templates" / "diffdrive" / "model.nhi")


@pytest.fixture(scope="module")
def recorded(drive: nh.Model) -> dict[str, Any]:
    """A motion from rest, every fourth step, with noise."""
    stepper = drive.stepper("Mla", step=0.02, parameters=TRUE)
    u = np.array([[torques((k + node) * 0.02) for node in stepper.nodes] for k in range(STEPS)])
    motion = stepper.trajectory({}, {}, u, steps=STEPS)
    random = np.random.default_rng(4)
    rows = slice(None, None, 4)
    return {"t": motion.t[rows]} | {
        name: motion[name][rows] + sigma * random.standard_normal(len(motion.t[rows])) for name, sigma in NOISE.items()
    }


def test_the_drive_is_recovered_within_its_errors(drive: nh.Model, recorded: dict[str, Any]) -> None:
    found = nh.fit(
        drive, "Mla", recorded, step=0.02, parameters=GUESS, free=FREE, controls=torques, sigma=NOISE
    )
    for name in FREE:
        error = found.values[name] - TRUE[name]
        assert abs(error) < 3 * found.standard_errors[name], name
        # The errors say something: the guesses were far off.
        assert 3 * found.standard_errors[name] < 0.2 * abs(GUESS[name] - TRUE[name])
    assert found.parameters == GUESS | found.values
    np.testing.assert_allclose(np.sqrt(np.diag(found.covariance)), list(found.standard_errors.values()))
    assert found.residual.shape == (51, 5) and np.sqrt(np.mean(found.residual**2)) == pytest.approx(1, abs=0.2)
    assert "m = " in repr(found) and "±" in repr(found)
    # No parameters have smaller residuals: those of a simulation with the fitted ones are the same.
    stepper = drive.stepper("Mla", step=0.02, parameters=found.parameters)
    u = np.array([[torques((k + node) * 0.02) for node in stepper.nodes] for k in range(STEPS)])
    again = stepper.trajectory({}, {}, u, steps=STEPS)
    np.testing.assert_array_equal(again["x"], found.run["x"])


def test_errors_are_as_frequent_as_they_claim(drive: nh.Model, recorded: dict[str, Any]) -> None:
    stepper = drive.stepper("Mla", step=0.02, parameters=TRUE)
    u = np.array([[torques((k + node) * 0.02) for node in stepper.nodes] for k in range(STEPS)])
    motion = stepper.trajectory({}, {}, u, steps=STEPS)
    random = np.random.default_rng(7)
    scores = []
    for _ in range(20):
        data = {"t": motion.t[::10]} | {
            name: motion[name][::10] + sigma * random.standard_normal(21) for name, sigma in NOISE.items()
        }
        found = nh.fit(drive, "Mla", data, step=0.02, parameters=GUESS, free=FREE, controls=torques, sigma=NOISE)
        scores += [(found.values[name] - TRUE[name]) / found.standard_errors[name] for name in FREE]
    # Of 60 standard scores the root mean square is 1 within 4 of its deviations, 1/sqrt(120) each.
    assert np.sqrt(np.mean(np.square(scores))) == pytest.approx(1, abs=4 / np.sqrt(120))


@pytest.mark.parametrize("integrator", ["Mla", "Dla", "Gauss(stages = 2)"])
def test_the_jacobian_is_that_of_differences(integrator: str, sleigh: nh.Model) -> None:
    from nonholonomic import _data
    from nonholonomic._problem import Problem

    run = sleigh.simulate("Mla", **(SLEIGH | {"every": 7, "steps": 70}))
    stepper = sleigh.stepper(integrator, step=SLEIGH["step"], parameters=SLEIGH["parameters"])
    data = _data.read(stepper, run, ["x", "y_dot", "lambda.blade"])
    # `a` and `theta` change the constraint, so that y_dot follows from the others.
    free = ["m", "a", "theta", "x", "x_dot"]
    q, v = ([SLEIGH["initial"][name] for name in names] for names in (stepper.coordinates, stepper.velocities))
    problem = Problem(stepper, data, free, [np.array(q), np.array(v), np.zeros(0)], np.zeros((1, 1, 0)), np.ones(3))
    z = problem.first / problem.scale + 0.01 * np.arange(5)
    found = problem.jacobian(z)
    h = 1e-5
    for k, unit in enumerate(np.eye(5)):
        slope = (problem.residual(z + h * unit) - problem.residual(z - h * unit)) / (2 * h)
        np.testing.assert_allclose(found[:, :, k], slope, rtol=1e-6, atol=1e-7)
    assert np.abs(found).max() > 1e-2


def test_the_start_satisfies_constraints_that_are_not_affine() -> None:
    model, keys = scenario("appell_hamel")
    true = keys["parameters"]
    free = ["a", "x_dot", "y_dot"]
    # By Appell and Hamel, z_dot^2 = a^2 (x_dot^2 + y_dot^2).
    initial = {"x": 0.4, "y": -0.2, "x_dot": 1.5, "y_dot": 0.8}
    stepper = model.stepper("Mla", step=0.01, parameters=true)
    q = {name: initial.get(name, 0.0) for name in stepper.coordinates}
    motion = stepper.trajectory(
        q, {"x_dot": 1.5, "y_dot": 0.8, "z_dot": true["a"] * np.hypot(1.5, 0.8)}, steps=40
    )
    data = {"t": motion.t[::4]} | {name: motion[name][::4] for name in ("x", "y", "z")}
    guess = initial | {"x_dot": 1.4, "y_dot": 0.9, "z_dot": true["a"]}
    found = nh.fit(
        model, "Mla", data, step=0.01, parameters=true | {"a": 1.1 * true["a"]}, initial=guess, free=free
    )
    assert found.values == pytest.approx({"a": true["a"], "x_dot": 1.5, "y_dot": 0.8}, rel=1e-9)
    assert found.initial["z_dot"] == pytest.approx(true["a"] * np.hypot(1.5, 0.8), rel=1e-9)


def test_initial_values_come_from_tables_of_runs(sleigh: nh.Model, tmp_path: Path) -> None:
    run = sleigh.simulate("Mla", **SLEIGH)
    run.save(tmp_path / "run.csv")
    guess = SLEIGH["initial"] | {"x": 0.4, "x_dot": -1.2, "y_dot": 0.0}
    for data in (tmp_path / "run.csv", run, run.to_pandas()[["t", "x", "y", "theta"]]):
        found = nh.fit(
            sleigh, "Mla", data, step=SLEIGH["step"], parameters=SLEIGH["parameters"] | {"a": 0.6}, initial=guess,
            free=["a", "x", "x_dot", "theta_dot"],
        )
        expected = {"a": 0.5, "x": 0.5, "x_dot": -1.5, "theta_dot": 1.0}
        for name, value in expected.items():
            assert found.values[name] == pytest.approx(value, abs=1e-8), name
        # The constraint determines y_dot = a theta_dot at theta = 0.
        assert found.initial["y_dot"] == pytest.approx(0.5, abs=1e-8)


def test_recorded_controls_are_held(drive: nh.Model) -> None:
    stepper = drive.stepper("Mla", step=0.02, parameters=TRUE)
    rows = np.array([torques(0.1 * k) for k in range(21)])
    motion = stepper.trajectory({}, {}, np.repeat(rows[:20], 5, axis=0)[:, np.newaxis], steps=100)
    data = {"t": motion.t[::5], "x": motion["x"][::5], "left": motion["left"][::5], "u_left": rows[:, 0], "u_right": rows[:, 1]}
    found = nh.fit(drive, "Mla", data, step=0.02, parameters=GUESS | {"radius": 0.1}, free=["m", "inertia"])
    assert found.values == pytest.approx({"m": 6.0, "inertia": 0.2}, rel=1e-7)


def test_what_data_do_not_determine_is_named(sleigh: nh.Model) -> None:
    # Without forces the motion depends on the ratio of inertia and mass alone.
    run = sleigh.simulate("Mla", **SLEIGH)
    with pytest.warns(nh.RunWarning, match="these data do not determine m, inertia: they change"):
        found = nh.fit(
            sleigh, "Mla", run, step=SLEIGH["step"], parameters=SLEIGH["parameters"] | {"m": 1.5}, columns=["x", "y"],
            initial=SLEIGH["initial"], free=["m", "inertia", "theta_dot"],
        )
    assert np.isinf([found.standard_errors[name] for name in ("m", "inertia")]).all()
    assert found.standard_errors["theta_dot"] < 1e-6
    assert found.values["inertia"] / found.values["m"] == pytest.approx(0.5, rel=1e-6)


def test_a_value_at_its_bound_is_named() -> None:
    model = nh.Model(
        coordinates=["x"], parameters=["m"], controls=["u"], forces={"x": "u"}, lagrangian="0.5*m*x_dot.powi(2)"
    )
    motion = model.stepper("Mla", step=0.1, parameters=dict(m=2)).trajectory([0.0], [1.0], [1.0], steps=20)
    data = {"t": motion.t, "x": motion["x"] + 1e-3 * np.cos(np.arange(21))}
    # The function of one control may return a number, or a dict.
    keys: dict[str, Any] = dict(step=0.1, parameters=dict(m=1.0), initial=dict(x_dot=0.9), free=["m", "x_dot"])
    with pytest.warns(nh.RunWarning, match="values at their bounds: m; .* standard errors of all values do not apply"):
        found = nh.fit(model, "Mla", data, controls=lambda t: 1.0, bounds={"m": (0.5, 1.5)}, **keys)
    assert found.values["m"] == pytest.approx(1.5)
    inside = nh.fit(model, "Mla", data, controls=lambda t: {"u": 1.0}, bounds={"m": (0.5, 9.0)}, **keys)
    assert inside.values["m"] == pytest.approx(2.0, abs=4 * inside.standard_errors["m"])


PENDULUM = """#[nonholonomic(coordinates(x, y), lagrangian = 0.5*m*(x_dot.powi(2) + y_dot.powi(2)) - m*g*y,
    holonomic(rod = x.powi(2) + y.powi(2) - l.powi(2)), integrators(Mla))]
pub struct Pendulum { pub m: f64, pub g: f64, pub l: f64 }"""


def pendulum(integrator: str, free: list[str], noise: float = 0.0) -> nh.Fit:
    """Return the fit to a motion with ``g = 9.81``, from other first guesses."""
    model = nh.Model.from_text(PENDULUM)
    stepper = model.stepper(integrator, step=0.02, parameters=dict(m=1, g=9.81, l=1))
    motion = stepper.trajectory([0.6, -0.8], [0, 0], steps=200)
    x = motion["x"] + noise * np.random.default_rng(0).standard_normal(201)
    return nh.fit(
        model, integrator, {"t": motion.t, "x": x}, step=0.02, parameters=dict(m=1.2, g=9.6, l=1),
        initial=dict(x=0.6, y=-0.8), free=free,
    )


@pytest.mark.parametrize("integrator", ["Mla", "Gauss", "Dla", "Lobatto", "Rk(order = 4)"])
def test_values_without_effect_stay_where_they_are(integrator: str) -> None:
    # The motion of a pendulum does not depend on its mass.
    with pytest.warns(nh.RunWarning, match="these data do not determine m:"):
        found = pendulum(integrator, ["g", "m"], noise=0.01)
    assert found.values["m"] == 1.2 and np.isinf(found.standard_errors["m"])
    assert found.values["g"] == pytest.approx(9.81, abs=4 * found.standard_errors["g"])
    assert found.standard_errors["g"] < 0.02


def test_trials_that_fail_on_the_way_do_not_matter() -> None:
    # From a mass that is too large, the first step of the search leads to none at all.
    model = nh.Model(coordinates=["x"], parameters=["m", "k"], lagrangian="0.5*m*x_dot.powi(2) - 0.5*k*x.powi(2)")
    motion = model.stepper("Mla", step=0.05, parameters=dict(m=0.5, k=3)).trajectory([1.0], [0.0], steps=20)
    data = {"t": motion.t, "x": motion["x"]}
    found = nh.fit(model, "Mla", data, step=0.05, parameters=dict(m=3, k=3), initial=dict(x=1), free=["m"])
    assert found.values["m"] == pytest.approx(0.5, rel=1e-6)


@pytest.mark.parametrize("free", [["g", "l"], ["g", "l", "x"], ["g", "x", "x_dot"]])
def test_the_start_follows_position_constraints(free: list[str]) -> None:
    from nonholonomic import _data
    from nonholonomic._problem import Problem

    model = nh.Model.from_text(PENDULUM)
    true = dict(m=1.0, g=9.81, l=1.3)
    stepper = model.stepper("Mla", step=0.02, parameters=true)
    motion = stepper.trajectory([0.5, -1.2], [0.6, 0.25], steps=200)
    data = {"t": motion.t, "x": motion["x"]}
    guess = true | dict(g=9.6, l=1.2 if "l" in free else 1.3)
    initial = dict(x=0.45 if "x" in free else 0.5, y=-1.2, x_dot=0.6, y_dot=0.25)
    found = nh.fit(model, "Mla", data, step=0.02, parameters=guess, initial=initial, free=free)
    assert found.parameters == pytest.approx(true, rel=1e-8)
    assert found.initial == pytest.approx(dict(x=0.5, y=-1.2, x_dot=0.6, y_dot=0.25), rel=1e-8)

    columns = _data.read(stepper, data, ["x"])
    q, v = (np.array([initial[name] for name in names]) for names in (stepper.coordinates, stepper.velocities))
    problem = Problem(stepper, columns, free, [q, v, np.zeros(0)], np.zeros((1, 1, 0)), np.ones(1))
    z, h = problem.first / problem.scale + 0.01, 1e-5
    exact = problem.jacobian(z)
    for k, unit in enumerate(np.eye(len(free))):
        slope = (problem.residual(z + h * unit) - problem.residual(z - h * unit)) / (2 * h)
        np.testing.assert_allclose(exact[:, :, k], slope, rtol=1e-6, atol=1e-7)


def test_places_that_constraints_leave_no_room_for_are_not_sought() -> None:
    # Other places need another length, which is not sought.
    with pytest.raises(nh.ModelError, match="free: the constraints leave 1 of x, y free; leave out 1"):
        pendulum("Mla", ["g", "x", "y"])


def test_motions_of_variational_problems_begin_with_multipliers() -> None:
    model = nh.Model(
        coordinates=["x", "y", "z"], parameters=["m", "k", "b"], integrators=["VakonomicGauss"],
        lagrangian="0.5*m*(x_dot.powi(2)+y_dot.powi(2)+z_dot.powi(2)) - k*x*y",
        constraints={"con": "z_dot - b*y.powi(2)*x_dot"},
    )
    true = dict(m=2.0, k=0.5, b=0.6)
    initial = dict(x=0.5, y=0.4, z=0.3, x_dot=-0.5, y_dot=0.6, z_dot=-0.048)
    stepper = model.stepper("VakonomicGauss", step=0.05, parameters=true)
    q, v = ({name: initial[name] for name in names} for names in stepper.names[:2])
    motion = stepper.trajectory(q, v, steps=40, multipliers=dict(con=0.8))
    known = dict(step=0.05, parameters=true | dict(k=0.45), initial=initial | {"lambda.con": 0.8})
    assert nh.fit(model, "VakonomicGauss", motion, free=["k"], **known).values["k"] == pytest.approx(0.5, rel=1e-9)
    known["initial"] = initial | {"lambda.con": 0.5}
    found = nh.fit(model, "VakonomicGauss", motion, free=["k", "lambda.con"], **known)
    assert found.values == pytest.approx({"k": 0.5, "lambda.con": 0.8}, rel=1e-8)
    assert found.initial["lambda.con"] == found.values["lambda.con"]


def test_models_with_rotations_are_fitted_to_all_columns() -> None:
    top = nh.Model(
        groups="body: SO3(w1, w2, w3)", parameters=["m", "k"],
        lagrangian="0.5*m*(w1.powi(2)+2*w2.powi(2)+3*w3.powi(2)) - k*body[2][2]",
    )
    motion = top.stepper("Mla", step=0.05, parameters=dict(m=1, k=2)).trajectory({}, dict(w1=1.0), steps=40)
    known = dict(step=0.05, parameters=dict(m=1, k=1.9), initial=dict(w1=1.0))
    assert nh.fit(top, "Mla", motion, free=["k"], **known).values["k"] == pytest.approx(2.0, rel=1e-8)
    with pytest.raises(nh.ModelError, match=r"'body\[0\]\[1\]' is an entry of a group element"):
        nh.fit(top, "Mla", motion, free=["k", "body[0][1]"], **known)


def test_values_that_constraints_determine_are_not_sought(sleigh: nh.Model) -> None:
    held = nh.Model(
        coordinates=["x", "al"], parameters=["m", "k"], prescribed={"al": "0.3*sin(2*t)"},
        lagrangian="0.5*m*(x_dot.powi(2) + al_dot.powi(2)) - 0.5*k*(x-al).powi(2)",
    )
    parameters = dict(m=2.0, k=3.0)
    initial = dict(x=0.2, x_dot=1.0, al_dot=0.6)
    motion = held.stepper("Mla", step=0.02, parameters=parameters).trajectory(dict(x=0.2), dict(x_dot=1.0, al_dot=0.6), steps=50)
    for name in ("al", "al_dot"):
        with pytest.raises(nh.ModelError, match=f"the constraints leave 0 of {name} free; leave out 1"):
            nh.fit(held, "Mla", motion, step=0.02, parameters=parameters, initial=initial, free=["m", name])
    motion = sleigh.stepper("Mla", step=0.02, parameters=SLEIGH["parameters"]).trajectory({}, {"x_dot": 1.0}, steps=20)
    free = ["m", "theta_dot", "x_dot", "y_dot"]
    with pytest.raises(nh.ModelError, match="leave 2 of .*, .*, .* free; leave out 1"):
        nh.fit(sleigh, "Mla", motion, step=0.02, parameters=SLEIGH["parameters"], initial={"x_dot": 1.0}, free=free)


def test_mistakes_are_named(drive: nh.Model, recorded: dict[str, Any]) -> None:
    def fit(data: Any = None, **changes: Any) -> nh.Fit:
        keys = dict(step=0.02, parameters=GUESS, free=FREE, controls=torques) | changes
        return nh.fit(drive, "Mla", recorded if data is None else data, **keys)

    for changes, text in [
        ({"free": ["mass"]}, "free: there is no 'mass'; the names are: m, inertia, i_wheel, radius, half_track, x, y"),
        ({"free": []}, r"free: found \[\]; one or more"),
        ({"parameters": {"m": 1.0}}, "parameters: missing inertia, i_wheel"),
        ({"columns": ["x", "y", "x"]}, r"columns: found \['x', 'y', 'x'\]; different names"),
        ({"columns": ["z"]}, "columns: there is no 'z' in both data and model; the names are: x, y, theta, left, right"),
        ({"sigma": {"x": -1}}, "sigma: found {'x': -1}; positive numbers"),
        ({"initial": {"z": 1}}, "initial: there is no 'z'; the names are: x, y"),
        ({"bounds": {"z": (0, 1)}}, "bounds: there is no 'z'; the names are: m, inertia, radius"),
        ({"bounds": {"m": (5, 1)}}, r"bounds\['m'\]: found \(5, 1\); the least and the largest value"),
        ({"bounds": {"m": (np.nan, 5)}}, r"bounds\['m'\]: found \(nan, 5\); the least and the largest value"),
        ({"bounds": {"m": (None, 5)}}, r"bounds\['m'\]: found \(None, 5\); .* such as \(0, numpy.inf\)"),
        ({"bounds": {"m": 5}}, r"bounds\['m'\]: found 5; the least and the largest value"),
        ({"bounds": {"m": (5, 9)}}, r"bounds\['m'\]: found \(5, 9\); the first guess 4 must be within"),
        ({"data": {"t": 0.0, "x": 1.0}}, r"data\['t'\]: found shape \(\); one number for each time"),
        ({"controls": lambda t: None}, r"the function returned None; .* in the order \[u_left, u_right\]"),
        ({"step": 0.03}, r"data\['t'\]: found 0.08 in row 1, which is 2.66667 steps of 0.03 after 0; whole numbers"),
        ({"controls": None}, "u: missing; .* u_left, u_right"),
        ({"data": {"t": [], "x": []}}, "data: found 0 rows of the columns x; numbers"),
        ({"data": {"x": [1.0]}}, "data: there is no column 't'; the columns are: x"),
        ({"data": {"t": [0.0], "z": [1.0]}}, "data: there is no 'z' in the model; the names are: x, y, theta"),
        ({"data": {"t": [0, 0.02], "x": [0, np.nan]}}, r"data\['x'\]: the number at \(1,\) is nan"),
        ({"data": {"t": [0, 0.02], "x": [0]}}, r"data\['x'\]: found shape \(1,\), and \(2,\) of 't'"),
        ({"data": {"t": [0.02, 0], "x": [0, 0]}}, r"data\['t'\]: found 0 in row 1 after 0.02; increasing times"),
        ({"data": {"t": [0, 0.02], "x": [0, 0]}}, "found 2 numbers for 3 unknowns"),
        ({"data": {"t": ["a"], "x": [0]}}, r"data\['t'\]: found an array of dtype <U1; real numbers"),
    ]:
        with pytest.raises((nh.ModelError, ValueError, TypeError), match=text):
            fit(**changes)
    with pytest.raises(TypeError, match="bounds: found .*; a dict of names and pairs"):
        fit(bounds=[(0, 1)])
    with pytest.raises(TypeError, match="data: found a value of type int"):
        fit(4)
    with pytest.raises(TypeError, match="free: found 'm'; a list of names"):
        fit(free="m")


def test_given_velocities_stay_and_missing_ones_follow(sleigh: nh.Model) -> None:
    # With a blade farther than 1 from the centre, the largest coefficient is that of the turn.
    true = dict(inertia=1.0, m=2.0, a=1.5)
    start = dict(theta=0.0, y=0.0, x=0.5, theta_dot=1.0, x_dot=-1.5, y_dot=1.5)
    run = sleigh.simulate("Mla", step=0.01, end=3.0, parameters=true, initial=start)
    given = dict(x=0.5, theta_dot=1.0, x_dot=-1.5)
    guess = true | dict(m=1.5, a=1.4)
    found = nh.fit(sleigh, "Mla", run, step=0.01, parameters=guess, initial=given, free=["m", "a", "x_dot"])
    assert found.parameters == pytest.approx(true, rel=1e-6)
    assert found.initial["theta_dot"] == 1.0
    assert found.initial["y_dot"] == pytest.approx(1.5, rel=1e-6)


@pytest.mark.parametrize("guess", [0.9, 0.95, 1.05, 1.1])
def test_small_oscillations_determine_a_length(guess: float) -> None:
    model = nh.Model.from_text(
        """#[nonholonomic(coordinates(x, z), lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - m * 9.81 * z,
        holonomic(rod = x.powi(2) + (z - l).powi(2) - l.powi(2)), integrators(Mla))] struct Pendulum { m: f64, l: f64 }"""
    )
    start = dict(x=0.003, z=1.0 - (1.0 - 0.003**2) ** 0.5, x_dot=0.0, z_dot=0.0)
    run = model.simulate("Mla", step=0.01, end=2.0, parameters=dict(m=1.0, l=1.0), initial=start)
    data = {"t": run.t, "x": run.q["x"]}
    found = nh.fit(
        model, "Mla", data, step=0.01, parameters=dict(m=1.0, l=guess), initial=dict(x=0.003), free=["l"]
    )
    assert found.parameters["l"] == pytest.approx(1.0, rel=1e-6)


def test_tables_with_outputs_are_data(sleigh: nh.Model, tmp_path: Path) -> None:
    run = sleigh.simulate("Mla", **SLEIGH, output=dict(speed="hypot(x_dot, y_dot)"))
    run.save(tmp_path / "run.csv")
    for data in (run, tmp_path / "run.csv"):
        found = nh.fit(
            sleigh, "Mla", data, step=SLEIGH["step"], parameters=SLEIGH["parameters"] | dict(m=1.9),
            initial=SLEIGH["initial"], free=["m"],
        )
        assert found.parameters["m"] == pytest.approx(SLEIGH["parameters"]["m"], rel=1e-6)

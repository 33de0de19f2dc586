"""Mistakes: what was given, what is needed, which names there are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nonholonomic as nh
from conftest import SCENARIOS, SLEIGH, scenario

SIMULATE: list[tuple[dict[str, Any], str]] = [
    ({"parameters": {"inertia": 1, "mass": 2, "a": 0.5}}, "mass.*inertia, m, a"),
    ({"parameters": {"inertia": 1, "m": float("nan"), "a": 0.5}}, "NaN.*finite number"),
    ({"parameters": {"inertia": 1, "m": None, "a": 0.5}}, "found None of type NoneType.*a number"),
    ({"parameters": {"inertia": 1, "m": 1 + 2j, "a": 0.5}}, "complex"),
    ({"parameters": {"inertia": 1, "m": "2*n", "a": 0.5}}, "`n`, which is not a parameter"),
    ({"parameters": [1, 2]}, "parameters: found .* a dict of names and values"),
    ({"parameters": {1: 2}}, "key 1 is not a string"),
    ({"initial": {"z": 1}}, "no such coordinate or velocity.*theta, x, y"),
    ({"integrator": "Mlb"}, "Mlb.*"),
    ({"intial": {}}, "there is no keyword 'intial'.*did you mean 'initial'"),
    ({"controls": np.zeros((10, 1, 0)), "control_period": 0.2}, "control_period: an array .* leave it out"),
    ({"integrator": 4}, "integrator: found 4"),
    ({"step": 0}, "step"),
    ({"steps": 2.5}, "steps.*whole number"),
    ({"end": 3}, "all given"),
    ({"every": 0}, "every: found 0"),
    ({"every": 1.5}, "every: found 1.5"),
    ({"every": 2**70}, "every: found 1180591620717411303424; a positive number of steps below"),
    ({"project": "False"}, "project: found 'False'; True or False is needed"),
    ({"controls": {"u": 1}}, "no such control.*no entry"),
    ({"sketches": {}}, "no keyword 'sketches'"),
    ({"output": {"x": "1"}}, "column of this name already"),
]


@pytest.mark.parametrize(("changes", "text"), SIMULATE)
def test_simulate(sleigh: nh.Model, changes: dict[str, Any], text: str) -> None:
    keys = {"integrator": "Mla"} | SLEIGH | changes
    with pytest.raises((nh.ModelError, TypeError, ValueError)) as caught:
        sleigh.simulate(**keys)
    message = " ".join(str(caught.value).split())
    assert __import__("re").search(text, message), message
    if isinstance(caught.value, nh.ModelError):
        assert all(x["found"] for x in caught.value.diagnostics)


@pytest.mark.parametrize(
    ("array", "text"),
    [
        (np.zeros((20, 2)), r"shape \(20, 2\); 3 dimensions"),
        (np.zeros((20, 2, 3)), r"shape \[20, 2, 3\].*shape \[20, 2, 2\].*u_psi, u_phi"),
        (np.full((20, 2, 2), np.inf), r"the number at \(0, 0, 0\) is inf"),
        (np.zeros((20, 2, 2), dtype=complex), "dtype complex128; real numbers"),
        (np.full((20, 2, 2), "a"), "dtype <U1"),
    ],
)
def test_arrays_of_controls(board: tuple[nh.Model, dict[str, Any]], array: Any, text: str) -> None:
    model, keys = board
    with pytest.raises((ValueError, TypeError), match="(?s)" + text):
        model.simulate("Mla", **(keys | {"controls": array}))


def test_missing_controls_are_named(board: tuple[nh.Model, dict[str, Any]]) -> None:
    model, keys = board
    keys.pop("controls")
    with pytest.raises(nh.ModelError) as caught:
        model.simulate("Mla", **keys)
    assert [x["key"] for x in caught.value.diagnostics] == ["[controls] u_psi", "[controls] u_phi"]


def test_models_point_at_the_mistake() -> None:
    model = nh.Model(coordinates=["x"], lagrangian="0.5*m*x_dot^2", parameters=["m"])
    with pytest.raises(nh.ModelError, match="powi") as caught:
        model.check()
    assert caught.value.diagnostics[0]["line"] == 3
    with pytest.raises(nh.ModelError, match="holds several models|holds no model"):
        nh.Model.from_text("#[nonholonomic(coordinates(x), lagrangian = x_dot.powi(2), integrators(Mla))] struct A {}", "B").check()
    with pytest.raises(nh.ModelError):
        nh.Model.from_text("").check()
    with pytest.raises(TypeError, match="a string is needed"):
        nh.Model.from_text(4)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        nh.Model.from_file("nowhere.nhi")
    with pytest.raises(TypeError, match="a list of names"):
        nh.Model(coordinates="xy", lagrangian="0")
    with pytest.raises(TypeError, match="lagrangian: found None; an expression"):
        nh.Model(coordinates=["x"], lagrangian=None)
    with pytest.raises(TypeError, match=r"constraints\['c'\]: found None; an expression"):
        nh.Model(coordinates=["x"], lagrangian="x_dot.powi(2)", constraints={"c": None})


def test_steppers(sleigh: nh.Model) -> None:
    with pytest.raises(nh.ModelError, match="missing a; a number is needed for each"):
        sleigh.stepper("Mla", step=0.1, parameters={"inertia": 1, "m": 2})
    with pytest.raises(ValueError, match="step size"):
        sleigh.stepper("Mla", step=0.0, parameters=SLEIGH["parameters"])
    with pytest.raises(ValueError, match="`m`"):
        sleigh.stepper("Mla", step=0.1, parameters={"inertia": 1, "m": float("nan"), "a": 1})
    stepper = sleigh.stepper("Mla", step=0.1, parameters=SLEIGH["parameters"])
    with pytest.raises(nh.ModelError, match="no 'z'; the names are: theta, x, y"):
        stepper.start({"z": 1}, {})
    with pytest.raises(nh.ModelError, match=r"shape \(2,\); 3 numbers are needed: theta, x, y"):
        stepper.start([1, 2], {})
    with pytest.raises(ArithmeticError, match="blade"):
        stepper.start({}, {"y_dot": 1})
    state = stepper.start({}, {"x_dot": 1})
    with pytest.raises(ValueError, match=r"shape \(1, 1\); the shape must be"):
        stepper.step(state, [1.0])
    board, keys = scenario("snakeboard")
    other = board.stepper("Mla", step=0.1, parameters=keys["parameters"])
    with pytest.raises(ValueError, match="one of another model or integrator"):
        other.step(state, [0, 0])
    # A state of another integrator can have as many numbers, with another meaning.
    mla, gauss = (sleigh.stepper(name, step=0.1, parameters=SLEIGH["parameters"]) for name in ("Mla", "Gauss"))
    with pytest.raises(ValueError, match="one of another model or integrator"):
        gauss.sample(mla.start({}, {"x_dot": 1}))
    states = mla.start(np.zeros((2, 3)), {"x_dot": 1})
    for call in (gauss.step, gauss.sample, gauss.with_parameters({"m": 3}).step):
        with pytest.raises(ValueError, match="one of another model or integrator"):
            call(states)
    assert len(mla.with_parameters({"m": 3}).step(states)) == 2
    longer = sleigh.stepper("Mla", step=0.2, parameters=SLEIGH["parameters"])
    assert longer.sample(mla.start({}, {"x_dot": 1})).v[1] == 1
    with pytest.raises(ValueError, match="u: missing; .* u_psi, u_phi"):
        other.start({}, {})


def test_arguments_of_steppers_are_named(sleigh: nh.Model) -> None:
    parameters = SLEIGH["parameters"]
    with pytest.raises(TypeError, match='integrator: found None; a string such as "Mla"'):
        sleigh.stepper(None, step=0.1, parameters=parameters)  # type: ignore[arg-type]
    for step in (None, "h", "0.1", np.array([0.1])):
        with pytest.raises(nh.ModelError, match="step: found .*; a number is needed"):
            sleigh.stepper("Mla", step=step, parameters=parameters)
    stepper = sleigh.stepper("Mla", step=0.1, parameters=parameters)
    states = stepper.start(np.zeros((2, 3)), {"x_dot": 1})
    for call, found, name in [
        (stepper.step, None, "NoneType"), (stepper.sample, states.entries, "ndarray"),
        (stepper.step_derivative, states, "States"), (stepper.sample_derivative, states, "States"),
    ]:
        with pytest.raises(TypeError, match=f"state: found a value of type {name}; a state of `start` or `step`"):
            call(found)
    with pytest.raises(ValueError, match=r"q: found shape \(2, 3\); one point is needed"):
        stepper.trajectory(np.zeros((2, 3)), {}, steps=3)
    with pytest.raises(ValueError, match=r"v: found shape \(2, 3\); one point is needed"):
        stepper.start_derivative({}, np.zeros((2, 3)))
    with pytest.raises(nh.ModelError, match="t: found None; a number is needed"):
        stepper.trajectory({}, {}, steps=3, t=None)  # type: ignore[arg-type]
    state = stepper.start({}, {"x_dot": 1})
    for entries in (state.entries.tolist(), state.entries.astype(np.float32)):
        np.testing.assert_array_equal(state.with_entries(entries).entries, state.entries)
    for entries, text in [("a", "entries: found 'a'; real numbers"), (np.zeros((2, 8)), "entries: found 2 dimensions")]:
        with pytest.raises(ValueError, match=text):
            state.with_entries(entries)


def test_more_numbers_than_memory_are_refused(sleigh: nh.Model) -> None:
    with pytest.raises(ValueError, match="more than the 1000000000 that fit in memory: keep fewer rows"):
        sleigh.simulate("Mla", **(SLEIGH | {"steps": 10**9}))
    stepper = sleigh.stepper("Mla", step=0.1, parameters=SLEIGH["parameters"])
    with pytest.raises(ValueError, match="more than the 1000000000 that fit in memory: make fewer `steps`"):
        stepper.trajectory({}, {"x_dot": 1}, steps=10**9)
    with pytest.raises(ValueError, match="steps: found 1180591620717411303424; a number of steps below"):
        stepper.trajectory({}, {"x_dot": 1}, steps=2**70)


def test_arguments_of_studies_are_named() -> None:
    file = SCENARIOS / "chaplygin_sleigh.toml"
    for call, text in [
        (lambda: nh.run_scenario(file, every=2.5), "every: found 2.5; a positive number"),  # type: ignore[arg-type]
        (lambda: nh.run_scenario(file, set=["m"]), r"set: found \['m'\]; a dict of names"),  # type: ignore[arg-type]
        (lambda: nh.run_scenario(file, set={"m": None}), r"set\['m'\]: found None; a number is needed"),
        (lambda: nh.run_scenario(file, project="no"), "project: found 'no'; True or False"),  # type: ignore[arg-type]
        (lambda: nh.compare(file, ["Mla"], project=1), "project: found 1; True or False"),  # type: ignore[arg-type]
        (lambda: nh.linearise(file, find="x"), "find: found 'x'; True or False"),  # type: ignore[arg-type]
        (lambda: nh.linearise(file, coordinates="theta"), "coordinates: found 'theta'; a list of names"),
    ]:
        with pytest.raises((TypeError, ValueError), match=text):
            call()


def test_ensembles(sleigh: nh.Model) -> None:
    def run(**changes: Any) -> nh.Ensemble:
        return sleigh.ensemble("Mla", **({"keep": ["x"]} | SLEIGH | changes))

    def parameters(**changes: Any) -> dict[str, Any]:
        return {"parameters": SLEIGH["parameters"] | changes}

    with pytest.raises(ValueError, match="no number differs"):
        run()
    with pytest.raises(ValueError, match="different lengths: {'m': 3, 'a': 2}"):
        run(**parameters(m=np.ones(3), a=np.ones(2)))
    with pytest.raises(ValueError, match="are empty"):
        run(**parameters(m=np.ones(0)))
    with pytest.raises(ValueError, match=r"parameters\['m'\]: the number at \(1,\) is nan"):
        run(**parameters(m=np.array([1, np.nan])))
    with pytest.raises(nh.ModelError, match="no such parameter"):
        run(**parameters(n=np.ones(3)))
    with pytest.raises(nh.ModelError, match="there is no `z`"):
        run(**parameters(m=np.ones(3)), keep=["z"])
    with pytest.raises(KeyError, match="'y' was not kept; kept are: x"):
        run(**parameters(m=np.ones(3)))["y"]
    # Lists are arrays.
    lists, arrays = (run(**parameters(m=kind([1.0, 2.0]))) for kind in (list, np.array))
    np.testing.assert_array_equal(lists["x"], arrays["x"])
    # A mass of zero makes the model singular: the member is refused, the others are there.
    some = run(**parameters(m=np.array([0.0, 1.0, 2.0])))
    assert list(some.status) == ["refused", "ok", "ok"] and "pivot" in some.reasons[0]
    assert np.isnan(some["x"][0]) and np.isfinite(some["x"][1:]).all()


def test_controls_of_members() -> None:
    model, keys = scenario("snakeboard")
    for name in ("sweep", "control_period", "controls"):
        keys.pop(name, None)
    keys |= {"step": 0.1, "end": 1.0, "keep": ["x"]}

    def run(**controls: Any) -> nh.Ensemble:
        return model.ensemble(**keys, controls={"u_psi": 0.0, "u_phi": 0.0} | controls)

    with pytest.raises(nh.ModelError, match=r"9 numbers for each member\n.*one number for each of 10 steps"):
        run(u_psi=np.zeros((3, 9)))
    with pytest.raises(nh.ModelError, match=r"no control `u_foo`\n.*one of u_psi, u_phi"):
        run(u_foo=np.zeros((3, 10)))
    with pytest.raises(ValueError, match=r"shape \(3, 10, 2\); shape \(n,\) or \(n, steps\)"):
        run(u_psi=np.zeros((3, 10, 2)))
    with pytest.raises(ValueError, match=r"'u_psi': 3, 'u_phi': 4"):
        run(u_psi=np.zeros(3), u_phi=np.zeros(4))
    keys["definitions"] = {"u_psi_of_member": 0.5}
    of_definition = run(u_psi=[1.0, 2.0, 3.0], u_phi="u_psi_of_member")
    keys["definitions"] = {"half": 0.5}
    assert np.array_equal(of_definition["x"], run(u_psi=[1.0, 2.0, 3.0], u_phi="half")["x"])
    with pytest.raises(nh.ModelError, match="u_phi"):
        model.ensemble(**keys, controls={"u_psi": np.zeros((3, 10))})
    with pytest.raises(ValueError, match="different numbers of steps: {'u_psi': 10, 'u_phi': 9}"):
        run(u_psi=np.zeros((3, 10)), u_phi=np.zeros((3, 9)))
    with pytest.raises(ValueError, match="different lengths"):
        run(u_psi=np.zeros((3, 10)), u_phi=np.zeros(4))
    with pytest.raises(ValueError, match="one number for each step"):
        run(u_psi=np.zeros((3, 0)))
    with pytest.raises(ValueError, match="hold during a step"):
        keys["control_period"] = 0.2
        run(u_psi=np.zeros((3, 10)))


def test_names_of_columns_are_listed(sleigh: nh.Model) -> None:
    run = sleigh.simulate("Mla", **SLEIGH)
    with pytest.raises(KeyError, match="no coordinate 'z'; there are: theta, x, y"):
        run.q["z"]

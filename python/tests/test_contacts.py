"""Steppers over contacts that open have the numbers of runs, bit by bit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nonholonomic as nh
from conftest import ROOT, tomllib

CONTACTS = ROOT / "tests" / "contacts"
TEMPLATE = ROOT / "nhi-cli" / "templates" / "motorcycle"
pytestmark = pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")


def read(scenario: Path, model: str) -> tuple[nh.Model, dict[str, Any]]:
    """Return a model, and the keys and tables of its scenario."""
    keys = tomllib.loads(scenario.read_text())
    for name in ("model", "sketch", "units"):
        keys.pop(name, None)
    known = {"sin": np.sin, "cos": np.cos, **keys["parameters"]}
    keys["initial"] = {name: float(eval(str(value), known)) for name, value in keys["initial"].items()}
    return nh.Model.from_file(scenario.parent / model), keys


def of_contacts(name: str) -> tuple[nh.Model, dict[str, Any]]:
    return read(CONTACTS / f"{name}.toml", f"{name}.nhi")


def stepper_of(model: nh.Model, keys: dict[str, Any]) -> nh.Stepper:
    return model.stepper(keys["integrator"], step=keys["step"], parameters=keys["parameters"])


def begin(stepper: nh.Stepper, keys: dict[str, Any], u: Any = None) -> Any:
    initial = keys["initial"]
    q, v = ({name: initial[name] for name in names} for names in (stepper.coordinates, stepper.velocities))
    return stepper.start(q, v, u=u)


def compare(run: nh.Run, stepper: nh.Stepper, keys: dict[str, Any], controls: Any = None) -> list[nh.ContactChange]:
    """Compare all steps with the rows of a run except those of its events; return the changes.

    Controls have a row for each step.
    """
    steps = round(run.t[-1] / keys["step"])
    state = begin(stepper, keys, None if controls is None else controls[0])
    changes = []
    for step in range(steps + 1):
        if step > 0:
            state = stepper.step(state, None if controls is None else controls[step - 1])
            changes += state.changes
        sample = stepper.sample(state)
        row = np.flatnonzero(run.t == sample.t)[0]
        np.testing.assert_array_equal(sample.q, [run.q[name][row] for name in stepper.coordinates])
        np.testing.assert_array_equal(sample.v, [run.v[name][row] for name in stepper.velocities])
        found = dict(zip(stepper.multipliers, sample.multipliers))
        assert found == {name: run.multipliers[name][row] for name in stepper.multipliers}
        assert state.steps == step
        assert all(found[name] == 0.0 for name in state.open)
    expected = [(*event["name"].rsplit(".", 1), event["t"]) for event in run.events]
    assert [tuple(change) for change in changes] == expected
    return changes


@pytest.mark.parametrize("integrator", ["Mla", "Dla", "Gni", "Rk(order = 4)", "Dop853", "Rattle"])
def test_a_ball_bounces_as_in_a_run(integrator: str) -> None:
    model, keys = of_contacts("ball")
    keys |= {"integrator": integrator, "end": 2.0}
    changes = compare(model.simulate(**keys), stepper_of(model, keys), keys)
    assert [change.event for change in changes] == ["rebounds"] * len(changes)
    assert len(changes) >= 2
    assert changes[0].contact == "floor"
    assert changes[0].t == pytest.approx(np.sqrt(2 / 9.81), abs=1e-9)


@pytest.mark.parametrize("integrator", ["Mla", "Gni", "Rk(order = 4)", "Dop853"])
def test_a_ball_leaves_an_edge_as_in_a_run(integrator: str) -> None:
    model, keys = of_contacts("edge")
    keys |= {"integrator": integrator}
    changes = compare(model.simulate(**keys), stepper_of(model, keys), keys)
    assert [change[:2] for change in changes] == [("surface", "opens")]


@pytest.mark.parametrize("integrator", ["Mla", "Rk(order = 4)"])
def test_a_ball_falls_on_a_floor_as_in_a_run(integrator: str) -> None:
    model, keys = of_contacts("dropped")
    keys |= {"integrator": integrator, "end": 0.5}
    run = model.simulate(**keys)
    stepper = stepper_of(model, keys)
    initial = keys["initial"] | {
        name: float(run.q[name][0]) for name in stepper.coordinates if name not in keys["initial"]
    }
    changes = compare(run, stepper, keys | {"initial": initial})
    assert [change[:2] for change in changes] == [("floor", "closes")]


@pytest.mark.parametrize("integrator", ["Mla", "Gni", "Rk(order = 4)", "Gauss(stages = 2)"])
def test_a_motorcycle_with_controls_at_nodes_lifts_its_wheel_as_in_a_run(integrator: str) -> None:
    model, keys = of_contacts("motorcycle")
    keys |= {"integrator": integrator}
    stepper = stepper_of(model, keys)
    steps = round(keys["end"] / keys["step"])
    t = keys["step"] * (np.arange(steps)[:, np.newaxis] + np.asarray(stepper.nodes))
    controls = np.where(t < 2.9, np.minimum(1000 * t, 2500), 0.0)[:, :, np.newaxis]
    keys |= {"controls": controls}
    changes = compare(model.simulate(**keys), stepper, keys, controls)
    assert [change[:2] for change in changes] == [("front", "opens"), ("front", "closes")]


@pytest.mark.parametrize("integrator", ["Mla", "Rk(order = 4)", "Dop853"])
def test_the_motorcycle_of_the_template_balances_as_in_a_run(integrator: str) -> None:
    model, keys = read(TEMPLATE / "scenario.toml", "model.nhi")
    keys |= {"integrator": integrator, "step": 0.01, "control_period": 0.01}
    run = model.simulate(**keys)
    controls = [[run.columns["thrust"][np.flatnonzero(run.t == step * 0.01)[0]]] for step in range(601)]
    changes = compare(run, stepper_of(model, keys), keys, controls)
    assert ("front", "opens") in [change[:2] for change in changes]


def ball(e: float = 0.5) -> nh.Stepper:
    model = nh.Model.from_file(CONTACTS / "ball.nhi")
    return model.stepper("Mla", step=0.01, parameters=dict(m=2.0, g=10.0, r=0.5, e=e))


def test_a_state_knows_open_contacts_and_the_energy_of_impacts() -> None:
    stepper = ball()
    assert stepper.contacts == stepper.multipliers == ["floor"]
    state = stepper.start(dict(z=5.5), {}, t=3.0)
    assert (state.open, state.changes, state.energy_of_impacts) == (["floor"], [], 0.0)
    while not state.changes:
        state = stepper.step(state)
    assert state.changes[0] == ("floor", "rebounds", pytest.approx(4.0, abs=1e-12))
    assert state.energy_of_impacts == pytest.approx(-0.75 * 2.0 * 10.0 * 5.0, rel=1e-12)
    assert str(stepper.step(state).energy_of_impacts) == "0.0", "a zero without a sign"
    same = state.with_entries(state.entries)
    assert same.changes == [] and same.open == ["floor"]
    np.testing.assert_array_equal(stepper.step(same).entries, stepper.step(state).entries)
    rest = stepper.with_parameters(dict(e=0.0)).start(dict(z=0.5), {})
    assert rest.open == []
    assert stepper.sample(rest).multipliers == pytest.approx([20.0])


def test_steps_go_backwards_over_an_impact() -> None:
    forwards = ball()
    backwards = forwards.with_parameters({}, step=-0.01)
    state = forwards.start(dict(z=5.5), {})
    for _ in range(110):
        state = forwards.step(state)
    found = forwards.sample(state)
    state = backwards.start(found.q, found.v, t=found.t)
    for _ in range(110):
        state = backwards.step(state)
    assert backwards.sample(state).q[1] == pytest.approx(5.5, abs=1e-9)


def test_a_trajectory_has_the_changes_of_all_steps() -> None:
    stepper = ball()
    motion = stepper.trajectory(dict(z=5.5), {}, steps=220)
    state = stepper.start(dict(z=5.5), {})
    changes = []
    for step in range(221):
        state = stepper.step(state) if step else state
        changes += state.changes
        np.testing.assert_array_equal(stepper.sample(state).q, motion.q[step])
    assert motion.changes == changes and len(changes) == 2
    assert motion.states.shape == (221, 0)
    assert np.all(motion["lambda.floor"] == 0.0)
    with pytest.raises(nh.StepError, match="its bounces accumulate") as failed:
        stepper.trajectory(dict(z=0.51), {}, steps=100)
    assert failed.value.run.changes


def test_states_of_another_integrator_are_refused() -> None:
    model, keys = of_contacts("beam")
    mla, rk = (model.stepper(name, step=keys["step"], parameters=keys["parameters"]) for name in ("Mla", "Rk(order = 4)"))
    with pytest.raises(ValueError, match="the state is one of another model or integrator"):
        rk.sample(begin(mla, keys, [0.0]))


def test_models_without_contacts_that_open_have_no_changes(sleigh: nh.Model) -> None:
    stepper = sleigh.stepper("Mla", step=0.05, parameters=dict(inertia=1, m=2, a=0.5))
    state = stepper.step(stepper.start({}, dict(x_dot=1.0)))
    assert (stepper.contacts, state.open, state.changes, state.energy_of_impacts) == ([], [], [], 0.0)
    assert stepper.trajectory({}, {}, steps=2).changes == []
    with pytest.raises(ValueError, match="the state is one of another model"):
        stepper.step(ball().start(dict(z=5.5), {}))
    with pytest.raises(ValueError, match="the state is one of another model"):
        ball().sample(state)


@pytest.mark.parametrize(
    "initial, found",
    [
        (dict(z=0.4), "the bodies of the contact `floor` overlap"),
        (dict(z=0.5, z_dot=-1.0), "the contact `floor` is closed, and its bodies approach with the speed 1.0"),
    ],
)
def test_starts_are_refused(initial: dict[str, float], found: str) -> None:
    with pytest.raises(ArithmeticError, match=found):
        ball().start(dict(z=initial["z"]), dict(z_dot=initial.get("z_dot", 0.0)))
    with pytest.raises(ArithmeticError, match="the restitution of the contact `floor` is 2.0"):
        ball(2.0).start(dict(z=5.5), {})


def test_functions_that_need_constant_constraints_are_refused() -> None:
    from nonholonomic._functional import Functional

    stepper = ball()
    state = stepper.start(dict(z=5.5), {})
    motion = stepper.trajectory(dict(z=5.5), {}, steps=3)
    refused: list[Callable[[], Any]] = [
        lambda: stepper.start(np.zeros((3, 2)), np.zeros((3, 2))),
        lambda: stepper.start(dict(z=5.5), {}, jacobian=["q"]),
        lambda: stepper.step(state, jacobian=["state"]),
        lambda: stepper.sample_derivative(state),
        lambda: stepper.vjp(motion, {"z": np.ones(4)}),
        lambda: Functional(stepper),
        lambda: nh.fit(
            nh.Model.from_file(CONTACTS / "ball.nhi"), "Mla", {"t": motion.t, "z": motion["z"]}, step=0.01,
            parameters=dict(m=2.0, g=10.0, r=0.5, e=0.5), initial=dict(z=5.5), free=["g"],
        ),
    ]
    for call in refused:
        with pytest.raises(ValueError, match="the contact `floor` opens; derivatives, .* leave out `opens`"):
            call()


def dropped() -> nh.Model:
    return nh.Model.from_text(
        "#[nonholonomic(coordinates(z), lagrangian = 0.5 * z_dot * z_dot - 9.81 * z, holonomic(floor = z),"
        " contacts(floor >= 0, opens), controls(u), forces(z = u), integrators(Mla))] struct Ball {}"
    )


@pytest.mark.parametrize("period", [None, 0.05])
def test_functions_see_the_state_at_the_start_of_a_contact(period: float | None) -> None:
    def u(t: float, q: dict[str, float], v: dict[str, float]) -> list[float]:
        return [-q["z"] - v["z_dot"]]

    common = dict(step=0.01, end=1.0, initial=dict(z=1.0), control_period=period)
    by_name = dropped().simulate("Mla", controls=u, **common)
    by_law = dropped().simulate("Mla", controls=dict(u="-z - z_dot"), **common)
    assert np.array_equal(by_name.q["z"], by_law.q["z"])


def test_arrays_decide_whether_a_contact_is_closed_at_the_start() -> None:
    lifts, initial = np.full((10, 2, 1), 20.0), dict(z=0.0)
    array = dropped().simulate("Mla", step=0.01, end=0.1, initial=initial, controls=lifts)
    number = dropped().simulate("Mla", step=0.01, end=0.1, initial=initial, controls=dict(u=20.0))
    assert array.events == number.events == []
    assert np.array_equal(array.multipliers["floor"], number.multipliers["floor"])
    members = dropped().ensemble(
        "Mla", step=0.01, steps=10, initial=initial, controls=dict(u=np.full((2, 10), 20.0)), keep=["floor.opens.time"]
    )
    assert np.isnan(members["floor.opens.time"]).all()

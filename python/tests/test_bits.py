"""Runs from Python have the numbers of the command, bit by bit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

import nonholonomic as nh
from conftest import SCENARIOS, scenario

NAMES = (
    "chaplygin_sleigh", "contact_point_sleigh", "dragged_sleigh", "knife_edge", "snakeboard",
    "nonholonomic_particle", "roller_racer", "rolling_disk", "steered_car", "driven_disk",
)
INTEGRATORS = ("Mla", "Dla", "Rk(order = 4)", "Gauss(stages = 2)")


@pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_numbers_are_those_of_the_command(name: str, integrator: str, nhi: Path, tmp_path: Path) -> None:
    table = tmp_path / "run.csv"
    file = SCENARIOS / f"{name}.toml"
    model, keys = scenario(name)
    end = keys.get("start", 0.0) + 60 * keys["step"]
    command = [nhi, "run", file, "-o", table, "--integrator", integrator, "--end", repr(end), "--project"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

    run = model.simulate(**(keys | {"integrator": integrator, "end": end}), project=True)

    expected = nh.read_csv(table)
    assert list(run.columns) == list(expected.columns)
    assert len(run) == 61
    for column in run.columns:
        np.testing.assert_array_equal(run.columns[column], expected.columns[column], err_msg=column)
    saved = tmp_path / "saved.csv"
    run.save(saved)
    numbers = [[x for x in path.read_text().splitlines() if not x.startswith("#")] for path in (table, saved)]
    assert numbers[0] == numbers[1]


@pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")
def test_a_scenario_file_runs_as_by_the_command(nhi: Path, tmp_path: Path) -> None:
    table = tmp_path / "run.csv"
    file = SCENARIOS / "snakeboard.toml"
    subprocess.run([nhi, "run", file, "-o", table, "--set", "m=1.5"], check=True, capture_output=True)
    run = nh.run_scenario(file, set={"m": 1.5})
    expected = nh.read_csv(table)
    for column in run.columns:
        np.testing.assert_array_equal(run.columns[column], expected.columns[column], err_msg=column)
    assert nh.run_scenario(file).q["x"][-1] != run.q["x"][-1]


@pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_members_have_the_numbers_of_their_runs(integrator: str) -> None:
    model, keys = scenario("snakeboard_free")
    keys |= {"integrator": integrator, "end": 2.0}
    m = np.linspace(0.8, 1.2, 11)
    psi_dot = np.linspace(1.0, 3.0, 11)
    parameters, initial = keys.pop("parameters"), keys.pop("initial")
    keys.pop("sweep", None)
    ensemble = model.ensemble(
        **keys,
        parameters=parameters | {"m": m},
        initial=initial | {"psi_dot": psi_dot},
        keep=["x", "energy", "y.max"],
        every=5,
    )
    assert list(ensemble.status) == ["ok"] * 11
    for k in range(11):
        run = model.simulate(
            **keys, parameters=parameters | {"m": m[k]}, initial=initial | {"psi_dot": psi_dot[k]}
        )
        np.testing.assert_array_equal(ensemble["x"][k], run.q["x"][::5])
        np.testing.assert_array_equal(ensemble["energy"][k], run.energy[::5])
        assert ensemble["y.max"][k] == run.q["y"].max()
        assert ensemble.final["x"][k] == run.q["x"][-1]


def test_the_last_number_of_a_column_may_follow_others_that_do_not_exist() -> None:
    cart = nh.Model(coordinates=["x"], lagrangian="0.5*m*x_dot.powi(2)", parameters=["m"])
    found = cart.ensemble(
        "Mla", step=0.01, steps=10, every=1, keep=["x", "w"], parameters={"m": np.array([1.0, 2.0])},
        initial={"x": 0.0, "x_dot": 1.0}, output={"w": "ln(t - 0.045)"},
    )
    assert np.isnan(found["w"][:, 0]).all()
    np.testing.assert_array_equal(found.final["w"], found["w"][:, -1])
    np.testing.assert_allclose(found.final["w"], np.log(0.055), rtol=1e-12)


def test_the_last_number_of_a_column_may_be_none() -> None:
    cart = nh.Model(coordinates=["x"], lagrangian="0.5*m*x_dot.powi(2)", parameters=["m"])
    found = cart.ensemble(
        "Mla", step=0.1, steps=10, every=1, keep=["x", "s"], parameters={"m": np.array([1.0, 2.0])},
        initial={"x": 0.5, "x_dot": -1.0}, output={"s": "sqrt(x)"},
    )
    assert list(found.status) == ["ok", "ok"] and np.isnan(found.final["s"]).all()
    np.testing.assert_array_equal(found.final["x"], found["x"][:, -1])


@pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")
def test_controls_and_constants_differ_between_members() -> None:
    model, keys = scenario("snakeboard")
    for name in ("sweep", "control_period"):
        keys.pop(name, None)
    keys |= {"integrator": "Mla", "end": 0.5}
    u_psi, gain = np.linspace(-0.5, 0.5, 5), np.linspace(0.1, 0.9, 5)
    del keys["controls"]
    ensemble = model.ensemble(
        **keys, controls={"u_psi": u_psi, "u_phi": "gain*sin(t)"}, definitions={"gain": gain}, keep=["x", "phi"]
    )
    for k in range(5):
        run = model.simulate(
            **keys, controls={"u_psi": float(u_psi[k]), "u_phi": "gain*sin(t)"}, definitions={"gain": float(gain[k])}
        )
        assert ensemble["x"][k] == run.q["x"][-1] and ensemble["phi"][k] == run.q["phi"][-1]
    assert len(set(ensemble["phi"])) == 5


@pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")
@pytest.mark.parametrize("integrator", ["Mla", "Gni", "Rk(order = 4)"])
def test_controls_of_each_step_differ_between_members(integrator: str) -> None:
    model, keys = scenario("snakeboard")
    for name in ("sweep", "control_period", "controls"):
        keys.pop(name, None)
    keys |= {"integrator": integrator, "end": 0.5}
    step = keys["step"]
    steps = round(keys["end"] / step)
    nodes = model.stepper(integrator, step=step, parameters=keys["parameters"]).nodes
    random = np.random.default_rng(3)
    u_psi, u_phi = random.uniform(-0.5, 0.5, (2, 5, steps))
    controls = {"u_psi": u_psi, "u_phi": u_phi}
    ensemble = model.ensemble(**keys, controls=controls, keep=["x", "phi", "u_phi"], every=1)
    assert list(ensemble.status) == ["ok"] * 5
    for k in range(5):
        of_steps = np.stack([u_psi[k], u_phi[k]], axis=-1)
        of_nodes = np.repeat(of_steps[:, np.newaxis, :], len(nodes), axis=1)
        run = model.simulate(**keys, controls=of_nodes)
        np.testing.assert_array_equal(ensemble["x"][k], run.q["x"])
        np.testing.assert_array_equal(ensemble["phi"][k], run.q["phi"])
        np.testing.assert_array_equal(ensemble["u_phi"][k], [*u_phi[k], u_phi[k][-1]])
    # Beside a law of the time, and one by one because of the event.
    mixed = {"u_psi": u_psi, "u_phi": "0.3*sin(t)"}
    lanes = model.ensemble(**keys, controls=mixed, keep=["x"], every=1)
    alone = model.ensemble(**keys, controls=mixed, keep=["x"], every=1, events={"far": {"when": "x - 1e6"}})
    np.testing.assert_array_equal(lanes["x"], alone["x"])
    assert np.abs(lanes["x"] - ensemble["x"]).max() > 0


@pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")
def test_a_method_with_its_own_step_size_holds_the_controls_of_each_row() -> None:
    model, keys = scenario("snakeboard")
    for name in ("sweep", "control_period", "controls"):
        keys.pop(name, None)
    keys |= {"end": 0.5, "step": 0.05}
    u_psi = np.random.default_rng(5).uniform(-0.5, 0.5, (3, 10))
    keys["integrator"] = "Dop853(tolerance = 1e-12)"
    held = model.ensemble(**keys, controls={"u_psi": u_psi, "u_phi": 0.1}, keep=["psi", "x"])
    keys |= {"integrator": "Gauss(stages = 3)"}
    steps = model.ensemble(**keys, controls={"u_psi": u_psi, "u_phi": 0.1}, keep=["psi", "x"])
    for name in held:
        np.testing.assert_allclose(held[name], steps[name], rtol=0, atol=1e-9)


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_single_steps_make_the_run(integrator: str, sleigh: nh.Model) -> None:
    from conftest import SLEIGH

    run = sleigh.simulate(integrator, **SLEIGH)
    stepper = sleigh.stepper(integrator, step=SLEIGH["step"], parameters=SLEIGH["parameters"])
    initial = SLEIGH["initial"]
    state = stepper.start(
        {name: initial[name] for name in stepper.coordinates}, {name: initial[name] for name in stepper.velocities}
    )
    for row in range(SLEIGH["steps"]):
        sample = stepper.sample(state)
        assert sample.t == run.t[row]
        np.testing.assert_array_equal(sample.q, [run.q[name][row] for name in stepper.coordinates])
        np.testing.assert_array_equal(sample.v, [run.v[name][row] for name in stepper.velocities])
        np.testing.assert_array_equal(sample.multipliers, [run.multipliers["blade"][row]])
        state = stepper.step(state)

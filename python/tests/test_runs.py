"""Runs: controls, ends, and what can be made of them."""

from __future__ import annotations

import _thread
import copy
import pickle
import signal
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nonholonomic as nh
from conftest import SCENARIOS, SLEIGH, scenario

pytestmark = pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")
Board = tuple[nh.Model, dict[str, Any]]


def laws(t: float) -> list[float]:
    return [float(np.cos(2 * np.pi * t)), float(np.sin(2 * np.pi * t))]


EXPRESSIONS = {"u_psi": "cos(2*pi*t)", "u_phi": "sin(2*pi*t)"}


@pytest.mark.parametrize("integrator", ["Mla", "Gni", "Rk(order = 4)", "Mla(order = 4)"])
def test_controls_of_all_kinds_are_the_same_controls(board: Board, integrator: str) -> None:
    model, keys = board
    keys.pop("controls")
    by_law = model.simulate(integrator, controls=EXPRESSIONS, **keys)
    by_function = model.simulate(integrator, controls=lambda t, q, v: laws(t), **keys)
    stepper = model.stepper(integrator, step=keys["step"], parameters=keys["parameters"])
    steps = len(by_law) - 1
    array = np.array([[laws((k + node) * keys["step"]) for node in stepper.nodes] for k in range(steps)])
    by_array = model.simulate(integrator, controls=array, **keys)
    for run in (by_function, by_array):
        for name in run.q:
            # Times and cosines differ in the last digits.
            np.testing.assert_allclose(run.q[name], by_law.q[name], atol=1e-12)
    moved = model.simulate(integrator, controls=0 * array, **keys)
    assert abs(moved.q["phi"][-1] - by_law.q["phi"][-1]) > 1e-3


def test_a_function_sees_the_state_and_is_held_for_its_period(board: Board) -> None:
    model, keys = board
    keys.pop("controls")
    seen = []

    def control(t: float, q: dict[str, float], v: dict[str, float]) -> list[float]:
        seen.append(t)
        assert set(v) == {name + "_dot" for name in q}
        return [-0.3 * q["psi"], -0.1 * v["phi_dot"]]

    law = {"u_psi": "-0.3*psi", "u_phi": "-0.1*phi_dot"}
    by_function = model.simulate("Mla", controls=control, control_period=0.2, **keys)
    by_law = model.simulate("Mla", controls=law, control_period=0.2, **keys)
    for column in by_law.columns:
        # At the start a function sees the initial values, and a law the state, which has their round-off.
        np.testing.assert_allclose(by_function.columns[column], by_law.columns[column], atol=1e-14, err_msg=column)
    np.testing.assert_allclose(seen, np.linspace(0, 1, 6))
    # States of this method are coordinates and velocities, so that both see the same numbers.
    by_function, by_law = (
        model.simulate("Rk(order = 4)", controls=controls, control_period=0.2, **keys) for controls in (control, law)
    )
    for column in by_law.columns:
        np.testing.assert_array_equal(by_function.columns[column], by_law.columns[column], err_msg=column)


CART = nh.Model(coordinates=["x"], controls=["u"], lagrangian="0.5*x_dot.powi(2)", forces={"x": "u"})
PERIODS: dict[str, Any] = dict(step=0.01, steps=20, initial=dict(x=1.0, x_dot=-0.3), control_period=0.02)


class Pi:
    """A controller with memory: the sum of all positions that it has seen."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.total = 0.0

    def __call__(self, t: float, q: dict[str, float], v: dict[str, float]) -> float:
        self.times.append(t)
        self.total += 0.02 * q["x"]
        return -2.0 * q["x"] - 0.5 * self.total


@pytest.mark.parametrize("integrator", ["Mla", "Gni", "Gauss(stages = 2)", "Rk(order = 4)", "Dop853"])
@pytest.mark.parametrize("every", [1, 3])
def test_a_controller_with_memory_is_called_once_in_each_period(integrator: str, every: int) -> None:
    controller, same = Pi(), Pi()
    events = {"turn": {"when": "x - 0.98", "direction": "both"}}
    run = CART.simulate(integrator, controls=controller, every=every, events=events, **PERIODS)
    np.testing.assert_allclose(controller.times, 0.02 * np.arange(11))

    stepper = CART.stepper(integrator, step=0.01)
    u = same(0.0, {"x": 1.0}, {})
    state = stepper.start([1.0], [-0.3], u=[u])
    places = []
    for k in range(20):
        sample = stepper.sample(state)
        places.append(sample.q[0])
        if k and k % 2 == 0:
            u = same(sample.t, {"x": sample.q[0]}, {})
        state = stepper.step(state, [u])
    places.append(stepper.sample(state).q[0])
    at = np.rint(run.t / 0.01).astype(int)
    regular = np.isclose(run.t, 0.01 * at, atol=1e-9)
    assert regular.sum() >= 20 // every
    # Starts from the initial values and from the state of a node differ by round-off.
    np.testing.assert_allclose(run.q["x"][regular], np.array(places)[at[regular]], rtol=0, atol=1e-13)


def test_projected_starts_call_a_controller_once() -> None:
    model = nh.Model(
        coordinates=["theta", "x", "y"], controls=["u"], forces={"theta": "u"},
        lagrangian="0.5*theta_dot.powi(2) + x_dot.powi(2) + y_dot.powi(2)",
        constraints={"blade": "0.5*theta_dot + sin(theta)*x_dot - cos(theta)*y_dot"},
    )
    controller = Pi()
    keys = PERIODS | {"initial": dict(x=0.5, theta_dot=1.0)}
    model.simulate("Mla", controls=controller, project=True, **keys)
    np.testing.assert_allclose(controller.times, 0.02 * np.arange(11))


def test_a_random_law_has_its_values_in_the_table() -> None:
    random = np.random.default_rng(0)
    values: list[float] = []

    def law(t: float, q: object, v: object) -> float:
        values.append(random.normal())
        return values[-1]

    run = CART.simulate("Gauss(stages = 2)", controls=law, **PERIODS)
    np.testing.assert_array_equal(run.controls["u"], np.repeat(values, 2)[:21])
    keys = {key: x for key, x in PERIODS.items() if key != "control_period"}
    array = np.repeat(values[:10], 2)[:, np.newaxis, np.newaxis] * np.ones((1, 2, 1))
    again = CART.simulate("Gauss(stages = 2)", controls=array, **keys)
    np.testing.assert_array_equal(again.q["x"], run.q["x"])


def test_a_function_returns_numbers_by_name_or_in_their_order(board: Board) -> None:
    model, keys = board
    keys.pop("controls")
    by_name = model.simulate("Mla", controls=lambda t, q, v: {"u_phi": laws(t)[1], "u_psi": laws(t)[0]}, **keys)
    in_order = model.simulate("Mla", controls=lambda t, q, v: laws(t), **keys)
    np.testing.assert_array_equal(by_name.q["phi"], in_order.q["phi"])
    for found, text in [
        (None, r"returned None; a number for each control is needed, in the order \[u_psi, u_phi\]"),
        (["0.5", "1"], r"returned \['0.5', '1'\]; a number for each control"),
        ([1j, 0], "a number for each control"),
        ([None, 0], "a number for each control"),
        ({"u_psi": 1.0}, "controls: missing u_phi"),
        ({"u_psi": 1.0, "u": 2.0}, "controls: there is no 'u'; the names are: u_psi, u_phi"),
    ]:
        with pytest.raises(nh.StepError, match=text):
            model.simulate("Mla", controls=lambda t, q, v: found, **keys)


@pytest.mark.parametrize("begin", [0.0, 0.1])
def test_the_end_of_the_program_is_not_a_failed_step(begin: float) -> None:
    keys = {key: x for key, x in PERIODS.items() if key != "control_period"}

    def leave(error: BaseException) -> Any:
        def law(t: float, q: object, v: object) -> float:
            if t >= begin:
                raise error
            return 0.0

        return law

    with pytest.raises(SystemExit):
        CART.simulate("Mla", controls=leave(SystemExit(3)), **keys)
    with pytest.raises(nh.RunInterrupted):
        CART.simulate("Mla", controls=leave(KeyboardInterrupt()), **keys)


FORKED = """
import multiprocessing, sys
import numpy as np
import nonholonomic as nh

model = nh.Model(coordinates=["x"], parameters=["m"], lagrangian="0.5*m*x_dot.powi(2)")

def run():
    found = model.ensemble("Mla", step=0.1, steps=2, keep=["x"], parameters=dict(m=np.ones(50)), initial=dict(x_dot=1))
    return found["x"][-1]

first = run()
context = multiprocessing.get_context("fork")
here, there = context.Pipe()
child = context.Process(target=lambda: there.send(run()))
child.start()
has_run = here.poll(30) and here.recv() == first
child.kill()
sys.exit(not has_run)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are not forked")
def test_ensembles_run_in_forked_processes() -> None:
    # JAX, which other tests import, warns of forks.
    subprocess.run([sys.executable, "-W", "ignore", "-c", FORKED], check=True, timeout=120)


def test_points_are_a_control_on_a_grid(board: Board) -> None:
    model, keys = board
    points = np.array([[0.0, 0.0], [0.5, 1.0], [1.0, 0.0]])
    table = {"points": points, "interpolation": "linear"}
    run = model.simulate("Mla", **(keys | {"controls": {"u_psi": table, "u_phi": 0}}))
    np.testing.assert_allclose(run.controls["u_psi"], np.interp(run.t, points[:, 0], points[:, 1]), atol=1e-15)


def test_a_prescribed_coordinate_follows_points() -> None:
    bar = nh.Model(
        coordinates=["phi", "s"],
        parameters=["m"],
        lagrangian="0.5 * phi_dot.powi(2) + 0.5 * m * (s_dot.powi(2) + s.powi(2) * phi_dot.powi(2))",
        prescribed={"phi": "t"},
    )
    times = np.linspace(0.0, 2.0, 9)
    # A spline through the points of a polynomial of degree three is that polynomial.
    points = np.column_stack([times, 0.3 * times + 0.2 * times**2 - 0.1 * times**3])
    table = {"phi": {"points": points, "interpolation": "cubic"}}
    run = bar.simulate(
        "Mla", step=0.01, end=2.0, parameters={"m": 2.0}, initial={"s": 0.5, "s_dot": 0}, prescribed=table
    )
    t = run.t
    np.testing.assert_allclose(run.columns["phi"], 0.3 * t + 0.2 * t**2 - 0.1 * t**3, atol=1e-13)
    np.testing.assert_allclose(run.columns["phi_dot"], 0.3 + 0.4 * t - 0.3 * t**2, atol=1e-12)


def test_an_exception_of_a_control_ends_the_run_and_keeps_it(board: Board) -> None:
    model, keys = board

    def control(t: float, q: object, v: object) -> list[float]:
        if t > 0.5:
            raise LookupError("no more controls")
        return [0.0, 0.0]

    with pytest.raises(nh.StepError, match="no more controls") as caught:
        model.simulate("Mla", **(keys | {"controls": control}))
    assert isinstance(caught.value.__cause__, LookupError)
    assert len(caught.value.run) == 11 == caught.value.step
    with pytest.raises(nh.StepError, match="returned 3 values; 2 are needed"):
        model.simulate("Mla", **(keys | {"controls": lambda t, q, v: [1, 2, 3]}))
    with pytest.raises(nh.StepError, match="must be finite"):
        model.simulate("Mla", **(keys | {"controls": lambda t, q, v: [float("nan"), 2]}))


def test_a_failed_step_has_its_run(sleigh: nh.Model) -> None:
    # The solution x = 1/(1 - t) ends at t = 1.
    blows_up = nh.Model(coordinates=["x"], lagrangian="0.5*x_dot.powi(2) + 0.5*x.powi(4)")
    with pytest.raises(nh.StepError) as caught:
        blows_up.simulate("Mla", step=0.01, end=3.0, initial=dict(x=1, x_dot=1))
    error = caught.value
    assert 0.9 < error.time < 1.3
    assert error.step == len(error.run)
    assert error.run.t[-1] == pytest.approx(error.time)
    assert error.reason in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.step, again.time) == (nh.StepError, str(error), error.step, error.time)
    np.testing.assert_array_equal(again.run.q["x"], error.run.q["x"])
    with pytest.raises(ValueError, match="or is a copy"):
        again.run.save("run.csv")
    with pytest.raises(ValueError, match="or is a copy"):
        copy.deepcopy(error.run).save("run.csv")


def test_a_signal_stops_a_run_and_keeps_it(sleigh: nh.Model) -> None:
    # Processes in the background begin with the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, _thread.interrupt_main).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt) as caught:
        sleigh.simulate("Mla", **(SLEIGH | {"steps": 200_000_000, "every": 1_000_000}))
    assert time.monotonic() - begun < 10
    assert isinstance(caught.value, nh.RunInterrupted)
    assert len(caught.value.run) >= 1
    signal.signal(signal.SIGINT, before)


def test_a_signal_stops_an_ensemble_within_its_members(sleigh: nh.Model) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, _thread.interrupt_main).start()
    begun = time.monotonic()
    keys = SLEIGH | {"steps": 200_000_000, "parameters": SLEIGH["parameters"] | {"m": np.array([1.0, 2.0])}}
    with pytest.raises(KeyboardInterrupt):
        sleigh.ensemble("Mla", keep=["x"], **keys)
    assert time.monotonic() - begun < 10
    signal.signal(signal.SIGINT, before)


def test_other_threads_run_meanwhile(sleigh: nh.Model) -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.monotonic()
    sleigh.simulate("Mla", **(SLEIGH | {"steps": 300_000, "every": 1000}))
    elapsed = time.monotonic() - begun
    done.set()
    thread.join()
    assert ticks > 100 * elapsed


def test_the_monitor_warns() -> None:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        run = nh.run_scenario(SCENARIOS / "snakeboard.toml")
    texts = [str(x.message) for x in seen if x.category is nh.RunWarning]
    assert texts == run.notes
    assert any("unresolved control" in note for note in run.notes)
    assert run.watch[0]["concern"]


@pytest.mark.parametrize("integrator", ["Mla", "Dla", "Gauss(stages = 1)", "Rk", "Rk(order = 4)", "Lobatto"])
def test_controls_at_nodes_have_the_notes_of_their_law(integrator: str) -> None:
    model = nh.Model.from_text(
        "#[nonholonomic(coordinates(x), lagrangian = 0.5*m*x_dot.powi(2), controls(u), forces(x = u), integrators(Mla))]"
        "pub struct Cart { pub m: f64 }"
    )
    times = dict(step=0.05, steps=40, parameters=dict(m=2), initial=dict(x=1, x_dot=0))
    nodes = np.array(model.stepper(integrator, step=0.05, parameters=dict(m=2)).nodes)
    values = np.sin(3 * (0.05 * np.arange(40)[:, np.newaxis, np.newaxis] + 0.05 * nodes[np.newaxis, :, np.newaxis]))
    law = model.simulate(integrator, controls=dict(u="sin(3*t)"), **times)
    array = model.simulate(integrator, controls=values, **times)
    np.testing.assert_allclose(array.v["x_dot"], law.v["x_dot"], rtol=0, atol=1e-12)
    assert law.notes == [] and array.notes == []


@pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")
def test_a_function_is_not_said_to_depend_on_the_state() -> None:
    model = nh.Model.from_text(
        "#[nonholonomic(coordinates(x), lagrangian = 0.5*m*x_dot.powi(2), controls(u), forces(x = u), integrators(Mla))]"
        "pub struct Cart { pub m: f64 }"
    )
    run = model.simulate(
        "Mla", controls=lambda t, q, v: [np.sin(t)], step=0.05, steps=40, parameters=dict(m=2), initial=dict(x=1, x_dot=0),
    )
    assert any("if the values depend on that" in note for note in run.notes)
    assert not any("it depends on the state" in note for note in run.notes)


def test_everything_of_a_scenario_can_be_said(sleigh: nh.Model) -> None:
    run = sleigh.simulate(
        "Mla",
        **SLEIGH,
        definitions={"speed": "sqrt(x_dot.powi(2) + y_dot.powi(2))"},
        output={"kinetic": "0.5*m*speed.powi(2) + 0.5*inertia*theta_dot.powi(2)"},
        events={"turn": {"when": "theta - 0.5", "direction": "both"}},
        units={"x": "m"},
    )
    np.testing.assert_allclose(run.outputs["kinetic"], run.energy, rtol=1e-12)
    assert run.events and run.events[0]["name"] == "turn"
    stopped = sleigh.simulate("Mla", **SLEIGH, stop={"when": "theta - 0.5"})
    assert stopped.t[-1] == pytest.approx(run.events[0]["t"], rel=1e-9)


def test_runs_become_tables_of_other_libraries(sleigh: nh.Model, tmp_path: Path) -> None:
    run = sleigh.simulate("Mla", **SLEIGH, units={"x": "m"})
    pandas, arrow, xarray = run.to_pandas(), run.to_arrow(), run.to_xarray()
    for name in run.columns:
        np.testing.assert_array_equal(pandas[name], run.columns[name])
        np.testing.assert_array_equal(arrow[name], run.columns[name])
        np.testing.assert_array_equal(xarray[name], run.columns[name])
    assert xarray["x"].attrs == {"units": "m"}
    run.save(tmp_path / "run.parquet")
    again = nh.read_csv(tmp_path / "run.parquet")
    np.testing.assert_array_equal(again.q["x"], run.q["x"])
    assert list(again.q) == list(run.q) and again.integrator == "Mla"


@pytest.mark.parametrize("name", ["held_ball", "magnetic_ball", "snakeboard", "towed_hull"])
def test_a_table_tells_its_columns_apart(name: str, tmp_path: Path) -> None:
    run = nh.run_scenario(SCENARIOS / f"{name}.toml")
    run.save(tmp_path / "run.csv")
    again = nh.read_csv(tmp_path / "run.csv")
    for family in ("q", "v", "multipliers", "controls", "residuals", "outputs"):
        assert list(getattr(again, family)) == list(getattr(run, family))


def test_tables_of_other_programs_are_refused(tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text("t,x\n0,1\n1,2\n")
    with pytest.raises(ValueError, match="other.csv: found no column 'energy'"):
        nh.read_csv(tmp_path / "other.csv")


def test_plots_have_a_panel_for_each_family(sleigh: nh.Model) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    run = sleigh.simulate("Mla", **SLEIGH)
    figure = run.plot()
    titles = [axis.get_title(loc="left") for axis in figure.axes]
    assert titles == ["coordinates", "velocities", "multipliers", "energy minus its first value"]
    assert [line.get_label() for line in figure.axes[0].lines] == list(run.q)
    assert len(run.plot(["x", "energy"]).axes) == 2


def test_projection_is_on_request(sleigh: nh.Model) -> None:
    off = SLEIGH | {"initial": SLEIGH["initial"] | {"y_dot": 0.6}}
    with pytest.raises(nh.ModelError, match="blade: residual"):
        sleigh.simulate("Mla", **off)
    run = sleigh.simulate("Mla", **off, project=True)
    assert abs(run.residuals["blade"][0]) < 1e-12
    assert any("projected" in note for note in run.notes)


def test_scenarios_of_all_models_run_from_text() -> None:
    model, keys = scenario("heavy_top")
    run = model.simulate(**keys)
    assert any("[0][0]" in name for name in run.q)


def test_numbers_of_members_may_be_a_range_or_a_series(sleigh: nh.Model) -> None:
    pandas = pytest.importorskip("pandas")
    rest = SLEIGH["parameters"]
    keys = {key: value for key, value in SLEIGH.items() if key not in ("parameters", "every")}
    found = [
        sleigh.ensemble("Mla", keep=["x"], parameters=rest | dict(m=masses), **keys)["x"]
        for masses in (np.array([1.0, 2.0, 3.0]), range(1, 4), pandas.Series([1.0, 2.0, 3.0]))
    ]
    np.testing.assert_array_equal(found[1], found[0])
    np.testing.assert_array_equal(found[2], found[0])


def test_an_ensemble_warns_of_members_with_notes() -> None:
    spinning = nh.Model(
        coordinates=["theta"], parameters=["j"], lagrangian="0.5*j*theta_dot.powi(2) + 0.01*cos(theta)",
    )
    with pytest.warns(nh.RunWarning, match=r"1 of 2 members have notes of the run monitor \(turn\)"):
        found = spinning.ensemble(
            "Mla", step=0.1, steps=20, parameters={"j": 1.0}, keep=["theta"],
            initial={"theta": 0.0, "theta_dot": np.array([0.5, 20.0])},
        )
    assert found.notes == ["", "turn"]

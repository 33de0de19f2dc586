"""Derivatives at run time, of any integrator, against finite differences."""

from __future__ import annotations

import _thread
import copy
import pickle
import signal
import threading
import time
from typing import Any

import numpy as np
import pytest

import nonholonomic as nh
from conftest import SLEIGH, scenario

INTEGRATORS = ("Gni", "Mla", "Dla", "Gauss(stages = 2)", "Mla(order = 4)", "Rk(order = 4)")
#: The error of a central difference is about H**2, and round-off divided by H.
H = 1e-5
CLOSE = dict(rtol=1e-6, atol=1e-7)


def difference(value: Any) -> Any:
    return (value(H) - value(-H)) / (2 * H)


class Board:
    """The snakeboard with torques that differ from node to node."""

    def __init__(self, integrator: str) -> None:
        model, keys = scenario("snakeboard")
        self.stepper = model.stepper(integrator, step=0.05, parameters=keys["parameters"])
        initial = keys["initial"]
        self.q = np.array([initial[name] for name in self.stepper.coordinates])
        self.v = np.array([initial[name] for name in self.stepper.velocities])
        self.u = 0.3 * np.sin(1.0 + np.arange(len(self.stepper.nodes) * 2)).reshape(-1, 2)
        self.state = self.stepper.step(self.stepper.start(self.q, self.v, u=self.u), self.u)

    def turned(self, angle: float) -> tuple[Any, Any]:
        """Return the initial values turned in the plane: they satisfy the constraints again."""
        names = self.stepper.coordinates
        x, y, theta = (names.index(name) for name in ("x", "y", "theta"))
        q, v = self.q.copy(), self.v.copy()
        c, s = np.cos(angle), np.sin(angle)
        for values in (q, v):
            values[[x, y]] = c * values[x] - s * values[y], s * values[x] + c * values[y]
        q[theta] += angle
        return q, v


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_the_matrices_of_a_step_are_those_of_differences(integrator: str) -> None:
    board = Board(integrator)
    own, state, u = board.stepper, board.state, board.u
    inputs = ["state", "controls", "parameters", "step"]
    following, by_state, by_controls, by_parameters, by_step = own.step(state, u, jacobian=inputs)
    np.testing.assert_array_equal(following.entries, own.step(state, u).entries)
    for k, unit in enumerate(np.eye(len(state.entries))):
        found = difference(lambda d: own.step(state.with_entries(state.entries + d * unit), u).entries)
        np.testing.assert_allclose(by_state[:, k], found, **CLOSE)
    assert by_controls.shape == (len(state.entries), len(own.nodes), 2)
    for place in np.ndindex(u.shape):
        unit = np.zeros(u.shape)
        unit[place] = 1
        found = difference(lambda d: own.step(state, u + d * unit).entries)
        np.testing.assert_allclose(by_controls[(slice(None), *place)], found, **CLOSE)
    for k, name in enumerate(own.parameters):
        value = own.parameter_values[k]
        found = difference(lambda d: own.with_parameters({name: value + d}).step(state, u).entries)
        np.testing.assert_allclose(by_parameters[:, k], found, **CLOSE)
    found = difference(lambda d: own.with_parameters({}, 0.05 + d).step(state, u).entries)
    np.testing.assert_allclose(by_step, found, **CLOSE)
    assert min(np.abs(x).max() for x in (by_controls, by_parameters, by_step)) > 1e-3


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_products_of_a_start_and_a_sample_are_those_of_differences(integrator: str) -> None:
    board = Board(integrator)
    own, u = board.stepper, board.u
    _, by_start = own.start_derivative(board.q, board.v, u=u)
    dq, dv = (difference(lambda d: board.turned(d)[k]) for k in (0, 1))
    found = difference(lambda d: own.start(*board.turned(d), u=u).entries)
    np.testing.assert_allclose(by_start.jvp(q=dq, v=dv), found, **CLOSE)
    found = difference(lambda d: own.start(board.q, (1 + d) * board.v, u=u).entries)
    np.testing.assert_allclose(by_start.jvp(v=board.v), found, **CLOSE)
    found = difference(lambda d: own.with_parameters({"m": 1 + d}).start(board.q, board.v, u=u).entries)
    np.testing.assert_allclose(by_start.jvp(parameters={"m": 1.0}), found, **CLOSE)
    found = difference(lambda d: own.start(board.q, board.v, u=u + d).entries)
    np.testing.assert_allclose(by_start.jvp(controls=np.ones(2)), found, **CLOSE)

    sample, by_sample = own.sample_derivative(board.state)
    np.testing.assert_array_equal(sample.q, own.sample(board.state).q)

    def listed(stepper: nh.Stepper, entries: Any) -> Any:
        return np.concatenate(stepper.sample(board.state.with_entries(entries))[1:])

    entries = board.state.entries
    direction = np.cos(np.arange(len(entries)))
    found = difference(lambda d: listed(own, entries + d * direction))
    np.testing.assert_allclose(by_sample.jvp(state=direction), found, **CLOSE)
    found = difference(lambda d: listed(own.with_parameters({"i_rotor": own.parameter_values[2] + d}), entries))
    assert own.parameters[2] == "i_rotor"
    np.testing.assert_allclose(by_sample.jvp(parameters={"i_rotor": 1}), found, **CLOSE)

    weights = np.sin(1.0 + np.arange(len(by_sample.matrix("state"))))
    products = by_sample.vjp(weights)
    for name in by_sample.inputs:
        np.testing.assert_allclose(products[name], np.tensordot(weights, by_sample.matrix(name), 1), atol=1e-13)


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_the_gradient_of_a_trajectory_is_that_of_differences(integrator: str) -> None:
    board = Board(integrator)
    own, steps = board.stepper, 9
    # Torques jump from step to step.
    u = 0.3 * np.sin(np.arange(steps * len(own.nodes) * 2) ** 1.5).reshape(steps, -1, 2)
    columns = ["x", "phi", "psi_dot", "lambda." + own.multipliers[0]]
    seed = {name: np.cos(k + np.arange(steps + 1)) for k, name in enumerate(columns)}

    def cost(stepper: nh.Stepper = own, q: Any = board.q, v: Any = board.v, u: Any = u) -> float:
        motion = stepper.trajectory(q, v, u, steps=steps)
        return float(sum(motion[name] @ weights for name, weights in seed.items()))

    found = own.vjp(own.trajectory(board.q, board.v, u, steps=steps), seed)
    for k, name in enumerate(own.parameters):
        if name == "l":  # It changes which initial values are admissible.
            continue
        value = own.parameter_values[k]
        slope = difference(lambda d: cost(own.with_parameters({name: value + d})))
        assert found.parameters[k] == pytest.approx(slope, rel=1e-6, abs=1e-6), name
    for place in [(0, 0, 0), (0, -1, 1), (4, 0, 0), (4, -1, 1), (8, -1, 0)]:
        unit = np.zeros(u.shape)
        unit[place] = 1
        assert found.controls[place] == pytest.approx(difference(lambda d: cost(u=u + d * unit)), rel=1e-6, abs=1e-7)
    dq, dv = (difference(lambda d: board.turned(d)[k]) for k in (0, 1))
    slope = difference(lambda d: cost(own, *board.turned(d)))
    assert found.q @ dq + found.v @ dv == pytest.approx(slope, rel=1e-6)
    assert found.v @ board.v == pytest.approx(difference(lambda d: cost(v=(1 + d) * board.v)), rel=1e-6)
    slope = difference(lambda d: cost(own.with_parameters({}, 0.05 + d)))
    assert found.step == pytest.approx(slope, rel=1e-6)
    assert found.t == 0.0
    assert np.abs(found.controls).max() > 1e-4 and np.abs(found.parameters).max() > 1e-2


def test_a_run_has_the_gradient_of_its_trajectory(sleigh: nh.Model) -> None:
    run = sleigh.simulate("Mla", **(SLEIGH | {"every": 20}))
    stepper = sleigh.stepper("Mla", step=SLEIGH["step"], parameters=SLEIGH["parameters"])
    seed = np.linspace(-1, 2, 6)
    found = stepper.vjp(run, {"x": seed})
    initial = SLEIGH["initial"]
    q, v = ({name: initial[name] for name in names} for names in (stepper.coordinates, stepper.velocities))
    motion = stepper.trajectory(q, v, steps=100)
    np.testing.assert_array_equal(motion["x"][::20], run.q["x"])
    everywhere = np.zeros(101)
    everywhere[::20] = seed
    for here, there in zip(found, stepper.vjp(motion, {"x": everywhere})):
        np.testing.assert_allclose(here, there, atol=1e-12)
    with pytest.raises(ValueError, match="is not a motion of this stepper: .* by its steps"):
        stepper.with_parameters({"m": 3}).vjp(run, {"x": seed})
    with pytest.raises(ValueError, match=r"row at t = 1, which is not a node of the steps of 0.07"):
        stepper.with_parameters({}, 0.07).vjp(run, {"x": seed})
    with pytest.raises(ValueError, match=r"seed\['x'\]: found shape \(5,\); the shape must be \(6,\)"):
        stepper.vjp(run, {"x": seed[1:]})
    with pytest.raises(KeyError, match="no column 'z'; there are: theta, x, y, theta_dot, x_dot, y_dot, lambda.blade"):
        stepper.vjp(run, {"z": seed})


def test_many_points_have_the_bits_of_each() -> None:
    board = Board("Mla")
    own, n = board.stepper, 7
    u = np.sin(np.arange(n * len(own.nodes) * 2)).reshape(n, -1, 2)
    turned = [board.turned(0.1 * k) for k in range(n)]
    q, v = (np.array([x[k] for x in turned]) for k in (0, 1))
    inputs = ["state", "controls", "parameters", "step", "t"]
    states, by_q = own.start(q, v, u=u, jacobian=["q"])
    following, *matrices = own.step(states, u, jacobian=inputs)
    samples = own.sample(following)
    assert len(states) == n and following.steps == 1
    for k in range(n):
        state, row = own.start(q[k], v[k], u=u[k], jacobian=["q"])
        np.testing.assert_array_equal(state.entries, states.entries[k])
        np.testing.assert_array_equal(row, by_q[k])
        state, *rows = own.step(state, u[k], jacobian=inputs)
        np.testing.assert_array_equal(state.entries, following.entries[k])
        for here, there in zip(rows, matrices):
            np.testing.assert_array_equal(here, there[k])
        for here, there in zip(own.sample(state), samples):
            np.testing.assert_array_equal(here, there[k])
    by_name = own.start(dict(zip(own.coordinates, q.T)), dict(zip(own.velocities, v.T)), u=u)
    np.testing.assert_array_equal(by_name.entries, states.entries)


def test_a_failed_step_has_its_trajectory() -> None:
    # The solution x = 1/(1 - t) ends at t = 1.
    model = nh.Model(coordinates=["x"], lagrangian="0.5*x_dot.powi(2) + 0.5*x.powi(4)")
    stepper = model.stepper("Mla", step=0.01, parameters={})
    with pytest.raises(nh.StepError, match="of 300 failed") as caught:
        stepper.trajectory([1], [1], steps=300)
    error = caught.value
    assert 90 < error.step < 130 and len(error.run) == error.step
    assert error.run.t[-1] == error.time
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.step, again.time, again.reason) == (str(error), error.step, error.time, error.reason)
    np.testing.assert_array_equal(again.run.states, error.run.states)


def test_a_gradient_belongs_to_the_stepper_of_its_motion(sleigh: nh.Model) -> None:
    stepper = sleigh.stepper("Mla", step=0.1, parameters=SLEIGH["parameters"])
    motion = stepper.trajectory({}, {"x_dot": 1, "theta_dot": 0.5, "y_dot": 0.25}, steps=5)
    stepper.vjp(motion, {"x": np.ones(6)})
    others = [stepper.with_parameters({"m": 5.0}), sleigh.stepper("Mla", step=0.2, parameters=SLEIGH["parameters"])]
    for other in others:
        with pytest.raises(ValueError, match="not a motion of this stepper"):
            other.vjp(motion, {"x": np.ones(6)})


def test_a_gradient_belongs_to_the_parameters_of_its_motion() -> None:
    model = nh.Model(
        coordinates=["x"], lagrangian="0.5*m*x_dot.powi(2)", parameters=["m", "f"], forces={"x": "f*step(t - 0.5)"}
    )
    one, other = (model.stepper("Mla", step=0.1, parameters=dict(m=1, f=f)) for f in (2, 5))
    motion = other.trajectory([0.0], [1.0], steps=10)
    assert other.vjp(motion, {"x": np.eye(11)[10]}).parameters == pytest.approx([-0.625, 0.125])
    # The first steps agree.
    with pytest.raises(ValueError, match="not a motion of this stepper"):
        one.vjp(motion, {"x": np.eye(11)[10]})


def test_directions_change_no_elements_that_they_do_not_name() -> None:
    model = nh.Model(
        coordinates=["s"], groups="body: SO3(w1, w2, w3)", parameters=["m", "k"],
        lagrangian="0.5*m*(w1.powi(2)+2*w2.powi(2)+3*w3.powi(2)) + 0.5*m*s_dot.powi(2) - k*s*body[2][2]",
    )
    stepper = model.stepper("Mla", step=0.05, parameters=dict(m=1, k=2))
    _, derivative = stepper.start_derivative(dict(s=0.3), dict(w1=1.0, s_dot=0.4))
    assert np.array_equal(derivative.jvp(q={"s": 1.0}), derivative.jvp(q=[1.0] + [0.0] * 9))
    assert not derivative.jvp(q={}).any()


def test_arrays_of_the_caller_do_not_change_steppers_and_motions() -> None:
    board = Board("Mla")
    values = board.stepper.parameter_values.copy()
    stepper = board.stepper.with_parameters(values)
    q, v, u = board.q.copy(), board.v.copy(), np.tile(board.u, (5, 1, 1))
    motion = stepper.trajectory(q, v, u, steps=5)
    seed = {"x": np.arange(6.0)}
    before = stepper.vjp(motion, seed)
    for array in (values, q, v, u):
        array += 1.0
    for here, there in zip(stepper.vjp(motion, seed), before):
        np.testing.assert_array_equal(here, there)
    np.testing.assert_array_equal(stepper.parameter_values, board.stepper.parameter_values)
    for array in (stepper.parameter_values, motion.u, *motion.initial):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0.0


def test_steppers_and_states_are_copied_and_pickled() -> None:
    board = Board("Gauss(stages = 2)")
    states = board.stepper.start(np.tile(board.q, (2, 1)), board.v, u=board.u)
    expected = board.stepper.step(board.state, board.u)
    for again in (copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))):
        stepper, state, many = again(board.stepper), again(board.state), again(states)
        assert (state.steps, state.iterations) == (board.state.steps, board.state.iterations)
        np.testing.assert_array_equal(stepper.step(state, board.u).entries, expected.entries)
        np.testing.assert_array_equal(stepper.sample(many).q, board.stepper.sample(states).q)
    _, derivative = board.stepper.step_derivative(board.state, board.u)
    for again in (copy.copy, copy.deepcopy):
        np.testing.assert_array_equal(again(derivative).matrix("t"), derivative.matrix("t"))


def test_mistakes_are_named(sleigh: nh.Model) -> None:
    stepper = sleigh.stepper("Mla", step=0.1, parameters=SLEIGH["parameters"])
    state, derivative = stepper.step_derivative(stepper.start({}, {"x_dot": 1}))
    assert derivative.inputs["parameters"] == (3,) and derivative.inputs["controls"] == (1, 0)
    with pytest.raises(ValueError, match="no derivative with respect to 'mass'; the inputs are: state, parameters, step, t, controls"):
        stepper.step(state, jacobian=["mass"])
    with pytest.raises(TypeError, match="a list of inputs such as"):
        stepper.step(state, jacobian="state")
    with pytest.raises(nh.ModelError, match="parameters: there is no 'mass'; the names are: inertia, m, a"):
        derivative.jvp(parameters={"mass": 1})
    with pytest.raises(nh.ModelError, match=r"state: the number at \(1,\) is nan"):
        derivative.jvp(state=[0, np.nan])
    with pytest.raises(ValueError, match=r"state: found shape \(2,\); the shape must be"):
        derivative.jvp(state=[0, 1])
    with pytest.raises(ValueError, match="2 weights; .* are needed"):
        derivative.vjp([0, 1])
    results = len(derivative.matrix("t"))
    for weights, text in [
        (np.full(results, np.nan), r"weights: the number at \(0,\) is nan"),
        (np.full(results, np.inf), r"weights: the number at \(0,\) is inf"),
        ([None] * results, "weights: found .*; real numbers"),
        (np.full(results, 1j), "weights: found an array of dtype complex128"),
    ]:
        with pytest.raises(nh.ModelError, match=text):
            derivative.vjp(weights)
    with pytest.raises(ValueError, match=r"have \[2, 3\] rows"):
        stepper.start(np.zeros((2, 3)), np.zeros((3, 3)))
    with pytest.raises(ArithmeticError, match="row 1: .*blade"):
        stepper.start(np.zeros((2, 3)), {"y_dot": np.array([0.0, 1.0])})
    with pytest.raises(nh.ModelError, match=r"q: found shape \(2, 2\); 3 numbers are needed: theta, x, y"):
        stepper.start(np.zeros((2, 2)), {})
    with pytest.raises(ValueError, match="steps: found -1"):
        stepper.trajectory({}, {"x_dot": 1}, steps=-1)
    with pytest.raises(ArithmeticError, match="chooses its own step sizes"):
        own = sleigh.stepper("Dop853", step=0.1, parameters=SLEIGH["parameters"])
        own.step_derivative(own.start({}, {"x_dot": 1}))


def test_other_threads_run_while_many_points_are_computed(sleigh: nh.Model) -> None:
    stepper = sleigh.stepper("Mla", step=0.01, parameters=SLEIGH["parameters"])
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    states = stepper.start({}, {"x_dot": np.linspace(1, 2, 30_000)})
    thread = threading.Thread(target=tick)
    thread.start()
    begun = time.monotonic()
    stepper.step(states)
    elapsed = time.monotonic() - begun
    done.set()
    thread.join()
    assert ticks > 100 * elapsed


def test_a_signal_stops_a_trajectory(sleigh: nh.Model) -> None:
    stepper = sleigh.stepper("Mla", step=0.01, parameters=SLEIGH["parameters"])
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, _thread.interrupt_main).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        stepper.trajectory({}, {"x_dot": 1}, steps=50_000_000)
    assert time.monotonic() - begun < 10
    signal.signal(signal.SIGINT, before)


def test_a_signal_stops_a_gradient() -> None:
    board = Board("Mla")
    stops_gradient(board.stepper, board.stepper.trajectory(board.q, 0 * board.v, [0.0, 0.0], steps=300_000))
    free = nh.Model(coordinates=["x"], lagrangian="0.5*x_dot.powi(2) - x.powi(4)").stepper("Gauss", step=0.01)
    stops_gradient(free, free.trajectory([1.0], [0.0], steps=300_000))


def stops_gradient(stepper: nh.Stepper, motion: nh.Trajectory) -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    begun = time.monotonic()
    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        stepper.vjp(motion, {"x": np.ones(len(motion.t))})
    assert time.monotonic() - begun < 2
    signal.signal(signal.SIGINT, before)

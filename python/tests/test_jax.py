"""Steps and motions as functions of JAX, with real JAX in 64 bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nonholonomic as nh
from conftest import ROOT, scenario

jax = pytest.importorskip("jax")
jnp = jax.numpy
jax.config.update("jax_enable_x64", True)

from nonholonomic.jax import JaxStepper  # noqa: E402

STEPS = 6


class Board:
    def __init__(self, integrator: str = "Mla") -> None:
        model, keys = scenario("snakeboard")
        self.own = model.stepper(integrator, step=0.05, parameters=keys["parameters"])
        self.of_jax = JaxStepper(self.own)
        initial = keys["initial"]
        self.q = np.array([initial[name] for name in self.own.coordinates])
        self.v = np.array([initial[name] for name in self.own.velocities])
        self.p = self.own.parameter_values
        self.u = 0.3 * np.sin(np.arange(STEPS * len(self.own.nodes) * 2) ** 1.5).reshape(STEPS, -1, 2)


def difference(f: Any, x: Any, direction: Any, h: float = 1e-5) -> Any:
    return np.asarray(f(x + h * direction) - f(x - h * direction)) / (2 * h)


def test_the_numbers_are_those_of_the_stepper() -> None:
    board = Board()
    own, u = board.own, board.u[0]
    state = own.start(board.q, board.v, u=u)
    start = board.of_jax.start(board.q, board.v, u)
    np.testing.assert_array_equal(start, state.entries)
    for step in (board.of_jax.step, jax.jit(board.of_jax.step)):
        following = step(start, u)
        np.testing.assert_array_equal(following, own.step(state, u).entries)
    for here, there in zip(board.of_jax.sample(following), own.sample(own.step(state, u))[1:]):
        np.testing.assert_array_equal(here, there)
    motion = own.trajectory(board.q, board.v, board.u, steps=STEPS)
    found = board.of_jax.trajectory(board.q, board.v, board.u, steps=STEPS)
    for here, there in zip(found, (motion.q, motion.v, motion.multipliers)):
        np.testing.assert_array_equal(here, there)


@pytest.mark.parametrize("integrator", ["Mla", "Gni", "Rk(order = 4)"])
def test_both_modes_are_those_of_differences(integrator: str) -> None:
    board = Board(integrator)
    state = np.array(board.of_jax.start(board.q, board.v, board.u[0]))
    weights = np.cos(np.arange(len(state)))

    def cost(state: Any, u: Any, p: Any, h: Any) -> Any:
        following = board.of_jax.step(state, u, parameters=p, step=h)
        sample = board.of_jax.sample(following, t=h, parameters=p, step=h)
        return weights @ following + jnp.sum(jnp.sin(jnp.concatenate(sample)))

    point = (state, board.u[0], board.p, np.float64(0.05))
    gradients = jax.jit(jax.grad(cost, argnums=(0, 1, 2, 3)))(*point)
    for k, gradient in enumerate(gradients):
        direction = np.sin(1.0 + np.arange(np.size(point[k]))).reshape(np.shape(point[k]))

        def along(x: Any) -> Any:
            return cost(*point[:k], x, *point[k + 1:])

        slope = difference(along, point[k], direction)
        assert np.sum(gradient * direction) == pytest.approx(slope, rel=1e-6), k
        _, tangent = jax.jvp(along, (point[k],), (direction,))
        assert tangent == pytest.approx(slope, rel=1e-6), k
        assert abs(slope) > 1e-4


def test_the_gradient_of_a_trajectory_is_that_of_the_machine() -> None:
    board = Board()
    seed = np.linspace(-1, 2, STEPS + 1)

    def cost(v: Any, u: Any, p: Any, h: Any) -> Any:
        found = board.of_jax.trajectory(board.q, v, u, steps=STEPS, parameters=p, step=h)
        return seed @ found.q[:, 3] + seed @ found.v[:, 1] + seed @ found.multipliers[:, 0]

    point = (board.v, board.u, board.p, np.float64(0.05))
    by_v, by_u, by_p, by_h = jax.grad(cost, argnums=(0, 1, 2, 3))(*point)
    names = (board.own.coordinates[3], board.own.velocities[1], "lambda." + board.own.multipliers[0])
    motion = board.own.trajectory(board.q, board.v, board.u, steps=STEPS)
    expected = board.own.vjp(motion, dict.fromkeys(names, seed))
    np.testing.assert_allclose(by_v, expected.v, atol=1e-10)
    np.testing.assert_allclose(by_u, expected.controls, atol=1e-10)
    np.testing.assert_allclose(by_p, expected.parameters, atol=1e-10)
    np.testing.assert_allclose(by_h, expected.step, rtol=1e-10)
    direction = np.cos(np.arange(board.u.size)).reshape(board.u.shape)
    slope = difference(lambda u: cost(board.v, u, board.p, 0.05), board.u, direction)
    assert np.sum(by_u * direction) == pytest.approx(slope, rel=1e-6)
    _, tangent = jax.jvp(lambda u: cost(board.v, u, board.p, 0.05), (board.u,), (direction,))
    assert tangent == pytest.approx(slope, rel=1e-6)


def test_batches_have_the_numbers_of_each() -> None:
    board = Board()
    state = board.of_jax.start(board.q, board.v, board.u[0])
    masses = jnp.linspace(0.8, 1.2, 5)

    def following(state: Any, m: Any) -> Any:
        return board.of_jax.step(state, board.u[0], parameters=jnp.asarray(board.p).at[0].set(m))

    many = jax.jit(jax.vmap(following, in_axes=(None, 0)))(state, masses)
    slopes = jax.vmap(jax.grad(lambda m: following(state, m).sum()))(masses)
    for k, m in enumerate(masses):
        np.testing.assert_array_equal(many[k], following(state, m))
        np.testing.assert_allclose(slopes[k], difference(lambda m: following(state, m).sum(), float(m), 1.0), rtol=1e-6, atol=1e-8)
    twice = jax.vmap(jax.vmap(following, in_axes=(None, 0)), in_axes=(0, None))(jnp.stack([state, state]), masses)
    np.testing.assert_array_equal(twice, jnp.stack([many, many]))
    scales = jnp.array([0.5, 1.0, 2.0])
    motions = jax.vmap(lambda s: board.of_jax.trajectory(board.q, s * board.v, board.u, steps=STEPS).q)(scales)
    expected = board.own.trajectory(board.q, 2.0 * board.v, board.u, steps=STEPS).q
    np.testing.assert_array_equal(motions[2], expected)
    last = jax.vmap(jax.grad(lambda s: board.of_jax.trajectory(board.q, s * board.v, board.u, steps=STEPS).q[-1, 3]))(scales)
    assert last.shape == (3,) and len(set(np.round(last, 6).tolist())) == 3


def test_a_scan_of_steps_is_differentiated() -> None:
    board = Board()
    state = board.of_jax.start(board.q, board.v, board.u[0])

    def end(p: Any) -> Any:
        def advance(x: Any, u: Any) -> Any:
            return board.of_jax.step(x, u, parameters=p), None

        last, _ = jax.lax.scan(advance, state, jnp.asarray(board.u))
        return last[3]

    direction = np.array([1.0, -0.5, 0.3, 0.2])
    slope = difference(end, board.p, direction)
    assert jax.jit(jax.grad(end))(board.p) @ direction == pytest.approx(slope, rel=1e-6)


def test_time_is_an_input() -> None:
    model = nh.Model(coordinates=["x"], lagrangian="0.5*x_dot.powi(2)", forces={"x": "sin(3*t)*x"})
    own = model.stepper("Mla", step=0.1, parameters={})
    of_jax = JaxStepper(own)

    def end(t: Any) -> Any:
        return of_jax.trajectory([1.0], [0.5], steps=9, t=t).q[-1, 0]

    assert jax.grad(end)(0.3) == pytest.approx(difference(end, 0.3, 1.0), rel=1e-7)
    motion = own.trajectory([1], [0.5], steps=9, t=0.3)
    seed = np.zeros(10)
    seed[-1] = 1
    assert own.vjp(motion, {"x": seed}).t == pytest.approx(difference(end, 0.3, 1.0), rel=1e-7)


def test_mistakes_are_named() -> None:
    board = Board()
    with pytest.raises(ValueError, match=r"state: found shape \(3,\); the shape must be \(14,\)"):
        board.of_jax.step(np.zeros(3), board.u[0])
    with pytest.raises(ValueError, match="u: missing; .* u_psi, u_phi"):
        board.of_jax.step(np.zeros(14))
    with pytest.raises(ValueError, match=r"controls: found shape \(3,\)"):
        board.of_jax.step(np.zeros(14), np.zeros(3))
    with pytest.raises(Exception, match="steer"):
        jax.block_until_ready(board.of_jax.start(board.q, board.v + 1, board.u[0]))
    jax.config.update("jax_enable_x64", False)
    try:
        with pytest.raises(TypeError, match="JAX computes in 32 bit"):
            board.of_jax.step(np.zeros(14), board.u[0])
    finally:
        jax.config.update("jax_enable_x64", True)


def test_a_robot_parks_sideways_by_shooting() -> None:
    drive = nh.Model.from_file(ROOT / "nhi-cli" / "templates" / "diffdrive" / "model.nhi")
    parameters = dict(m=6.0, inertia=0.2, i_wheel=0.005, radius=0.1, half_track=0.2)
    own = drive.stepper("Mla", step=0.05, parameters=parameters)
    of_jax = JaxStepper(own)
    blocks, steps = 8, 80
    zero = np.zeros(5)
    # From rest to rest, one metre to the left, with the heading of the start.
    goal = np.array([0.0, 1.0, 0.0])

    def torques(amplitudes: Any) -> Any:
        rows = jnp.repeat(amplitudes.reshape(blocks, 2), steps // blocks, axis=0)
        return jnp.broadcast_to(rows[:, None], (steps, len(own.nodes), 2))

    @jax.jit
    def miss(amplitudes: Any) -> Any:
        motion = of_jax.trajectory(zero, zero, torques(amplitudes), steps=steps)
        return jnp.concatenate([motion.q[-1, :3] - goal, motion.v[-1, 2:]])

    jacobian = jax.jit(jax.jacfwd(miss))
    found = 0.1 * np.sin(1.0 + np.arange(2 * blocks) ** 1.3)
    misses = []
    for _ in range(12):
        misses.append(np.abs(miss(found)).max())
        # The shortest step of Newton's method, of length 1 at most.
        step = -np.linalg.lstsq(np.asarray(jacobian(found)), np.asarray(miss(found)), rcond=None)[0]
        found = found + step / max(1.0, np.linalg.norm(step))
    # Exact Jacobians make the error of each step about the square of the one before, to round-off.
    small = [x for x in misses if x < 0.1]
    assert small[1] < 0.2 * small[0] and small[2] < 1e-2 * small[1] and misses[-1] < 1e-12
    motion = own.trajectory(zero, zero, np.asarray(torques(found)), steps=steps)
    np.testing.assert_allclose(motion.q[-1, :3], goal, atol=1e-12)
    np.testing.assert_allclose(motion.v[-1], 0, atol=1e-11)
    assert np.abs(motion["x"]).max() > 0.05

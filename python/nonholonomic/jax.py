"""Steps and motions as functions of JAX, with exact derivatives.

JAX must compute in 64 bit: ``jax.config.update("jax_enable_x64", True)``.

There are no second derivatives, so ``jax.hessian`` fails. Take differences of gradients instead.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

try:
    import jax
    import jax.numpy as jnp
except ImportError:
    raise ImportError("nonholonomic.jax needs JAX: pip install 'nonholonomic[jax]'") from None

from . import _values
from ._functional import INPUTS, Functional
from ._run import Array

if TYPE_CHECKING:
    from ._stepper import Stepper

__all__ = ["JaxSample", "JaxStepper"]


class JaxSample(NamedTuple):
    """Coordinates, velocities and multipliers, in the order of the names of the stepper."""

    q: jax.Array
    v: jax.Array
    multipliers: jax.Array


class JaxStepper:
    """The functions of a stepper for JAX: ``jit``, ``vmap``, ``jvp`` and ``grad`` apply.

    The numbers are those of the stepper, which computes on the host. States are arrays of shape
    (entries,). Parameters and step size are those of the stepper unless they are given.

    Parameters
    ----------
    stepper : nonholonomic.Stepper
        From `Model.stepper`.
    """

    def __init__(self, stepper: Stepper) -> None:
        self._functional = functional = Functional(stepper)
        self._stepper = stepper
        self._calls = {name: _function(functional, name) for name in INPUTS}
        self._trajectory = _trajectory(functional)

    def start(
        self, q: Any, v: Any, u: Any = None, *, t: Any = 0.0, multipliers: Any = None, parameters: Any = None,
        step: Any = None,
    ) -> jax.Array:
        """Return the state at coordinates ``q`` and velocities ``v``, in their order.

        Derivatives with respect to ``q`` and ``v`` are those of a function of all their entries, although only
        values that satisfy the constraints are accepted.
        """
        more = self._array("q", q), self._array("v", v), self._multipliers(multipliers)
        found: jax.Array = self._calls["start"](*self._common(parameters, step, t), *more, self._controls(u))
        return found

    def step(self, state: Any, u: Any = None, *, t: Any = 0.0, parameters: Any = None, step: Any = None) -> jax.Array:
        """Return the next state, for controls ``u`` of shape (controls,) or (nodes, controls).

        ``t`` is the time of the state, which the array does not hold: give it if the model depends on the time.
        """
        more = self._array("state", state), self._controls(u)
        found: jax.Array = self._calls["step"](*self._common(parameters, step, t), *more)
        return found

    def sample(self, state: Any, *, t: Any = 0.0, parameters: Any = None, step: Any = None) -> JaxSample:
        """Return coordinates, velocities and multipliers of a state at the time ``t``, as for `step`."""
        return self._split(self._calls["sample"](*self._common(parameters, step, t), self._array("state", state)))

    def trajectory(
        self, q: Any, v: Any, u: Any = None, *, steps: int, t: Any = 0.0, multipliers: Any = None, parameters: Any = None,
        step: Any = None,
    ) -> JaxSample:
        """Return the samples at all nodes of a motion, of shape (steps + 1, names).

        ``u`` has shape (controls,), (nodes, controls) or (steps, nodes, controls). The motion is one
        call of the host, not one for each step.
        """
        steps = _values.count("steps", steps)
        nodes, width = self._functional.shapes["controls"]
        controls = self._controls(u, (max(steps, 1), nodes, width))
        more = self._array("q", q), self._array("v", v), self._multipliers(multipliers)
        return self._split(self._trajectory(steps, *self._common(parameters, step, t), *more, controls))

    def _common(self, parameters: Any, step: Any, t: Any) -> tuple[jax.Array, ...]:
        stepper = self._stepper
        return (
            self._array("parameters", stepper.parameter_values if parameters is None else parameters),
            self._array("step", stepper.step_size if step is None else step),
            self._array("t", t),
        )

    def _multipliers(self, multipliers: Any) -> jax.Array:
        return self._array("multipliers", 0.0 if multipliers is None else multipliers)

    def _controls(self, u: Any, shape: tuple[int, ...] | None = None) -> jax.Array:
        if u is None and self._stepper.controls:
            raise ValueError(f"u: missing; a number for each of {', '.join(self._stepper.controls)} is needed")
        return self._array("controls", np.zeros(0) if u is None else u, shape)

    def _array(self, name: str, value: Any, shape: tuple[int, ...] | None = None) -> jax.Array:
        shape = self._functional.shapes[name] if shape is None else shape
        if not jax.config.jax_enable_x64:  # type: ignore[attr-defined]
            wide = "call jax.config.update(\"jax_enable_x64\", True) first"
            raise TypeError(f"JAX computes in 32 bit, and 64 are needed: {wide}")
        array = jnp.asarray(value)
        if array.dtype.kind not in "iuf":
            raise TypeError(f"{name}: found an array of dtype {array.dtype}; real numbers are needed")
        if array.shape != shape and not (name in ("controls", "multipliers") and _repeats(array.shape, shape)):
            raise ValueError(f"{name}: found shape {array.shape}; the shape must be {shape}")
        return jnp.broadcast_to(array, shape).astype(jnp.float64)

    def _split(self, values: jax.Array) -> JaxSample:
        n = self._functional.q
        m = n + self._functional.v
        return JaxSample(values[..., :n], values[..., n:m], values[..., m:])


def _repeats(shape: tuple[int, ...], full: tuple[int, ...]) -> bool:
    """Return true if the first dimensions of an array may be repeated, and the last one fits."""
    if not shape:
        return True
    pairs = list(zip(shape[::-1], full[::-1]))
    return len(shape) <= len(full) and shape[-1] == full[-1] and all(a in (1, b) for a, b in pairs)


def _callback(function: Callable[..., Any], shapes: Any, arrays: Sequence[Any]) -> Any:
    """Call a function of the host; it receives the dimensions of a batch first."""
    of_array: Callable[..., Any] = jax.ShapeDtypeStruct
    expected = jax.tree.map(lambda shape: of_array(shape, jnp.float64), shapes, is_leaf=_is_shape)
    return jax.pure_callback(function, expected, *arrays, vmap_method="broadcast_all")


def _is_shape(x: Any) -> bool:
    return isinstance(x, tuple) and all(isinstance(n, int) for n in x)


def _along(matrices: Sequence[Any], changes: Sequence[Any]) -> Any:
    """Return the sum of the products of matrices (results, *input) with changes of their inputs."""
    return sum(jnp.tensordot(matrix, change, jnp.ndim(change)) for matrix, change in zip(matrices, changes))


def _function(functional: Functional, name: str) -> Callable[..., Any]:
    """Return a start, a step or a sample, whose tangent is linear in those of its inputs."""
    results = functional.results[name]
    shapes = tuple((results, *functional.shapes[x]) for x in INPUTS[name])

    @jax.custom_jvp
    def function(*arrays: Any) -> Any:
        return _callback(lambda *x: functional.values(name, x), (results,), arrays)

    @function.defjvp
    def tangent(primals: Any, tangents: Any) -> Any:
        value, matrices = _callback(lambda *x: functional.matrices(name, x), ((results,), shapes), primals)
        return value, _along(matrices, tangents)

    return function


def _trajectory(functional: Functional) -> Callable[..., Any]:
    """Return the samples of a motion. Its tangent goes from step to step."""
    results = functional.results["sample"]

    @partial(jax.custom_jvp, nondiff_argnums=(0,))
    def trajectory(steps: int, *arrays: Any) -> Any:
        return _callback(lambda *x: _motions(functional, steps, x, False)[0], (steps + 1, results), arrays)

    @trajectory.defjvp
    def tangent(steps: int, primals: Any, tangents: Any) -> Any:
        def shapes(name: str, *rows: int) -> tuple[tuple[int, ...], ...]:
            return tuple((*rows, functional.results[name], *functional.shapes[x]) for x in INPUTS[name])

        expected = ((steps + 1, results), shapes("start"), shapes("step", steps), shapes("sample", steps + 1))
        value, of_start, of_steps, of_samples = _callback(
            lambda *x: _motions(functional, steps, x, True), expected, primals
        )
        dp, dh, dt, dq, dv, dl, du = tangents
        times = dt + dh * jnp.arange(steps + 1.0)
        first = _along(of_start, (dp, dh, dt, dq, dv, dl, du[0]))

        def advance(state: Any, x: Any) -> Any:
            matrices, time, u = x
            following = _along(matrices, (dp, dh, time, state, u))
            return following, following

        _, rest = jax.lax.scan(advance, first, (of_steps, times[:-1], du[:steps]))
        states = jnp.concatenate([first[jnp.newaxis], rest])
        change = jax.vmap(lambda m, time, state: _along(m, (dp, dh, time, state)))(of_samples, times, states)
        return value, change

    return trajectory


def _motions(functional: Functional, steps: int, arrays: Sequence[Any], derivative: bool) -> tuple[Any, ...]:
    """Return the samples of a batch of motions, with all matrices on request."""
    arrays = [np.asarray(x, dtype=np.float64) for x in arrays]
    batch = arrays[1].shape
    motions = [_motion(functional, steps, [x[place] for x in arrays], derivative) for place in np.ndindex(batch)]
    if not motions:
        raise ValueError("a batch without motions; at least one is needed")

    def stacked(*parts: Array) -> Array:
        return np.stack(parts).reshape(*batch, *parts[0].shape)

    found: tuple[Any, ...] = jax.tree_util.tree_map(stacked, *motions)
    return found


def _motion(functional: Functional, steps: int, arrays: Sequence[Array], derivative: bool) -> tuple[Any, ...]:
    parameters, h, t, q, v, multipliers, u = arrays
    stepper = functional.stepper.with_parameters(parameters, float(h))
    motion = stepper.trajectory(q, v, u, steps=steps, t=float(t), multipliers=multipliers)
    values = np.concatenate([motion.q, motion.v, motion.multipliers], axis=1)
    if not derivative:
        return (values,)

    def setting(rows: int) -> list[Array]:
        return [np.broadcast_to(parameters, (rows, len(parameters))), np.full(rows, h), np.asarray(motion.t[:rows])]

    start = functional.matrices("start", [parameters, h, t, q, v, multipliers, u[0]])[1]
    of_steps = functional.matrices("step", [*setting(steps), motion.states[:-1], u[:steps]])[1]
    of_samples = functional.matrices("sample", [*setting(steps + 1), motion.states])[1]
    return values, start, of_steps, of_samples

"""Gradients of whole motions, in reverse mode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _nonholonomic as _native
from ._derivative import Gradient
from ._run import Array, Run
from ._trajectory import Trajectory, nodes_of, weights

if TYPE_CHECKING:
    from ._stepper import Stepper


def vjp(stepper: Stepper, motion: Trajectory | Run, seed: Mapping[str, Any], u: Any) -> Gradient:
    """Return the gradient of a weighted sum of the numbers of a motion; see `Stepper.vjp`."""
    if isinstance(motion, Run):
        motion, nodes = _of_run(stepper, motion, u)
    else:
        _check(stepper, motion)
        nodes = list(range(len(motion)))
    tables = weights(stepper.names, seed, nodes, len(motion))
    lists, values, (by_step, by_t) = _native.gradient(
        stepper._raw, float(motion.t[0]), *motion.initial, motion.u, tables
    )
    return Gradient(*lists[:3], _on_nodes(stepper, motion, values), lists[3], by_step, by_t)


def _check(stepper: Stepper, motion: Trajectory) -> None:
    """Refuse a motion with another step size, other parameters, or another first step than the stepper."""
    q, v, multipliers = motion.initial
    steps, t = min(motion.steps, 1), float(motion.t[0])
    begun = stepper.trajectory(q, v, motion.u[:1], steps=steps, t=t, multipliers=multipliers)
    pairs = [(begun.t, motion.t), (begun.states, motion.states)]
    is_same = all(np.array_equal(here, there[: len(here)], equal_nan=True) for here, there in pairs)
    if motion.setting != stepper.setting or not is_same:
        raise ValueError(
            "the trajectory is not a motion of this stepper; the model, integrator, step size and parameters must be "
            "the same"
        )


def _of_run(stepper: Stepper, run: Run, u: Any) -> tuple[Trajectory, list[int]]:
    """Return the trajectory of a run, and the nodes of its rows."""
    nodes = nodes_of(run, stepper.step_size)
    q = np.array([run.q[name][0] for name in stepper.coordinates])
    v = np.array([run.v[name][0] for name in stepper.velocities])
    multipliers = np.array([run.multipliers[name][0] for name in stepper.multipliers])
    if u is None and stepper.controls:
        raise ValueError(f"u: missing; the controls {', '.join(stepper.controls)} of the run are needed")
    motion = stepper.trajectory(q, v, u, steps=nodes[-1], t=float(run.t[0]), multipliers=multipliers)
    for name in stepper.coordinates:
        there, here = motion[name][nodes], run.q[name]
        off = np.flatnonzero(~np.isclose(there, here, rtol=1e-9, atol=1e-9))
        if len(off):
            k = off[0]
            raise ValueError(
                f"the run is not a motion of this stepper: {name!r} is {here[k]:g} at t = {run.t[k]:g}, and "
                f"{there[k]:g} by its steps; the model, integrator, parameters and controls must be the same"
            )
    return motion, nodes


def _on_nodes(stepper: Stepper, motion: Trajectory, values: Array) -> Array:
    """Return the derivatives with respect to controls for each step and node."""
    width = len(stepper.controls)
    found = np.zeros((motion.steps, max(len(stepper.nodes), 1), width))
    if not width or not motion.steps:
        return found
    read = values.reshape(-1, width)
    state = stepper._raw.start(float(motion.t[0]), *motion.initial, motion.u[0])
    moments = _native.step_derivative(stepper._raw, state, motion.u[0])[1].moments
    near = [int(np.argmin(np.abs(np.asarray(stepper.nodes) - x))) for x in moments]
    # The controls that the start read come first.
    at_start = len(read) - motion.steps * len(near)
    found[:, near] = read[at_start:].reshape(motion.steps, len(near), width)
    found[0, 0] += read[:at_start].sum(axis=0)
    return found

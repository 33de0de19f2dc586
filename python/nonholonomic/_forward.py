"""Derivatives of a whole motion in a few directions, forwards from its start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from . import _nonholonomic as _native
from ._batch import _repeated, _setting
from ._derivative import Layout
from ._run import Array
from ._trajectory import Trajectory

if TYPE_CHECKING:
    from ._stepper import Stepper

#: The number of steps whose matrices are in memory at a time.
BLOCK = 1024


def sensitivities(stepper: Stepper, motion: Trajectory, directions: Mapping[str, Array]) -> Array:
    """Return the derivatives of all samples of a motion.

    Parameters
    ----------
    directions : dict
        For ``q``, ``v``, ``parameters`` and the initial ``multipliers``, if there are any: how these
        change, of shape (names, k) for k directions.

    Returns
    -------
    ndarray of shape (nodes, names of samples, k)
        Coordinates, velocities and multipliers one after the other.
    """
    q, v, multipliers = (x[np.newaxis] for x in motion.initial)
    times = np.ascontiguousarray(motion.t)
    controls = _repeated(motion.u, max(motion.steps, 1))
    found = _native.start_rows(
        stepper._machine, *_setting(stepper, 1), times[:1], (q, v, multipliers), controls[:1], True
    )
    change = _products(stepper, found, directions)[0]
    parameters = {"parameters": directions["parameters"]}
    changes = [change]
    for first in range(0, motion.steps, BLOCK):
        part = slice(first, min(first + BLOCK, motion.steps))
        n = part.stop - first
        found = _native.step_rows(
            stepper._machine, *_setting(stepper, n), times[part], 0, motion.states[part], controls[part], True
        )
        by_state = _matrix(stepper, found, "state")
        by_parameters = _products(stepper, found, parameters)
        for row in range(n):
            change = by_state[row] @ change + by_parameters[row]
            changes.append(change)
    rows = []
    for first in range(0, len(motion), BLOCK):
        part = slice(first, min(first + BLOCK, len(motion)))
        n = part.stop - first
        found = _native.sample_rows(
            stepper._machine, *_setting(stepper, n), times[part], 0, motion.states[part], True
        )
        of_states = _matrix(stepper, found, "state") @ np.array(changes[part])
        rows.append(of_states + _products(stepper, found, parameters))
    return np.concatenate(rows)


def _matrix(stepper: Stepper, found: _native._Rows, name: str) -> Array:
    _, groups, moments, matrices = found
    assert matrices is not None
    layout = Layout(groups, moments, stepper.nodes, len(stepper.controls))
    return layout.matrix(name, np.swapaxes(matrices, 1, 2))


def _products(stepper: Stepper, found: _native._Rows, directions: Mapping[str, Array]) -> Array:
    products = [_matrix(stepper, found, name) @ direction for name, direction in directions.items()]
    total: Array = np.sum(products, axis=0)
    return total

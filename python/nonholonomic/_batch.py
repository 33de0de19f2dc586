"""Many points at once: states with a row for each point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _nonholonomic as _native
from ._derivative import Layout
from ._run import Array

if TYPE_CHECKING:
    from ._stepper import Stepper

#: Matrices by the names of inputs.
Matrices = tuple[Array, ...]


@dataclass(frozen=True)
class States:
    """The states of many points, after the same number of steps.

    Attributes
    ----------
    entries : ndarray of shape (n, entries)
        The numbers of the states.
    start : ndarray of shape (n,)
        The times at the start.
    steps : int
        The number of steps since the start.
    origin : list of str, optional
        The integrator and the names of the model, whose steppers alone accept the states. States
        that are made from arrays may leave it out.
    """

    entries: Array
    start: Array
    steps: int
    origin: list[str] | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.entries)


def start(
    stepper: Stepper, t: Array, q: Array, v: Array, multipliers: Array, u: Array, by: Sequence[str]
) -> tuple[States, Matrices]:
    """Return the first states, with matrices by the names in ``by``."""
    tables = (q, v, multipliers)
    n = _rows([*(x for x in tables if x.ndim == 2), *([t] if t.ndim else []), *([u] if len(u) != 1 else [])])
    initial = tuple(_repeated(np.atleast_2d(x), n) for x in tables)
    times = _repeated(np.atleast_1d(t), n)
    found = _native.start_rows(
        stepper._machine, *_setting(stepper, n), times, (initial[0], initial[1], initial[2]), _repeated(u, n), bool(by)
    )
    return States(found[0], times, 0, stepper._machine.origin), _matrices(stepper, found, by)


def step(stepper: Stepper, states: States, u: Array, by: Sequence[str]) -> tuple[States, Matrices]:
    """Return the next states."""
    _check(stepper, states)
    n = len(states)
    found = _native.step_rows(
        stepper._machine, *_setting(stepper, n), states.start, states.steps, states.entries, _repeated(u, n), bool(by)
    )
    following = States(found[0], states.start, states.steps + 1, stepper._machine.origin)
    return following, _matrices(stepper, found, by)


def sample(stepper: Stepper, states: States, by: Sequence[str]) -> tuple[Array, Matrices]:
    """Return the samples: coordinates, velocities and multipliers one after the other."""
    _check(stepper, states)
    found = _native.sample_rows(
        stepper._machine, *_setting(stepper, len(states)), states.start, states.steps, states.entries, bool(by)
    )
    return found[0], _matrices(stepper, found, by)


def _check(stepper: Stepper, states: States) -> None:
    """Refuse states of another model or integrator."""
    if states.origin is not None:
        stepper._machine.check_origin(states.origin)


def _setting(stepper: Stepper, n: int) -> tuple[Array, Array]:
    return _repeated(stepper.parameter_values[np.newaxis], n), np.full(n, stepper.step_size)


def _rows(arrays: Sequence[Array]) -> int:
    counts = {len(x) for x in arrays}
    if len(counts) != 1:
        raise ValueError(f"the arrays have {sorted(counts)} rows; one row for each point is needed")
    return counts.pop()


def _repeated(rows: Array, n: int) -> Array:
    if len(rows) not in (1, n):
        raise ValueError(f"found {len(rows)} rows; {n} are needed, or one for all")
    return np.ascontiguousarray(np.broadcast_to(rows, (n, *rows.shape[1:])))


def _matrices(stepper: Stepper, found: Any, by: Sequence[str]) -> Matrices:
    points, groups, moments, matrices = found
    if not by:
        return ()
    if not len(points):
        raise ValueError("found no points; derivatives need at least one")
    layout = Layout(groups, moments, stepper.nodes, len(stepper.controls))
    for name in by:
        layout.known(name)
    return tuple(layout.matrix(name, np.swapaxes(matrices, 1, 2)) for name in by)

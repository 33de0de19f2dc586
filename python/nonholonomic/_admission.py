"""Initial values that satisfy the constraints while some of them change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from . import _nonholonomic as _native
from ._errors import ModelError
from ._run import Array

if TYPE_CHECKING:
    from ._stepper import Stepper

#: The maximum number of iterations of Newton's method, which converges in a few or not at all.
_ITERATIONS = 50


class Admission:
    """The velocities that follow from the others by the constraints.

    As many velocities as there are constraints, none of them free, are solved for.
    """

    def __init__(self, stepper: Stepper, q: Array, v: Array, t: float, free: Sequence[str]) -> None:
        self._t = t
        _, by = self._linearised(stepper, q, v)
        candidates = [k for k, name in enumerate(stepper.velocities) if name not in free]
        self.rows, self.dependent = _pivots(by("v"), candidates)

    def satisfied(self, stepper: Stepper, q: Array, v: Array) -> Array:
        """Return velocities that satisfy the constraints, by Newton's method."""
        v = v.copy()
        if not self.dependent:
            return v
        for _ in range(_ITERATIONS):
            residuals, by = self._linearised(stepper, q, v)
            change = self._solved(stepper, by("v"), residuals[self.rows])
            v[self.dependent] -= change
            if np.abs(change).max() <= 1e-14 * np.abs(v).max():
                return v
        raise ModelError(f"initial: no values of {self._names(stepper)} near these satisfy the constraints")

    def derivative(self, stepper: Stepper, q: Array, v: Array, directions: dict[str, Array]) -> Array:
        """Return how the velocities change with directions of shape (names, k)."""
        change = directions["v"].copy()
        if self.dependent:
            _, by = self._linearised(stepper, q, v)
            parts = [by(name)[self.rows] @ directions[name] for name in ("q", "v", "parameters")]
            rates: Array = np.sum(parts, axis=0)
            change[self.dependent] -= self._solved(stepper, by("v"), rates)
        return change

    def _linearised(self, stepper: Stepper, q: Array, v: Array) -> tuple[Array, Callable[[str], Array]]:
        """Return the residuals, and their matrices with respect to ``q``, ``v`` and ``parameters``."""
        residuals, raw = _native.admission_derivative(stepper._raw, self._t, q, v)
        matrix = raw.matrix()
        columns = {name: slice(begin, end) for name, begin, end in raw.layout}
        return residuals, lambda name: matrix[:, columns[name]]

    def _solved(self, stepper: Stepper, by_velocities: Array, right: Array) -> Array:
        try:
            found = np.linalg.solve(by_velocities[np.ix_(self.rows, self.dependent)], right)
        except np.linalg.LinAlgError:
            text = f"initial: the constraints do not determine {self._names(stepper)} at these values"
            raise ModelError(text) from None
        return np.asarray(found, dtype=np.float64)

    def _names(self, stepper: Stepper) -> str:
        return ", ".join(stepper.velocities[k] for k in self.dependent)


def _pivots(matrix: Array, candidates: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return rows and columns of a regular square part, by elimination with complete pivoting."""
    rest = matrix.copy()
    rows: list[int] = []
    columns: list[int] = []
    least = 1e-9 * max(np.abs(matrix).max(initial=0), 1)
    while True:
        open_rows = [k for k in range(len(rest)) if k not in rows]
        open_columns = [k for k in candidates if k not in columns]
        part = np.abs(rest[np.ix_(open_rows, open_columns)])
        if not part.size or part.max() <= least:
            return rows, columns
        i, j = np.unravel_index(int(part.argmax()), part.shape)
        row, column = open_rows[int(i)], open_columns[int(j)]
        rows.append(row)
        columns.append(column)
        factors = rest[:, column] / rest[row, column]
        factors[row] = 0.0
        rest -= np.outer(factors, rest[row])

"""Initial values that satisfy the constraints while some of them change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ._errors import ModelError
from ._run import Array

if TYPE_CHECKING:
    from ._stepper import Stepper


class Admission:
    """The velocities that follow from the others by the constraints.

    As many velocities as there are constraints, none of them free, are solved for. Residuals are
    linear in velocities, so their matrix is that of differences of 1.
    """

    def __init__(self, stepper: Stepper, q: Array, v: Array, t: float, free: Sequence[str]) -> None:
        self._t = t
        self._multipliers = np.zeros(len(stepper.multipliers))
        matrix = self._by_velocities(stepper, q, v)
        candidates = [k for k, name in enumerate(stepper.velocities) if name not in free]
        self.rows, self.dependent = _pivots(matrix, candidates)

    def residuals(self, stepper: Stepper, q: Array, v: Array) -> Array:
        """Return the residuals of the constraints."""
        found = stepper._raw.admission(self._t, q, v, self._multipliers)
        return np.array([residual for _, residual in found])

    def satisfied(self, stepper: Stepper, q: Array, v: Array) -> Array:
        """Return velocities that satisfy the constraints."""
        v = v.copy()
        if self.dependent:
            matrix = self._by_velocities(stepper, q, v)[np.ix_(self.rows, self.dependent)]
            try:
                v[self.dependent] -= np.linalg.solve(matrix, self.residuals(stepper, q, v)[self.rows])
            except np.linalg.LinAlgError:
                names = ", ".join(stepper.velocities[k] for k in self.dependent)
                raise ModelError(f"initial: the constraints do not determine {names} at these values") from None
        return v

    def derivative(self, stepper: Stepper, q: Array, v: Array, directions: dict[str, Array]) -> Array:
        """Return how the dependent velocities change with directions of shape (names, k)."""
        change = directions["v"].copy()
        if not self.dependent:
            return change
        rates = np.zeros((len(self.rows), change.shape[1]))
        for k in range(change.shape[1]):
            dq, dv, dp = (directions[name][:, k] for name in ("q", "v", "parameters"))

            def along(d: float) -> Array:
                other = stepper.with_parameters(stepper.parameter_values + d * dp) if dp.any() else stepper
                return self.residuals(other, q + d * dq, v + d * dv)[self.rows]

            rates[:, k] = _slope(along)
        matrix = self._by_velocities(stepper, q, v)[np.ix_(self.rows, self.dependent)]
        change[self.dependent] -= np.linalg.solve(matrix, rates)
        return change

    def _by_velocities(self, stepper: Stepper, q: Array, v: Array) -> Array:
        here = self.residuals(stepper, q, v)
        columns = [self.residuals(stepper, q, v + unit) - here for unit in np.eye(len(v))]
        return np.stack(columns, axis=1) if columns else np.zeros((len(here), 0))


def _slope(value: Callable[[float], Array]) -> Array:
    """Return a derivative by central differences of two sizes, of fourth order.

    Directions are as large as the values that change, so the error is about 1e-12 of them. Next to
    parameters for which the model is singular, differences are smaller and less exact.
    """
    for h in (1e-3, 1e-5, 1e-7):
        try:
            near, far = ((value(x) - value(-x)) / (2 * x) for x in (h / 2, h))
        except ValueError:
            continue
        slope: Array = (4 * near - far) / 3
        return slope
    raise ModelError("free: the model is singular next to these parameters; give `bounds` that keep away from there")


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

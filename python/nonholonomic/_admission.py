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

#: A displacement of coordinates at which derivatives do not vanish by chance.
_ASIDE = 0.0137

#: The maximum number of iterations of Newton's method, which converges in a few or not at all.
_ITERATIONS = 50


#: The largest coefficients that count as zero, as parts of the largest one: of values that were not
#: given while others can follow in their place, and of all.
_LEAST_OF_FIRST, _LEAST = 1e-4, 1e-9


class Admission:
    """The initial values that follow from the others by the constraints.

    As many velocities as there are constraints, none of them free, are solved for; and so are
    coordinates, if free values change position constraints. Values that were not given are solved
    for before those that were. Group elements stay as they are.
    """

    def __init__(
        self, stepper: Stepper, q: Array, v: Array, t: float, free: Sequence[str], given: Sequence[str]
    ) -> None:
        self._t = t
        _, by = self._linearised(stepper, q, v)
        self._names = {"q": stepper.coordinates, "v": stepper.velocities, "parameters": stepper.parameters}
        is_free = {name: [x in free for x in names] for name, names in self._names.items()}
        # A derivative may be zero at the first guess only.
        is_alone = np.array(["[" not in x for x in stepper.coordinates], dtype=bool)
        _, by_aside = self._linearised(stepper, q + _ASIDE * is_alone * (1 + np.abs(q)), v)
        sides = [side(name)[:, is_free[name]] for side in (by, by_aside) for name in ("q", "parameters")]
        changed = np.hstack(sides).any(axis=1)
        is_position = ~by("v").any(axis=1)
        candidates = {
            name: [k for k, x in enumerate(self._names[name]) if not is_free[name][k] and "[" not in x]
            for name in ("q", "v")
        }
        in_turn = {
            name: [[k for k in of if (self._names[name][k] in given) == was_given] for was_given in (False, True)]
            for name, of in candidates.items()
        }
        rows = {"q": np.flatnonzero(is_position & changed).tolist(), "v": np.flatnonzero(~is_position).tolist()}
        #: The rows and columns of regular parts of the matrices, positions first.
        self._parts = {name: _pivots(by(name), rows[name], in_turn[name]) for name in rows}
        for name in rows:
            self._refuse_determined(name, by(name), rows[name], [x for x in self._names[name] if x in free])

    def _refuse_determined(self, name: str, by: Array, rows: list[int], free: list[str]) -> None:
        """Refuse free values that the constraints determine, because too few others are left to follow them."""
        columns = [k for k, x in enumerate(self._names[name]) if "[" not in x]
        excess = len(_pivots(by, rows, [columns])[0]) - len(self._parts[name][0])
        if excess > 0:
            found = f"the constraints leave {max(len(free) - excess, 0)} of {', '.join(free)} free"
            raise ModelError(f"free: {found}; leave out {excess} of these names")

    def satisfied(self, stepper: Stepper, q: Array, v: Array) -> tuple[Array, Array]:
        """Return values that satisfy the constraints, by Newton's method."""
        values = {"q": q.copy(), "v": v.copy()}
        for name, (rows, columns) in self._parts.items():
            if not columns:
                continue
            before = np.inf
            for _ in range(_ITERATIONS):
                residuals, by = self._linearised(stepper, values["q"], values["v"])
                change = self._solved(name, by(name), residuals[rows])
                values[name][columns] -= change
                size = np.abs(change).max()
                # At round-off of the terms of a constraint, steps no longer get smaller.
                at_round_off = before <= 1e-6 * np.abs(values[name]).max() and size >= 0.5 * before
                if size <= 1e-14 * np.abs(values[name]).max() or at_round_off:
                    break
                before = size
            else:
                raise ModelError(f"initial: no values of {self._listed(name)} near these satisfy the constraints")
        return values["q"], values["v"]

    def derivative(self, stepper: Stepper, q: Array, v: Array, directions: dict[str, Array]) -> dict[str, Array]:
        """Return how initial values change with directions of shape (names, k)."""
        changes = directions | {"q": directions["q"].copy(), "v": directions["v"].copy()}
        _, by = self._linearised(stepper, q, v)
        for name, (rows, columns) in self._parts.items():
            if columns:
                parts = [by(other)[rows] @ changes[other] for other in ("q", "v", "parameters")]
                rates: Array = np.sum(parts, axis=0)
                changes[name][columns] -= self._solved(name, by(name), rates)
        return changes

    def _linearised(self, stepper: Stepper, q: Array, v: Array) -> tuple[Array, Callable[[str], Array]]:
        """Return the residuals, and their matrices with respect to ``q``, ``v`` and ``parameters``."""
        residuals, raw = _native.admission_derivative(stepper._raw, self._t, q, v)
        matrix = raw.matrix()
        columns = {name: slice(begin, end) for name, begin, end in raw.layout}
        return residuals, lambda name: matrix[:, columns[name]]

    def _solved(self, name: str, by: Array, right: Array) -> Array:
        rows, columns = self._parts[name]
        try:
            found = np.linalg.solve(by[np.ix_(rows, columns)], right)
        except np.linalg.LinAlgError:
            text = f"initial: the constraints do not determine {self._listed(name)} at these values"
            raise ModelError(text) from None
        return np.asarray(found, dtype=np.float64)

    def _listed(self, name: str) -> str:
        return ", ".join(self._names[name][k] for k in self._parts[name][1])


def _pivots(matrix: Array, among: Sequence[int], in_turn: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return rows and columns of a regular square part, by elimination with complete pivoting.

    Columns come from the first candidates as long as these have coefficients that are not small.
    """
    rest = matrix.copy()
    rows: list[int] = []
    columns: list[int] = []
    size = max(np.abs(matrix).max(initial=0), 1)
    for candidates, least in zip(in_turn, (*[_LEAST_OF_FIRST] * (len(in_turn) - 1), _LEAST)):
        while True:
            open_rows = [k for k in among if k not in rows]
            open_columns = [k for k in candidates if k not in columns]
            part = np.abs(rest[np.ix_(open_rows, open_columns)])
            if not part.size or part.max() <= least * size:
                break
            i, j = np.unravel_index(int(part.argmax()), part.shape)
            row, column = open_rows[int(i)], open_columns[int(j)]
            rows.append(row)
            columns.append(column)
            factors = rest[:, column] / rest[row, column]
            factors[row] = 0.0
            rest -= np.outer(factors, rest[row])
    return rows, columns

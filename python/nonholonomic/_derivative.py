"""Derivatives of starts, steps and samples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _nonholonomic as _native
from . import _values
from ._run import Array


class Gradient(NamedTuple):
    """The derivatives of a weighted sum of samples of a motion, see `Stepper.vjp`.

    ``q``, ``v``, ``multipliers`` (initial) and ``parameters`` are in the order of the names of the
    stepper. ``controls`` has shape (steps, nodes, controls). ``step`` and ``t`` (initial time) are
    those at fixed controls.
    """

    q: Array
    v: Array
    multipliers: Array
    controls: Array
    parameters: Array
    step: float
    t: float


class Layout:
    """The inputs of a derivative: a shape for each name, and the place of each of its columns."""

    def __init__(
        self, groups: Sequence[tuple[str, int, int]], moments: Sequence[float], nodes: Sequence[float], width: int
    ) -> None:
        self.size = max((end for _, _, end in groups), default=0)
        self.shapes: dict[str, tuple[int, ...]] = {}
        self._places: dict[str, tuple[Any, Any]] = {}
        controls: list[tuple[int, int]] = []
        for name, begin, end in groups:
            if name == "controls":
                controls.append((begin, end))
            elif name in ("step", "t"):
                self.shapes[name] = ()
                self._places[name] = (begin, ())
            else:
                self.shapes[name] = (end - begin,)
                self._places[name] = (slice(begin, end), slice(None))
        self.shapes["controls"] = (max(len(nodes), 1), width)
        near = [int(np.argmin(np.abs(np.asarray(nodes) - x))) for x in moments]
        columns = np.array([np.arange(b, e) for b, e in controls], dtype=np.int64).reshape(len(controls), width)
        self._places["controls"] = (columns, near)

    def matrix(self, name: str, matrix: Array) -> Array:
        """Return the part of ``(..., results, inputs)`` for one name: ``(..., results, *shape)``."""
        self.known(name)
        columns, places = self._places[name]
        part = np.zeros((*matrix.shape[:-1], *self.shapes[name]))
        if name == "controls":
            part[..., places, :] = matrix[..., columns]
        elif not self.shapes[name]:
            part[...] = matrix[..., columns]
        else:
            part[..., places] = matrix[..., columns]
        return part

    def row(self, parts: Mapping[str, Array]) -> Array:
        """Return one direction in all inputs."""
        row = np.zeros(self.size)
        for name, part in parts.items():
            columns, places = self._places[name]
            row[columns] = part[places]
        return row

    def known(self, name: str) -> None:
        if name not in self.shapes:
            raise ValueError(f"there is no derivative with respect to {name!r}; the inputs are: {', '.join(self.shapes)}")


class Derivative:
    """The exact derivative of a start, a step or a sample at a point.

    The results are the entries of a state, or for a sample the coordinates, velocities and
    multipliers one after the other.

    Attributes
    ----------
    inputs : dict of str to tuple
        The shape of each input: ``state`` or ``q``, ``v`` and ``multipliers``; ``controls`` of
        shape (nodes, controls); ``parameters``; ``step`` and ``t`` of shape ().
    """

    def __init__(self, raw: _native.RawDerivative, layout: Layout, value: Callable[[str, Any], Array]) -> None:
        self._raw = raw
        self._layout = layout
        self._value = value
        self.inputs = layout.shapes

    def matrix(self, name: str) -> Array:
        """Return the matrix with respect to one input, of shape (results, \\*input)."""
        self._layout.known(name)
        return self._layout.matrix(name, self._raw.matrix())

    def jvp(self, **directions: Any) -> Array:
        """Return the product with a direction, of shape (results,).

        Parameters
        ----------
        **directions
            The direction in each input: arrays of its shape, or numbers by name. Inputs that are
            not given do not change.
        """
        parts = {}
        for name, direction in directions.items():
            self._layout.known(name)
            parts[name] = self._of_shape(name, self._value(name, direction))
        row: Array = self._raw.jvp(self._layout.row(parts)[np.newaxis])[0]
        return row

    def vjp(self, weights: Any) -> dict[str, Array]:
        """Return the gradient of the weighted sum of the results, for each input.

        Parameters
        ----------
        weights : array of shape (results,)
        """
        array = _values.numbers("weights", weights)
        if array.ndim != 1:
            raise ValueError(f"weights: found shape {array.shape}; one number for each result is needed")
        product = self._raw.vjp(array)
        return {name: self._layout.matrix(name, product) for name in self.inputs}

    def _of_shape(self, name: str, value: Array) -> Array:
        if value.shape != self.inputs[name]:
            raise ValueError(f"{name}: found shape {value.shape}; the shape must be {self.inputs[name]}")
        return value

    def __repr__(self) -> str:
        return f"<Derivative with respect to {', '.join(f'{name} {shape}' for name, shape in self.inputs.items())}>"

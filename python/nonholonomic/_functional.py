"""Starts, steps and samples as functions of arrays alone, for libraries that differentiate."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from . import _nonholonomic as _native
from ._derivative import Layout
from ._run import Array

if TYPE_CHECKING:
    from ._stepper import Stepper

#: The inputs of each function, in order.
INPUTS = {
    "start": ("parameters", "step", "t", "q", "v", "multipliers", "controls"),
    "step": ("parameters", "step", "t", "state", "controls"),
    "sample": ("parameters", "step", "t", "state"),
}


class Functional:
    """The functions of a stepper, whose parameters and step size are inputs.

    Inputs have the shapes in ``shapes``, after dimensions of a batch that all share.
    """

    def __init__(self, stepper: Stepper) -> None:
        self.stepper = stepper
        nodes = max(len(stepper.nodes), 1)
        self.q, self.v, self.multipliers = (len(x) for x in stepper.names)
        self.entries = stepper._machine.entries
        self.shapes: dict[str, tuple[int, ...]] = {
            "parameters": (len(stepper.parameters),), "step": (), "t": (), "q": (self.q,), "v": (self.v,),
            "multipliers": (self.multipliers,), "state": (self.entries,), "controls": (nodes, len(stepper.controls)),
        }
        samples = self.q + self.v + self.multipliers
        self.results = {"start": self.entries, "step": self.entries, "sample": samples}

    def values(self, name: str, arrays: Sequence[Array]) -> Array:
        """Return the results, of shape (\\*batch, results)."""
        batch, found = self._call(name, arrays, False)
        return found[0].reshape(*batch, self.results[name])

    def matrices(self, name: str, arrays: Sequence[Array]) -> tuple[Array, tuple[Array, ...]]:
        """Return the results, and for each input the matrix of shape (\\*batch, results, \\*input)."""
        batch, found = self._call(name, arrays, True)
        values, groups, moments, matrices = found
        inputs = INPUTS[name]
        if matrices is None:  # An empty batch.
            shapes = ((*batch, self.results[name], *self.shapes[x]) for x in inputs)
            return values.reshape(*batch, self.results[name]), tuple(np.zeros(x) for x in shapes)
        layout = Layout(groups, moments, self.stepper.nodes, len(self.stepper.controls))
        parts = (layout.matrix(x, np.swapaxes(matrices, 1, 2)) for x in inputs)
        return values.reshape(*batch, self.results[name]), tuple(x.reshape(*batch, *x.shape[1:]) for x in parts)

    def _call(self, name: str, arrays: Sequence[Array], derivative: bool) -> tuple[tuple[int, ...], _native._Rows]:
        arrays = [np.asarray(x, dtype=np.float64) for x in arrays]
        batch = arrays[0].shape[: arrays[0].ndim - 1]
        n = math.prod(batch)
        parameters, h, t, *rest = (
            np.ascontiguousarray(x.reshape(n, *self.shapes[key])) for key, x in zip(INPUTS[name], arrays)
        )
        machine = self.stepper._machine
        if name == "start":
            q, v, multipliers, u = rest
            return batch, _native.start_rows(machine, parameters, h, t, (q, v, multipliers), u, derivative)
        if name == "step":
            state, u = rest
            return batch, _native.step_rows(machine, parameters, h, t, 0, state, u, derivative)
        return batch, _native.sample_rows(machine, parameters, h, t, 0, rest[0], derivative)

"""Single steps with their derivatives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from . import _nonholonomic as _native
from ._errors import ModelError
from ._run import Array


class Sample(NamedTuple):
    """The motion at a state: the time, and arrays in the order of the names of the stepper."""

    t: float
    q: Array
    v: Array
    multipliers: Array


class Jacobian(NamedTuple):
    """The next state, and the exact derivatives of its entries.

    ``state`` has shape (entries, entries), ``controls`` (entries, controls), ``parameters``
    (entries, parameters) and ``step`` (entries,). Controls are constant during the step.
    """

    next: Any
    state: Array
    controls: Array
    parameters: Array
    step: Array


class Stepper:
    """A model with an integrator, parameters and a step size.

    It never changes: all that changes is in its states, whose numbers are ``state.entries``.

    Attributes
    ----------
    parameters, coordinates, velocities, controls, multipliers : list of str
        Names, in the order of arrays.
    nodes : list of float
        The moments of a step at which controls are read, as fractions of it.
    """

    def __init__(
        self, model: Any, integrator: str, step: float, parameters: Mapping[str, float], jacobian: bool
    ) -> None:
        machine = _native.stepper(model, _with_jacobian(integrator) if jacobian else integrator)
        self.integrator = integrator
        names = machine.names
        self.parameters, self.coordinates, self.velocities, self.controls, self.multipliers = names
        self.nodes = machine.nodes
        self._raw = machine.prepare(_values("parameters", self.parameters, parameters, None), float(step))

    def start(
        self,
        q: Mapping[str, float] | Array,
        v: Mapping[str, float] | Array,
        *,
        t: float = 0.0,
        multipliers: Mapping[str, float] | Array | None = None,
        u: Any = None,
    ) -> Any:
        """Return the state at coordinates ``q`` and velocities ``v``, by name or in their order.

        Missing names are 0. ``multipliers`` are those of variational motion.
        """
        return self._raw.start(
            float(t),
            _values("q", self.coordinates, q, 0.0),
            _values("v", self.velocities, v, 0.0),
            _values("multipliers", self.multipliers, multipliers or {}, 0.0),
            self._controls(u),
        )

    def step(self, state: Any, u: Any = None) -> Any:
        """Return the next state, with controls of shape (controls,) or (nodes, controls)."""
        return self._raw.step(state, self._controls(u))

    def sample(self, state: Any) -> Sample:
        """Return the time, coordinates, velocities and multipliers of a state."""
        return Sample(*self._raw.sample(state))

    def jacobian(self, state: Any, u: Any = None) -> Jacobian:
        """Return the next state with its exact derivatives."""
        following, (state_, controls, parameters, step) = self._raw.step_jacobian(state, self._controls(u))
        return Jacobian(following, state_, controls, parameters, step[:, 0])

    def _controls(self, u: Any) -> Array:
        if u is None:
            if self.controls:
                raise ValueError(f"u: missing; a number for each of {', '.join(self.controls)} is needed")
            return np.zeros((1, 0))
        if isinstance(u, Mapping):
            u = _values("u", self.controls, u, None)
        array = np.atleast_1d(np.asarray(u, dtype=np.float64))
        return np.ascontiguousarray(array[np.newaxis] if array.ndim == 1 else array)


def _with_jacobian(integrator: str) -> str:
    name, bracket, options = integrator.partition("(")
    if "jacobian" in options:
        return integrator
    return f"{name}(jacobian, {options}" if bracket else f"{name}(jacobian)"


def _values(what: str, names: list[str], values: Any, default: float | None) -> Array:
    if isinstance(values, Mapping):
        known = ", ".join(names) or "none"
        for name in values:
            if name not in names:
                raise ModelError(f"{what}: there is no {name!r}; the names are: {known}")
        missing = [name for name in names if name not in values]
        if missing and default is None:
            raise ModelError(f"{what}: missing {', '.join(missing)}; a number is needed for each")
        values = [values.get(name, default) for name in names]
    array = np.asarray(values, dtype=np.float64)
    if array.shape != (len(names),):
        raise ModelError(
            f"{what}: found shape {array.shape}; {len(names)} numbers are needed: {', '.join(names) or 'none'}"
        )
    return np.ascontiguousarray(array)

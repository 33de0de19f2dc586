"""The residuals of a motion and their exact derivatives, for least squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ._admission import Admission
from ._data import Data
from ._forward import sensitivities
from ._run import Array
from ._trajectory import LAMBDA, Trajectory

if TYPE_CHECKING:
    from ._stepper import Stepper


#: The parts of the values that a motion depends on.
_PARTS = ("parameters", "q", "v", "multipliers")

#: The largest derivative of a value without effect, relative to the numbers of the motion: round-off.
ROUND_OFF = 1e-12


def initial_names(stepper: Stepper) -> tuple[list[str], list[str], list[str]]:
    """Return the names of the values that a motion begins with: coordinates, velocities, multipliers."""
    multipliers = stepper.multipliers if stepper.has_initial_multipliers else []
    return stepper.coordinates, stepper.velocities, [LAMBDA + name for name in multipliers]


class Problem:
    """The residuals of a motion and their derivatives with respect to scaled unknowns."""

    def __init__(
        self,
        stepper: Stepper,
        data: Data,
        free: list[str],
        initial: Sequence[Array],
        u: Array,
        sigma: Array,
        given: Sequence[str] = (),
    ) -> None:
        self.stepper, self.data, self.free, self.sigma = stepper, data, free, sigma
        q, v, _ = initial
        self._u = u
        self._names = dict(zip(_PARTS, (stepper.parameters, *initial_names(stepper))))
        self._values = dict(zip(_PARTS, (stepper.parameter_values, *initial)))
        self._admission = Admission(stepper, q, v, float(data.t[0]), free, given)
        self.first = np.array([self._value(name) for name in free])
        self.scale = np.where(self.first == 0, 1.0, np.abs(self.first))
        self._cache: tuple[Array, tuple[Stepper, Trajectory]] | None = None

    def _value(self, name: str) -> float:
        part, place = self._place(name)
        return float(self._values[part][place])

    def _place(self, name: str) -> tuple[str, int]:
        """Return the part of a name and its place there; parameters hide other values of their names."""
        part = next(part for part in _PARTS if name in self._names[part])
        return part, self._names[part].index(name)

    def motion(self, z: Array) -> tuple[Stepper, Trajectory]:
        """Return the stepper and the motion for scaled unknowns."""
        if self._cache is not None and np.array_equal(self._cache[0], z):
            return self._cache[1]
        values = {part: array.copy() for part, array in self._values.items()}
        for name, value in zip(self.free, z * self.scale):
            part, place = self._place(name)
            values[part][place] = value
        stepper = self.stepper.with_parameters(values["parameters"])
        q, v = self._admission.satisfied(stepper, values["q"], values["v"])
        steps, t = int(self.data.nodes[-1]), float(self.data.t[0])
        multipliers = values["multipliers"] if stepper.has_initial_multipliers else None
        found = stepper, stepper.trajectory(q, v, self._u, steps=steps, t=t, multipliers=multipliers)
        self._cache = (z.copy(), found)
        return found

    def _computed(self, motion: Trajectory) -> Array:
        samples = np.concatenate([motion.q, motion.v, motion.multipliers], axis=1)
        found: Array = samples[self.data.nodes][:, self.data.places]
        return found

    def size(self, z: Array) -> float:
        """Return the norm of the computed numbers, in units of their standard deviations."""
        _, motion = self.motion(z)
        return float(np.linalg.norm(self._computed(motion) / self.sigma))

    def residual(self, z: Array) -> Array:
        """Return the residuals, of shape (rows, columns)."""
        _, motion = self.motion(z)
        found: Array = (self._computed(motion) - self.data.values) / self.sigma
        return found

    def jacobian(self, z: Array) -> Array:
        """Return their derivatives with respect to scaled unknowns, of shape (rows, columns, unknowns).

        Those of unknowns without effect are exactly 0.
        """
        stepper, motion = self.motion(z)
        directions = {part: np.zeros((len(names), len(self.free))) for part, names in self._names.items()}
        for k, name in enumerate(self.free):
            part, place = self._place(name)
            directions[part][place, k] = self.scale[k]
        if not stepper.has_initial_multipliers:
            del directions["multipliers"]
        q, v, _ = motion.initial
        directions = self._admission.derivative(stepper, q, v, directions)
        change = sensitivities(stepper, motion, directions)
        found: Array = change[self.data.nodes][:, self.data.places] / self.sigma[:, np.newaxis]
        effects = np.linalg.norm(found, axis=(0, 1))
        found[:, :, effects <= ROUND_OFF * self.size(z)] = 0.0
        return found

"""The residuals of a motion and their exact derivatives, for least squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._admission import Admission
from ._data import Data
from ._forward import sensitivities
from ._run import Array
from ._trajectory import Trajectory

if TYPE_CHECKING:
    from ._stepper import Stepper


#: The largest derivative of a value without effect, relative to the numbers of the motion: round-off.
ROUND_OFF = 1e-12


class Problem:
    """The residuals of a motion and their derivatives with respect to scaled unknowns."""

    def __init__(
        self, stepper: Stepper, data: Data, free: list[str], v: Array, q: Array, u: Array, sigma: Array
    ) -> None:
        self.stepper, self.data, self.free, self.sigma = stepper, data, free, sigma
        self._q, self._v, self._u = q, v, u
        self._admission = Admission(stepper, q, v, float(data.t[0]), free)
        self.first = np.array([self._value(name) for name in free])
        self.scale = np.where(self.first == 0, 1.0, np.abs(self.first))
        self._cache: tuple[Array, tuple[Stepper, Trajectory]] | None = None

    def _value(self, name: str) -> float:
        for names, values in self._places(self.stepper, self._q, self._v):
            if name in names:
                return float(values[names.index(name)])
        raise AssertionError(name)

    @staticmethod
    def _places(stepper: Stepper, q: Array, v: Array) -> tuple[tuple[list[str], Array], ...]:
        return (
            (stepper.parameters, stepper.parameter_values), (stepper.coordinates, q), (stepper.velocities, v),
        )

    def motion(self, z: Array) -> tuple[Stepper, Trajectory]:
        """Return the stepper and the motion for scaled unknowns."""
        if self._cache is not None and np.array_equal(self._cache[0], z):
            return self._cache[1]
        lists = [self.stepper.parameter_values.copy(), self._q.copy(), self._v.copy()]
        for name, value in zip(self.free, z * self.scale):
            for (names, _), target in zip(self._places(self.stepper, self._q, self._v), lists):
                if name in names:
                    target[names.index(name)] = value
                    break
        stepper = self.stepper.with_parameters(lists[0])
        q, v = self._admission.satisfied(stepper, lists[1], lists[2])
        steps, t = int(self.data.nodes[-1]), float(self.data.t[0])
        found = stepper, stepper.trajectory(q, v, self._u, steps=steps, t=t)
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
        directions = {}
        places = self._places(self.stepper, self._q, self._v)
        for key, (names, _) in zip(("parameters", "q", "v"), places):
            directions[key] = np.zeros((len(names), len(self.free)))
        for k, name in enumerate(self.free):
            for key, (names, _) in zip(directions, places):
                if name in names:
                    directions[key][names.index(name), k] = self.scale[k]
                    break
        q, v, _ = motion.initial
        directions = self._admission.derivative(stepper, q, v, directions)
        change = sensitivities(stepper, motion, directions)
        found: Array = change[self.data.nodes][:, self.data.places] / self.sigma[:, np.newaxis]
        effects = np.linalg.norm(found, axis=(0, 1))
        found[:, :, effects <= ROUND_OFF * self.size(z)] = 0.0
        return found

"""Parallel parking of a car by shooting: the smallest controls that move it aside, at rest at the end.

SciPy's SLSQP varies the controls, which are constant over pieces of the motion. The derivatives of
the end with respect to them are those of the discrete motion itself, in reverse mode.

    python examples/parallel_parking.py
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import minimize

import nonholonomic as nh

CAR = nh.Model(
    coordinates=["x", "y", "heading", "steer"],
    parameters=["m", "j", "j_wheel", "l"],
    controls=["drive", "torque"],
    lagrangian="0.5*m*(x_dot.powi(2) + y_dot.powi(2)) + 0.5*j*heading_dot.powi(2) + 0.5*j_wheel*steer_dot.powi(2)",
    constraints={
        "rear": "sin(heading)*x_dot - cos(heading)*y_dot",
        "front": "sin(heading + steer)*x_dot - cos(heading + steer)*y_dot - l*cos(steer)*heading_dot",
    },
    forces={"x": "drive*cos(heading)", "y": "drive*sin(heading)", "steer": "torque"},
)
#: Metres aside. The constraints leave two speeds; without these, the car is at rest.
TARGET = {"x": 0.0, "y": 0.4, "heading": 0.0, "steer": 0.0, "x_dot": 0.0, "steer_dot": 0.0}
#: The pieces with constant controls, and the steps of each.
PIECES, EACH = 10, 8
#: The sizes of a drive [N] and of a torque [N m] that count as equal.
SIZES = np.array([1.0, 0.05])


class Parking:
    """The end of the motion as a function of the controls, in units of their sizes."""

    def __init__(self) -> None:
        parameters = dict(m=1.0, j=0.1, j_wheel=0.05, l=0.3)
        self.stepper = CAR.stepper("Mla", step=0.05, parameters=parameters)

    def motion(self, u: np.ndarray) -> nh.Trajectory:
        pieces = u.reshape(PIECES, 1, 2) * SIZES
        controls = np.repeat(np.repeat(pieces, EACH, axis=0), len(self.stepper.nodes), axis=1)
        return self.stepper.trajectory({}, {}, controls, steps=PIECES * EACH)

    def miss(self, u: np.ndarray) -> np.ndarray:
        """Return the end minus the target."""
        found = self.motion(u)
        names = [*self.stepper.coordinates, *self.stepper.velocities]
        end = dict(zip(names, [*found.q[-1], *found.v[-1]]))
        return np.array([end[name] - value for name, value in TARGET.items()])

    def jacobian(self, u: np.ndarray) -> np.ndarray:
        found = self.motion(u)
        at_end = np.zeros(PIECES * EACH + 1)
        at_end[-1] = 1.0
        gradients = [self.stepper.vjp(found, {name: at_end}).controls for name in TARGET]
        of_pieces = [x.reshape(PIECES, -1, 2).sum(axis=1) * SIZES for x in gradients]
        return np.array([x.ravel() for x in of_pieces])


def park() -> tuple[Parking, Any]:
    """Return the problem and SciPy's result."""
    parking = Parking()
    t = np.linspace(0.0, 1.0, PIECES, endpoint=False)
    guess = np.stack([0.5 * np.cos(2 * np.pi * t), 0.4 * np.sin(4 * np.pi * t)], axis=-1).ravel()
    found = minimize(
        lambda u: 0.5 * (u @ u), guess, jac=lambda u: u, method="SLSQP", options={"maxiter": 200, "ftol": 1e-10},
        constraints={"type": "eq", "fun": parking.miss, "jac": parking.jacobian},
    )
    return parking, found


if __name__ == "__main__":
    parking, found = park()
    print(f"{found.message} after {found.nit} iterations: cost {found.fun:.4f}")
    print(f"largest distance from the target: {np.abs(parking.miss(found.x)).max():.1e}")

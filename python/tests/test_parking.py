"""Shooting with the derivatives of a motion."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("scipy")
sys.path.append(str(Path(__file__).resolve().parents[1] / "examples"))


def test_a_car_parks_with_the_smallest_controls() -> None:
    from parallel_parking import TARGET, park

    parking, found = park()
    assert found.success, found.message
    assert np.abs(parking.miss(found.x)).max() < 1e-9
    # It moves aside by driving to and fro.
    path = parking.motion(found.x).q
    assert path[0, 1] == 0.0 and abs(path[-1, 1] - TARGET["y"]) < 1e-9 and np.ptp(path[:, 0]) > 0.1
    # At the minimum, the controls are combinations of the gradients of the end.
    gradients = parking.jacobian(found.x)
    combined = gradients.T @ np.linalg.lstsq(gradients.T, found.x, rcond=None)[0]
    assert np.abs(combined - found.x).max() < 1e-3 * np.abs(found.x).max()
    differences = [
        (parking.miss(found.x + shift) - parking.miss(found.x - shift)) / 2e-6 for shift in 1e-6 * np.eye(len(found.x))
    ]
    np.testing.assert_allclose(gradients, np.array(differences).T, rtol=0, atol=1e-7)

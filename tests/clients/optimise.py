"""CasADi functions of a scenario: derivatives against differences, and the gradient of a motion.

Usage: python optimise.py LIBRARY
"""

import sys

import casadi as ca
import numpy as np

from conformance import assert_row


def functions(library):
    return {name: ca.external(f"nhi_{name}", library) for name in ("start", "step", "sample")}


PARAMETERS = np.array([1.0, 1.0, 0.5, 1.5])
H, T = np.array([0.05]), np.array([0.0])


def begin(of, p=PARAMETERS):
    """A start of the snakeboard with a spinning rotor, which moves on the constraints anywhere."""
    q, v = np.array([0.1, 0.4, 0.3, 0.2, -0.1]), np.array([2.5, 0.0, 0.0, 0.0, 0.0])
    return [q, v, np.zeros(0), np.array([0.3, -0.2]), p, H, T]


def arguments_of(of):
    """Arguments of each function, on a motion."""
    x = np.array(of["start"](*begin(of))).ravel()
    u = np.array([0.3, -0.2])
    for _ in range(5):
        x = np.array(of["step"](x, u, PARAMETERS, H, T)).ravel()
    return {"start": begin(of), "step": [x, u, PARAMETERS, H, T], "sample": [x, PARAMETERS, H, T]}


def check_derivatives(function, arguments):
    """Every block of the Jacobian against central differences."""
    jacobian = function.jacobian()
    result = function(*arguments)
    blocks = jacobian(*arguments, result)
    blocks = blocks if isinstance(blocks, (list, tuple)) else [blocks]
    for place, (argument, block) in enumerate(zip(arguments, blocks)):
        for column in range(argument.size):
            if (function.name(), place) == ("nhi_start", 1) and column > 0:
                continue  # A start off the constraints is refused.
            step = 1e-6

            def at(change):
                moved = [x.copy() for x in arguments]
                moved[place].flat[column] += change
                return np.array(function(*moved)).ravel()

            difference = (at(step) - at(-step)) / (2 * step)
            exact = np.array(block)[:, column]
            error = np.max(np.abs(difference - exact) / (1 + np.abs(exact)))
            assert error < 1e-6, f"{function.name()}, {function.name_in(place)}[{column}]: off by {error}"


def check_gradient_of_motion(of):
    """d/d i_rotor of (psi, theta, x, y) after 20 steps of the snakeboard."""
    p = ca.MX.sym("p", 4)
    q, v, _, u, *_ = begin(of)
    x = of["start"](q, v, np.zeros((0, 1)), u, p, H, T)
    for k in range(20):
        u = [np.cos(20 * np.pi * 0.05 * k), np.sin(2 * np.pi * 0.05 * k)]
        x = of["step"](x, u, p, H, T + 0.05 * k)
    motion = ca.Function("motion", [p], [x[:5], ca.jacobian(x[:5], p)])
    at = PARAMETERS
    gradient = np.array(motion(at)[1])[:, 2]

    def central(step):
        moved = [at + np.array([0, 0, sign * step, 0]) for sign in (1, -1)]
        plus, minus = (np.array(motion(point)[0]).ravel() for point in moved)
        return (plus - minus) / (2 * step)

    reference = (4 * central(1e-4) - central(2e-4)) / 3
    error = np.max(np.abs(gradient - reference))
    print("d/d i_rotor after 20 steps:", gradient, "off by", error)
    assert np.max(np.abs(gradient)) > 1e-3 and error < 1e-9


def check_fit(of):
    """Gauss-Newton from a wrong inertia of rotor and wheels finds those of a recorded motion."""
    unknown = ca.MX.sym("unknown", 2)
    p = ca.vertcat(PARAMETERS[:2], unknown)
    q, v, _, u, *_ = begin(of)
    x, seen = of["start"](q, v, np.zeros((0, 1)), u, p, H, T), []
    for k in range(20):
        u = [0.5 * np.cos(0.7 * k), 0.3 * np.sin(0.4 * k)]
        x = of["step"](x, u, p, H, T + 0.05 * k)
        seen.append(x[:5])
    motion = ca.vertcat(*seen)
    observed = ca.Function("observed", [unknown], [motion, ca.jacobian(motion, unknown)])
    recorded = np.array(observed(PARAMETERS[2:])[0]).ravel()
    found = np.array([0.7, 1.2])
    for _ in range(20):
        predicted, slopes = (np.array(x) for x in observed(found))
        change, *_ = np.linalg.lstsq(slopes, recorded - predicted.ravel(), rcond=None)
        found = found + change
    print("fitted:", found, "true:", PARAMETERS[2:])
    assert np.max(np.abs(found - PARAMETERS[2:])) < 1e-9


if __name__ == "__main__":
    all_of_them = functions(sys.argv[1])
    step = all_of_them["step"]
    assert "jac_x_next_x" in step.jacobian().name_out(), "CasADi found no Jacobian"
    for name, arguments in arguments_of(all_of_them).items():
        check_derivatives(all_of_them[name], arguments)
    check_gradient_of_motion(all_of_them)
    check_fit(all_of_them)
    print("the derivatives of the functions are those of differences")
    compared = "start, step and sample of the snakeboard by `Mla`, with their Jacobians"
    assert_row("CasADi", compared, "differences to 1e-6; gradient of a motion to 1e-9")

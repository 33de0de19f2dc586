"""Parameters and initial values from a recorded motion."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _data, _values
from ._errors import ModelError, RunWarning
from ._problem import Problem, initial_names
from ._run import Array
from ._trajectory import Trajectory

if TYPE_CHECKING:
    from ._model import Model
    from ._stepper import Stepper

#: The part of the sum of squares that a linear step would still remove, beyond which a search did not
#: end at a minimum.
BLOCKED = 1e-3

#: The residuals of an exact fit, as a part of the computed numbers.
EXACT = 1e-9

#: The smallest ratio of singular values of columns of unit length that are told apart.
DETERMINED = 1e-9


@dataclass(frozen=True, repr=False)
class Fit:
    """Values that explain a recorded motion best, in the sense of least squares.

    Attributes
    ----------
    values : dict of str to float
        The values that were sought.
    standard_errors : dict of str to float
        Their standard errors; infinite if the data do not determine a value. They do not apply if a
        value is at its bound.
    covariance : ndarray of shape (values, values)
        Their covariance, in the order of ``values``.
    parameters, initial : dict of str to float
        All parameters, and all initial values.
    residual : ndarray of shape (rows, columns)
        Computed minus recorded numbers, divided by ``sigma``.
    columns : list of str
        The columns that were compared.
    run : Trajectory
        The motion with the fitted values.
    evaluations : int
        The number of motions that were computed.
    """

    values: dict[str, float]
    standard_errors: dict[str, float]
    covariance: Array
    parameters: dict[str, float]
    initial: dict[str, float]
    residual: Array
    columns: list[str]
    run: Trajectory
    evaluations: int

    def __repr__(self) -> str:
        lines = [f"{name} = {value:.6g} ± {self.standard_errors[name]:.2g}" for name, value in self.values.items()]
        rms = float(np.sqrt(np.mean(self.residual**2)))
        return "\n".join([*lines, f"root mean square of residuals: {rms:.3g}"])


def fit(
    model: Model,
    integrator: str,
    data: Any,
    *,
    step: float,
    parameters: Mapping[str, float],
    free: Sequence[str],
    initial: Mapping[str, float] | None = None,
    controls: Any = None,
    columns: Sequence[str] | None = None,
    sigma: Mapping[str, float] | None = None,
    bounds: Mapping[str, tuple[float, float]] | None = None,
) -> Fit:
    """Return parameters and initial values that explain a recorded motion best.

    Least squares by SciPy, with the exact derivatives of the discrete motion.

    Parameters
    ----------
    model : Model
    integrator : str
        An integrator with constant steps.
    data : path, pandas.DataFrame, Run or dict
        A table of ``nhi run``, or columns by name: ``t``, coordinates, velocities and multipliers
        ``"lambda.NAME"``. The first row is the start. Times are whole numbers of steps after it.
    step : float
        The step size.
    parameters, initial : dict
        Values by name: first guesses of those that are sought, and all others. Initial values that
        are not given are 0, or follow from the constraints. Motions of variational problems also
        begin with multipliers, ``"lambda.NAME"``.
    free : sequence of str
        The parameters and initial values that are sought. Velocities that are not among them
        follow from the constraints, as many as there are constraints, and so do coordinates if
        position constraints change: first those that ``initial`` does not name, then those with
        the largest coefficients. ``Fit.initial`` has the values of all.
    controls : array or callable, optional
        An array as for `Stepper.trajectory`, or a function of time that returns the controls, by
        name or in the order of the model. Without it, the columns of controls in the data are
        constant from each row to the next.
    columns : sequence of str, optional
        The columns to compare with, by default all.
    sigma : dict, optional
        The standard deviation of the noise of each column, by default 1. Only ratios matter.
    bounds : dict, optional
        The least and the largest value of some of the sought values. A warning names values that
        end at a bound, because standard errors are those of a search without bounds.

    Returns
    -------
    Fit
        With ``parameters``, ``covariance``, ``standard_errors``, ``residual`` and ``run``. Errors
        are estimated from the residuals that remain.
    """
    try:
        from scipy.optimize import least_squares
    except ImportError:
        raise ImportError("nh.fit needs SciPy: pip install 'nonholonomic[fit]'") from None
    stepper = model.stepper(integrator, step=step, parameters=parameters)
    recorded = _data.read(stepper, data, columns)
    names = _free(stepper, free)
    u = _controls(stepper, recorded, controls)
    start = _initial(stepper, initial or {})
    problem = Problem(stepper, recorded, names, start, u, _sigma(recorded, sigma), list(initial or {}))
    count = recorded.values.size
    if count <= len(names):
        raise ModelError(f"data: found {count} numbers for {len(names)} unknowns; more numbers are needed")
    first = problem.first / problem.scale
    # During the search a failed motion is a step that was too long; at the first guess it is an error.
    problem.residual(first)

    failures: list[str] = []

    def residual(z: Array) -> Array:
        try:
            return problem.residual(z).ravel()
        except (ArithmeticError, ValueError) as error:
            failures.append(str(error))
            return np.full(count, np.nan)

    low, high = _bounds(names, problem, bounds)
    found = least_squares(
        residual, first, jac=lambda z: problem.jacobian(z).reshape(count, len(names)), bounds=(low, high),
        x_scale="jac", xtol=1e-12, ftol=1e-12, gtol=1e-12,
    )
    left = problem.residual(found.x)
    if failures and np.linalg.norm(left) > EXACT * problem.size(found.x) and _promised(found) > BLOCKED:
        values = ", ".join(f"{name} = {value:.6g}" for name, value in zip(names, found.x * problem.scale))
        raise ModelError(f"free: the search stopped at {values}, because motions with better values fail: {failures[-1]}")
    covariance = _covariance(names, found.jac, float(np.sum(left**2)) / (count - len(names)))
    covariance *= np.outer(problem.scale, problem.scale)
    _warn_of_bounds([name for name, side in zip(names, found.active_mask) if side])
    final, motion = problem.motion(found.x)
    if found.status == 0:
        note = f"the search was ended after {found.nfev} motions, before it converged: try other first guesses"
        warnings.warn(note, RunWarning, stacklevel=2)
    with np.errstate(invalid="ignore"):
        errors = np.sqrt(np.diag(covariance))
    return Fit(
        values=dict(zip(names, (found.x * problem.scale).tolist())),
        standard_errors=dict(zip(names, errors.tolist())),
        covariance=covariance,
        parameters=dict(zip(stepper.parameters, final.parameter_values.tolist())),
        initial={
            name: float(x)
            for names_, values in zip(initial_names(stepper), motion.initial)
            for name, x in zip(names_, values)
        },
        residual=left,
        columns=recorded.names,
        run=motion,
        evaluations=int(found.nfev),
    )


def _free(stepper: Stepper, free: Sequence[str]) -> list[str]:
    known = [*stepper.parameters, *(name for names in initial_names(stepper) for name in names)]
    if isinstance(free, str):
        raise TypeError(f"free: found {free!r}; a list of names is needed")
    for name in free:
        if name not in known:
            raise ModelError(f"free: there is no {name!r}; the names are: {', '.join(known)}")
        if _values.ENTRY.fullmatch(name):
            needed = "parameters, coordinates and velocities can be sought"
            raise ModelError(f"free: {name!r} is an entry of a group element, which cannot vary alone; {needed}")
    if not free or len(set(free)) < len(free):
        raise ModelError(f"free: found {list(free)!r}; one or more different names are needed")
    return list(free)


def _initial(stepper: Stepper, initial: Mapping[str, float]) -> list[Array]:
    names = initial_names(stepper)
    values = _values.vector("initial", [name for part in names for name in part], initial, 0.0)
    return np.split(values, np.cumsum([len(part) for part in names])[:-1])


def _controls(stepper: Stepper, data: _data.Data, controls: Any) -> Array:
    steps = int(data.nodes[-1])
    if controls is None and stepper.controls and data.controls is not None:
        return _data.held(data, steps)
    if callable(controls):
        law: Callable[[float], Any] = controls
        times = data.t[0] + stepper.step_size * (np.arange(max(steps, 1))[:, np.newaxis] + np.asarray(stepper.nodes))
        names = stepper.controls

        def at(t: float) -> Array:
            return _values.vector("controls", names, _values.of_function(law(t), lambda: names), None)

        return np.ascontiguousarray([[at(float(t)) for t in row] for row in times])
    return _values.controls(stepper.controls, controls, 3)


def _sigma(data: _data.Data, sigma: Mapping[str, float] | None) -> Array:
    found = _values.vector("sigma", data.names, sigma or {}, 1.0, is_point=False)
    if (found <= 0).any():
        raise ModelError(f"sigma: found {dict(sigma or {})}; positive numbers are needed")
    return found


def _bounds(
    names: list[str], problem: Problem, bounds: Mapping[str, tuple[float, float]] | None
) -> tuple[Array, Array]:
    low, high = np.full(len(names), -np.inf), np.full(len(names), np.inf)
    bounds = {} if bounds is None else bounds
    if not isinstance(bounds, Mapping):
        raise TypeError(f"bounds: found {bounds!r:.60}; a dict of names and pairs of numbers is needed")
    for name, pair in bounds.items():
        if name not in names:
            raise ModelError(f"bounds: there is no {name!r}; the names are: {', '.join(names)}")
        k = names.index(name)
        low[k], high[k] = _limits(name, pair, float(problem.first[k])) / problem.scale[k]
    return low, high


def _limits(name: str, pair: Any, guess: float) -> Array:
    """Return the bounds of a value, which include its first guess."""
    limits = np.asarray(pair)
    if limits.dtype.kind not in "iuf" or limits.shape != (2,) or not limits[0] < limits[1]:
        needed = "the least and the largest value are needed, such as (0, numpy.inf)"
        raise ModelError(f"bounds[{name!r}]: found {pair!r:.60}; {needed}")
    if not limits[0] <= guess <= limits[1]:
        raise ModelError(f"bounds[{name!r}]: found {pair!r:.60}; the first guess {guess:g} must be within the bounds")
    return limits.astype(np.float64)


def _warn_of_bounds(names: list[str]) -> None:
    """Warn of values at their bounds."""
    if names:
        note = (
            f"values at their bounds: {', '.join(names)}; values beyond may explain the data better, and the "
            "standard errors of all values do not apply: widen the bounds, or leave these names out of `free`"
        )
        warnings.warn(note, RunWarning, stacklevel=3)


def _promised(found: Any) -> float:
    """Return the part of the sum of squares that the next linear step promises to remove."""
    inside = found.active_mask == 0
    change, *_ = np.linalg.lstsq(found.jac[:, inside], -found.fun, rcond=DETERMINED)
    total = float(np.sum(found.fun**2))
    removed = total - float(np.sum((found.fun + found.jac[:, inside] @ change) ** 2))
    return removed / total if total > 0 else 0.0


def _covariance(names: list[str], jacobian: Array, variance: float) -> Array:
    """Return the covariance, infinite for unknowns that the data do not determine."""
    length = np.linalg.norm(jacobian, axis=0)
    length[length == 0] = 1.0
    _, values, vectors = np.linalg.svd(jacobian / length, full_matrices=False)
    small = values <= DETERMINED * values[0]
    kept = vectors[~small]
    covariance: Array = variance * (kept.T / values[~small] ** 2) @ kept / np.outer(length, length)
    if small.any():
        involved = np.abs(vectors[small]).max(axis=0) > 1e-3
        text = ", ".join(name for name, x in zip(names, involved) if x)
        note = f"these data do not determine {text}: they change the motion in the same way, or not at all"
        warnings.warn(note, RunWarning, stacklevel=3)
        covariance[involved, :] = covariance[:, involved] = np.inf
    return covariance

"""Single steps with their derivatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from . import _batch, _values
from . import _nonholonomic as _native
from ._batch import States
from ._derivative import Derivative, Gradient, Layout
from ._errors import StepError
from ._run import Array, Run
from ._trajectory import Trajectory
from ._values import Count, Values

#: The state of one point.
State = _native.RawState


class Sample(NamedTuple):
    """The motion at a state: the time, and arrays in the order of the names of the stepper.

    For states of n points the arrays have shape (n, names), and ``t`` has shape (n,).
    """

    t: Any
    q: Array
    v: Array
    multipliers: Array


class Stepper:
    """A model with an integrator, parameters and a step size.

    It never changes: all that changes is in its states, whose numbers are ``state.entries``.

    If the model has contacts that open, ``state.open`` lists the names of the open ones, and
    ``state.changes`` has a `ContactChange` for each change in the step that led to the state, in
    order. ``state.energy_of_impacts`` is the change of the energy by the impacts in that step. The
    multipliers of open contacts are 0. There are no derivatives, and no states of many points.

    Attributes
    ----------
    parameters, coordinates, velocities, controls, multipliers : list of str
        Names, in the order of arrays.
    nodes : list of float
        The moments of a step at which controls are read, as fractions of it.
    parameter_values : ndarray of shape (parameters,)
        The parameters, which are read-only.
    contacts : list of str
        The names of the contacts that open.
    has_initial_multipliers : bool
        Whether motions begin with multipliers, as those of variational problems.
    step_size : float
        The step size.
    """

    def __init__(
        self,
        model: _native.ModelText,
        integrator: str,
        step: float,
        parameters: Values,
    ) -> None:
        machine = _native.stepper(model, integrator)
        self._model = model
        self.integrator = integrator
        self.parameters, self.coordinates, self.velocities, self.controls, self.multipliers = machine.names
        self.nodes = machine.nodes
        self.contacts = machine.contacts
        self.has_initial_multipliers = machine.has_initial_multipliers
        self._begin(machine, parameters, step)

    def _begin(self, machine: _native.RawMachine, parameters: Any, step: float) -> None:
        self._machine = machine
        self.step_size = _values.number("step", step, finite=False)
        self.parameter_values = _values.kept(
            _values.vector("parameters", self.parameters, parameters, None, finite=False)
        )
        self._raw = machine.prepare(self.parameter_values, self.step_size)

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process compiles the model again.
        return type(self), (self._model, self.integrator, self.step_size, self.parameter_values)

    def __copy__(self) -> Stepper:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Stepper:
        return self

    def with_parameters(self, parameters: Values, step: float | None = None) -> Stepper:
        """Return the same stepper with other parameters, and another step size if it is given.

        Nothing is compiled again. Names that are not given keep their values.
        """
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        if isinstance(parameters, Mapping):
            parameters = {**dict(zip(self.parameters, self.parameter_values)), **parameters}
        other._begin(self._machine, parameters, self.step_size if step is None else step)
        return other

    @property
    def setting(self) -> tuple[float, ...]:
        """The step size and the parameters."""
        return self.step_size, *self.parameter_values.tolist()

    @property
    def names(self) -> tuple[list[str], list[str], list[str]]:
        """The names of coordinates, velocities and multipliers."""
        return self.coordinates, self.velocities, self.multipliers

    def start(
        self,
        q: Values,
        v: Values,
        *,
        t: Any = 0.0,
        multipliers: Values | None = None,
        u: Any = None,
        jacobian: Sequence[str] = (),
    ) -> Any:
        """Return the state at coordinates ``q`` and velocities ``v``, by name or in their order.

        Parameters
        ----------
        q, v : dict or array of shape (names,) or (n, names)
            Names that are not given are 0, and group elements the identity. An element is given by
            its entries, such as ``R[0][1]``, or as a matrix ``R``. With n rows, or arrays of shape
            (n,) by name, the result is the `States` of n points.
        t : float or array of shape (n,)
            The time.
        multipliers : dict or array, optional
            The initial multipliers of variational motion.
        u : array of shape (controls,), (nodes, controls) or (n, nodes, controls)
            The controls.
        jacobian : sequence of str
            Inputs among ``q``, ``v``, ``multipliers``, ``controls``, ``parameters``, ``step`` and
            ``t``. If any is given, the result is a tuple of the state and of the matrices for these
            inputs, of shape (entries, \\*input) or (n, entries, \\*input).
        """
        q_, v_, lam = self._initial(q, v, multipliers)
        times = _values.numbers("t", t)
        if q_.ndim == v_.ndim == lam.ndim == 1 and times.ndim == 0:
            arguments = (float(times), q_, v_, lam, _values.controls(self.controls, u, 2))
            if not jacobian:
                return self._raw.start(*arguments)
            return self._with_matrices(*_native.start_derivative(self._raw, *arguments), jacobian)
        rows = _values.controls(self.controls, u, 3)
        states, matrices = _batch.start(self, times, q_, v_, lam, rows, _inputs(jacobian))
        return (states, *matrices) if jacobian else states

    def step(self, state: Any, u: Any = None, *, jacobian: Sequence[str] = ()) -> Any:
        """Return the next state, or the next states of many points.

        Parameters
        ----------
        state : state or States
        u : array of shape (controls,), (nodes, controls) or (n, nodes, controls)
            The controls, see `nodes`.
        jacobian : sequence of str
            Inputs among ``state``, ``controls``, ``parameters``, ``step`` and ``t``, as for
            `start`. The matrix for ``controls`` has shape (entries, nodes, controls).
        """
        if isinstance(state, States):
            rows = _values.controls(self.controls, u, 3)
            states, matrices = _batch.step(self, state, rows, _inputs(jacobian))
            return (states, *matrices) if jacobian else states
        of_step = _values.controls(self.controls, u, 2)
        if not jacobian:
            return self._raw.step(state, of_step)
        return self._with_matrices(*_native.step_derivative(self._raw, state, of_step), jacobian)

    def sample(self, state: Any, *, jacobian: Sequence[str] = ()) -> Any:
        """Return the time, coordinates, velocities and multipliers of a state.

        Parameters
        ----------
        state : state or States
        jacobian : sequence of str
            Inputs among ``state``, ``parameters``, ``step`` and ``t``, as for `start`. Rows of the
            matrices are coordinates, velocities and multipliers one after the other.
        """
        if isinstance(state, States):
            values, matrices = _batch.sample(self, state, _inputs(jacobian))
            n, m = len(self.coordinates), len(self.coordinates) + len(self.velocities)
            times = state.start + state.steps * self.step_size
            found = Sample(times, values[:, :n], values[:, n:m], values[:, m:])
            return (found, *matrices) if jacobian else found
        if not jacobian:
            return Sample(*self._raw.sample(state))
        sample, raw = _native.sample_derivative(self._raw, state)
        return self._with_matrices(Sample(*sample), raw, jacobian)

    def start_derivative(
        self,
        q: Values,
        v: Values,
        *,
        t: float = 0.0,
        multipliers: Values | None = None,
        u: Any = None,
    ) -> tuple[State, Derivative]:
        """Return the first state with its derivative, for products with directions and weights."""
        initial = self._initial_of_one(q, v, multipliers)
        arguments = (_values.number("t", t), *initial, _values.controls(self.controls, u, 2))
        state, raw = _native.start_derivative(self._raw, *arguments)
        return state, self._derivative(raw)

    def step_derivative(self, state: State, u: Any = None) -> tuple[State, Derivative]:
        """Return the next state with its derivative."""
        following, raw = _native.step_derivative(self._raw, state, _values.controls(self.controls, u, 2))
        return following, self._derivative(raw)

    def sample_derivative(self, state: State) -> tuple[Sample, Derivative]:
        """Return the sample of a state with its derivative."""
        sample, raw = _native.sample_derivative(self._raw, state)
        return Sample(*sample), self._derivative(raw)

    def trajectory(
        self,
        q: Values,
        v: Values,
        u: Any = None,
        *,
        steps: Count,
        t: float = 0.0,
        multipliers: Values | None = None,
    ) -> Trajectory:
        """Return the samples of a motion.

        Parameters
        ----------
        u : array of shape (controls,), (nodes, controls) or (steps, nodes, controls)
            The controls.
        steps : int
            The number of steps.

        Other parameters are those of `start`.

        Raises
        ------
        StepError
            A step failed; the exception has the trajectory up to there.
        """
        steps = _values.count("steps", steps)
        # Gradients compute the motion again, so that nothing may change them.
        q_, v_, lam = self._initial_of_one(q, v, multipliers)
        initial = _values.kept(q_), _values.kept(v_), _values.kept(lam)
        controls = _values.kept(_values.controls(self.controls, u, 3))
        begin = _values.number("t", t)
        (times, tables), changes, failed = _native.trajectory(self._raw, begin, *initial, controls, steps)
        states, q_, v_, lam = tables
        found = Trajectory(times, q_, v_, lam, states, controls, initial, self.names, changes, self.setting)
        if failed is not None:
            step, time, reason = failed
            raise StepError(f"step {step} of {steps} failed: {reason}", found, step, time, reason)
        return found

    def vjp(self, motion: Trajectory | Run, seed: Mapping[str, Any], *, u: Any = None) -> Gradient:
        """Return the gradient of a weighted sum of the numbers of a motion, in reverse mode.

        Its time does not depend on the number of inputs, and it keeps few states.

        Parameters
        ----------
        motion : Trajectory or Run
            The motion. A run must be one of this model, integrator, step size and parameters.
        seed : dict
            Weights by column: coordinates, velocities and ``"lambda.NAME"``; arrays of shape
            (rows,). They are the derivatives of a cost with respect to these numbers.
        u : array of shape (controls,), (nodes, controls) or (steps, nodes, controls), optional
            The controls of a run.
        """
        from ._reverse import vjp

        return vjp(self, motion, seed, u)

    def _initial(self, q: Any, v: Any, multipliers: Any) -> tuple[Array, Array, Array]:
        return (
            _values.rows("q", self.coordinates, q, 0.0),
            _values.rows("v", self.velocities, v, 0.0),
            _values.rows("multipliers", self.multipliers, multipliers if multipliers is not None else {}, 0.0),
        )

    def _initial_of_one(self, q: Any, v: Any, multipliers: Any) -> tuple[Array, Array, Array]:
        initial = self._initial(q, v, multipliers)
        for name, array in zip(("q", "v", "multipliers"), initial):
            if array.ndim > 1:
                many = "`start`, `step` and `sample` accept many points"
                raise ValueError(f"{name}: found shape {array.shape}; one point is needed: {many}")
        return initial

    def _layout(self, raw: _native.RawDerivative) -> Layout:
        return Layout(raw.layout, raw.moments, self.nodes, len(self.controls))

    def _derivative(self, raw: _native.RawDerivative) -> Derivative:
        return Derivative(raw, self._layout(raw), self._direction)

    def _direction(self, name: str, direction: Any) -> Array:
        known = {
            "q": self.coordinates, "v": self.velocities, "multipliers": self.multipliers, "parameters": self.parameters,
        }
        if name == "controls":
            values = _values.numbers(name, _values.by_name(name, self.controls, direction, 0.0))
            return np.broadcast_to(values, (max(len(self.nodes), 1), len(self.controls))) if values.ndim == 1 else values
        if name in known:
            return _values.vector(name, known[name], direction, 0.0, is_point=False)
        return _values.numbers(name, direction)

    def _with_matrices(self, result: Any, raw: _native.RawDerivative, names: Sequence[str]) -> tuple[Any, ...]:
        layout, names = self._layout(raw), _inputs(names)
        for name in names:
            layout.known(name)
        matrix = raw.matrix()
        return (result, *(layout.matrix(name, matrix) for name in names))


def _inputs(names: Sequence[str]) -> Sequence[str]:
    if isinstance(names, (str, bool)):
        raise TypeError(f"jacobian: found {names!r}; a list of inputs such as [\"state\", \"parameters\"] is needed")
    return list(names)

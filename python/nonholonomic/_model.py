"""Models, and what can be done with them."""

from __future__ import annotations

import difflib
import numbers
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _nonholonomic as _native
from . import _values
from ._progress import bar
from ._run import Array, Run, of_raw
from ._scenario import scenario_text
from ._values import Count, Values

if TYPE_CHECKING:
    from ._ensemble import Ensemble
    from ._stepper import Stepper

#: A number, or an expression in parameters.
Number = float | int | str | np.integer[Any] | np.floating[Any]
Numbers = Mapping[str, Any]
Controls = Mapping[str, Any] | Array | Callable[[float, dict[str, float], dict[str, float]], Any]


class Verdicts(Mapping[str, bool]):
    """The verdicts on a model: whether each property holds.

    Attributes
    ----------
    data : dict
        All that ``nhi check --json`` reports on the model.
    text : str
        The page of ``nhi check``.
    """

    def __init__(self, data: dict[str, Any], text: str) -> None:
        self.data = data
        self.text = text
        self._holds = {verdict["property"]: bool(verdict["holds"]) for verdict in data["verdicts"]}

    def __getitem__(self, name: str) -> bool:
        return self._holds[name]

    def __iter__(self) -> Any:
        return iter(self._holds)

    def __len__(self) -> int:
        return len(self._holds)

    def __repr__(self) -> str:
        return self.text


class Derivation:
    """The mechanics and the discrete equations of a model, typeset in Jupyter."""

    def __init__(self, model: _native.ModelText) -> None:
        self._model = model

    def text(self) -> str:
        """Return the derivation as plain text."""
        return _native.derive(self._model, "text")

    def latex(self) -> str:
        """Return the derivation as a LaTeX document."""
        return _native.derive(self._model, "latex")

    def html(self) -> str:
        """Return the derivation as a web page with MathML."""
        return _native.derive(self._model, "html")

    def _repr_html_(self) -> str:
        return self.html()

    def _repr_latex_(self) -> str:
        return self.latex()

    def __repr__(self) -> str:
        return self.text()


class Model:
    """A mechanical system: a Lagrangian and constraints.

    Parameters
    ----------
    coordinates : sequence of str
        The names of the coordinates; the velocity of ``x`` is ``x_dot``.
    lagrangian : str or SymPy expression
        Kinetic minus potential energy.
    constraints, holonomic, prescribed, forces, definitions, integrals : dict, optional
        Expressions by name: constraints of velocity and of position, coordinates as functions of
        time, generalised forces by coordinate, sub-expressions, first integrals.
    dissipation : str or SymPy expression, optional
        The dissipation function of Rayleigh.
    rule : str, optional
        ``"Chetaev"``, for constraints that are not affine in the velocities.
    parameters, controls : sequence of str, optional
        Names.
    groups, symmetry, contacts : str, optional
        The contents of these keys in the model language, such as ``"SE2(theta, x, y)"``.
    integrators : sequence of str, optional
        The integrators that `check` and `derive` show; `simulate` accepts any.
    name : str, optional
        The name of the system.
    """

    def __init__(
        self,
        *,
        coordinates: Sequence[str] = (),
        lagrangian: Any,
        parameters: Sequence[str] = (),
        constraints: Mapping[str, Any] | None = None,
        holonomic: Mapping[str, Any] | None = None,
        definitions: Mapping[str, Any] | None = None,
        controls: Sequence[str] = (),
        forces: Mapping[str, Any] | None = None,
        prescribed: Mapping[str, Any] | None = None,
        dissipation: Any = None,
        rule: str | None = None,
        integrals: Mapping[str, Any] | None = None,
        groups: str | None = None,
        symmetry: str | None = None,
        contacts: str | None = None,
        integrators: Sequence[str] = ("Mla",),
        name: str = "System",
    ) -> None:
        keys: dict[str, str | None] = {
            "coordinates": _names("coordinates", coordinates),
            "groups": groups,
            "definitions": _expressions("definitions", definitions),
            "constraints": _expressions("constraints", constraints),
            "holonomic": _expressions("holonomic", holonomic),
            "prescribed": _expressions("prescribed", prescribed),
            "controls": _names("controls", controls),
            "forces": _expressions("forces", forces),
            "symmetry": symmetry,
            "integrals": _expressions("integrals", integrals),
            "contacts": contacts,
            "integrators": _names("integrators", integrators),
        }
        lines = [f"    {key}({value})," for key, value in keys.items() if value]
        lines.insert(1 if coordinates else 0, f"    lagrangian = {_expression('lagrangian', lagrangian)},")
        if dissipation is not None:
            lines.append(f"    dissipation = {_expression('dissipation', dissipation)},")
        if rule is not None:
            lines.append(f"    rule = {rule},")
        fields = "".join(f"    pub {name}: f64,\n" for name in _list("parameters", parameters))
        text = "#[nonholonomic(\n" + "\n".join(lines) + f"\n)]\npub struct {name} {{\n{fields}}}\n"
        self._begin("Model(...)", text, None)

    @classmethod
    def from_text(cls, text: str, system: str | None = None) -> Model:
        """Return a model from text in the model language.

        Parameters
        ----------
        text : str
            Structs with ``#[nonholonomic(...)]``. The key ``integrators`` is optional: it lists
            those that `check` and `derive` show.
        system : str, optional
            The name of one of them; needed only if there are several.
        """
        if not isinstance(text, str):
            raise TypeError(f"text: found a value of type {type(text).__name__}; a string is needed")
        model = cls.__new__(cls)
        model._begin("from_text(...)", text, system)
        return model

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], system: str | None = None) -> Model:
        """Return a model from a model file, ``*.nhi``."""
        model = cls.__new__(cls)
        model._begin(os.fspath(path), Path(path).read_text(encoding="utf-8"), system)
        return model

    def _begin(self, origin: str, text: str, system: str | None) -> None:
        self._origin = origin, text, system
        self._raw = _native.ModelText(*self._origin)

    def __reduce__(self) -> tuple[Any, tuple[str, str, str | None]]:
        return _of_origin, self._origin

    @property
    def text(self) -> str:
        """The text of the model in the model language."""
        return self._raw.text

    def check(self) -> Verdicts:
        """Return verdicts: regular, independent constraints, integrable, invariant, and others."""
        found = _native.check(self._raw)
        return Verdicts(found["report"], found["text"])

    def derive(self) -> Derivation:
        """Return the mechanics and the discrete equations as formulas."""
        return Derivation(self._raw)

    def to_sympy(self) -> dict[str, Any]:
        """Return the model as expressions of SymPy.

        Coordinates and controls are dynamic symbols and velocities their derivatives, as in
        ``sympy.physics.mechanics``; numbers are exact. Definitions are replaced by what they stand
        for. Entries and velocities of group elements are dynamic symbols too, with names such as
        ``R[0][1]``.

        Returns
        -------
        dict
            ``coordinates``, ``parameters``, ``controls``: symbols by name. ``lagrangian``,
            ``dissipation``: expressions; the latter may be None. ``rule``: a name or None.
            ``constraints``, ``holonomic``, ``prescribed``, ``forces``, ``integrals``,
            ``definitions``: expressions by name. Multipliers are dynamic symbols
            ``lambda.NAME``. ``groups``, ``symmetry``: the contents of these keys in the model
            language, or None. ``contacts``: for each constraint that is a contact, a dict of its
            ``sign``, 1 or -1, whether it ``opens``, and its ``restitution``, an expression or
            None. ``conditions``: for each constraint that holds only while a contact is closed,
            the name of the contact.
        """
        from ._to_sympy import to_sympy

        return to_sympy(_native.expressions(self._raw))

    def simulate(
        self,
        integrator: str,
        *,
        step: Number | None = None,
        end: Number | None = None,
        steps: Number | None = None,
        start: Number | None = None,
        parameters: Numbers | None = None,
        initial: Numbers | None = None,
        controls: Controls | None = None,
        control_period: float | None = None,
        project: bool = False,
        every: Count = 1,
        progress: bool = False,
        **tables: Mapping[str, Any],
    ) -> Run:
        """Simulate the motion.

        Numbers are those of ``nhi run``, bit by bit.

        Parameters
        ----------
        integrator : str
            An integrator with its options, such as ``"Mla"`` or ``"Rk(order = 4)"``.
        step, end, steps, start : float or str
            Two of the step size, the time at the end and the number of steps; and the time at the
            start, 0 by default. Expressions in parameters are strings.
        parameters, initial : dict
            Numbers, or expressions in parameters, by name. Coordinates and velocities that are not
            given are 0; the entries of a group element are rows.
        controls : dict, ndarray or callable, optional
            By name: numbers, expressions in time, coordinates and velocities, or tables such as
            ``{"points": array, "interpolation": "linear"}`` with an array of shape (times, 2). Or an
            array of shape (steps, nodes, controls), see `Stepper.nodes`. Or a function
            ``u(t, q, v)`` of dicts by name that returns the controls, by name or in the order of
            the model.
        control_period : float, optional
            The time between two values of the controls. A function is called once in each period,
            in order of time; at a rebound of a contact, also with the state without the rebound.
            Without a period a function must depend on its arguments alone: it is called at the
            nodes of each step, with the state at its beginning, and for the energy balance of the
            run monitor, in any order and any number of times. A controller with memory needs a
            period, or ``states``.
        project : bool
            Project initial values onto the constraints.
        every : int
            Keep one row of so many steps.
        progress : bool
            Show a bar of tqdm.
        **tables : dict
            Other tables of a scenario: ``prescribed``, ``definitions``, ``states``, ``output``,
            ``events``, ``stop``, ``noise`` and ``units``.

        Raises
        ------
        ModelError
            The model or a number is wrong.
        StepError
            A step failed; the exception has the run up to there.
        RunInterrupted
            Ctrl-C, a `KeyboardInterrupt` with the run up to there.
        """
        every, project = _values.every(every), _values.flag("project", project)
        source, program = self._scenario(
            integrator, step, end, steps, start, parameters, initial, controls, control_period, tables
        )
        with bar(progress, "steps") as tell:
            found = _native.simulate(source, program, every, project, tell)
        return of_raw(*found)

    def _scenario(
        self,
        integrator: str,
        step: Any,
        end: Any,
        steps: Any,
        start: Any,
        parameters: Numbers | None,
        initial: Numbers | None,
        controls: Controls | None,
        control_period: float | None,
        tables: Mapping[str, Any],
    ) -> tuple[_native.ScenarioSource, _native.Controls | None]:
        known = (
            "prescribed", "definitions", "states", "output", "events", "stop", "noise", "units", "sweep",
            "sweep.vary",
        )
        for name in tables:
            if name not in known:
                keywords = (*known[:8], "integrator", "step", "end", "steps", "start", "parameters", "initial", "controls")
                near = difflib.get_close_matches(name, keywords, 1, 0.5)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                raise TypeError(f"there is no keyword {name!r}; tables of a scenario are {', '.join(known[:8])}{hint}")
        program, table = None, None
        if isinstance(controls, np.ndarray) and control_period is not None:
            raise ValueError("control_period: an array has the controls of each step; leave it out")
        if isinstance(controls, np.ndarray):
            program = _native.Controls.array(checked_array("controls", controls, 3))
        elif callable(controls):
            program = _native.Controls.function(
                _listed(controls, self._control_names), control_period is not None
            )
        else:
            table = controls
        keys = {
            "system": self._origin[2],
            "integrator": _integrator(integrator),
            "start": start,
            "step": step,
            "steps": steps,
            "end": end,
            "control_period": control_period,
        }
        text = scenario_text(
            keys, {"parameters": parameters, "initial": initial, "controls": table, **tables}
        )
        return _native.ScenarioSource.of_text("simulate(...)", text, self._raw), program

    def _control_names(self) -> list[str]:
        names: list[str] = _native.expressions(self._raw)["controls"]
        return names

    def stepper(self, integrator: str, *, step: float, parameters: Values | None = None) -> Stepper:
        """Return a stepper, which makes single steps, with their derivatives.

        Parameters
        ----------
        integrator : str
            An integrator with its options.
        step : float
            The step size; negative backwards.
        parameters : dict
            A number for each parameter.
        """
        from ._stepper import Stepper

        return Stepper(self._raw, _integrator(integrator), step, {} if parameters is None else parameters)

    def ensemble(
        self,
        integrator: str,
        *,
        keep: Sequence[str],
        every: Count | None = None,
        step: Number | None = None,
        end: Number | None = None,
        steps: Number | None = None,
        start: Number | None = None,
        parameters: Numbers | None = None,
        initial: Numbers | None = None,
        controls: Mapping[str, Any] | None = None,
        control_period: float | None = None,
        math: str = "exact",
        progress: bool = False,
        **tables: Mapping[str, Any],
    ) -> Ensemble:
        """Simulate many motions at once, on all processors.

        The numbers of a member are those of its run alone, bit by bit, unless ``math`` is
        ``"fast"``. A member that fails is a row with its reason.

        Parameters
        ----------
        keep : sequence of str
            The columns to keep; with ``.first``, ``.last``, ``.min``, ``.max``, ``.mean`` or
            ``.integral`` reduced to one number.
        every : int, optional
            Keep columns over time, one number of so many steps. Without it, at the end only.
        parameters, initial, controls, definitions : dict
            As for `simulate`; arrays of shape (n,), or lists, have one number for each member.
            Controls may also be arrays of shape (n, steps): each number holds during a step.
        math : {"exact", "fast"}
            Elementary functions.
        progress : bool
            Show a bar of tqdm.

        Other parameters are those of `simulate`.
        """
        from ._ensemble import ensemble

        return ensemble(
            self, integrator, keep, every, math, step, end, steps, start, parameters, initial, controls,
            control_period, tables, progress,
        )

    def __repr__(self) -> str:
        return self.text


def _of_origin(origin: str, text: str, system: str | None) -> Model:
    model = Model.__new__(Model)
    model._begin(origin, text, system)
    return model


def checked_array(name: str, values: Any, dimensions: int) -> Array:
    """Return an array of finite real numbers with so many dimensions."""
    array = np.asarray(values)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name}: found an array of dtype {array.dtype}; real numbers are needed")
    if array.ndim != dimensions:
        raise ValueError(f"{name}: found an array of shape {array.shape}; {dimensions} dimensions are needed")
    array = np.ascontiguousarray(array, dtype=np.float64)
    bad = np.argwhere(~np.isfinite(array))
    if len(bad):
        place = tuple(int(x) for x in bad[0])
        raise ValueError(f"{name}: the number at {place} is {array[place]}; finite numbers are needed")
    return array


def _integrator(found: Any) -> str:
    if not isinstance(found, str):
        raise TypeError(f"integrator: found {found!r}; a string such as \"Mla\" is needed")
    return found


def _listed(function: Callable[..., Any], names: Callable[[], list[str]]) -> Callable[..., list[float]]:
    def controls(t: float, q: dict[str, float], v: dict[str, float]) -> list[float]:
        values: list[float] = _values.of_function(function(t, q, v), names).tolist()
        return values

    return controls


def _list(what: str, names: Sequence[str]) -> list[str]:
    found = names if isinstance(names, str) else list(names)
    if isinstance(found, str) or not all(isinstance(name, str) for name in found):
        raise TypeError(f"{what}: found {names!r}; a list of names is needed")
    return found


def _names(what: str, names: Sequence[str]) -> str:
    return ", ".join(_list(what, names))


def _expressions(what: str, expressions: Mapping[str, Any] | None) -> str | None:
    if expressions is None:
        return None
    if not isinstance(expressions, Mapping):
        raise TypeError(f"{what}: found {expressions!r}; a dict of names and expressions is needed")
    return ", ".join(f"{name} = {_expression(f'{what}[{name!r}]', value)}" for name, value in expressions.items())


def _expression(what: str, value: Any) -> str:
    if isinstance(value, str):
        return value
    if hasattr(value, "free_symbols"):
        from ._sympy import expression

        return expression(value)
    if isinstance(value, numbers.Real) and not isinstance(value, bool) and np.isfinite(float(value)):
        return repr(int(value) if isinstance(value, numbers.Integral) else float(value))
    raise TypeError(f"{what}: found {value!r:.60}; an expression as a string or of SymPy is needed")

"""Many motions at once."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _nonholonomic as _native
from . import _values
from ._errors import RunWarning
from ._model import Numbers, checked_array
from ._progress import bar
from ._run import Array
from ._values import Count

if TYPE_CHECKING:
    from ._model import Model


class Ensemble(Mapping[str, Array]):
    """The kept columns of the members.

    ``ens["x"]`` has shape (n, times), or (n,) without ``every``. Rows of members that failed end
    with NaN.

    Attributes
    ----------
    status : ndarray of str
        ``"ok"``, ``"refused"`` (the run could not begin) or ``"failed"`` for each member.
    steps : ndarray of int
        The completed steps of each member.
    reasons : list of str
        The reason for each member that did not reach its end.
    notes : list of str
        The findings of the run monitor for each member, such as ``"energy; turn"``. It examines some
        of the states.
    """

    def __init__(self, table: dict[str, Any], keep: Sequence[str]) -> None:
        self.status: NDArray[np.str_] = np.array(table["status"], dtype=np.str_)
        self.steps: NDArray[np.int64] = table["step"]
        self.reasons: list[str] = table["reason"]
        self.notes: list[str] = table["notes"]
        self._columns: dict[str, Array] = {name: table[name] for name in keep}
        self._rows: NDArray[np.int64] | None = table.get("#rows")

    @property
    def ok(self) -> NDArray[np.bool_]:
        """True for each member that reached its end."""
        return np.asarray(self.status == "ok")

    @property
    def final(self) -> dict[str, Array]:
        """The last kept number of each column, of shape (n,)."""
        return {name: x if x.ndim == 1 else self._last(x) for name, x in self._columns.items()}

    def _last(self, rows: Array) -> Array:
        if not rows.shape[1]:
            return np.full(len(rows), np.nan)
        # A member without rows has NaN in the first one.
        last = np.maximum(np.asarray(self._rows) - 1, 0)
        return np.asarray(rows[np.arange(len(rows)), last])

    def __getitem__(self, name: str) -> Array:
        try:
            return self._columns[name]
        except KeyError:
            kept = ", ".join(self._columns)
            raise KeyError(f"{name!r} was not kept; kept are: {kept}") from None

    def __iter__(self) -> Any:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def __repr__(self) -> str:
        return f"<Ensemble of {len(self.status)} members, {int(self.ok.sum())} ok: {', '.join(self._columns)}>"


def ensemble(
    model: Model,
    integrator: str,
    keep: Sequence[str],
    every: Count | None,
    math: str,
    step: Any,
    end: Any,
    steps: Any,
    start: Any,
    parameters: Numbers | None,
    initial: Numbers | None,
    controls: Mapping[str, Any] | None,
    control_period: float | None,
    tables: Mapping[str, Any],
    progress: bool = False,
) -> Ensemble:
    """Run an ensemble; see `Model.ensemble`."""
    if isinstance(keep, str):
        raise TypeError(f"keep: found {keep!r}; a list of names is needed")
    if isinstance(controls, np.ndarray) or callable(controls):
        raise TypeError("controls: an ensemble needs numbers, arrays, expressions or tables by name")
    given_tables = (parameters, initial, *tables.values())
    taken = {name for table in given_tables if isinstance(table, Mapping) for name in table}
    controls, constants, by_step, written = _constants(controls, tables.get("definitions"), taken)
    if by_step and control_period is not None:
        raise ValueError("control_period: controls of shape (n, steps) hold during a step; leave it out")
    each: dict[str, Array] = {}
    places = (("parameters", parameters), ("initial", initial), ("definitions", constants))
    given = [_split(name, table, each) for name, table in places]
    sizes = {written.get(name, name): len(values) for name, values in each.items()}
    if not sizes:
        raise ValueError(
            "no number differs: at least one array of shape (n,) is needed; group elements cannot differ"
        )
    if len(set(sizes.values())) > 1:
        raise ValueError(f"the arrays have different lengths: {sizes}; one number for each member is needed")
    if 0 in sizes.values():
        raise ValueError(f"the arrays are empty: {sizes}; one number for each member is needed")
    rule: dict[str, Any] = {"keep": list(keep), "math": math}
    if every is not None:
        rule["every"] = _values.every(every)
    vary = {name: {"values": values[:1]} for name, values in each.items()}
    source, _ = model._scenario(
        integrator, step, end, steps, start, given[0], given[1], controls, control_period,
        {**tables, "definitions": given[2], "sweep": rule, "sweep.vary": vary},
    )
    with bar(progress, "members") as tell:
        table = _native.ensemble(source, each, by_step, tell)
    found = Ensemble(table, keep)
    _warn(found.notes)
    return found


def _warn(notes: list[str]) -> None:
    """Warn of members with findings of the run monitor."""
    kinds = sorted({kind for note in notes if note for kind in note.split("; ")})
    if kinds:
        count = sum(map(bool, notes))
        text = f"{count} of {len(notes)} members have notes of the run monitor ({', '.join(kinds)}): see `notes`"
        warnings.warn(text, RunWarning, stacklevel=4)


def _constants(
    controls: Mapping[str, Any] | None, definitions: Mapping[str, Any] | None, taken: set[str]
) -> tuple[Mapping[str, Any] | None, Mapping[str, Any] | None, dict[str, Array], dict[str, str]]:
    """Return controls and definitions in which each control of shape (n,) is a constant.

    Controls of shape (n, steps) have no law. They follow by name, and count as members by their
    first step. Last come the controls by the names of their constants, which are not taken.
    """
    found = {name: _array(law) for name, law in (controls or {}).items()}
    arrays = {name: law for name, law in found.items() if isinstance(law, np.ndarray)}
    if not arrays:
        return controls, definitions, {}, {}
    names: dict[str, str] = {}
    for name in arrays:
        constant = f"{name}_of_member"
        while constant in taken:
            constant += "_"
        names[name] = constant
    constants: dict[str, Array] = {}
    by_step: dict[str, Array] = {}
    for name, law in arrays.items():
        if law.ndim not in (1, 2):
            needed = "shape (n,) or (n, steps) is needed"
            raise ValueError(f"controls[{name!r}]: found an array of shape {law.shape}; {needed}")
        values = checked_array(f"controls[{name!r}]", law, law.ndim)
        if values.ndim == 2:
            if values.shape[1] == 0:
                raise ValueError(f"controls[{name!r}]: found shape {values.shape}; one number for each step is needed")
            by_step[name] = values
            values = values[:, 0].copy()
        constants[names[name]] = values
    widths = {name: values.shape[1] for name, values in by_step.items()}
    if len(set(widths.values())) > 1:
        raise ValueError(f"controls have different numbers of steps: {widths}")
    laws = {**(controls or {}), **names}
    laws = {name: law for name, law in laws.items() if name not in by_step}
    written = {constant: name for name, constant in names.items()}
    return laws, {**(definitions or {}), **constants}, by_step, written


def _split(place: str, table: Numbers | None, each: dict[str, Array]) -> Numbers | None:
    """Return a table with the first number of each array, and move the arrays to ``each``."""
    if not isinstance(table, Mapping):
        return table
    numbers = {}
    for name, value in table.items():
        value = _array(value)
        if isinstance(value, np.ndarray) and value.ndim == 1:
            each[name] = checked_array(f"{place}[{name!r}]", value, 1)
            value = float(value[0]) if len(value) else 0.0
        numbers[name] = value
    return numbers


def _array(value: Any) -> Any:
    """Return a list of numbers, a range or a series as an array, and anything else as it is."""
    if isinstance(value, range) or hasattr(value, "to_numpy"):
        return np.asarray(value)
    is_list = isinstance(value, (list, tuple)) and value and all(isinstance(x, Real) for x in value)
    return np.array(value, dtype=np.float64) if is_list else value

"""Runs: the numbers of a simulation by their names."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import _nonholonomic as _native
from ._errors import RunInterrupted, RunWarning, StepError

if TYPE_CHECKING:
    import pandas
    import pyarrow
    import xarray
    from matplotlib.figure import Figure

    from ._animation import Animation

Array = NDArray[np.float64]


class Columns(Mapping[str, Array]):
    """Arrays by their names, all of the length of ``run.t``."""

    def __init__(self, what: str, arrays: dict[str, Array]) -> None:
        self._what = what
        self._arrays = arrays

    def __getitem__(self, name: str) -> Array:
        try:
            return self._arrays[name]
        except KeyError:
            names = ", ".join(self._arrays) or "none"
            raise KeyError(f"there is no {self._what} {name!r}; there are: {names}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._arrays)

    def __len__(self) -> int:
        return len(self._arrays)

    def __repr__(self) -> str:
        return f"{self._what}: {', '.join(self._arrays) or 'none'}"


class Run:
    """The rows of a run.

    Attributes
    ----------
    t : ndarray of shape (rows,)
        The times.
    q, v, multipliers, controls, residuals, outputs : Columns
        Arrays of shape (rows,) by name: coordinates and entries of group elements, velocities,
        multipliers of constraints, controls, residuals of constraints, and outputs of the scenario.
    energy : ndarray of shape (rows,)
        The energy.
    columns : Columns
        All columns, by the names in a table of ``nhi run``.
    notes : list of str
        Notes on the run, such as signs that its numbers cannot be trusted.
    watch, events : list of dict
        The findings of the run monitor, and the events.
    """

    def __init__(
        self,
        columns: dict[str, Array],
        *,
        system: str,
        integrator: str,
        configuration: list[str],
        velocities: list[str],
        controls: list[str] | None = None,
        notes: list[str] | None = None,
        watch: list[dict[str, Any]] | None = None,
        events: list[dict[str, Any]] | None = None,
        units: dict[str, str] | None = None,
        raw: _native.RawRun | None = None,
        scenario: str | None = None,
    ) -> None:
        self.system = system
        self.integrator = integrator
        self.columns = Columns("column", columns)
        self.notes = notes or []
        self.watch = watch or []
        self.events = events or []
        self.units = units or {}
        self._raw = raw
        self._scenario = scenario
        self.t = columns["t"]
        self.energy = columns["energy"]
        self.q = self._named("coordinate", configuration)
        self.v = self._named("velocity", velocities)
        self.multipliers = self._family("multiplier", "lambda.")
        self.residuals = self._family("residual", "residual.")
        known = {"t", "energy", *configuration, *velocities}
        others = [name for name in columns if name not in known and "." not in name]
        self.controls = self._named("control", controls if controls is not None else [])
        self.outputs = self._named("output", [name for name in others if name not in self.controls])

    def _named(self, what: str, names: list[str]) -> Columns:
        return Columns(what, {name: self.columns[name] for name in names if name in self.columns})

    def _family(self, what: str, prefix: str) -> Columns:
        family = {name[len(prefix):]: x for name, x in self.columns.items() if name.startswith(prefix)}
        return Columns(what, family)

    def __len__(self) -> int:
        return len(self.t)

    def __getstate__(self) -> dict[str, Any]:
        # A copy, also one in another process, has all numbers, but not the machine that made them.
        return self.__dict__ | {"_raw": None}

    def __repr__(self) -> str:
        span = f"t = {self.t[0]:g} to {self.t[-1]:g}" if len(self) else "no rows"
        return f"<Run of {self.system} with {self.integrator}: {len(self)} rows, {span}>"

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the table that ``nhi run`` writes: ``.csv``, ``.npy`` or ``.parquet``."""
        if self._raw is None:
            raise ValueError("this run was read from a file, or is a copy: copy the file, or save the first run")
        self._raw.save(os.fspath(path))

    def to_pandas(self) -> pandas.DataFrame:
        """Return a ``pandas.DataFrame`` with all columns."""
        import pandas

        return pandas.DataFrame(dict(self.columns))

    def to_arrow(self) -> pyarrow.Table:
        """Return a ``pyarrow.Table`` with all columns."""
        import pyarrow

        return pyarrow.table({name: np.ascontiguousarray(x) for name, x in self.columns.items()})

    def to_xarray(self) -> xarray.Dataset:
        """Return an ``xarray.Dataset`` over the dimension ``t``, with units as attributes."""
        import xarray

        data = {
            name: ("t", x, {"units": self.units[name]} if name in self.units else {})
            for name, x in self.columns.items()
            if name != "t"
        }
        return xarray.Dataset(data, coords={"t": self.t})

    def plot(self, columns: list[str] | None = None) -> Figure:
        """Plot coordinates, velocities, multipliers and the change of energy, or some columns."""
        from ._plot import plot

        return plot(self, columns)

    def animate(
        self, path: str | os.PathLike[str] | None = None, *, scenario: str | os.PathLike[str] | None = None,
        title: str | None = None,
    ) -> Animation:
        """Return the animation that ``nhi animate`` makes; Jupyter shows it.

        Parameters
        ----------
        path : path, optional
            Where to write it: a page, ``.html``, or a moving picture, ``.svg``.
        scenario : path, optional
            A scenario with a table ``[sketch]``, by default that of `run_scenario`. Without one,
            group elements and the coordinates x and y are drawn as plain bodies.
        title : str, optional
            The title.
        """
        from ._animation import animation

        return animation(self, path, self._scenario if scenario is None else os.fspath(scenario), title)


def of_raw(raw: _native.RawRun, raised: BaseException | None, scenario: str | None = None) -> Run:
    """Return the run with its notes as warnings, or raise what ended it."""
    facts = raw.facts
    rows = raw.rows
    names = raw.columns
    columns = {name: rows[:, place] for place, name in enumerate(names)}
    notes = raw.note_texts
    run = Run(
        columns,
        system=facts["system"],
        integrator=facts["integrator"],
        configuration=facts["configuration"],
        velocities=facts["velocities"],
        controls=facts["controls"],
        notes=notes,
        watch=facts["watch"],
        events=facts["events"],
        units=facts["units"],
        raw=raw,
        scenario=scenario,
    )
    ended = facts["ended"]
    if isinstance(raised, KeyboardInterrupt):
        raise RunInterrupted(ended["text"] if ended else "stopped", run) from None
    if raised is not None and not isinstance(raised, Exception):
        raise raised
    if ended is not None and ended["kind"] == "failed":
        failure = StepError(ended["text"], run, ended["step"], ended["time"], ended["reason"])
        raise failure from raised
    if raised is not None:
        raise raised
    for note in notes:
        warnings.warn(note, RunWarning, stacklevel=3)
    return run


def read_csv(path: str | os.PathLike[str]) -> Run:
    """Read a table that ``nhi run`` or `Run.save` wrote, in any of its formats."""
    names, arrays, record = _native.read_table(os.fspath(path))
    for name in ("t", "energy"):
        if name not in names:
            raise ValueError(f"{os.fspath(path)}: found no column {name!r}; a table of `nhi run` has one")
    record = record or {}
    velocities = record.get("velocities", [])
    if velocities:
        # The configuration is between the time and the first velocity.
        configuration = names[1 : names.index(velocities[0])]
    else:
        velocities = [name for name in names if name.endswith("_dot")]
        configuration = [name for name in names if f"{name}_dot" in names or "[" in name]
    return Run(
        dict(zip(names, arrays)),
        system=record.get("system", ""),
        integrator=record.get("integrator", ""),
        configuration=configuration,
        velocities=velocities,
        controls=record.get("controls"),
        units=record.get("units"),
    )

"""Studies of scenario files: those of the command, with data as results."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, cast

from . import _nonholonomic as _native
from ._errors import RunWarning
from ._run import Run, of_raw

Path = str | os.PathLike[str]


class Study(Mapping[str, Any]):
    """The data of a study, as ``--json`` of the command prints it; its text is that of the command."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.data: dict[str, Any] = found["data"]
        self.text: str = found["text"]
        self.notes: list[str] = found["notes"]
        for note in self.notes:
            warnings.warn(note, RunWarning, stacklevel=3)

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def __iter__(self) -> Any:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        return self.text


def _source(
    scenario: Path, integrator: str | None, step: float | None, end: float | None, set: Mapping[str, Any] | None
) -> Any:
    changes = [(name, value if isinstance(value, str) else repr(float(value))) for name, value in (set or {}).items()]
    return _native.ScenarioSource.of_file(os.fspath(scenario), integrator, step, end, changes)


def run_scenario(
    scenario: Path,
    *,
    integrator: str | None = None,
    step: float | None = None,
    end: float | None = None,
    set: Mapping[str, Any] | None = None,
    every: int = 1,
    project: bool = False,
) -> Run:
    """Run a scenario file, as ``nhi run`` does.

    Parameters
    ----------
    scenario : path
        A scenario file, ``*.toml``.
    integrator, step, end, set : optional
        Replace what the scenario has; ``set`` has parameters, initial values, controls and
        definitions by name.
    every : int
        Keep one row of so many steps.
    project : bool
        Project initial values onto the constraints.
    """
    if every < 1:
        raise ValueError(f"every: found {every!r}; a positive number of steps is needed")
    source = _source(scenario, integrator, step, end, set)
    return of_raw(*_native.simulate(source, None, every, project))


def compare(
    scenario: Path,
    integrators: Sequence[str],
    *,
    step: float | None = None,
    end: float | None = None,
    set: Mapping[str, Any] | None = None,
    project: bool = False,
) -> Study:
    """Compare integrators on a scenario, as ``nhi compare`` does."""
    if isinstance(integrators, str):
        raise TypeError(f"integrators: found {integrators!r}; a list of integrators is needed")
    return Study(_native.compare(_source(scenario, None, step, end, set), list(integrators), project))


def linearise(
    scenario: Path,
    *,
    coordinates: Sequence[str] | None = None,
    at: float | None = None,
    find: bool = False,
    set: Mapping[str, Any] | None = None,
    project: bool = False,
) -> Study:
    """Linearise the motion of a scenario at its start or along its run, as ``nhi linearise`` does."""
    names = None if coordinates is None else list(coordinates)
    return Study(_native.linearise(_source(scenario, None, None, None, set), names, at, find, project))


def sweep(
    scenario: Path,
    out: Path,
    *,
    engine: str = "local",
    shard: str | None = None,
    format: str = "parquet",
    set: Mapping[str, Any] | None = None,
    status: bool = False,
) -> dict[str, int]:
    """Run the parts of a scenario's sweep that a folder lacks, as ``nhi sweep`` does.

    Parameters
    ----------
    engine : {"local"}
        All processors of this machine.
    shard : str, optional
        ``"k/n"``: only every n-th part, from the k-th on.
    format : {"parquet", "csv"}
        The format of the parts.
    status : bool
        Only count the parts that are there.
    """
    if engine != "local":
        raise ValueError(f"engine: found {engine!r}; the engines are: \"local\"")
    source = _source(scenario, None, None, None, set)
    found = _native.sweep(source, os.fspath(out), format, shard, not status)
    return cast("dict[str, int]", found)


def integrators() -> list[dict[str, Any]]:
    """Return the integrators with their options, needs, orders and publications."""
    return cast("list[dict[str, Any]]", _native.integrators())

"""Studies of scenario files: those of the command, with data as results."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from . import _engines
from . import _nonholonomic as _native
from . import _storage, _values
from ._errors import RunWarning
from ._progress import bar
from ._run import Run, of_raw
from ._values import Count

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
) -> _native.ScenarioSource:
    return _native.ScenarioSource.of_file(os.fspath(scenario), integrator, step, end, _changes(set))


def _changes(set: Mapping[str, Any] | None) -> list[tuple[str, str]]:
    if set is None:
        return []
    if not isinstance(set, Mapping):
        raise TypeError(f"set: found {set!r:.60}; a dict of names and values is needed")
    return [
        (name, value if isinstance(value, str) else repr(_values.number(f"set[{name!r}]", value, finite=False)))
        for name, value in set.items()
    ]


def run_scenario(
    scenario: Path,
    *,
    integrator: str | None = None,
    step: float | None = None,
    end: float | None = None,
    set: Mapping[str, Any] | None = None,
    every: Count = 1,
    project: bool = False,
    progress: bool = False,
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
    progress : bool
        Show a bar of tqdm.
    """
    every, project = _values.every(every), _values.flag("project", project)
    source = _source(scenario, integrator, step, end, set)
    with bar(progress, "steps") as tell:
        found = _native.simulate(source, None, every, project, tell)
    return of_raw(*found, scenario=os.path.abspath(scenario))


def compare(
    scenario: Path,
    integrators: Sequence[str],
    *,
    step: float | None = None,
    end: float | None = None,
    set: Mapping[str, Any] | None = None,
    project: bool = False,
    work_precision: bool = False,
) -> Study:
    """Compare integrators on a scenario, as ``nhi compare`` does."""
    if isinstance(integrators, str):
        raise TypeError(f"integrators: found {integrators!r}; a list of integrators is needed")
    source = _source(scenario, None, step, end, set)
    flags = _values.flag("project", project), _values.flag("work_precision", work_precision)
    return Study(_native.compare(source, list(integrators), *flags))


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
    if isinstance(coordinates, str):
        raise TypeError(f"coordinates: found {coordinates!r}; a list of names is needed")
    names = None if coordinates is None else list(coordinates)
    source = _source(scenario, None, None, None, set)
    flags = _values.flag("find", find), _values.flag("project", project)
    return Study(_native.linearise(source, names, at, *flags))


def sweep(
    scenario: Path,
    out: Path,
    *,
    engine: Any = "local",
    shard: str | None = None,
    format: str = "parquet",
    set: Mapping[str, Any] | None = None,
    status: bool = False,
    progress: bool = False,
) -> dict[str, int]:
    """Run the parts of a scenario's sweep that a folder lacks, as ``nhi sweep`` does.

    The bytes of a part do not depend on the engine, nor on who writes the other parts. A sweep that
    was interrupted goes on with the parts that are missing.

    Parameters
    ----------
    out : path or str
        The folder, or a URL of fsspec such as ``"s3://bucket/folder"``.
    engine : {"local", "ray"} or distributed.Client
        All processors of this machine, or the workers of a Ray or Dask cluster. A task is one
        part; the part of a worker that is lost goes to another one. Workers need the package, and
        the paths must be those of a common file system.
    shard : str, optional
        ``"k/n"``: only every n-th part, from the k-th on. For the local engine.
    format : {"parquet", "csv"}
        The format of the parts.
    status : bool
        Only count the parts that are there.
    progress : bool
        Show a bar of tqdm: members, or parts of a cluster.

    Returns
    -------
    dict
        ``ran``, ``failed``, ``refused``: members of this call. ``complete``, ``parts``,
        ``members``: of the whole sweep.
    """
    is_local = isinstance(engine, str) and engine == "local"
    is_ray = isinstance(engine, str) and engine == "ray"
    if not (is_local or is_ray or _engines.is_client(engine)):
        raise ValueError(f"engine: found {engine!r}; the engines are: \"local\", \"ray\" or a client of Dask")
    if shard is not None and not is_local:
        raise ValueError(f"shard: found {shard!r}; a cluster runs all parts, so leave it out")
    place = os.fspath(out)
    is_remote = _storage.is_url(place)
    job = _engines.Job(
        os.path.abspath(scenario), place if is_remote else os.path.abspath(place), format, tuple(_changes(set))
    )
    # Parts of a local run reach a storage one by one, so that a killed run loses one at most.
    by_part = not is_local or (is_remote and shard is None)
    status = _values.flag("status", status)
    with bar(progress, "parts" if by_part else "members") as tell:
        if status or not by_part:
            return job.run(shard, not status, tell)
        return _engines.run(job, engine, tell)


def integrators() -> list[dict[str, Any]]:
    """Return the integrators with their options, needs, orders and publications."""
    return _native.integrators()

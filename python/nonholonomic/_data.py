"""Recorded motions: columns of numbers over the times of a grid of steps."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._errors import ModelError
from ._run import Array, Run, read_csv
from ._trajectory import Trajectory, all_names, column_of
from ._values import numbers

if TYPE_CHECKING:
    from ._stepper import Stepper

#: Columns of a table of `nhi run` that are not compared.
_FACTS = ("energy", "residual.", "watch.")


@dataclass(frozen=True)
class Data:
    """Samples at some nodes of a grid of steps."""

    t: Array
    nodes: NDArray[np.int64]
    names: list[str]
    #: Of shape (rows, names).
    values: Array
    #: The places of the names among coordinates, velocities and multipliers.
    places: list[int]
    #: The recorded controls, of shape (rows, controls).
    controls: Array | None


def read(stepper: Stepper, data: Any, columns: Sequence[str] | None) -> Data:
    """Return the columns of data that a stepper computes."""
    table = _table(data)
    if "t" not in table:
        raise ModelError(f"data: there is no column 't'; the columns are: {', '.join(table) or 'none'}")
    t = numbers("data['t']", table["t"])
    if t.ndim != 1:
        raise ModelError(f"data['t']: found shape {t.shape}; one number for each time is needed")
    known = all_names(stepper.names)
    if columns is None:
        for name in table:
            if name not in ("t", *known, *stepper.controls) and not _is_fact(name, data):
                raise ModelError(f"data: there is no {name!r} in the model; the names are: {', '.join(known)}")
        columns = [name for name in table if name in known]
    elif isinstance(columns, str):
        raise TypeError(f"columns: found {columns!r}; a list of names is needed")
    for name in columns:
        if name not in known or name not in table:
            both = [x for x in table if x in known]
            raise ModelError(f"columns: there is no {name!r} in both data and model; the names are: {', '.join(both)}")
    if len(set(columns)) < len(columns):
        raise ModelError(f"columns: found {list(columns)!r}; different names are needed")
    if not len(t) or not columns:
        found = f"{len(t)} rows of the columns {', '.join(columns) or 'none'}"
        raise ModelError(f"data: found {found}; numbers to compare with are needed")
    lists = [numbers(f"data[{name!r}]", table[name]) for name in columns]
    controls = [numbers(f"data[{name!r}]", table[name]) for name in stepper.controls if name in table]
    for name, values in zip([*columns, "controls"], [*lists, *controls]):
        if values.shape != t.shape:
            found = f"shape {values.shape}, and {t.shape} of 't'"
            raise ModelError(f"data[{name!r}]: found {found}; one number for each time is needed")
    offsets = np.cumsum([0, *(len(x) for x in stepper.names)])
    pairs = [column_of(stepper.names, name) for name in columns]
    return Data(
        t=t,
        nodes=_nodes(t, stepper.step_size),
        names=list(columns),
        values=np.stack(lists, axis=1),
        places=[int(offsets[group]) + place for group, place in pairs],
        controls=np.stack(controls, axis=1) if controls and len(controls) == len(stepper.controls) else None,
    )


def _table(data: Any) -> Mapping[str, Any]:
    if isinstance(data, (str, os.PathLike)):
        return dict(read_csv(data).columns)
    if isinstance(data, Run):
        return dict(data.columns)
    if isinstance(data, Trajectory):
        return {"t": data.t, **{name: data[name] for name in all_names(data.names)}}
    if isinstance(data, Mapping):
        return data
    if hasattr(data, "columns") and hasattr(data, "to_numpy"):
        return {str(name): data[name].to_numpy() for name in data.columns}
    needed = "a path, a table of pandas or a dict of arrays is needed"
    raise TypeError(f"data: found a value of type {type(data).__name__}; {needed}")


def _is_fact(name: str, data: Any) -> bool:
    """Return true for columns of a table of `nhi run` that are not compared."""
    is_run = isinstance(data, (str, os.PathLike, Run))
    return not isinstance(data, Mapping) and (name.startswith(_FACTS) or is_run)


def _nodes(t: Array, step: float) -> NDArray[np.int64]:
    counts = (t - t[0]) / step
    nodes = np.rint(counts)
    off = np.flatnonzero(np.abs(counts - nodes) > 1e-6)
    if len(off):
        k = int(off[0])
        raise ModelError(
            f"data['t']: found {t[k]:g} in row {k}, which is {counts[k]:.6g} steps of {step:g} after {t[0]:g}; "
            "whole numbers are needed"
        )
    back = np.flatnonzero(np.diff(nodes) <= 0)
    if len(back):
        k = int(back[0]) + 1
        raise ModelError(f"data['t']: found {t[k]:g} in row {k} after {t[k - 1]:g}; increasing times are needed")
    numbers_of_steps: NDArray[np.int64] = nodes.astype(np.int64)
    return numbers_of_steps


def held(data: Data, steps: int) -> Array:
    """Return the controls of each step: those of the last row at or before its beginning."""
    assert data.controls is not None
    rows = np.searchsorted(data.nodes, np.arange(max(steps, 1)), side="right") - 1
    of_steps: Array = np.take(data.controls, rows, axis=0)[:, np.newaxis, :]
    return of_steps

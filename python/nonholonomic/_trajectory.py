"""Motions of many steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ._contacts import ContactChange
from ._run import Array, Run
from ._values import numbers

#: The prefix of the names of multipliers, as in the columns of a run.
LAMBDA = "lambda."


@dataclass(frozen=True, repr=False)
class Trajectory:
    """The samples of a motion at all its nodes in time.

    ``trajectory["x"]`` is the column of a coordinate, a velocity, or a multiplier
    ``"lambda.blade"``, of shape (steps + 1,).

    Attributes
    ----------
    t : ndarray of shape (steps + 1,)
        The times.
    q, v, multipliers : ndarray of shape (steps + 1, names)
        The samples, in the order of the names of the stepper.
    states : ndarray of shape (steps + 1, entries)
        The entries of the states; without columns if contacts open, because their number differs
        between phases.
    u : ndarray of shape (steps, nodes, controls)
        The controls, which are read-only; the length 1 stands for all steps or nodes.
    changes : list of ContactChange
        The changes of contacts that open, in order.
    """

    t: Array
    q: Array
    v: Array
    multipliers: Array
    states: Array
    u: Array
    #: The initial coordinates, velocities and multipliers.
    initial: tuple[Array, Array, Array]
    names: tuple[list[str], list[str], list[str]] = field(repr=False)
    changes: list[ContactChange] = field(default_factory=list)
    #: The step size and the parameters of the stepper.
    setting: tuple[float, ...] = field(default=(), repr=False)

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.t) - 1

    def __len__(self) -> int:
        return len(self.t)

    def __getitem__(self, name: str) -> Array:
        tables = (self.q, self.v, self.multipliers)
        table, place = column_of(self.names, name)
        column: Array = tables[table][:, place]
        return column

    def __repr__(self) -> str:
        return f"<Trajectory of {self.steps} steps: {', '.join(all_names(self.names))}>"


def all_names(names: Sequence[Sequence[str]]) -> list[str]:
    """Return the names of columns."""
    q, v, multipliers = names
    return [*q, *v, *(LAMBDA + name for name in multipliers)]


def column_of(names: Sequence[Sequence[str]], name: str) -> tuple[int, int]:
    """Return the table and the column of a name."""
    q, v, multipliers = names
    for table, known in enumerate((q, v, [LAMBDA + x for x in multipliers])):
        if name in known:
            return table, list(known).index(name)
    raise KeyError(f"there is no column {name!r}; there are: {', '.join(all_names(names))}")


def weights(names: Sequence[Sequence[str]], seed: Any, nodes: Sequence[int], count: int) -> tuple[Array, Array, Array]:
    """Return the weights of all nodes from columns of weights at some of them."""
    if not isinstance(seed, Mapping):
        raise TypeError(f"seed: found {seed!r:.60}; a dict of column names and arrays of weights is needed")
    tables = [np.zeros((count, len(x))) for x in names]
    for name, values in seed.items():
        table, place = column_of(names, name)
        column = numbers(f"seed[{name!r}]", values)
        if column.shape != (len(nodes),):
            needed = f"the shape must be ({len(nodes)},), one weight for each row"
            raise ValueError(f"seed[{name!r}]: found shape {column.shape}; {needed}")
        tables[table][nodes, place] = column
    return tables[0], tables[1], tables[2]


def nodes_of(run: Run, step: float) -> list[int]:
    """Return the numbers of the nodes in time of the rows of a run."""
    if not len(run):
        raise ValueError("the run has no rows")
    counts = (run.t - run.t[0]) / step
    nodes = np.rint(counts)
    off = np.flatnonzero(np.abs(counts - nodes) > 1e-6)
    if len(off) or np.any(np.diff(nodes) <= 0):
        where = float(run.t[off[0]]) if len(off) else float(run.t[-1])
        nodes_are = f"a node of the steps of {step:g} from t = {run.t[0]:g}"
        raise ValueError(f"the run has a row at t = {where:g}, which is not {nodes_are}")
    return [int(x) for x in nodes]

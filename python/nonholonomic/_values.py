"""Numbers for a stepper: by name, or as arrays in the order of its names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._errors import ModelError
from ._run import Array

#: The name of an entry of a group element.
ENTRY = re.compile(r"(.+)\[(\d+)\]\[(\d+)\]")


def numbers(what: str, values: Any, finite: bool = True) -> Array:
    """Return an array of real numbers, by default of finite ones."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise ModelError(f"{what}: found rows of different lengths; an array of numbers is needed") from None
    if array.dtype.kind not in "iufb":
        found = f"{values!r:.60}" if array.dtype.kind == "O" else f"an array of dtype {array.dtype}"
        raise ModelError(f"{what}: found {found}; real numbers are needed")
    array = np.ascontiguousarray(array, dtype=np.float64).reshape(array.shape)
    bad = np.argwhere(~np.isfinite(array))
    if finite and len(bad):
        place = tuple(int(x) for x in bad[0])
        where = f" at {place}" if place else ""
        raise ModelError(f"{what}: the number{where} is {array[place]}; finite numbers are needed")
    return array


def by_name(what: str, names: Sequence[str], values: Any, default: float | None, finite: bool = True) -> Any:
    """Return the values of a mapping in the order of names, and anything else as it is."""
    if not isinstance(values, Mapping):
        return values
    if default is not None:
        values = _with_elements(what, names, values)
    known = ", ".join(names) or "none"
    for name in values:
        if name not in names:
            raise ModelError(f"{what}: there is no {name!r}; the names are: {known}")
    missing = [name for name in names if name not in values]
    if missing and default is None:
        raise ModelError(f"{what}: missing {', '.join(missing)}; a number is needed for each")
    given = [numbers(f"{what}[{name!r}]", values[name], finite) for name in names if name in values]
    try:
        shape = np.broadcast_shapes(*(x.shape for x in given))
    except ValueError:
        shapes = {name: np.shape(values[name]) for name in values}
        raise ModelError(f"{what}: the arrays have different shapes {shapes}; one number for each row is needed") from None
    columns = [np.broadcast_to(values.get(name, default), shape) for name in names]
    return np.stack(columns, axis=-1) if columns else np.zeros((*shape, 0))


def _with_elements(what: str, names: Sequence[str], values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return values in which group elements, such as ``R``, are entries, such as ``R[0][1]``.

    An element of which nothing is given is the identity.
    """
    elements: dict[str, dict[str, tuple[int, int]]] = {}
    for name in names:
        if found := ENTRY.fullmatch(name):
            element, i, j = found.groups()
            elements.setdefault(element, {})[name] = int(i), int(j)
    result = dict(values)
    for element, entries in elements.items():
        if element in result:
            matrix = numbers(f"{what}[{element!r}]", result.pop(element))
            shape = tuple(1 + max(place[axis] for place in entries.values()) for axis in (0, 1))
            if matrix.shape[-2:] != shape:
                raise ModelError(f"{what}[{element!r}]: found shape {matrix.shape}; a matrix of shape {shape} is needed")
            result.update({name: matrix[..., i, j] for name, (i, j) in entries.items()})
        elif not entries.keys() & result.keys():
            result.update({name: float(i == j) for name, (i, j) in entries.items()})
    return result


def vector(
    what: str, names: Sequence[str], values: Any, default: float | None, finite: bool = True
) -> Array:
    """Return one number for each name."""
    array = numbers(what, by_name(what, names, values, default, finite), finite)
    if array.shape != (len(names),):
        needed = f"{len(names)} numbers are needed: {', '.join(names) or 'none'}"
        raise ModelError(f"{what}: found shape {array.shape}; {needed}")
    return array


def rows(what: str, names: Sequence[str], values: Any, default: float | None) -> Array:
    """Return one number for each name, of shape (names,) or (n, names)."""
    array = numbers(what, by_name(what, names, values, default))
    if array.ndim not in (1, 2) or array.shape[-1] != len(names):
        needed = f"{len(names)} numbers are needed: {', '.join(names) or 'none'}"
        raise ModelError(f"{what}: found shape {array.shape}; {needed}; or an array of shape (n, {len(names)})")
    return array


def controls(names: Sequence[str], u: Any, dimensions: int) -> Array:
    """Return controls with so many dimensions, the last two being (nodes, controls).

    Missing dimensions have the length 1, which stands for all nodes or steps.
    """
    if u is None:
        if names:
            raise ValueError(f"u: missing; a number for each of {', '.join(names)} is needed")
        return np.zeros((1,) * (dimensions - 1) + (0,))
    array = numbers("u", by_name("u", names, u, None))
    if not 1 <= array.ndim <= dimensions:
        raise ValueError(f"u: found shape {array.shape}; the last dimensions must be (nodes, {len(names)})")
    return np.ascontiguousarray(array.reshape((1,) * (dimensions - array.ndim) + array.shape))


def count(what: str, found: Any) -> int:
    """Return a number of steps."""
    if isinstance(found, bool) or not isinstance(found, (int, np.integer)) or found < 0:
        raise ValueError(f"{what}: found {found!r}; a number of steps is needed")
    return int(found)

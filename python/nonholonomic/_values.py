"""Numbers for a stepper: by name, or as arrays in the order of its names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._errors import ModelError
from ._run import Array

#: Numbers by name, or in the order of names.
Values = Mapping[str, Any] | ArrayLike

#: A number of steps.
Count = int | np.integer[Any]

#: The numbers of steps that the library can count.
_COUNTED = 2**63

#: The name of an entry of a group element.
ENTRY = re.compile(r"(.+)\[(\d+)\]\[(\d+)\]")


def numbers(what: str, values: Any, finite: bool = True) -> Array:
    """Return an array of real numbers, by default of finite ones."""
    try:
        array = _as_array(values)
    except ValueError:
        raise ModelError(f"{what}: found rows of different lengths; an array of numbers is needed") from None
    if array.dtype.kind not in "iufb":
        is_array = array.ndim and array.dtype.kind != "O"
        found = f"an array of dtype {array.dtype}" if is_array else f"{values!r:.60}"
        raise ModelError(f"{what}: found {found}; real numbers are needed")
    array = np.ascontiguousarray(array, dtype=np.float64).reshape(array.shape)
    bad = np.argwhere(~np.isfinite(array))
    if finite and len(bad):
        place = tuple(int(x) for x in bad[0])
        where = f" at {place}" if place else ""
        raise ModelError(f"{what}: the number{where} is {array[place]}; finite numbers are needed")
    return array


def _as_array(values: Any) -> NDArray[Any]:
    """Return an array; one of objects if they are not all numbers."""
    array = np.asarray(values)
    is_real = array.dtype.kind == "O" and all(isinstance(x, Real) for x in array.flat)
    return array.astype(np.float64) if is_real else array


def number(what: str, value: Any, finite: bool = True) -> float:
    """Return a real number, by default a finite one."""
    array = _as_array(value)
    if array.dtype.kind not in "iufb" or array.ndim:
        raise ModelError(f"{what}: found {value!r:.60}; a number is needed")
    return float(numbers(what, array, finite))


def flag(what: str, value: Any) -> bool:
    """Return True or False, and refuse what Python would take for one of them."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{what}: found {value!r:.60}; True or False is needed")
    return bool(value)


def kept(array: Array) -> Array:
    """Return a copy that nothing changes."""
    copy = array.copy()
    copy.setflags(write=False)
    return copy


def of_function(found: Any, names: Callable[[], Sequence[str]]) -> Array:
    """Return the numbers that a function of controls returned, by name or in their order."""
    found = labelled(found)
    if isinstance(found, Mapping):
        return vector("controls", names(), found, None, finite=False)
    array = _as_array(found)
    if array.dtype.kind not in "iufb" or array.ndim > 1:
        needed = f"a number for each control is needed, in the order [{', '.join(names())}]"
        raise TypeError(f"controls: the function returned {found!r:.60}; {needed}")
    return np.atleast_1d(array).astype(np.float64)


def labelled(values: Any) -> Any:
    """Return a series with names as labels, as of pandas, as a dict, and anything else as it is."""
    if isinstance(values, Mapping) or not hasattr(values, "to_dict") or getattr(values, "ndim", 0) != 1:
        return values
    return values.to_dict() if all(isinstance(name, str) for name in values.index) else values


def by_name(
    what: str, names: Sequence[str], values: Any, default: float | None, finite: bool = True, is_point: bool = True
) -> Any:
    """Return the values of a mapping in the order of names, and anything else as it is.

    An element of a group of which nothing is given is the identity in a point, and otherwise has the
    default in all entries.
    """
    values = labelled(values)
    if not isinstance(values, Mapping):
        return values
    if default is not None:
        values = _with_elements(what, names, values, is_point)
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


def _without_last_row(what: str, matrix: Array) -> Array:
    """Return a rigid motion without its last row, which is known, if it has one."""
    size = matrix.shape[-1]
    if matrix.shape[-2:] != (size, size):
        return matrix
    last = matrix[..., -1, :]
    if not (last == np.eye(size)[-1]).all():
        raise ModelError(f"{what}: found the last row {last.tolist()}; 0, ..., 0, 1 is needed")
    return matrix[..., :-1, :]


def _with_elements(what: str, names: Sequence[str], values: Mapping[str, Any], is_point: bool) -> Mapping[str, Any]:
    """Return values in which group elements, such as ``R``, are entries, such as ``R[0][1]``."""
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
            if is_point and shape[0] < shape[1] == matrix.shape[-1]:
                matrix = _without_last_row(f"{what}[{element!r}]", matrix)
            if matrix.shape[-2:] != shape:
                raise ModelError(f"{what}[{element!r}]: found shape {matrix.shape}; a matrix of shape {shape} is needed")
            result.update({name: matrix[..., i, j] for name, (i, j) in entries.items()})
        elif is_point and not entries.keys() & result.keys():
            result.update({name: float(i == j) for name, (i, j) in entries.items()})
    return result


def vector(
    what: str, names: Sequence[str], values: Any, default: float | None, finite: bool = True, is_point: bool = True
) -> Array:
    """Return one number for each name."""
    array = numbers(what, by_name(what, names, values, default, finite, is_point), finite)
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
    if not _is_count(found) or found < 0:
        raise ValueError(f"{what}: found {found!r}; a number of steps below 2**63 is needed")
    return int(found)


def every(found: Any) -> int:
    """Return the number of steps from one row that is kept to the next."""
    if not _is_count(found) or found < 1:
        raise ValueError(f"every: found {found!r}; a positive number of steps below 2**63 is needed")
    return int(found)


def _is_count(found: Any) -> bool:
    return isinstance(found, (int, np.integer)) and not isinstance(found, bool) and int(found) < _COUNTED

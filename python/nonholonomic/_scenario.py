"""Scenarios as text: the language of the library for everything that a run depends on."""

from __future__ import annotations

import json
import math
import numbers
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np


def scenario_text(keys: Mapping[str, Any], tables: Mapping[str, Mapping[str, Any] | None]) -> str:
    """Return the text of a scenario.

    Parameters
    ----------
    keys : mapping
        Keys at the top level; ``None`` is left out.
    tables : mapping
        Tables by their names; ``None`` is left out.
    """
    lines = [f"{name} = {_value(name, value)}" for name, value in keys.items() if value is not None]
    for table, entries in tables.items():
        if entries is None:
            continue
        if not isinstance(entries, Mapping):
            raise TypeError(f"{table}: found {_described(entries)}; a dict of names and values is needed")
        lines += ["", f"[{table}]"]
        for name, value in entries.items():
            if not isinstance(name, str):
                raise TypeError(f"{table}: the key {name!r} is not a string")
            lines.append(f"{_string(name)} = {_value(f'{table}[{name!r}]', value)}")
    return "\n".join(lines) + "\n"


def _value(place: str, value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return _number(float(value))
    if isinstance(value, np.ndarray):
        if value.ndim == 0:
            return _value(place, value[()])
        if value.dtype.kind not in "iuf":
            raise TypeError(f"{place}: found {_described(value)}; an array of real numbers is needed")
        return _value(place, value.tolist())
    if isinstance(value, Mapping):
        pairs = (f"{_string(str(key))} = {_value(f'{place}[{key!r}]', x)}" for key, x in value.items())
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(place, x) for x in value) + "]"
    if hasattr(value, "free_symbols"):
        from ._sympy import expression

        return _string(expression(value))
    raise TypeError(f"{place}: found {_described(value)}; a number, an expression as a string, or a table is needed")


def _number(value: float) -> str:
    if math.isfinite(value):
        return repr(value)
    return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"


def _string(text: str) -> str:
    # JSON's strings are those of TOML, except for one character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _described(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and dtype {value.dtype}"
    return f"{value!r:.60} of type {type(value).__name__}"

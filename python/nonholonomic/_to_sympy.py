"""Models as expressions of SymPy."""

from __future__ import annotations

from typing import Any

import sympy
from sympy.physics.mechanics import dynamicsymbols

from ._errors import ModelError

#: Functions of the model language whose names differ in SymPy, or that SymPy lacks.
_FUNCTIONS: dict[str, Any] = {
    "ln": sympy.log,
    "hypot": lambda a, b: sympy.sqrt(a**2 + b**2),
    "powf": lambda a, b: a**b,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "neg": lambda a: -a,
    "abs": sympy.Abs,
    "min": sympy.Min,
    "max": sympy.Max,
    "step": lambda a: sympy.Heaviside(a, 1),
}


#: The keys of a model with expressions by name, but definitions.
_BY_NAME = ("constraints", "holonomic", "prescribed", "forces", "integrals")


class _Translation:
    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data
        self._t = dynamicsymbols._t
        self.coordinates = {name: dynamicsymbols(name) for name in data["coordinates"]}
        self.controls = {name: dynamicsymbols(name) for name in data["controls"]}
        self.parameters = {name: sympy.Symbol(name, real=True) for name in data["parameters"]}
        velocities = {name + "_dot": x.diff(self._t) for name, x in self.coordinates.items()}
        of_groups = {name: dynamicsymbols(name) for group in data["groups"] for name in group["velocities"]}
        self._names: dict[str, Any] = {
            "t": self._t, "pi": sympy.pi, **of_groups, **self.coordinates, **velocities, **self.controls,
            **self.parameters,
        }
        self._nodes: dict[int, Any] = {}
        for name, root in data["definitions"].items():
            self._translate(root)
            self._names[name] = self._nodes[root]
        for key in _BY_NAME:
            for root in data[key].values():
                self._translate(root)
        for root in self._single_roots():
            self._translate(root)

    def _translate(self, root: int) -> None:
        """Translate an expression, whose nodes come one after the other and end with its root."""
        roots = [-1, *self._single_roots()]
        for key in ("definitions", *_BY_NAME):
            roots.extend(self._data[key].values())
        first = max(x for x in roots if x < root) + 1
        for place in range(first, root + 1):
            node = self._data["nodes"][place]
            if node is not None:
                self._nodes[place] = self._of(node)

    def _of(self, node: list[Any]) -> Any:
        operation, *operands = node
        if operation == "number":
            digits, exponent = operands
            return sympy.Integer(digits) * sympy.Integer(10) ** exponent
        if operation == "name":
            name = operands[0]
            # Multipliers are functions of time.
            if name not in self._names and not name.startswith("lambda."):
                raise ModelError(f"unknown name {name!r}; the names are: {', '.join(self._names)}")
            return self._names[name] if name in self._names else dynamicsymbols(name)
        if operation == "entry":
            name, row, column = operands
            return sympy.Function(f"{name}[{row}][{column}]")(self._t)
        if operation == "powi":
            return self._nodes[operands[0]] ** operands[1]
        values = [self._nodes[place] for place in operands]
        if operation == "rate":
            return values[0].diff(self._t)
        function = _FUNCTIONS.get(operation) or getattr(sympy, operation, None)
        if function is None:
            raise ValueError(f"SymPy has no function {operation!r}, which the model uses")
        return function(*values)

    def _single_roots(self) -> list[int]:
        restitutions = [contact["restitution"] for contact in self._data["contacts"].values()]
        roots = (self._data["lagrangian"], self._data["dissipation"], *restitutions)
        return [root for root in roots if root is not None]

    def expressions(self, key: str) -> dict[str, Any]:
        return {name: self._nodes[place] for name, place in self._data[key].items()}

    def single(self, root: int | None) -> Any:
        return None if root is None else self._nodes[root]

    def contacts(self) -> dict[str, dict[str, Any]]:
        contacts = self._data["contacts"].items()
        return {name: {**x, "restitution": self.single(x["restitution"])} for name, x in contacts}


def to_sympy(data: dict[str, Any]) -> dict[str, Any]:
    """Return names and expressions; see `Model.to_sympy`."""
    found = _Translation(data)
    groups = [f"{group['name']}: {group['kind']}" for group in data["groups"]]
    return {
        "coordinates": found.coordinates,
        "parameters": found.parameters,
        "controls": found.controls,
        "lagrangian": found.single(data["lagrangian"]),
        "dissipation": found.single(data["dissipation"]),
        "rule": data["rule"],
        "groups": ", ".join(groups) or None,
        "symmetry": ", ".join(data["symmetry"]) or None,
        "contacts": found.contacts(),
        "conditions": data["conditions"],
        **{key: found.expressions(key) for key in (*_BY_NAME, "definitions")},
    }

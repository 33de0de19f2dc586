"""Expressions of SymPy in the model language."""

from __future__ import annotations

from typing import Any

from sympy.core.function import AppliedUndef
from sympy.printing.str import StrPrinter

from . import _values

#: Functions of the model language by their names in SymPy.
_FUNCTIONS = {
    "sin": "sin", "cos": "cos", "tan": "tan", "asin": "asin", "acos": "acos", "atan": "atan",
    "atan2": "atan2", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "exp": "exp", "log": "ln",
    "Abs": "abs", "sign": "sign",
}


class _Printer(StrPrinter):  # type: ignore[misc]
    def _print_Derivative(self, expr: Any) -> str:
        (variable, order), *others = expr.variable_count
        if others or order != 1 or not isinstance(expr.expr, AppliedUndef) or str(variable) != "t":
            raise ValueError(f"{expr} is not a velocity; the model language knows first derivatives by t only")
        name = str(expr.expr.func.__name__)
        # An entry of a group element has no velocity of its own.
        return f"rate({name})" if _values.ENTRY.fullmatch(name) else f"{name}_dot"

    def _print_Function(self, expr: Any) -> str:
        name = expr.func.__name__
        if isinstance(expr, AppliedUndef):
            if [str(argument) for argument in expr.args] == ["t"]:
                return str(name)
            raise ValueError(f"{expr} is not a coordinate; coordinates are functions of t alone")
        if name not in _FUNCTIONS:
            known = ", ".join([*sorted(_FUNCTIONS), "Min", "Max", "Heaviside(x, 1)"])
            raise ValueError(f"the model language has no function {name!r}; it has {known}, sqrt and powers")
        return f"{_FUNCTIONS[name]}({', '.join(self._print(x) for x in expr.args)})"

    def _print_Min(self, expr: Any) -> str:
        return self._nested("min", [self._print(x) for x in expr.args])

    def _print_Max(self, expr: Any) -> str:
        return self._nested("max", [self._print(x) for x in expr.args])

    def _print_Heaviside(self, expr: Any) -> str:
        argument, at_zero = expr.args
        if at_zero != 1:
            raise ValueError(f"{expr}: `step` of the model language is 1 at 0; write Heaviside({argument}, 1)")
        return f"step({self._print(argument)})"

    def _nested(self, function: str, arguments: list[str]) -> str:
        # SymPy compares any number of values, the model language two.
        nested = arguments[-1]
        for argument in reversed(arguments[:-1]):
            nested = f"{function}({argument}, {nested})"
        return nested

    def _print_Pow(self, expr: Any, rational: bool = False) -> str:
        base, power = expr.base, expr.exp
        if power.is_Rational and power.q == 2 and power.p == 1:
            return f"sqrt({self._print(base)})"
        if power.is_Integer:
            return f"({self._print(base)}).powi({int(power)})"
        return f"({self._print(base)}).powf({self._print(power)})"

    def _print_Mul(self, expr: Any) -> str:
        # Quotients are products with powers, which keep no precedence in doubt.
        return "*".join(f"({self._print(factor)})" for factor in expr.args)

    def _print_Rational(self, expr: Any) -> str:
        return f"{expr.p}.0/{expr.q}.0"

    def _print_Half(self, expr: Any) -> str:
        return self._print_Rational(expr)

    def _print_Integer(self, expr: Any) -> str:
        return f"{int(expr)}.0" if int(expr) >= 0 else f"(-{-int(expr)}.0)"

    def _print_Float(self, expr: Any) -> str:
        return repr(float(expr))

    def _print_Pi(self, expr: Any) -> str:
        return "pi"

    def _print_Exp1(self, expr: Any) -> str:
        return "exp(1.0)"

    def _print_Symbol(self, expr: Any) -> str:
        return str(expr.name)

    def emptyPrinter(self, expr: Any) -> str:
        raise ValueError(f"the model language has nothing like {type(expr).__name__}: {expr}")


def expression(value: Any) -> str:
    """Return an expression of SymPy in the model language.

    Coordinates are dynamic symbols, functions of ``t``; their derivatives are velocities.
    """
    return str(_Printer().doprint(value))

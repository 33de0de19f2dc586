"""Starts, steps and samples as functions of PyTorch, with exact derivatives in reverse mode."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import torch
except ImportError:
    raise ImportError("nonholonomic.torch needs PyTorch: pip install torch") from None

from ._functional import INPUTS, Functional

if TYPE_CHECKING:
    from ._stepper import Stepper

__all__ = ["TorchStepper"]


class _Call(torch.autograd.Function):  # type: ignore[misc, unused-ignore]
    @staticmethod
    def forward(ctx: Any, functional: Functional, name: str, *arrays: Any) -> Any:
        ctx.functional, ctx.name = functional, name
        ctx.save_for_backward(*arrays)
        return torch.from_numpy(functional.values(name, [x.detach().cpu().numpy() for x in arrays]))

    @staticmethod
    @torch.autograd.function.once_differentiable  # type: ignore[untyped-decorator, unused-ignore]
    def backward(ctx: Any, weights: Any) -> Any:
        arrays = [x.detach().cpu().numpy() for x in ctx.saved_tensors]
        _, matrices = ctx.functional.matrices(ctx.name, arrays)
        dimensions = weights.ndim - 1
        numbers = weights.detach().cpu().numpy()
        found = []
        for matrix, wanted in zip(matrices, ctx.needs_input_grad[2:]):
            rows = numbers.reshape(*numbers.shape, *(1,) * (matrix.ndim - numbers.ndim))
            product = np.asarray((rows * matrix).sum(axis=dimensions))
            found.append(torch.from_numpy(product) if wanted else None)
        return None, None, *found


class TorchStepper:
    """The functions of a stepper for PyTorch, in 64 bit on the processor.

    All arguments may have a first dimension of many points. Parameters and step size are those of
    the stepper unless they are given.

    Parameters
    ----------
    stepper : nonholonomic.Stepper
        From `Model.stepper`.
    """

    def __init__(self, stepper: Stepper) -> None:
        self._functional = Functional(stepper)
        self._stepper = stepper

    def start(
        self, q: Any, v: Any, u: Any = None, *, t: Any = 0.0, multipliers: Any = None, parameters: Any = None,
        step: Any = None,
    ) -> Any:
        """Return the state at coordinates ``q`` and velocities ``v``, in their order."""
        lam = torch.zeros(self._functional.multipliers, dtype=torch.float64) if multipliers is None else multipliers
        return self._call("start", parameters, step, t, q=q, v=v, multipliers=lam, controls=self._controls(u))

    def step(self, state: Any, u: Any = None, *, t: Any = 0.0, parameters: Any = None, step: Any = None) -> Any:
        """Return the next state; ``t`` is the time of the state, and ``u`` has shape (controls,) or (nodes, controls)."""
        return self._call("step", parameters, step, t, state=state, controls=self._controls(u))

    def sample(self, state: Any, *, t: Any = 0.0, parameters: Any = None, step: Any = None) -> tuple[Any, Any, Any]:
        """Return coordinates, velocities and multipliers of a state."""
        found = self._call("sample", parameters, step, t, state=state)
        n, m = self._functional.q, self._functional.q + self._functional.v
        return found[..., :n], found[..., n:m], found[..., m:]

    def _controls(self, u: Any) -> Any:
        if u is None:
            if self._stepper.controls:
                raise ValueError(f"u: missing; a number for each of {', '.join(self._stepper.controls)} is needed")
            return torch.zeros(self._functional.shapes["controls"], dtype=torch.float64)
        u = torch.as_tensor(u)
        return u.expand(self._functional.shapes["controls"]) if u.ndim == 1 else u

    def _call(self, name: str, parameters: Any, step: Any, t: Any, **inputs: Any) -> Any:
        stepper, shapes = self._stepper, self._functional.shapes
        inputs["parameters"] = stepper.parameter_values.copy() if parameters is None else parameters
        inputs["step"] = stepper.step_size if step is None else step
        inputs["t"] = t
        arrays = [torch.as_tensor(inputs[key], dtype=torch.float64) for key in INPUTS[name]]
        batches = []
        for key, array in zip(INPUTS[name], arrays):
            own = len(shapes[key])
            if tuple(array.shape[array.ndim - own:]) != shapes[key]:
                raise ValueError(f"{key}: found shape {tuple(array.shape)}; the last dimensions must be {shapes[key]}")
            batches.append(tuple(array.shape[: array.ndim - own]))
        batch = np.broadcast_shapes(*batches)
        full = [array.expand((*batch, *shapes[key])) for key, array in zip(INPUTS[name], arrays)]
        return _Call.apply(self._functional, name, *full)

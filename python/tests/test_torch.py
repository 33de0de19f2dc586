"""Steps as functions of PyTorch."""

from __future__ import annotations

import numpy as np
import pytest

from conftest import scenario

torch = pytest.importorskip("torch")


def test_gradients_are_those_of_differences() -> None:
    from nonholonomic.torch import TorchStepper

    model, keys = scenario("snakeboard")
    stepper = model.stepper("Mla", step=0.05, parameters=keys["parameters"])
    functions = TorchStepper(stepper)
    q, v = ([keys["initial"][name] for name in names] for names in (stepper.coordinates, stepper.velocities))
    u = torch.tensor([[0.1, -0.2], [0.3, 0.1]], dtype=torch.float64, requires_grad=True)
    p = torch.tensor(stepper.parameter_values, requires_grad=True)
    state = functions.start(q, v, u).detach().requires_grad_()
    np.testing.assert_array_equal(functions.step(state, u).detach(), stepper.step(stepper.start(q, v, u=u.detach()), u.detach()).entries)
    assert torch.autograd.gradcheck(lambda x, u, p: functions.step(x, u, parameters=p), (state, u, p))
    assert torch.autograd.gradcheck(lambda x, p: functions.sample(x, parameters=p), (state, p))
    many = torch.stack([state.detach(), 1.01 * state.detach()]).requires_grad_()
    assert torch.autograd.gradcheck(lambda x: functions.step(x, u), (many,))

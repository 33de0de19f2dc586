"""Simulation of nonholonomic mechanical systems with structure-preserving integrators."""

from importlib.metadata import version as _version

from ._animation import Animation
from ._batch import States
from ._contacts import ContactChange
from ._derivative import Derivative, Gradient
from ._ensemble import Ensemble
from ._errors import ModelError, RunInterrupted, RunWarning, StepError
from ._fit import Fit, fit
from ._model import Derivation, Model, Verdicts
from ._run import Columns, Run, read_csv
from ._stepper import Sample, Stepper
from ._studies import Study, compare, integrators, linearise, run_scenario, sweep
from ._trajectory import Trajectory

__version__ = _version("nonholonomic")

__all__ = [
    "Animation", "Columns", "ContactChange", "Derivation", "Derivative", "Ensemble", "Fit", "Gradient", "Model",
    "ModelError", "Run", "RunInterrupted", "RunWarning", "Sample", "States", "StepError", "Stepper", "Study",
    "Trajectory", "Verdicts", "compare", "fit", "integrators", "linearise", "read_csv", "run_scenario", "sweep",
]

"""Simulation of nonholonomic mechanical systems with structure-preserving integrators."""

from ._ensemble import Ensemble
from ._errors import ModelError, RunInterrupted, RunWarning, StepError
from ._model import Derivation, Model, Verdicts
from ._run import Columns, Run, read_csv
from ._stepper import Jacobian, Sample, Stepper
from ._studies import Study, compare, integrators, linearise, run_scenario, sweep

__all__ = [
    "Columns", "Derivation", "Ensemble", "Jacobian", "Model", "ModelError", "Run", "RunInterrupted",
    "RunWarning", "Sample", "StepError", "Stepper", "Study", "Verdicts", "compare", "integrators",
    "linearise", "read_csv", "run_scenario", "sweep",
]

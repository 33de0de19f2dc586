"""Exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._run import Run
    from ._trajectory import Trajectory


class ModelError(ValueError):
    """The model, or the numbers for its run, are wrong.

    The text shows every mistake with the line that has it, what is needed, and what to do.

    Attributes
    ----------
    diagnostics : list of dict
        One entry for each mistake, with the keys ``severity``, ``code``, ``file``, ``line``,
        ``column``, ``key``, ``found``, ``required`` and ``help``.
    """

    def __init__(self, message: str, diagnostics: list[dict[str, Any]] | None = None) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics or []


class StepError(ArithmeticError):
    """A step of a run failed.

    Attributes
    ----------
    run : Run or Trajectory
        The motion up to the failure.
    step : int
        The number of the step; 0 is the start.
    time : float
        The time at the beginning of the step.
    reason : str
        The reason as a sentence.
    """

    def __init__(self, message: str, run: Run | Trajectory, step: int, time: float, reason: str) -> None:
        super().__init__(message)
        self.run = run
        self.step = step
        self.time = time
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.run, self.step, self.time, self.reason)


class RunInterrupted(KeyboardInterrupt):
    """Ctrl-C stopped a run.

    Attributes
    ----------
    run : Run
        The run up to there.
    """

    def __init__(self, message: str, run: Run) -> None:
        super().__init__(message)
        self.run = run

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.run)


class RunWarning(UserWarning):
    """A note on a run, such as a sign that its numbers cannot be trusted."""

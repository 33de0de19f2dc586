"""Plots with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ._run import Run


def plot(run: Run, columns: list[str] | None) -> Figure:
    """Plot panels of a run over time."""
    import matplotlib.pyplot as plt

    if columns is not None:
        panels = [(name, {name: run.columns[name]}) for name in columns]
    else:
        drift = {"energy": run.energy - run.energy[0]} if len(run) else {}
        families = [
            ("coordinates", dict(run.q)),
            ("velocities", dict(run.v)),
            ("controls", dict(run.controls)),
            ("multipliers", dict(run.multipliers)),
            ("energy minus its first value", drift),
        ]
        panels = [(title, lines) for title, lines in families if lines]
    figure, axes = plt.subplots(
        len(panels), 1, sharex=True, squeeze=False, figsize=(8, 2.2 * len(panels)), layout="constrained"
    )
    for axis, (title, lines) in zip(axes[:, 0], panels):
        for name, values in lines.items():
            axis.plot(run.t, values, label=name)
        axis.set_title(title, fontsize="medium", loc="left")
        axis.legend(fontsize="small")
    axes[-1, 0].set_xlabel("t")
    figure.suptitle(f"{run.system} with {run.integrator}")
    return figure

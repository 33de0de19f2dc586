"""Animated runs, as pages and as moving pictures."""

from __future__ import annotations

import os
import tempfile
import warnings
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from . import _nonholonomic as _native
from ._errors import RunWarning

if TYPE_CHECKING:
    from ._run import Run


class Animation:
    """An animated run: a page with a sketch and plots, which needs no network, or a picture.

    Attributes
    ----------
    content : str
        The HTML page, or the SVG picture.
    """

    def __init__(self, content: str, is_picture: bool = False) -> None:
        self.content = content
        self._is_picture = is_picture

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the content to a file."""
        Path(path).write_text(self.content, encoding="utf-8")

    def _repr_html_(self) -> str:
        if self._is_picture:
            return self.content
        # The page has its own style and scripts.
        frame = "width: 100%; height: 640px; border: 0"
        return f'<iframe style="{frame}" sandbox="allow-scripts" srcdoc="{escape(self.content)}"></iframe>'

    def __repr__(self) -> str:
        return f"<Animation: {'a picture' if self._is_picture else 'a page'} of {len(self.content)} characters>"


def animation(run: Run, path: str | os.PathLike[str] | None, scenario: str | None, title: str | None) -> Animation:
    """Return the animation of a run; see `Run.animate`."""
    ending = "" if path is None else Path(path).suffix.lower()
    if ending not in ("", ".html", ".htm", ".svg"):
        raise ValueError(f"path: found {os.fspath(path or '')!r}; the endings are .html for a page and .svg for a picture")
    is_picture = ending == ".svg"
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, f"{run.system or 'run'}.csv")
        write(run, table)
        found = _native.animation(table, scenario, title, is_picture)
    for note in found["notes"]:
        warnings.warn(note, RunWarning, stacklevel=3)
    made = Animation(found["content"], is_picture)
    if path is not None:
        made.save(path)
    return made


def write(run: Run, table: str) -> None:
    """Write the table of a run, which may have been read from a file."""
    if run._raw is not None:
        run.save(table)
        return
    rows = zip(*(run.columns[name].tolist() for name in run.columns))
    lines = [",".join(run.columns), *(",".join(map(repr, row)) for row in rows)]
    Path(table).write_text("\n".join(lines) + "\n", encoding="utf-8")

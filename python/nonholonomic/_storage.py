"""Folders of sweeps in any storage that fsspec knows, such as ``s3://bucket/folder``."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from ._errors import ModelError

#: The record of a sweep, which is written before its parts.
RECORD = "sweep.toml"

#: The ending of files that are being written.
UNFINISHED = ".unfinished"

#: The number of bytes that show whether a Parquet file ends as it should.
LAST_OF_PARQUET = 4

#: The number of bytes in which the last row of a CSV file is expected.
LONGEST_ROW = 1 << 16

Found = TypeVar("Found")


def is_url(out: str) -> bool:
    """Return true for a folder of fsspec instead of a path."""
    return "://" in out


def names(url: str) -> set[str]:
    """Return the names of the finished files of a folder, which need not exist.

    A file without content is none of them: something else has cut it off.
    """
    system, folder = _open(url)
    if not system.exists(folder):
        return set()
    found = {file["name"].rstrip("/").rsplit("/", 1)[-1]: file["size"] for file in system.ls(folder, detail=True)}
    return {name for name, size in found.items() if size != 0 and not name.endswith(UNFINISHED)}


def work_in(url: str, work: Callable[[str], Found]) -> Found:
    """Work on a sweep in a temporary folder, and move the new files to the storage.

    The temporary folder has the record of the sweep and, in the place of each part, only its end.
    """
    system, folder = _open(url)
    before = {name: _end(system, f"{folder}/{name}") for name in names(url)}
    with tempfile.TemporaryDirectory() as temporary:
        local = Path(temporary)
        for name, end in before.items():
            (local / name).write_bytes(end)
        try:
            found = work(temporary)
        except ModelError as error:
            raise ModelError(str(error).replace(temporary, url), error.diagnostics) from None
        new = [path for path in local.iterdir() if path.read_bytes() != before.get(path.name)]
        if new:
            system.makedirs(folder, exist_ok=True)
        for path in sorted(new, key=lambda path: path.name != RECORD):
            _put(system, path, f"{folder}/{path.name}")
        return found


def _end(system: Any, place: str) -> bytes:
    """Return the bytes that show whether a part is complete, or the whole record."""
    if place.endswith(f"/{RECORD}"):
        return bytes(system.cat_file(place))
    return bytes(system.cat_file(place, start=-(LONGEST_ROW if place.endswith(".csv") else LAST_OF_PARQUET)))


def _put(system: Any, local: Path, place: str) -> None:
    """Write a file under another name and rename it, so that nobody reads half of it.

    The other name belongs to this worker alone: each one stores the record of the sweep.
    """
    unfinished = f"{place}.{local.parent.name}{UNFINISHED}"
    system.put_file(str(local), unfinished)
    system.mv(unfinished, place)


def _open(url: str) -> tuple[Any, str]:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise ImportError(f"out: {url!r} needs fsspec: pip install 'nonholonomic[storage]'") from None
    system, folder = url_to_fs(url)
    system.invalidate_cache()
    return system, str(folder).rstrip("/")

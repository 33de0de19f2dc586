"""Sweeps on many machines: each task writes one part, whatever worker runs it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from . import _nonholonomic as _native
from . import _storage
from ._progress import Tell

Found = TypeVar("Found")

#: How often a part is tried if its worker is lost.
RETRIES = 5


@dataclass(frozen=True)
class Job:
    """A sweep, as a worker receives it. Paths are absolute; the folder may be a URL of fsspec."""

    scenario: str
    out: str
    format: str
    set: tuple[tuple[str, str], ...]

    def run(self, shard: str | None, runs: bool = True, progress: Tell | None = None) -> dict[str, int]:
        """Run the parts of a shard that are missing, or only count parts."""

        def into(folder: str) -> dict[str, int]:
            return _native.sweep(self._source(), folder, self.format, shard, runs, progress)

        return self._in_folder(into)

    def missing(self, parts: int) -> list[str]:
        """Return the shards of one part that are not complete."""

        def find(folder: str) -> list[int]:
            return _native.missing_parts(self._source(), folder, self.format)

        return [f"{part + 1}/{parts}" for part in self._in_folder(find)]

    def _source(self) -> _native.ScenarioSource:
        return _native.ScenarioSource.of_file(self.scenario, None, None, None, list(self.set))

    def _in_folder(self, work: Callable[[str], Found]) -> Found:
        return _storage.work_in(self.out, work) if _storage.is_url(self.out) else work(self.out)


def run(job: Job, engine: Any, progress: Tell | None) -> dict[str, int]:
    """Run the parts that are missing, one task for each."""
    done = job.run(None, runs=False)
    shards = job.missing(done["parts"])
    total = {"ran": 0, "failed": 0, "refused": 0}
    for count, found in enumerate(_results(job, engine, shards), 1):
        total = {name: total[name] + found[name] for name in total}
        if progress is not None:
            progress(count, len(shards))
    return job.run(None, runs=False) | total


def _results(job: Job, engine: Any, shards: list[str]) -> Iterable[dict[str, int]]:
    if not shards:
        return []
    if engine == "ray":
        return _of_ray(job, shards)
    if engine == "local":
        return map(job.run, shards)
    return _of_dask(job, engine, shards)


def _of_dask(job: Job, client: Any, shards: list[str]) -> Iterator[dict[str, int]]:
    import distributed

    as_completed: Callable[..., Any] = distributed.as_completed
    futures = client.map(job.run, shards, pure=False, retries=RETRIES)
    try:
        for _, found in as_completed(futures, with_results=True):
            yield found
    finally:
        client.cancel(futures)


def _of_ray(job: Job, shards: list[str]) -> Iterator[dict[str, int]]:
    try:
        import ray
    except ImportError:
        raise ImportError("engine=\"ray\" needs Ray: pip install 'nonholonomic[ray]'") from None
    task: Any = ray.remote(max_retries=RETRIES)(_run)
    waiting = [task.remote(job, shard) for shard in shards]
    while waiting:
        ready, waiting = ray.wait(waiting)
        yield ray.get(ready[0])


def _run(job: Job, shard: str) -> dict[str, int]:
    return job.run(shard)


def is_client(engine: Any) -> bool:
    """Return true for a client of Dask."""
    return all(hasattr(engine, name) for name in ("map", "cancel", "scheduler_info"))

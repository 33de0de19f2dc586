"""Sweeps on clusters have the bytes of a sweep on one machine."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import nonholonomic as nh
from conftest import SCENARIOS


@pytest.fixture
def scenario_file(tmp_path: Path) -> Path:
    """Eight parts of 1024 members, of a second or more each."""
    text = (SCENARIOS / "chaplygin_sleigh.toml").read_text()
    text = text.replace("../models", str(SCENARIOS.parent / "models"))
    path = tmp_path / "sleigh.toml"
    path.write_text(
        text + '\n[sweep]\nmembers = 8000\nkeep = ["x", "energy"]\n[sweep.vary]\nm = { uniform = [1.0, 3.0] }\n'
    )
    return path


def parts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("part-*.parquet")}


@pytest.mark.filterwarnings("ignore")
def test_dask_loses_nothing_with_a_killed_worker(scenario_file: Path, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    whole, clustered = tmp_path / "whole", tmp_path / "clustered"
    nh.sweep(scenario_file, whole)
    killed: list[int] = []
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        pids = list(client.run(os.getpid).values())

        def kill() -> None:
            while len(parts(clustered)) < 2:
                time.sleep(0.01)
            killed.append(len(parts(clustered)))
            os.kill(pids[0], signal.SIGKILL)

        thread = threading.Thread(target=kill)
        thread.start()
        found = nh.sweep(scenario_file, clustered, engine=client)
        thread.join()
        assert found["complete"] == found["parts"] == 8 and found["members"] == 8000
        assert killed[0] < 8 and pids[0] not in client.run(os.getpid).values()
        assert parts(clustered) == parts(whole) and len(parts(whole)) == 8
        # What is there is not computed again.
        missing = sorted(parts(whole))[3]
        (clustered / missing).unlink()
        before = {path.name: path.stat().st_mtime_ns for path in clustered.glob("part-*")}
        found = nh.sweep(scenario_file, clustered, engine=client)
        assert found["ran"] == 1024 and parts(clustered) == parts(whole)
        assert before.items() <= {path.name: path.stat().st_mtime_ns for path in clustered.glob("part-*")}.items()
        assert nh.sweep(scenario_file, clustered, engine=client)["ran"] == 0
        with pytest.raises(ValueError, match="a cluster runs all parts"):
            nh.sweep(scenario_file, clustered, engine=client, shard="1/2")


@pytest.mark.filterwarnings("ignore")
def test_ray_loses_nothing_with_a_killed_worker(scenario_file: Path, tmp_path: Path) -> None:
    ray = pytest.importorskip("ray")
    whole, clustered = tmp_path / "whole", tmp_path / "clustered"
    nh.sweep(scenario_file, whole)
    killed: list[int] = []

    def kill() -> None:
        while len(parts(clustered)) < 2:
            time.sleep(0.01)
        working = busy_workers_of_ray()
        os.kill(working[0], signal.SIGKILL)
        killed.extend([working[0], len(parts(clustered))])

    ray.init(num_cpus=2, include_dashboard=False)
    try:
        thread = threading.Thread(target=kill)
        thread.start()
        found = nh.sweep(scenario_file, clustered, engine="ray")
        thread.join()
    finally:
        ray.shutdown()
    assert killed and killed[1] < 8
    assert found["complete"] == 8 and parts(clustered) == parts(whole)


def busy_workers_of_ray() -> list[int]:
    """Return the processes of Ray that run a shard: their names are those of its task."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                name = (folder / "cmdline").read_bytes()
            except OSError:  # The process has ended.
                continue
            if name.startswith(b"ray::_run"):
                found.append(int(folder.name))
    return found


def test_progress_reaches_the_end(scenario_file: Path, tmp_path: Path, capfd: Any) -> None:
    pytest.importorskip("tqdm")
    nh.sweep(scenario_file, tmp_path / "out", progress=True)
    assert "8000/8000" in capfd.readouterr().err


def test_engines_are_named(scenario_file: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match='found 4; the engines are: "local", "ray" or a client of Dask'):
        nh.sweep(scenario_file, tmp_path / "out", engine=4)

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
        while not killed and len(parts(clustered)) < 8:
            # Between two shards no worker may be busy for a moment.
            working = busy_workers_of_ray() if len(parts(clustered)) > 1 else []
            if working:
                os.kill(working[0], signal.SIGKILL)
                killed.extend([working[0], len(parts(clustered))])
            time.sleep(0.01)

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


def test_a_sweep_in_a_storage_has_the_same_bytes(scenario_file: Path, tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    nh.sweep(scenario_file, tmp_path / "whole")
    url = "memory://sweeps/sleigh"
    system, folder = fsspec.core.url_to_fs(url)

    def stored() -> dict[str, bytes]:
        found = {Path(path).name: bytes(system.cat_file(path)) for path in system.ls(folder, detail=False)}
        assert not any(name.endswith(".unfinished") for name in found)
        return {name: content for name, content in found.items() if name.startswith("part-")}

    assert nh.sweep(scenario_file, url, shard="1/4")["ran"] == 2048
    assert nh.sweep(scenario_file, url, status=True)["complete"] == 2
    found = nh.sweep(scenario_file, url)
    assert found["complete"] == found["parts"] == 8 and found["ran"] == 8000 - 2048
    assert stored() == parts(tmp_path / "whole")
    assert nh.sweep(scenario_file, url)["ran"] == 0
    # A part without content is written again.
    system.pipe_file(f"{folder}/part-00000003.parquet", b"")
    assert nh.sweep(scenario_file, url)["ran"] == 1024
    assert stored() == parts(tmp_path / "whole")
    with pytest.raises(nh.ModelError, match="memory://sweeps/sleigh: this is not the folder of this sweep: it differs in `set`"):
        nh.sweep(scenario_file, url, set={"inertia": 2.0})
    system.rm(folder, recursive=True)


@pytest.mark.filterwarnings("ignore")
def test_workers_of_dask_write_to_a_storage(scenario_file: Path, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    nh.sweep(scenario_file, tmp_path / "whole")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        found = nh.sweep(scenario_file, f"file://{tmp_path}/stored", engine=client)
    assert found["complete"] == 8 and parts(tmp_path / "stored") == parts(tmp_path / "whole")


def test_progress_reaches_the_end(scenario_file: Path, tmp_path: Path, capfd: Any) -> None:
    pytest.importorskip("tqdm")
    nh.sweep(scenario_file, tmp_path / "out", progress=True)
    assert "8000/8000" in capfd.readouterr().err


def test_engines_are_named(scenario_file: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match='found 4; the engines are: "local", "ray" or a client of Dask'):
        nh.sweep(scenario_file, tmp_path / "out", engine=4)


@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_rows_that_a_storage_lost_are_written_again(scenario_file: Path, format: str) -> None:
    fsspec = pytest.importorskip("fsspec")
    url = f"memory://sweeps/{format}"
    system, folder = fsspec.core.url_to_fs(url)
    nh.sweep(scenario_file, url, format=format)
    place = f"{folder}/part-00000003.{format}"
    whole = bytes(system.cat_file(place))
    assert nh.sweep(scenario_file, url, format=format)["ran"] == 0
    # CSV ends with a row all the same.
    system.pipe_file(place, whole[: whole[:-1].rfind(b"\n") + 1] if format == "csv" else whole[:-100])
    assert nh.sweep(scenario_file, url, format=format)["ran"] == 1024
    assert bytes(system.cat_file(place)) == whole
    system.rm(folder, recursive=True)

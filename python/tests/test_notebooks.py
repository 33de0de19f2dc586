"""The notebooks run, and their outputs are small."""

from __future__ import annotations

from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    text = path.read_text()
    assert len(text) < 20_000
    book = nbformat.reads(text, as_version=4)
    stored = [len(cell.outputs) for cell in book.cells if cell.cell_type == "code"]
    nbclient.NotebookClient(
        book, timeout=300, kernel_name="python3", coalesce_streams=True, resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert [len(cell.outputs) for cell in cells] == stored
    assert not any(output.get("name") == "stderr" for cell in cells for output in cell.outputs)


def test_there_are_some() -> None:
    assert {path.stem for path in NOTEBOOKS} >= {
        "a_million_trajectories", "benchmark_bicycle", "from_casters_to_a_controller", "parameters_from_data",
        "which_integrator",
    }

"""FMUs of scenarios in FMPy: valid, and with the numbers of `nhi run`.

Usage: python fmu.py NHI SCENARIO...
"""

import csv
import ctypes
import subprocess
import sys
import tempfile
from pathlib import Path

import fmpy
from fmpy.fmi3 import FMU3Slave
from fmpy.validation import validate_fmu

from conformance import assert_row


def rows_of_run(nhi, scenario, folder, steps):
    """The table of the command, by column."""
    path = folder / "run.csv"
    arguments = [nhi, "run", str(scenario), "-o", str(path), "--project"]
    subprocess.run(arguments, check=True, capture_output=True)
    with path.open() as file:
        lines = [line for line in file if not line.startswith("#")]
    return [{name: float(text) for name, text in row.items() if text} for row in csv.DictReader(lines)][: steps + 1]


def instance_of(path, description, folder, log=None):
    unpacked = fmpy.extract(str(path), unzipdir=str(folder / "unpacked"))
    slave = FMU3Slave(
        guid=description.guid,
        unzipDirectory=unpacked,
        modelIdentifier=description.coSimulation.modelIdentifier,
        instanceName="tested",
    )
    slave.instantiate(logMessage=log)
    return slave


def begin(slave, start):
    slave.enterInitializationMode(startTime=start)
    slave.exitInitializationMode()


def compare(nhi, scenario, steps=200):
    """Exports a scenario, and compares all its variables after each step with the run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "exported.fmu"
        subprocess.run([nhi, "export", str(scenario), "--format", "fmu", "-o", str(path), "--project"], check=True, capture_output=True)
        problems = validate_fmu(str(path))
        assert not problems, f"{scenario}: {problems}"
        description = fmpy.read_model_description(str(path))
        step = float(description.coSimulation.fixedInternalStepSize)
        expected = rows_of_run(nhi, scenario, folder, steps)
        references = {x.name: x.valueReference for x in description.modelVariables if x.causality != "parameter"}
        names = [name for name in expected[0] if name in references]
        assert len(names) > 3, names
        slave = instance_of(path, description, folder)
        start = expected[0]["t"]
        begin(slave, start)
        worst = 0
        for number, row in enumerate(expected):
            values = slave.getFloat64([references[name] for name in names])
            for name, value in zip(names, values):
                assert value == row[name] or value != value, f"{scenario}: {name} at step {number}: {value!r}, not {row[name]!r}"
                worst += 1
            if number + 1 < len(expected):
                slave.doStep(currentCommunicationPoint=row["t"], communicationStepSize=step)
        check_states(slave, references, names, expected, step)
        check_steps(slave, expected, step)
        check_dependencies(slave, description, scenario)
        slave.terminate()
        slave.freeInstance()
        print(f"{scenario.name}: {worst} numbers of {len(names)} variables are those of `nhi run`")


def check_states(slave, references, names, expected, step):
    """A state that was read, written as bytes and set again goes on in the same way."""
    numbers = [references[name] for name in names]
    state = slave.getFMUState()
    stored = slave.serializeFMUState(state)
    t = expected[-1]["t"]
    slave.doStep(currentCommunicationPoint=t, communicationStepSize=step)
    after = slave.getFloat64(numbers)
    again = slave.deserializeFMUState(stored)
    slave.setFMUState(again)
    slave.doStep(currentCommunicationPoint=t, communicationStepSize=step)
    assert repr(slave.getFloat64(numbers)) == repr(after)
    slave.setFMUState(state)
    slave.freeFMUState(state)


def check_steps(slave, expected, step):
    """A communication step that is no whole number of steps fails."""
    try:
        slave.doStep(currentCommunicationPoint=expected[-1]["t"], communicationStepSize=1.5 * step)
    except Exception:  # noqa: BLE001 - FMPy's own class of errors has changed its name
        return
    raise AssertionError("a communication step of one and a half steps was made")


def check_dependencies(slave, description, scenario):
    """An input that is set between two steps changes the outputs that depend on it, and no others."""
    outputs = [output.variable for output in description.outputs]
    numbers = [variable.valueReference for variable in outputs]
    depend = {output.variable.name: {x.name for x in output.dependencies} for output in description.outputs}
    for given in (x for x in description.modelVariables if x.causality == "input"):
        before = slave.getFloat64(numbers)
        (value,) = slave.getFloat64([given.valueReference])
        slave.setFloat64([given.valueReference], [value + 0.1])
        pairs = zip(outputs, before, slave.getFloat64(numbers))
        changed = {x.name for x, old, new in pairs if repr(old) != repr(new)}
        listed = {name for name, inputs in depend.items() if given.name in inputs}
        assert changed <= listed, f"{scenario}: {given.name} changes {changed - listed}"


DRIVEN = """#[nonholonomic(
    coordinates(phi, s),
    lagrangian = 0.5 * j * phi_dot.powi(2) + 0.5 * m * (s_dot.powi(2) + s.powi(2) * phi_dot.powi(2)),
    prescribed(phi = a * sin(w * t)),
    controls(push),
    forces(s = push),
    integrators(Mla),
)]
pub struct Bead { pub j: f64, pub m: f64, pub a: f64, pub w: f64 }
"""

DRIVEN_SCENARIO = """model = "bead.nhi"
integrator = "Mla"
step = 0.125
steps = 8
start = 0.5
[parameters]
j = 1.0
m = 2.0
a = 0.4
w = 3.0
[initial]
s = 0.5
[states]
sum = { rate = "s - t + phi" }
[controls]
push = "-sum"
"""


def check_starts(nhi):
    """Laws of prescribed coordinates and rates of states follow what is set before the start."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bead.nhi").write_text(DRIVEN)
        scenario = folder / "bead.toml"
        scenario.write_text(DRIVEN_SCENARIO)
        path = folder / "bead.fmu"
        subprocess.run([nhi, "export", str(scenario), "--format", "fmu", "-o", str(path)], check=True, capture_output=True)
        description = fmpy.read_model_description(str(path))
        references = {x.name: x.valueReference for x in description.modelVariables}
        assert "sum_dot" not in references, "a table does not show it either"
        slave = instance_of(path, description, folder)
        for changes, start in [({"a": 0.7}, 0.5), ({"w": 2.0, "s": 0.8}, 0.5), ({"sum": 0.3}, 0.5), ({}, 0.25), ({"a": 0.1, "s": 0.2}, -1.0)]:
            scenario.write_text(DRIVEN_SCENARIO.replace("start = 0.5", f"start = {start}"))
            table = folder / "run.csv"
            options = [option for change in changes.items() for option in ("--set", "{}={!r}".format(*change))]
            subprocess.run([nhi, "run", str(scenario), "-o", str(table), *options], check=True, capture_output=True)
            with table.open() as file:
                rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
            slave.enterInitializationMode(startTime=start)
            first = [references["phi"], references["a"]]
            slave.getFloat64(first)  # a look before the changes
            slave.setFloat64([references[name] for name in changes], list(changes.values()))
            slave.exitInitializationMode()
            names = ["phi", "phi_dot", "s", "s_dot", "sum", "lambda.phi", "push"]
            for number, row in enumerate(rows):
                values = slave.getFloat64([references[name] for name in names])
                for name, value in zip(names, values):
                    expected = float(row[name])
                    assert abs(value - expected) <= 1e-14 * (1 + abs(expected)), f"{changes}, {start}: {name} at step {number}: {value!r}, not {expected!r}"
                if number + 1 < len(rows):
                    slave.doStep(currentCommunicationPoint=float(row["t"]), communicationStepSize=0.125)
            slave.reset()
        # A value that is set and violates a law is refused.
        slave.enterInitializationMode(startTime=0.5)
        slave.setFloat64([references["phi"]], [0.1])
        try:
            slave.exitInitializationMode()
        except Exception:  # noqa: BLE001 - as above
            slave.freeInstance()
            return
    raise AssertionError("a start that violates a law was accepted")


def check_ends_of_tables(nhi, scenario):
    """Outside of a table a motion fails and says so, unless the importer sets what the table gives."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "tables.fmu"
        subprocess.run([nhi, "export", str(scenario), "--format", "fmu", "-o", str(path)], check=True, capture_output=True)
        description = fmpy.read_model_description(str(path))
        references = {x.name: x.valueReference for x in description.modelVariables}
        read = [references[name] for name in ("wind", "gust")]
        said = []
        slave = instance_of(path, description, folder, lambda _, status, category, text: said.append(text.decode()))

        def moves(start, *steps):
            """Whether a motion can be made and read; it is put back to its beginning otherwise."""
            said.clear()
            try:
                begin(slave, start)
                for step in steps:
                    slave.doStep(currentCommunicationPoint=start, communicationStepSize=step)
                    start += step
                    slave.getFloat64(read)
            except Exception:  # noqa: BLE001 - as above
                assert any("the table of `gust` has no value here" in text for text in said), said
                slave.reset()
                return False
            slave.reset()
            return True

        assert moves(0.0, 11.0), "up to the last time of the table"
        assert not moves(0.0, 11.0, 1.0), "beyond its table"
        assert not moves(-0.5), "before its table"
        begin(slave, 0.0)
        slave.setFloat64([references["gust"]], [0.25])
        slave.doStep(currentCommunicationPoint=0.0, communicationStepSize=12.0)
        assert slave.getFloat64(read) == [0.5, 0.25]
        slave.freeInstance()


if __name__ == "__main__":
    command, *scenarios = sys.argv[1:]
    check_starts(command)
    for scenario in map(Path, scenarios):
        compare(command, scenario)
        if "tables" in scenario.stem:
            check_ends_of_tables(command, scenario)
    compared = f"{len(scenarios)} scenarios, all variables for up to 200 steps, by FMPy"
    assert_row("FMU", compared, "same bits")

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
from fmpy.fmi2 import FMU2Slave, fmi2CallbackFunctions, fmi2CallbackLoggerTYPE
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


class Instance:
    """An instance of an FMU of any version of FMI, with the messages of its log."""

    def __init__(self, path, folder):
        self.description = fmpy.read_model_description(str(path))
        self.is_second = self.description.fmiVersion == "2.0"
        self.said = []
        arguments = {
            "guid": self.description.guid,
            "unzipDirectory": fmpy.extract(str(path), unzipdir=str(folder / "unpacked")),
            "modelIdentifier": self.description.coSimulation.modelIdentifier,
            "instanceName": "tested",
        }
        if self.is_second:
            callbacks = fmi2CallbackFunctions()
            callbacks.logger = fmi2CallbackLoggerTYPE(lambda *said: self.said.append(said[-1].decode()))
            self.slave = FMU2Slave(**arguments)
            self.slave.instantiate(callbacks=callbacks)
        else:
            self.slave = FMU3Slave(**arguments)
            self.slave.instantiate(logMessage=lambda *said: self.said.append(said[-1].decode()))

    def initialise(self, start, stop=None):
        if self.is_second:
            self.slave.setupExperiment(startTime=start, stopTime=stop)
            self.slave.enterInitializationMode()
        else:
            self.slave.enterInitializationMode(startTime=start, stopTime=stop)

    def begin(self, start, stop=None):
        self.initialise(start, stop)
        self.slave.exitInitializationMode()

    def fails(self, words, call):
        """Whether a call fails, and the log says why."""
        self.said.clear()
        try:
            call()
        except Exception:  # noqa: BLE001 - FMPy's own class of errors has changed its name
            assert any(words in text for text in self.said), self.said
            return True
        return False

    def step(self, t, size):
        self.slave.doStep(currentCommunicationPoint=t, communicationStepSize=size)

    def get(self, references):
        return self.slave.getReal(references) if self.is_second else self.slave.getFloat64(references)

    def set(self, references, values):
        if self.is_second:
            self.slave.setReal(references, values)
        else:
            self.slave.setFloat64(references, values)

    def references(self):
        return {x.name: x.valueReference for x in self.description.modelVariables}


def export(nhi, scenario, path, *options, version="3.0"):
    form = {"2.0": "fmu2", "3.0": "fmu"}[version]
    arguments = [nhi, "export", str(scenario), "--format", form, "-o", str(path), *options]
    subprocess.run(arguments, check=True, capture_output=True)


def compare(nhi, scenario, version, steps=200):
    """Exports a scenario, and compares all its variables after each step with the run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "exported.fmu"
        export(nhi, scenario, path, "--project", version=version)
        problems = validate_fmu(str(path))
        assert not problems, f"{scenario}: {problems}"
        instance = Instance(path, folder)
        step = float(instance.description.defaultExperiment.stepSize)
        expected = rows_of_run(nhi, scenario, folder, steps)
        parameters = {x.name for x in instance.description.modelVariables if x.causality == "parameter"}
        references = instance.references()
        names = [name for name in expected[0] if name in references.keys() - parameters]
        assert len(names) > 3, names
        numbers = [references[name] for name in names]
        for variable in instance.description.modelVariables:
            if variable.causality == "input" and variable.name in expected[0]:
                assert float(variable.start) == expected[0][variable.name], f"{scenario}: the start of {variable.name}"
        instance.begin(expected[0]["t"])
        compared = 0
        for number, row in enumerate(expected):
            for name, value in zip(names, instance.get(numbers)):
                assert value == row[name] or value != value, f"{scenario}: {name} at step {number}: {value!r}, not {row[name]!r}"
                compared += 1
            if number + 1 < len(expected):
                instance.step(row["t"], step)
        check_states(instance, numbers, expected, step)
        check_steps(instance, expected, step)
        check_dependencies(instance, scenario)
        instance.slave.terminate()
        instance.slave.freeInstance()
        print(f"{scenario.name}, FMI {version}: {compared} numbers of {len(names)} variables are those of `nhi run`")


def check_states(instance, numbers, expected, step):
    """A state that was read, written as bytes and set again goes on in the same way."""
    slave, t = instance.slave, expected[-1]["t"]
    state = slave.getFMUState()
    stored = slave.serializeFMUState(state)
    before = instance.get(numbers)
    instance.step(t, step)
    after = instance.get(numbers)
    again = slave.deserializeFMUState(stored)
    slave.setFMUState(again)
    assert repr(instance.get(numbers)) == repr(before)
    instance.step(t, step)
    slave.terminate()
    assert repr(instance.get(numbers)) == repr(after), "values of an earlier state are read at the end"
    slave.setFMUState(again)
    instance.step(t, step)
    assert repr(instance.get(numbers)) == repr(after)
    slave.freeFMUState(state)
    slave.freeFMUState(again)


def check_steps(instance, expected, step):
    """A communication step that is no whole number of steps fails, with a message."""
    t = expected[-1]["t"] + step
    assert instance.fails("is not a whole number of steps", lambda: instance.step(t, 1.5 * step))


def check_dependencies(instance, scenario):
    """An input that is set between two steps changes the outputs that depend on it, and no others."""
    outputs = [output.variable for output in instance.description.outputs]
    numbers = [variable.valueReference for variable in outputs]
    depend = {output.variable.name: {x.name for x in output.dependencies} for output in instance.description.outputs}
    assert not any(depend[x.name] for x in outputs if x.initial == "exact"), "a state depends on an input"
    for given in (x for x in instance.description.modelVariables if x.causality == "input"):
        before = instance.get(numbers)
        (value,) = instance.get([given.valueReference])
        instance.set([given.valueReference], [value + 0.1])
        pairs = zip(outputs, before, instance.get(numbers))
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
        export(nhi, scenario, path)
        # Another library of the process may have a function of the same name.
        other = folder / "other.so"
        (folder / "other.c").write_text("int bead_mla_step(void) { return 1; }\n")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", str(other), str(folder / "other.c")], check=True)
        ctypes.CDLL(str(other), mode=ctypes.RTLD_GLOBAL)
        instance = Instance(path, folder)
        references = instance.references()
        assert "sum_dot" not in references, "a table does not show it either"
        for changes, start in [({"a": 0.7}, 0.5), ({"w": 2.0, "s": 0.8}, 0.5), ({"sum": 0.3}, 0.5), ({}, 0.25), ({"a": 0.1, "s": 0.2}, -1.0)]:
            scenario.write_text(DRIVEN_SCENARIO.replace("start = 0.5", f"start = {start}"))
            table = folder / "run.csv"
            options = [option for change in changes.items() for option in ("--set", "{}={!r}".format(*change))]
            subprocess.run([nhi, "run", str(scenario), "-o", str(table), *options], check=True, capture_output=True)
            with table.open() as file:
                rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
            instance.initialise(start)
            first = [references["phi"], references["a"]]
            instance.get(first)  # a look before the changes
            instance.set([references[name] for name in changes], list(changes.values()))
            instance.slave.exitInitializationMode()
            names = ["phi", "phi_dot", "s", "s_dot", "sum", "lambda.phi", "push"]
            for number, row in enumerate(rows):
                values = instance.get([references[name] for name in names])
                for name, value in zip(names, values):
                    expected = float(row[name])
                    assert abs(value - expected) <= 1e-14 * (1 + abs(expected)), f"{changes}, {start}: {name} at step {number}: {value!r}, not {expected!r}"
                if number + 1 < len(rows):
                    instance.step(float(row["t"]), 0.125)
            instance.slave.reset()
        # A value that is set and violates a law is refused.
        instance.initialise(0.5)
        instance.set([references["phi"]], [0.1])
        assert instance.fails("phi", instance.slave.exitInitializationMode)
        instance.slave.freeInstance()


TABLE = """[prescribed]
phi = { points = [[0.25, 0.1], [0.5, 0.2], [1.0, 0.9], [1.5, 1.0]], interpolation = "cubic" }
"""


def check_ends(nhi, version):
    """Steps beyond the stop time, or beyond the table of a prescribed coordinate, fail."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bead.nhi").write_text(DRIVEN)
        scenario = folder / "bead.toml"
        scenario.write_text(DRIVEN_SCENARIO + TABLE)
        path = folder / "bead.fmu"
        export(nhi, scenario, path, version=version)
        instance = Instance(path, folder)
        instance.begin(0.5, stop=1.0)
        instance.step(0.5, 0.25)
        instance.step(0.75 + 1e-9, 0.25)  # the sum of an importer's steps
        assert instance.fails("but the state is at t = 1", lambda: instance.step(0.99, 0.125))
        assert instance.fails("beyond the end at t = 1", lambda: instance.step(1.0, 0.125))
        instance.slave.reset()
        missing = "the table of `phi` has no value here"
        assert instance.fails(missing, lambda: instance.begin(0.125))
        instance.slave.reset()
        instance.begin(0.5)
        instance.step(0.5, 1.0)
        assert instance.fails(missing, lambda: instance.step(1.5, 0.125))
        instance.slave.freeInstance()


def check_ends_of_tables(nhi, scenario, version):
    """Outside of a table a motion fails and says so, unless the importer sets what the table gives."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "tables.fmu"
        export(nhi, scenario, path, version=version)
        instance = Instance(path, folder)
        references = instance.references()
        read = [references[name] for name in ("wind", "gust")]

        def moves(start, *steps):
            """Whether a motion can be made and read; it is put back to its beginning."""

            def move():
                t = start
                instance.begin(t)
                for step in steps:
                    instance.step(t, step)
                    t += step
                    instance.get(read)

            has_failed = instance.fails("the table of `gust` has no value here", move)
            instance.slave.reset()
            return not has_failed

        assert moves(0.0, 11.0), "up to the last time of the table"
        assert not moves(0.0, 11.0, 1.0), "beyond its table"
        assert not moves(-0.5), "before its table"
        instance.begin(0.0)
        instance.set([references["gust"]], [0.25])
        instance.step(0.0, 12.0)
        assert instance.get(read) == [0.5, 0.25]
        instance.slave.freeInstance()


if __name__ == "__main__":
    command, *scenarios = sys.argv[1:]
    check_starts(command)
    for version in ("3.0", "2.0"):
        check_ends(command, version)
    of_second = 0
    for number, scenario in enumerate(map(Path, scenarios)):
        # The interface is the same for all scenarios, so FMI 2.0 is tried with a part of them.
        is_tried = number % 6 == 0 or "tables" in scenario.stem
        of_second += is_tried
        for version in ("3.0", "2.0") if is_tried else ("3.0",):
            compare(command, scenario, version)
            if "tables" in scenario.stem:
                check_ends_of_tables(command, scenario, version)
    compared = f"{len(scenarios)} scenarios, all variables for up to 200 steps, by FMPy; {of_second} of them also in FMI 2.0"
    assert_row("FMU", compared, "same bits")

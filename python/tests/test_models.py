"""Models from keywords and from SymPy, verdicts, derivations and derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import nonholonomic as nh
from conftest import SCENARIOS, SLEIGH, scenario


def test_verdicts_are_data(sleigh: nh.Model) -> None:
    verdicts = sleigh.check()
    assert verdicts["nonholonomic"] and verdicts["energy constant"]
    assert verdicts.data["integrability"]["growth_vector"] == [2, 3]
    # x_dot = 0 integrates to x = const.
    line = nh.Model(
        coordinates=["x", "y"], lagrangian="0.5*(x_dot.powi(2) + y_dot.powi(2))", constraints={"wall": "x_dot"}
    )
    assert not line.check()["nonholonomic"]


def test_derivations_are_text_and_markup(sleigh: nh.Model) -> None:
    derivation = sleigh.derive()
    assert "<math" in derivation._repr_html_()
    assert "\\documentclass" in derivation.latex()
    assert "ChaplyginSleigh" in repr(derivation)


def test_sympy_expressions_are_the_same_model(sleigh: nh.Model) -> None:
    sympy = pytest.importorskip("sympy")
    from sympy.physics.mechanics import dynamicsymbols

    theta, x, y = dynamicsymbols("theta x y")
    inertia, m, a = sympy.symbols("inertia m a")
    t = dynamicsymbols._t
    rates = [q.diff(t) for q in (theta, x, y)]
    model = nh.Model(
        coordinates=["theta", "x", "y"],
        parameters=["inertia", "m", "a"],
        lagrangian=inertia * rates[0] ** 2 / 2 + m * (rates[1] ** 2 + rates[2] ** 2) / 2,
        constraints={"blade": a * rates[0] + sympy.sin(theta) * rates[1] - sympy.cos(theta) * rates[2]},
    )
    run, expected = (x.simulate("Mla", **SLEIGH) for x in (model, sleigh))
    for name in run.columns:
        np.testing.assert_allclose(run.columns[name], expected.columns[name], atol=1e-13, err_msg=name)


def test_the_time_of_sympy_may_have_assumptions() -> None:
    sympy = pytest.importorskip("sympy")
    t, m = sympy.Symbol("t", real=True), sympy.Symbol("m")
    q = sympy.Function("q")
    model = nh.Model(coordinates=["q"], parameters=map(str, ["m"]), lagrangian=m * q(t).diff(t) ** 2 / 2)
    assert model.stepper("Mla", step=0.1, parameters=dict(m=1.0)).parameters == ["m"]
    with pytest.raises(ValueError, match="coordinates are functions of t alone"):
        nh.Model(coordinates=["q"], parameters=["m"], lagrangian=m * q(2 * t))


def test_labels_of_a_series_are_names(sleigh: nh.Model) -> None:
    pandas = pytest.importorskip("pandas")
    labelled = pandas.Series(dict(m=2.0, a=0.5, inertia=1.0))
    stepper = sleigh.stepper("Mla", step=0.01, parameters=labelled)
    assert dict(zip(stepper.parameters, stepper.parameter_values)) == labelled.to_dict()


def test_sympy_expressions_have_their_values() -> None:
    sympy = pytest.importorskip("sympy")
    x = sympy.Symbol("x", positive=True)
    y = sympy.Symbol("y", positive=True)
    for value in (
        x**-2, x / (y + 1) ** 2, -(x - y) ** 3, sympy.sqrt(x) / 3, x**y, sympy.exp(-x), sympy.log(x / y),
        sympy.atan2(x, -y), sympy.Rational(-2, 3) * x, 2.5 * x, sympy.pi / x, 1 / sympy.sqrt(x), sympy.E * x,
        sympy.Abs(x - y), sympy.sign(x - y), sympy.Min(x, y, x * y), sympy.Max(x, -y), sympy.Heaviside(y - x, 1),
    ):
        model = nh.Model(coordinates=["z"], parameters=["x", "y"], lagrangian="0.5*(x + y)*z_dot.powi(2)")
        run = model.simulate(
            "Mla", step=1, steps=1, parameters={"x": 0.7, "y": 1.9}, initial={"z": 0, "z_dot": 0},
            output={"value": value},
        )
        expected = float(value.subs({x: 0.7, y: 1.9}).evalf(30))
        assert run.outputs["value"][0] == pytest.approx(expected, rel=4e-15), str(value)


def test_what_the_language_lacks_is_named() -> None:
    sympy = pytest.importorskip("sympy")
    x = sympy.Symbol("x")
    t = sympy.Symbol("t")
    q = sympy.Function("q")(t)
    for value, text in (
        (sympy.besselj(0, x), "no function 'besselj'"),
        (sympy.Piecewise((x, x > 0), (0, True)), r"no function 'Piecewise'; it has .*, Min, Max, Heaviside\(x, 1\)"),
        (q.diff(t, 2), "not a velocity"),
        (sympy.Heaviside(x), "is 1 at 0"),
        (sympy.Function("f")(x), "not a coordinate"),
    ):
        with pytest.raises(ValueError, match=text):
            nh.Model(coordinates=["q"], lagrangian=value)


@pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")
def test_studies_return_the_data_of_the_command(tmp_path: Any) -> None:
    file = SCENARIOS / "chaplygin_sleigh.toml"
    found = nh.compare(file, ["Mla", "Rk(order = 4)"], end=1.0)
    assert "Mla" in found.text and found.data
    with pytest.raises(TypeError, match="a list of integrators"):
        nh.compare(file, "Mla")
    with pytest.raises(nh.ModelError, match="no integrators to compare"):
        nh.compare(file, [])
    names = [x["name"] for x in nh.integrators()]
    assert {"Gni", "Mla", "Dla"} <= set(names)
    bicycle = nh.linearise(SCENARIOS / "whipple_bicycle.toml")
    assert "A" in bicycle.text


def test_a_sweep_has_the_bytes_of_its_shards(tmp_path: Any) -> None:
    scenario_file = tmp_path / "sleigh.toml"
    text = (SCENARIOS / "chaplygin_sleigh.toml").read_text()
    text = text.replace("../models", str(SCENARIOS.parent / "models"))
    scenario_file.write_text(
        text + '\n[sweep]\nmembers = 3000\nkeep = ["x"]\n[sweep.vary]\nm = { uniform = [1.0, 3.0] }\n'
    )
    whole, shards = tmp_path / "whole", tmp_path / "shards"
    found = nh.sweep(scenario_file, whole)
    assert found["ran"] == 3000 and found["complete"] == found["parts"] == 3
    nh.sweep(scenario_file, shards, shard="2/2")
    assert nh.sweep(scenario_file, shards, status=True)["complete"] == 1
    nh.sweep(scenario_file, shards, shard="1/2")
    names = sorted(path.name for path in whole.glob("part-*"))
    assert len(names) == 3
    for name in names:
        assert (whole / name).read_bytes() == (shards / name).read_bytes()
    with pytest.raises(ValueError, match='must be "k/n"'):
        nh.sweep(scenario_file, whole, shard="3/2")
    with pytest.raises(ValueError, match='the engines are: "local"'):
        nh.sweep(scenario_file, whole, engine="slurm")


@pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")
@pytest.mark.parametrize("name", [
    "chaplygin_sleigh", "snakeboard", "rolling_disk", "whipple_bicycle", "skating_pendulum", "appell_hamel",
    "driven_snake", "oscillating_sleigh",
])
def test_models_become_sympy_and_back(name: str) -> None:
    sympy = pytest.importorskip("sympy")
    model, keys = scenario(name)
    found = model.to_sympy()
    again = nh.Model(
        coordinates=list(found["coordinates"]),
        parameters=list(found["parameters"]),
        lagrangian=found["lagrangian"],
        controls=list(found["controls"]),
        rule=found["rule"],
        dissipation=found["dissipation"],
        **{key: found[key] or None for key in ("constraints", "holonomic", "prescribed", "forces")},
    )
    keys = {key: x for key, x in keys.items() if key in ("step", "start", "parameters", "initial", "controls")}
    keys |= {"steps": 20, "integrator": "Mla", "project": True}
    for key in ("step", "start"):
        keys[key] = keys.get(key, 0.0)
    run, expected = (x.simulate(**keys) for x in (again, model))
    for column in (*run.q, *run.v):
        np.testing.assert_allclose(run.columns[column], expected.columns[column], rtol=1e-9, atol=1e-9, err_msg=column)
    assert not any(x.name.endswith("_dot") for x in found["lagrangian"].free_symbols if hasattr(x, "name"))
    assert isinstance(found["lagrangian"], sympy.Expr)


def test_a_text_without_integrators_is_a_model() -> None:
    text = "#[nonholonomic(coordinates(x), lagrangian = 0.5*m*x_dot.powi(2))] struct A { m: f64 }"
    model, same = nh.Model.from_text(text), nh.Model(coordinates=["x"], parameters=["m"], lagrangian="0.5*m*x_dot.powi(2)")
    keys: dict[str, Any] = {"step": 0.1, "steps": 3, "parameters": {"m": 2.0}, "initial": {"x": 0.0, "x_dot": 1.0}}
    run, expected = (x.simulate("Rk(order = 4)", **keys) for x in (model, same))
    np.testing.assert_array_equal(run.q["x"], expected.q["x"])
    assert model.check().text and model.derive().text()
    pytest.importorskip("sympy")
    assert model.to_sympy()["lagrangian"] == same.to_sympy()["lagrangian"]


def test_definitions_and_functions_have_their_value_in_sympy() -> None:
    sympy = pytest.importorskip("sympy")
    expressions = {
        "a": "sin(x) + cos(x)*tan(x)", "b": "asin(0.3*x) + acos(0.3*x).powi(2) + atan(x)", "c": "atan2(x, 2.5e-1)",
        "d": "sinh(x) + cosh(x)*tanh(x)", "e": "exp(-x) + ln(x) + sqrt(x)", "f": "hypot(x, 3) - x.powf(1.7)",
        "g": "1 - x.powi(-3)/2", "h": "a*b - pi",
        "i": "abs(x - 2) + min(x, 0.5)*max(x, 1.5) + step(x - 1) - sign(x - 3) + clamp(x, 0, 0.2)",
    }
    model = nh.Model(coordinates=["y"], parameters=["x"], lagrangian="0.5*y_dot.powi(2)*(1 + h)", definitions=expressions)
    definitions = model.to_sympy()["definitions"]
    assert list(definitions) == list(expressions)
    run = model.simulate(
        "Mla", step=1, steps=1, parameters={"x": 0.7}, initial={"y": 0, "y_dot": 0},
        output={"o_" + k: k for k in expressions},
    )
    for name, value in definitions.items():
        number = value.subs({sympy.Symbol("x", real=True): 0.7})
        assert float(number) == pytest.approx(run.outputs["o_" + name][0], rel=1e-14), name


def test_contacts_conditions_groups_and_symmetries_are_parts_of_the_sympy_model() -> None:
    sympy = pytest.importorskip("sympy")
    bouncing = nh.Model.from_text('''#[nonholonomic(
        coordinates(x, z, phi),
        lagrangian = 0.5*m*(x_dot.powi(2) + z_dot.powi(2)) + 0.1*phi_dot.powi(2) - m*g*z,
        constraints(rolling = x_dot - 0.2*phi_dot when floor),
        holonomic(floor = z, wall = x),
        contacts(floor >= 0, opens, restitution = e/2, wall <= 0),
        integrators(Mla),
    )]
    pub struct Bouncing { pub m: f64, pub g: f64, pub e: f64 }''').to_sympy()
    e = sympy.Symbol("e", real=True)
    assert bouncing["contacts"] == {
        "floor": {"sign": 1, "opens": True, "restitution": e / 2},
        "wall": {"sign": -1, "opens": False, "restitution": None},
    }
    assert bouncing["conditions"] == {"rolling": "floor"} and list(bouncing["constraints"]) == ["rolling"]
    assert bouncing["groups"] is None and bouncing["symmetry"] is None

    spinning = nh.Model(
        groups="body: SO3(w1, w2, w3)", symmetry="R(x)", coordinates=["x"],
        lagrangian="0.5*(w1.powi(2) + 2*w2.powi(2) + 3*w3.powi(2) + x_dot.powi(2))",
    )
    found = spinning.to_sympy()
    assert found["groups"] == "body: SO3(w1, w2, w3)" and found["symmetry"] == "R(x)"
    assert found["contacts"] == found["conditions"] == {}


def test_models_are_pickled_for_other_processes(sleigh: nh.Model) -> None:
    import pickle

    again = pickle.loads(pickle.dumps(sleigh))
    assert again.text == sleigh.text
    run, expected = (x.simulate("Mla", **SLEIGH) for x in (again, sleigh))
    np.testing.assert_array_equal(run.q["x"], expected.q["x"])


@pytest.mark.filterwarnings("ignore::nonholonomic.RunWarning")
def test_a_driven_bar_a_given_speed_and_a_sliding_block_by_keywords() -> None:
    bead = nh.Model(
        coordinates=["phi", "s"],
        parameters=["m", "w"],
        lagrangian="0.5*phi_dot.powi(2) + 0.5*m*(s_dot.powi(2) + s.powi(2)*phi_dot.powi(2))",
        prescribed={"phi": "w*t"},
    )
    run = bead.simulate("Gauss", step=0.01, steps=100, parameters=dict(m=2, w=1), initial=dict(s=0.5))
    assert run.q["s"][-1] == pytest.approx(0.5 * np.cosh(1.0), rel=1e-12)
    assert run.multipliers["phi"][-1] == pytest.approx(np.cosh(1.0) * np.sinh(1.0), rel=1e-9)

    pursuit = nh.Model(
        coordinates=["x", "y"],
        lagrangian="0.5*(x_dot.powi(2) + y_dot.powi(2))",
        constraints={"speed": "x_dot.powi(2) + y_dot.powi(2) - 4"},
        rule="Chetaev",
        forces={"x": "-y_dot", "y": "x_dot"},
    )
    run = pursuit.simulate("Mla", step=0.05, steps=40, initial=dict(x_dot=2))
    np.testing.assert_allclose(np.hypot(run.v["x_dot"], run.v["y_dot"]), 2, rtol=1e-14)

    block = nh.Model(
        coordinates=["x", "z"],
        parameters=["c"],
        lagrangian="0.5*(x_dot.powi(2) + z_dot.powi(2)) - 10*z",
        holonomic={"floor": "z"},
        forces={"x": "-0.5*lambda.floor*tanh(1000*x_dot)"},
        dissipation="0.5*c*x_dot.powi(2)",
    )
    run = block.simulate("Gauss", step=0.01, steps=20, parameters=dict(c=0.5), initial=dict(x_dot=3))
    assert run.v["x_dot"][-1] == pytest.approx(13 * np.exp(-0.1) - 10, rel=1e-9)
    with pytest.raises(nh.ModelError, match="Chetaev"):
        nh.Model(coordinates=["x"], lagrangian="0.5*x_dot.powi(2)", rule="Tschetajew").check()


def test_contacts_open_in_runs_and_not_in_steppers() -> None:
    model = nh.Model(
        coordinates=["x", "z", "phi"],
        parameters=["m", "g", "r", "e"],
        lagrangian="0.5*m*(x_dot.powi(2) + z_dot.powi(2) + 0.4*r.powi(2)*phi_dot.powi(2)) - m*g*z",
        constraints={"rolling": "x_dot - r*phi_dot when floor"},
        holonomic={"floor": "z - r"},
        contacts="floor >= 0, opens, restitution = e",
    )
    initial = dict(x=0.0, z=1.0, phi=0.0, x_dot=0.7, z_dot=0.0, phi_dot=0.0)
    keys: dict[str, Any] = dict(step=0.01, end=1.5, initial=initial)
    parameters = dict(m=2.0, g=9.81, r=0.5, e=0.0)
    run = model.simulate("Mla", parameters=parameters, **keys)
    assert run.multipliers["floor"][0] == 0.0
    assert run.multipliers["floor"][-1] == pytest.approx(2.0 * 9.81)
    assert run.v["x_dot"][-1] == pytest.approx(0.5)
    high = model.simulate("Mla", parameters=parameters | {"e": 1.0}, **keys)
    assert high.q["z"].max() == pytest.approx(1.0)
    assert np.abs(high.energy - high.energy[0]).max() < 1e-9
    stepper = model.stepper("Mla", step=0.01, parameters=parameters)
    q, v = ({name: initial[name] for name in names} for names in (stepper.coordinates, stepper.velocities))
    assert stepper.start(q, v).open == ["floor"]


def test_numbers_of_numpy_are_numbers() -> None:
    plain = nh.Model(coordinates=["x"], lagrangian="0.5*x_dot.powi(2)", forces={"x": 2.0})
    model = nh.Model(coordinates=["x"], lagrangian="0.5*x_dot.powi(2)", forces={"x": np.float64(2.0)})
    assert model.text == plain.text
    for wrong in (True, float("nan"), np.inf):
        with pytest.raises(TypeError, match="an expression as a string or of SymPy is needed"):
            nh.Model(coordinates=["x"], lagrangian="0.5*x_dot.powi(2)", forces={"x": wrong})


def test_unknown_names_do_not_become_symbols() -> None:
    model = nh.Model(coordinates=["x"], lagrangian="0.5*m*x_dot.powi(2) - kk*x", parameters=["m"])
    with pytest.raises(nh.ModelError, match="unknown name 'kk'; the names are: .*x_dot, m"):
        model.to_sympy()


def test_one_model_of_several_is_the_one_of_its_name() -> None:
    text = "".join(
        f"#[nonholonomic(coordinates({x}), lagrangian = 0.5 * {x}_dot.powi(2), integrators(Mla))] struct {name} {{}}\n"
        for name, x in (("One", "x"), ("Two", "y"))
    )
    two = nh.Model.from_text(text, "Two")
    assert two.simulate("Mla", step=0.1, end=1, initial=dict(y=0, y_dot=2)).q["y"][-1] == pytest.approx(2)
    assert two.ensemble("Mla", step=0.1, steps=10, initial=dict(y=0, y_dot=np.ones(2)), keep=["y"])["y"].shape[0] == 2
    derived = str(two.derive())
    assert "y_dot" in derived and "x_dot" not in derived


def test_group_elements_of_starts_are_the_identity_or_matrices() -> None:
    model = nh.Model.from_text(
        "#[nonholonomic(groups(body: SO3(w1, w2, w3)), integrators(Mla),"
        " lagrangian = 0.5 * (w1.powi(2) + 2 * w2.powi(2) + 3 * w3.powi(2)))] struct Body {}"
    )
    stepper = model.stepper("Mla", step=0.02)
    omitted = stepper.start({}, dict(w3=5.0))
    given = stepper.start(dict(body=np.eye(3)), dict(w3=5.0))
    entries = {f"body[{i}][{i}]": 1.0 for i in range(3)}
    assert np.array_equal(omitted.entries, given.entries)
    assert np.array_equal(omitted.entries, stepper.start(entries, dict(w3=5.0)).entries)
    with pytest.raises(nh.ModelError, match=r"found shape \(2, 2\); a matrix of shape \(3, 3\)"):
        stepper.start(dict(body=np.eye(2)), dict(w3=5.0))


def test_members_that_no_value_moves_off_the_constraints_are_not_projected(sleigh: nh.Model) -> None:
    common = dict(step=0.01, steps=10, keep=["theta_dot.first"])
    parameters, off = dict(inertia=1.0, a=0.5), dict(theta_dot=1.0, y_dot=0.7)
    with pytest.raises(nh.ModelError, match="a value that varies moves off"):
        sleigh.ensemble("Mla", parameters=parameters | dict(m=np.array([1.0, 2.0])), initial=off, **common)
    with pytest.raises(nh.ModelError, match="violate the constraints"):
        sleigh.simulate("Mla", step=0.01, end=0.1, parameters=parameters | dict(m=1.0), initial=off)
    moved = sleigh.ensemble(
        "Mla", parameters=parameters | dict(m=1.0), initial=off | dict(y_dot=np.array([0.5, 0.7])), **common
    )
    assert moved["theta_dot.first"][0] == 1.0 and moved["theta_dot.first"][1] != 1.0


def test_rates_of_group_entries_come_back_from_sympy() -> None:
    model = nh.Model.from_text(
        "#[nonholonomic(groups(body: SO3(w1, w2, w3)), integrators(Mla),"
        " lagrangian = 0.5 * j * (w1 * w1 + w2 * w2 + w3 * w3) + 0.5 * j * rate(body[2][2]).powi(2))]"
        " struct Body { j: f64 }"
    )
    lagrangian = model.to_sympy()["lagrangian"]
    same = nh.Model(lagrangian=lagrangian, groups="body: SO3(w1, w2, w3)", parameters=["j"])
    assert same.to_sympy()["lagrangian"] == lagrangian


def test_rigid_motions_are_accepted_with_and_without_their_last_row() -> None:
    model = nh.Model.from_text(
        "#[nonholonomic(groups(pose: SE3(w1, w2, w3, v1, v2, v3)), integrators(Mla),"
        " lagrangian = 0.5 * m * (w1 * w1 + w2 * w2 + w3 * w3 + v1 * v1 + v2 * v2 + v3 * v3))]"
        " struct Body { m: f64 }"
    )
    pose = np.eye(4)
    pose[:3, 3] = [1.0, 2.0, 3.0]
    stepper = model.stepper("Mla", step=0.1, parameters={"m": 1.0})
    short, whole = (stepper.sample(stepper.start({"pose": x}, {"v1": 1.0})) for x in (pose[:3], pose))
    assert np.array_equal(short.q, whole.q)
    pose[3, 0] = 1.0
    with pytest.raises(nh.ModelError, match="last row"):
        stepper.start({"pose": pose}, {"v1": 1.0})

//! Mistakes in a sweep, and scenarios with one that are run by themselves.

use super::support::{Desk, PARTICLE, SCENARIO, holds, table};
use super::{SWEEP, desk};

#[test]
fn mistakes_are_reported_before_anything_runs() {
    for (from, to, expected) in [
        (
            "uniform = [0.5, 2.0]",
            "uniform = [2.0, 0.5]",
            "the range from 2.0 to 0.5 is empty",
        ),
        (
            "uniform = [0.5, 2.0]",
            "uniform = [-1e308, 1e308]",
            "the width of the range from -1e308 to 1e308 is not a finite number",
        ),
        (
            "normal = [1.0, 0.2]",
            "normal = [1.0, -0.2]",
            "the standard deviation is -0.2",
        ),
        ("m = {", "mass = {", "there is nothing of this name"),
        (
            "members = 70",
            "",
            "the number of members, because values are drawn",
        ),
        ("members = 70", "members = 1.5", "a whole number"),
        ("members = 70", "members = 1e12", "1e12 members"),
        (
            "uniform = [0.5, 2.0]",
            "grid = [0.5, 2.0, 1e12]",
            "a grid of 1000000000000 values",
        ),
        ("\"push\"]", "\"pusch\"]", "there is no `pusch`"),
        ("\"push\"]", "\"push.tme\"]", "there is no `push.tme`"),
        ("\"push\"]", "\"pusch\"]", "error: run.toml: [sweep] keep"),
        ("seed = 3", "draws = \"halton\"", "\"random\" or \"sobol\""),
        ("seed = 3", "math = \"quick\"", "\"exact\" or \"fast\""),
        (
            "keep = [\"x\", \"z\", \"energy\", \"residual.rise\", \"lambda.rise\", \"push\"]",
            "keep = []",
            "an empty array",
        ),
        ("seed = 3", "sed = 3", "there is no such key"),
        (
            "seed = 3",
            "seed = 9007199254740993",
            "0 or more, and less than 2^53",
        ),
        ("{ uniform = [0.5, 2.0] }", "\"2 * y_dott\"", "y_dott"),
        (
            "{ uniform = [0.5, 2.0] }",
            "\"2 * m\"",
            "values are computed from each other",
        ),
        (
            "{ uniform = [0.5, 2.0] }",
            "{ uniforn = [0.5, 2.0] }",
            "there is no `uniforn`",
        ),
        (
            "{ uniform = [0.5, 2.0] }",
            "[0.5, 2.0]",
            "found an array of numbers",
        ),
        ("uniform = [0.5, 2.0]", "values = [0.5, nan]", "found NaN"),
        ("m = { uniform", "push = { uniform", "a control has a law"),
    ] {
        assert!(SWEEP.contains(from), "{from}");
        let desk = desk(&SWEEP.replacen(from, to, 1));
        let arguments = ["sweep", "run.toml", "-o", "out", "--format", "csv"];
        let said = desk.nhi(&arguments, 1).stderr;
        holds(&said, &[expected]);
        assert!(!desk.path("out").exists(), "{to}: nothing is written");
    }
    let desk = desk(SWEEP);
    let said = desk.nhi(&["sweep", "run.toml", "-o", "out", "--shard", "3/2"], 2);
    holds(&said.stderr, &["K from 1 to N"]);
    desk.write("run.toml", SCENARIO);
    let said = desk.nhi(&["sweep", "run.toml", "-o", "out"], 1);
    holds(&said.stderr, &["[sweep]", "missing"]);
}

/// A draw with a mistake is a draw, so that `members` is not another mistake.
#[test]
fn a_mistake_in_a_draw_is_reported_alone() {
    let (before, _) = SWEEP.split_once("m = {").unwrap();
    let desk = desk(&format!("{before}m = {{ uniform = [1.0, 1.0] }}\n"));
    let said = desk.nhi(&["sweep", "run.toml", "-o", "out"], 1).stderr;
    holds(&said, &["the range from 1.0 to 1.0 is empty"]);
    assert!(!said.contains("members"), "{said}");
}

#[test]
fn values_that_the_step_depends_on_cannot_vary() {
    let desk = Desk::new();
    let text = format!("{SCENARIO}{SWEEP}").replace("step = 0.05", "step = \"0.05 / m\"");
    desk.write("run.toml", text);
    let said = desk.nhi(&["sweep", "run.toml", "-o", "out", "--format", "csv"], 1);
    holds(&said.stderr, &["`step` depends on it"]);
}

#[test]
fn columns_have_different_names() {
    for (keep, vary, expected) in [
        (
            "\"status\"",
            "m",
            ["[sweep] keep: every sweep has a column `status`", ":23:8"],
        ),
        (
            "\"y\", \"y\"",
            "m",
            ["[sweep] keep: `y` is listed twice", ":23:8"],
        ),
        (
            "\"y\"",
            "notes",
            [
                "[sweep.vary] notes: every sweep has a column `notes`",
                ":25:1",
            ],
        ),
        (
            "\"y\", \"x\"",
            "x",
            ["[sweep] keep: `x` is also a value that differs", ":23:8"],
        ),
    ] {
        let desk = desk(&format!(
            "[output]\nstatus = \"2 * x\"\n[sweep]\nkeep = [{keep}]\n\
             [sweep.vary]\n{vary} = {{ values = [1.0] }}\n"
        ));
        let model = PARTICLE.replace("m: f64", "m: f64, pub notes: f64");
        desk.write("particle.nhi", model.replace("0.5 * m", "0.5 * m * notes"));
        let text = desk.read("run.toml");
        desk.write("run.toml", text.replace("m = 1.0", "m = 1.0\nnotes = 1.0"));
        let said = desk.nhi(&["sweep", "run.toml", "-o", "out", "--format", "csv"], 1);
        holds(&said.stderr, &expected);
        assert!(!desk.path("out").exists(), "{expected:?}");
    }
}

#[test]
fn a_run_of_the_scenario_ignores_the_sweep_with_a_note() {
    let desk = desk(SWEEP);
    let said = desk.nhi(&["run", "run.toml", "-o", "run.csv"], 0);
    holds(&said.stderr, &["`[sweep]` is for `nhi sweep`"]);
    let (_, rows) = table(&desk.read("run.csv"));
    assert_eq!(rows.len(), 11);
}

/// A start off the constraints is a mistake, as for a run, unless a value that varies moves it there.
#[test]
fn starts_off_the_constraints_are_mistakes_unless_a_value_moves_them() {
    let scenario = format!("{SCENARIO}{SWEEP}").replace("z_dot = 0.0", "z_dot = 0.5");
    let desk = Desk::new();
    desk.write("run.toml", &scenario);
    let said = desk.nhi(&["sweep", "run.toml", "-o", "out"], 1).stderr;
    let expected = [
        "violate `rise` by 0.5 in all members",
        "a value that varies moves off",
    ];
    holds(&said, &expected);
    assert!(!desk.path("out").exists());
    // The same residual in all members may still be that of the values that vary.
    let opposite = scenario.replace(
        "y_dot = { normal = [1.0, 0.2] }",
        "z_dot = { values = [0.25] }",
    );
    desk.write("run.toml", opposite);
    let said = desk.nhi(&["sweep", "run.toml", "-o", "opposite"], 0).stdout;
    holds(&said, &["70 members", "0 refused"]);
    let moved = scenario.replace("y_dot = { normal", "z_dot = { normal");
    desk.write("run.toml", moved);
    let said = desk.nhi(&["sweep", "run.toml", "-o", "out"], 0).stdout;
    holds(&said, &["70 members", "0 refused"]);
}

/// The rate of a state follows from the state; no run would read another value.
#[test]
fn rates_of_states_cannot_vary() {
    let desk = desk(&SWEEP.replace("y_dot = {", "lag_dot = {"));
    let states = "\n[states]\nlag = { rate = \"x - lag\" }\n";
    let scenario = desk.read("run.toml").replace("Gni", "Mla");
    desk.write("run.toml", scenario + states);
    let said = desk.nhi(&["sweep", "run.toml", "-o", "out"], 1).stderr;
    holds(
        &said,
        &["lag_dot", "the rate of a state follows from its `rate`"],
    );
}

#[test]
fn a_value_that_varies_cannot_be_set() {
    let desk = desk(SWEEP);
    let said = desk.nhi(&["sweep", "run.toml", "-o", "out", "--set", "m=2"], 2);
    holds(&said.stderr, &["`--set m` has no effect: `m` varies"]);
}

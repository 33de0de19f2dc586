//! Slips of the pen, and files in the place of others: each is named with what was meant.

use crate::support::{Desk, PARTICLE, holds, root};

#[test]
fn slips_of_the_pen_are_named_with_what_was_meant() {
    let desk = Desk::new();
    for (from, to, pieces) in [
        (
            "end = 0.5",
            "end = 0,5",
            &[
                "`0,5` has a decimal comma",
                "bad.toml:4:8",
                "4 | end = 0,5",
                "help: write `0.5`",
            ][..],
        ),
        (
            "\"0.5*t\"",
            "\"0,5*t\"",
            &[
                "[controls] push: `0,5` has a decimal comma",
                "18 | push",
                "help: write `0.5`",
            ],
        ),
        (
            "m = 1.0",
            "m = \"1,5\"",
            &[
                "[parameters] m: `1,5` has a decimal comma",
                "help: write `1.5`",
            ],
        ),
        (
            "\"0.5*t\"",
            "\"np.sin(t)\"",
            &[
                "[controls] push: `np.sin` is a function of a module",
                "help: write `sin(...)`",
            ],
        ),
        (
            "\"0.5*t\"",
            "\"sin(math.pi*t)\"",
            &["`math.pi`", "help: write `pi`"],
        ),
        (
            "step = 0.05",
            "step = 0.05 s",
            &[
                "`0.05 s` is a number with a unit",
                "3 | step = 0.05 s",
                "help: write `0.05`",
            ],
        ),
        (
            "step = 0.05",
            "step = \"0.05 s\"",
            &["step: `0.05 s` is a number with a unit", "write `0.05`"],
        ),
        (
            "x = 0.0",
            "x = \"0.5 m\"",
            &[
                "[initial] x: `0.5 m` is a number with a unit",
                "10 | x =",
                "help: write `0.5`",
            ],
        ),
        (
            "x = 0.0",
            "x = \"90deg\"",
            &["`90 deg`", "`90 * pi / 180` in quotes"],
        ),
    ] {
        holds(&desk.mistake(from, to), pieces);
    }
}

#[test]
fn files_in_the_place_of_others_are_recognised() {
    let desk = Desk::new();
    for command in ["run", "check"] {
        desk.write("model.toml", PARTICLE);
        let said = desk.nhi(&[command, "model.toml"], 1).stderr;
        holds(
            &said,
            &[
                "this is a model, not a scenario",
                "model.toml:1:",
                "whose key `model` names this file",
            ],
        );
    }
    let said = desk.nhi(&["run", "particle.nhi"], 1).stderr;
    holds(&said, &["this is a model, not a scenario"]);
    for command in ["derive", "gen"] {
        let said = desk.nhi(&[command, "run.toml"], 1).stderr;
        holds(
            &said,
            &[
                "this is a scenario, not a model",
                "run.toml:1:1",
                "that its key `model` names",
            ],
        );
    }
    holds(
        &desk.mistake("particle.nhi", "run.toml"),
        &["run.toml:1:1: this is a scenario, not a model"],
    );
}

#[test]
fn slips_of_the_pen_in_a_model_are_named_with_what_was_meant() {
    let desk = Desk::new();
    let sleigh = std::fs::read_to_string(root().join("nhi-cli/starter/sleigh.nhi")).unwrap();
    for (right, slip, meant) in [
        ("* y_dot),", "* y_dot = 0),", "leave `= 0` out"),
        ("0.5 * m", "0,5 * m", "a decimal has a point: `0.5`"),
        (
            "sin(theta)",
            "np.sin(theta)",
            "if `np` is a module, leave it out",
        ),
        ("(Mla", "(RK4", "write `Rk(order = 4)`"),
        (
            "0.5 * inertia",
            "0.5 kg * inertia",
            "multiplication is written `a * b`",
        ),
        (
            "a * theta_dot +",
            "a * theta_dot.powi(2) +",
            "is not affine in the velocities",
        ),
        ("y_dot.powi(2))", "y_dot.powi(2)", "balanced brackets"),
        ("0.5 * m *", "0.0 * m *", "the parameter `m` has no effect"),
    ] {
        assert!(sleigh.contains(right), "{right}");
        desk.write("slip.nhi", sleigh.replacen(right, slip, 1));
        holds(
            &desk.nhi(&["check", "slip.nhi"], 1).stderr,
            &["slip.nhi:", meant],
        );
    }
}

//! Laws, outputs and events that look back at earlier values.

use super::*;

#[test]
fn laws_read_tables_and_earlier_values() {
    let scenario = INTEGRATING
        .replace(
            "damping =",
            "goal = { points = [[0, 1], [4, 3]], interpolation = \"linear\" }\ndamping =",
        )
        .replace(
            "u = { law = \"-damping - rate * x - sum\", inside = true }",
            "u = \"goal - delay(x, 2 * 0.1 * m)\"",
        );
    let desk = desk(&scenario);
    let table = run(&desk, &[]);
    let [t, x, u] = ["t", "x", "u"].map(|name| column(&table, name));
    for row in 0..t.len() {
        let expected = 1.0 + 0.5 * t[row] - x[row.saturating_sub(2)];
        assert!(
            (u[row] - expected).abs() < 1e-12,
            "{row}: {} {expected}",
            u[row]
        );
    }
    desk.write("run.toml", scenario.replace("2 * 0.1 * m", "0.05"));
    for command in ["check", "run"] {
        let said = desk.nhi(&[command, "run.toml"], 1).stderr;
        let found = "the delay 0.05 is shorter than the step 0.1";
        holds(
            &said,
            &[
                found,
                "run.toml:",
                "u = \"goal - delay(x, 0.05)\"",
                "a step of 0.05",
            ],
        );
    }
    desk.write("run.toml", scenario.replace("2 * 0.1 * m", "1e6"));
    let said = desk.nhi(&["check", "run.toml"], 1).stderr;
    holds(
        &said,
        &["the delay 1000000.0 is 10000000 steps", "run.toml:"],
    );
    desk.write("run.toml", scenario.replace("2 * 0.1 * m", "m - 0.95"));
    holds(
        &desk.nhi(&["check", "run.toml"], 1).stderr,
        &["shorter than the step"],
    );
    desk.write("run.toml", scenario.replace("2 * 0.1 * m", "x"));
    let said = desk.nhi(&["run", "run.toml"], 1).stderr;
    holds(
        &said,
        &["a delay that changes during the motion", "run.toml:"],
    );
}

/// Also in definitions of controls that only an output uses.
#[test]
fn delays_of_controls_are_refused() {
    for (before, after, file) in [
        (
            "[controls]",
            "[output]\nlate = \"delay(u, 0.2)\"\n[controls]",
            "[output]",
        ),
        (
            "[states]",
            "late = \"delay(2 * u, 0.2)\"\n[states]",
            "[definitions]",
        ),
        (
            "[controls]",
            "[events]\nlate = { when = \"delay(u, 0.2) - 1\" }\n[controls]",
            "[events]",
        ),
    ] {
        let desk = desk(&INTEGRATING.replace(before, after));
        let said = desk.nhi(&["check", "run.toml"], 1).stderr;
        let found = "a delayed value that depends on a control";
        holds(
            &said,
            &[
                found,
                "run.toml:",
                "late",
                "in [definitions], and delay that",
            ],
        );
        assert!(!said.contains("E900"), "{file}: {said}");
    }
}

#[test]
fn laws_of_earlier_values_have_order_two() {
    let scenario = INTEGRATING.replace(
        "u = { law = \"-damping - rate * x - sum\", inside = true }",
        "u = \"cos(3 * t) - x_dot_before\"",
    );
    let desk = desk(&scenario.replace("x_dot_before", "delay(x_dot, 0.4)"));
    for integrator in ["Mla", "Dla", "Rk(order = 4)", "Gauss(stages = 2)"] {
        let [coarse, middle, fine] = ["0.1", "0.05", "0.025"].map(|step| {
            let more = ["--integrator", integrator, "--step", step, "--end", "2"];
            *column(&run(&desk, &more), "x").last().unwrap()
        });
        let ratio = (coarse - middle) / (middle - fine);
        assert!((ratio - 4.0).abs() < 0.3, "{integrator}: {ratio}");
    }
}

#[test]
fn outputs_look_back_in_models_without_controls() {
    let free = CART.replace("controls(u),\n    forces(x = u),", "");
    let scenario = "model = \"cart.nhi\"
integrator = \"Mla\"
step = 0.1
steps = 5
[parameters]
m = 1
[initial]
x_dot = 1
[output]
late = \"delay(x, 0.2)\"
";
    let desk = desk(scenario);
    desk.write("cart.nhi", free);
    let table = run(&desk, &[]);
    let [x, late] = ["x", "late"].map(|name| column(&table, name));
    for row in 0..x.len() {
        assert!(
            (late[row] - x[row.saturating_sub(2)]).abs() < 1e-15,
            "{row}"
        );
    }
}

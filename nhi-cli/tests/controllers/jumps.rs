//! Rates of states that jump.

use super::*;

/// A goal that jumps to 1 at 1 s, and the integral of its error for a cart at rest, up to 2 s.
#[test]
fn rates_may_jump() {
    let scenario = INTEGRATING
        .replace("x = 1\n", "")
        .replace("\"x\"", "\"step(t - 0.95) - x_dot\"")
        .replace("\"-damping - rate * x - sum\"", "\"0*sum\"");
    let desk = desk(&scenario);
    for integrator in [
        "Mla",
        "Rk(order = 2)",
        "Rk(order = 4)",
        "Gauss(stages = 1)",
        "Gauss",
        "Dop853",
    ] {
        let error = |step: &str| {
            let more = ["--integrator", integrator, "--step", step, "--end", "2"];
            let table = run(&desk, &more);
            (column(&table, "sum").last().unwrap() - 1.05).abs()
        };
        // A jump within a step has an error of order one.
        let (coarse, fine) = (error("0.1"), error("0.01"));
        assert!(
            coarse < 0.06 && fine < 0.006,
            "{integrator}: {coarse} {fine}"
        );
    }
}

/// Where the velocity of the state falls by two, `Taylor` moves it by that much.
#[test]
fn rates_may_jump_downwards() {
    let scenario = INTEGRATING
        .replace("\"x\"", "\"sign(0.95 - t)\"")
        .replace("\"-damping - rate * x - sum\"", "\"0*sum\"");
    let desk = desk(&scenario);
    for integrator in ["Dop853", "Taylor"] {
        let table = run(&desk, &["--integrator", integrator, "--end", "2"]);
        let sum = *column(&table, "sum").last().unwrap();
        assert!((sum + 0.1).abs() < 1e-8, "{integrator}: {sum}");
    }
}

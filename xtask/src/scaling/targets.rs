//! The targets for the chain, compared with the measurements.

use std::fmt::Write as _;

use super::row::{Measure, NONE, Row};

/// The maximum value of a measure of the chain.
struct Target {
    what: &'static str,
    n: usize,
    integrator: &'static str,
    measure: Measure,
    most: f64,
}

const RK: &str = "Rk(order = 4)";
const MLA: &str = "Mla";

const TARGETS: [Target; 13] = [
    target(
        "operations: acceleration",
        8,
        RK,
        Measure::Acceleration,
        1100.0,
    ),
    target("operations: step", 8, RK, Measure::Step, 4600.0),
    target("operations: iteration", 8, MLA, Measure::Iteration, 9000.0),
    target("generation [s]", 8, RK, Measure::Generation, 0.15),
    target("generation [s]", 8, MLA, Measure::Generation, 0.15),
    target("rustc [s]", 8, RK, Measure::Rustc, 4.0),
    target("rustc [s]", 8, MLA, Measure::Rustc, 10.0),
    target("generation [s]", 16, RK, Measure::Generation, 1.0),
    target("generation [s]", 16, MLA, Measure::Generation, 1.0),
    target("generation [s]", 32, RK, Measure::Generation, 6.0),
    target("generation [s]", 32, MLA, Measure::Generation, 6.0),
    target("memory [MB]", 32, RK, Measure::Memory, 500.0),
    target("memory [MB]", 32, MLA, Measure::Memory, 500.0),
];

const fn target(
    what: &'static str,
    n: usize,
    integrator: &'static str,
    measure: Measure,
    most: f64,
) -> Target {
    Target {
        what,
        n,
        integrator,
        measure,
        most,
    }
}

/// Returns a table of the targets with the measured values.
pub(super) fn table(rows: &[Row]) -> String {
    let mut text =
        "| chain | n | integrator | at most | is | |\n|---|---|---|---|---|---|\n".to_owned();
    for target in &TARGETS {
        let _ = writeln!(text, "{}", target.line(rows));
    }
    text
}

impl Target {
    fn line(&self, rows: &[Row]) -> String {
        let Self {
            what,
            n,
            integrator,
            measure,
            most,
        } = self;
        let is_meant =
            |row: &&Row| row.system == "chain" && row.n == *n && row.integrator == *integrator;
        let row = rows.iter().find(is_meant);
        let found = row.map_or(NONE, |row| row.cell(*measure));
        let verdict = if found.is_ok_and(|found| found <= *most) {
            "holds"
        } else {
            "**missed**"
        };
        let found = measure.show(found);
        format!("| {what} | {n} | `{integrator}` | {most} | {found} | {verdict} |")
    }
}

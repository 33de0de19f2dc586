//! The measurements as tables for the book.

use std::fmt::Write as _;

use super::row::{Measure, Row, exponent};
use super::systems::{INTEGRATORS, SYSTEMS};

/// Returns a table for each system, with the growth of each integrator.
pub(super) fn tables(rows: &[Row]) -> String {
    let mut text = String::new();
    for system in &SYSTEMS {
        let titles = Measure::ALL.map(Measure::title).join(" | ");
        let _ = writeln!(text, "\n### The {}\n", system.name);
        let _ = writeln!(text, "| integrator | n | {titles} |");
        let _ = writeln!(text, "|---|---|{}", "---|".repeat(Measure::ALL.len()));
        for integrator in &INTEGRATORS {
            let rows = rows_of(rows, system.name, integrator.name);
            for row in &rows {
                let cells = row.texts().join(" | ");
                let _ = writeln!(text, "| `{}` | {} | {cells} |", integrator.name, row.n);
            }
            let growth = Measure::ALL
                .map(|measure| growth(&rows, measure))
                .join(" | ");
            let _ = writeln!(text, "| `{}` | *growth* | {growth} |", integrator.name);
        }
    }
    text
}

/// Returns the rows of a system with an integrator, in the order of the numbers of bodies.
pub(super) fn rows_of<'a>(rows: &'a [Row], system: &str, integrator: &str) -> Vec<&'a Row> {
    let is_meant = |row: &&Row| row.system == system && row.integrator == integrator;
    rows.iter().filter(is_meant).collect()
}

fn growth(rows: &[&Row], measure: Measure) -> String {
    let numbers = rows
        .iter()
        .filter_map(|row| Some((row.n, row.cell(measure).ok()?)));
    let numbers: Vec<_> = numbers.collect();
    exponent(&numbers).map_or_else(|| "-".to_owned(), |exponent| format!("*n^{exponent:.1}*"))
}

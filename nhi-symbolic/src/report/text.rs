//! Reports as plain text.

use std::fmt::Write;

use crate::emit::formula::text::text;
use crate::emit::formula::{Equation, Formula};

use super::columns::{aligned, padded, widths};
use super::{Part, Report};

/// The reports as plain text, formulas in the notation of the model language with `^` for powers.
#[must_use]
pub(super) fn page(reports: &[Report]) -> String {
    let texts: Vec<_> = reports.iter().map(report_text).collect();
    texts.join("\n")
}

fn report_text(report: &Report) -> String {
    let mut out = format!("{}\n{}\n", report.title, rule('=', &report.title));
    for part in &report.parts {
        match part {
            Part::Heading(heading) => {
                let _ = write!(out, "\n{heading}\n{}\n", rule('-', heading));
            }
            Part::Sentence(sentence) => {
                let _ = writeln!(out, "{sentence}");
            }
            Part::Formulas(equations) => {
                for equation in equations {
                    out.push_str(&equation_text(equation));
                }
            }
            Part::Table(rows) => out.push_str(&table(rows)),
        }
    }
    out
}

/// A line as long as a title.
fn rule(sign: char, title: &str) -> String {
    core::iter::repeat_n(sign, title.chars().count()).collect()
}

fn equation_text(equation: &Equation) -> String {
    let left = text(&equation.left);
    let Formula::Matrix(rows) = &equation.right else {
        return format!("  {left} = {}\n", text(&equation.right));
    };
    let rows = rows.iter().map(|row| row.iter().map(text).collect());
    let rows: Vec<Vec<_>> = rows.collect();
    let widths = widths(&rows);
    let mut out = format!("  {left} =\n");
    for row in &rows {
        out.push_str("    [ ");
        for (entry, width) in row.iter().zip(&widths) {
            let _ = write!(out, "{}  ", padded(entry, *width));
        }
        out.push_str("]\n");
    }
    out
}

fn table(rows: &[Vec<String>]) -> String {
    let lines = aligned(rows);
    let lines = lines.lines().map(|line| format!("  {line}\n"));
    lines.collect()
}

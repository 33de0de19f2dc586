//! Reports as plain text.

use std::fmt::Write;

use crate::text_table::padded;

use super::formula::{Binding, Formula};
use super::{Part, Report};

/// The reports as plain text, formulas in the notation of the model language with `^` for powers.
#[must_use]
pub(crate) fn text(reports: &[Report]) -> String {
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
                    out.push_str(&equation_text(&equation.left, &equation.right));
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

fn equation_text(left: &Formula, right: &Formula) -> String {
    let left = linear(left);
    let Formula::Matrix(rows) = right else {
        return format!("  {left} = {}\n", linear(right));
    };
    let rows: Vec<Vec<_>> = rows
        .iter()
        .map(|row| row.iter().map(linear).collect())
        .collect();
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<_> = (0..columns)
        .map(|j| {
            rows.iter()
                .map(|row| row[j].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
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
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<_> = (0..columns)
        .map(|j| {
            rows.iter()
                .map(|row| row[j].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut out = String::new();
    for (index, row) in rows.iter().enumerate() {
        let cells: Vec<_> = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| padded(cell, *width))
            .collect();
        let _ = writeln!(out, "  {}", cells.join("  ").trim_end());
        if index == 0 {
            let rules: Vec<_> = widths.iter().map(|&width| "-".repeat(width)).collect();
            let _ = writeln!(out, "  {}", rules.join("  "));
        }
    }
    out
}

fn linear(formula: &Formula) -> String {
    let within = |formula: &Formula, least: Binding| {
        let text = linear(formula);
        if formula.binding() < least {
            format!("({text})")
        } else {
            text
        }
    };
    match formula {
        Formula::Name(name) => name.clone(),
        Formula::Letter(letter) => letter.replace('\\', "").replace("^{-1}", "^-1"),
        Formula::Number(value) => value.to_string(),
        Formula::Pi => "pi".to_owned(),
        Formula::Undefined => "undefined".to_owned(),
        Formula::Sum(terms) => {
            let mut out = String::new();
            for (index, (negative, term)) in terms.iter().enumerate() {
                out.push_str(match (index, negative) {
                    (0, true) => "-",
                    (0, false) => "",
                    (_, true) => " - ",
                    (_, false) => " + ",
                });
                out.push_str(&within(term, Binding::Product));
            }
            out
        }
        Formula::Product(factors) => {
            let factors: Vec<_> = factors
                .iter()
                .map(|f| within(f, Binding::Product))
                .collect();
            factors.join("*")
        }
        Formula::Fraction(above, below) => {
            format!(
                "{}/{}",
                within(above, Binding::Product),
                within(below, Binding::Power)
            )
        }
        Formula::Power(base, exponent) => format!("{}^{exponent}", within(base, Binding::Atom)),
        Formula::Root(radicand) => format!("sqrt({})", linear(radicand)),
        Formula::Call(function, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(linear).collect();
            format!("{}({})", function.row().name, arguments.join(", "))
        }
        Formula::Matrix(rows) => {
            let rows: Vec<_> = rows
                .iter()
                .map(|row| row.iter().map(linear).collect::<Vec<_>>().join(", "))
                .collect();
            format!("[{}]", rows.join("; "))
        }
    }
}

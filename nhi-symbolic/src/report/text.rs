//! Reports as plain text.

use std::fmt::Write;

use crate::emit::formula::text::{letter_text, text};
use crate::emit::formula::{Equation, Formula};

use super::columns::{aligned, padded, widths};
use super::{Part, Report, alternating};

/// The maximum number of characters in a line of formulas, except for parts that cannot be broken.
const WIDTH: usize = 120;

/// Returns the reports as plain text, with formulas in the notation of the model language and `^`
/// for powers.
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
            Part::Theory(theory) => {
                let theory = alternating(theory, '$', str::to_owned, letter_text);
                let _ = writeln!(out, "{theory}");
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

/// Returns a line as long as a title.
fn rule(sign: char, title: &str) -> String {
    core::iter::repeat_n(sign, title.chars().count()).collect()
}

fn equation_text(equation: &Equation) -> String {
    let left = text(&equation.left);
    let Formula::Matrix(rows) = &equation.right else {
        return broken(&format!("  {left} = "), &text(&equation.right));
    };
    let rows = rows.iter().map(|row| row.iter().map(text).collect());
    let rows: Vec<Vec<_>> = rows.collect();
    let widths = widths(&rows);
    let mut out = format!("  {left} =\n");
    // The width of `    [ entry  entry  ]`.
    if widths.iter().map(|width| width + 2).sum::<usize>() + 7 > WIDTH {
        out.push_str(&entries(&rows));
        return out;
    }
    for row in &rows {
        out.push_str("    [ ");
        for (entry, width) in row.iter().zip(&widths) {
            let _ = write!(out, "{}  ", padded(entry, *width));
        }
        out.push_str("]\n");
    }
    out
}

/// Lists the nonzero entries of a matrix that is too wide for a line, with row and column; a column
/// vector has the row only.
fn entries(rows: &[Vec<String>]) -> String {
    let mut out = String::new();
    for (i, row) in rows.iter().enumerate() {
        for (j, entry) in row.iter().enumerate().filter(|(_, entry)| *entry != "0") {
            let place = match row.len() {
                1 => format!("{}", i + 1),
                _ => format!("{}, {}", i + 1, j + 1),
            };
            out.push_str(&broken(&format!("    [{place}]  "), entry));
        }
    }
    out
}

/// Returns a formula after a beginning. Longer formulas are broken before `+` and `-`; parts
/// without them are not broken.
fn broken(beginning: &str, formula: &str) -> String {
    let indent = " ".repeat(beginning.chars().count().min(WIDTH / 3));
    let (mut out, mut line) = (String::new(), beginning.to_owned());
    let mut is_empty = true;
    for (place, part) in parts(formula).into_iter().enumerate() {
        let is_full = line.chars().count() + 1 + part.chars().count() > WIDTH;
        if is_full && !is_empty {
            out.push_str(line.trim_end());
            out.push('\n');
            line.clone_from(&indent);
        } else if place > 0 {
            line.push(' ');
        }
        line.push_str(part);
        is_empty = false;
    }
    out + line.as_str() + "\n"
}

/// Returns the pieces between which a formula may be broken, each with its sign.
fn parts(formula: &str) -> Vec<&str> {
    let mut starts: Vec<_> = [" + ", " - "]
        .into_iter()
        .flat_map(|sign| formula.match_indices(sign))
        .map(|(place, _)| place)
        .collect();
    starts.sort_unstable();
    let ends = starts.iter().copied().chain([formula.len()]);
    let begins = std::iter::once(0).chain(starts.iter().map(|place| place + 1));
    begins
        .zip(ends)
        .map(|(begin, end)| &formula[begin..end])
        .collect()
}

fn table(rows: &[Vec<String>]) -> String {
    let lines = aligned(rows);
    let lines = lines.lines().map(|line| format!("  {line}\n"));
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_broken_in_front_of_signs_alone() {
        let terms: Vec<_> = (0..40).map(|i| format!("a_{i}*sin(b + c_{i})")).collect();
        let formula = terms.join(" - ");
        let text = broken("  x = ", &formula);
        assert!(text.lines().count() > 5, "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        let mut lines = text.lines();
        assert!(lines.next().unwrap().starts_with("  x = a_0*sin(b"));
        assert!(lines.all(|line| line.starts_with("      + ") || line.starts_with("      - ")));
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words(&text), format!("x = {formula}"), "nothing is lost");
    }

    #[test]
    fn what_has_no_signs_stays_whole() {
        let name = "a".repeat(2 * WIDTH);
        assert_eq!(broken("  x = ", &name), format!("  x = {name}\n"));
        assert_eq!(broken("  x = ", "-1"), "  x = -1\n");
    }

    #[test]
    fn entries_of_wide_matrices_have_their_places() {
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        assert_eq!(
            entries(&[row("1", "0"), row("0", "x + y")]),
            "    [1, 1]  1\n    [2, 2]  x + y\n"
        );
        let column = [vec!["0".to_owned()], vec!["z".to_owned()]];
        assert_eq!(entries(&column), "    [2]  z\n");
    }
}

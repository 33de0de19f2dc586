//! Formulas as plain text, in the notation of the model language with `^` for powers.

use super::names::SIGNS;
use super::tree::{Binding, Formula};

/// Returns a formula on one line.
pub(crate) fn text(formula: &Formula) -> String {
    let within = |formula: &Formula, least: Binding| {
        let inner = text(formula);
        if formula.binding() < least {
            format!("({inner})")
        } else {
            inner
        }
    };
    match formula {
        Formula::Name(name) => name.clone(),
        Formula::Letter(letter) => letter_text(letter),
        Formula::Number(value) => value.to_string(),
        Formula::Pi => "pi".to_owned(),
        Formula::Omitted(leaves) => format!("({})", Formula::omitted(*leaves)),
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
        Formula::Root(radicand) => format!("sqrt({})", text(radicand)),
        Formula::Call(function, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(text).collect();
            format!("{}({})", function.row().name, arguments.join(", "))
        }
        Formula::Matrix(rows) => {
            let rows: Vec<_> = rows
                .iter()
                .map(|row| row.iter().map(text).collect::<Vec<_>>().join(", "))
                .collect();
            format!("[{}]", rows.join("; "))
        }
    }
}

/// Returns letters of the theory, which are written in TeX with spaces between them.
pub(crate) fn letter_text(letters: &str) -> String {
    let mut out = String::new();
    for word in letters.split_whitespace() {
        let sign = SIGNS.iter().find(|(tex, ..)| *tex == word);
        let word = sign.map_or(word, |(.., sign)| sign);
        let is_inside = out.ends_with(['(', '[', '<']) || ["(", ")", "]", ">", ","].contains(&word);
        if !out.is_empty() && !is_inside {
            out.push(' ');
        }
        let word = word.replace("\\mathrm", "");
        out.push_str(&word.replace(['\\', '{', '}'], ""));
    }
    out
}

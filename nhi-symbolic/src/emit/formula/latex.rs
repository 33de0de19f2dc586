//! Formulas in LaTeX, for math mode.

use std::fmt::Write;

use super::names::{NameParts, greek, split_digits};
use super::tree::{Binding, Formula};

/// Returns a formula in LaTeX; it requires the package amsmath.
pub(crate) fn latex(formula: &Formula) -> String {
    let within = |formula: &Formula, least: Binding| {
        let text = latex(formula);
        if formula.binding() < least {
            format!("\\left({text}\\right)")
        } else {
            text
        }
    };
    match formula {
        Formula::Name(name) => name_latex(name),
        Formula::Letter(letter) => (*letter).to_owned(),
        Formula::Number(value) => match value.to_string().split_once('/') {
            Some((n, d)) => format!("\\tfrac{{{n}}}{{{d}}}"),
            None => value.to_string(),
        },
        Formula::Pi => "\\pi".to_owned(),
        Formula::Omitted(leaves) => format!("\\text{{{}}}", Formula::omitted(*leaves)),
        Formula::Undefined => "\\bot".to_owned(),
        Formula::Sum(terms) => {
            let mut out = String::new();
            for (index, (negative, term)) in terms.iter().enumerate() {
                out.push_str(match (index, negative) {
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
            factors.join(" \\, ")
        }
        Formula::Fraction(above, below) => {
            format!("\\frac{{{}}}{{{}}}", latex(above), latex(below))
        }
        Formula::Power(base, exponent) => match &**base {
            Formula::Call(function, arguments) if arguments.len() == 1 => {
                format!(
                    "{}^{{{exponent}}}{}",
                    function.row().latex,
                    argument(&arguments[0])
                )
            }
            base => format!("{{{}}}^{{{exponent}}}", within(base, Binding::Atom)),
        },
        Formula::Root(radicand) => format!("\\sqrt{{{}}}", latex(radicand)),
        Formula::Call(function, arguments) if arguments.len() == 1 => {
            format!("{}{}", function.row().latex, argument(&arguments[0]))
        }
        Formula::Call(function, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(latex).collect();
            format!(
                "{}\\left({}\\right)",
                function.row().latex,
                arguments.join(", ")
            )
        }
        Formula::Matrix(rows) => {
            let rows: Vec<_> = rows
                .iter()
                .map(|row| row.iter().map(latex).collect::<Vec<_>>().join(" & "))
                .collect();
            format!(
                "\\begin{{pmatrix}} {} \\end{{pmatrix}}",
                rows.join(" \\\\[3pt] ")
            )
        }
    }
}

fn argument(formula: &Formula) -> String {
    match formula {
        Formula::Name(_) => format!(" {}", latex(formula)),
        _ => format!("\\left({}\\right)", latex(formula)),
    }
}

fn name_latex(name: &str) -> String {
    let parts = NameParts::of(name);
    let mut out = word(&parts.base, false);
    if parts.dotted {
        out = format!("\\dot{{{out}}}");
    }
    if !parts.subscripts.is_empty() {
        let subscripts: Vec<_> = parts.subscripts.iter().map(|s| word(s, true)).collect();
        let _ = write!(out, "_{{{}}}", subscripts.join(","));
    }
    if let Some(above) = parts.superscript {
        let above = escape(&above);
        let _ = write!(out, "^{{\\mathrm{{{above}}}}}");
    }
    out
}

fn word(text: &str, is_subscript: bool) -> String {
    let (head, digits) = split_digits(text);
    let letter = if greek(head).is_some() && head != "omicron" {
        format!("\\{head}")
    } else if head.chars().count() == 1 {
        escape(head)
    } else {
        format!("\\mathrm{{{}}}", escape(head))
    };
    match (digits.is_empty(), is_subscript) {
        (true, _) => letter,
        (false, true) => format!("{letter}{digits}"),
        (false, false) => format!("{{{letter}}}_{{{digits}}}"),
    }
}

/// Escapes plain text for LaTeX.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\textbackslash{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(letter);
            }
            '<' | '>' | '|' => {
                let _ = write!(out, "${letter}$");
            }
            // Characters that the standard fonts do not contain.
            _ if (letter as u32) > 0x17f => out.push('?'),
            _ => out.push(letter),
        }
    }
    out
}

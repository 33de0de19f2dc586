//! Formulas in LaTeX, for math mode.

use std::fmt::Write;

use super::names::{NameParts, greek, split_digits};
use super::tree::{Binding, Formula};

/// Returns a formula in LaTeX; it requires the package amsmath.
pub(crate) fn latex(formula: &Formula) -> String {
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
        Formula::Sum(terms) => terms_latex(terms, true),
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

/// Returns an equation. A sum that is too long for a line is broken before signs.
pub(crate) fn equation_latex(left: &Formula, right: &Formula) -> String {
    let left = latex(left);
    let Some(lines) = right.lines() else {
        return format!("{left} = {}", latex(right));
    };
    let lines = lines.iter().enumerate();
    let lines = lines.map(|(place, terms)| terms_latex(terms, place == 0));
    let lines: Vec<_> = lines.collect();
    format!(
        "\\begin{{aligned}} {left} ={{}} & {} \\end{{aligned}}",
        lines.join(" \\\\ & ")
    )
}

/// Returns terms with their signs; the first plus of a sum is omitted.
fn terms_latex(terms: &[(bool, Formula)], is_first: bool) -> String {
    let terms = terms.iter().enumerate().map(|(place, (negative, term))| {
        let sign = match (is_first && place == 0, negative) {
            (true, false) => "",
            (_, true) => " - ",
            (false, false) => " + ",
        };
        format!("{sign}{}", within(term, Binding::Product))
    });
    terms.collect()
}

/// Returns a formula, in parentheses unless it binds strongly enough.
fn within(formula: &Formula, least: Binding) -> String {
    let text = latex(formula);
    if formula.binding() < least {
        format!("\\left({text}\\right)")
    } else {
        text
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

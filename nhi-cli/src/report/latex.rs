//! Reports as LaTeX documents that need nothing but the base packages.

use std::fmt::Write;

use super::formula::{Binding, Formula};
use super::names::{NameParts, greek, split_digits};
use super::{Part, Report};

/// The reports as one LaTeX document. Formulas wider than the page are scaled down to it.
#[must_use]
pub(crate) fn latex(reports: &[Report]) -> String {
    let mut out = String::from(
        "\\documentclass[a4paper,11pt]{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\
         \\usepackage{amsmath}\n\\usepackage{graphicx}\n\\usepackage[margin=20mm]{geometry}\n\
         \\newsavebox{\\formulabox}\n\
         \\newcommand{\\formula}[1]{\\par\\smallskip\\noindent\\sbox{\\formulabox}{$\\displaystyle #1$}%\n  \
         \\ifdim\\wd\\formulabox>\\linewidth\\resizebox{\\linewidth}{!}{\\usebox{\\formulabox}}\\else\\usebox{\\formulabox}\\fi\\par}\n\
         \\setlength{\\parindent}{0pt}\n\\setcounter{MaxMatrixCols}{64}\n\\begin{document}\n",
    );
    for report in reports {
        body(report, &mut out);
    }
    out.push_str("\\end{document}\n");
    out
}

fn body(report: &Report, out: &mut String) {
    let _ = writeln!(out, "\\section*{{{}}}", escape(&report.title));
    for part in &report.parts {
        match part {
            Part::Heading(heading) => {
                let _ = writeln!(out, "\\subsection*{{{}}}", escape(heading));
            }
            Part::Sentence(sentence) => {
                let _ = writeln!(out, "{}\n", sentence_text(sentence));
            }
            Part::Formulas(equations) => {
                for equation in equations {
                    let (left, right) = (math(&equation.left), math(&equation.right));
                    let _ = writeln!(out, "\\formula{{{left} = {right}}}");
                }
            }
            Part::Table(rows) => out.push_str(&table(rows)),
        }
    }
}

fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = 0.94 / columns.max(1) as f64;
    let format = format!("p{{{width:.2}\\linewidth}}").repeat(columns);
    let mut out = format!("\\par\\smallskip\\begin{{tabular}}{{{format}}}\n");
    for (index, row) in rows.iter().enumerate() {
        let cells: Vec<_> = row.iter().map(|cell| sentence_text(cell)).collect();
        let _ = writeln!(out, "{} \\\\", cells.join(" & "));
        if index == 0 {
            out.push_str("\\hline\n");
        }
    }
    out.push_str("\\end{tabular}\\par\\smallskip\n");
    out
}

/// Text in which back quotes mark code.
fn sentence_text(sentence: &str) -> String {
    let pieces = sentence.split('`').enumerate();
    pieces
        .map(|(index, piece)| {
            if index % 2 == 1 {
                format!("\\texttt{{{}}}", escape(piece))
            } else {
                escape(piece)
            }
        })
        .collect()
}

fn escape(text: &str) -> String {
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
            // Letters that the standard fonts do not have.
            _ if (letter as u32) > 0x17f => out.push('?'),
            _ => out.push(letter),
        }
    }
    out
}

fn math(formula: &Formula) -> String {
    let within = |formula: &Formula, least: Binding| {
        let text = math(formula);
        if formula.binding() < least {
            format!("\\left({text}\\right)")
        } else {
            text
        }
    };
    match formula {
        Formula::Name(name) => name_math(name),
        Formula::Letter(letter) => (*letter).to_owned(),
        Formula::Number(value) => match value.to_string().split_once('/') {
            Some((n, d)) => format!("\\tfrac{{{n}}}{{{d}}}"),
            None => value.to_string(),
        },
        Formula::Pi => "\\pi".to_owned(),
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
        Formula::Fraction(above, below) => format!("\\frac{{{}}}{{{}}}", math(above), math(below)),
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
        Formula::Root(radicand) => format!("\\sqrt{{{}}}", math(radicand)),
        Formula::Call(function, arguments) if arguments.len() == 1 => {
            format!("{}{}", function.row().latex, argument(&arguments[0]))
        }
        Formula::Call(function, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(math).collect();
            format!(
                "{}\\left({}\\right)",
                function.row().latex,
                arguments.join(", ")
            )
        }
        Formula::Matrix(rows) => {
            let rows: Vec<_> = rows
                .iter()
                .map(|row| row.iter().map(math).collect::<Vec<_>>().join(" & "))
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
        Formula::Name(_) => format!(" {}", math(formula)),
        _ => format!("\\left({}\\right)", math(formula)),
    }
}

fn name_math(name: &str) -> String {
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

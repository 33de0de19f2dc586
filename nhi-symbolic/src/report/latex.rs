//! Reports as LaTeX documents that require only the base packages.

use std::fmt::Write;

use crate::emit::formula::latex::{equation_latex, escape};

use super::{Part, Report, alternating};

/// Returns the reports as one LaTeX document. Formulas wider than the page are scaled down.
#[must_use]
pub(super) fn document(reports: &[Report]) -> String {
    let mut out = String::from(
        "\\documentclass[a4paper,11pt]{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\
         \\usepackage{amsmath}\n\\usepackage{graphicx}\n\\usepackage[margin=20mm]{geometry}\n\
         \\newsavebox{\\formulabox}\n\
         \\newcommand{\\formula}[1]{\\par\\smallskip\\noindent\\sbox{\\formulabox}{$\\displaystyle #1$}%\n  \
         \\ifdim\\wd\\formulabox>\\linewidth\\resizebox{\\linewidth}{!}{\\usebox{\\formulabox}}\\else\\usebox{\\formulabox}\\fi\\par}\n\
         \\setlength{\\parindent}{0pt}\n\\sloppy\n\\setcounter{MaxMatrixCols}{64}\n\\begin{document}\n",
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
            Part::Theory(theory) => {
                let math = |letters: &str| format!("${letters}$");
                let _ = writeln!(out, "{}\n", alternating(theory, '$', escape, math));
            }
            Part::Formulas(equations) => {
                for equation in equations {
                    let equation = equation_latex(&equation.left, &equation.right);
                    let _ = writeln!(out, "\\formula{{{equation}}}");
                }
            }
            Part::Table(rows) => out.push_str(&table(rows)),
        }
    }
}

fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let format = format!("p{{\\dimexpr\\linewidth/{columns}-2\\tabcolsep}}").repeat(columns);
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

/// Formats a text in which backticks mark code.
fn sentence_text(sentence: &str) -> String {
    let code = |piece: &str| format!("\\texttt{{{}}}", escape(piece));
    alternating(sentence, '`', escape, code)
}

//! Reports as HTML pages with MathML, which browsers display without network access or scripts.

use std::fmt::Write;

use crate::emit::formula::mathml::{equation_math, escape, letter_math};

use super::{Part, Report, alternating};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}\
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem;border-bottom:1px solid #ccd1d6}\
.formula{overflow-x:auto;overflow-y:hidden;padding:.3rem 0}math{font-size:1.1rem}\
table{border-collapse:collapse;margin:.5rem 0}td,th{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #e4e7ea;vertical-align:top}\
code{background:#f1f3f5;padding:0 .2rem;border-radius:3px}mtd{padding:.25rem .5rem}.lines>mtr>mtd{text-align:left;padding:.25rem 0}\
@media(prefers-color-scheme:dark){body{background:#16181b;color:#e6e8ea}code{background:#26292d}h2{border-color:#444}td,th{border-color:#333}}";

/// Returns the reports as one self-contained page.
#[must_use]
pub(super) fn page(reports: &[Report]) -> String {
    let titles: Vec<_> = reports.iter().map(|report| report.title.as_str()).collect();
    let title = escape(&titles.join(", "));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    );
    for report in reports {
        body(report, &mut out);
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn body(report: &Report, out: &mut String) {
    let _ = writeln!(out, "<h1>{}</h1>", escape(&report.title));
    for part in &report.parts {
        match part {
            Part::Heading(heading) => {
                let _ = writeln!(out, "<h2>{}</h2>", escape(heading));
            }
            Part::Sentence(sentence) => {
                let _ = writeln!(out, "<p>{}</p>", sentence_html(sentence));
            }
            Part::Theory(theory) => {
                let math = |letters: &str| format!("<math>{}</math>", letter_math(letters));
                let _ = writeln!(out, "<p>{}</p>", alternating(theory, '$', escape, math));
            }
            Part::Formulas(equations) => {
                for equation in equations {
                    let _ = writeln!(
                        out,
                        "<div class=\"formula\"><math display=\"block\">{}</math></div>",
                        equation_math(&equation.left, &equation.right)
                    );
                }
            }
            Part::Table(rows) => out.push_str(&table(rows)),
        }
    }
}

fn table(rows: &[Vec<String>]) -> String {
    let mut out = String::from("<table>\n");
    for (index, row) in rows.iter().enumerate() {
        let tag = if index == 0 { "th" } else { "td" };
        let cells: String = row
            .iter()
            .map(|cell| format!("<{tag}>{}</{tag}>", sentence_html(cell)))
            .collect();
        let _ = writeln!(out, "<tr>{cells}</tr>");
    }
    out.push_str("</table>\n");
    out
}

/// Formats a text in which backticks mark code.
fn sentence_html(sentence: &str) -> String {
    let code = |piece: &str| format!("<code>{}</code>", escape(piece));
    alternating(sentence, '`', escape, code)
}

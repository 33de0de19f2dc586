//! Reports as HTML pages with MathML, which browsers show without network or script.

use std::fmt::Write;

use super::formula::{Binding, Formula};
use super::names::{NameParts, greek, split_digits};
use super::{Part, Report};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24;background:#fff}\
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2rem;border-bottom:1px solid #ccd1d6}\
.formula{overflow-x:auto;overflow-y:hidden;padding:.3rem 0}math{font-size:1.1rem}\
table{border-collapse:collapse;margin:.5rem 0}td,th{text-align:left;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #e4e7ea;vertical-align:top}\
code{background:#f1f3f5;padding:0 .2rem;border-radius:3px}mtd{padding:.25rem .5rem}\
@media(prefers-color-scheme:dark){body{background:#16181b;color:#e6e8ea}code{background:#26292d}h2{border-color:#444}td,th{border-color:#333}}";

/// The reports as one self-contained page.
#[must_use]
pub(crate) fn html(reports: &[Report]) -> String {
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
            Part::Formulas(equations) => {
                for equation in equations {
                    let _ = writeln!(
                        out,
                        "<div class=\"formula\"><math display=\"block\"><mrow>{}<mo>=</mo>{}</mrow></math></div>",
                        math(&equation.left),
                        math(&equation.right)
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

/// Text in which back quotes mark code.
fn sentence_html(sentence: &str) -> String {
    let pieces = sentence.split('`').enumerate();
    pieces
        .map(|(index, piece)| {
            if index % 2 == 1 {
                format!("<code>{}</code>", escape(piece))
            } else {
                escape(piece)
            }
        })
        .collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn math(formula: &Formula) -> String {
    let within = |formula: &Formula, least: Binding| {
        let inner = math(formula);
        if formula.binding() < least {
            format!("<mrow><mo>(</mo>{inner}<mo>)</mo></mrow>")
        } else {
            inner
        }
    };
    match formula {
        Formula::Name(name) => name_math(name),
        Formula::Letter(letter) => letter_math(letter),
        Formula::Number(value) => match value.to_string().split_once('/') {
            Some((n, d)) => format!("<mfrac><mn>{n}</mn><mn>{d}</mn></mfrac>"),
            None => format!("<mn>{value}</mn>"),
        },
        Formula::Pi => "<mi>π</mi>".to_owned(),
        Formula::Undefined => "<mo>⊥</mo>".to_owned(),
        Formula::Sum(terms) => {
            let mut out = String::from("<mrow>");
            for (index, (negative, term)) in terms.iter().enumerate() {
                out.push_str(match (index, negative) {
                    (0, false) => "",
                    (_, true) => "<mo>−</mo>",
                    (_, false) => "<mo>+</mo>",
                });
                out.push_str(&within(term, Binding::Product));
            }
            out + "</mrow>"
        }
        Formula::Product(factors) => {
            let factors: Vec<_> = factors
                .iter()
                .map(|f| within(f, Binding::Product))
                .collect();
            format!(
                "<mrow>{}</mrow>",
                factors.join("<mspace width=\"0.17em\"/>")
            )
        }
        Formula::Fraction(above, below) => {
            format!(
                "<mfrac><mrow>{}</mrow><mrow>{}</mrow></mfrac>",
                math(above),
                math(below)
            )
        }
        Formula::Power(base, exponent) => match &**base {
            Formula::Call(function, arguments) if arguments.len() == 1 => format!(
                "<mrow><msup><mi>{}</mi><mn>{exponent}</mn></msup><mo>&#x2061;</mo>{}</mrow>",
                function.row().name,
                argument(&arguments[0])
            ),
            base => format!(
                "<msup><mrow>{}</mrow><mn>{exponent}</mn></msup>",
                within(base, Binding::Atom)
            ),
        },
        Formula::Root(radicand) => format!("<msqrt>{}</msqrt>", math(radicand)),
        Formula::Call(function, arguments) if arguments.len() == 1 => {
            format!(
                "<mrow><mi>{}</mi><mo>&#x2061;</mo>{}</mrow>",
                function.row().name,
                argument(&arguments[0])
            )
        }
        Formula::Call(function, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(math).collect();
            format!(
                "<mrow><mi>{}</mi><mo>(</mo>{}<mo>)</mo></mrow>",
                function.row().name,
                arguments.join("<mo>,</mo>")
            )
        }
        Formula::Matrix(rows) => {
            let rows: String = rows
                .iter()
                .map(|row| {
                    let cells: String = row
                        .iter()
                        .map(|e| format!("<mtd>{}</mtd>", math(e)))
                        .collect();
                    format!("<mtr>{cells}</mtr>")
                })
                .collect();
            format!("<mrow><mo>(</mo><mtable>{rows}</mtable><mo>)</mo></mrow>")
        }
    }
}

fn argument(formula: &Formula) -> String {
    match formula {
        Formula::Name(_) => format!("<mspace width=\"0.17em\"/>{}", math(formula)),
        _ => format!("<mrow><mo>(</mo>{}<mo>)</mo></mrow>", math(formula)),
    }
}

/// Letters of the theory, written in LaTeX where they need more than one sign; a product of letters
/// has spaces between them.
fn letter_math(product: &str) -> String {
    let mut words = product.split_whitespace();
    let mut letters = Vec::new();
    while let Some(word) = words.next() {
        letters.push(match word {
            "\\dot" => {
                let moving = words.next().unwrap_or_default();
                format!("<mover>{}<mo>˙</mo></mover>", one_letter_math(moving))
            }
            letter => one_letter_math(letter),
        });
    }
    match letters.as_slice() {
        [letter] => letter.clone(),
        _ => format!("<mrow>{}</mrow>", letters.concat()),
    }
}

fn one_letter_math(letter: &str) -> String {
    if let Some((base, below)) = letter.split_once('_') {
        let (base, below) = (one_letter_math(base), one_letter_math(below));
        return format!("<msub>{base}{below}</msub>");
    }
    let (base, power) = letter.split_once('^').unwrap_or((letter, ""));
    let name = base.trim_start_matches('\\');
    let sign = greek(name).map_or_else(|| name.to_owned(), String::from);
    match power {
        "" => format!("<mi>{sign}</mi>"),
        "{-1}" => format!("<msup><mi>{sign}</mi><mrow><mo>−</mo><mn>1</mn></mrow></msup>"),
        power => format!("<msup><mi>{sign}</mi><mi>{power}</mi></msup>"),
    }
}

fn name_math(name: &str) -> String {
    let parts = NameParts::of(name);
    let mut base = word(&parts.base);
    if parts.dotted {
        base = format!("<mover><mrow>{base}</mrow><mo>˙</mo></mover>");
    }
    let below: Vec<_> = parts.subscripts.iter().map(|s| word(s)).collect();
    let below = format!("<mrow>{}</mrow>", below.join("<mo>,</mo>"));
    let above = parts
        .superscript
        .map(|above| format!("<mtext>{}</mtext>", escape(&above)));
    match (parts.subscripts.is_empty(), above) {
        (true, None) => base,
        (true, Some(above)) => format!("<msup><mrow>{base}</mrow>{above}</msup>"),
        (false, None) => format!("<msub><mrow>{base}</mrow>{below}</msub>"),
        (false, Some(above)) => format!("<msubsup><mrow>{base}</mrow>{below}{above}</msubsup>"),
    }
}

fn word(text: &str) -> String {
    let (head, digits) = split_digits(text);
    let letter = match greek(head) {
        Some(letter) => format!("<mi>{letter}</mi>"),
        None => format!("<mi>{}</mi>", escape(head)),
    };
    if digits.is_empty() {
        letter
    } else {
        format!("<msub>{letter}<mn>{digits}</mn></msub>")
    }
}

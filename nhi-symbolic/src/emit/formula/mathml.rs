//! Formulas in MathML, which browsers display without network access or scripts.

use super::names::{NameParts, SIGNS, greek, split_digits};
use super::tree::{Binding, Formula};

/// Renders a formula as the contents of a `<math>` element.
pub(crate) fn mathml(formula: &Formula) -> String {
    match formula {
        Formula::Name(name) => name_math(name),
        Formula::Letter(letter) => letter_math(letter),
        Formula::Number(value) => match value.to_string().split_once('/') {
            Some((n, d)) => format!("<mfrac><mn>{n}</mn><mn>{d}</mn></mfrac>"),
            None => format!("<mn>{value}</mn>"),
        },
        Formula::Pi => "<mi>π</mi>".to_owned(),
        Formula::Omitted(leaves) => format!("<mtext>{}</mtext>", Formula::omitted(*leaves)),
        Formula::Undefined => "<mo>⊥</mo>".to_owned(),
        Formula::Sum(terms) => format!("<mrow>{}</mrow>", terms_math(terms, true)),
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
                mathml(above),
                mathml(below)
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
        Formula::Root(radicand) => format!("<msqrt>{}</msqrt>", mathml(radicand)),
        Formula::Call(function, arguments) if arguments.len() == 1 => {
            format!(
                "<mrow><mi>{}</mi><mo>&#x2061;</mo>{}</mrow>",
                function.row().name,
                argument(&arguments[0])
            )
        }
        Formula::Call(function, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(mathml).collect();
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
                        .map(|e| format!("<mtd>{}</mtd>", mathml(e)))
                        .collect();
                    format!("<mtr>{cells}</mtr>")
                })
                .collect();
            format!("<mrow><mo>(</mo><mtable>{rows}</mtable><mo>)</mo></mrow>")
        }
    }
}

/// Renders an equation. A sum that is too long for a line is broken before signs.
pub(crate) fn equation_math(left: &Formula, right: &Formula) -> String {
    let left = mathml(left);
    let Some(lines) = right.lines() else {
        return format!("<mrow>{left}<mo>=</mo>{}</mrow>", mathml(right));
    };
    let rows = lines.iter().enumerate().map(|(place, terms)| {
        let beginning = match place {
            0 => format!("{left}<mo>=</mo>"),
            _ => String::new(),
        };
        let terms = terms_math(terms, place == 0);
        format!("<mtr><mtd>{beginning}</mtd><mtd>{terms}</mtd></mtr>")
    });
    format!(
        "<mtable class=\"lines\" displaystyle=\"true\">{}</mtable>",
        rows.collect::<String>()
    )
}

/// Renders terms with their signs; the first plus of a sum is omitted.
fn terms_math(terms: &[(bool, Formula)], is_first: bool) -> String {
    let terms = terms.iter().enumerate().map(|(place, (negative, term))| {
        let sign = match (is_first && place == 0, negative) {
            (true, false) => "",
            (true, true) => "<mo>−</mo>",
            (false, true) => "<mo form=\"infix\">−</mo>",
            (false, false) => "<mo form=\"infix\">+</mo>",
        };
        format!("{sign}{}", within(term, Binding::Product))
    });
    terms.collect()
}

/// Renders a formula, in parentheses unless it binds strongly enough.
fn within(formula: &Formula, least: Binding) -> String {
    let inner = mathml(formula);
    if formula.binding() < least {
        format!("<mrow><mo>(</mo>{inner}<mo>)</mo></mrow>")
    } else {
        inner
    }
}

fn argument(formula: &Formula) -> String {
    match formula {
        Formula::Name(_) => format!("<mspace width=\"0.17em\"/>{}", mathml(formula)),
        _ => format!("<mrow><mo>(</mo>{}<mo>)</mo></mrow>", mathml(formula)),
    }
}

/// Renders letters of the theory, which are written in LaTeX if they consist of several symbols.
/// The letters of a product are separated by spaces.
pub(crate) fn letter_math(product: &str) -> String {
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
    if let Some((_, sign, _)) = SIGNS.iter().find(|(tex, ..)| *tex == letter) {
        return format!("<mo stretchy=\"false\">{sign}</mo>");
    }
    if letter.bytes().all(|digit| digit.is_ascii_digit()) {
        return format!("<mn>{letter}</mn>");
    }
    if let Some((base, below)) = letter.split_once('_') {
        let below = below.trim_matches(['{', '}']);
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

/// Escapes plain text for HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

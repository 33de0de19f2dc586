//! Number literals, kept exact.

use proc_macro2::{Literal, Span};

use crate::diag::{Code, Diagnostic};
use crate::model::ast::Decimal;

/// Largest number of digits of a literal.
const MAX_DIGITS: usize = 1000;
/// Largest magnitude of a written power of ten.
const MAX_EXPONENT: i32 = 400;

/// Returns the value of a literal.
///
/// # Errors
/// The diagnostic for a literal that is not a decimal number, or one out of range.
pub(super) fn decimal(literal: &Literal) -> Result<Decimal, Diagnostic> {
    let (span, text) = (literal.span(), literal.to_string());
    if !text.starts_with(|first: char| first.is_ascii_digit()) {
        return Err(not_decimal(
            span,
            "a literal that is not a number",
            "numbers and names of parameters are the operands",
        ));
    }
    if text.starts_with("0x") || text.starts_with("0o") || text.starts_with("0b") {
        return Err(not_decimal(
            span,
            &format!("`{text}` is not decimal"),
            "write the number in decimal digits",
        ));
    }
    let (number, suffix) = split_suffix(&text);
    if !matches!(suffix, "" | "f64" | "f32") {
        return Err(not_decimal(
            span,
            &format!("number with the suffix `{suffix}`"),
            &format!("write `{}`", number.trim_end_matches('_')),
        ));
    }
    parts(number).ok_or_else(|| {
        Diagnostic::error(
            Code::NumberTooLarge,
            span,
            "number out of range",
            format!("at most {MAX_DIGITS} digits and a decimal exponent between -{MAX_EXPONENT} and {MAX_EXPONENT}"),
        )
    })
}

fn not_decimal(span: Span, found: &str, help: &str) -> Diagnostic {
    Diagnostic::error(
        Code::BadNumber,
        span,
        found,
        "a decimal number such as `2`, `0.1` or `1e-3`",
    )
    .help(help)
}

/// Splits a literal into the number and its type suffix; the `e` of an exponent belongs to the
/// number.
fn split_suffix(text: &str) -> (&str, &str) {
    let mut end = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((_, character)) = characters.next() {
        let exponent = matches!(character, 'e' | 'E')
            && characters
                .peek()
                .is_some_and(|(_, next)| matches!(next, '0'..='9' | '+' | '-' | '_'));
        if exponent {
            characters.next();
        } else if !matches!(character, '0'..='9' | '.' | '_') {
            break;
        }
        end = characters.peek().map_or(text.len(), |(next, _)| *next);
    }
    text.split_at(end)
}

/// Returns digits and power of ten of a decimal number without suffix; `None` if it is out of
/// range.
fn parts(number: &str) -> Option<Decimal> {
    let plain = number.replace('_', "");
    let (mantissa, written) = plain.split_once(['e', 'E']).unwrap_or((&plain, "0"));
    let written: i32 = written
        .parse()
        .ok()
        .filter(|exponent: &i32| exponent.abs() <= MAX_EXPONENT)?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.len() + fraction.len() > MAX_DIGITS {
        return None;
    }
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_start_matches('0');
    Some(Decimal {
        digits: if significant.is_empty() {
            "0"
        } else {
            significant
        }
        .to_owned(),
        exponent: written - i32::try_from(fraction.len()).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;

    fn read(text: &str) -> Result<(String, i32), Code> {
        decimal(&Literal::from_str(text).unwrap())
            .map(|number| (number.digits, number.exponent))
            .map_err(|diagnostic| diagnostic.code)
    }

    fn exactly(digits: &str, exponent: i32) -> Result<(String, i32), Code> {
        Ok((digits.to_owned(), exponent))
    }

    #[test]
    fn decimal_literals_are_exact() {
        assert_eq!(read("0.1"), exactly("1", -1));
        assert_eq!(read("12"), exactly("12", 0));
        assert_eq!(read("1_000.5e-3"), exactly("10005", -4));
        assert_eq!(read("2."), exactly("2", 0));
        assert_eq!(read("0.0"), exactly("0", -1));
        assert_eq!(read("1e+3"), exactly("1", 3));
    }

    #[test]
    fn float_suffixes_change_nothing() {
        assert_eq!(read("0.5f64"), exactly("5", -1));
        assert_eq!(read("1e3f32"), exactly("1", 3));
        assert_eq!(read("3_f64"), exactly("3", 0));
    }

    #[test]
    fn other_literals_are_not_numbers() {
        for text in ["1u32", "0x10", "0b1", "\"m\"", "'m'", "1i8", "1.5f16"] {
            assert_eq!(read(text), Err(Code::BadNumber), "{text}");
        }
    }

    #[test]
    fn digits_and_exponents_are_bounded() {
        assert_eq!(read("1e400"), exactly("1", 400));
        assert_eq!(read("1e401"), Err(Code::NumberTooLarge));
        assert_eq!(read("1e-99999999999"), Err(Code::NumberTooLarge));
        assert_eq!(read(&"9".repeat(1001)), Err(Code::NumberTooLarge));
    }
}

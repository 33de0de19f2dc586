//! Parsing of the value of an option.

use proc_macro2::Span;

use crate::diag::{Code, Diagnostic, one_of, suggestion};
use crate::expr::Rational;
use crate::model::ast;

use super::row::{OptionRow, Values};

/// A chosen value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Chosen {
    Flag,
    /// The index of the word in its row.
    Word(usize),
    Number(Rational),
}

/// The reason for which a value is rejected.
pub(super) struct Refusal {
    span: Span,
    found: String,
    required: String,
    help: String,
}

impl Refusal {
    pub(super) fn diagnostic(self, integrator: &str, option: &str) -> Diagnostic {
        let found = format!(
            "the option `{option}` of `{integrator}` cannot {}",
            self.found
        );
        Diagnostic::error(Code::OptionValue, self.span, found, self.required).help(self.help)
    }
}

/// Returns the value of an option, if its row allows it.
pub(super) fn chosen(row: &OptionRow, option: &ast::IntegratorOption) -> Result<Chosen, Refusal> {
    let (found, span) = described(option);
    let refuse = |required: String, help: String| {
        Err(Refusal {
            span,
            found: found.clone(),
            required,
            help,
        })
    };
    let number = match &option.value {
        ast::OptionValue::Number { value, .. } => Rational::decimal(&value.digits, value.exponent),
        ast::OptionValue::Word(_) | ast::OptionValue::Flag => None,
    };
    match row.values {
        Values::Flag if matches!(option.value, ast::OptionValue::Flag) => Ok(Chosen::Flag),
        Values::Flag => refuse(format!("`{}` alone", option.name.text), String::new()),
        Values::Words(words) => {
            let word = match &option.value {
                ast::OptionValue::Word(word) => word.text.as_str(),
                ast::OptionValue::Number { .. } | ast::OptionValue::Flag => "",
            };
            match words.iter().position(|known| *known == word) {
                Some(place) => Ok(Chosen::Word(place)),
                None => refuse(one_of(words), suggestion(word, words.iter().copied())),
            }
        }
        Values::Integers(numbers) => {
            let integer = number.and_then(|n| n.to_i64());
            match integer.filter(|n| numbers.contains(n)) {
                Some(integer) => Ok(Chosen::Number(integer.into())),
                None => refuse(one_of_integers(numbers), String::new()),
            }
        }
        Values::Fraction(..) => {
            match number.filter(|n| (Rational::ZERO..=Rational::ONE).contains(n)) {
                Some(number) => Ok(Chosen::Number(number)),
                None => refuse("a number from 0 to 1".to_owned(), String::new()),
            }
        }
        Values::Tolerance(_) => {
            match number.filter(|n| (Rational::ZERO..Rational::ONE).contains(n) && !n.is_zero()) {
                Some(number) => Ok(Chosen::Number(number)),
                None => refuse("a number above 0 and below 1".to_owned(), String::new()),
            }
        }
        Values::Gain(_) | Values::Rate => match number.filter(|n| !n.is_negative()) {
            Some(number) => Ok(Chosen::Number(number)),
            None => refuse("a number that is not negative".to_owned(), String::new()),
        },
    }
}

/// Describes an invalid value of an option as a continuation of "cannot", and returns its location.
fn described(option: &ast::IntegratorOption) -> (String, Span) {
    match &option.value {
        ast::OptionValue::Word(word) => (format!("be `{}`", word.text), word.span),
        ast::OptionValue::Flag => ("appear without a value".to_owned(), option.name.span),
        ast::OptionValue::Number { value, span } => {
            let number = Rational::decimal(&value.digits, value.exponent);
            let text = number.map_or("a number of that size".to_owned(), |n| n.to_string());
            (format!("be {text}"), *span)
        }
    }
}

fn one_of_integers(numbers: &[i64]) -> String {
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
    let numbers: Vec<_> = numbers.iter().map(String::as_str).collect();
    one_of(&numbers)
}

pub(super) fn unknown_option(
    integrator: &str,
    option: &ast::IntegratorOption,
    known: &[&str],
    row: Option<&OptionRow>,
) -> Diagnostic {
    let name = option.name.text.as_str();
    let unfit = match row {
        Some(row) if row.on_elements => Some((
            "group elements, and the configuration has none",
            "leave it out, or put what turns into `groups(...)`",
        )),
        Some(row) if row.on_positions => Some((
            "position constraints, and the model has none",
            "leave it out, or put constraints on positions into `holonomic(...)`",
        )),
        _ => None,
    };
    if let Some((purpose, help)) = unfit {
        return Diagnostic::error(
            Code::UnknownOption,
            option.name.span,
            format!("the option `{name}` of `{integrator}` is for {purpose}"),
            one_of(known),
        )
        .help(help);
    }
    Diagnostic::error(
        Code::UnknownOption,
        option.name.span,
        format!("`{integrator}` has no option `{name}`"),
        one_of(known),
    )
    .help(suggestion(name, known.iter().copied()))
}

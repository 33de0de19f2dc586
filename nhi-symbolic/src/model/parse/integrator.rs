//! An integrator with its options.

use super::number::decimal;
use super::parser::{Parser, starts_name};
use crate::diag::{Code, Diagnostic};
use crate::model::ast::{Integrator, IntegratorOption, OptionValue};

impl Parser<'_> {
    /// Reads `Name` or `Name(option = value, flag, ...)`
    pub(super) fn integrator(&mut self) -> Option<Integrator> {
        let Some(name) = self.name() else {
            self.skip_to_comma();
            return None;
        };
        let mut options: Vec<IntegratorOption> = Vec::new();
        if let Some(group) = self.parentheses() {
            self.list(group, starts_name, |parser| {
                let Some(option) = parser.option() else {
                    return parser.skip_to_comma();
                };
                if options
                    .iter()
                    .any(|earlier| earlier.name.text == option.name.text)
                {
                    parser.report(duplicate_option(&option));
                }
                options.push(option);
            });
        }
        Some(Integrator { name, options })
    }

    /// Reads `name` or `name = value`; returns `None` after a reported error.
    fn option(&mut self) -> Option<IntegratorOption> {
        if self.cursor.literal().is_some() {
            self.report_bad_option();
            return None;
        }
        let name = self.name()?;
        let value = if self.take_equals() {
            self.option_value()?
        } else {
            OptionValue::Flag
        };
        if !self.at_separator() && !self.at_new_entry() {
            self.report_bad_option();
            return None;
        }
        Some(IntegratorOption { name, value })
    }

    fn option_value(&mut self) -> Option<OptionValue> {
        let negative = self.take_punct('-');
        if let Some((literal, next)) = self.cursor.literal() {
            let value = decimal(&literal)
                .map_err(|diagnostic| self.report(diagnostic))
                .ok();
            self.advance(next);
            let mut value = value?;
            if negative {
                value.digits.insert(0, '-');
            }
            return Some(OptionValue::Number {
                value,
                span: literal.span(),
            });
        }
        if negative || self.cursor.ident().is_none() {
            self.report_bad_option();
            return None;
        }
        self.name().map(OptionValue::Word)
    }

    fn report_bad_option(&mut self) {
        let (span, found) = (self.here(), self.describe_next());
        self.report(Diagnostic::error(
            Code::BadOption,
            span,
            found,
            "an option alone, or `option = value` with a word or a number, such as `order = 4`",
        ));
    }
}

fn duplicate_option(option: &IntegratorOption) -> Diagnostic {
    Diagnostic::error(
        Code::DuplicateOption,
        option.name.span,
        format!("second value for the option `{}`", option.name.text),
        "each option at most once",
    )
}

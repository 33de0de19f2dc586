//! Reading the options of an integrator.

use proc_macro2::Span;

use crate::diag::{Code, Diagnostic, Diagnostics, one_of, suggestion};
use crate::expr::Rational;
use crate::mechanics::{MassKind, Mechanics};
use crate::model::ast;

use super::builder::can_be_explicit;

/// The options of one integrator as written.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where the integrator is named.
    pub span: Span,
    /// What is written in its parentheses.
    pub written: Vec<ast::IntegratorOption>,
}

impl Options {
    /// Whether an option that has no value is there.
    ///
    /// # Errors
    /// The option with a value.
    pub fn flag(&self, name: &str) -> Result<bool, Diagnostics> {
        let Some(option) = self.written.iter().find(|o| o.name.text == name) else {
            return Ok(false);
        };
        if matches!(option.value, ast::OptionValue::Flag) {
            return Ok(true);
        }
        Err(Diagnostic::error(
            Code::OptionValue,
            option.name.span,
            format!("the option `{name}` has a value"),
            format!("`{name}` alone"),
        )
        .into())
    }

    /// Checks that the Lagrangian is of second degree in the velocities; `reason` says what the
    /// integrator needs that for.
    ///
    /// # Errors
    /// A diagnostic with the reason.
    pub fn require_mechanical(
        &self,
        integrator: &str,
        reason: &str,
        mechanics: &Mechanics,
    ) -> Result<(), Diagnostics> {
        if mechanics.lagrangian.mass_kind != MassKind::Velocity {
            return Ok(());
        }
        Err(Diagnostic::error(
            Code::UnsupportedLagrangian,
            self.span,
            format!("`{integrator}` {reason}, but here L_vv depends on the velocities"),
            "a Lagrangian of second degree in the velocities",
        )
        .help(
            "write the kinetic energy as 1/2 v^T M(q) v, or choose an integrator that needs only \
             derivatives of the Lagrangian: `Gni`, `Dla`, `Dap`, `Mla`, `Lobatto`, `Rk`, `Gauss`",
        )
        .into())
    }

    /// Checks that the mass matrix is constant and no force depends on the velocity.
    ///
    /// # Errors
    /// A diagnostic that says why the integrator needs it.
    pub fn require_explicit(
        &self,
        integrator: &str,
        mechanics: &Mechanics,
    ) -> Result<(), Diagnostics> {
        if can_be_explicit(mechanics) {
            return Ok(());
        }
        let reason = match mechanics.lagrangian.mass_kind {
            MassKind::Constant => "a force here depends on the velocity",
            MassKind::Configuration => "the mass matrix here depends on the configuration",
            MassKind::Velocity => "L_vv here depends on the velocities",
        };
        Err(Diagnostic::error(
            Code::UnsupportedLagrangian,
            self.span,
            format!("`{integrator}` is an explicit method, but {reason}"),
            "a constant mass matrix, and forces and potential that depend on positions and time only",
        )
        .help("choose `Gni`, which becomes implicit where it must")
        .into())
    }
}

/// The option of every integrator that asks for the derivatives of its step.
pub(super) const JACOBIAN: &str = "jacobian";

const WITHOUT_VALUE: &str = "stand without a value";

/// Reads options one by one and reports those that nobody asked for.
#[derive(Debug)]
pub struct OptionReader<'a> {
    integrator: &'static str,
    options: &'a Options,
    known: Vec<String>,
    diagnostics: Diagnostics,
}

impl<'a> OptionReader<'a> {
    /// Starts to read the options of an integrator.
    pub fn new(integrator: &'static str, options: &'a Options) -> Self {
        Self {
            integrator,
            options,
            known: vec![JACOBIAN.to_owned()],
            diagnostics: Diagnostics::new(),
        }
    }

    /// An option with one of several words as value; the first is the default.
    pub fn word<T: Copy>(&mut self, name: &'static str, words: &[(&'static str, T)]) -> T {
        self.known.push(name.to_owned());
        let default = words[0].1;
        let Some(option) = self.options.written.iter().find(|o| o.name.text == name) else {
            return default;
        };
        let (word, found, span) = match &option.value {
            ast::OptionValue::Word(word) => {
                (word.text.as_str(), format!("be `{}`", word.text), word.span)
            }
            ast::OptionValue::Flag => ("", WITHOUT_VALUE.to_owned(), option.name.span),
            ast::OptionValue::Number { span, .. } => ("", "be a number".to_owned(), *span),
        };
        if let Some((_, value)) = words.iter().find(|(known, _)| *known == word) {
            return *value;
        }
        let list: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        let help = suggestion(word, list.iter().copied());
        self.refuse(name, span, &found, &one_of(&list), &help);
        default
    }

    /// An option with one of several integers as value; the first is the default.
    pub fn integer(&mut self, name: &'static str, values: &[i64]) -> i64 {
        self.known.push(name.to_owned());
        let Some(option) = self.options.written.iter().find(|o| o.name.text == name) else {
            return values[0];
        };
        let (found, span, number) = match &option.value {
            ast::OptionValue::Number { value, span } => {
                let number = Rational::decimal(&value.digits, value.exponent);
                let text = number.as_ref().map(ToString::to_string).unwrap_or_default();
                (format!("be {text}"), *span, number.and_then(|n| n.to_i64()))
            }
            ast::OptionValue::Word(word) => (format!("be `{}`", word.text), word.span, None),
            ast::OptionValue::Flag => (WITHOUT_VALUE.to_owned(), option.name.span, None),
        };
        if let Some(number) = number.filter(|number| values.contains(number)) {
            return number;
        }
        let mut list: Vec<_> = values.to_vec();
        list.sort_unstable();
        let list: Vec<_> = list.iter().map(ToString::to_string).collect();
        let list: Vec<_> = list.iter().map(String::as_str).collect();
        self.refuse(name, span, &found, &one_of(&list), "");
        values[0]
    }

    /// An option with a number from 0 to 1 as value.
    pub fn fraction(&mut self, name: &str, default: &Rational) -> Rational {
        let accepts = |number: &Rational| (Rational::ZERO..=Rational::ONE).contains(number);
        self.accepted_number(name, default, accepts, "a number from 0 to 1")
    }

    /// An option with a number that is not negative as value.
    pub fn number(&mut self, name: &str, default: &Rational) -> Rational {
        let accepts = |number: &Rational| !number.is_negative();
        self.accepted_number(name, default, accepts, "a number that is not negative")
    }

    fn accepted_number(
        &mut self,
        name: &str,
        default: &Rational,
        accepts: impl Fn(&Rational) -> bool,
        required: &str,
    ) -> Rational {
        self.known.push(name.to_owned());
        let Some(option) = self.options.written.iter().find(|o| o.name.text == name) else {
            return default.clone();
        };
        let (found, span) = match &option.value {
            ast::OptionValue::Number { value, span } => {
                match Rational::decimal(&value.digits, value.exponent) {
                    Some(number) if accepts(&number) => return number,
                    Some(number) => (format!("be {number}"), *span),
                    None => ("be a number of that size".to_owned(), *span),
                }
            }
            ast::OptionValue::Word(word) => (format!("be `{}`", word.text), word.span),
            ast::OptionValue::Flag => (WITHOUT_VALUE.to_owned(), option.name.span),
        };
        self.refuse(name, span, &found, required, "");
        default.clone()
    }

    /// Reports a value: the option cannot ...
    fn refuse(&mut self, name: &str, span: Span, found: &str, required: &str, help: &str) {
        let found = format!(
            "the option `{name}` of `{}` cannot {found}",
            self.integrator
        );
        let diagnostic = Diagnostic::error(Code::OptionValue, span, found, required);
        self.diagnostics.push(diagnostic.help(help));
    }

    /// Reports unknown options and closes the reader.
    ///
    /// # Errors
    /// Everything that was wrong with the options.
    pub fn finish(mut self) -> Result<(), Diagnostics> {
        let known: Vec<_> = self.known.iter().map(String::as_str).collect();
        for option in &self.options.written {
            let name = option.name.text.as_str();
            if !known.contains(&name) {
                self.diagnostics.push(
                    Diagnostic::error(
                        Code::UnknownOption,
                        option.name.span,
                        format!("`{}` has no option `{name}`", self.integrator),
                        one_of(&known),
                    )
                    .help(suggestion(name, known.iter().copied())),
                );
            }
        }
        self.diagnostics.into_result().map(|_| ())
    }
}

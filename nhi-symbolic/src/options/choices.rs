//! The option values that a request chooses for an integrator.

use proc_macro2::Span;

use crate::diag::Diagnostics;
use crate::expr::Rational;
use crate::model::ast::{IntegratorOption, Name, OptionValue};
use crate::model::{IntegratorRequest, Model};

use super::read::{Chosen, chosen, unknown_option};
use super::row::{OptionRow, Values};
use super::words::Word;

/// The option of every integrator that requests the derivatives of its step.
pub(crate) const JACOBIAN: &str = "jacobian";
const JACOBIAN_ROW: OptionRow = OptionRow::named(JACOBIAN, Values::Flag);

/// The options of an integrator with their values.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The options written in the request, with their values.
    written: Vec<(String, Chosen)>,
    /// The location of the integrator's name.
    pub(crate) span: Span,
    rows: &'static [OptionRow],
}

/// The properties of a model that affect the options of an integrator.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModelNames {
    /// The names of the integrals.
    pub(crate) integrals: Vec<String>,
    /// True if the configuration has group elements.
    pub(crate) has_elements: bool,
    /// True if there are position constraints.
    pub(crate) has_positions: bool,
}

impl ModelNames {
    pub(crate) fn of(model: &Model) -> Self {
        Self {
            integrals: model.integrals.iter().map(|x| x.name.clone()).collect(),
            has_elements: !model.groups.is_empty(),
            has_positions: !model.holonomic.is_empty(),
        }
    }
}

impl ModelNames {
    /// Returns true if an option is meaningful for the model.
    fn know(&self, row: &OptionRow) -> bool {
        (self.has_elements || !row.on_elements) && (self.has_positions || !row.on_positions)
    }
}

impl IntegratorRequest {
    /// Returns the same integrator with the derivatives of its steps.
    #[must_use]
    pub fn with_derivatives(mut self) -> Self {
        let is_asked_for = |option: &IntegratorOption| option.name.text == JACOBIAN;
        if !self.options.iter().any(is_asked_for) {
            let text = JACOBIAN.to_owned();
            let span = self.name.span;
            self.options.push(IntegratorOption {
                name: Name { text, span },
                value: OptionValue::Flag,
            });
        }
        self
    }
}

impl Choices {
    /// Returns the defaults of an integrator with the given options.
    #[must_use]
    pub fn defaults(rows: &'static [OptionRow]) -> Self {
        Self {
            written: Vec::new(),
            span: Span::call_site(),
            rows,
        }
    }

    /// Returns each choice that differs from the defaults in one word or integer, with its text.
    #[must_use]
    pub fn alternatives(rows: &'static [OptionRow], has_elements: bool) -> Vec<(String, Self)> {
        let mut all = Vec::new();
        for row in rows.iter().filter(|row| has_elements || !row.on_elements) {
            let Some(name) = row.name else { continue };
            let values: Vec<_> = match row.values {
                Values::Words(words) => words
                    .iter()
                    .enumerate()
                    .map(|(place, word)| ((*word).to_owned(), Chosen::Word(place)))
                    .collect(),
                Values::Integers(numbers) => numbers
                    .iter()
                    .map(|&n| (n.to_string(), Chosen::Number(n.into())))
                    .collect(),
                Values::Flag
                | Values::Fraction(..)
                | Values::Tolerance(_)
                | Values::Gain(_)
                | Values::Rate => Vec::new(),
            };
            for (text, value) in values.into_iter().skip(1) {
                let mut choices = Self::defaults(rows);
                choices.written.push((name.to_owned(), value));
                all.push((format!("{name} = {text}"), choices));
            }
        }
        all
    }

    /// Reads the options written after the name of an integrator.
    ///
    /// # Errors
    /// All options that are unknown or have an invalid value.
    pub(crate) fn read(
        integrator: &str,
        rows: &'static [OptionRow],
        request: &IntegratorRequest,
        names: &ModelNames,
    ) -> Result<Self, Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        let mut written = Vec::new();
        let mut known = Vec::new();
        for row in core::iter::once(&JACOBIAN_ROW).chain(rows) {
            if !names.know(row) {
                continue;
            }
            let spellings = match row.name {
                Some(name) => vec![name.to_owned()],
                None => names.integrals.iter().map(|x| row.name_for(x)).collect(),
            };
            for name in spellings {
                let option = request.options.iter().find(|o| o.name.text == name);
                match option.map(|option| chosen(row, option)) {
                    Some(Ok(value)) => written.push((name.clone(), value)),
                    Some(Err(refusal)) => {
                        diagnostics.push(refusal.diagnostic(integrator, &name));
                    }
                    None => {}
                }
                known.push(name);
            }
        }
        let known: Vec<_> = known.iter().map(String::as_str).collect();
        for option in &request.options {
            if !known.contains(&option.name.text.as_str()) {
                let name = Some(option.name.text.as_str());
                let row = rows.iter().find(|row| row.name == name);
                diagnostics.push(unknown_option(integrator, option, &known, row));
            }
        }
        diagnostics.into_result()?;
        Ok(Self {
            written,
            span: request.name.span,
            rows,
        })
    }

    /// Returns the choices between words and between integers, as written: `stages = 3`. Options
    /// for group elements are included only with `has_elements`.
    #[must_use]
    pub fn text(&self, has_elements: bool) -> String {
        let mut texts = Vec::new();
        let rows = self.rows.iter();
        for row in rows.filter(|row| has_elements || !row.on_elements) {
            let Some(name) = row.name else { continue };
            let value = match row.values {
                Values::Words(words) => match self.written(name) {
                    Some(&Chosen::Word(place)) => words[place].to_owned(),
                    _ => words[0].to_owned(),
                },
                Values::Integers(_) => self.integer(name).to_string(),
                Values::Flag
                | Values::Fraction(..)
                | Values::Tolerance(_)
                | Values::Gain(_)
                | Values::Rate => continue,
            };
            texts.push(format!("{name} = {value}"));
        }
        texts.join(", ")
    }

    /// Returns the request of an integrator with these choices: `Gauss(stages = 3)`.
    #[must_use]
    pub fn request(&self, integrator: &str, has_elements: bool) -> String {
        match self.text(has_elements) {
            none if none.is_empty() => integrator.to_owned(),
            options => format!("{integrator}({options})"),
        }
    }

    fn written(&self, name: &str) -> Option<&Chosen> {
        let option = self.written.iter().find(|(known, _)| known == name);
        option.map(|(_, value)| value)
    }

    /// Returns the row of an option that the integrator has.
    fn row(&self, name: &str) -> &OptionRow {
        let row = self.rows.iter().find(|row| row.name == Some(name));
        row.unwrap_or_else(|| panic!("`{name}` is in no row of the integrator's options"))
    }

    /// Returns the names of the written options, in the order of the rows.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.written.iter().map(|(name, _)| name.as_str())
    }

    /// Returns true if the derivatives of steps are requested.
    pub(crate) fn wants_jacobian(&self) -> bool {
        self.written(JACOBIAN).is_some()
    }

    /// Returns the word of an option.
    #[must_use]
    pub fn word<W: Word>(&self) -> W {
        match self.written(W::OPTION) {
            Some(&Chosen::Word(place)) => W::ALL[place],
            _ => W::ALL[0],
        }
    }

    /// Returns the integer of an option.
    #[must_use]
    pub fn integer(&self, name: &str) -> i64 {
        match (self.written(name), self.row(name).values) {
            (Some(Chosen::Number(number)), _) => number
                .to_i64()
                .expect("an option with integers was read as one of them"),
            (_, Values::Integers(numbers)) => numbers[0],
            _ => panic!("`{name}` is not an option with integers"),
        }
    }

    /// Returns the order of a step that is made of substeps; `None` if it is made at once.
    #[must_use]
    pub fn composed_order(&self) -> Option<u32> {
        let row = self.rows.iter().find(|row| row.composes)?;
        let order = self.integer(row.name?);
        (order > 2).then_some(order as u32)
    }

    /// Returns the number of an option.
    #[must_use]
    pub fn number(&self, name: &str) -> Rational {
        if let Some(number) = self.written_number(name) {
            return number;
        }
        match self.row(name).values {
            Values::Fraction(numerator, denominator) => {
                Rational::fraction(numerator, denominator).expect("no default has a denominator 0")
            }
            Values::Tolerance(power) => {
                let ten = Rational::integer(10).checked_powi(power);
                ten.expect("a power of ten is a number")
            }
            Values::Gain(gain) => gain.into(),
            _ => panic!("`{name}` is not an option with a number"),
        }
    }

    /// Returns the number of an option if it is written.
    #[must_use]
    pub fn written_number(&self, name: &str) -> Option<Rational> {
        match self.written(name) {
            Some(Chosen::Number(number)) => Some(number.clone()),
            _ => None,
        }
    }
}

//! The options of integrators: typed rows, and the values that a request chooses.

use core::fmt;

use proc_macro2::Span;

use crate::diag::{Code, Diagnostic, Diagnostics, one_of, suggestion};
use crate::expr::Rational;
use crate::model::{IntegratorRequest, ast};

use super::integrator::Integrator;
use super::words::Word;

/// An option of an integrator.
#[derive(Clone, Copy, Debug)]
pub struct OptionRow {
    /// Its name; `None` for one that is named as each integral of the model.
    pub name: Option<&'static str>,
    /// What it can be; the default first.
    pub values: Values,
    /// What else there is to say of its default.
    pub remark: Option<&'static str>,
    /// Whether it means something only where the configuration has group elements.
    pub on_elements: bool,
}

/// What an option can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Present or not.
    Flag,
    /// One of several words, the default first.
    Words(&'static [&'static str]),
    /// One of several integers, the default first.
    Integers(&'static [i64]),
    /// A number from 0 to 1; the default is this numerator over this denominator.
    Fraction(i64, i64),
    /// A number that is not negative, and its default.
    Gain(i64),
}

impl OptionRow {
    /// A choice between words.
    #[must_use]
    pub(super) const fn words<W: Word>() -> Self {
        Self::named(W::OPTION, Values::Words(W::SPELLINGS))
    }

    /// A choice of the given name.
    #[must_use]
    pub(super) const fn named(name: &'static str, values: Values) -> Self {
        Self {
            name: Some(name),
            values,
            remark: None,
            on_elements: false,
        }
    }

    /// A gain for each integral of the model, zero where none is written.
    #[must_use]
    pub(super) const fn gain_of_each_integral() -> Self {
        Self {
            name: None,
            values: Values::Gain(0),
            remark: None,
            on_elements: false,
        }
    }

    /// The same row with a remark on its default.
    #[must_use]
    pub(super) const fn remark(self, remark: &'static str) -> Self {
        Self {
            remark: Some(remark),
            ..self
        }
    }

    /// The same row, known only where the configuration has group elements.
    #[must_use]
    pub(super) const fn on_elements(self) -> Self {
        Self {
            on_elements: true,
            ..self
        }
    }
}

/// As in tables: `start = Paper | Lambda0 | Smooth`.
impl fmt::Display for OptionRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(name) = self.name else {
            return f.write_str("<integral> = gain");
        };
        f.write_str(name)?;
        match self.values {
            Values::Flag => {}
            Values::Words(words) => write!(f, " = {}", words.join(" | "))?,
            Values::Integers(numbers) => {
                let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
                write!(f, " = {}", numbers.join(" | "))?;
            }
            Values::Fraction(numerator, denominator) => {
                write!(f, " = {}", numerator as f64 / denominator as f64)?;
            }
            Values::Gain(gain) => write!(f, " = {gain}")?,
        }
        match self.remark {
            Some(remark) => write!(f, " ({remark})"),
            None => Ok(()),
        }
    }
}

/// The option of every integrator that asks for the derivatives of its step.
pub(super) const JACOBIAN: &str = "jacobian";
const JACOBIAN_ROW: OptionRow = OptionRow::named(JACOBIAN, Values::Flag);

/// What a value that was chosen is.
#[derive(Clone, Debug, PartialEq)]
enum Chosen {
    Flag,
    /// The place of the word in its row.
    Word(usize),
    Number(Rational),
}

/// The options of an integrator with their values.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The options that are written, with their values.
    written: Vec<(String, Chosen)>,
    /// Where the integrator is named.
    pub(super) span: Span,
    rows: &'static [OptionRow],
}

/// What a model adds to the options of an integrator.
#[derive(Clone, Debug, Default)]
pub(super) struct ModelNames {
    /// The names of the integrals.
    pub(super) integrals: Vec<String>,
    /// Whether the configuration has group elements.
    pub(super) has_elements: bool,
}

impl ModelNames {
    pub(super) fn of(model: &crate::model::Model) -> Self {
        Self {
            integrals: model.integrals.iter().map(|x| x.name.clone()).collect(),
            has_elements: !model.groups.is_empty(),
        }
    }
}

impl Choices {
    /// The defaults of an integrator.
    #[must_use]
    pub fn defaults(integrator: &Integrator) -> Self {
        Self {
            written: Vec::new(),
            span: Span::call_site(),
            rows: integrator.options,
        }
    }

    /// Each choice that differs from the defaults in one word or integer, with its text.
    #[must_use]
    pub fn alternatives(integrator: &Integrator) -> Vec<(String, Self)> {
        let mut all = Vec::new();
        for row in integrator.options {
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
                Values::Flag | Values::Fraction(..) | Values::Gain(_) => Vec::new(),
            };
            for (text, value) in values.into_iter().skip(1) {
                let mut choices = Self::defaults(integrator);
                choices.written.push((name.to_owned(), value));
                all.push((format!("{name} = {text}"), choices));
            }
        }
        all
    }

    /// Reads what is written behind the name of an integrator.
    ///
    /// # Errors
    /// Every option that is unknown or has a value that it cannot have.
    pub(super) fn read(
        integrator: &Integrator,
        request: &IntegratorRequest,
        names: &ModelNames,
    ) -> Result<Self, Diagnostics> {
        let mut diagnostics = Diagnostics::new();
        let mut written = Vec::new();
        let mut known = Vec::new();
        for row in core::iter::once(&JACOBIAN_ROW).chain(integrator.options) {
            if row.on_elements && !names.has_elements {
                continue;
            }
            let spellings = match row.name {
                Some(name) => vec![name.to_owned()],
                None => names.integrals.clone(),
            };
            for name in spellings {
                let option = request.options.iter().find(|o| o.name.text == name);
                match option.map(|option| chosen(row, option)) {
                    Some(Ok(value)) => written.push((name.clone(), value)),
                    Some(Err(refusal)) => {
                        diagnostics.push(refusal.diagnostic(integrator.name, &name));
                    }
                    None => {}
                }
                known.push(name);
            }
        }
        let known: Vec<_> = known.iter().map(String::as_str).collect();
        for option in &request.options {
            if !known.contains(&option.name.text.as_str()) {
                diagnostics.push(unknown_option(integrator.name, option, &known));
            }
        }
        diagnostics.into_result()?;
        Ok(Self {
            written,
            span: request.name.span,
            rows: integrator.options,
        })
    }

    /// The choices between words and between integers, as they are written: `stages = 3`.
    #[must_use]
    pub fn text(&self) -> String {
        let mut texts = Vec::new();
        for row in self.rows {
            let Some(name) = row.name else { continue };
            let value = match row.values {
                Values::Words(words) => match self.written(name) {
                    Some(&Chosen::Word(place)) => words[place].to_owned(),
                    _ => words[0].to_owned(),
                },
                Values::Integers(_) => self.integer(name).to_string(),
                Values::Flag | Values::Fraction(..) | Values::Gain(_) => continue,
            };
            texts.push(format!("{name} = {value}"));
        }
        texts.join(", ")
    }

    /// The request of an integrator with these choices: `Gauss(stages = 3)`.
    #[must_use]
    pub fn request(&self, integrator: &Integrator) -> String {
        match self.text() {
            none if none.is_empty() => integrator.name.to_owned(),
            options => format!("{}({options})", integrator.name),
        }
    }

    fn written(&self, name: &str) -> Option<&Chosen> {
        let option = self.written.iter().find(|(known, _)| known == name);
        option.map(|(_, value)| value)
    }

    /// The row of an option that the integrator has.
    fn row(&self, name: &str) -> &OptionRow {
        let row = self.rows.iter().find(|row| row.name == Some(name));
        row.unwrap_or_else(|| panic!("`{name}` is in no row of the integrator's options"))
    }

    /// Whether the derivatives of steps are asked for.
    pub(super) fn wants_jacobian(&self) -> bool {
        self.written(JACOBIAN).is_some()
    }

    /// The word of an option.
    #[must_use]
    pub fn word<W: Word>(&self) -> W {
        match self.written(W::OPTION) {
            Some(&Chosen::Word(place)) => W::ALL[place],
            _ => W::ALL[0],
        }
    }

    /// The integer of an option.
    #[must_use]
    pub fn integer(&self, name: &str) -> i64 {
        match (self.written(name), self.row(name).values) {
            (Some(Chosen::Number(number)), _) => number
                .to_i64()
                .expect("an option with integers was read as one of them"),
            (_, Values::Integers(numbers)) => numbers[0],
            _ => panic!("`{name}` is no option with integers"),
        }
    }

    /// The number of an option.
    #[must_use]
    pub fn number(&self, name: &str) -> Rational {
        if let Some(number) = self.written_number(name) {
            return number;
        }
        match self.row(name).values {
            Values::Fraction(numerator, denominator) => {
                Rational::fraction(numerator, denominator).expect("no default has a denominator 0")
            }
            Values::Gain(gain) => gain.into(),
            _ => panic!("`{name}` is no option with a number"),
        }
    }

    /// The number of an option where it is written.
    #[must_use]
    pub fn written_number(&self, name: &str) -> Option<Rational> {
        match self.written(name) {
            Some(Chosen::Number(number)) => Some(number.clone()),
            _ => None,
        }
    }
}

/// Why a value is refused.
struct Refusal {
    span: Span,
    found: String,
    required: String,
    help: String,
}

impl Refusal {
    fn diagnostic(self, integrator: &str, option: &str) -> Diagnostic {
        let found = format!(
            "the option `{option}` of `{integrator}` cannot {}",
            self.found
        );
        Diagnostic::error(Code::OptionValue, self.span, found, self.required).help(self.help)
    }
}

/// The value of an option, where its row allows it.
fn chosen(row: &OptionRow, option: &ast::IntegratorOption) -> Result<Chosen, Refusal> {
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
        Values::Gain(_) => match number.filter(|n| !n.is_negative()) {
            Some(number) => Ok(Chosen::Number(number)),
            None => refuse("a number that is not negative".to_owned(), String::new()),
        },
    }
}

/// What a value is that an option cannot have, behind "cannot", and where it stands.
fn described(option: &ast::IntegratorOption) -> (String, Span) {
    match &option.value {
        ast::OptionValue::Word(word) => (format!("be `{}`", word.text), word.span),
        ast::OptionValue::Flag => ("stand without a value".to_owned(), option.name.span),
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

fn unknown_option(integrator: &str, option: &ast::IntegratorOption, known: &[&str]) -> Diagnostic {
    let name = option.name.text.as_str();
    Diagnostic::error(
        Code::UnknownOption,
        option.name.span,
        format!("`{integrator}` has no option `{name}`"),
        one_of(known),
    )
    .help(suggestion(name, known.iter().copied()))
}

//! Options as rows of data.

use core::fmt;

use super::words::Word;

/// An option of an integrator.
#[derive(Clone, Copy, Debug)]
pub struct OptionRow {
    /// Its name; `None` for one that is named after each integral of the model.
    pub name: Option<&'static str>,
    /// What follows the name of the integral in such a row.
    pub suffix: &'static str,
    /// What it can be; the default first.
    pub values: Values,
    /// What else there is to say of its default.
    pub remark: Option<&'static str>,
    /// Whether it means something only where the configuration has group elements.
    pub on_elements: bool,
    /// Whether it means something only if the model has position constraints.
    pub on_positions: bool,
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
    /// A rate in the model's unit of 1/time, not negative; the default is 0.1 over the step size.
    Rate,
}

impl OptionRow {
    /// A choice between words.
    #[must_use]
    pub(crate) const fn words<W: Word>() -> Self {
        Self::named(W::OPTION, Values::Words(W::SPELLINGS))
    }

    /// A choice of the given name.
    #[must_use]
    pub(crate) const fn named(name: &'static str, values: Values) -> Self {
        Self {
            name: Some(name),
            suffix: "",
            values,
            remark: None,
            on_elements: false,
            on_positions: false,
        }
    }

    /// A choice for each integral of the model, named after it with the given suffix.
    #[must_use]
    pub(crate) const fn of_each_integral(suffix: &'static str, values: Values) -> Self {
        Self {
            name: None,
            suffix,
            ..Self::named("", values)
        }
    }

    /// Its name in a model with an integral of the given name.
    #[must_use]
    pub fn name_for(&self, integral: &str) -> String {
        match self.name {
            Some(name) => name.to_owned(),
            None => format!("{integral}{}", self.suffix),
        }
    }

    /// The same row with a remark on its default.
    #[must_use]
    pub(crate) const fn remark(self, remark: &'static str) -> Self {
        Self {
            remark: Some(remark),
            ..self
        }
    }

    /// The same row, known only where the configuration has group elements.
    #[must_use]
    pub(crate) const fn on_elements(self) -> Self {
        Self {
            on_elements: true,
            ..self
        }
    }

    /// The same row, known only if the model has position constraints.
    #[must_use]
    pub(crate) const fn on_positions(self) -> Self {
        Self {
            on_positions: true,
            ..self
        }
    }
}

/// As in tables: `start = Paper | Lambda0 | Smooth`.
impl fmt::Display for OptionRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name_for("<integral>"))?;
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
            Values::Gain(_) if self.name.is_none() => f.write_str(" = gain")?,
            Values::Gain(gain) => write!(f, " = {gain}")?,
            Values::Rate => f.write_str(" = 0.1/h")?,
        }
        match self.remark {
            Some(remark) => write!(f, " ({remark})"),
            None => Ok(()),
        }
    }
}

//! Options as rows of data.

use core::fmt;

use super::words::Word;

/// An option of an integrator.
#[derive(Clone, Copy, Debug)]
pub struct OptionRow {
    /// The name; `None` for an option named after each integral of the model.
    pub name: Option<&'static str>,
    /// The suffix after the name of the integral, for such options.
    pub suffix: &'static str,
    /// The possible values, the default first.
    pub values: Values,
    /// A remark on the default.
    pub remark: Option<&'static str>,
    /// True if the option is meaningful only with group elements in the configuration.
    pub on_elements: bool,
    /// True if the option is meaningful only with position constraints in the model.
    pub on_positions: bool,
    /// True if the value is the order of a step, made of substeps above order two.
    pub composes: bool,
}

/// The possible values of an option.
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
    /// A positive number below 1; the default is this power of ten.
    Tolerance(i32),
    /// A nonnegative number, with its default.
    Gain(i64),
    /// A nonnegative rate in the model's unit of 1/time; the default is 0.1 over the step size.
    Rate,
}

impl OptionRow {
    /// Creates a choice between words.
    #[must_use]
    pub(crate) const fn words<W: Word>() -> Self {
        Self::named(W::OPTION, Values::Words(W::SPELLINGS))
    }

    /// Creates a choice with the given name.
    #[must_use]
    pub(crate) const fn named(name: &'static str, values: Values) -> Self {
        Self {
            name: Some(name),
            suffix: "",
            values,
            remark: None,
            on_elements: false,
            on_positions: false,
            composes: false,
        }
    }

    /// Creates a choice for each integral of the model, named after it with the given suffix.
    #[must_use]
    pub(crate) const fn of_each_integral(suffix: &'static str, values: Values) -> Self {
        Self {
            name: None,
            suffix,
            ..Self::named("", values)
        }
    }

    /// Returns the name in a model with an integral of the given name.
    #[must_use]
    pub fn name_for(&self, integral: &str) -> String {
        match self.name {
            Some(name) => name.to_owned(),
            None => format!("{integral}{}", self.suffix),
        }
    }

    /// Adds a remark on the default.
    #[must_use]
    pub(crate) const fn remark(self, remark: &'static str) -> Self {
        Self {
            remark: Some(remark),
            ..self
        }
    }

    /// Restricts the option to configurations with group elements.
    #[must_use]
    pub(crate) const fn on_elements(self) -> Self {
        Self {
            on_elements: true,
            ..self
        }
    }

    /// Restricts the option to models with position constraints.
    #[must_use]
    pub(crate) const fn on_positions(self) -> Self {
        Self {
            on_positions: true,
            ..self
        }
    }

    /// Declares the value as the order of a step, made of substeps above order two.
    #[must_use]
    pub(crate) const fn composing(self) -> Self {
        Self {
            composes: true,
            ..self
        }
    }
}

/// Writes the option as in tables: `start = Paper | Lambda0 | Smooth`.
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
            Values::Tolerance(power) => write!(f, " = 1e{power}")?,
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

//! Options as rows of data.

use core::fmt;

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
    pub(crate) const fn words<W: Word>() -> Self {
        Self::named(W::OPTION, Values::Words(W::SPELLINGS))
    }

    /// A choice of the given name.
    #[must_use]
    pub(crate) const fn named(name: &'static str, values: Values) -> Self {
        Self {
            name: Some(name),
            values,
            remark: None,
            on_elements: false,
        }
    }

    /// A gain for each integral of the model, zero where none is written.
    #[must_use]
    pub(crate) const fn gain_of_each_integral() -> Self {
        Self {
            name: None,
            values: Values::Gain(0),
            remark: None,
            on_elements: false,
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

//! Dimensions with unknown parts.

use std::collections::BTreeMap;
use std::fmt;

use crate::model::measure::Dimensions;

/// The symbols of the base units, in the order in which they are printed.
const SYMBOLS: [(usize, &str); 4] = [(1, "kg"), (0, "m"), (2, "s"), (3, "A")];

/// Exponents closer than this are equal.
const ROUND_OFF: f64 = 1e-9;

/// Exponents beyond this bound are not followed.
const MOST: f64 = 1e3;

/// A product of powers of the base units and of unknown dimensions.
#[derive(Clone, Debug, Default)]
pub(super) struct Dimension {
    base: [f64; 4],
    /// The exponents of unknown dimensions; none is zero.
    unknown: BTreeMap<usize, f64>,
    /// True if it follows from the unit of a parameter, a coordinate or a control.
    pub(super) is_documented: bool,
}

impl Dimension {
    /// Returns the dimension of numbers.
    pub(super) fn number() -> Self {
        Self::default()
    }

    /// Returns the dimension of times.
    pub(super) fn second() -> Self {
        Self {
            is_documented: false,
            ..Self::of_unit([0, 0, 1, 0])
        }
    }

    /// Returns the dimension of a unit.
    pub(super) fn of_unit(base: Dimensions) -> Self {
        Self {
            base: base.map(f64::from),
            unknown: BTreeMap::new(),
            is_documented: true,
        }
    }

    /// Returns the unknown dimension of a number.
    pub(super) fn unknown(number: usize) -> Self {
        Self {
            unknown: BTreeMap::from([(number, 1.0)]),
            ..Self::default()
        }
    }

    /// Returns true if no part is unknown.
    pub(super) fn is_known(&self) -> bool {
        self.unknown.is_empty()
    }

    /// Returns true if both are known and equal.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let difference = self.times(other, -1.0);
        difference.is_known() && difference.base.iter().all(|x| x.abs() < ROUND_OFF)
    }

    /// Returns the product with a power of another dimension.
    pub(super) fn times(&self, other: &Self, exponent: f64) -> Self {
        let mut product = self.clone();
        for (sum, power) in product.base.iter_mut().zip(other.base) {
            *sum += exponent * power;
        }
        for (&number, power) in &other.unknown {
            *product.unknown.entry(number).or_default() += exponent * power;
        }
        product.is_documented |= other.is_documented;
        product.unknown.retain(|_, power| power.abs() > ROUND_OFF);
        product
    }

    /// Returns a power; `None` if its exponents are too large.
    pub(super) fn power(&self, exponent: f64) -> Option<Self> {
        let power = Self::number().times(self, exponent);
        let exponents = power.base.iter().chain(power.unknown.values());
        let is_bounded = exponents.clone().all(|x| x.abs() < MOST);
        is_bounded.then_some(power)
    }
}

/// Prints known parts only.
impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = SYMBOLS.map(|(place, symbol)| (symbol, self.base[place]));
        let of_sign = |sign: f64| {
            let parts = parts
                .iter()
                .filter(move |(_, power)| sign * power > ROUND_OFF);
            parts.map(
                move |(symbol, power)| match (sign * power - 1.0).abs() < ROUND_OFF {
                    true => (*symbol).to_owned(),
                    false => format!("{symbol}^{}", sign * power),
                },
            )
        };
        let above: Vec<_> = of_sign(1.0).collect();
        let below: Vec<_> = of_sign(-1.0).map(|part| format!("/{part}")).collect();
        match (above.is_empty(), below.is_empty()) {
            (true, true) => f.write_str("a number"),
            (true, false) => write!(f, "1{}", below.concat()),
            _ => write!(f, "{}{}", above.join(" "), below.concat()),
        }
    }
}

/// The unknown dimensions that are determined so far.
#[derive(Debug, Default)]
pub(super) struct Solver {
    /// Each in terms of those that are not determined.
    determined: BTreeMap<usize, Dimension>,
}

impl Solver {
    /// Substitutes what is determined.
    pub(super) fn resolve(&self, dimension: &Dimension) -> Dimension {
        let mut resolved = dimension.clone();
        for (number, power) in &dimension.unknown {
            if let Some(value) = self.determined.get(number) {
                let unknown = Dimension::unknown(*number);
                resolved = resolved.times(&unknown, -power).times(value, *power);
            }
        }
        resolved
    }

    /// Equates two dimensions.
    ///
    /// # Errors
    /// Both are known and differ; the first of them.
    pub(super) fn equate(&mut self, a: &Dimension, b: &Dimension) -> Result<(), Dimension> {
        let difference = self.resolve(&a.times(b, -1.0));
        let Some((&number, &power)) = difference.unknown.first_key_value() else {
            let is_zero = difference.base.iter().all(|x| x.abs() < ROUND_OFF);
            return if is_zero {
                Ok(())
            } else {
                Err(self.resolve(a))
            };
        };
        let unknown = Dimension::unknown(number);
        let rest = difference.times(&unknown, -power);
        let value = Dimension::number().times(&rest, -1.0 / power);
        for other in self.determined.values_mut() {
            if let Some(power) = other.unknown.get(&number).copied() {
                *other = other.times(&unknown, -power).times(&value, power);
            }
        }
        self.determined.insert(number, value);
        Ok(())
    }
}

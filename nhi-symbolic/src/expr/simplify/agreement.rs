//! Agreement of two expressions in value, decided at random points.

use crate::expr::graph::{Expr, Graph};
use crate::expr::node::Node;
use crate::expr::prime_field::FieldElement;
use crate::expr::prime_point::PrimePoint;

/// The number of points tried in double precision.
const POINTS: u64 = 24;
/// The number of points at which both must have a finite value.
const LEAST_VALUES: usize = 3;
/// The error that cancellation in moderate numbers leaves of 16 digits.
const TOLERANCE: f64 = 1e-7;

impl Graph {
    /// Returns true if two expressions agree. The test is exact at points of the prime field. Some
    /// functions mean less there, so it also compares to rounding in double precision.
    #[must_use]
    pub fn agree(&self, a: Expr, b: Expr) -> bool {
        a == b || (self.agree_in_the_prime_field(a, b) && self.agree_in_double_precision(a, b))
    }

    fn agree_in_the_prime_field(&self, a: Expr, b: Expr) -> bool {
        let points = self.values_at_points(&[a, b]);
        !points.is_empty() && points.iter().all(|values| values[0] == values[1])
    }

    fn agree_in_double_precision(&self, a: Expr, b: Expr) -> bool {
        let symbols = self.symbols_of(&[a, b]);
        let mut values = 0;
        for seed in 0..POINTS {
            let point = self.real_point(&symbols, seed);
            let pair = self.evaluate(&[a, b], &point);
            if pair[0].is_finite() != pair[1].is_finite() {
                return false;
            }
            if pair[0].is_finite() {
                values += 1;
                let scale = pair[0].abs().max(pair[1].abs()).max(1.0);
                if (pair[0] - pair[1]).abs() > TOLERANCE * scale {
                    return false;
                }
            }
        }
        values >= LEAST_VALUES
    }

    /// Returns true if the value at some real point, of either sign, is larger than rounding
    /// explains. The points do not consist of rotations, so it returns false for their entries.
    pub(in crate::expr) fn is_nonzero_in_double_precision(&self, expr: Expr) -> bool {
        let symbols = self.symbols_of(&[expr]);
        let is_entry = |symbol: &Expr| match &*self.node(*symbol) {
            Node::Symbol(index) => self.rotation_entry(*index).is_some(),
            _ => false,
        };
        if symbols.iter().any(is_entry) {
            return false;
        }
        (0..POINTS).any(|seed| {
            let point = self.real_point(&symbols, seed);
            let value = self.evaluate(&[expr], &point)[0];
            value.is_finite() && value.abs() > TOLERANCE
        })
    }

    /// Returns values between 1/4 and 5/4, where most functions are defined. At every other point
    /// the values have either sign.
    fn real_point(&self, symbols: &[Expr], seed: u64) -> Vec<(Expr, f64)> {
        let Some(random) = PrimePoint::new(seed).evaluate(self, symbols) else {
            return Vec::new();
        };
        let value = |element: FieldElement| {
            let number = element.re();
            let unit = (number >> 9) as f64 / (1_u64 << 52) as f64;
            let is_negative = seed % 2 == 1 && number & 1 == 1;
            (0.25 + unit) * if is_negative { -1.0 } else { 1.0 }
        };
        symbols
            .iter()
            .copied()
            .zip(random.into_iter().map(value))
            .collect()
    }
}

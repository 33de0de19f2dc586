//! The values of the members of a sweep.
//!
//! A value depends on the seed, on its place among those that differ and on the number of its
//! member, and on nothing else: neither on shards and threads nor on what was computed before.

use libm::erfc;
use nhi_runtime::math;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::sobol::Sobol;
use crate::scenario::{Draw, SweepRule};

/// The draws of a sweep.
#[derive(Clone, Debug)]
pub(super) struct Draws<'r> {
    rule: &'r SweepRule,
    /// The coordinate of Sobol's sequence for each random value.
    sobol: Vec<Option<Sobol>>,
}

impl<'r> Draws<'r> {
    pub(super) fn new(rule: &'r SweepRule) -> Self {
        let mut coordinates = 0..;
        let sobol = rule.vary.iter().map(|vary| {
            let coordinate = vary.draw.is_random().then(|| coordinates.next()).flatten();
            coordinate.filter(|_| rule.is_sobol).map(Sobol::new)
        });
        Self {
            sobol: sobol.collect(),
            rule,
        }
    }

    /// Writes the values of a member, in their order; those of formulas are NaN.
    pub(super) fn values(&self, member: u64, values: &mut Vec<f64>) {
        values.clear();
        let draws = self.rule.members.unwrap_or(1);
        let (mut rest, draw) = (member / draws, member % draws);
        // The last list varies fastest.
        let lists = self.rule.vary.iter().rev().map(|vary| vary.draw.count());
        let places = lists.map(|count| {
            let place = rest % count;
            rest /= count;
            place
        });
        let mut places: Vec<_> = places.collect();
        for (place, vary) in self.rule.vary.iter().enumerate() {
            let listed = places.pop().unwrap_or_default();
            values.push(match &vary.draw {
                Draw::List(list) => list[listed as usize],
                Draw::Each(values) => values[draw as usize],
                Draw::Formula(_) => f64::NAN,
                Draw::Uniform(low, high) => {
                    let share = self.share(place, member, draw);
                    (low + (high - low) * share).clamp(*low, *high)
                }
                Draw::Normal(mean, deviation) => {
                    mean + deviation * normal_quantile(self.share(place, member, draw))
                }
            });
        }
    }

    /// Returns a number between 0 and 1, both excluded, for a value of a member.
    fn share(&self, place: usize, member: u64, draw: u64) -> f64 {
        let bits = match &self.sobol[place] {
            None => self.random(place, member),
            // A shift for each combination of lists keeps the points of each evenly spread.
            Some(sobol) => sobol.bits(draw) ^ self.random(place, member - draw),
        };
        ((bits >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn random(&self, place: usize, number: u64) -> u64 {
        let mut random = ChaCha8Rng::seed_from_u64(self.rule.seed);
        random.set_stream(place as u64);
        // A number takes two words of the generator.
        random.set_word_pos(2 * u128::from(number));
        random.next_u64()
    }
}

/// Returns the number that a standard normal variable is below with a probability, by Newton's
/// method on the complementary error function.
fn normal_quantile(probability: f64) -> f64 {
    let tail = probability.min(1.0 - probability);
    let mut x = -(-2.0 * math::ln(tail)).sqrt();
    for _ in 0..60 {
        let value = 0.5 * erfc(-x * std::f64::consts::FRAC_1_SQRT_2);
        let slope = math::exp(-0.5 * x * x) / std::f64::consts::TAU.sqrt();
        // Newton's method for the logarithm, which is concave, converges from the left.
        let next = x - value * math::ln(value / tail) / slope;
        if (next - x).abs() <= 1e-15 * x.abs() {
            break;
        }
        x = next.min(0.0);
    }
    if probability > 0.5 { -x } else { x }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        for (probability, quantile) in [
            (0.5, 0.0),
            (0.841_344_746_068_542_9, 1.0),
            (0.975, 1.959_963_984_540_054),
            (0.001, -3.090_232_306_167_813_5),
            (1e-15, -7.941_345_326_170_997),
            (0.4, -0.253_347_103_135_799_7),
        ] {
            let found = normal_quantile(probability);
            assert!((found - quantile).abs() <= 1e-12, "{probability}: {found}");
        }
    }
}

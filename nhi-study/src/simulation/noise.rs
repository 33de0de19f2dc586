//! Gaussian noise determined by a seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rand_distr::{Distribution, StandardNormal};

/// The number of generator words reserved per moment; a number uses two, rarely more.
const WORDS: u128 = 64;

/// The first stream of outputs. Those from 0 on are the streams of what varies in a sweep, whose
/// seed may be the same number.
const OUTPUTS: u64 = 1 << 32;

/// The first stream of controls.
const CONTROLS: u64 = 2 << 32;

/// Noise on controls and outputs. Each number depends only on the seed, on the signal it is added
/// to and on the moment. It depends neither on the rows written nor on the noise of other signals.
#[derive(Clone, Debug)]
pub struct Noise {
    /// The seed of the random numbers.
    pub seed: u64,
    /// The standard deviation for each control; zero for controls without noise.
    pub controls: Vec<f64>,
    /// The standard deviation for each output; zero for outputs without noise.
    pub outputs: Vec<f64>,
}

impl Noise {
    /// Returns the noise of a member of an ensemble: that of the seed plus its number.
    pub(super) fn of_member(self, number: u64) -> Self {
        Self {
            seed: self.seed.wrapping_add(number),
            ..self
        }
    }

    /// Adds the noise of a period to the controls.
    pub(super) fn disturb_controls(&self, period: u64, values: &mut [f64]) {
        self.disturb(CONTROLS, &self.controls, period, values);
    }

    /// Adds the noise of a step to the outputs.
    pub(super) fn disturb_outputs(&self, step: u64, values: &mut [f64]) {
        self.disturb(OUTPUTS, &self.outputs, step, values);
    }

    fn disturb(&self, first_stream: u64, deviations: &[f64], moment: u64, values: &mut [f64]) {
        let streams = (first_stream..).zip(deviations.iter().zip(values));
        for (stream, (&deviation, value)) in streams {
            if deviation > 0.0 {
                *value += deviation * self.normal(stream, moment);
            }
        }
    }

    fn normal(&self, stream: u64, moment: u64) -> f64 {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(stream);
        random.set_word_pos(u128::from(moment) * WORDS);
        StandardNormal.sample(&mut random)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOISE: Noise = Noise {
        seed: 7,
        controls: Vec::new(),
        outputs: Vec::new(),
    };

    #[test]
    fn moments_and_streams_are_normal_and_independent() {
        const COUNT: u64 = 20_000;
        let draw = |stream| (0..COUNT).map(move |moment| NOISE.normal(stream, moment));
        let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / COUNT as f64;
        // Four standard errors of each estimate.
        let near = |found: f64, expected: f64, spread: f64| {
            let error = 4.0 * (spread / COUNT as f64).sqrt();
            assert!((found - expected).abs() < error, "{found} {expected}");
        };
        near(mean(&mut draw(0)), 0.0, 1.0);
        near(mean(&mut draw(0).map(|x| x.powi(2))), 1.0, 2.0);
        near(mean(&mut draw(0).map(|x| x.powi(3))), 0.0, 15.0);
        near(mean(&mut draw(0).map(|x| x.powi(4))), 3.0, 96.0);
        near(
            mean(&mut draw(0).zip(draw(1)).map(|(a, b)| a * b)),
            0.0,
            1.0,
        );
        near(
            mean(&mut draw(0).zip(draw(0).skip(1)).map(|(a, b)| a * b)),
            0.0,
            1.0,
        );
        near(
            mean(&mut draw(0).zip(draw(OUTPUTS)).map(|(a, b)| a * b)),
            0.0,
            1.0,
        );
    }

    #[test]
    fn controls_do_not_repeat_the_draws_of_a_sweep_with_this_seed() {
        let noise = Noise {
            controls: vec![1.0],
            ..NOISE
        };
        let mut disturbed = [0.0];
        noise.disturb_controls(0, &mut disturbed);
        assert_eq!(disturbed[0], noise.normal(CONTROLS, 0));
        assert_ne!(disturbed[0], noise.normal(0, 0));
    }

    #[test]
    fn a_seed_gives_the_same_numbers_on_every_machine() {
        let drawn = [(0, 0), (0, 1), (1, 0), (OUTPUTS, 0)].map(|(s, m)| NOISE.normal(s, m));
        assert_eq!(
            drawn,
            [
                -0.7753719332177971,
                0.17964205586766618,
                1.026385675375612,
                -0.49129754973689266
            ]
        );
    }
}

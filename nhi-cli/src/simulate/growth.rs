//! How much the parasitic mode of a reflection grows along a motion.

use nalgebra::DMatrix;
use nhi_machine::{Functions, Sample};
use nhi_symbolic::PlainFunctions;

/// The linear equation of the alternating part of a reflected velocity, followed along a motion.
#[derive(Debug)]
pub(crate) struct Growth {
    function: Functions,
    size: usize,
    /// What a small alternating part has become.
    image: DMatrix<f64>,
    last: Option<(f64, DMatrix<f64>)>,
}

impl Growth {
    /// Before a motion, for parameters in the order of the model.
    pub(crate) fn new(function: &PlainFunctions, parameters: &[f64]) -> Self {
        let functions = Functions::new(&function.program, &function.inputs);
        let functions = functions.expect("growth depends on what it is given");
        let size = functions.len_of(0).isqrt();
        Self {
            function: functions.with_fixed(parameters),
            size,
            image: DMatrix::identity(size, size),
            last: None,
        }
    }

    /// Goes on to a sample, by the rule of the midpoint.
    pub(crate) fn follow(&mut self, sample: &Sample) {
        let rate = self.rate(sample);
        if let Some((t, before)) = &self.last {
            let half = (before + &rate) * ((sample.t - t) / 4.0);
            let identity = DMatrix::identity(self.size, self.size);
            let step = (&identity - &half)
                .lu()
                .solve(&((&identity + &half) * &self.image));
            // Where the equation cannot be solved the growth is without bound.
            self.image = step.unwrap_or_else(|| &self.image * f64::INFINITY);
        }
        self.last = Some((sample.t, rate));
    }

    /// By how much the alternating part that grows most has grown.
    pub(crate) fn factor(&self) -> f64 {
        self.image.clone().svd(false, false).singular_values.max()
    }

    fn rate(&self, sample: &Sample) -> DMatrix<f64> {
        let Sample { t, q, v, .. } = sample;
        let mut entries = vec![f64::NAN; self.size * self.size];
        let called = self.function.call(0, &[&[*t], q, v], &mut entries);
        called.expect("the growth solves no equations");
        DMatrix::from_row_slice(self.size, self.size, &entries)
    }
}

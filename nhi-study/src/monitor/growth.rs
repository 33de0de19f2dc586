//! The growth of the parasitic mode of a reflection along a motion.

use nalgebra::DMatrix;
use nhi_machine::{Functions, Sample};
use nhi_symbolic::PlainFunctions;

/// The linear equation `ds/dt = R sigma`, `s = G sigma` for the alternating part of a reflected
/// velocity, solved along a motion.
///
/// The size of this part is the square root of its kinetic energy `1/2 s . G^-1 s`, which does not
/// depend on how the constraints are written.
#[derive(Debug)]
pub struct Growth {
    function: Functions,
    size: usize,
    /// The images of alternating parts of initial size one.
    image: DMatrix<f64>,
    last: Option<Moment>,
    largest: Grown,
}

/// The growth of an alternating part.
#[derive(Clone, Copy, Debug)]
pub struct Grown {
    /// The factor by which the alternating part grows.
    pub factor: f64,
    /// The time at which this growth was reached.
    pub t: f64,
}

/// The equation at one time.
#[derive(Debug)]
struct Moment {
    t: f64,
    /// `R G^-1`.
    rate: DMatrix<f64>,
}

impl Growth {
    /// Begins before a motion, for parameters in the order of the model.
    pub fn new(function: &PlainFunctions, parameters: &[f64]) -> Self {
        let functions = Functions::new(&function.program, &function.inputs);
        let functions = functions.expect("growth depends on what it is given");
        let size = (functions.len_of(0) / 2).isqrt();
        Self {
            function: functions.with_fixed(parameters),
            size,
            image: DMatrix::identity(size, size),
            last: None,
            largest: Grown {
                factor: 1.0,
                t: 0.0,
            },
        }
    }

    /// Advances to a sample with its controls, by the midpoint rule.
    pub fn follow(&mut self, sample: &Sample, controls: &[f64]) {
        if self.last.is_none() {
            self.largest.t = sample.t;
        }
        let factor = self.factor_at(sample, controls);
        // If the equation cannot be solved, the growth is unbounded.
        let factor = factor.unwrap_or(f64::INFINITY);
        if factor > self.largest.factor {
            let t = sample.t;
            self.largest = Grown { factor, t };
        }
    }

    /// Returns the largest growth so far.
    pub fn largest(&self) -> Grown {
        self.largest
    }

    fn factor_at(&mut self, sample: &Sample, controls: &[f64]) -> Option<f64> {
        let [rates, gram] = self.equation(sample, controls);
        let here = Moment {
            t: sample.t,
            rate: rates * gram.clone().try_inverse()?,
        };
        let [scaling, unscaling] = scales(gram)?;
        self.image = match &self.last {
            None => unscaling,
            Some(last) => {
                let half = (&last.rate + &here.rate) * ((here.t - last.t) / 4.0);
                let identity = DMatrix::identity(self.size, self.size);
                let forwards = (&identity + &half) * &self.image;
                (identity - half).lu().solve(&forwards)?
            }
        };
        self.last = Some(here);
        let scaled = scaling * &self.image;
        is_finite(&scaled).then(|| scaled.svd(false, false).singular_values.max())
    }

    /// Returns `R` and `G`.
    fn equation(&self, sample: &Sample, controls: &[f64]) -> [DMatrix<f64>; 2] {
        let Sample { t, q, v, .. } = sample;
        let mut entries = vec![f64::NAN; 2 * self.size * self.size];
        let called = self
            .function
            .call(0, &[&[*t], q, v, controls], &mut entries);
        called.expect("the growth solves no equations");
        let (rates, gram) = entries.split_at(self.size * self.size);
        [rates, gram].map(|entries| DMatrix::from_row_slice(self.size, self.size, entries))
    }
}

/// Returns the map `|D|^-1/2 V^T` for `G = V D V^T`, and its inverse. The map transforms a residual
/// `s` to coordinates in which its size is the length of a column.
fn scales(gram: DMatrix<f64>) -> Option<[DMatrix<f64>; 2]> {
    if !is_finite(&gram) {
        return None;
    }
    let eigen = gram.symmetric_eigen();
    let roots = eigen.eigenvalues.map(|value| value.abs().sqrt());
    let directions = eigen.eigenvectors;
    let unscaling = &directions * DMatrix::from_diagonal(&roots);
    let scaling = DMatrix::from_diagonal(&roots.map(f64::recip)) * directions.transpose();
    Some([scaling, unscaling])
}

/// Returns true if a decomposition of the matrix terminates.
fn is_finite(matrix: &DMatrix<f64>) -> bool {
    matrix.iter().all(|entry| entry.is_finite())
}

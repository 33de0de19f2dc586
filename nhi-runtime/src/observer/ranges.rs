use crate::{Observer, Range, SampleOf, Stepper};
use core::ops::ControlFlow;

/// An observer of the ranges of `N` functions of the samples along a run, such as the momenta of a
/// symmetry or the residuals of all constraints.
///
/// For a single function, use [`Extremes`](crate::Extremes).
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oscillator/mod.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use nhi_runtime::{Ranges, Stepper, simulate};
///
/// let oscillator = Oscillator::new(2.0, 0.01);
/// let force = |_: f64| [0.0];
/// let state = oscillator.start(0.0, [1.0], [0.0], &force)?;
/// let mut phase = Ranges::new(&oscillator, |sample| [sample.q[0], sample.v[0]]);
/// simulate(&oscillator, state, &force, 1000, &mut phase)?;
/// let [q, v] = phase.ranges().expect("states were shown");
/// assert!((q.maximum - 1.0).abs() < 1e-3 && (v.maximum - 2.0).abs() < 1e-3);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Ranges<S: Stepper, F, const N: usize> {
    functions: F,
    ranges: Option<[Range<S::Scalar>; N]>,
}

impl<S: Stepper, F: FnMut(&SampleOf<S>) -> [S::Scalar; N], const N: usize> Ranges<S, F, N> {
    /// Returns an observer of the values of `functions` along runs of `stepper`.
    #[must_use]
    pub fn new(stepper: &S, functions: F) -> Self {
        let _ = stepper;
        Self {
            functions,
            ranges: None,
        }
    }

    /// Returns the ranges so far, one per function; `None` before the first sample.
    #[must_use]
    pub fn ranges(&self) -> Option<[Range<S::Scalar>; N]> {
        self.ranges
    }
}

impl<S, F, const N: usize> Observer<S> for Ranges<S, F, N>
where
    S: Stepper,
    F: FnMut(&SampleOf<S>) -> [S::Scalar; N],
{
    fn observe(&mut self, _: &S, _: &S::State, sample: &SampleOf<S>) -> ControlFlow<()> {
        let values = (self.functions)(sample);
        match &mut self.ranges {
            Some(ranges) => {
                for (range, value) in ranges.iter_mut().zip(values) {
                    range.extend(value);
                }
            }
            None => self.ranges = Some(values.map(Range::of)),
        }
        ControlFlow::Continue(())
    }
}

//! Poincaré sections.

use crate::{Observer, Real, Sample, SampleOf, Stepper};
use core::fmt;
use core::ops::ControlFlow;

/// An observer of the crossings of a section by a run: the sign changes of a function of the
/// samples.
///
/// Crossings are found between computed states and passed on unchanged: as the samples on both
/// sides of the section, both of them results of the integrator. The position of the section
/// between them should be interpolated only for display ([`Crossing::linear`],
/// [`Crossing::cubic`]).
///
/// - A function that touches zero and turns back makes no crossing. A function that stays at zero
///   for some states makes a crossing when it leaves to the other side. A run that starts at zero
///   has no previous side.
/// - The function should be smooth: an angle that jumps from `pi` to `-pi` also changes its sign.
///   Use the `sin` of the angle.
/// - NaN is on neither side: it discards the previous side, as does the start of a new run.
///
/// The closure that receives the crossings ends the run if it returns `Break`.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oscillator/mod.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use core::ops::ControlFlow;
/// use nhi_runtime::{Crossings, Direction, Stepper, simulate};
///
/// let oscillator = Oscillator::new(2.0, 0.01);
/// let force = |_: f64| [0.0];
/// let state = oscillator.start(0.0, [1.0], [0.0], &force)?;
/// let mut section = Vec::new();
/// let mut crossings = Crossings::new(
///     &oscillator,
///     Direction::Upwards,
///     |sample| sample.q[0],
///     |crossing| {
///         section.push(crossing.cubic(|sample| sample.q[0]));
///         ControlFlow::Continue(())
///     },
/// );
/// simulate(&oscillator, state, &force, 1000, &mut crossings)?;
/// // cos(2 t) rises through zero at 3/4 of each period, at full speed.
/// assert_eq!(section.len(), 3);
/// for (k, sample) in section.iter().enumerate() {
///     let t = (k as f64 + 0.75) * core::f64::consts::PI;
///     assert!((sample.t - t).abs() < 1e-3 && (sample.v[0] - 2.0).abs() < 1e-3);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Crossings<S: Stepper, F, G> {
    direction: Direction,
    function: F,
    found: G,
    /// The last sample and the value of the function there.
    last: Option<(SampleOf<S>, S::Scalar)>,
    /// The last value that was not zero.
    side: Option<S::Scalar>,
}

impl<S: Stepper, F, G> fmt::Debug for Crossings<S, F, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Crossings");
        shown
            .field("direction", &self.direction)
            .field("side", &self.side);
        shown.finish_non_exhaustive()
    }
}

/// The direction of the crossings that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Direction {
    /// From negative to positive values of the function.
    Upwards,
    /// From positive to negative values of the function.
    Downwards,
    /// In both directions.
    Both,
}

impl Direction {
    /// Returns true if a zero after values with the sign of `before` is in this direction.
    #[must_use]
    pub fn accepts<T: Real>(self, before: T) -> bool {
        match self {
            Self::Upwards => before < T::zero(),
            Self::Downwards => before > T::zero(),
            Self::Both => true,
        }
    }

    fn counts<T: Real>(self, from: T, to: T) -> bool {
        let zero = T::zero();
        let crosses = (from < zero && to > zero) || (from > zero && to < zero);
        crosses && self.accepts(from)
    }
}

impl<S, F, G> Crossings<S, F, G>
where
    S: Stepper,
    F: FnMut(&SampleOf<S>) -> S::Scalar,
    G: FnMut(&CrossingOf<S>) -> ControlFlow<()>,
{
    /// Returns an observer that passes the crossings of `function = 0` in runs of `stepper` to
    /// `found`.
    #[must_use]
    pub fn new(stepper: &S, direction: Direction, function: F, found: G) -> Self {
        let _ = stepper;
        Self {
            direction,
            function,
            found,
            last: None,
            side: None,
        }
    }
}

impl<S, F, G> Observer<S> for Crossings<S, F, G>
where
    S: Stepper,
    F: FnMut(&SampleOf<S>) -> S::Scalar,
    G: FnMut(&CrossingOf<S>) -> ControlFlow<()>,
{
    fn observe(&mut self, stepper: &S, state: &S::State, sample: &SampleOf<S>) -> ControlFlow<()> {
        if stepper.clock(state).steps == 0 {
            (self.last, self.side) = (None, None);
        }
        let value = (self.function)(sample);
        let is_nan = value.partial_cmp(&value).is_none();
        let side = self.side;
        if is_nan {
            self.side = None;
        } else if value != S::Scalar::default() {
            self.side = Some(value);
        }
        let last = self.last.replace((*sample, value));
        match (last, side) {
            (Some((before, value_before)), Some(side)) if self.direction.counts(side, value) => {
                (self.found)(&Crossing {
                    before,
                    after: *sample,
                    values: [value_before, value],
                })
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

/// The crossings in runs of the stepper `S`.
pub type CrossingOf<S> = Crossing<
    <S as Stepper>::Scalar,
    <S as Stepper>::Coordinates,
    <S as Stepper>::Velocities,
    <S as Stepper>::Multipliers,
>;

/// A crossing of a section: the computed samples on both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Crossing<T, Q, V, L> {
    /// The last sample before the crossing; on the section if `values[0]` is zero.
    pub before: Sample<T, Q, V, L>,
    /// The first sample after the crossing.
    pub after: Sample<T, Q, V, L>,
    /// The values of the function at both.
    pub values: [T; 2],
}

impl<T: Real, Q: Copy, V: Copy, L: Copy> Crossing<T, Q, V, L> {
    /// Returns the zero of a straight line between the two values, as a fraction of the step.
    #[must_use]
    pub fn fraction(&self) -> T {
        let [from, to] = self.values;
        from / (from - to)
    }

    /// Interpolates linearly, for display: returns time, coordinates and velocities on the straight
    /// line between both samples, at [`fraction`](Self::fraction), and the multipliers of the
    /// sample before. The result has an error of O(h^2), and satisfies no constraints.
    #[must_use]
    pub fn linear<const N: usize>(&self) -> Sample<T, Q, V, L>
    where
        Q: Into<[T; N]> + From<[T; N]>,
        V: Into<[T; N]> + From<[T; N]>,
    {
        let s = self.fraction();
        let (before, after) = (&self.before, &self.after);
        Sample {
            t: line(s, before.t, after.t),
            q: zip(before.q.into(), after.q.into(), |a, b| line(s, a, b)).into(),
            v: zip(before.v.into(), after.v.into(), |a, b| line(s, a, b)).into(),
            lambda: before.lambda,
        }
    }

    /// Interpolates by a cubic, for display: returns the point where `function`, which is that of
    /// the section, vanishes along the cubic through coordinates and velocities of both samples
    /// (Hermite). The velocity is that of the cubic; the multipliers are those of the sample
    /// before. The result has an error of O(h^4) in the coordinates and O(h^3) in the velocities,
    /// and satisfies no constraints.
    #[must_use]
    pub fn cubic<const N: usize>(
        &self,
        mut function: impl FnMut(&Sample<T, Q, V, L>) -> T,
    ) -> Sample<T, Q, V, L>
    where
        Q: Into<[T; N]> + From<[T; N]>,
        V: Into<[T; N]> + From<[T; N]>,
    {
        let rising = self.values[1] > T::zero();
        let half = T::literal(0.5);
        let [mut low, mut high] = [T::zero(), T::one()];
        // Each bisection gains one bit; a fraction of the step has at most this many.
        for _ in 0..60 {
            let middle = (low + high) * half;
            if (function(&self.on_cubic(middle)) > T::zero()) == rising {
                high = middle;
            } else {
                low = middle;
            }
        }
        self.on_cubic((low + high) * half)
    }

    /// Returns the point of the cubic at the fraction `s` of the step.
    fn on_cubic<const N: usize>(&self, s: T) -> Sample<T, Q, V, L>
    where
        Q: Into<[T; N]> + From<[T; N]>,
        V: Into<[T; N]> + From<[T; N]>,
    {
        let (before, after) = (&self.before, &self.after);
        let h = after.t - before.t;
        let [two, three] = [2.0, 3.0].map(T::literal);
        let rest = T::one() - s;
        let tangents = zip(before.v.into(), after.v.into(), |a, b| [a, b]);
        let chords: [[T; 2]; N] = zip(before.q.into(), after.q.into(), |a, b| [a, b]);
        let q = zip(chords, tangents, |[a, b], [from, to]| {
            let bend = (from * rest - to * s) * h + (b - a) * (s - rest);
            line(s, a, b) + s * rest * bend
        });
        let v = zip(chords, tangents, |[a, b], [from, to]| {
            let mean = (b - a) / h * (two * three * s * rest);
            mean + from * rest * (T::one() - three * s) + to * s * (T::one() - three * rest)
        });
        Sample {
            t: line(s, before.t, after.t),
            q: q.into(),
            v: v.into(),
            lambda: before.lambda,
        }
    }
}

/// Returns `(1 - s) a + s b`.
fn line<T: Real>(s: T, a: T, b: T) -> T {
    a + s * (b - a)
}

fn zip<A: Copy, B: Copy, C: Copy + Default, const N: usize>(
    a: [A; N],
    b: [B; N],
    join: impl Fn(A, B) -> C,
) -> [C; N] {
    let mut joined = [C::default(); N];
    for (joined, (&a, &b)) in joined.iter_mut().zip(a.iter().zip(&b)) {
        *joined = join(a, b);
    }
    joined
}

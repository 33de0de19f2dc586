//! The nonholonomic exponential map.

mod error;
mod inverse;

pub use error::ExponentialError;
pub use inverse::Preimage;

use crate::plumbing::largest;
use crate::{ControlSignal, Real, SetupError, StepError, StepErrorKind, Stepper, math};
use core::fmt;
use core::marker::PhantomData;

/// The largest number of substeps of a flow.
const MOST_SUBSTEPS: u32 = 1 << 12;

/// The nonholonomic exponential map `exp_h: D_q -> Q` and its inverse.
///
/// The map takes an admissible velocity `v` at the configuration `q` to the configuration that the
/// motion from there reaches after the time `h`. Its inverse is the exact retraction (Anahory
/// Simoes, Marrero, Martín de Diego, *Exact discrete Lagrangian mechanics for nonholonomic
/// mechanics*, sections 3 and 4).
///
/// Any stepper can compute the flow. The map divides `h` into so many substeps that halving them
/// changes only round-off. Reference steppers need few substeps (`Gauss(stages = 3)`), steppers of
/// order 2 need very many.
///
/// The pairs `(q, exp_h(q, v))` form the exact discrete constraint space, on which an exact
/// discretisation of the system is defined. [`inverse`](Self::inverse) reports how far another
/// pair, such as a step of an integrator, is from it.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/particle/mod.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use nhi_runtime::ExponentialMap;
///
/// // z' = y x', of unit mass
/// let map = ExponentialMap::new(0.5, |h| Ok(Particle::with_step(h)), project);
/// let end = map.exp(&[0.0; 3], &[1.0, 1.0, 0.0], &())?;
/// assert!((end.q[0] - 0.5_f64.asinh()).abs() < 1e-14);
///
/// let back = map.inverse(&[0.0; 3], &end.q, &())?;
/// assert!((back.v[0] - 1.0).abs() < 1e-13);
/// # Ok(())
/// # }
/// ```
///
/// For a generated system with `Gauss` among its integrators, the map is
/// `ExponentialMap::new(h, |h| board.gauss(h), |q, v| board.project_velocity(q, v))`.
#[derive(Clone)]
pub struct ExponentialMap<S: Stepper, F, P> {
    h: S::Scalar,
    time: S::Scalar,
    stepper: F,
    project: P,
    of: PhantomData<fn() -> S>,
}

impl<S: Stepper, F, P> fmt::Debug for ExponentialMap<S, F, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("ExponentialMap");
        shown.field("h", &self.h).field("time", &self.time);
        shown.finish_non_exhaustive()
    }
}

/// The end of a flow, and the accuracy to which it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Endpoint<T, Q, V> {
    /// The configuration `exp_h(q, v)`.
    pub q: Q,
    /// The velocity there.
    pub v: V,
    /// The number of substeps used.
    pub substeps: u32,
    /// The change of the end with half as many substeps, or twice as many: the largest difference
    /// of a coordinate relative to the largest coordinate, or likewise of a velocity.
    pub error: T,
}

impl<T, Q, V> Endpoint<T, Q, V> {
    fn with_error(self, error: T) -> Self {
        Self { error, ..self }
    }
}

/// The end of a flow of the stepper `S`.
type EndpointOf<S> =
    Endpoint<<S as Stepper>::Scalar, <S as Stepper>::Coordinates, <S as Stepper>::Velocities>;

/// The result of a flow of the stepper `S`.
type Flow<S, R> = Result<R, ExponentialError<<S as Stepper>::Scalar>>;

impl<T, S, F, P> ExponentialMap<S, F, P>
where
    T: Real,
    S: Stepper<Scalar = T>,
    F: Fn(T) -> Result<S, SetupError>,
    P: Fn(&S::Coordinates, &S::Velocities) -> S::Velocities,
{
    /// Returns the map for the time `h`, in the model's unit, from the time 0.
    ///
    /// `stepper` creates the stepper for a step size. `project` returns the admissible velocity
    /// nearest to a given one in a metric of the user's choice, usually that of the mass matrix.
    /// Only the inverse needs it.
    #[must_use]
    pub fn new(h: T, stepper: F, project: P) -> Self {
        Self {
            h,
            time: T::default(),
            stepper,
            project,
            of: PhantomData,
        }
    }

    /// Returns the same map from another time, for time-dependent systems.
    #[must_use]
    pub fn from_time(self, time: T) -> Self {
        Self { time, ..self }
    }

    /// Returns `exp_h(q, v)`: the end, after the time `h`, of the motion from `q` with the velocity
    /// `v`.
    ///
    /// The number of substeps is doubled until the end changes by no more than round-off.
    ///
    /// # Errors
    /// A stepper that cannot be set up, initial values that a stepper does not accept, or a motion
    /// that no step size can follow or that 4096 substeps do not resolve.
    pub fn exp<const N: usize>(
        &self,
        q: &S::Coordinates,
        v: &S::Velocities,
        controls: &impl ControlSignal<T, S::Controls>,
    ) -> Flow<S, EndpointOf<S>>
    where
        S::Coordinates: Into<[T; N]>,
        S::Velocities: Into<[T; N]>,
    {
        let round_off = T::literal(16.0) * T::EPSILON;
        let half_precision = math::sqrt(T::EPSILON);
        let mut coarser: Option<EndpointOf<S>> = None;
        let mut failure = None;
        let mut substeps = 1;
        while substeps <= MOST_SUBSTEPS {
            match self.flow(q, v, controls, substeps) {
                Ok(end) => {
                    let Some(last) = coarser.replace(end) else {
                        substeps *= 2;
                        continue;
                    };
                    let error = relative_distance(&last, &end);
                    if error <= round_off {
                        return Ok(end.with_error(error));
                    }
                    let improves = error < T::literal(0.75) * last.error;
                    if last.error <= half_precision && !improves {
                        return Ok(last);
                    }
                    coarser = Some(end.with_error(error));
                }
                Err(ExponentialError::Step(error)) if is_of_the_step(&error) => {
                    (coarser, failure) = (None, Some(error));
                }
                Err(error) => return Err(error),
            }
            substeps *= 2;
        }
        Err(match (coarser, failure) {
            (None, Some(error)) => ExponentialError::Step(error),
            (end, _) => ExponentialError::Unresolved {
                substeps: MOST_SUBSTEPS,
                error: end.map_or(T::default(), |end| end.error),
            },
        })
    }

    /// Returns the end of the flow with a given number of substeps; its error is not known yet.
    fn flow(
        &self,
        q: &S::Coordinates,
        v: &S::Velocities,
        controls: &impl ControlSignal<T, S::Controls>,
        substeps: u32,
    ) -> Flow<S, EndpointOf<S>> {
        let stepper = (self.stepper)(self.h / T::from_count(substeps.into()))?;
        let mut state = stepper.start(self.time, *q, *v, controls)?;
        for _ in 0..substeps {
            state = stepper.step(&state, controls)?;
        }
        let sample = stepper.sample(&state)?;
        Ok(Endpoint {
            q: sample.q,
            v: sample.v,
            substeps,
            error: T::literal(f64::INFINITY),
        })
    }
}

/// Returns true if a smaller step size may help.
fn is_of_the_step<T>(error: &StepError<T>) -> bool {
    !matches!(
        error.kind,
        StepErrorKind::NonFiniteInput | StepErrorKind::OffConstraints { .. }
    )
}

/// Returns the larger of the distances in configuration and velocity, relative to the largest
/// entries.
fn relative_distance<T, Q, V, const N: usize>(a: &Endpoint<T, Q, V>, b: &Endpoint<T, Q, V>) -> T
where
    T: Real,
    Q: Copy + Into<[T; N]>,
    V: Copy + Into<[T; N]>,
{
    let relative = |a: [T; N], b: [T; N]| {
        let distance = largest(&difference(&a, &b));
        if distance == T::zero() {
            distance
        } else {
            distance / largest(&a).max(largest(&b))
        }
    };
    relative(a.q.into(), b.q.into()).max(relative(a.v.into(), b.v.into()))
}

/// Returns `a - b`.
fn difference<T: Real, const N: usize>(a: &[T; N], b: &[T; N]) -> [T; N] {
    combine(a, -T::one(), b)
}

/// Returns `a + factor * b`.
fn combine<T: Real, const N: usize>(a: &[T; N], factor: T, b: &[T; N]) -> [T; N] {
    let mut sum = *a;
    for (entry, &b) in sum.iter_mut().zip(b) {
        *entry += factor * b;
    }
    sum
}

//! Digital feedback control: a control law that is evaluated at its own rate.

use crate::math;
use crate::{
    Clock, ControlSignal, NewtonReport, Real, SampleOf, SetupError, Signs, StepError, Stepper,
    Watched,
};

/// A stepper `S` under a control law `u(t, q, v)` that is evaluated at multiples of a period and
/// held in between, as on a computer (a zero-order hold).
///
/// The period is a whole number of steps. So all integrators simulate the same sampled system,
/// whatever their step, and converge to it with their order. This is the `control_period` of
/// scenarios: the instants are counted from the start of the run, and the law receives the time,
/// configuration and velocity of the node, with the same [time](crate::plumbing::time_of_period).
///
/// It is a stepper itself, without controls: its signal is `()`. So it runs under
/// [`simulate`](crate::simulate) and [`Trajectory`](crate::Trajectory) with all observers, and its
/// states hold the current controls.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oscillator/mod.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use nhi_runtime::{Controlled, simulate};
///
/// // A damper that is computed every tenth of a second.
/// let oscillator = Oscillator::new(2.0, 0.01);
/// let damped = Controlled::new(oscillator, 0.1, |_t, _q, v: &[f64; 1]| [-0.5 * v[0]])?;
/// let state = damped.start(0.0, [1.0], [0.0])?;
/// let state = simulate(&damped, state, &(), 1000, &mut ())?;
/// assert!(damped.sample(&state)?.q[0].abs() < 0.15); // exp(-0.25 * 10) = 0.08
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Controlled<S, F> {
    stepper: S,
    law: F,
    period: f64,
    steps: u64,
}

/// A state of a [`Controlled`] stepper.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ControlledState<State, U> {
    /// The state of the stepper.
    pub state: State,
    /// The held controls: those of the last multiple of the period.
    pub controls: U,
    /// The controls of the step that led to the state; those of the next one at the start.
    pub arriving: U,
}

/// The result of a start or a step of a [`Controlled`] stepper.
type Held<S> = Result<
    ControlledState<<S as Stepper>::State, <S as Stepper>::Controls>,
    StepError<<S as Stepper>::Scalar>,
>;

impl<S, F> Controlled<S, F>
where
    S: Stepper,
    F: Fn(S::Scalar, &S::Coordinates, &S::Velocities) -> S::Controls,
{
    /// Returns the stepper under the law `law(t, &q, &v)`, evaluated once in each `period`, in the
    /// model's unit of time.
    ///
    /// # Errors
    /// [`SetupError::ControlPeriod`] for a period that is not a positive whole number of steps to
    /// machine precision, and for a stepper that runs backwards.
    pub fn new(stepper: S, period: S::Scalar, law: F) -> Result<Self, SetupError> {
        let (h, period) = (stepper.step_size().to_f64(), period.to_f64());
        let round_off = (4.0 * S::Scalar::EPSILON.to_f64()).max(1e-12);
        // A cast saturates: a negative value or NaN becomes zero steps.
        let steps = (period / h + 0.5) as u64;
        let off = math::abs(period / h - steps as f64);
        if h > 0.0 && (1..=MOST_STEPS).contains(&steps) && off <= round_off * steps as f64 {
            Ok(Self {
                stepper,
                law,
                period,
                steps,
            })
        } else {
            Err(SetupError::ControlPeriod { period, h })
        }
    }

    /// Returns the inner stepper.
    #[must_use]
    pub fn stepper(&self) -> &S {
        &self.stepper
    }

    /// Returns the state at time `t` with configuration `q` and velocity `v`, under the controls
    /// that the law returns for them.
    ///
    /// # Errors
    /// The errors of the stepper.
    pub fn start(&self, t: S::Scalar, q: S::Coordinates, v: S::Velocities) -> Held<S> {
        let controls = (self.law)(t, &q, &v);
        let state = self.stepper.start(t, q, v, &Constant(controls))?;
        Ok(ControlledState {
            state,
            controls,
            arriving: controls,
        })
    }

    /// Returns the state one step after `state`. At a multiple of the period, its controls are
    /// those that the law returns there.
    ///
    /// # Errors
    /// The errors of the stepper, including those of the sample that the law needs.
    pub fn step(&self, state: &ControlledState<S::State, S::Controls>) -> Held<S> {
        let arriving = state.controls;
        let state = self.stepper.step(&state.state, &Constant(arriving))?;
        let mut controls = arriving;
        let clock = self.stepper.clock(&state);
        if clock.steps.is_multiple_of(self.steps) {
            let sample = self.stepper.sample(&state)?;
            let count = clock.steps / self.steps;
            let t = time_of_period(clock.origin, sample.t, self.period, count);
            controls = (self.law)(t, &sample.q, &sample.v);
        }
        Ok(ControlledState {
            state,
            controls,
            arriving,
        })
    }

    /// Returns time, configuration, velocity and multipliers at the node of `state`.
    ///
    /// # Errors
    /// The errors of the stepper.
    pub fn sample(
        &self,
        state: &ControlledState<S::State, S::Controls>,
    ) -> Result<SampleOf<S>, StepError<S::Scalar>> {
        self.stepper.sample(&state.state)
    }
}

/// Returns the time at which a law is evaluated for a period, of which `count` end at the node with
/// the time `own`, in a run from `origin`.
///
/// Rounding errors separate this time from `origin + count * period`, and both from the decimal
/// number that a person would write for it. Laws and tables that jump are continuous from the
/// right, so that the latest of the three is the one at which a jump at the node counts, whichever
/// of them its time is. It would otherwise count a period late, depending on the step.
#[must_use]
pub fn time_of_period<T: Real>(origin: T, own: T, period: f64, count: u64) -> T {
    /// The largest time of which nine decimals are more than its rounding errors.
    const LARGEST: f64 = 1e5;
    if count == 0 {
        return own;
    }
    let start = origin.to_f64();
    let sum = start + count as f64 * period;
    let size = math::abs(sum);
    let nanoseconds = (size * 1e9 + 0.5) as u64;
    let decimal = (nanoseconds as f64 / 1e9).copysign(sum);
    let rounding = 4.0 * f64::EPSILON * size.max(math::abs(start));
    let is_decimal = size < LARGEST && math::abs(decimal - sum) <= rounding;
    let latest = if is_decimal { sum.max(decimal) } else { sum };
    own.max(T::literal(latest))
}

/// The largest number of steps that can be counted exactly.
const MOST_STEPS: u64 = 1 << 53;

/// Controls that do not change over a step.
struct Constant<U>(U);

impl<T, U: Copy> ControlSignal<T, U> for Constant<U> {
    #[inline]
    fn at(&self, _: T) -> U {
        self.0
    }
}

impl<S, F> Stepper for Controlled<S, F>
where
    S: Stepper,
    F: Fn(S::Scalar, &S::Coordinates, &S::Velocities) -> S::Controls,
{
    type Scalar = S::Scalar;
    type Coordinates = S::Coordinates;
    type Velocities = S::Velocities;
    type Controls = ();
    type Multipliers = S::Multipliers;
    type State = ControlledState<S::State, S::Controls>;

    const INTEGRATOR: &'static str = S::INTEGRATOR;

    fn step_size(&self) -> S::Scalar {
        self.stepper.step_size()
    }

    fn clock(&self, state: &Self::State) -> Clock<S::Scalar> {
        self.stepper.clock(&state.state)
    }

    fn report(&self, state: &Self::State) -> NewtonReport<S::Scalar> {
        self.stepper.report(&state.state)
    }

    fn start(
        &self,
        t: S::Scalar,
        q: S::Coordinates,
        v: S::Velocities,
        _: &impl ControlSignal<S::Scalar, ()>,
    ) -> Held<S> {
        self.start(t, q, v)
    }

    fn step(&self, state: &Self::State, _: &impl ControlSignal<S::Scalar, ()>) -> Held<S> {
        self.step(state)
    }

    fn sample(&self, state: &Self::State) -> Result<SampleOf<Self>, StepError<S::Scalar>> {
        self.sample(state)
    }
}

/// The signs of the inner stepper.
impl<M, S, F> Watched<Controlled<S, F>> for M
where
    M: Watched<S>,
    S: Stepper,
    F: Fn(S::Scalar, &S::Coordinates, &S::Velocities) -> S::Controls,
{
    fn signs(
        &self,
        stepper: &Controlled<S, F>,
        state: &ControlledState<S::State, S::Controls>,
        sample: &SampleOf<S>,
        _: Option<&()>,
    ) -> Signs<S::Scalar> {
        let signs = |controls| self.signs(&stepper.stepper, &state.state, sample, Some(controls));
        Signs {
            arriving_power: signs(&state.arriving).power,
            ..signs(&state.controls)
        }
    }

    fn energy_of_impacts(&self, state: &ControlledState<S::State, S::Controls>) -> S::Scalar {
        Watched::<S>::energy_of_impacts(self, &state.state)
    }
}

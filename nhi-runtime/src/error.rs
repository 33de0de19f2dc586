//! Errors: when a stepper is set up, and in a step.

use crate::{ContactFailure, ModelMatrix, Real, math};
use core::fmt;

/// The reason why a stepper could not be set up from its parameters and its step size.
///
/// Names of parameters have the type `N`, as in a [`StepError`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum SetupError<N = &'static str> {
    /// The step size is zero, NaN or infinite.
    StepSize {
        /// The given step size.
        h: f64,
    },
    /// A parameter is NaN or infinite.
    Parameter {
        /// The name of the parameter in the model.
        name: N,
        /// The given value.
        value: f64,
    },
    /// A quantity prepared from the parameters is not finite: the model is singular for them.
    Singular {
        /// The quantity, for example `"inverse of the mass matrix"`.
        what: &'static str,
    },
    /// A matrix that must be positive definite has a pivot that is not positive.
    NotPositive {
        /// The matrix, for example `"mass matrix"`.
        what: &'static str,
        /// The pivot.
        pivot: f64,
    },
    /// The step size times a rate of the method exceeds its stability limit.
    Unstable {
        /// The option with the rate, for example `"constraint_rate"`.
        what: &'static str,
        /// The step size times the rate, as a multiple of the limit.
        ratio: f64,
    },
    /// A period of a control law is not a positive whole number of steps.
    ControlPeriod {
        /// The given period.
        period: f64,
        /// The step size.
        h: f64,
    },
}

impl SetupError {
    /// Accepts a step size that is finite and not zero; negative steps run backwards in time.
    ///
    /// # Errors
    /// [`SetupError::StepSize`] for any other `h`.
    #[inline]
    pub fn check_step_size<T: Real>(h: T) -> Result<(), Self> {
        if h.is_finite() && h != T::zero() {
            Ok(())
        } else {
            Err(Self::StepSize { h: h.to_f64() })
        }
    }

    /// Accepts a finite value of the parameter `name`.
    ///
    /// # Errors
    /// [`SetupError::Parameter`] for NaN and infinities.
    #[inline]
    pub fn check_parameter<T: Real>(name: &'static str, value: T) -> Result<(), Self> {
        if value.is_finite() {
            Ok(())
        } else {
            let value = value.to_f64();
            Err(Self::Parameter { name, value })
        }
    }

    /// Accepts a positive finite pivot of the matrix `what`.
    ///
    /// # Errors
    /// [`SetupError::NotPositive`] for any other pivot, NaN included.
    #[inline]
    pub fn check_positive<T: Real>(what: &'static str, pivot: T) -> Result<(), Self> {
        if pivot > T::zero() && pivot.is_finite() {
            Ok(())
        } else {
            let pivot = pivot.to_f64();
            Err(Self::NotPositive { what, pivot })
        }
    }

    /// Accepts a step size times the rate `what` if it is below one, as a multiple `ratio` of the
    /// stability limit.
    ///
    /// # Errors
    /// [`SetupError::Unstable`] for any other ratio, NaN included.
    #[inline]
    pub fn check_stable<T: Real>(what: &'static str, ratio: T) -> Result<(), Self> {
        if ratio < T::one() {
            Ok(())
        } else {
            let ratio = ratio.to_f64();
            Err(Self::Unstable { what, ratio })
        }
    }

    /// Accepts finite values of all quantities that a stepper prepares.
    ///
    /// # Errors
    /// [`SetupError::Singular`] if one is NaN or infinite.
    #[inline]
    pub fn check_all_prepared<T: Real>(values: &[T]) -> Result<(), Self> {
        let what = "value that the stepper prepares from them";
        values
            .iter()
            .try_for_each(|&value| Self::check_prepared(what, value))
    }

    /// Accepts a finite value of the prepared quantity `what`.
    ///
    /// # Errors
    /// [`SetupError::Singular`] for NaN and infinities.
    #[inline]
    pub fn check_prepared<T: Real>(what: &'static str, value: T) -> Result<(), Self> {
        if value.is_finite() {
            Ok(())
        } else {
            Err(Self::Singular { what })
        }
    }
}

impl<N> SetupError<N> {
    /// Returns the same failure with the parameter's name converted to another type.
    #[must_use]
    pub fn map_name<M>(self, of: impl FnOnce(N) -> M) -> SetupError<M> {
        match self {
            Self::StepSize { h } => SetupError::StepSize { h },
            Self::Parameter { name, value } => SetupError::Parameter {
                name: of(name),
                value,
            },
            Self::Singular { what } => SetupError::Singular { what },
            Self::NotPositive { what, pivot } => SetupError::NotPositive { what, pivot },
            Self::Unstable { what, ratio } => SetupError::Unstable { what, ratio },
            Self::ControlPeriod { period, h } => SetupError::ControlPeriod { period, h },
        }
    }
}

impl<N: fmt::Display> fmt::Display for SetupError<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StepSize { h } => write!(
                f,
                "the step size is {h:?} but must be finite and not zero: \
                 give a positive one, or a negative one to run backwards"
            ),
            Self::Parameter { name, value } => write!(
                f,
                "the parameter `{name}` is {value:?} but must be finite: \
                 set it before making a stepper"
            ),
            Self::NotPositive { what, pivot } => write!(
                f,
                "the {what} has the pivot {pivot:?} for these parameters but must be positive \
                 definite: look for masses or inertias that are zero, negative or inconsistent"
            ),
            Self::Singular { what } => write!(
                f,
                "the {what} is not finite for these parameters but must be: \
                 look for masses, inertias or lengths that are zero; if one must be zero, leave \
                 it out of the model or write it there as 0"
            ),
            Self::Unstable { what, ratio } => write!(
                f,
                "the step size times {what} is {ratio:.3} of the stability limit but must be below \
                 it: choose a smaller step or a lower rate"
            ),
            Self::ControlPeriod { period, h } => write!(
                f,
                "the control period is {period:?} and the step size {h:?} but the period must be a \
                 positive whole number of steps: choose the step as a fraction of the period"
            ),
        }
    }
}

impl<N: fmt::Debug + fmt::Display> core::error::Error for SetupError<N> {}

/// The reason why [`start`](crate::Stepper::start), [`step`](crate::Stepper::step) or
/// [`sample`](crate::Stepper::sample) failed, and the time.
///
/// The state passed to the failed call is unchanged. Names of the model have the type `N`:
/// generated code knows them at compile time, but a stepper that is assembled at run time does not.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct StepError<T, N = &'static str> {
    /// The time at which the failed call began: for `start` the initial time, for `step` and
    /// `sample` the time of the given state.
    pub time: T,
    /// The kind of failure.
    pub kind: StepErrorKind<T, N>,
}

/// The kind of failure of [`start`](crate::Stepper::start), [`step`](crate::Stepper::step) or
/// [`sample`](crate::Stepper::sample).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum StepErrorKind<T, N = &'static str> {
    /// A given coordinate, velocity, control or time is NaN or infinite.
    NonFiniteInput,
    /// The result is NaN or infinite, though the input was finite.
    NonFinite,
    /// The equations of the step, or their Jacobian, became NaN or infinite in an iterate.
    NonFiniteResidual {
        /// The Newton iteration in which it happened, counted from 1.
        iteration: u32,
    },
    /// Newton's method did not reach round-off.
    NewtonDiverged {
        /// The number of iterations.
        iterations: u32,
        /// The largest absolute component of the last increment.
        increment: T,
        /// The largest absolute component of the last residual.
        residual: T,
    },
    /// Newton's method came close to the solution, but not to machine precision: the equations
    /// have more round-off than their sizes suggest.
    NewtonStagnated {
        /// The number of iterations.
        iterations: u32,
        /// The largest absolute component of the last increment.
        increment: T,
        /// The largest absolute component of the last residual.
        residual: T,
    },
    /// The Jacobian of the equations of the step is singular.
    SingularJacobian {
        /// The Newton iteration in which it happened, counted from 1.
        iteration: u32,
    },
    /// A configuration at which the constraints depend on each other or the mass matrix is not
    /// positive definite, to machine precision. For `start` it is the initial configuration, for
    /// `sample` that of the state, for `step` one that the step passes through or reaches.
    ///
    /// The fields are those of a [`Pivot`](crate::Pivot), listed separately because this takes less
    /// space.
    Singular {
        /// The matrix.
        matrix: ModelMatrix,
        /// The name of the row: of a velocity for the mass matrix, of a constraint for the matrix
        /// of the constraints.
        name: N,
        /// The pivot.
        pivot: T,
        /// The value that the pivot is compared with.
        scale: T,
    },
    /// The initial state violates a constraint.
    OffConstraints {
        /// The index of the constraint in the model, counted from 0.
        index: u32,
        /// The name of the constraint in the model.
        name: N,
        /// The residual `A v + b` of the constraint.
        residual: T,
        /// The absolute residual divided by its scale.
        relative: T,
    },
    /// A given group element is not a rotation or rigid motion.
    NotARotation {
        /// The name of the group element in the model.
        name: N,
        /// The largest entry of `R^T R - Id`; 2 for a reflection.
        distance: T,
    },
    /// The rates of the motion are NaN or infinite at a time that a method with its own step size
    /// cannot pass.
    NonFiniteMotion {
        /// That time.
        time: T,
    },
    /// A method with its own step size cannot attain its tolerance with any step that the time
    /// resolves.
    StepSizeUnderflow {
        /// The time that it reached.
        time: T,
        /// The next step that it would try.
        h: T,
    },
    /// A method with its own step size made as many steps as it may between two rows.
    TooManySteps {
        /// The time that it reached.
        time: T,
        /// The number of steps, rejected ones included.
        steps: u32,
    },
    /// Forces switched as often as they may between two rows, for a method with its own step size.
    TooManySwitches {
        /// The time that it reached.
        time: T,
        /// The number of switches.
        switches: u32,
    },
    /// A motion with contacts that open does not begin or go on at a contact.
    Contact {
        /// The contact.
        name: N,
        /// The reason.
        failure: ContactFailure<T>,
    },
    /// The state belongs to another integrator than the stepper, if both were chosen at run time.
    ForeignState,
}

impl<T, N> StepError<T, N> {
    /// Returns the failure `kind` of a call that began at `time`.
    #[inline]
    #[must_use]
    pub const fn new(time: T, kind: StepErrorKind<T, N>) -> Self {
        Self { time, kind }
    }

    /// Returns the same failure with names converted to another type.
    #[must_use]
    pub fn map_name<M>(self, name: impl FnOnce(N) -> M) -> StepError<T, M> {
        StepError::new(self.time, self.kind.map_name(name))
    }
}

impl<T, N> StepErrorKind<T, N> {
    /// Returns the same failure with names converted to another type.
    #[must_use]
    pub fn map_name<M>(self, of: impl FnOnce(N) -> M) -> StepErrorKind<T, M> {
        match self {
            Self::NonFiniteInput => StepErrorKind::NonFiniteInput,
            Self::NonFinite => StepErrorKind::NonFinite,
            Self::NonFiniteResidual { iteration } => StepErrorKind::NonFiniteResidual { iteration },
            Self::NewtonDiverged {
                iterations,
                increment,
                residual,
            } => StepErrorKind::NewtonDiverged {
                iterations,
                increment,
                residual,
            },
            Self::NewtonStagnated {
                iterations,
                increment,
                residual,
            } => StepErrorKind::NewtonStagnated {
                iterations,
                increment,
                residual,
            },
            Self::SingularJacobian { iteration } => StepErrorKind::SingularJacobian { iteration },
            Self::Singular {
                matrix,
                name,
                pivot,
                scale,
            } => StepErrorKind::Singular {
                matrix,
                name: of(name),
                pivot,
                scale,
            },
            Self::OffConstraints {
                index,
                name,
                residual,
                relative,
            } => StepErrorKind::OffConstraints {
                index,
                name: of(name),
                residual,
                relative,
            },
            Self::NotARotation { name, distance } => StepErrorKind::NotARotation {
                name: of(name),
                distance,
            },
            Self::NonFiniteMotion { time } => StepErrorKind::NonFiniteMotion { time },
            Self::StepSizeUnderflow { time, h } => StepErrorKind::StepSizeUnderflow { time, h },
            Self::TooManySteps { time, steps } => StepErrorKind::TooManySteps { time, steps },
            Self::TooManySwitches { time, switches } => {
                StepErrorKind::TooManySwitches { time, switches }
            }
            Self::Contact { name, failure } => StepErrorKind::Contact {
                name: of(name),
                failure,
            },
            Self::ForeignState => StepErrorKind::ForeignState,
        }
    }
}

/// Returns the error of a call from `time` whose result is not finite: it blames the inputs if one
/// of them is not finite.
#[cold]
#[must_use]
pub fn non_finite<T: Real, N>(time: T, inputs: &[T]) -> StepError<T, N> {
    let kind = if math::all_finite(inputs) {
        StepErrorKind::NonFinite
    } else {
        StepErrorKind::NonFiniteInput
    };
    StepError::new(time, kind)
}

impl<T: fmt::Debug, N: fmt::Display> fmt::Display for StepError<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at t = {:?}, {}", self.time, self.kind)
    }
}

impl<T: fmt::Debug, N: fmt::Display> fmt::Display for StepErrorKind<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NonFiniteInput => write!(
                f,
                "a coordinate, velocity, control or time that was given is NaN or infinite but \
                 must be finite: check the initial values and the control signal"
            ),
            Self::NonFinite => write!(
                f,
                "the result is NaN or infinite but must be finite: the motion left the range of \
                 the model or met a singular configuration; try a smaller step size"
            ),
            Self::NonFiniteResidual { iteration } => write!(
                f,
                "the equations of the step became NaN or infinite in Newton iteration {iteration} \
                 but must stay finite: try a smaller step size"
            ),
            Self::NewtonDiverged {
                iterations,
                increment,
                residual,
            } => write!(
                f,
                "Newton's method stopped after {iterations} iterations with an increment of \
                 {increment:?} and a residual of {residual:?} but needs both at round-off: try a \
                 smaller step size"
            ),
            Self::NewtonStagnated {
                iterations,
                increment,
                residual,
            } => write!(
                f,
                "the last digits of the step are undetermined: after {iterations} iterations Newton's method has \
                 an increment of {increment:?} and a residual of {residual:?}, small but no longer falling: \
                 measure coordinates from a point nearer by, or take a larger step size"
            ),
            Self::SingularJacobian { iteration } => write!(
                f,
                "the Jacobian of the equations of the step is singular in Newton iteration \
                 {iteration} but must be invertible: check that the constraints are independent \
                 here, or try a smaller step size"
            ),
            Self::Singular {
                matrix,
                name,
                pivot,
                scale,
            } => write!(
                f,
                "the configuration is singular: the pivot of `{name}` in the {matrix} is {pivot:?}, \
                 relative to {scale:?}, but must be positive beyond round-off: {}",
                remedy(*matrix)
            ),
            Self::OffConstraints {
                name,
                residual,
                relative,
                ..
            } => write!(
                f,
                "the initial velocity violates the constraint `{name}` with a residual of \
                 {residual:?} ({relative:?} relative to its scale) but must satisfy it to \
                 machine precision: project the velocity onto the constraints first"
            ),
            Self::NotARotation { name, distance } => write!(
                f,
                "`{name}` is not a rotation: R^T R differs from the identity by {distance:?} but must \
                 equal it to machine precision: normalise it first, with nalgebra's `renormalize`"
            ),
            Self::NonFiniteMotion { time } => write!(
                f,
                "the velocities or accelerations are NaN or infinite at t = {time:?} but must be \
                 finite: check the control signal, and start and steer clear of configurations for \
                 which the model fails"
            ),
            Self::StepSizeUnderflow { time, h } => write!(
                f,
                "the method reached t = {time:?} and would need a step of {h:?}, too short to change \
                 that time, but its tolerance must be attainable: look for a singular configuration \
                 or a jump of the forces there, or give a larger `tolerance`"
            ),
            Self::TooManySteps { time, steps } => write!(
                f,
                "the method made {steps} steps and reached t = {time:?} but must reach the next row: \
                 write rows more often, give a larger `tolerance`, or choose `Gauss` if the forces \
                 are stiff"
            ),
            Self::TooManySwitches { time, switches } => write!(
                f,
                "the forces switched {switches} times and the method reached t = {time:?} but must \
                 reach the next row: the motion sticks, or slides along a switch, and neither \
                 branch holds there"
            ),
            Self::Contact { name, failure } => failure.write(name, f),
            Self::ForeignState => write!(
                f,
                "the state is one of another integrator than the stepper: start one from its sample"
            ),
        }
    }
}

/// Returns the remedy for a singular configuration.
fn remedy(matrix: ModelMatrix) -> &'static str {
    match matrix {
        ModelMatrix::Constraints => {
            "this constraint depends on the others there; write one-forms that stay independent, \
             or start and steer clear of the configuration"
        }
        ModelMatrix::Reactions => {
            "a force that depends on the multiplier of this constraint, such as friction, locks it there: \
             no motion or more than one is possible; look for a smaller coefficient of friction"
        }
        ModelMatrix::MassWithoutConstraints => {
            "this integrator needs a regular mass matrix; choose `Mla`, `Gauss` or `Rk`, for which the \
             mass matrix may be singular if the motion on the constraints is regular"
        }
        ModelMatrix::Mass | ModelMatrix::MassOnConstraints => {
            "look for masses or inertias that are negative or inconsistent, or for coordinates that \
             fail there"
        }
    }
}

impl<T: fmt::Debug, N: fmt::Debug + fmt::Display> core::error::Error for StepError<T, N> {}

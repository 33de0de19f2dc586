//! Errors in a step.

use core::fmt;

use crate::{ContactFailure, ModelMatrix, Real, math};

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
    /// The constraints moved the end of a step by far more than its error, for a method with its
    /// own step size: the equations are so near to a singular configuration that round-off decides
    /// how the motion goes on.
    LostToRoundOff {
        /// The time that it reached.
        time: T,
        /// The largest change of a coordinate or velocity.
        correction: T,
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
            Self::LostToRoundOff { time, correction } => {
                StepErrorKind::LostToRoundOff { time, correction }
            }
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
                 the model or met a singular configuration, or a control is not finite; try a \
                 smaller step size"
            ),
            Self::NonFiniteResidual { iteration } => write!(
                f,
                "the equations of the step became NaN or infinite in Newton iteration {iteration} \
                 but must stay finite: check that the controls are finite, or try a smaller step \
                 size"
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
                "the start violates the constraint `{name}` with a residual of {residual:?} \
                 ({relative:?} relative to its scale) but must satisfy it to machine precision: \
                 correct the position if this is a position constraint, and otherwise project the \
                 velocity onto the constraints first"
            ),
            Self::NotARotation { name, distance } => write!(
                f,
                "`{name}` is not a rotation: R^T R differs from the identity, or the determinant from \
                 1, by {distance:?}: give an orthogonal matrix with the determinant 1"
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
            Self::LostToRoundOff { time, correction } => write!(
                f,
                "the method reached t = {time:?} and the constraints moved the end of its step by \
                 {correction:?}, but they must correct no more than its error: near a singular \
                 configuration round-off decides how the motion goes on; steer clear of it, or give \
                 a larger `tolerance`"
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

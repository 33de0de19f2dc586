//! Errors when a stepper is set up.

use core::fmt;

use crate::Real;

/// The reason why a stepper could not be set up from its parameters and its step size.
///
/// Names of parameters have the type `N`, as in a [`StepError`](crate::StepError).
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
        let what = "value computed from the parameters and the step size";
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
                "the step size times {what} is {ratio:.3} times the stability limit but must be below \
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

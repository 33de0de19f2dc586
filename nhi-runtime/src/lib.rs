//! The runtime of the integrators that nhi generates: `no_std`, no allocation, no panics in the
//! step path.
//!
//! A generated integrator is a [`Stepper`]: it starts from `(q, v)`, makes steps of a constant size
//! `h` from one immutable state to the next, and samples `(q, v, lambda)` from a state. The crate
//! also provides
//! - the scalars [`Real`] (`f32`, `f64`) and their functions in [`math`],
//! - controls as functions of time, [`ControlSignal`], and time without accumulated round-off,
//!   [`Clock`],
//! - group elements of nalgebra as the entries of matrices, [`GroupElement`],
//! - the settings of Newton's method in implicit steps, [`NewtonSettings`], and its
//!   [`NewtonReport`],
//! - typed errors, [`SetupError`] and [`StepError`],
//! - the driver [`simulate`] with its [`Observer`]s, and the iterator [`Trajectory`],
//! - steps over contacts that open and close, [`ContactStepper`],
//! - control laws of the state with their own period, [`Controlled`],
//! - the names and values of generated types, for code that handles any model: [`Named`],
//!   [`Model`],
//! - tables of runs as text, `Csv` (with the feature `std`),
//! - a monitor for quantities that must stay small according to the theory, [`Watch`] and
//!   [`Watching`],
//! - the Lie groups of rigid motions with their retractions, [`group`],
//! - the time-h flow as a map and its inverse, [`ExponentialMap`].
//!
//! # Features
//! | feature | provides |
//! |---|---|
//! | `std` (default) | mathematical functions of the standard library; the observer `Csv` |
//! | `libm` | mathematical functions of the crate `libm`, for targets without a standard library |
//! | `libm-force` | the functions of the crate `libm` also with `std`: the same bits on all platforms |
//! | `serde` | `Serialize` and `Deserialize` on plain data, and on generated types listed in `derive(...)` of the model |
//!
//! One of `std` and `libm` is required; with both, the functions are those of `std`.
#![no_std]

#[cfg(feature = "std")]
extern crate std;

#[cfg(not(any(feature = "std", feature = "libm")))]
compile_error!(
    "nhi-runtime has no mathematical functions: enable its feature `std`, or `libm` without a standard library"
);

mod adaptive;
mod choice;
mod clock;
mod constraint;
mod contacts;
mod controlled;
mod driver;
mod element;
mod error;
mod exponential;
pub mod group;
mod jacobian;
mod linear;
pub mod math;
mod model;
mod named;
mod newton;
mod observer;
mod pivot;
mod real;
mod serial;
mod signal;
mod stepper;
mod trajectory;
mod watch;
mod workspace;

pub use nalgebra;

pub use choice::UnknownIntegrator;
pub use clock::Clock;
pub use contacts::{
    ContactChange, ContactEvent, ContactFailure, ContactSet, ContactState, ContactStepper,
};
pub use controlled::{Controlled, ControlledState};
pub use driver::{Interrupted, RunResult, simulate};
pub use element::GroupElement;
pub use error::{SetupError, StepError, StepErrorKind};
pub use exponential::{Endpoint, ExponentialError, ExponentialMap, Preimage};
pub use jacobian::{DifferentiableStepper, StepJacobian, StepJacobianOf};
#[doc(no_inline)]
pub use math::{
    abs, acos, asin, atan, atan2, cos, cosh, exp, hypot, ln, powf, powi, sin, sin_cos, sinh, sqrt,
    tan, tanh,
};
pub use model::Model;
pub use named::{Entries, Named};
pub use newton::{NewtonFailure, NewtonReport, NewtonSettings};
pub use observer::{
    Crossing, CrossingOf, Crossings, Direction, Every, Extremes, NewtonTotals, Observer, Range,
    Ranges, Trace, observer,
};
#[cfg(feature = "std")]
pub use observer::{Csv, Held, Signal};
pub use pivot::{ModelMatrix, Pivot};
pub use real::Real;
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serial::serial_array;
pub use signal::ControlSignal;
pub use stepper::{Sample, SampleOf, Stepper};
pub use trajectory::Trajectory;
pub use watch::{
    Alternation, Concern, ContactSign, Described, Driven, Finding, HeldControls, KnownControls,
    Signs, Undriven, Watch, WatchLimits, Watched, Watching,
};
pub use workspace::WorkspaceTooShort;

/// The functions of generated code and of the interpreter; not for direct use.
#[doc(hidden)]
pub mod plumbing {
    pub use crate::adaptive::{
        Advance, Expansion, Field, SeriesOp, Term, are_crossed, dop853, dop853_in, dop853_memory,
        dop853_workspace, in_order, switch_modes, taylor, taylor_in, taylor_memory,
        taylor_workspace,
    };
    pub use crate::constraint::{constraint_tolerance, off_constraint, relative_residual};
    pub use crate::contacts::{
        ContactLayout, FailedContact, MOST_PROJECTIONS, Meeting, Phases, Rate, Reading, Readings,
        UndeterminedImpact, after_impact, clear_round_off, event_at, impact_memory, locate_zero,
        meeting_at, negligible, no_motion, open_at, opening, overlaps, project_position,
        project_velocity, settle,
    };
    pub use crate::controlled::time_of_period;
    pub use crate::element::not_a_rotation;
    pub use crate::error::non_finite;
    pub use crate::jacobian::chain_rule;
    pub use crate::linear::{
        SolveFailure, pivot_tolerance, solve, solve_columns, solve_columns_in, solve_workspace,
    };
    pub use crate::math::{all_finite, is_finite, max, min, sign, step, stumpff};
    pub use crate::newton::{
        Linearised, NewtonIteration, PartialSystemIn, SharedIteration, SystemIn, Unknowns, largest,
        newton, newton_in, newton_keeping_factors, newton_keeping_factors_in, newton_linear,
        newton_linear_in, newton_scaled, newton_workspace,
    };
    pub use crate::pivot::{irregular, is_regular};
}

//! The interpreter: runs the integrators of nhi without a compiler.
//!
//! A [`Machine`] is a [`Stepper`](nhi_symbolic::Stepper) in the form of instructions on numbered
//! slots. With parameters and a step size it is a [`MachineStepper`], which works like a generated
//! stepper: the same checks in the same order, the same operations, the same method for equations,
//! the same errors. So its numbers are bit-identical to those of generated code. States, controls
//! and parameters, whose sizes a compiler would know, are slices. [`Functions`] runs programs of
//! plain functions, such as the mechanics of a model. A [`Derivative`] of any of these is computed
//! without symbolic work.
//!
//! ```
//! use nhi_machine::{Machine, no_controls};
//!
//! let source = "#[nonholonomic(
//!     coordinates(x), lagrangian = 0.5 * m * x_dot.powi(2), integrators(Mla)
//! )]
//! struct Free { m: f64 }";
//! let compiled = &nhi_symbolic::compile_file(source.parse().unwrap()).unwrap()[0];
//! let machine = Machine::new(&compiled.steppers_as_data().next().unwrap());
//!
//! let stepper = machine.stepper(&[2.0], 0.1).unwrap();
//! let start = stepper.start(0.0, &[1.0], &[3.0], &[], no_controls).unwrap();
//! let next = stepper.step(&start, no_controls).unwrap();
//! assert!((stepper.sample(&next).unwrap().q[0] - 1.3).abs() < 1e-15);
//! ```

mod code;
mod composed;
mod derivative;
mod equations;
mod error;
mod flatten;
mod function;
mod functions;
mod jacobian;
mod lanes;
mod machine;
mod motion;
mod observer;
mod signs;
mod start;
mod state;
mod stepper;
mod workspace;

pub use derivative::{
    Derivative, DerivativeError, Gradient, Input, NotFinite, TangentSpace, Weights,
};
pub use error::{Error, SetupError, StepError};
pub use functions::{Functions, NotGiven};
pub use jacobian::StepJacobian;
pub use lanes::{Block, LANES, LaneMath, LaneObserver, Lanes};
pub use machine::Machine;
pub use observer::{ObservableFunctions, Observer};
pub use signs::SignFunctions;
pub use start::Residual;
pub use state::{Sample, State};
pub use stepper::{MachineStepper, no_controls};

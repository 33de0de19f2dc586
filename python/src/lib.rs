//! The Python package `nonholonomic`: a thin layer over the library of the command.
//!
//! Python passes texts, numbers and functions; the library returns arrays and data. The package
//! `nonholonomic` gives them names.

use pyo3::prelude::*;

mod background;
mod contacts;
mod controls;
mod derivative;
mod ensemble;
mod errors;
mod expressions;
mod progress;
mod rows;
mod run;
mod source;
mod state;
mod stepper;
mod studies;
mod trajectory;

/// The functions and types that the package is made of.
#[pymodule]
mod _nonholonomic {
    #[pymodule_export]
    use crate::controls::Controls;
    #[pymodule_export]
    use crate::derivative::{
        RawDerivative, admission_derivative, sample_derivative, start_derivative, step_derivative,
    };
    #[pymodule_export]
    use crate::ensemble::ensemble;
    #[pymodule_export]
    use crate::expressions::expressions;
    #[pymodule_export]
    use crate::rows::{sample_rows, start_rows, step_rows};
    #[pymodule_export]
    use crate::run::{RawRun, read_table, simulate};
    #[pymodule_export]
    use crate::source::{ModelText, ScenarioSource};
    #[pymodule_export]
    use crate::state::RawState;
    #[pymodule_export]
    use crate::stepper::{RawMachine, RawStepper, stepper};
    #[pymodule_export]
    use crate::studies::{
        animation, check, compare, derive, integrators, linearise, missing_parts, sweep,
    };
    #[pymodule_export]
    use crate::trajectory::{gradient, trajectory};
}

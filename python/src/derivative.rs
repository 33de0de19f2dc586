//! Derivatives of starts, steps and samples, for any integrator with constant steps.

use nhi_machine::{Derivative, Input};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;

use crate::state::{RawState, one_state};
use crate::stepper::{RawStepper, Sampled, checked, failed, sampled};

/// The derivative of a computation at a point.
#[pyclass(frozen)]
pub(crate) struct RawDerivative(Derivative);

#[pymethods]
impl RawDerivative {
    /// Derivatives never change.
    fn __copy__(derivative: Py<Self>) -> Py<Self> {
        derivative
    }

    fn __deepcopy__(derivative: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        derivative
    }

    /// The groups of inputs in order: name, and the range of columns.
    #[getter]
    fn layout(&self) -> Vec<(&'static str, usize, usize)> {
        layout(&self.0)
    }

    /// The moments at which controls are read, as fractions of the step.
    #[getter]
    fn moments(&self) -> Vec<f64> {
        moments(&self.0)
    }

    /// Returns the matrix: a row for each result, a column for each input.
    fn matrix<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let columns = self.0.jacobian().map_err(|error| failed(&error))?;
        let rows = PyArray1::from_vec(py, columns).reshape([self.0.inputs(), self.0.results()])?;
        rows.transpose()
    }

    /// Returns the products with directions, which are rows.
    fn jvp<'py>(
        &self,
        py: Python<'py>,
        directions: PyReadonlyArray2<'_, f64>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let directions = directions.as_array();
        checked(
            directions.ncols(),
            self.0.inputs(),
            "entries of a direction",
        )?;
        let mut products = Vec::new();
        for direction in directions.rows() {
            let product = self.0.jvp(&direction.to_vec());
            products.extend(product.map_err(|error| failed(&error))?);
        }
        PyArray1::from_vec(py, products).reshape([directions.nrows(), self.0.results()])
    }

    /// Returns the product of weights with the matrix.
    fn vjp<'py>(
        &self,
        py: Python<'py>,
        weights: PyReadonlyArray1<'_, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let weights = weights.as_array().to_vec();
        checked(weights.len(), self.0.results(), "weights")?;
        let product = self.0.vjp(&weights).map_err(|error| failed(&error))?;
        Ok(PyArray1::from_vec(py, product))
    }
}

/// Returns the names of the groups of inputs with their columns.
pub(crate) fn layout(derivative: &Derivative) -> Vec<(&'static str, usize, usize)> {
    let groups = derivative.layout().iter();
    let groups = groups.map(|(input, range)| {
        let name = match input {
            Input::State => "state",
            Input::Configuration => "q",
            Input::Velocity => "v",
            Input::Multipliers => "multipliers",
            Input::Controls(_) => "controls",
            Input::Parameters => "parameters",
            Input::StepSize => "step",
            Input::Time => "t",
            Input::Arguments => "arguments",
        };
        (name, range.start, range.end)
    });
    groups.collect()
}

/// Returns the moments at which controls are read, as fractions of the step.
pub(crate) fn moments(derivative: &Derivative) -> Vec<f64> {
    let moments = derivative.moments().iter();
    moments.map(nhi_symbolic::Moment::fraction).collect()
}

/// Returns the residuals of initial values in the constraints with their derivative.
#[pyfunction]
pub(crate) fn admission_derivative<'py>(
    py: Python<'py>,
    stepper: &RawStepper,
    t: f64,
    q: PyReadonlyArray1<'_, f64>,
    v: PyReadonlyArray1<'_, f64>,
) -> PyResult<(Bound<'py, PyArray1<f64>>, RawDerivative)> {
    let (q, v) = stepper.initial(&q, &v)?;
    let lent = stepper.lent()?;
    let found = lent.admission_derivative(t, &q, &v);
    let (residuals, derivative) = found.map_err(|error| failed(&error))?;
    let values = residuals.iter().map(|residual| residual.residual);
    Ok((PyArray1::from_iter(py, values), RawDerivative(derivative)))
}

/// Returns the first state with its derivative.
#[pyfunction]
pub(crate) fn start_derivative(
    stepper: &RawStepper,
    t: f64,
    q: PyReadonlyArray1<'_, f64>,
    v: PyReadonlyArray1<'_, f64>,
    multipliers: PyReadonlyArray1<'_, f64>,
    controls: PyReadonlyArray2<'_, f64>,
) -> PyResult<(RawState, RawDerivative)> {
    let from = stepper.from(t, &q, &v, &multipliers)?;
    let controls = stepper.controls(&controls)?;
    let lent = stepper.lent()?;
    let read = stepper.reader(&controls, t, lent.step_size());
    let found = lent.start_derivative(t, &from.q, &from.v, &from.multipliers, read);
    let (state, derivative) = found.map_err(|error| failed(&error))?;
    Ok((stepper.made(state), RawDerivative(derivative)))
}

/// Returns the next state with its derivative.
#[pyfunction]
pub(crate) fn step_derivative(
    stepper: &RawStepper,
    state: &Bound<'_, PyAny>,
    controls: PyReadonlyArray2<'_, f64>,
) -> PyResult<(RawState, RawDerivative)> {
    let controls = stepper.controls(&controls)?;
    let (lent, state) = stepper.own(one_state(state)?)?;
    let read = stepper.reader(&controls, lent.time(state), lent.step_size());
    let found = lent.step_derivative(state, read);
    let (next, derivative) = found.map_err(|error| failed(&error))?;
    Ok((stepper.made(next), RawDerivative(derivative)))
}

/// Returns the motion at a state with its derivative: configuration, velocities, multipliers.
#[pyfunction]
pub(crate) fn sample_derivative<'py>(
    py: Python<'py>,
    stepper: &RawStepper,
    state: &Bound<'py, PyAny>,
) -> PyResult<(Sampled<'py>, RawDerivative)> {
    let (lent, state) = stepper.own(one_state(state)?)?;
    let found = lent.sample_derivative(state);
    let (sample, derivative) = found.map_err(|error| failed(&error))?;
    Ok((sampled(py, sample), RawDerivative(derivative)))
}

//! The signs of states: quantities that must stay small.

use nhi_runtime::Signs;
use nhi_symbolic::PlainFunctions;

use crate::functions::Functions;
use crate::state::Sample;

/// The signs of a model for given parameters, as generated models compute them.
#[derive(Clone, Debug)]
pub struct SignFunctions {
    functions: Functions,
    /// The signs that the model has.
    formulas: nhi_symbolic::Signs,
    h: f64,
}

impl SignFunctions {
    /// Returns the signs of states from their function and the formulas from which it was made.
    ///
    /// # Panics
    /// Panics if the function is not that of the formulas.
    #[must_use]
    pub fn new(function: &PlainFunctions, formulas: &nhi_symbolic::Signs) -> Self {
        let functions = Functions::new(&function.program, &function.inputs);
        Self {
            functions: functions.expect("signs depend on what they are given"),
            formulas: formulas.clone(),
            h: f64::NAN,
        }
    }

    /// Returns the same signs for parameters, in the order of the model, and a step size.
    #[must_use]
    pub fn of_stepper(&self, parameters: &[f64], h: f64) -> Self {
        Self {
            functions: self.functions.with_fixed(parameters),
            formulas: self.formulas.clone(),
            h,
        }
    }

    /// Returns the signs that the model has, as formulas.
    #[must_use]
    pub fn formulas(&self) -> &nhi_symbolic::Signs {
        &self.formulas
    }

    /// Returns the signs of a sample.
    ///
    /// `reflection` holds the constraint residuals of the reflected velocity of its state, if the
    /// integrator reflects velocities. `controls` are NaN if they are not known.
    ///
    /// # Panics
    /// Panics if the length of a slice differs from the number that the model requires.
    #[must_use]
    pub fn signs(&self, sample: &Sample, reflection: &[f64], controls: &[f64]) -> Signs<f64> {
        let Sample { t, q, v, lambda } = sample;
        let mut values = vec![f64::NAN; self.functions.len_of(0)];
        let inputs: [&[f64]; 7] = [&[*t], q, v, lambda, reflection, controls, &[self.h]];
        let called = self.functions.call(0, &inputs, &mut values);
        called.expect("signs solve no equations");
        told_apart(&self.formulas, &values)
    }
}

/// Returns the signs from their values in the order of the formulas.
pub(crate) fn told_apart(formulas: &nhi_symbolic::Signs, values: &[f64]) -> Signs<f64> {
    let mut rest = values;
    let mut take = |count: usize| {
        let (taken, others) = rest.split_at(count);
        rest = others;
        taken
    };
    let kinetic = take(1)[0];
    let energy = take(formulas.energy.iter().len()).first().copied();
    let power = take(formulas.power.iter().len()).first().copied();
    let parasitic = take(formulas.parasitic.iter().len()).first().copied();
    let residuals = take(2 * formulas.residuals.len()).chunks(2);
    let residuals = residuals.filter_map(|pair| Signs::largest_residual(&[(pair[0], pair[1])]));
    let pole = Signs::smallest(take(formulas.poles.len()));
    let pivot = Signs::largest(take(formulas.pivots.len()));
    let turn = Signs::largest(take(formulas.turns.len()));
    Signs {
        kinetic,
        energy,
        power,
        arriving_power: None,
        parasitic,
        residual: residuals.reduce(f64::max),
        pole,
        pivot,
        turn,
        lags: false,
        adaptive: false,
        substeps: None,
        contact: Signs::contact(rest),
    }
}

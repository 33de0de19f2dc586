//! The motion of a model and its derivatives, as numbers.

use nalgebra::{DMatrix, DVector};
use nhi_machine::Functions;
use nhi_symbolic::{PlainFunctions, TangentMotion};

use super::coordinates::Independent;
use crate::simulation::SignalTable;

/// The motion of a model with the parameters and the controls of a scenario.
#[derive(Debug)]
pub(super) struct Motion {
    functions: TangentMotion,
    values: Functions,
    tangent: Functions,
    tables: Vec<Option<SignalTable>>,
}

/// A state at a time.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) t: f64,
    pub(super) q: DVector<f64>,
    pub(super) v: DVector<f64>,
}

/// The values of a motion at a state.
#[derive(Clone, Debug)]
pub(super) struct Values {
    /// The rates `K v` of the configuration.
    pub(super) rates: DVector<f64>,
    pub(super) acceleration: DVector<f64>,
    /// The residuals `A v + b` of the velocity constraints.
    pub(super) residual: DVector<f64>,
    /// The residuals of the position constraints.
    pub(super) positions: DVector<f64>,
    pub(super) controls: Vec<f64>,
}

/// The derivatives at a state with respect to displacements `xi` along the frame, velocities `eta`
/// and controls.
#[derive(Clone, Debug)]
pub(super) struct Derivatives {
    pub(super) acceleration_by_xi: DMatrix<f64>,
    pub(super) acceleration_by_eta: DMatrix<f64>,
    pub(super) acceleration_by_controls: DMatrix<f64>,
    pub(super) residual_by_xi: DMatrix<f64>,
    /// The constraint matrix.
    pub(super) residual_by_eta: DMatrix<f64>,
    pub(super) positions_by_xi: DMatrix<f64>,
    pub(super) controls_by_xi: DMatrix<f64>,
    pub(super) controls_by_eta: DMatrix<f64>,
    /// `xi -> [v, xi]`, the rotation of displacements carried along by the motion; zero for
    /// coordinates.
    pub(super) bracket: DMatrix<f64>,
}

impl Motion {
    /// Creates the motion for parameters in the order of the model, and controls given as tables.
    pub(super) fn new(
        functions: TangentMotion,
        parameters: &[f64],
        tables: Vec<Option<SignalTable>>,
    ) -> Self {
        let fixed = |plain: &PlainFunctions| {
            let functions = Functions::new(&plain.program, &plain.inputs);
            let functions = functions.expect("a motion depends on what it is given");
            functions.with_fixed(parameters)
        };
        Self {
            values: fixed(&functions.values),
            tangent: fixed(&functions.tangent),
            functions,
            tables,
        }
    }

    /// Returns the number of velocities.
    pub(super) fn dimension(&self) -> usize {
        self.functions.sizes[1]
    }

    /// Returns true if the equations of motion or the controls contain the time.
    pub(super) fn depends_on_time(&self) -> bool {
        self.functions.depends_on_time || self.tables.iter().any(Option::is_some)
    }

    /// Returns the number of controls.
    pub(super) fn inputs(&self) -> usize {
        self.functions.sizes[4]
    }

    /// Returns the factors of the configuration with their ranges of velocities: each coordinate,
    /// then the group elements.
    pub(super) fn factors(&self) -> &[(String, std::ops::Range<usize>)] {
        &self.functions.factors
    }

    /// Returns the motion at a state, with the controls of the scenario.
    ///
    /// # Errors
    /// A control or a result is not finite, in one sentence.
    pub(super) fn values(&self, state: &State) -> Result<Values, String> {
        let controls = self.controls(state)?;
        let all = self.values_with(state, &controls);
        let [entries, n, m, p, _] = self.functions.sizes;
        let first = entries + n + m;
        finite(&all[..first + p], "the acceleration")?;
        Ok(Values {
            rates: DVector::from_column_slice(&all[..entries]),
            acceleration: DVector::from_column_slice(&all[entries..entries + n]),
            residual: DVector::from_column_slice(&all[entries + n..first]),
            positions: DVector::from_column_slice(&all[first..first + p]),
            controls,
        })
    }

    fn controls(&self, state: &State) -> Result<Vec<f64>, String> {
        // The controls of the scenario do not depend on the inputs.
        let all = self.values_with(state, &vec![0.0; self.inputs()]);
        let mut controls = all[all.len() - self.inputs()..].to_vec();
        for (control, table) in controls.iter_mut().zip(&self.tables) {
            if let Some(table) = table {
                *control = table.value(state.t).unwrap_or(f64::NAN);
            }
        }
        finite(&controls, "a control")?;
        Ok(controls)
    }

    fn values_with(&self, state: &State, controls: &[f64]) -> Vec<f64> {
        let State { t, q, v } = state;
        let mut all = vec![f64::NAN; self.values.len_of(0)];
        let inputs: [&[f64]; 4] = [&[*t], q.as_slice(), v.as_slice(), controls];
        let called = self.values.call(0, &inputs, &mut all);
        called.expect("a motion solves no equations");
        all
    }

    /// Returns the derivatives at a state.
    ///
    /// # Errors
    /// A control or a derivative is not finite, in one sentence.
    pub(super) fn derivatives(&self, state: &State) -> Result<Derivatives, String> {
        let controls = self.controls(state)?;
        let [_, n, m, p, k] = self.functions.sizes;
        let rows = self.tangent.len_of(0);
        let mut all = DMatrix::zeros(rows, 2 * n + k);
        let State { t, q, v } = state;
        for (place, mut column) in all.column_iter_mut().enumerate() {
            let mut direction = vec![0.0; 2 * n + k];
            direction[place] = 1.0;
            let inputs: [&[f64]; 5] = [
                &[*t],
                q.as_slice(),
                v.as_slice(),
                controls.as_slice(),
                &direction,
            ];
            let called = self.tangent.call(0, &inputs, column.as_mut_slice());
            called.expect("a motion solves no equations");
        }
        finite(all.as_slice(), "a derivative of the motion")?;
        let part = |row: usize, rows: usize, column: usize, columns: usize| {
            all.view((row, column), (rows, columns)).into_owned()
        };
        Ok(Derivatives {
            acceleration_by_xi: part(0, n, 0, n),
            acceleration_by_eta: part(0, n, n, n),
            acceleration_by_controls: part(0, n, 2 * n, k),
            residual_by_xi: part(n, m, 0, n),
            residual_by_eta: part(n, m, n, n),
            positions_by_xi: part(n + m, p, 0, n),
            controls_by_xi: part(n + m + p, k, 0, n),
            controls_by_eta: part(n + m + p, k, n, n),
            bracket: self.bracket(v),
        })
    }

    /// Chooses independent displacements and velocities at a state, `wanted` velocities first;
    /// `None` if the constraints depend on each other.
    pub(super) fn independent(
        &self,
        state: &State,
        values: &Values,
        derivatives: &Derivatives,
        wanted: &[usize],
    ) -> Option<Independent> {
        let driven = &self.functions.driven;
        Independent::choose(derivatives, &state.v, &values.acceleration, driven, wanted)
    }

    fn bracket(&self, v: &DVector<f64>) -> DMatrix<f64> {
        let mut bracket = DMatrix::zeros(v.len(), v.len());
        for &(a, b, c, k) in &self.functions.brackets {
            bracket[(c, b)] += k as f64 * v[a];
            bracket[(c, a)] -= k as f64 * v[b];
        }
        bracket
    }
}

fn finite(values: &[f64], what: &str) -> Result<(), String> {
    if values.iter().all(|value| value.is_finite()) {
        return Ok(());
    }
    Err(format!("{what} is not finite there"))
}

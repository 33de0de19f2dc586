//! States as rows of a table.

use nhi_symbolic::model::Variable;

use super::stepper::{RunError, Sample, State, Stepper, finite};

impl Stepper<'_> {
    /// The names of the values of a row.
    pub(crate) fn columns(&self) -> Vec<String> {
        let model = &self.machine.mechanics.model;
        let names = |variables: &[Variable]| -> Vec<String> {
            variables.iter().map(|x| x.name.clone()).collect()
        };
        let of_constraints = |prefix: &str| -> Vec<String> {
            let constraints = model.constraints.iter();
            constraints
                .map(|c| format!("{prefix}.{}", c.name))
                .collect()
        };
        [
            vec!["t".to_owned()],
            model.configuration().map(|x| x.name.clone()).collect(),
            names(&model.velocities),
            vec!["energy".to_owned()],
            of_constraints("residual"),
            of_constraints("lambda"),
            names(&model.controls),
        ]
        .concat()
    }

    /// Where the energy is in a row.
    pub(crate) fn energy_column(&self) -> usize {
        let mechanics = &self.machine.mechanics;
        1 + mechanics.q.len() + mechanics.v.len()
    }

    /// The values of a state under the [`columns`](Self::columns).
    pub(crate) fn row(&self, state: &State) -> Result<Vec<f64>, RunError> {
        let sample = self.sample(state)?;
        let energy = self.energy(&sample)?;
        let residuals = self.residuals(&sample)?;
        let controls = self.controls(&sample)?;
        let Sample { t, q, v, lambda } = sample;
        let row = [vec![t], q, v, vec![energy], residuals, lambda, controls];
        finite(row.concat(), t)
    }

    /// The names of the velocities.
    pub(crate) fn velocity_names(&self) -> Vec<String> {
        let velocities = self.machine.mechanics.model.velocities.iter();
        velocities.map(|x| x.name.clone()).collect()
    }
}

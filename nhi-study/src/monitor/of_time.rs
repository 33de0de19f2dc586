//! The explicitly time-dependent parts of the equations of motion, over one step.

use nhi_machine::Sample;

use super::resolution::Reading;
use crate::simulation::Simulator;

/// The maximum number of table points examined in one step.
const MOST_POINTS: usize = 64;

impl Simulator<'_> {
    /// Returns the number of controls and forces that depend explicitly on time; zero if none does.
    pub(super) fn count_of_time(&self) -> usize {
        let controls = match self.follows_controls_of_time() {
            true => self.no_controls.len(),
            false => 0,
        };
        controls + self.count_of_forces_of_time()
    }

    /// Returns the number of forces and the like among them. A method with its own step size
    /// follows those itself.
    fn count_of_forces_of_time(&self) -> usize {
        match self.plant.stepper.tolerance() {
            Some(_) => 0,
            None => self.of_time.len_of(0),
        }
    }

    /// Returns true if the controls depend on time and are not held. Held controls are constant on
    /// purpose, so every step resolves them. Those of a program that are given at nodes alone have
    /// no values in between.
    fn follows_controls_of_time(&self) -> bool {
        self.plant.controls_depend_on_time
            && self.plant.period.is_none()
            && self.delays.is_empty()
            && !self.has_controls_at_nodes_alone()
    }

    /// Writes their values at a time within the step that began with a sample and its controls,
    /// with the state held. Returns false if a value does not exist.
    pub(super) fn values_of_time(
        &self,
        t: f64,
        began: &Sample,
        controls: &[f64],
        values: &mut [f64],
    ) -> bool {
        let count = values.len() - self.count_of_forces_of_time();
        let (of_controls, others) = values.split_at_mut(count);
        if !of_controls.is_empty()
            && self
                .controls_at_end(t, began, &[], None, of_controls)
                .is_err()
        {
            return false;
        }
        self.plant.clear_inputs_of_readings(of_controls);
        if !others.is_empty() {
            let inputs: [&[f64]; 4] = [&[t], &began.q, &began.v, controls];
            let called = self.of_time.call(0, &inputs, others);
            called.expect("forces solve no equations");
        }
        values.iter().all(|value| value.is_finite())
    }

    /// Returns the times of table points within a step, as fractions of it.
    pub(super) fn table_points(
        &self,
        begin: f64,
        h: f64,
    ) -> impl Iterator<Item = f64> + Clone + '_ {
        let tables = self.plant.tables.iter().flatten();
        let (low, high) = (begin.min(begin + h), begin.max(begin + h));
        let times = tables.flat_map(move |table| table.times_between(low, high));
        times.take(MOST_POINTS).map(move |t| (t - begin) / h)
    }

    /// Returns the function of time that a step effectively uses; `None` if a method with its own
    /// step size follows it.
    pub(super) fn reading(&self) -> Option<Reading> {
        let simulator = &self.plant.stepper;
        // Substeps are of order two, and use controls as such steps do.
        let order = match simulator.substeps.len() {
            0 => simulator.traits.order,
            _ => 2,
        };
        if simulator.tolerance().is_some() {
            return (simulator.nodes_in_equations > 0).then(Reading::held);
        }
        Some(Reading::new(simulator.control_fractions(), order))
    }
}

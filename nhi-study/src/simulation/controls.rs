//! The controls of a scenario along the steps of a simulator.

use nhi_machine::Sample;
use nhi_runtime::Clock;

use super::error::RunError;
use super::signal_table::SignalTable;
use super::simulator::Simulator;
use super::state::{Controls, State};

impl Simulator<'_> {
    /// Returns the controls at a state with its sample.
    pub fn controls(&self, state: &State, sample: &Sample) -> Result<Vec<f64>, RunError> {
        let mut values = self.no_controls.clone();
        self.controls_into(&mut state.clone(), sample, &mut values)?;
        Ok(values)
    }

    /// Writes the [`controls`](Self::controls) into a slice of their number; the state remembers
    /// them.
    pub(super) fn controls_into(
        &self,
        state: &mut State,
        sample: &Sample,
        values: &mut [f64],
    ) -> Result<(), RunError> {
        let controls = &mut state.controls;
        self.hold(state.integrated.clock, Some(sample), controls)?;
        let seen = self.plant.has_feedback.then_some(sample);
        self.read_controls(sample.t, seen, controls, values)
    }

    /// Holds the controls of a state: those at the last multiple of the period. Controls that
    /// depend on the state are computed only there, and kept until the next multiple. Without a
    /// period nothing is held.
    pub(super) fn hold(
        &self,
        clock: Clock<f64>,
        sample: Option<&Sample>,
        controls: &mut Controls,
    ) -> Result<(), RunError> {
        let Some(steps) = self.steps_held else {
            return Ok(());
        };
        let period = clock.steps / steps;
        let begun = Clock {
            steps: period * steps,
            ..clock
        };
        let t = begun.time(self.step_size());
        let mut held = std::mem::take(&mut controls.held);
        held.resize(self.no_controls.len(), f64::NAN);
        match sample.filter(|_| self.plant.has_feedback) {
            None => self.read_at(t, controls, &mut held)?,
            Some(sample) if begun == clock => {
                self.compute_controls(t, &[&[t], &sample.q, &sample.v], &mut held)?;
            }
            Some(_) => {
                controls.held = held;
                return Ok(());
            }
        }
        if let Some(noise) = &self.plant.noise {
            noise.disturb_controls(period, &mut held);
        }
        controls.held = held;
        Ok(())
    }

    /// Writes the controls at a time within the step from a state: those that are held, those of
    /// its sample, or those of the time alone.
    pub(super) fn read_controls(
        &self,
        t: f64,
        sample: Option<&Sample>,
        controls: &mut Controls,
        values: &mut [f64],
    ) -> Result<(), RunError> {
        if self.steps_held.is_some() {
            values.copy_from_slice(&controls.held);
            return Ok(());
        }
        match sample {
            Some(Sample { q, v, .. }) => self.compute_controls(t, &[&[t], q, v], values),
            None => self.read_at(t, controls, values),
        }
    }

    /// Writes controls of the time alone, which are computed once for each time.
    fn read_at(&self, t: f64, controls: &mut Controls, values: &mut [f64]) -> Result<(), RunError> {
        let is_known = self.plant.has_constant_controls && !controls.t.is_nan();
        if !is_known && controls.t.to_bits() != t.to_bits() {
            controls.t = f64::NAN;
            self.compute_controls(t, &[&[t]], &mut controls.values)?;
            controls.t = t;
        }
        values.copy_from_slice(&controls.values);
        Ok(())
    }

    /// Returns true if controls that follow the state are held over a step.
    pub(crate) fn holds_controls(&self) -> bool {
        self.plant.follows_state() && self.plant.integrator.reads_controls()
    }

    /// Writes the controls at the end of a step that began with this sample and these controls.
    pub(crate) fn controls_at_end(
        &self,
        t: f64,
        began: &Sample,
        held: &[f64],
        values: &mut [f64],
    ) -> Result<(), RunError> {
        if self.steps_held.is_some() {
            values.copy_from_slice(held);
            return Ok(());
        }
        // The values are not kept for later steps, which need other times.
        if self.plant.has_feedback {
            self.compute_controls(t, &[&[t], &began.q, &began.v], values)
        } else {
            self.compute_controls(t, &[&[t]], values)
        }
    }

    /// Returns true if controls may jump between the end of a step and the beginning of the next.
    pub(crate) fn controls_jump(&self) -> bool {
        self.plant.integrator.reads_controls()
            && (self.plant.has_feedback || self.steps_held.is_some())
    }

    /// Returns true if controls have the same values at all times.
    pub(crate) fn keeps_controls(&self) -> bool {
        self.plant.has_constant_controls && self.steps_held.is_none()
    }

    fn compute_controls(
        &self,
        t: f64,
        inputs: &[&[f64]],
        values: &mut [f64],
    ) -> Result<(), RunError> {
        let called = self.control_functions.call(0, inputs, values);
        called.expect("controls solve no equations");
        let tables = self.plant.tables.iter().enumerate();
        for (place, table) in tables.filter_map(|(place, table)| Some((place, table.as_ref()?))) {
            values[place] = table
                .value(t)
                .ok_or_else(|| self.outside(place, table, t))?;
        }
        match values.iter().position(|value| !value.is_finite()) {
            None => Ok(()),
            Some(place) => Err(RunError {
                time: t,
                reason: format!(
                    "the control `{}` is {:?} but must be finite",
                    self.plant.integrator.names().controls[place],
                    values[place]
                ),
            }),
        }
    }

    /// Returns the error for a table without a value at a time.
    fn outside(&self, control: usize, table: &SignalTable, time: f64) -> RunError {
        let (first, last) = table.range();
        let name = &self.plant.integrator.names().controls[control];
        let reason = format!(
            "the table of the control `{name}` goes from {first:?} to {last:?} and has no value at {time:?}"
        );
        RunError { time, reason }
    }
}

//! The controls of a scenario along the steps of a simulator.

use nhi_machine::{Functions, Sample};
use nhi_runtime::plumbing::time_of_period;
use nhi_runtime::{Clock, StepErrorKind};

use super::error::RunError;
use super::history::{History, steps_of_delay};
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
        self.controls_at(state.integrated.clock, sample, &mut state.controls, values)
    }

    /// Does the same for the parts of a state.
    #[inline(always)]
    pub(super) fn controls_at(
        &self,
        clock: Clock<f64>,
        sample: &Sample,
        controls: &mut Controls,
        values: &mut [f64],
    ) -> Result<(), RunError> {
        controls.steps = self.steps_before + clock.steps;
        self.hold(clock, Some(sample), controls)?;
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
        let length = self.plant.period.unwrap_or_default();
        let t = time_of_period(clock.origin, begun.time(self.step_size()), length, period);
        let mut held = std::mem::take(&mut controls.held);
        held.resize(self.no_controls.len(), f64::NAN);
        match sample.filter(|_| self.plant.has_feedback) {
            None => self.read_at(t, controls, &mut held)?,
            Some(sample) if begun == clock => {
                self.compute_controls(t, Some(sample), controls, &mut held)?;
            }
            Some(_) => {
                controls.held = held;
                return Ok(());
            }
        }
        if let Some(noise) = &self.noise {
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
        if let Some(held) = &self.fixed_controls {
            values.copy_from_slice(held);
            return self.read_inputs_of_readings(t, controls, values);
        }
        if self.steps_held.is_some() {
            values.copy_from_slice(&controls.held);
            return self.read_inputs_of_readings(t, controls, values);
        }
        match sample {
            Some(_) => self.compute_controls(t, sample, controls, values),
            None => self.read_at(t, controls, values),
        }
    }

    /// Writes the inputs that outputs and events read, which are not held with the controls. The
    /// others keep the values that the laws read; their tables may end with the last of these.
    fn read_inputs_of_readings(
        &self,
        t: f64,
        controls: &Controls,
        values: &mut [f64],
    ) -> Result<(), RunError> {
        for &place in &self.plant.inputs_of_readings {
            values[place] = self.read_input(place, t, controls.history.as_deref())?;
        }
        Ok(())
    }

    /// Writes controls of the time alone, which are computed once for each time.
    #[inline]
    fn read_at(&self, t: f64, controls: &mut Controls, values: &mut [f64]) -> Result<(), RunError> {
        let is_known = self.plant.has_constant_controls && !controls.t.is_nan();
        if !is_known {
            self.compute_at(t, controls)?;
        }
        values.copy_from_slice(&controls.values);
        Ok(())
    }

    /// Computes controls of the time alone, unless those of this time are known. Out of line, so
    /// that constant controls are only copied.
    #[inline(never)]
    fn compute_at(&self, t: f64, controls: &mut Controls) -> Result<(), RunError> {
        // A program may have other controls at the end of a step than at the beginning of the next.
        if controls.t.to_bits() == t.to_bits() && self.program.is_none() {
            return Ok(());
        }
        controls.t = f64::NAN;
        let mut values = std::mem::take(&mut controls.values);
        let computed = self.compute_controls(t, None, controls, &mut values);
        controls.values = values;
        computed?;
        controls.t = t;
        Ok(())
    }

    /// Returns true if controls that follow the state are held over a step.
    pub fn holds_controls(&self) -> bool {
        self.plant.follows_state() && self.plant.integrator.reads_controls()
    }

    /// Writes the controls at the end of a step that began with this sample and these controls.
    /// Delayed values are those that the state at its end knows; the number of steps before the one
    /// that led there belongs to it.
    pub(crate) fn controls_at_end(
        &self,
        t: f64,
        began: &Sample,
        held: &[f64],
        end: Option<(&State, u64)>,
        values: &mut [f64],
    ) -> Result<(), RunError> {
        if self.steps_held.is_some() {
            values.copy_from_slice(held);
            return Ok(());
        }
        // The values are not kept for later steps, which need other times.
        let sample = self.plant.has_feedback.then_some(began);
        match end {
            Some((end, steps)) if self.program.is_some() => {
                let mut controls = end.controls.clone();
                controls.steps = self.steps_before + steps;
                self.compute_controls(t, sample, &controls, values)
            }
            Some((end, _)) => self.compute_controls(t, sample, &end.controls, values),
            None => self.compute_controls(t, sample, &Controls::new(&[]), values),
        }
    }

    /// Returns true if a program gives all controls, as numbers for the nodes of steps.
    pub(crate) fn has_controls_at_nodes_alone(&self) -> bool {
        self.program.as_ref().is_some_and(|program| {
            let mut names = self.plant.control_names.iter();
            !program.sees_states() && names.all(|name| program.computes(name))
        })
    }

    /// Returns true if controls may jump between the end of a step and the beginning of the next.
    pub(crate) fn controls_jump(&self) -> bool {
        self.plant.integrator.reads_controls()
            && (self.plant.has_feedback || self.steps_held.is_some() || self.program.is_some())
    }

    /// Returns true if controls have the same values at all times.
    pub(crate) fn keeps_controls(&self) -> bool {
        self.plant.has_constant_controls && self.steps_held.is_none()
    }

    /// Writes the laws of controls and the inputs that they read, with the state of a sample if
    /// they depend on states.
    fn compute_controls(
        &self,
        t: f64,
        sample: Option<&Sample>,
        controls: &Controls,
        values: &mut [f64],
    ) -> Result<(), RunError> {
        let (laws, inputs) = values.split_at_mut(self.plant.open_controls);
        if !inputs.is_empty() {
            self.read_inputs(t, controls.history.as_deref(), inputs)?;
        }
        let called = self.call_laws(&self.control_functions, t, inputs, sample, laws);
        called.expect("controls solve no equations");
        if !self.plant.has_laws_alone {
            self.replace_laws(controls.steps, t, sample, laws)?;
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

    /// Writes the controls that are tables, or those of a program, in place of laws. Out of line,
    /// because most scenarios have neither.
    #[cold]
    #[inline(never)]
    fn replace_laws(
        &self,
        steps: u64,
        t: f64,
        sample: Option<&Sample>,
        laws: &mut [f64],
    ) -> Result<(), RunError> {
        let tables = self.plant.tables[..laws.len()].iter().enumerate();
        for (place, table) in tables.filter_map(|(place, table)| Some((place, table.as_ref()?))) {
            laws[place] = table
                .value(t)
                .ok_or_else(|| self.outside(place, table, t))?;
        }
        if let Some(program) = &self.program {
            let written = program.write(steps, t, sample, laws);
            written.map_err(|reason| RunError { time: t, reason })?;
        }
        Ok(())
    }

    fn call_laws(
        &self,
        functions: &Functions,
        t: f64,
        inputs: &[f64],
        sample: Option<&Sample>,
        values: &mut [f64],
    ) -> Result<(), StepErrorKind<f64>> {
        match sample.filter(|_| self.plant.laws_see_states) {
            Some(Sample { q, v, .. }) => functions.call(0, &[&[t], inputs, q, v], values),
            None => functions.call(0, &[&[t], inputs], values),
        }
    }

    /// Writes the values of tables and the delayed values that laws read.
    fn read_inputs(
        &self,
        t: f64,
        history: Option<&History>,
        inputs: &mut [f64],
    ) -> Result<(), RunError> {
        for (place, input) in (self.plant.open_controls..).zip(inputs) {
            *input = self.read_input(place, t, history)?;
        }
        Ok(())
    }

    /// Returns the value of a table or a delayed value by its place among the inputs of the
    /// stepper.
    fn read_input(&self, place: usize, t: f64, history: Option<&History>) -> Result<f64, RunError> {
        let tables = &self.plant.tables;
        if let Some(table) = &tables[place] {
            let value = table.value(t);
            return value.ok_or_else(|| self.outside(place, table, t));
        }
        // Delays are the last inputs.
        let column = place - (tables.len() - self.delays.len());
        Ok(history.map_or(0.0, |history| {
            history.value(column, t - self.delays[column])
        }))
    }

    /// Returns the history at the start of a run, if laws delay anything.
    ///
    /// # Errors
    /// A delay is shorter than a step or too long to keep.
    pub(super) fn first_history(
        &self,
        t: f64,
        sample: &Sample,
    ) -> Result<Option<History>, RunError> {
        if self.delays.is_empty() {
            return Ok(None);
        }
        let h = self.step_size();
        let width = self.delays.len();
        let mut longest = 0.0_f64;
        for &delay in &self.delays {
            let steps = steps_of_delay(delay, h, width);
            let steps = steps.map_err(|reason| RunError { time: t, reason })?;
            longest = longest.max(steps);
        }
        let mut history = History::new(t, h, width, longest.ceil() as usize);
        // A delayed value may depend on another one.
        for _ in 0..width {
            let values = self.delayed_values(t, Some(sample), &history)?;
            history.begin(&values);
        }
        Ok(Some(history))
    }

    /// Returns the values at a node that laws read later.
    pub(super) fn delayed_values(
        &self,
        t: f64,
        sample: Option<&Sample>,
        history: &History,
    ) -> Result<Vec<f64>, RunError> {
        let mut inputs = vec![0.0; self.no_controls.len() - self.plant.open_controls];
        self.read_inputs(t, Some(history), &mut inputs)?;
        let mut values = vec![f64::NAN; self.delays.len()];
        let sample = sample.filter(|_| self.plant.has_feedback);
        let called = self.call_laws(&self.delayed_functions, t, &inputs, sample, &mut values);
        called.expect("delayed values solve no equations");
        Ok(values)
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

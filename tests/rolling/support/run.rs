//! Models run by the machine.

use std::convert::Infallible;
use std::sync::Arc;

use nalgebra::Matrix3;
use nhi::Clock;
use nhi_machine::{Error, Functions, Machine, MachineStepper, Sample, State, no_controls};
use nhi_symbolic::{
    CompiledStepper, GroupElement, Quantity, ScenarioSignals, Traits, compile_stepper, parse_file,
    parse_integrator,
};

use crate::once::Once;
use crate::support::scenario::{Scenario, text_of};

/// A model with one integrator.
pub(crate) struct Integrator {
    compiled: CompiledStepper,
    machine: Machine,
}

impl Integrator {
    /// The model of a system with an integrator, written as a model asks for it.
    pub(crate) fn of(system: &str, integrator: &str) -> Arc<Self> {
        static KNOWN: Once<Arc<Integrator>> = Once::new();
        let name = format!("{system} {integrator}");
        KNOWN.get(&name, || Arc::new(Self::new(system, integrator)))
    }

    fn new(system: &str, integrator: &str) -> Self {
        let text = text_of(system, "nhi");
        let models = parse_file(text.parse().expect("tokens")).expect("a model");
        let request = parse_integrator(integrator.parse().expect("tokens")).expect("an integrator");
        let compiled = compile_stepper(&models[0], &request, &ScenarioSignals::default());
        let compiled =
            compiled.unwrap_or_else(|mistakes| panic!("{system}, {integrator}: {mistakes:?}"));
        let machine = Machine::new(&compiled.stepper);
        Self { compiled, machine }
    }

    /// What is declared about the integrator on this model.
    pub(crate) fn traits(&self) -> Traits {
        self.compiled.stepper.traits
    }

    /// The sample at the end of a scenario.
    ///
    /// # Errors
    /// The step that has no solution.
    pub(crate) fn end(&self, scenario: &Scenario, steps: u32) -> Result<Sample, Error<Infallible>> {
        let h = scenario.end() / f64::from(steps);
        let stepper = self.stepper(scenario, h);
        Ok(stepper.sample(&self.state_at_end(&stepper, scenario, steps)?)?)
    }

    fn state_at_end(
        &self,
        stepper: &MachineStepper,
        scenario: &Scenario,
        steps: u32,
    ) -> Result<State, Error<Infallible>> {
        let [q, v] = self.initials(scenario);
        let mut state = stepper.start(0.0, &q, &v, &[], no_controls)?;
        for _ in 0..steps {
            state = stepper.step(&state, no_controls)?;
        }
        Ok(state)
    }

    /// How far the configuration is from the start of a scenario after steps there and as many with
    /// `-h` back, relative to its largest number and to one.
    ///
    /// # Errors
    /// The step that has no solution.
    pub(crate) fn distance_there_and_back(
        &self,
        scenario: &Scenario,
        steps: u32,
    ) -> Result<f64, Error<Infallible>> {
        let h = scenario.end() / f64::from(steps);
        let [there, back] = [h, -h].map(|h| self.stepper(scenario, h));
        let end = self.state_at_end(&there, scenario, steps)?;
        let mut state = State::new(Clock::new(there.time(&end)), end.entries);
        for _ in 0..steps {
            state = back.step(&state, no_controls)?;
        }
        let [q, _] = self.initials(scenario);
        let size = q.iter().fold(1.0_f64, |size, x| size.max(x.abs()));
        let here = back.sample(&state)?.q;
        let off = q.iter().zip(&here).map(|(a, b)| (a - b).abs() / size);
        Ok(off.fold(0.0, f64::max))
    }

    /// The place of an entry among those of the configuration, by its name: `x`, `ball[0][2]`.
    pub(crate) fn place_of(&self, entry: &str) -> usize {
        let mut names = self.machine.names().configuration.iter();
        let place = names.position(|name| name == entry);
        place.unwrap_or_else(|| panic!("no entry {entry}"))
    }

    /// The largest entry of `R^T R - Id` of a rotation, at every thousandth step of a run.
    ///
    /// # Panics
    /// At a step that has no solution.
    pub(crate) fn distance_from_rotations(&self, scenario: &Scenario, h: f64, steps: u32) -> f64 {
        let stepper = self.stepper(scenario, h);
        let [q, v] = self.initials(scenario);
        let start = stepper.start(0.0, &q, &v, &[], no_controls);
        let mut state = start.expect("the start");
        let elements = &self.compiled.stepper.elements;
        let mut largest = 0.0_f64;
        for step in 1..=steps {
            state = stepper.step(&state, no_controls).expect("a step");
            if step % 1000 == 0 {
                largest = largest.max(distance_from_rotations(elements, &state.entries));
            }
        }
        largest
    }

    fn stepper(&self, scenario: &Scenario, h: f64) -> MachineStepper {
        let stepper = self.machine.stepper(&self.parameters(scenario), h);
        stepper.expect("parameters of the model")
    }

    fn parameters(&self, scenario: &Scenario) -> Vec<f64> {
        let names = self.machine.names().parameters.iter();
        names.map(|name| scenario.parameter(name)).collect()
    }

    /// Configuration and velocity at the start.
    fn initials(&self, scenario: &Scenario) -> [Vec<f64>; 2] {
        let names = self.machine.names();
        [&names.configuration, &names.velocities].map(|names| scenario.initials(names))
    }
}

/// The samples of a run, and the functions of the model at its parameters.
pub(crate) struct Run {
    samples: Vec<Sample>,
    functions: Functions,
    integrals: Vec<String>,
    elements: Vec<GroupElement>,
}

impl Run {
    /// The run of a scenario from 0 to its end.
    ///
    /// # Errors
    /// The step that has no solution.
    pub(crate) fn try_new(
        integrator: &Integrator,
        scenario: &Scenario,
        steps: u32,
    ) -> Result<Self, Error<Infallible>> {
        let [q, v] = integrator.initials(scenario);
        let h = scenario.end() / f64::from(steps);
        let stepper = integrator.stepper(scenario, h);
        let mut state = stepper.start(0.0, &q, &v, &[], no_controls)?;
        let mut samples = vec![stepper.sample(&state)?];
        for _ in 0..steps {
            state = stepper.step(&state, no_controls)?;
            samples.push(stepper.sample(&state)?);
        }

        let quantities = &integrator.compiled.quantities;
        let functions = Functions::new(&quantities.program, &quantities.inputs);
        let functions = functions.expect("functions of the state");
        let integrals = functions
            .names()
            .iter()
            .filter(|name| name.starts_with("integral_"));
        Ok(Self {
            samples,
            integrals: integrals.cloned().collect(),
            functions: functions.with_fixed(&integrator.parameters(scenario)),
            elements: integrator.compiled.stepper.elements.clone(),
        })
    }

    /// The samples at the nodes.
    pub(crate) fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The sample at the end.
    pub(crate) fn last(&self) -> &Sample {
        self.samples.last().expect("the start at least")
    }

    /// The declared integrals with the largest change of each, relative to its largest value.
    pub(crate) fn changes_of_integrals(&self) -> Vec<(String, f64)> {
        let changes = self
            .integrals
            .iter()
            .map(|name| (name.clone(), self.change_of(name)));
        changes.collect()
    }

    /// The largest change of the energy, relative to its largest value.
    pub(crate) fn change_of_energy(&self) -> f64 {
        self.change_of(Quantity::Energy.name())
    }

    fn change_of(&self, function: &str) -> f64 {
        self.change_over(function, &self.samples)
    }

    /// The largest change of a function of the model over the first half of the run and over all of it, relative to its
    /// largest value.
    pub(crate) fn changes_over_half_and_all(&self, function: &str) -> [f64; 2] {
        let half = &self.samples[..self.samples.len() / 2];
        [half, &self.samples].map(|samples| self.change_over(function, samples))
    }

    fn change_over(&self, function: &str, samples: &[Sample]) -> f64 {
        let values = samples
            .iter()
            .map(|sample| self.values(function, sample)[0]);
        let values: Vec<_> = values.collect();
        let largest =
            |value: &dyn Fn(f64) -> f64| values.iter().map(|&x| value(x).abs()).fold(0.0, f64::max);
        largest(&|x| x - values[0]) / largest(&|x| x)
    }

    /// The largest residual `A v + b` of a velocity constraint, relative to the largest size `|A||v| + |b|` of its terms.
    pub(crate) fn largest_residual(&self) -> f64 {
        let mut constraints: Vec<(f64, f64)> = Vec::new();
        for sample in &self.samples {
            let residuals = self.values(Quantity::ConstraintResidual.name(), sample);
            let sizes = self.sizes_of_terms(sample);
            constraints.resize(residuals.len(), (0.0, 0.0));
            for (i, (off, largest)) in constraints.iter_mut().enumerate() {
                *off = off.max(residuals[i].abs());
                *largest = largest.max(sizes[i]);
            }
        }
        let relative = constraints.iter().filter(|(off, _)| *off > 0.0);
        relative.map(|(off, size)| off / size).fold(0.0, f64::max)
    }

    /// The size `|A||v| + |b|` of the terms of each velocity constraint.
    fn sizes_of_terms(&self, sample: &Sample) -> Vec<f64> {
        let matrix = self.values(Quantity::ConstraintMatrix.name(), sample);
        let offset = self.values(Quantity::ConstraintOffset.name(), sample);
        let rows = matrix.chunks_exact(sample.v.len());
        let size = |(row, offset): (&[f64], &f64)| {
            let terms = row.iter().zip(&sample.v).map(|(a, v)| (a * v).abs());
            offset.abs() + terms.sum::<f64>()
        };
        rows.zip(&offset).map(size).collect()
    }

    /// The largest residual of a position constraint; none where there is no such constraint.
    pub(crate) fn largest_distance_from_positions(&self) -> Option<f64> {
        let name = Quantity::PositionResidual.name();
        self.functions.number(name)?;
        let residuals = self
            .samples
            .iter()
            .flat_map(|sample| self.values(name, sample));
        Some(residuals.map(f64::abs).fold(0.0, f64::max))
    }

    /// The largest entry of `R^T R - Id` of a rotation in the configuration.
    pub(crate) fn largest_distance_from_rotations(&self) -> f64 {
        let distances = self
            .samples
            .iter()
            .map(|sample| distance_from_rotations(&self.elements, &sample.q));
        distances.fold(0.0, f64::max)
    }

    /// The values of a method of the model at a sample.
    fn values(&self, function: &str, sample: &Sample) -> Vec<f64> {
        let number = self
            .functions
            .number(function)
            .expect("a method of the model");
        let mut values = vec![f64::NAN; self.functions.len_of(number)];
        let Sample { t, q, v, .. } = sample;
        self.functions
            .call(number, &[&[*t], q, v], &mut values)
            .expect("straight-line code");
        values
    }
}

/// The largest entry of `R^T R - Id` of a rotation in a configuration.
fn distance_from_rotations(elements: &[GroupElement], q: &[f64]) -> f64 {
    let distances = elements.iter().map(|element| {
        let rows = &element.rotation;
        let r = Matrix3::from_fn(|i, j| q[rows[i][j]]);
        (r.transpose() * r - Matrix3::identity()).amax()
    });
    distances.fold(0.0, f64::max)
}

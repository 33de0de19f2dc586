//! The values read from the states of a run, as one program.

use crate::discrete::{REFLECTION, Signs};
use crate::expr::{Expr, LookupMap};
use crate::mechanics::Mechanics;
use crate::mechanics::quantities::Quantity;

use super::chain::Chain;
use super::function::{Function, Program};
use super::place::Place;
use super::signature::Signature;
use super::stepper::Stepper;
use super::tape::{Rate, Tape, Value};

/// The quantities in a row of a run: the energy and the residuals of the constraints.
const ROW: [Quantity; 3] = [
    Quantity::Energy,
    Quantity::ConstraintResidual,
    Quantity::PositionResidual,
];

/// An input of the functions of [`Observables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seen {
    /// The parameter of the given number.
    Parameter(usize),
    /// The step size `h`.
    StepSize,
    /// The time of the state.
    Time,
    /// An entry of the state, counted over all its parts.
    State(usize),
    /// A control at the time of the state.
    Control(usize),
}

/// All values read from a state, in functions that build on each other. Each reads values of
/// earlier ones, so a value that several of them need is computed once. Their results have the bits
/// of the stepper's sample and of the plain functions that they are made of.
#[derive(Clone, Debug)]
pub struct Observables {
    /// All values.
    pub tape: Tape<Seen>,
    /// The values that depend only on parameters and the step size, operands first. They are
    /// computed once for a stepper.
    pub prepare: Vec<Value>,
    /// The velocities, then the multipliers, as in [`Stepper::sample`].
    pub sample: Function<Seen>,
    /// The [values](Signs::values) of the signs.
    pub signs: Function<Seen>,
    /// The energy, then the residuals of the velocity constraints, then those of the position
    /// constraints.
    pub row: Function<Seen>,
    /// The outputs of a scenario.
    pub outputs: Function<Seen>,
}

/// The programs that observables are made of.
pub(crate) struct Observed<'a> {
    /// The stepper that computes the samples.
    pub(crate) stepper: &'a Stepper,
    /// The [signs](Program::of_signs).
    pub(crate) signs: &'a Program,
    /// The [quantities](Program::of_quantities).
    pub(crate) quantities: &'a Program,
    /// The outputs of a scenario, one function.
    pub(crate) outputs: &'a Program,
}

impl Observables {
    /// Creates the observables of a model with one integrator.
    ///
    /// # Panics
    /// Panics if the programs are not those of the model.
    pub(crate) fn of(mechanics: &Mechanics, signs: &Signs, observed: &Observed<'_>) -> Self {
        let stepper = observed.stepper;
        let mut chain = Chain::default();
        let state = inputs_of_state(&mut chain, stepper);
        let tape = &stepper.tape;
        let sample = chain.append(tape, &stepper.sample.function, &state);
        let mut monitors = stepper.diagnostics.iter();
        let reflection = monitors.find(|monitor| monitor.name == REFLECTION.name);
        let reflection =
            reflection.map(|monitor| chain.append(tape, &monitor.routine.function, &state));

        let mut inputs = inputs_of_model(&mut chain, mechanics);
        let entries: Vec<_> = stepper.entries().collect();
        let q = entries[stepper.configuration()]
            .iter()
            .map(|entry| state[entry]);
        inputs.extend(mechanics.q.iter().copied().zip(q));
        let sampled = mechanics.v.iter().chain(&mechanics.initial_multipliers);
        inputs.extend(sampled.copied().zip(sample.outputs.iter().copied()));
        let reflected = reflection.iter().flat_map(|monitor| &monitor.outputs);
        inputs.extend(signs.reflection.iter().copied().zip(reflected.copied()));

        let mut append =
            |program: &Program, function: &Function| chain.append(&program.tape, function, &inputs);
        let mut signs = append(observed.signs, &observed.signs.functions[0]);
        let before = reflection.into_iter().flat_map(|monitor| monitor.sections);
        signs.sections.splice(..0, before);
        let quantities = observed.quantities;
        let rows = ROW.iter().filter_map(|row| quantities.function(row.name()));
        let rows: Vec<_> = rows.map(|row| append(quantities, row)).collect();
        let outputs = append(observed.outputs, &observed.outputs.functions[0]);
        let chained = chain.finish();
        Self {
            tape: chained.tape,
            prepare: chained.prepare,
            sample,
            signs,
            row: joined("row", rows),
            outputs,
        }
    }
}

/// Returns the inputs of the stepper's functions of a state.
fn inputs_of_state(chain: &mut Chain, stepper: &Stepper) -> LookupMap<Place, Value> {
    let parameters = 0..stepper.names.parameters.len();
    let parameters = parameters.map(|i| (Place::Parameter(i), Seen::Parameter(i), Rate::Prepare));
    let entries = (0..).zip(stepper.entries());
    let entries = entries.map(|(i, place)| (place, Seen::State(i), Rate::Step));
    let others = [
        (Place::StepSize, Seen::StepSize, Rate::Prepare),
        (Place::Time, Seen::Time, Rate::Step),
    ];
    let inputs = parameters.chain(entries).chain(others);
    inputs
        .map(|(place, seen, rate)| (place, chain.input(seen, rate)))
        .collect()
}

/// Returns the inputs of plain functions that no function of the stepper computes.
fn inputs_of_model(chain: &mut Chain, mechanics: &Mechanics) -> LookupMap<Expr, Value> {
    let model = &mechanics.model;
    let parameters = (0..).zip(&model.parameters);
    let parameters = parameters.map(|(i, x)| (x.symbol, Seen::Parameter(i), Rate::Prepare));
    let controls = (0..).zip(&model.controls);
    let controls = controls.map(|(i, x)| (x.symbol, Seen::Control(i), Rate::Step));
    let others = [
        (mechanics.step_size, Seen::StepSize, Rate::Prepare),
        (model.time, Seen::Time, Rate::Step),
    ];
    let inputs = parameters.chain(controls).chain(others);
    inputs
        .map(|(symbol, seen, rate)| (symbol, chain.input(seen, rate)))
        .collect()
}

/// Joins functions into one that executes all of them and has the results of all.
fn joined(name: &str, parts: Vec<Function<Seen>>) -> Function<Seen> {
    let (mut inputs, mut sections, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
    for part in parts {
        inputs.extend(part.signature.inputs);
        sections.extend(part.sections);
        outputs.extend(part.outputs);
    }
    Function {
        name: name.to_owned(),
        signature: Signature {
            inputs,
            outputs: outputs.len(),
        },
        sections,
        outputs,
        pivots: Vec::new(),
    }
}

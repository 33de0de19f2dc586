//! A stepper compiled to instructions.

use std::hash::Hash;
use std::ops::Range;
use std::sync::Arc;

use nhi_runtime::ModelMatrix;
use nhi_symbolic::{
    Function, GroupElement, Moment, Names, Op, PivotedMatrix, Place, Requirement, Routine,
    StartCheck, StateDiagnostic, StatePart, Stepper, Substep, Tape, Value,
};

use crate::code::{Slot, Straight};
use crate::error::SetupError;
use crate::flatten::Flattener;
use crate::function::Code;
use crate::stepper::MachineStepper;
use crate::workspace::Template;

/// An integrator for one model, ready for any parameters and step size.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(crate) plan: Arc<Plan>,
}

/// The contents of a machine.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) names: Names,
    pub(crate) written: String,
    pub(crate) state: Vec<StatePart>,
    pub(crate) elements: Vec<GroupElement>,
    pub(crate) moments: Vec<Moment>,
    /// The substeps that make a step; none if it is made at once.
    pub(crate) substeps: Vec<Substep>,
    pub(crate) checks: Vec<StartCheck>,
    pub(crate) inputs: Inputs,
    pub(crate) prepare: Prepare,
    pub(crate) admission: Call,
    pub(crate) start: Call,
    pub(crate) step: Call,
    pub(crate) sample: Call,
    pub(crate) step_jacobian: Option<Call>,
    pub(crate) diagnostics: Vec<(&'static str, Call)>,
    /// The range of the configuration among the entries of a state.
    pub(crate) configuration: Range<usize>,
    /// Slots initialised with the constants, and room for the equations.
    pub(crate) template: Template,
}

/// The slots of the inputs.
#[derive(Debug)]
pub(crate) struct Inputs {
    pub(crate) parameters: Vec<Slot>,
    pub(crate) step_size: Slot,
    pub(crate) time: Slot,
    /// The entries of a state, contiguous.
    pub(crate) state: Range<usize>,
    pub(crate) configuration: Vec<Slot>,
    pub(crate) velocity: Vec<Slot>,
    pub(crate) multipliers: Vec<Slot>,
    /// The controls at the initial time, contiguous.
    pub(crate) controls: Range<usize>,
    /// The controls of each node, contiguous.
    pub(crate) nodes: Vec<Range<usize>>,
}

/// The prepare stage.
#[derive(Debug)]
pub(crate) struct Prepare {
    pub(crate) code: Straight,
    pub(crate) conditions: Vec<(Requirement, Slot)>,
    pub(crate) prepared: Vec<Slot>,
}

/// A function with its inputs and checks.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) code: Code,
    /// The control nodes that it reads.
    pub(crate) nodes: Vec<usize>,
    /// True if it reads the controls at the initial time.
    pub(crate) reads_controls: bool,
    /// The slots whose sum is finite if all results are finite, as contiguous ranges.
    pub(crate) tested: Vec<Range<usize>>,
    /// The pivots that must be positive for the results to be meaningful.
    pub(crate) pivots: Vec<Watched>,
}

/// A pivot of a matrix of the model.
#[derive(Debug)]
pub(crate) struct Watched {
    pub(crate) matrix: ModelMatrix,
    /// The name of the row.
    pub(crate) name: String,
    pub(crate) value: Slot,
    pub(crate) scale: Slot,
}

impl Machine {
    /// Compiles a stepper to instructions.
    #[must_use]
    pub fn new(stepper: &Stepper) -> Self {
        let mut flattener = Flattener::new(&stepper.tape);
        let inputs = Inputs::new(&mut flattener, stepper);
        let called = stepper.subroutines.iter();
        called.for_each(|function| flattener.share(function));
        let prepare = Prepare {
            code: flattener.straight(&stepper.prepare.values),
            conditions: stepper
                .prepare
                .conditions
                .iter()
                .map(|&(requirement, value)| (requirement, flattener.slot(value)))
                .collect(),
            prepared: flattener.slots(&stepper.prepare.prepared),
        };
        let names = &stepper.names;
        let mut call = |routine: &Routine| Call::new(&mut flattener, names, routine);
        let [step, sample, admission, start] = [
            &stepper.step,
            &stepper.sample,
            &stepper.admission,
            &stepper.start,
        ]
        .map(&mut call);
        let step_jacobian = stepper.step_jacobian.as_ref().map(&mut call);
        let mut diagnostic =
            |diagnostic: &StateDiagnostic| (diagnostic.name, call(&diagnostic.routine));
        let diagnostics = stepper.diagnostics.iter().map(&mut diagnostic).collect();
        if !stepper.substeps.is_empty() {
            let room = &mut flattener.template.room;
            *room = (*room).max(stepper.state_len());
        }
        let plan = Plan {
            names: stepper.names.clone(),
            written: stepper.written.clone(),
            moments: stepper.control_nodes.clone(),
            substeps: stepper.substeps.clone(),
            checks: stepper.checks.clone(),
            configuration: stepper.configuration(),
            state: stepper.state.clone(),
            elements: stepper.elements.clone(),
            inputs,
            prepare,
            admission,
            start,
            step,
            sample,
            step_jacobian,
            diagnostics,
            template: flattener.template,
        };
        Self {
            plan: Arc::new(plan),
        }
    }

    /// Returns the stepper for parameters, in the order of [`names`](Self::names), and a step size,
    /// which is negative if it runs backwards.
    ///
    /// # Errors
    /// A step size that is zero or not finite, parameters that are not finite, or parameters for
    /// which the model is singular.
    ///
    /// # Panics
    /// Panics if there are more or fewer parameters than the model has.
    pub fn stepper(&self, parameters: &[f64], h: f64) -> Result<MachineStepper, SetupError> {
        MachineStepper::new(self, parameters, h)
    }

    /// Returns the integrator as the model writes it.
    #[must_use]
    pub fn integrator(&self) -> &str {
        &self.plan.written
    }

    /// Returns the names of parameters, coordinates, velocities, controls and constraints.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.plan.names
    }

    /// Returns the parts of a state.
    #[must_use]
    pub fn state_parts(&self) -> &[StatePart] {
        &self.plan.state
    }

    /// Returns true if a step reads controls.
    #[must_use]
    pub fn reads_controls(&self) -> bool {
        !self.plan.step.nodes.is_empty()
    }
}

impl Inputs {
    fn new(flattener: &mut Flattener<'_, Place>, stepper: &Stepper) -> Self {
        let names = &stepper.names;
        let entries = stepper.state.iter().flat_map(|part| &part.entries);
        let state = in_a_row(flattener, entries.copied());
        let controls = names.controls.len();
        let nodes = 0..stepper.control_nodes.len();
        let of_node = |node| (0..controls).map(move |control| Place::NodeControl { node, control });
        let results = &stepper.step.function.outputs;
        if nodes
            .clone()
            .any(|node| ends_with(results, of_node(node), &stepper.tape))
        {
            // The next state keeps these controls. They directly follow its computed entries, so
            // both form one contiguous range.
            flattener.slots(results);
        }
        let nodes = nodes.map(|node| in_a_row(flattener, of_node(node)));
        let nodes = nodes.collect();
        let mut all = |n: usize, place: fn(usize) -> Place| flattener.all_inputs((0..n).map(place));
        Self {
            state,
            nodes,
            parameters: all(names.parameters.len(), Place::Parameter),
            configuration: all(names.configuration.len(), Place::Configuration),
            velocity: all(names.velocities.len(), Place::Velocity),
            multipliers: all(names.constraints.len(), Place::InitialMultiplier),
            controls: in_a_row(flattener, (0..controls).map(Place::Control)),
            step_size: flattener.input(Place::StepSize),
            time: flattener.input(Place::Time),
        }
    }
}

/// Returns true if the last results are these inputs, and no other inputs are among the results.
fn ends_with(results: &[Value], inputs: impl Iterator<Item = Place>, tape: &Tape<Place>) -> bool {
    let inputs: Vec<_> = inputs.map(Op::Input).collect();
    let computed = results.len().saturating_sub(inputs.len());
    let (computed, read) = results.split_at(computed);
    let mut computed = computed.iter();
    computed.all(|&value| !matches!(tape.op(value), Op::Input(_)))
        && read.iter().map(|&value| tape.op(value)).eq(inputs)
}

/// Allocates contiguous slots for inputs.
pub(crate) fn in_a_row<S: Copy + Eq + Hash>(
    flattener: &mut Flattener<'_, S>,
    inputs: impl IntoIterator<Item = S>,
) -> Range<usize> {
    let slots = flattener.all_inputs(inputs);
    let first = slots.first().map_or(0, |&slot| slot as usize);
    let range = first..first + slots.len();
    let is_in_row = range.clone().eq(slots.iter().map(|&slot| slot as usize));
    assert!(is_in_row, "each of these inputs has one place of its own");
    range
}

impl Call {
    fn new(flattener: &mut Flattener<'_, Place>, names: &Names, routine: &Routine) -> Self {
        Self {
            nodes: routine.control_nodes.clone(),
            reads_controls: routine.reads(|place| matches!(place, Place::Control(_))),
            ..Self::without_controls(flattener, names, &routine.function, &routine.tested)
        }
    }

    /// Returns a function that reads no controls, with the results that are tested.
    pub(crate) fn without_controls<S: Copy + Eq + Hash>(
        flattener: &mut Flattener<'_, S>,
        names: &Names,
        function: &Function<S>,
        tested: &[bool],
    ) -> Self {
        let code = flattener.function(function);
        let tested = code.outputs.iter().zip(tested);
        let tested = tested.filter(|(_, tested)| **tested);
        let pivots = function.pivots.iter().map(|pivot| {
            let (matrix, rows) = match pivot.matrix {
                PivotedMatrix::Mass => (ModelMatrix::Mass, &names.velocities),
                PivotedMatrix::MassOnConstraints => {
                    (ModelMatrix::MassOnConstraints, &names.velocities)
                }
                PivotedMatrix::MassWithoutConstraints => {
                    (ModelMatrix::MassWithoutConstraints, &names.velocities)
                }
                PivotedMatrix::Constraints => (ModelMatrix::Constraints, &names.constraints),
                PivotedMatrix::Reactions => (ModelMatrix::Reactions, &names.constraints),
            };
            Watched {
                matrix,
                name: rows[pivot.row].clone(),
                value: flattener.slot(pivot.value),
                scale: flattener.slot(pivot.scale),
            }
        });
        Self {
            pivots: pivots.collect(),
            tested: rows(tested.map(|(&slot, _)| slot as usize)),
            code,
            nodes: Vec::new(),
            reads_controls: false,
        }
    }
}

/// Returns slots as ranges, in their order.
fn rows(slots: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut rows: Vec<Range<usize>> = Vec::new();
    for slot in slots {
        match rows.last_mut() {
            Some(row) if row.end == slot => row.end += 1,
            _ => rows.push(slot..slot + 1),
        }
    }
    rows
}

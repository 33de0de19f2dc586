//! The functions of a stepper with the steps around them.

use crate::discrete::StateFunction;

use super::super::function::Function;
use super::super::place::Place;
use super::super::signature::Signatures;
use super::super::tape::Tape;

/// A function of a stepper.
#[derive(Clone, Debug)]
pub struct Routine {
    /// The function.
    pub function: Function<Place>,
    /// Its inputs in ascending order, except prepared values.
    pub inputs: Vec<Place>,
    /// The control nodes that it reads, in ascending order.
    pub control_nodes: Vec<usize>,
    /// For each result, whether it must be tested to know that all are finite: they are if the sum
    /// of the tested ones is.
    pub tested: Vec<bool>,
}

/// A function of a state that reports on the progress of the integration.
#[derive(Clone, Debug)]
pub struct StateDiagnostic {
    /// The name of the method.
    pub name: &'static str,
    /// Its meaning.
    pub docs: &'static str,
    /// True if it has one value per constraint.
    pub per_constraint: bool,
    /// The warning, as a sentence, if a value at the start is not below one.
    pub warning: Option<&'static str>,
    /// Its values.
    pub routine: Routine,
}

impl Routine {
    pub(super) fn new(
        function: &Function,
        signatures: &Signatures,
        tape: &Tape<Place>,
        declared: &[Place],
    ) -> Self {
        let function = function.with_inputs(&|symbol| signatures.place(symbol));
        let mut inputs = function.given_inputs(tape);
        // Results that are parameters or the step size themselves are passed on like other prepared
        // values.
        inputs.retain(|input| !matches!(input, Place::Parameter(_) | Place::StepSize));
        inputs.sort_unstable();
        inputs.dedup();
        let is_declared = |input: &Place| declared.contains(input);
        assert!(
            inputs.iter().all(is_declared),
            "`{}` reads only what it is given: {inputs:?}",
            function.name
        );
        let mut control_nodes: Vec<_> = inputs.iter().filter_map(node_of).collect();
        control_nodes.dedup();
        Self {
            tested: function.results_to_test(tape),
            function,
            inputs,
            control_nodes,
        }
    }

    /// Returns true if the function reads an input of a kind.
    pub fn reads(&self, kind: impl Fn(Place) -> bool) -> bool {
        self.inputs.iter().any(|&input| kind(input))
    }
}

impl StateDiagnostic {
    pub(super) fn new(diagnostic: &StateFunction, routine: Routine) -> Self {
        Self {
            name: diagnostic.name,
            docs: diagnostic.docs,
            per_constraint: diagnostic.per_constraint,
            warning: diagnostic.warning,
            routine,
        }
    }
}

fn node_of(place: &Place) -> Option<usize> {
    match place {
        Place::NodeControl { node, .. } => Some(*node),
        _ => None,
    }
}

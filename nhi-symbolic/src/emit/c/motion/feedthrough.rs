//! The controls that change at once what is read from a state, when they are set.

use std::collections::BTreeSet;

use crate::program::{Function, Seen, Tape, Value};

use super::Parts;

/// Returns, for each result of the observation of a state, the controls that it contains, and the
/// inputs that it contains through the laws of those controls.
pub(super) fn controls_in(compiled: &Parts<'_>, observed: &Function<Seen>) -> Vec<Vec<usize>> {
    let of_laws = inputs_of_laws(compiled);
    let results = observed.outputs.iter().map(|&value| {
        let mut controls = contained(&compiled.observables.tape, observed, value);
        for law in controls.clone() {
            controls.extend(of_laws.get(law).into_iter().flatten());
        }
        controls.into_iter().collect()
    });
    results.collect()
}

/// Returns the controls that a value of a function contains.
fn contained(tape: &Tape<Seen>, function: &Function<Seen>, value: Value) -> BTreeSet<usize> {
    let inputs = function.inputs_behind(tape, value).into_keys();
    let controls = inputs.filter_map(|seen| match seen {
        Seen::Control(number) => Some(number),
        _ => None,
    });
    controls.collect()
}

/// Returns the inputs that each law reads, by their numbers among the controls of the stepper. They
/// follow the controls that have laws, and in the arguments of laws parameters and time.
fn inputs_of_laws(compiled: &Parts<'_>) -> Vec<Vec<usize>> {
    let (laws, names) = (compiled.controls, &compiled.stepper.names);
    let outputs = &laws.program.functions[0].outputs;
    let inputs = &laws.inputs[names.parameters.len() + 1..];
    let numbers = outputs.iter().map(|&value| {
        let read = laws.program.tape.inputs_behind(vec![value]);
        let places = (outputs.len()..names.controls.len()).zip(inputs);
        let places = places.filter(|(_, input)| read.contains_key(input));
        places.map(|(number, _)| number).collect()
    });
    numbers.collect()
}

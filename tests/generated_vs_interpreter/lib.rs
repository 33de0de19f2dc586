//! Generated Rust against the stepper that it was printed from, run by the machine, on random
//! parameters and states.
//!
//! Every model under `tests/models/`, `tests/golden/` and this folder takes part, with every method
//! and every stepper. The machine does the same checks and the same operations on the same
//! operands, elementary functions are the same functions of the runtime, and equations are solved
//! by the same method: so all results are equal bit by bit, and all errors are the same.

#![cfg(test)]

mod comparison;
#[path = "../support/conformance.rs"]
mod conformance;

/// Conversions to arrays are written for all systems; where the configuration is not coordinates
/// only, the state holds arrays already.
#[allow(unreachable_pub, clippy::needless_borrow, clippy::useless_conversion)]
mod systems {
    include!(concat!(env!("OUT_DIR"), "/systems.rs"));
}

use comparison::{Generated, RUNS, compared};

fn compare(generated: &Generated) {
    let successes = compared(generated).expect("parameters for which the model exists");
    let enough = successes.iter().all(|&n| 2 * n > RUNS);
    let model = generated.model;
    assert!(enough, "{model}: few runs succeed: {successes:?}");
}

#[test]
fn the_book_counts_the_models() {
    let integrators: usize = systems::ALL.iter().map(|of| of.integrators.len()).sum();
    let compared = format!("{} models, {integrators} integrators", systems::ALL.len());
    conformance::assert_row("Rust", &compared, "same bits");
}

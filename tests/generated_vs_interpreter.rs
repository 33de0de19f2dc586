//! Generated Rust against the stepper that it was printed from, run by the machine, on random parameters and states.
//!
//! Every model under `models/`, `golden/` and this test's own folder takes part, with every method and every stepper. The machine does the same checks and the
//! same operations on the same operands, elementary functions are the same functions of the runtime, and equations are solved by the
//! same method: so all results are equal bit by bit, and all errors are the same.
//!
//! The calls of the generated functions in `systems.rs` are written by the test `up_to_date`.

#[path = "generated_vs_interpreter/comparison.rs"]
mod comparison;

/// Left alone by rustfmt, which does not follow `include!`. Conversions to arrays are written for
/// all systems; where the configuration is not coordinates only, the state holds arrays already.
#[allow(unreachable_pub, clippy::useless_conversion)]
mod systems {
    include!("generated_vs_interpreter/systems.rs");
}

use comparison::{Motion, Point, RUNS, Results, Run, STEPS, System, array, compared, signs};

fn compare<S: System>() {
    let successes = compared::<S>();
    let successes = successes.expect("parameters for which the model exists");
    let enough = successes.iter().all(|&n| 2 * n > RUNS);
    assert!(enough, "{}: few runs succeed: {successes:?}", S::MODEL);
}

//! Instructions per step of the machine.
//!
//! `cargo bench -p nhi-machine`. The binary runs itself under `valgrind --tool=callgrind` with two
//! numbers of steps, so that in the difference everything but the steps cancels. It fails where a step
//! takes more than [`LIMIT`] instructions. Without valgrind it says so and ends.

#[path = "../../benches/callgrind/mod.rs"]
mod callgrind;

use std::process::ExitCode;

use callgrind::own_instructions;

use nhi_machine::{Machine, no_controls};

/// The most instructions of a GNI step of the snakeboard, those of `sin` and `cos` included.
const LIMIT: f64 = 1_500.0;

/// The two numbers of steps.
const STEPS: [u32; 2] = [1_000, 3_000];

const SNAKEBOARD: &str = include_str!("../../tests/models/snakeboard.nhi");

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["run", steps] => run(steps.parse().expect("a number of steps")),
        _ if arguments.iter().any(|argument| argument == "--bench") => compare(),
        _ => ExitCode::SUCCESS,
    }
}

/// What is counted: the free snakeboard of `tests/scenarios/snakeboard_free.toml`.
fn run(steps: u32) -> ExitCode {
    let tokens = SNAKEBOARD.parse().expect("a model");
    let models = nhi_symbolic::compile_file(tokens).expect("a model");
    let mut steppers = models[0].steppers_as_data();
    let gni = steppers.find(|stepper| stepper.integrator == "Gni");
    let machine = Machine::new(&gni.expect("the model lists Gni"));
    let stepper = machine
        .stepper(&[1.0, 1.0, 0.5, 1.5], 0.05)
        .expect("a regular model");
    let q = [
        std::f64::consts::FRAC_PI_2,
        std::f64::consts::FRAC_PI_3,
        0.0,
        0.0,
        0.0,
    ];
    let v = [
        2.5,
        -0.02,
        -1.803_525_403_784_438_6,
        1.041_265_877_365_274,
        0.0,
    ];
    let mut state = stepper
        .start(0.0, &q, &v, &[], no_controls)
        .expect("a start on the constraints");
    let mut next = state.clone();
    for _ in 0..steps {
        stepper
            .step_into(&state, no_controls, &mut next)
            .expect("a step");
        std::mem::swap(&mut state, &mut next);
    }
    assert!(state.entries.iter().sum::<f64>().is_finite());
    ExitCode::SUCCESS
}

fn compare() -> ExitCode {
    if !callgrind::is_installed() {
        return ExitCode::SUCCESS;
    }
    let [few, many] = STEPS.map(|steps| own_instructions(&["run", &steps.to_string()]));
    let per_step = (many - few) / f64::from(STEPS[1] - STEPS[0]);
    println!("GNI step of the snakeboard: {per_step:.1} instructions, at most {LIMIT}");
    if per_step > LIMIT {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

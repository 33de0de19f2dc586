//! Instructions per step of the machine, alone and in lanes.
//!
//! `cargo bench -p nhi-machine`. The binary runs itself under `valgrind --tool=callgrind` with two
//! numbers of steps, so that in the difference everything but the steps cancels. It fails if a
//! step takes more than its limit. Without valgrind it says so and ends.

#[path = "../../benches/callgrind/mod.rs"]
mod callgrind;

use std::f64::consts::{FRAC_PI_2, FRAC_PI_3};
use std::process::ExitCode;

use callgrind::own_instructions;

use nhi_machine::{Block, LANES, LaneMath, Lanes, Machine, MachineStepper, State, no_controls};

/// The steps that are counted: integrator, how they are made, and the most instructions of a step
/// (in lanes, of a step and lane), those of `sin` and `cos` included.
const ROWS: [(&str, &str, f64); 5] = [
    ("Gni", "alone", 1_400.0),
    ("Gni", "exact", 440.0),
    ("Gni", "fast", 210.0),
    ("Mla", "exact", 1_670.0),
    ("Mla", "fast", 1_050.0),
];

/// The two numbers of steps.
const STEPS: [u32; 2] = [1_000, 3_000];

const SNAKEBOARD: &str = include_str!("../../tests/models/snakeboard.nhi");

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["run", integrator, mode, steps] => {
            run(integrator, mode, steps.parse().expect("a number of steps"));
            ExitCode::SUCCESS
        }
        _ if arguments.iter().any(|argument| argument == "--bench") => compare(),
        _ => ExitCode::SUCCESS,
    }
}

/// What is counted: the free snakeboard of `tests/scenarios/snakeboard_free.toml`.
fn run(integrator: &str, mode: &str, steps: u32) {
    let source = SNAKEBOARD.replace("integrators(Gni", "integrators(Mla, Gni");
    let models = nhi_symbolic::compile_file(source.parse().expect("a model")).expect("a model");
    let mut steppers = models[0].steppers_as_data();
    let found = steppers.find(|stepper| stepper.integrator == integrator);
    let machine = Machine::new(&found.expect("the model lists it"));
    let stepper = machine
        .stepper(&[1.0, 1.0, 0.5, 1.5], 0.05)
        .expect("a regular model");
    let q = [FRAC_PI_2, FRAC_PI_3, 0.0, 0.0, 0.0];
    let v = [
        2.5,
        -0.02,
        -1.803_525_403_784_438_6,
        1.041_265_877_365_274,
        0.0,
    ];
    let start = stepper
        .start(0.0, &q, &v, &[], no_controls)
        .expect("a start on the constraints");
    match mode {
        "alone" => step_alone(&stepper, start, steps),
        "exact" => step_in_lanes(
            Lanes::new(&machine, LaneMath::Exact),
            &stepper,
            &start,
            steps,
        ),
        _ => step_in_lanes(
            Lanes::new(&machine, LaneMath::Fast),
            &stepper,
            &start,
            steps,
        ),
    }
}

fn step_alone(stepper: &MachineStepper, mut state: State, steps: u32) {
    let mut next = state.clone();
    for _ in 0..steps {
        stepper
            .step_into(&state, no_controls, &mut next)
            .expect("a step");
        std::mem::swap(&mut state, &mut next);
    }
    assert!(state.entries.iter().sum::<f64>().is_finite());
}

fn step_in_lanes(mut lanes: Lanes, stepper: &MachineStepper, start: &State, steps: u32) {
    for lane in 0..LANES {
        lanes.load(lane, stepper, start);
    }
    for _ in 0..steps {
        lanes.step(|_, controls| controls.fill(Block::all(0.0)));
    }
    assert!((0..LANES).all(|lane| lanes.goes_on(lane)));
}

fn compare() -> ExitCode {
    if !callgrind::is_installed() {
        return ExitCode::SUCCESS;
    }
    let mut passes = true;
    for (integrator, mode, limit) in ROWS {
        let count = |steps: u32| own_instructions(&["run", integrator, mode, &steps.to_string()]);
        let [few, many] = STEPS.map(count);
        let steps = f64::from(STEPS[1] - STEPS[0]);
        let per_step = match mode {
            "alone" => (many - few) / steps,
            _ => (many - few) / steps / LANES as f64,
        };
        println!("snakeboard, {integrator} {mode}: {per_step:.1} instructions, at most {limit}");
        passes &= per_step <= limit;
    }
    if passes {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

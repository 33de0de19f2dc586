//! Time per step and lane of the machine's lanes against the generated stepper.
//!
//! `cargo bench -p nhi-benches --bench lanes`. Both take turns in short rounds in one process, so
//! that whatever else the machine does meets both alike. Printed are the medians over the rounds of
//! the times and of the ratios within each round. Without `--bench` (under `cargo test --benches`)
//! a short round shows that everything runs.

#[allow(dead_code, reason = "versions by hand are timed elsewhere")]
mod baseline;

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use baseline::problem::{
    SLEIGH_START, SNAKEBOARD_START, STEP, sleigh_parameters, snakeboard_parameters, torques,
};
use baseline::{ENTRIES, Entry, MLA, TRAJECTORY};
use nhi_machine::{Block, LANES, LaneMath, Lanes, Machine, MachineStepper, State};

/// The most time of a lane, as a part of the time of the generated step.
const ALLOWED: [(LaneMath, f64); 2] = [(LaneMath::Exact, 0.8), (LaneMath::Fast, 0.5)];

/// A model in lanes.
struct Motion {
    stepper: MachineStepper,
    start: State,
    lanes: [Lanes; 2],
}

fn main() -> ExitCode {
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    let (rounds, trajectories) = if is_bench { (200, 10) } else { (1, 1) };
    let generated = |name: &str| {
        ENTRIES
            .iter()
            .find(|entry| entry.system == name && entry.version == "generated")
    };
    let (sleigh, snakeboard) = (
        generated("sleigh").unwrap(),
        generated("snakeboard").unwrap(),
    );
    let rows = [
        ("sleigh", "Gni", sleigh),
        ("snakeboard", "Gni", snakeboard),
        ("sleigh", "Mla", &MLA[0]),
        ("snakeboard", "Mla", &MLA[1]),
    ];
    println!("ns per step and lane (median): generated, lanes, ratio, limit");
    let mut passes = true;
    for (system, integrator, generated) in rows {
        let mut motion = Motion::new(system, integrator);
        for (which, (math, limit)) in ALLOWED.into_iter().enumerate() {
            let (mut alone, mut in_lanes, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..rounds {
                alone.push(time_of(generated, trajectories * LANES as u64));
                in_lanes.push(motion.time(which, trajectories));
                ratios.push(in_lanes[in_lanes.len() - 1] / alone[alone.len() - 1]);
            }
            let [alone, in_lanes, ratio] = [alone, in_lanes, ratios].map(median);
            println!(
                "{system:10} {integrator} {math:?}: {alone:.1} {in_lanes:.1} {ratio:.2} {limit}"
            );
            passes &= ratio <= limit;
        }
    }
    if passes || !is_bench {
        return ExitCode::SUCCESS;
    }
    eprintln!("lanes take more of the time of the generated step than allowed");
    ExitCode::FAILURE
}

impl Motion {
    fn new(system: &str, integrator: &str) -> Self {
        let (source, parameters, (q, v)) = match system {
            "sleigh" => (
                include_str!("../tests/models/chaplygin_sleigh.nhi"),
                sleigh_parameters().to_vec(),
                (SLEIGH_START.0.to_vec(), SLEIGH_START.1.to_vec()),
            ),
            _ => (
                include_str!("../tests/models/snakeboard.nhi"),
                snakeboard_parameters().to_vec(),
                (SNAKEBOARD_START.0.to_vec(), SNAKEBOARD_START.1.to_vec()),
            ),
        };
        let source = source.replace("integrators(Gni", "integrators(Mla, Gni");
        let models = nhi_symbolic::compile_file(source.parse().expect("a model"));
        let models = models.expect("a model");
        let mut steppers = models[0].steppers_as_data();
        let stepper = steppers.find(|stepper| stepper.integrator == integrator);
        let machine = Machine::new(&stepper.expect("the model lists it"));
        let stepper = machine.stepper(&parameters, STEP).expect("regular");
        let controls = |t: f64, u: &mut [f64]| {
            u.copy_from_slice(&torques(t)[..u.len()]);
            Ok::<(), std::convert::Infallible>(())
        };
        let start = stepper.start(0.0, &q, &v, &[], controls).expect("a start");
        let lanes = ALLOWED.map(|(math, _)| Lanes::new(&machine, math));
        Self {
            stepper,
            start,
            lanes,
        }
    }

    /// Returns the time per step and lane.
    fn time(&mut self, which: usize, trajectories: u64) -> f64 {
        let lanes = &mut self.lanes[which];
        let begin = Instant::now();
        for _ in 0..trajectories {
            for lane in 0..LANES {
                lanes.load(lane, &self.stepper, black_box(&self.start));
            }
            for _ in 0..TRAJECTORY {
                lanes.step(write_torques);
            }
        }
        let steps = trajectories * TRAJECTORY * LANES as u64;
        begin.elapsed().as_nanos() as f64 / steps as f64
    }
}

fn write_torques(times: &Block, controls: &mut [Block]) {
    for lane in 0..LANES {
        for (control, torque) in controls.iter_mut().zip(torques(times[lane])) {
            control[lane] = torque;
        }
    }
}

fn time_of(entry: &Entry, trajectories: u64) -> f64 {
    let steps = trajectories * TRAJECTORY;
    let begin = Instant::now();
    black_box((entry.run)(black_box(steps)));
    begin.elapsed().as_nanos() as f64 / steps as f64
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

//! Lanes against single steppers: the same bits, the same errors, and neighbours that do not matter.

#[path = "../../tests/support/conformance.rs"]
mod conformance;

use std::convert::Infallible;
use std::f64::consts::FRAC_PI_2;
use std::path::{Path, PathBuf};

use nhi_machine::{
    Block, LANES, LaneMath, LaneObserver, Lanes, Machine, MachineStepper, ObservableFunctions,
    State, no_controls,
};
use nhi_runtime::Clock;

const H: f64 = 0.01;
const STEPS: u64 = 20;

/// Numbers in (0.1, 1.6), always the same.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        let factor = 6_364_136_223_846_793_005;
        self.0 = self.0.wrapping_mul(factor).wrapping_add(1);
        0.1 + 1.5 * (self.0 >> 11) as f64 / 2_f64.powi(53)
    }

    fn list(&mut self, length: usize) -> Vec<f64> {
        (0..length).map(|_| self.next()).collect()
    }
}

/// Compiles a model with each integrator that it lists.
fn machines(source: &str) -> Vec<Machine> {
    let models = nhi_symbolic::compile_file(source.parse().unwrap()).unwrap();
    let steppers = models
        .iter()
        .flat_map(nhi_symbolic::Compiled::steppers_as_data);
    steppers.map(|stepper| Machine::new(&stepper)).collect()
}

fn models() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/models");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    files.iter().map(read).collect()
}

/// Returns a model with integrators whose steps are composed.
fn composed(source: &str) -> String {
    let (before, listed) = source.split_once("integrators(").unwrap();
    let mut depth = 1;
    let end = listed.find(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth == 0
    });
    let integrators = "Mla(order = 4), Dla(order = 6), EnergyPreserving(order = 4)";
    format!(
        "{before}integrators({integrators}{}",
        &listed[end.unwrap()..]
    )
}

/// The control of a number at a time.
fn control(number: usize, t: f64) -> f64 {
    0.1 * (t + number as f64)
}

fn controls_alone(t: f64, u: &mut [f64]) -> Result<(), Infallible> {
    for (number, u) in u.iter_mut().enumerate() {
        *u = control(number, t);
    }
    Ok(())
}

fn controls_in_lanes(times: &Block, controls: &mut [Block]) {
    for (number, u) in controls.iter_mut().enumerate() {
        *u = Block::from_fn(|lane| control(number, times[lane]));
    }
}

/// A motion by itself.
struct Motion {
    stepper: MachineStepper,
    start: State,
    last: State,
    /// The reason for which a step failed.
    failure: Option<String>,
}

impl Motion {
    /// Makes steps from a random state, which need not be on the constraints. Returns `None` if the
    /// parameters are refused.
    fn random(machine: &Machine, numbers: &mut Numbers) -> Option<Self> {
        let parameters = numbers.list(machine.names().parameters.len());
        let stepper = machine.stepper(&parameters, H * numbers.next()).ok()?;
        let length = machine.state_parts().iter().map(|part| part.entries.len());
        let mut start = State::new(Clock::new(numbers.next()), numbers.list(length.sum()));
        if numbers.next() < 0.2 {
            start.entries[0] = f64::NAN;
        }
        let mut last = start.clone();
        let mut failure = None;
        for _ in 0..STEPS {
            match stepper.step(&last, controls_alone) {
                Ok(next) => last = next,
                Err(error) => {
                    failure = Some(format!("{error:?}"));
                    break;
                }
            }
        }
        Some(Self {
            stepper,
            start,
            last,
            failure,
        })
    }
}

/// Returns a state as text, for NaN is not equal to itself.
fn text(state: &State) -> String {
    let bits: Vec<_> = state.entries.iter().map(|entry| entry.to_bits()).collect();
    format!("{bits:x?} {:?} {:?}", state.clock, state.report)
}

/// Compares motions in lanes, in their order from the lane `first` on, with the same motions alone.
fn compare(name: &str, lanes: &mut Lanes, motions: &[Motion], first: usize) {
    let lane_of = |number| (first + number) % LANES;
    for lane in 0..LANES {
        lanes.clear(lane);
    }
    for (number, motion) in motions.iter().enumerate() {
        lanes.load(lane_of(number), &motion.stepper, &motion.start);
    }
    for _ in 0..STEPS {
        lanes.step(controls_in_lanes);
    }
    for (number, motion) in motions.iter().enumerate() {
        let lane = lane_of(number);
        let state = lanes.state(lane);
        assert_eq!(text(&state), text(&motion.last), "{name}, member {number}");
        let failure = lanes.failure(lane).map(|error| {
            let error: nhi_machine::Error = error.clone().into();
            format!("{error:?}")
        });
        assert_eq!(failure, motion.failure, "{name}, member {number}");
        assert_eq!(lanes.goes_on(lane), motion.failure.is_none());
    }
}

/// Every model with every integrator that it lists. Members that fail early or late are next to
/// others that go on, in different lanes.
#[test]
fn lanes_have_the_bits_of_single_steppers() {
    let (mut failed, mut went_on, mut integrators) = (0, 0, 0);
    let models = models();
    for (model, source) in models.clone() {
        let mut sources = vec![source];
        if ["snakeboard", "turntable_knife_edge", "towed_hull"].contains(&model.as_str()) {
            sources.push(composed(&sources[0]));
        }
        for machine in sources.iter().flat_map(|source| machines(source)) {
            integrators += 1;
            let name = format!("{model} with {}", machine.integrator());
            let mut numbers = Numbers(1);
            let motions = (0..LANES - 3).filter_map(|_| Motion::random(&machine, &mut numbers));
            let motions: Vec<_> = motions.collect();
            failed += motions
                .iter()
                .filter(|motion| motion.failure.is_some())
                .count();
            went_on += motions
                .iter()
                .filter(|motion| motion.failure.is_none())
                .count();
            let mut lanes = Lanes::new(&machine, LaneMath::Exact);
            compare(&name, &mut lanes, &motions, 0);
            compare(&name, &mut lanes, &motions[..motions.len() / 2], 20);
        }
    }
    assert!(
        failed > 100 && went_on > 1000,
        "{failed} failed, {went_on} went on"
    );
    let compared = format!("{} models, {integrators} integrators", models.len());
    conformance::assert_row("lanes of an ensemble", &compared, "same bits");
}

#[test]
fn steps_in_lanes_do_not_allocate() {
    let source = include_str!("../../tests/models/snakeboard.nhi");
    let source = source.replace("integrators(Gni", "integrators(Mla, Gauss, Gni");
    for machine in machines(&source) {
        let mut numbers = Numbers(3);
        let stepper = machine.stepper(&[1.0, 1.0, 0.5, 1.5], H).unwrap();
        let q = [0.5, 1.0, 0.0, 0.0, 0.0];
        let mut lanes = Lanes::new(&machine, LaneMath::Exact);
        for lane in 0..LANES {
            let v = [numbers.next(), numbers.next(), 0.0, 0.0, 0.0];
            let start = stepper.start(0.0, &q, &v, &[], no_controls).unwrap();
            lanes.load(lane, &stepper, &start);
        }
        let counted = allocation_counter::measure(|| {
            for _ in 0..100 {
                lanes.step(controls_in_lanes);
            }
        });
        assert!((0..LANES).all(|lane| lanes.goes_on(lane)));
        assert_eq!(counted.count_total, 0, "{}", machine.integrator());
    }
}

/// Fast sines and cosines are within the documented two units in the last place or 2e-28, also next
/// to their zeros, and differ from the exact ones somewhere.
#[test]
fn fast_functions_are_within_two_units_in_the_last_place() {
    let source = "#[nonholonomic(
        coordinates(x), lagrangian = 0.5 * m * x_dot.powi(2), integrators(Mla)
    )]
    struct Free { m: f64 }";
    let ast = nhi_symbolic::parse_file(source.parse().unwrap())
        .unwrap()
        .swap_remove(0);
    let request = nhi_symbolic::parse_integrator("Mla".parse().unwrap()).unwrap();
    let output = |text: &str| {
        let expression = nhi_symbolic::ScenarioExpression::parse(text.parse().unwrap()).unwrap();
        (text.to_owned(), expression)
    };
    let signals = nhi_symbolic::ScenarioSignals {
        outputs: vec![output("sin(x)"), output("cos(x)")],
        ..nhi_symbolic::ScenarioSignals::default()
    };
    let compiled = nhi_symbolic::compile_stepper(&ast, &request, &signals).unwrap();
    let functions =
        ObservableFunctions::new(&compiled.observables, &compiled.stepper, &compiled.signs);
    let mut observers = [LaneMath::Fast, LaneMath::Exact].map(|math| {
        let mut observer = LaneObserver::new(&functions, math);
        observer.set_parameters(&[Block::all(1.0)], &Block::all(H));
        observer
    });
    let mut numbers = Numbers(5);
    let mut differ = 0;
    for round in 0..20_000 {
        // Angles up to 200 in most rounds, beyond them in some.
        let range = if round % 10 == 0 { 1e5 } else { 199.0 };
        let angles = Block::from_fn(|_| {
            let angle = range * (2.0 * (numbers.next() - 0.1) / 1.5 - 1.0);
            let zero = (angle / FRAC_PI_2).round() * FRAC_PI_2;
            if round % 3 == 0 { zero } else { angle }
        });
        let entries: Vec<_> = std::iter::once(angles)
            .chain((1..compiled.stepper.state_len()).map(|_| Block::all(0.5)))
            .collect();
        for observer in &mut observers {
            observer.look(&entries, &Block::all(0.0), [true; LANES]);
        }
        let [fast, exact] = &mut observers;
        for (fast, exact) in fast.outputs().zip(exact.outputs()) {
            for (fast, exact) in fast.iter().zip(exact.iter()) {
                let unit = exact.abs().next_up() - exact.abs();
                let allowed = (2.0 * unit).max(2e-28);
                assert!((fast - exact).abs() <= allowed, "{fast:e} for {exact:e}");
                differ += usize::from(fast != exact);
            }
        }
    }
    assert!(differ > 0);
}

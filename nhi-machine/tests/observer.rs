//! Observers against the functions that they are made of: the same bits, and no allocation.

use nhi_machine::{
    Block, Functions, LANES, LaneMath, LaneObserver, Machine, ObservableFunctions, Observer,
    SignFunctions, State, no_controls,
};
use nhi_runtime::Clock;
use nhi_symbolic::{
    CompiledStepper, PlainFunctions, Quantity, ScenarioExpression, ScenarioSignals,
    compile_stepper, parse_file, parse_integrator,
};

/// Models of every kind of sample, each with integrators and an output that shares terms with them.
const CASES: [(&str, &str, &[&str], &str); 9] = [
    // Reflected velocities, constant masses, controls.
    (
        "snakeboard",
        include_str!("../../tests/models/snakeboard.nhi"),
        &["Gni", "Mla", "Rattle"],
        "sin(theta) * x_dot - u_psi * phi",
    ),
    // Group elements; constraints that depend on the time.
    (
        "turntable_knife_edge",
        include_str!("../../tests/models/turntable_knife_edge.nhi"),
        &["Gni", "Gauss(stages = 2)"],
        "t * x_dot",
    ),
    (
        "magnetic_ball",
        include_str!("../../tests/models/magnetic_ball.nhi"),
        &["Gni", "Lobatto"],
        "1.0",
    ),
    // Position constraints.
    (
        "skating_bob",
        include_str!("../../tests/models/skating_bob.nhi"),
        &["Rattle", "Gauss(stages = 1)"],
        "1.0",
    ),
    // Mass matrices that depend on the configuration.
    (
        "towed_hull",
        include_str!("../../tests/models/towed_hull.nhi"),
        &["Dla", "EnergyPreserving"],
        "1.0",
    ),
    (
        "whipple_bicycle",
        include_str!("../../tests/models/whipple_bicycle.nhi"),
        &["Dla", "Rk(order = 4)"],
        "1.0",
    ),
    // Elimination of many unknowns.
    (
        "tractor_trailers_8",
        include_str!("../../tests/models/tractor_trailers_8.nhi"),
        &["Gni"],
        "1.0",
    ),
    // Multipliers in the state.
    (
        "vehicle_in_bowl",
        include_str!("../../tests/models/vehicle_in_bowl.nhi"),
        &["VakonomicGauss(stages = 2)"],
        "1.0",
    ),
    // Samples that are iterated: momenta are not linear in the velocities.
    (
        "relativistic",
        "#[nonholonomic(
            coordinates(x, y),
            lagrangian = -m * sqrt(1 - x_dot.powi(2) - y_dot.powi(2)) - m * x * y,
            constraints(slope = y_dot - x * x_dot),
            integrators(Gauss),
        )]
        struct Particle { m: f64 }",
        &["Gauss(stages = 1)", "Mla"],
        "x * y",
    ),
];

const ROW: [Quantity; 3] = [
    Quantity::Energy,
    Quantity::ConstraintResidual,
    Quantity::PositionResidual,
];

fn compiled(source: &str, integrator: &str, output: &str) -> Option<CompiledStepper> {
    let tokens = source.parse().unwrap();
    let ast = parse_file(tokens).unwrap().swap_remove(0);
    let request = parse_integrator(integrator.parse().unwrap()).unwrap();
    let output = ScenarioExpression::parse(output.parse().unwrap()).unwrap();
    let controls = nhi_symbolic::model_of(&ast).ok()?.controls.len();
    let signals = ScenarioSignals {
        controls: vec![None; controls],
        outputs: vec![("output".to_owned(), output)],
        ..ScenarioSignals::default()
    };
    compile_stepper(&ast, &request, &signals).ok()
}

/// Numbers in (0.1, 1.6), always the same.
struct Numbers(u64);

impl Numbers {
    fn list(&mut self, length: usize) -> Vec<f64> {
        let mut next = || {
            let factor = 6_364_136_223_846_793_005;
            self.0 = self.0.wrapping_mul(factor).wrapping_add(1);
            0.1 + 1.5 * (self.0 >> 11) as f64 / 2_f64.powi(53)
        };
        (0..length).map(|_| next()).collect()
    }
}

fn functions(plain: &PlainFunctions, parameters: &[f64]) -> Functions {
    let functions = Functions::new(&plain.program, &plain.inputs).unwrap();
    functions.with_fixed(parameters)
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

/// Compares what an observer reads of states with the functions one by one; gives the number of
/// samples that succeeded.
fn compare(compiled: &CompiledStepper, numbers: &mut Numbers) -> usize {
    const H: f64 = 0.01;
    let names = &compiled.stepper.names;
    let parameters = numbers.list(names.parameters.len());
    let Ok(stepper) = Machine::new(&compiled.stepper).stepper(&parameters, H) else {
        return 0;
    };
    let observables =
        ObservableFunctions::new(&compiled.observables, &compiled.stepper, &compiled.signs);
    let mut observer = observables.observer(&parameters, H);
    let signs = SignFunctions::new(&compiled.sign_functions, &compiled.signs);
    let signs = signs.of_stepper(&parameters, H);
    let quantities = functions(&compiled.quantities, &parameters);
    let outputs = functions(&compiled.outputs, &parameters);
    let mut lanes = LaneObserver::new(&observables, LaneMath::Exact);
    let in_all = |list: &[f64]| list.iter().map(|&x| Block::all(x)).collect::<Vec<_>>();
    lanes.set_parameters(&in_all(&parameters), &Block::all(H));
    let mut sampled = 0;
    for step in 0..5 {
        let clock = Clock {
            steps: step,
            ..Clock::new(0.0)
        };
        let state = State::new(clock, numbers.list(compiled.stepper.state_len()));
        let controls = numbers.list(names.controls.len());
        let sample = stepper.sample(&state);
        let observed = observer.sample(&state).cloned();
        let time = Block::all(stepper.time(&state));
        let lane = step as usize;
        lanes.look(&in_all(&state.entries), &time, [true; LANES]);
        assert_eq!(
            format!("{:?}", lanes.failure(lane)),
            format!("{:?}", sample.as_ref().err())
        );
        assert_eq!(
            format!("{:?}", observed.as_ref().err()),
            format!("{:?}", sample.as_ref().err())
        );
        let (Ok(sample), Ok(observed)) = (sample, observed) else {
            continue;
        };
        sampled += 1;
        for (observed, alone) in [
            (&observed.q, &sample.q),
            (&observed.v, &sample.v),
            (&observed.lambda, &sample.lambda),
        ] {
            assert_eq!(bits(observed), bits(alone));
        }
        observer.set_controls(&controls);
        lanes.set_controls(&in_all(&controls));
        assert_eq!(
            seen_in_lane(&mut lanes, lane),
            seen_alone(&mut observer.clone())
        );
        let reflection = stepper.diagnostic("constraint_reflection", &state);
        let alone = signs.signs(&sample, &reflection.unwrap_or_default(), &controls);
        assert_eq!(format!("{:?}", observer.signs()), format!("{alone:?}"));

        let inputs: [&[f64]; 4] = [&[sample.t], &sample.q, &sample.v, &controls];
        let mut row = Vec::new();
        for quantity in ROW {
            if let Some(number) = quantities.number(quantity.name()) {
                let mut values = vec![f64::NAN; quantities.len_of(number)];
                quantities.call(number, &inputs, &mut values).unwrap();
                row.extend(values);
            }
        }
        let observed: Vec<_> = observer.energy_and_residuals().collect();
        assert_eq!(bits(&observed), bits(&row));
        let mut values = [f64::NAN];
        let inputs: [&[f64]; 5] = [&[sample.t], &sample.q, &sample.v, &controls, &sample.lambda];
        outputs.call(0, &inputs, &mut values).unwrap();
        let observed: Vec<_> = observer.outputs().collect();
        assert_eq!(bits(&observed), bits(&values));
    }
    sampled
}

/// Everything that an observer reads of its last state, as text.
fn seen_alone(observer: &mut Observer) -> String {
    let sample = observer.last_sample();
    let numbers = [&sample.q, &sample.v, &sample.lambda].map(|list| bits(list));
    let row: Vec<_> = observer.energy_and_residuals().collect();
    let outputs: Vec<_> = observer.outputs().collect();
    let more = [row, outputs].map(|list| bits(&list));
    format!("{numbers:?} {more:?} {:?}", observer.signs())
}

/// The same of a lane.
fn seen_in_lane(observer: &mut LaneObserver, lane: usize) -> String {
    let q: Vec<_> = observer.q().iter().map(|block| block[lane]).collect();
    let v: Vec<_> = observer.v().map(|block| block[lane]).collect();
    let lambda: Vec<_> = observer.lambda().map(|block| block[lane]).collect();
    let numbers = [q, v, lambda].map(|list| bits(&list));
    let row = observer.energy_and_residuals().map(|block| block[lane]);
    let row: Vec<_> = row.collect();
    let outputs: Vec<_> = observer.outputs().map(|block| block[lane]).collect();
    let more = [row, outputs].map(|list| bits(&list));
    format!("{numbers:?} {more:?} {:?}", observer.signs(lane))
}

#[test]
fn observers_have_the_bits_of_single_functions() {
    for (name, source, integrators, output) in CASES {
        for integrator in integrators {
            let compiled = compiled(source, integrator, output);
            let compiled = compiled.unwrap_or_else(|| panic!("{name} takes {integrator}"));
            let sampled: usize = (0..20)
                .map(|seed| compare(&compiled, &mut Numbers(seed)))
                .sum();
            assert!(sampled > 0, "{name} with {integrator}: no sample succeeds");
        }
    }
}

#[test]
fn what_is_shared_is_computed_once() {
    let (_, source, _, output) = CASES[0];
    let compiled = compiled(source, "Gni", output).unwrap();
    let observables = &compiled.observables;
    let parts = [
        &observables.sample,
        &observables.signs,
        &observables.row,
        &observables.outputs,
    ];
    let sections = parts.into_iter().flat_map(|part| &part.sections);
    let mut values: Vec<_> = sections
        .flat_map(|section| match section {
            nhi_symbolic::Section::Values(values) => values,
            other => panic!("straight-line code: {other:?}"),
        })
        .chain(&observables.prepare)
        .collect();
    let count = values.len();
    values.sort_unstable();
    values.dedup();
    assert_eq!(values.len(), count);
    // What depends on parameters alone is combined beforehand.
    assert!(!observables.prepare.is_empty());
}

#[test]
fn reading_a_state_does_not_allocate() {
    let (_, source, _, output) = CASES[0];
    let compiled = compiled(source, "Gni", output).unwrap();
    let parameters = [1.0, 1.0, 0.5, 1.5];
    let machine = Machine::new(&compiled.stepper);
    let stepper = machine.stepper(&parameters, 0.05).unwrap();
    let observables =
        ObservableFunctions::new(&compiled.observables, &compiled.stepper, &compiled.signs);
    let mut observer = observables.observer(&parameters, 0.05);
    let (q, v) = ([0.5, 1.0, 0.0, 0.0, 0.0], [2.5, -0.02, 0.0, 0.0, 0.0]);
    let mut state = stepper.start(0.0, &q, &v, &[], no_controls).unwrap();
    let mut next = state.clone();
    let mut numbers = Vec::with_capacity(100);
    observer.sample(&state).unwrap();
    let counted = allocation_counter::measure(|| {
        for _ in 0..100 {
            stepper.step_into(&state, no_controls, &mut next).unwrap();
            std::mem::swap(&mut state, &mut next);
            observer.sample(&state).unwrap();
            observer.set_controls(&[0.0, 0.0]);
            assert!(observer.signs().kinetic.is_finite());
            numbers.clear();
            numbers.extend(observer.energy_and_residuals());
            numbers.extend(observer.outputs());
        }
    });
    assert_eq!(counted.count_total, 0);
}

//! Comparison of runs of generated steppers with runs of scenarios.

use std::fmt::Display;
use std::path::Path;

use nhi::{ControlSignal, Named, Sample, Stepper};
use nhi_study::Colour;
use nhi_study::run::{Run, Surroundings};
use nhi_study::scenario::{Overrides, Scenario};
use nhi_study::stop::Stop;

/// The rows of a run: time, configuration, velocities and multipliers.
pub(crate) type Rows = Vec<Vec<f64>>;

/// A stepper whose samples have named numbers.
pub(crate) trait NamedStepper:
    Stepper<Scalar = f64, Coordinates: Named<f64>, Velocities: Named<f64>, Multipliers: Named<f64>>
{
}

impl<S> NamedStepper for S where
    S: Stepper<
            Scalar = f64,
            Coordinates: Named<f64>,
            Velocities: Named<f64>,
            Multipliers: Named<f64>,
        >
{
}

/// Returns the names of the numbers of a row.
fn names<S: NamedStepper>() -> Vec<String> {
    let motion = [S::Coordinates::NAMES, S::Velocities::NAMES].concat();
    let forces = S::Multipliers::NAMES.iter();
    let names = ["t"].into_iter().chain(motion).map(str::to_owned);
    names
        .chain(forces.map(|name| format!("lambda.{name}")))
        .collect()
}

/// Runs a stepper and returns the rows of all its states.
fn follow<S: NamedStepper>(
    stepper: &S,
    q: S::Coordinates,
    v: S::Velocities,
    controls: &impl ControlSignal<f64, S::Controls>,
    steps: usize,
) -> Rows {
    let row = |state: &S::State| {
        let Sample { t, q, v, lambda } = stepper.sample(state).expect("a sample");
        let (q, v, lambda) = (q.values(), v.values(), lambda.values());
        let numbers = [&[t], q.as_ref(), v.as_ref(), lambda.as_ref()];
        numbers.concat()
    };
    let mut state = stepper.start(0.0, q, v, controls).expect("a start");
    let mut rows = vec![row(&state)];
    for _ in 0..steps {
        state = stepper.step(&state, controls).expect("a step");
        rows.push(row(&state));
    }
    rows
}

/// Returns the same numbers of the scenario in a file, without the rows of its events.
pub(crate) fn follow_scenario(file: &str, integrator: &str, names: &[String]) -> Rows {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/contacts")
        .join(file);
    let overrides = Overrides {
        integrator: Some(integrator.to_owned()),
        ..Overrides::default()
    };
    let scenario = Scenario::load(&file, &overrides, Colour::Plain).expect("a scenario");
    let plant = scenario.plant().expect("a plant");
    let simulator = scenario
        .simulator(&plant, scenario.grid.step)
        .expect("a simulator");
    let (initial, _) = scenario.admit(&simulator, false).expect("initial values");
    let mut run = Run::new(&simulator, scenario.grid, 1);
    let mut numbers = Vec::new();
    let mut around = Surroundings {
        stop: &Stop::default(),
        progress: &(),
        tell: &mut |_| {},
    };
    run.finish(&initial, &mut numbers, &mut around)
        .expect("a run");
    let columns = run.columns();
    let place = |name: &String| columns.iter().position(|column| column == name);
    let places: Vec<_> = names
        .iter()
        .map(|name| place(name).expect("a column"))
        .collect();
    let times: Vec<_> = run.events().iter().map(|event| event.t).collect();
    let rows = numbers.chunks(columns.len());
    let rows = rows.filter(|row| !times.contains(&row[0]));
    rows.map(|row| places.iter().map(|&place| row[place]).collect())
        .collect()
}

/// Asserts that a stepper and the scenario in a file have the same rows, bit for bit, and returns
/// them. `integrator` is one of the model, whose options are those of its file.
pub(crate) fn assert_same_motion<S: NamedStepper>(
    file: &str,
    integrator: &impl Display,
    stepper: &S,
    (q, v): (S::Coordinates, S::Velocities),
    controls: &impl ControlSignal<f64, S::Controls>,
    steps: usize,
) -> Rows {
    let integrator = match integrator.to_string() {
        name if name == "Rk" => "Rk(order = 4)".to_owned(),
        name => name,
    };
    let names = names::<S>();
    let generated = follow(stepper, q, v, controls, steps);
    let scenario = follow_scenario(file, &integrator, &names);
    assert_eq!(generated.len(), scenario.len(), "{file}, {integrator}");
    for (place, (ours, theirs)) in generated.iter().zip(&scenario).enumerate() {
        for ((name, ours), theirs) in names.iter().zip(ours).zip(theirs) {
            // The multiplier of an open contact is zero, of either sign.
            let is_same = ours.to_bits() == theirs.to_bits() || (*ours == 0.0 && *theirs == 0.0);
            assert!(
                is_same,
                "{file}, {integrator}: {name} in row {place} is {ours:?}, not {theirs:?}"
            );
        }
    }
    generated
}

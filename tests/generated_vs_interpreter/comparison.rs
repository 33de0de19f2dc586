//! Everything that is generated for a model against the machine, bit by bit.

#[path = "interpreted.rs"]
mod interpreted;
#[path = "../support/random.rs"]
mod random;

use nhi::{SetupError, Signs, StepError};

use interpreted::Interpreted;
use random::Random;

/// Where a function is called.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) t: f64,
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) u: Vec<f64>,
}

/// A run of some steps: step size, initial values, and controls `value + slope * t`.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) h: f64,
    pub(crate) start: Point,
    pub(crate) slopes: Vec<f64>,
}

impl Run {
    pub(crate) fn controls(&self, t: f64) -> Vec<f64> {
        let controls = self.start.u.iter().zip(&self.slopes);
        controls.map(|(value, slope)| value + slope * t).collect()
    }
}

/// What a generated function returned, in the order of the program's outputs.
pub(crate) type Results = Vec<(&'static str, Vec<f64>)>;

/// The states of a run: the sample and the diagnostics of each.
pub(crate) type Motion = Vec<Results>;

/// The generated code of one model, called by position.
pub(crate) trait System: Sized {
    /// The file, without ending.
    const MODEL: &'static str;
    /// The integrators, in the order of the model.
    const INTEGRATORS: &'static [&'static str];

    fn with_parameters(parameters: &[f64]) -> Self;
    /// The entries of a configuration as the generated code sees them.
    fn entries(q: &[f64]) -> Vec<f64>;
    fn methods(&self, at: &Point) -> Results;
    fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError>;
    fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>>;
}

/// Signs as numbers; those that a state does not show are none.
pub(crate) fn signs(signs: &Signs<f64>) -> Vec<f64> {
    let Signs {
        kinetic,
        energy,
        power,
        parasitic,
        residual,
        pole,
        pivot,
        turn,
        contact,
        ..
    } = *signs;
    let mut numbers = vec![kinetic];
    let others = [energy, power, parasitic, residual, pole, pivot, turn];
    numbers.extend(others.into_iter().flatten());
    numbers.extend(contact.iter().flat_map(|x| [x.pull, x.load]));
    numbers
}

pub(crate) const STEPS: usize = 5;
pub(crate) const RUNS: usize = 20;
const MAX_ATTEMPTS: usize = 400;

/// Compares everything that is generated for a system, at random; for each integrator, in how many
/// runs of [`RUNS`] all steps were made. Nothing where no parameters were found for which all
/// steppers exist.
pub(crate) fn compared<S: System>() -> Option<Vec<usize>> {
    let mut interpreted = Interpreted::read(&source(S::MODEL));
    let mut random = Random::new(S::MODEL);
    let mut successes = vec![0; S::INTEGRATORS.len()];
    for _ in 0..RUNS {
        let (parameters, system) = find_parameters::<S>(&interpreted, &mut random)?;
        interpreted.set_parameters(&parameters);
        for _ in 0..5 {
            compare_methods(
                &system,
                &interpreted,
                &random_point(&interpreted, &mut random),
            );
        }
        for (integrator, successes) in successes.iter_mut().enumerate() {
            let succeeded = compare_runs(&system, &interpreted, integrator, &mut random);
            *successes += usize::from(succeeded);
        }
    }
    Some(successes)
}

/// Random parameters for which the steppers exist; generated code and interpreter must agree on which those are.
fn find_parameters<S: System>(
    interpreted: &Interpreted,
    random: &mut Random,
) -> Option<(Vec<f64>, S)> {
    for _ in 0..MAX_ATTEMPTS {
        let parameters = numbers(random, interpreted.parameters(), 0.2, 2.0);
        let system = S::with_parameters(&parameters);
        let mut all = true;
        for integrator in 0..S::INTEGRATORS.len() {
            let generated = system.setup(integrator, 0.1);
            let setup = interpreted.setup(integrator, &parameters, 0.1).map(|_| ());
            assert_eq!(
                generated.map_err(|error| format!("{error:?}")),
                setup.map_err(|error| format!("{error:?}")),
                "{}",
                S::MODEL
            );
            all &= generated.is_ok();
        }
        if all {
            return Some((parameters, system));
        }
    }
    None
}

fn random_point(interpreted: &Interpreted, random: &mut Random) -> Point {
    Point {
        t: random.number(-1.0, 1.0),
        q: interpreted.configuration(random),
        v: numbers(random, interpreted.velocities(), -1.0, 1.0),
        u: numbers(random, interpreted.controls(), -1.0, 1.0),
    }
}

fn compare_methods<S: System>(system: &S, interpreted: &Interpreted, at: &Point) {
    let results = system.methods(at);
    let at = &Point {
        q: S::entries(&at.q),
        ..at.clone()
    };
    assert_eq!(
        results.len(),
        interpreted.methods(),
        "{}: all methods are called",
        S::MODEL
    );
    for (name, values) in results {
        assert_same(S::MODEL, name, &values, &interpreted.method(name, at));
    }
}

/// Compares a run state by state; says whether there was one or both gave an error.
fn compare_runs<S: System>(
    system: &S,
    interpreted: &Interpreted,
    integrator: usize,
    random: &mut Random,
) -> bool {
    let start = random_point(interpreted, random);
    let mut run = Run {
        h: random.number(0.002, 0.02),
        slopes: numbers(random, start.u.len(), -1.0, 1.0),
        start,
    };
    compare_errors(system, interpreted, integrator, &run);
    let given = interpreted.admissible_configuration(&run.start);
    run.start.q = S::entries(&given);
    run.start.v = interpreted.admissible_velocity(&run.start);
    let name = format!("{}: {}", S::MODEL, S::INTEGRATORS[integrator]);
    let expected = interpreted.run(integrator, &run, S::entries);
    run.start.q = given;
    match (system.run(integrator, &run), expected) {
        (Ok(motion), Ok(expected)) => {
            assert_eq!(motion.len(), STEPS + 1);
            for (state, expected) in motion.iter().zip(&expected) {
                assert_eq!(
                    state.len(),
                    expected.len(),
                    "{name}: all functions of a state"
                );
                for ((what, values), (also, numbers)) in state.iter().zip(expected) {
                    assert_eq!(what, also);
                    assert_same(&name, what, values, numbers);
                }
            }
        }
        (Err(generated), Err(expected)) => {
            assert_same_error(&name, &generated, &expected);
            return false;
        }
        (generated, expected) => panic!("{name} at {run:?}: {generated:?} against {expected:?}"),
    }
    true
}

/// A start that is refused, such as one off the constraints, is refused for the same reason.
fn compare_errors<S: System>(system: &S, interpreted: &Interpreted, integrator: usize, run: &Run) {
    let mut seen = run.clone();
    seen.start.q = S::entries(&run.start.q);
    let expected = interpreted.run(integrator, &seen, S::entries);
    match (system.run(integrator, run), expected) {
        (Ok(_), Ok(_)) => {}
        (Err(generated), Err(expected)) => assert_same_error(S::MODEL, &generated, &expected),
        (generated, expected) => panic!("{}: {generated:?} against {expected:?}", S::MODEL),
    }
}

/// Equal up to the type of names: numbers print so that they read back the same.
fn assert_same_error(model: &str, error: &StepError<f64>, expected: &nhi_machine::StepError) {
    assert_eq!(format!("{error:?}"), format!("{expected:?}"), "{model}");
    assert_eq!(error.to_string(), expected.to_string(), "{model}");
}

fn assert_same(model: &str, what: &str, values: &[f64], expected: &[f64]) {
    let bits = |numbers: &[f64]| -> Vec<_> {
        let canonical = |x: &f64| if x.is_nan() { f64::NAN } else { *x };
        numbers.iter().map(|x| canonical(x).to_bits()).collect()
    };
    assert_eq!(
        bits(values),
        bits(expected),
        "{model}: {what} is {values:?} but the program gives {expected:?}"
    );
}

fn numbers(random: &mut Random, count: usize, low: f64, high: f64) -> Vec<f64> {
    (0..count).map(|_| random.number(low, high)).collect()
}

fn source(model: &str) -> String {
    let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    std::fs::read_to_string(tests.join(model).with_extension("nhi")).unwrap()
}

pub(crate) fn array<const N: usize>(values: &[f64]) -> [f64; N] {
    values.try_into().expect("as many values as fields")
}

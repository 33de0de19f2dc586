//! Everything that is generated for a model against the machine, bit by bit.

#[path = "interpreted.rs"]
mod interpreted;
#[path = "../support/random.rs"]
mod random;

use nhi::{ControlSignal, SampleOf, SetupError, Signs, StepError, Stepper, Watched};

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

/// The generated code of one model with its parameters, called by position.
pub(crate) trait System {
    fn methods(&self, at: &Point) -> Results;
    fn setup(&self, integrator: usize, h: f64) -> Result<(), SetupError>;
    fn run(&self, integrator: usize, run: &Run) -> Result<Motion, StepError<f64>>;
}

/// The generated code of one model. It is not a type parameter of the functions below, because they
/// would then be compiled for each model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Generated {
    pub(crate) model: &'static str,
    pub(crate) source: &'static str,
    /// The integrators, in the order of the model.
    pub(crate) integrators: &'static [&'static str],
    pub(crate) with_parameters: fn(&[f64]) -> Box<dyn System>,
    /// The entries of a configuration as the generated code sees them.
    pub(crate) entries: fn(&[f64]) -> Vec<f64>,
}

/// The states of a run that begins at `q` and `v`; `show` gives the sample and the diagnostics of
/// each.
pub(crate) fn motion<M: Watched<S>, S: Stepper<Scalar = f64>>(
    model: &M,
    stepper: Result<S, SetupError>,
    run: &Run,
    (q, v): (S::Coordinates, S::Velocities),
    controls: &impl ControlSignal<f64, S::Controls>,
    show: impl Fn(&S, &S::State, &SampleOf<S>) -> Results,
) -> Result<Motion, StepError<f64>> {
    let stepper = stepper.expect("the stepper exists");
    let mut motion = Vec::new();
    let mut state = stepper.start(run.start.t, q, v, controls)?;
    for step in 0..=STEPS {
        if step > 0 {
            state = stepper.step(&state, controls)?;
        }
        let sample = stepper.sample(&state)?;
        let mut results = show(&stepper, &state, &sample);
        let u = controls.at(sample.t);
        let found = model.signs(&stepper, &state, &sample, Some(&u));
        results.push(("signs", signs(&found)));
        motion.push(results);
    }
    Ok(motion)
}

/// Signs as numbers; those that a state does not show are none.
fn signs(signs: &Signs<f64>) -> Vec<f64> {
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

const STEPS: usize = 5;
pub(crate) const RUNS: usize = 20;
const MAX_ATTEMPTS: usize = 400;

/// Compares everything that is generated for a model, at random; for each integrator, in how many
/// runs of [`RUNS`] all steps were made. Nothing where no parameters were found for which all
/// steppers exist.
pub(crate) fn compared(generated: &Generated) -> Option<Vec<usize>> {
    let mut interpreted = Interpreted::read(generated.source);
    let mut random = Random::new(generated.model);
    let mut successes = vec![0; generated.integrators.len()];
    for _ in 0..RUNS {
        let (parameters, system) = find_parameters(generated, &interpreted, &mut random)?;
        interpreted.set_parameters(&parameters);
        let both = Both {
            generated,
            system,
            interpreted: &interpreted,
        };
        for _ in 0..5 {
            both.compare_methods(&random_point(&interpreted, &mut random));
        }
        for (integrator, successes) in successes.iter_mut().enumerate() {
            *successes += usize::from(both.compare_runs(integrator, &mut random));
        }
    }
    Some(successes)
}

/// Random parameters for which the steppers exist; generated code and interpreter must agree on
/// which those are.
fn find_parameters(
    generated: &Generated,
    interpreted: &Interpreted,
    random: &mut Random,
) -> Option<(Vec<f64>, Box<dyn System>)> {
    for _ in 0..MAX_ATTEMPTS {
        let parameters = numbers(random, interpreted.parameters(), 0.2, 2.0);
        let system = (generated.with_parameters)(&parameters);
        let mut all = true;
        for integrator in 0..generated.integrators.len() {
            let found = system.setup(integrator, 0.1);
            let setup = interpreted.setup(integrator, &parameters, 0.1).map(|_| ());
            all &= found.is_ok();
            assert_eq!(
                found.map_err(|error| format!("{error:?}")),
                setup.map_err(|error| format!("{error:?}")),
                "{}",
                generated.model
            );
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

/// Generated code and interpreter with the same parameters.
struct Both<'a> {
    generated: &'a Generated,
    system: Box<dyn System>,
    interpreted: &'a Interpreted,
}

impl Both<'_> {
    fn compare_methods(&self, at: &Point) {
        let model = self.generated.model;
        let results = self.system.methods(at);
        let at = &Point {
            q: (self.generated.entries)(&at.q),
            ..at.clone()
        };
        let all = self.interpreted.methods();
        assert_eq!(results.len(), all, "{model}: all methods are called");
        for (name, values) in results {
            assert_same(model, name, &values, &self.interpreted.method(name, at));
        }
    }

    /// Compares a run state by state; says whether there was one or both gave an error.
    fn compare_runs(&self, integrator: usize, random: &mut Random) -> bool {
        let start = random_point(self.interpreted, random);
        let mut run = Run {
            h: random.number(0.002, 0.02),
            slopes: numbers(random, start.u.len(), -1.0, 1.0),
            start,
        };
        self.compare_errors(integrator, &run);
        let Generated {
            model,
            integrators,
            entries,
            ..
        } = self.generated;
        let given = self.interpreted.admissible_configuration(&run.start);
        run.start.q = entries(&given);
        run.start.v = self.interpreted.admissible_velocity(&run.start);
        let name = format!("{model}: {}", integrators[integrator]);
        let expected = self.interpreted.run(integrator, &run, *entries);
        run.start.q = given;
        match (self.system.run(integrator, &run), expected) {
            (Ok(motion), Ok(expected)) => {
                assert_same_motion(&name, &motion, &expected);
                true
            }
            (Err(generated), Err(expected)) => {
                assert_same_error(&name, &generated, &expected);
                false
            }
            (generated, expected) => {
                panic!("{name} at {run:?}: {generated:?} against {expected:?}")
            }
        }
    }

    /// A start that is refused, such as one off the constraints, is refused for the same reason.
    fn compare_errors(&self, integrator: usize, run: &Run) {
        let Generated { model, entries, .. } = self.generated;
        let mut seen = run.clone();
        seen.start.q = entries(&run.start.q);
        let expected = self.interpreted.run(integrator, &seen, *entries);
        match (self.system.run(integrator, run), expected) {
            (Ok(_), Ok(_)) => {}
            (Err(generated), Err(expected)) => assert_same_error(model, &generated, &expected),
            (generated, expected) => panic!("{model}: {generated:?} against {expected:?}"),
        }
    }
}

fn assert_same_motion(name: &str, motion: &Motion, expected: &Motion) {
    assert_eq!(motion.len(), STEPS + 1);
    assert_eq!(expected.len(), STEPS + 1);
    for (state, expected) in motion.iter().zip(expected) {
        let all = expected.len();
        assert_eq!(state.len(), all, "{name}: all functions of a state");
        for ((what, values), (also, numbers)) in state.iter().zip(expected) {
            assert_eq!(what, also);
            assert_same(name, what, values, numbers);
        }
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

pub(crate) fn array<const N: usize>(values: &[f64]) -> [f64; N] {
    values.try_into().expect("as many values as fields")
}

//! Derivatives of steps and samples on all models and integrators.

use nhi_machine::{Derivative, DerivativeError, Input, Machine, State, no_controls};
use nhi_symbolic::INTEGRATORS;

use crate::breadth;
use crate::support::{
    Numbers, along, at_times, difference, dot, largest, machine, models, random_state,
};

const H: f64 = 0.02;
/// An ordinary run takes one of so many pairs of a model and an integrator.
pub(crate) const SHARE: usize = 3;
const INCREMENT: f64 = 1e-3;
/// Differences are this good where derivatives of seventh order are moderate.
const TOLERANCE: f64 = 1e-8;

/// A step and the point where it is differentiated.
struct Point<'m> {
    machine: &'m Machine,
    state: State,
    parameters: Vec<f64>,
    times: Vec<f64>,
    controls: Vec<Vec<f64>>,
}

/// A change of everything that a step depends on.
#[derive(Default)]
struct Change {
    state: Vec<f64>,
    controls: Vec<Vec<f64>>,
    parameters: Vec<f64>,
    step_size: f64,
    time: f64,
}

impl Point<'_> {
    fn moved(&self, s: f64, by: &Change) -> (State, Vec<f64>, f64, Vec<f64>, Vec<Vec<f64>>) {
        let mut state = self.state.clone();
        state.entries = along(&state.entries, s, &by.state);
        state.clock.origin += s * by.time;
        let h = H + s * by.step_size;
        let begin = self.state.clock.origin;
        let times = self.times.iter();
        let times = times.map(|t| begin + s * by.time + (t - begin) / H * h);
        let controls = self.controls.iter().zip(&by.controls);
        let controls = controls.map(|(u, du)| along(u, s, du)).collect();
        let parameters = along(&self.parameters, s, &by.parameters);
        (state, parameters, h, times.collect(), controls)
    }

    fn step(&self, s: f64, by: &Change) -> Option<Vec<f64>> {
        let (state, parameters, h, times, controls) = self.moved(s, by);
        let stepper = self.machine.stepper(&parameters, h).ok()?;
        let next = stepper.step(&state, at_times(&times, &controls)).ok()?;
        Some(next.entries)
    }

    fn sample(&self, s: f64, by: &Change) -> Option<Vec<f64>> {
        let (state, parameters, h, ..) = self.moved(s, by);
        let stepper = self.machine.stepper(&parameters, h).ok()?;
        let sample = stepper.sample(&state).ok()?;
        Some([sample.q, sample.v, sample.lambda].concat())
    }

    /// Returns a random change of one group of inputs.
    fn change(&self, input: Input, numbers: &mut Numbers) -> Change {
        let zeros = |list: &[f64]| vec![0.0; list.len()];
        let mut change = Change {
            state: zeros(&self.state.entries),
            controls: self.controls.iter().map(|u| zeros(u)).collect(),
            parameters: zeros(&self.parameters),
            ..Change::default()
        };
        match input {
            Input::State => change.state = numbers.direction(self.state.entries.len()),
            Input::Controls(i) => change.controls[i] = numbers.direction(self.controls[i].len()),
            Input::Parameters => change.parameters = numbers.direction(self.parameters.len()),
            Input::StepSize => change.step_size = 1.0,
            Input::Time => change.time = 1.0,
            other => panic!("{other:?} is not an input of a step"),
        }
        change
    }
}

impl Change {
    /// Returns the change as a direction in the inputs of a derivative.
    fn direction(&self, derivative: &Derivative) -> Vec<f64> {
        let mut direction = vec![0.0; derivative.inputs()];
        for (input, range) in derivative.layout() {
            let list = match *input {
                Input::State => &self.state[..],
                Input::Controls(i) => &self.controls[i],
                Input::Parameters => &self.parameters,
                Input::StepSize => std::slice::from_ref(&self.step_size),
                Input::Time => std::slice::from_ref(&self.time),
                other => panic!("{other:?} is not an input of a step"),
            };
            direction[range.clone()].copy_from_slice(list);
        }
        direction
    }
}

/// What was compared so far.
#[derive(Default)]
struct Tally {
    products: usize,
    /// Products for which differences are not good enough to decide.
    undecided: usize,
}

impl Tally {
    /// Compares the product of a derivative with a change against differences.
    fn compare(
        &mut self,
        what: &str,
        derivative: &Derivative,
        change: &Change,
        f: impl Fn(f64, &Change) -> Option<Vec<f64>>,
    ) {
        let product = derivative.jvp(&change.direction(derivative)).unwrap();
        let increment = match change.step_size {
            0.0 => INCREMENT,
            _ => INCREMENT * H,
        };
        self.products += 1;
        let Some((expected, error)) = difference(|s| f(s, change), increment) else {
            self.undecided += 1;
            return;
        };
        let size = largest(&expected).max(1.0);
        let tolerance = TOLERANCE * size;
        if error.iter().any(|&error| error > tolerance) {
            self.undecided += 1;
            return;
        }
        for (i, (got, expected)) in product.iter().zip(&expected).enumerate() {
            let off = (got - expected).abs();
            assert!(
                off <= 10.0 * tolerance,
                "{what}, {i}: {got:e} for {expected:e}"
            );
        }
    }
}

/// Compares the derivatives of a step and a sample of a random state. Returns false if the random
/// parameters or the step fail.
fn compare(what: &str, machine: &Machine, numbers: &mut Numbers, tally: &mut Tally) -> bool {
    let parameters = numbers.list(machine.names().parameters.len());
    let state = random_state(machine, numbers);
    let Ok(stepper) = machine.stepper(&parameters, H) else {
        return false;
    };
    let controls = numbers.list(machine.names().controls.len());
    let one = |_: f64, u: &mut [f64]| {
        u.copy_from_slice(&controls);
        Ok::<_, std::convert::Infallible>(())
    };
    let (_, first) = match stepper.step_derivative(&state, one) {
        Ok(done) => done,
        Err(DerivativeError::Failed(_)) => return false,
        Err(error) => panic!("{what}: {error}"),
    };
    let begin = state.clock.origin;
    let moments = first.moments().iter();
    let point = Point {
        machine,
        times: moments
            .map(|moment| begin + moment.fraction() * H)
            .collect(),
        controls: first
            .moments()
            .iter()
            .map(|_| numbers.list(controls.len()))
            .collect(),
        state,
        parameters,
    };
    let read = at_times(&point.times, &point.controls);
    let Ok((next, derivative)) = stepper.step_derivative(&point.state, read) else {
        return false;
    };
    assert_eq!(next, stepper.step(&point.state, read).unwrap(), "{what}");
    // Next to a singularity, as at random coefficients of friction, products have no digits left.
    let largest_entry = largest(&derivative.jacobian().unwrap());
    if largest_entry > 1e30 {
        tally.products += 1;
        tally.undecided += 1;
        return false;
    }
    products_agree(what, &derivative, numbers);
    for (input, _) in derivative.layout() {
        let change = point.change(*input, numbers);
        let what = format!("{what}, step by {input:?}");
        tally.compare(&what, &derivative, &change, |s, by| point.step(s, by));
    }
    let Ok((sample, derivative)) = stepper.sample_derivative(&point.state) else {
        return true;
    };
    assert_eq!(sample, stepper.sample(&point.state).unwrap(), "{what}");
    products_agree(what, &derivative, numbers);
    for (input, _) in derivative.layout() {
        let change = point.change(*input, numbers);
        let what = format!("{what}, sample by {input:?}");
        tally.compare(&what, &derivative, &change, |s, by| point.sample(s, by));
    }
    true
}

/// Compares products with directions, products with weights and the matrix: `w (J d) = (w J) d`.
fn products_agree(what: &str, derivative: &Derivative, numbers: &mut Numbers) {
    let direction = numbers.direction(derivative.inputs());
    let weights = numbers.direction(derivative.results());
    let forward = derivative.jvp(&direction).unwrap();
    let backward = derivative.vjp(&weights).unwrap();
    let columns = derivative.jacobian().unwrap();
    let rows = derivative.results();
    let (mut sum, mut size) = (vec![0.0; rows], 1.0_f64);
    for (column, d) in columns.chunks(rows.max(1)).zip(&direction) {
        for (sum, entry) in sum.iter_mut().zip(column) {
            *sum += entry * d;
            size = size.max(entry.abs());
        }
    }
    // Round-off of sums whose terms are as large as the entries.
    let tolerance = 1e-11 * size * derivative.inputs() as f64;
    let off = forward
        .iter()
        .zip(&sum)
        .map(|(a, b)| a - b)
        .collect::<Vec<_>>();
    assert!(largest(&off) <= tolerance, "{what}: {off:?}");
    let (one, other) = (dot(&forward, &weights), dot(&backward, &direction));
    assert!(
        (one - other).abs() <= tolerance * rows as f64,
        "{what}: {one:e} and {other:e}"
    );
}

/// Returns the integrators to try on every model: all that have constant steps, and composed ones.
fn integrators() -> Vec<String> {
    let all = INTEGRATORS
        .iter()
        .map(|integrator| integrator.name.to_owned());
    let more = [
        "Mla(order = 4)",
        "Rk(order = 4)",
        "Gauss(stages = 2)",
        "Lobatto(stages = 3)",
    ];
    all.chain(more.map(str::to_owned)).collect()
}

#[test]
fn steps_and_samples_of_all_models_and_integrators() {
    let (mut tally, mut compared) = (Tally::default(), 0);
    for (number, (model, source)) in models().into_iter().enumerate() {
        for integrator in breadth::chosen(number, integrators(), SHARE) {
            let Some(machine) = machine(&source, &integrator) else {
                continue;
            };
            let what = format!("{model} with {integrator}");
            let mut numbers = Numbers(1);
            let state = random_state(&machine, &mut numbers);
            if ["Dop853", "Taylor"].contains(&integrator.as_str()) {
                let parameters = numbers.list(machine.names().parameters.len());
                let Ok(stepper) = machine.stepper(&parameters, H) else {
                    continue;
                };
                let refused = stepper.step_derivative(&state, no_controls).map(|_| ());
                let own = DerivativeError::OwnStepSize { integrator };
                let failed = matches!(refused, Err(DerivativeError::Failed(_)));
                assert!(failed || refused == Err(own), "{what}: {refused:?}");
                continue;
            }
            let tries = (0..60).any(|_| compare(&what, &machine, &mut numbers, &mut tally));
            compared += usize::from(tries);
            if !tries {
                println!("{what}: no random step succeeds");
            }
        }
    }
    println!(
        "{compared} compared, {} products, {} undecided",
        tally.products, tally.undecided
    );
    assert!(compared > breadth::at_least(200, SHARE), "{compared}");
    assert!(tally.undecided * 10 < tally.products);
}

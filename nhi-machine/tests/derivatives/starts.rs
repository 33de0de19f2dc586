//! Derivatives of starts, along curves of admissible initial values.

use nhi_machine::{Input, Machine, MachineStepper};
use nhi_runtime::plumbing::{solve_columns_in, solve_workspace};
use nhi_symbolic::INTEGRATORS;

use crate::breadth;
use crate::steps::SHARE;
use crate::support::{Numbers, along, at_times, difference, dot, largest, machine, models};

const H: f64 = 0.02;
const T: f64 = 0.3;

/// Initial values that satisfy the constraints.
#[derive(Clone)]
struct Initial {
    q: Vec<f64>,
    v: Vec<f64>,
}

/// Returns the admissible values near some: rotations by Gram and Schmidt, then Gauss's method with
/// minimal changes for all residuals.
fn admissible(
    machine: &Machine,
    stepper: &MachineStepper,
    t: f64,
    mut at: Initial,
) -> Option<Initial> {
    let space = machine.configuration_tangents();
    let components = space.components();
    for _ in 0..12 {
        orthonormalise(machine, &mut at.q);
        let (residuals, derivative) = stepper.admission_derivative(t, &at.q, &at.v).ok()?;
        let now: Vec<_> = residuals.iter().map(|x| x.residual).collect();
        if largest(&now) < 1e-15 {
            break;
        }
        let changed = |change: &[f64]| {
            let (dq, dv) = change.split_at(components);
            [space.to_entries(&at.q, dq), dv.to_vec()].concat()
        };
        let column = |place: usize| {
            let mut unit = vec![0.0; components + at.v.len()];
            unit[place] = 1.0;
            let mut direction = changed(&unit);
            direction.resize(derivative.inputs(), 0.0);
            derivative.jvp(&direction).unwrap()
        };
        let columns: Vec<Vec<f64>> = (0..components + at.v.len()).map(column).collect();
        let m = now.len();
        let entry = |place: usize| columns.iter().map(|c| c[place / m] * c[place % m]).sum();
        let matrix: Vec<f64> = (0..m * m).map(entry).collect();
        let mut multipliers = now;
        let mut room = vec![0.0; solve_workspace(m, 1)];
        solve_columns_in(m, &matrix, &mut multipliers, &mut room).ok()?;
        let change: Vec<_> = columns.iter().map(|c| -dot(c, &multipliers)).collect();
        let change = changed(&change);
        let (dq, dv) = change.split_at(at.q.len());
        at = Initial {
            q: along(&at.q, 1.0, dq),
            v: along(&at.v, 1.0, dv),
        };
    }
    orthonormalise(machine, &mut at.q);
    let left = stepper.admission(t, &at.q, &at.v);
    let satisfied = left.iter().all(|x| x.residual.abs() < 1e-12);
    satisfied.then_some(at)
}

/// Makes the entries of each group element those of a rotation, and of a position.
fn orthonormalise(machine: &Machine, q: &mut [f64]) {
    let names = &machine.names().configuration;
    let element_of = |name: &str| name.split_once('[').map(|(element, _)| element.to_owned());
    let mut from = 0;
    while from < names.len() {
        let element = element_of(&names[from]);
        let same = names[from..]
            .iter()
            .take_while(|name| element_of(name) == element);
        let entries = same.count();
        match (element, entries) {
            (None, _) => {}
            (Some(_), 6) => rotation(&mut q[from..from + entries], 2, 3),
            (Some(_), 9) => rotation(&mut q[from..from + entries], 3, 3),
            (Some(_), _) => rotation(&mut q[from..from + entries], 3, 4),
        }
        from += entries;
    }
}

fn rotation(entries: &mut [f64], n: usize, columns: usize) {
    for row in 0..n - 1 {
        for earlier in 0..row {
            let [this, other] = [row, earlier].map(|i| entries[i * columns..][..n].to_vec());
            let product = dot(&this, &other);
            (0..n).for_each(|j| entries[row * columns + j] -= product * other[j]);
        }
        let length = dot(
            &entries[row * columns..][..n],
            &entries[row * columns..][..n],
        )
        .sqrt();
        (0..n).for_each(|j| entries[row * columns + j] /= length);
    }
    // The last row follows from the others: a rotation, not a reflection.
    let at = |i: usize, j: usize| entries[i * columns + j % n];
    let last: Vec<_> = match n {
        3 => (0..3)
            .map(|j| at(0, j + 1) * at(1, j + 2) - at(0, j + 2) * at(1, j + 1))
            .collect(),
        _ => vec![-at(0, 1), at(0, 0)],
    };
    entries[(n - 1) * columns..][..n].copy_from_slice(&last);
}

/// Compares the derivative of the residuals of constraints with differences; `None` if random values
/// are too close to a singularity to decide.
fn compare_residuals(what: &str, machine: &Machine, numbers: &mut Numbers) -> Option<()> {
    let names = machine.names();
    let parameters = numbers.list(names.parameters.len());
    let (q, v) = (
        numbers.list(names.configuration.len()),
        numbers.list(names.velocities.len()),
    );
    let stepper = machine.stepper(&parameters, H).ok()?;
    let (_, derivative) = stepper.admission_derivative(T, &q, &v).ok()?;
    for (input, range) in derivative.layout() {
        let along_input = |of: Input, list: &[f64], s: f64, d: &[f64]| match *input == of {
            true => along(list, s, d),
            false => list.to_vec(),
        };
        let part = numbers.direction(range.len());
        let residuals = |s: f64| {
            let parameters = along_input(Input::Parameters, &parameters, s, &part);
            let [h, t] = [(Input::StepSize, H), (Input::Time, T)]
                .map(|(of, x)| along_input(of, &[x], s, &part)[0]);
            let stepper = machine.stepper(&parameters, h).ok()?;
            let q = along_input(Input::Configuration, &q, s, &part);
            let v = along_input(Input::Velocity, &v, s, &part);
            let all = stepper.admission(t, &q, &v);
            Some(all.iter().map(|x| x.residual).collect())
        };
        let mut direction = vec![0.0; derivative.inputs()];
        direction[range.clone()].copy_from_slice(&part);
        let product = derivative.jvp(&direction).unwrap();
        let (expected, error) = difference(residuals, 1e-3)?;
        let size = largest(&expected).max(1.0);
        if largest(&error) > 1e-8 * size {
            return None;
        }
        for (got, expected) in product.iter().zip(&expected) {
            let off = (got - expected).abs();
            assert!(
                off <= 1e-7 * size,
                "{what} by {input:?}: {got:e} for {expected:e}"
            );
        }
    }
    Some(())
}

/// Compares the derivative of a start with differences along a curve; `None` if random parameters or
/// values are refused.
fn compare(what: &str, machine: &Machine, numbers: &mut Numbers) -> Option<()> {
    let names = machine.names();
    let parameters = numbers.list(names.parameters.len());
    let at = Initial {
        q: numbers.list(names.configuration.len()),
        v: numbers.list(names.velocities.len()),
    };
    let lambda = numbers.list(names.constraints.len());
    let controls = [numbers.list(names.controls.len())];
    let stepper = machine.stepper(&parameters, H).ok()?;
    let at = admissible(machine, &stepper, T, at)?;
    let (dq, dv) = (numbers.direction(at.q.len()), numbers.direction(at.v.len()));
    let dlambda = numbers.direction(lambda.len());
    let dcontrols = numbers.direction(controls[0].len());
    let dparameters = numbers.direction(parameters.len());
    // A curve of parameters, values, step size and time at once.
    let curve = |s: f64| {
        let parameters = along(&parameters, s, &dparameters);
        let stepper = machine.stepper(&parameters, H * (1.0 + s)).ok()?;
        let near = Initial {
            q: along(&at.q, s, &dq),
            v: along(&at.v, s, &dv),
        };
        let near = admissible(machine, &stepper, T + s, near)?;
        Some((stepper, near))
    };
    let start = |s: f64| {
        let (stepper, near) = curve(s)?;
        let controls = [along(&controls[0], s, &dcontrols)];
        let lambda = along(&lambda, s, &dlambda);
        let read = at_times(&[0.0], &controls);
        let started = stepper.start(T + s, &near.q, &near.v, &lambda, read);
        Some(started.ok()?.entries)
    };
    let values = |s: f64| {
        let (_, near) = curve(s)?;
        Some([near.q, near.v].concat())
    };
    let read = at_times(&[0.0], &controls);
    let started = stepper.start_derivative(T, &at.q, &at.v, &lambda, read);
    let (state, derivative) = started.ok()?;
    assert_eq!(
        state,
        stepper.start(T, &at.q, &at.v, &lambda, read).unwrap(),
        "{what}"
    );
    let (slope, _) = difference(values, 1e-3)?;
    let mut direction = vec![0.0; derivative.inputs()];
    for (input, range) in derivative.layout() {
        let list = match input {
            Input::Configuration => &slope[..at.q.len()],
            Input::Velocity => &slope[at.q.len()..],
            Input::Multipliers => &dlambda,
            Input::Controls(_) => &dcontrols,
            Input::Parameters => &dparameters,
            Input::StepSize => &[H],
            Input::Time => &[1.0],
            other => panic!("{other:?} is not an input of a start"),
        };
        direction[range.clone()].copy_from_slice(list);
    }
    let product = derivative.jvp(&direction).unwrap();
    let (expected, error) = difference(start, 1e-3)?;
    let size = largest(&expected).max(1.0);
    if largest(&error) > 1e-8 * size {
        return None;
    }
    for (got, expected) in product.iter().zip(&expected) {
        let off = (got - expected).abs();
        assert!(off <= 1e-7 * size, "{what}: {got:e} for {expected:e}");
    }
    let weights = numbers.direction(derivative.results());
    let back = derivative.vjp(&weights).unwrap();
    let (one, other) = (dot(&back, &direction), dot(&weights, &product));
    assert!(
        (one - other).abs() <= 1e-10 * size * weights.len() as f64,
        "{what}: {one:e}, {other:e}"
    );
    Some(())
}

#[test]
fn starts_of_all_models_and_integrators() {
    let mut compared = 0;
    for (number, (model, source)) in models().into_iter().enumerate() {
        for integrator in breadth::chosen(number, INTEGRATORS, SHARE) {
            let Some(machine) = machine(&source, integrator.name) else {
                continue;
            };
            let what = format!("{model} with {}", integrator.name);
            let mut numbers = Numbers(1);
            match (0..20).find_map(|_| compare(&what, &machine, &mut numbers)) {
                Some(()) => compared += 1,
                None => println!("{what}: no random start succeeds"),
            }
        }
    }
    println!("{compared} compared");
    assert!(compared > breadth::at_least(200, SHARE), "{compared}");
}

#[test]
fn residuals_of_constraints_of_all_models() {
    for (model, source) in models() {
        let mut integrators = ["Mla", "Gauss"].into_iter();
        let Some(machine) = integrators.find_map(|integrator| machine(&source, integrator)) else {
            println!("{model}: no integrator");
            continue;
        };
        let mut numbers = Numbers(1);
        let found = (0..20).find_map(|_| compare_residuals(&model, &machine, &mut numbers));
        assert!(found.is_some(), "{model}: no random values decide");
    }
}

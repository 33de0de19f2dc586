//! Derivatives of quantities, energies and outputs.

use nhi_machine::{Functions, Input, Machine, NotFinite, ObservableFunctions, State};
use nhi_runtime::Clock;

use crate::support::{Numbers, along, compiled, difference, largest, models};

const H: f64 = 0.02;

/// Compares a product with differences, if these are good.
fn agree(what: &str, product: &[f64], f: impl Fn(f64) -> Option<Vec<f64>>) -> bool {
    let Some((expected, error)) = difference(f, 1e-3) else {
        return false;
    };
    let size = largest(&expected).max(1.0);
    if error
        .iter()
        .any(|&error| error.is_nan() || error > 1e-8 * size)
    {
        return false;
    }
    for (got, expected) in product.iter().zip(&expected) {
        let off = (got - expected).abs();
        assert!(off <= 1e-7 * size, "{what}: {got:e} for {expected:e}");
    }
    true
}

#[test]
fn quantities_of_all_models() {
    let mut compared = 0;
    for (model, source) in models() {
        let listed = ["Gni", "Mla", "VakonomicGauss"];
        let Some(compiled) = listed
            .iter()
            .find_map(|name| compiled(&source, name, "1.0"))
        else {
            continue;
        };
        let quantities = &compiled.quantities;
        let functions = Functions::new(&quantities.program, &quantities.inputs).unwrap();
        let mut numbers = Numbers(1);
        let at = numbers.list(quantities.inputs.len());
        let direction = numbers.direction(at.len());
        for (number, name) in functions.names().iter().enumerate() {
            let what = format!("{model}, {name}");
            let call = |s: f64| {
                let mut results = vec![0.0; functions.len_of(number)];
                let moved = along(&at, s, &direction);
                functions.call(number, &[&moved], &mut results).ok()?;
                Some(results)
            };
            let Ok((results, derivative)) = functions.derivative(number, &[&at]) else {
                continue;
            };
            assert_eq!(Some(results), call(0.0), "{what}");
            assert_eq!(derivative.range(Input::Arguments), 0..at.len());
            let Ok(product) = derivative.jvp(&direction) else {
                continue;
            };
            compared += usize::from(agree(&what, &product, call));
        }
        // Inputs that are fixed are differentiated too.
        let fixed = functions.with_fixed(&at[..1]);
        if !at.is_empty() {
            let (_, some) = fixed.derivative(0, &[&at[1..]]).unwrap();
            let (_, all) = functions.derivative(0, &[&at]).unwrap();
            assert_eq!(some.jacobian(), all.jacobian());
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn energies_residuals_and_outputs() {
    let mut compared = 0;
    for (model, source) in models() {
        for integrator in ["Mla", "Gni", "Gauss"] {
            let output = "t * sin(t) + 0.5 * energy";
            let found = compiled(&source, integrator, output);
            let Some(compiled) = found.or_else(|| compiled(&source, integrator, "sin(t)")) else {
                continue;
            };
            let what = format!("{model} with {integrator}");
            let names = &compiled.stepper.names;
            let functions =
                ObservableFunctions::new(&compiled.observables, &compiled.stepper, &compiled.signs);
            let mut numbers = Numbers(1);
            let parameters = numbers.list(names.parameters.len());
            let entries = numbers.list(compiled.stepper.state_len());
            let controls = numbers.list(names.controls.len());
            let changes = [&parameters, &entries, &controls].map(|x| numbers.direction(x.len()));
            let [dparameters, dentries, dcontrols] = &changes;
            let observed = |s: f64| {
                let mut observer =
                    functions.observer(&along(&parameters, s, dparameters), H * (1.0 + s));
                let entries = along(&entries, s, dentries);
                observer
                    .sample(&State::new(Clock::new(0.3 + s), entries))
                    .ok()?;
                observer.set_controls(&along(&controls, s, dcontrols));
                Some(observer)
            };
            let Some(mut observer) = observed(0.0) else {
                continue;
            };
            let rows = observer.energy_and_residuals_derivative().unwrap();
            let outputs = observer.outputs_derivative().unwrap();
            let values = observer.energy_and_residuals().collect::<Vec<_>>();
            assert_eq!(rows.0, values, "{what}");
            assert_eq!(outputs.0, observer.outputs().collect::<Vec<_>>(), "{what}");
            for (is_row, derivative) in [(true, rows.1), (false, outputs.1)] {
                let mut direction = vec![0.0; derivative.inputs()];
                for (input, range) in derivative.layout() {
                    let list = match input {
                        Input::State => &dentries[..],
                        Input::Controls(_) => dcontrols,
                        Input::Parameters => dparameters,
                        Input::StepSize => &[H],
                        Input::Time => &[1.0],
                        other => panic!("{other:?} is not an input"),
                    };
                    direction[range.clone()].copy_from_slice(list);
                }
                let product = derivative.jvp(&direction).unwrap();
                let weights = numbers.direction(derivative.results());
                let back = derivative.vjp(&weights).unwrap();
                let pair = [(&back, &direction), (&weights, &product)];
                let [one, other] = pair.map(|(a, b)| crate::support::dot(a, b));
                assert!(
                    (one - other).abs() <= 1e-11 * largest(&product).max(1.0) * 100.0,
                    "{what}"
                );
                compared += usize::from(agree(&what, &product, |s| {
                    let mut observer = observed(s)?;
                    Some(match is_row {
                        true => observer.energy_and_residuals().collect(),
                        false => observer.outputs().collect(),
                    })
                }));
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

/// A machine of a model whose values depend on nothing: no column and no panic.
#[test]
fn a_model_without_parameters_has_empty_columns() {
    let source = "#[nonholonomic(
        coordinates(x), lagrangian = 0.5 * x_dot.powi(2), integrators(Mla)
    )]
    struct Free {}";
    let machine = Machine::new(&compiled(source, "Mla", "1.0").unwrap().stepper);
    let stepper = machine.stepper(&[], H).unwrap();
    let start = stepper.start_derivative(0.0, &[1.0], &[3.0], &[], nhi_machine::no_controls);
    let (state, derivative) = start.unwrap();
    assert_eq!(
        derivative.columns(Input::Parameters).unwrap(),
        [] as [f64; 0]
    );
    let (_, derivative) = stepper
        .step_derivative(&state, nhi_machine::no_controls)
        .unwrap();
    assert_eq!(
        derivative.columns(Input::Controls(0)).unwrap(),
        [] as [f64; 0]
    );
    // x + h p.
    assert_eq!(derivative.columns(Input::State).unwrap()[..2], [1.0, 0.0]);
}

/// The root of zero has a value and no derivative; no product is a silent infinity.
#[test]
fn an_infinite_derivative_is_refused() {
    let source = "#[nonholonomic(
        coordinates(x), lagrangian = 0.5 * m * x_dot.powi(2) - sqrt(x), integrators(Mla)
    )]
    struct Edge { m: f64 }";
    let compiled = compiled(source, "Mla", "1.0").unwrap();
    let quantities = &compiled.quantities;
    let functions = Functions::new(&quantities.program, &quantities.inputs).unwrap();
    let number = functions.number("lagrangian").unwrap();
    let zeros = vec![0.0; quantities.inputs.len()];
    let (value, derivative) = functions.derivative(number, &[&zeros]).unwrap();
    assert_eq!(value, [0.0]);
    assert_eq!(derivative.jacobian(), Err(NotFinite));
    assert_eq!(derivative.vjp(&[1.0]), Err(NotFinite));
}

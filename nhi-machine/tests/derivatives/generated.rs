//! Derivatives of the interpreter against those that the compiler derives.

use nhi_machine::{DerivativeError, Input, no_controls};

use crate::support::{Numbers, largest, machine, model, random_state};

const H: f64 = 0.02;
const MODELS: [&str; 4] = [
    "snakeboard",
    "magnetic_ball",
    "turntable_knife_edge",
    "skating_bob",
];
const INTEGRATORS: [&str; 8] = [
    "Mla(jacobian)",
    "Mla(order = 4, jacobian)",
    "Gni(jacobian)",
    "Rattle(jacobian)",
    "Dla(jacobian)",
    "EnergyPreserving(jacobian)",
    "Gauss(stages = 2, jacobian)",
    "Rk(order = 4, jacobian)",
];

/// The columns of generated derivatives are those for a constant added to all controls of the step,
/// and for the step size of all substeps.
#[test]
fn interpreter_and_compiler_derive_the_same() {
    let mut compared = 0;
    for (name, integrator) in MODELS
        .iter()
        .flat_map(|name| INTEGRATORS.map(|integrator| (name, integrator)))
    {
        let Some(machine) = machine(&model(name), integrator) else {
            continue;
        };
        let mut numbers = Numbers(7);
        // Random masses need not be positive.
        let found = (0..60).find_map(|_| {
            let parameters = numbers.list(machine.names().parameters.len());
            let state = random_state(&machine, &mut numbers);
            let stepper = machine.stepper(&parameters, H).ok()?;
            let generated = stepper.step_jacobian(&state, no_controls)?.ok()?;
            match stepper.step_derivative(&state, no_controls) {
                Ok((_, derivative)) => Some((generated, derivative)),
                Err(DerivativeError::Failed(_)) => None,
                Err(error) => panic!("{name} with {integrator}: {error}"),
            }
        });
        let (generated, derivative) = found.expect("a step with derivatives");
        let columns = |input| derivative.columns(input).unwrap();
        let mut controls = vec![0.0; generated.controls.len()];
        for node in 0..derivative.moments().len() {
            let of_node = columns(Input::Controls(node));
            controls
                .iter_mut()
                .zip(of_node)
                .for_each(|(sum, x)| *sum += x);
        }
        for (what, ours, theirs) in [
            ("state", columns(Input::State), &generated.state),
            ("controls", controls, &generated.controls),
            (
                "parameters",
                columns(Input::Parameters),
                &generated.parameters,
            ),
            ("step size", columns(Input::StepSize), &generated.step_size),
        ] {
            let off: Vec<_> = ours.iter().zip(theirs).map(|(a, b)| a - b).collect();
            let size = largest(theirs).max(1.0);
            assert_eq!(ours.len(), theirs.len());
            assert!(
                largest(&off) < 1e-10 * size,
                "{name} with {integrator}, {what}: {:e} of {size:e}",
                largest(&off)
            );
        }
        compared += 1;
    }
    assert!(compared >= 20, "{compared}");
}

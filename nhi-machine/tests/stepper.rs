//! What a machine refuses, and what callers may do in between.

use std::convert::Infallible;

use nhi_machine::{Error, Functions, Machine, MachineStepper, NotGiven, SetupError, no_controls};
use nhi_runtime::{NewtonSettings, StepErrorKind};
use nhi_symbolic::Compiled;
use nhi_symbolic::program::stepper::Stepper;
use nhi_symbolic::program::{NamedBlock, Program, Signature};

/// A particle under `z_dot = y x_dot`, pushed along `x`; its implicit step has derivatives.
const PARTICLE: &str = "#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - sin(x),
    constraints(rise = z_dot - y * x_dot),
    controls(push),
    forces(x = push),
    integrators(Gni, Mla(jacobian)),
)]
struct Particle { m: f64 }";

const Q: [f64; 3] = [0.1, 0.5, 0.0];
const V: [f64; 3] = [1.0, 0.3, 0.5];

fn compiled(source: &str) -> Compiled {
    let models = nhi_symbolic::compile_file(source.parse().unwrap()).unwrap();
    models.into_iter().next().unwrap()
}

fn machine(integrator: usize) -> Machine {
    machine_of(PARTICLE, integrator)
}

fn machine_of(source: &str, integrator: usize) -> Machine {
    let compiled = compiled(source);
    let (scheme, program) = &compiled.steppers[integrator];
    Machine::new(&Stepper::of(&compiled.mechanics, scheme, program))
}

fn gni() -> MachineStepper {
    machine(0).stepper(&[2.0], 0.1).unwrap()
}

fn kind<T>(result: Result<T, Error<Infallible>>) -> StepErrorKind<f64, String> {
    match result {
        Ok(_) => panic!("an error was expected"),
        Err(Error::Step(error)) => error.kind,
        Err(Error::Controls(never)) => match never {},
    }
}

#[test]
fn setup_names_what_is_wrong() {
    let machine = machine(0);
    assert_eq!(machine.integrator(), "Gni");
    let refused = |m: f64, h: f64| machine.stepper(&[m], h).map(|_| ()).unwrap_err();
    assert_eq!(refused(1.0, 0.0), SetupError::StepSize { h: 0.0 });
    let name = "m".to_owned();
    let value = f64::INFINITY;
    assert_eq!(refused(value, 0.1), SetupError::Parameter { name, value });
    let text = refused(f64::INFINITY, 0.1).to_string();
    assert!(
        text.starts_with("the parameter `m` is inf but must be finite"),
        "{text}"
    );
    let error = refused(-1.0, 0.1);
    assert!(
        matches!(
            error,
            SetupError::NotPositive {
                what: "mass matrix",
                ..
            }
        ),
        "{error:?}"
    );
}

#[test]
fn starts_are_checked_in_the_order_of_generated_code() {
    let stepper = gni();
    let start = |q: &[f64; 3], v: &[f64; 3]| kind(stepper.start(0.0, q, v, &[], no_controls));
    let off = [1.0, 0.3, 0.9];
    assert_eq!(
        start(&[f64::NAN, 0.5, 0.0], &off),
        StepErrorKind::NonFiniteInput
    );
    let StepErrorKind::OffConstraints { name, residual, .. } = start(&Q, &off) else {
        panic!("off the constraint");
    };
    assert_eq!((name.as_str(), residual), ("rise", 0.4));
    let residuals = stepper.admission(0.0, &Q, &off);
    assert_eq!((residuals[0].name, residuals[0].residual), ("rise", 0.4));
    assert!(!residuals[0].is_accepted());
}

#[test]
fn a_control_that_is_not_finite_is_to_blame_and_one_that_fails_says_why() {
    let stepper = gni();
    let state = stepper.start(0.0, &Q, &V, &[], no_controls).unwrap();
    let infinite = |_: f64, u: &mut [f64]| {
        u.fill(f64::INFINITY);
        Ok(())
    };
    assert_eq!(
        kind(stepper.step(&state, infinite)),
        StepErrorKind::NonFiniteInput
    );
    let failing = |_: f64, _: &mut [f64]| Err("no torque");
    assert_eq!(
        stepper.step(&state, failing),
        Err(Error::Controls("no torque"))
    );
}

#[test]
fn controls_may_call_the_stepper() {
    let stepper = gni();
    let state = stepper.start(0.0, &Q, &V, &[], no_controls).unwrap();
    let damped = |_: f64, u: &mut [f64]| -> Result<(), Infallible> {
        u[0] = -stepper.sample(&state).unwrap().v[0];
        Ok(())
    };
    let v = stepper.sample(&state).unwrap().v[0];
    let constant = |_: f64, u: &mut [f64]| -> Result<(), Infallible> {
        u[0] = -v;
        Ok(())
    };
    assert_eq!(stepper.step(&state, damped), stepper.step(&state, constant));
}

#[test]
fn derivatives_are_those_of_the_step() {
    let machine = machine(1);
    let stepper = |m: f64, h: f64| machine.stepper(&[m], h).unwrap();
    let state = stepper(2.0, 0.1)
        .start(0.0, &Q, &V, &[], no_controls)
        .unwrap();
    let next = |m, h| stepper(m, h).step(&state, no_controls).unwrap().entries;
    let jacobian = stepper(2.0, 0.1)
        .step_jacobian(&state, no_controls)
        .unwrap()
        .unwrap();
    assert!(jacobian.next.report.iterations > 0);
    let close = |derivatives: &[f64], above: Vec<f64>, below: Vec<f64>| {
        for (derivative, (a, b)) in derivatives.iter().zip(above.iter().zip(&below)) {
            let quotient = (a - b) / 2e-5;
            assert!(
                (derivative - quotient).abs() < 1e-8,
                "{derivative} {quotient}"
            );
        }
    };
    assert_eq!(jacobian.parameters.len(), state.entries.len());
    close(
        &jacobian.parameters,
        next(2.0 + 1e-5, 0.1),
        next(2.0 - 1e-5, 0.1),
    );
    close(
        &jacobian.step_size,
        next(2.0, 0.1 + 1e-5),
        next(2.0, 0.1 - 1e-5),
    );
    assert!(gni().step_jacobian(&state, no_controls).is_none());
}

#[test]
fn settings_of_newtons_method_are_heeded() {
    let stepper = machine(1).stepper(&[2.0], 0.1).unwrap();
    let state = stepper.start(0.0, &Q, &V, &[], no_controls).unwrap();
    let impatient = stepper.with_newton(NewtonSettings {
        max_iterations: 0,
        ..NewtonSettings::default()
    });
    let kind = kind(impatient.step(&state, no_controls));
    assert!(
        matches!(kind, StepErrorKind::NewtonDiverged { iterations: 0, .. }),
        "{kind:?}"
    );
}

#[test]
fn steps_and_samples_do_not_allocate() {
    for integrator in [0, 1] {
        let stepper = machine(integrator).stepper(&[2.0], 0.1).unwrap();
        let mut state = stepper.start(0.0, &Q, &V, &[], no_controls).unwrap();
        let mut next = state.clone();
        let mut sample = stepper.sample(&state).unwrap();
        let counted = allocation_counter::measure(|| {
            for _ in 0..100 {
                stepper.step_into(&state, no_controls, &mut next).unwrap();
                std::mem::swap(&mut state, &mut next);
                stepper.sample_into(&state, &mut sample).unwrap();
            }
        });
        assert_eq!(counted.count_total, 0);
    }
}

#[test]
fn functions_are_given_what_they_read() {
    let compiled = compiled(PARTICLE);
    let mechanics = &compiled.mechanics;
    let mass = mechanics.model.parameters[0].symbol;
    let graph = &mechanics.model.graph;
    let weight = graph.mul(mass, mechanics.model.time);
    let signature = Signature {
        inputs: vec![mechanics.model.time],
        outputs: 2,
    };
    let block = NamedBlock::of_outputs("weight", signature, vec![weight, mass]);
    let program = Program::of_functions(mechanics, &[block]).unwrap();
    let missing = Functions::new(&program, &[mass]).unwrap_err();
    assert_eq!(missing, NotGiven(mechanics.model.time));

    let functions = Functions::new(&program, &[mass, mechanics.model.time]).unwrap();
    let number = functions.number("weight").unwrap();
    let mut results = [0.0; 2];
    functions
        .call(number, &[&[2.0], &[3.0]], &mut results)
        .unwrap();
    assert_eq!(results, [6.0, 2.0]);
    functions
        .with_fixed(&[5.0])
        .call(number, &[&[3.0]], &mut results)
        .unwrap();
    assert_eq!(results, [15.0, 5.0]);
}

/// With rates an explicit method is stable or not by the step size alone, which is known before any start.
#[test]
fn setup_refuses_a_step_beyond_the_stability_of_rates() {
    let rates = "Feedback(base = Rk4, constraint_rate = 10, energy_rate = 0)";
    let source = "#[nonholonomic(
        coordinates(x, y, z),
        lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - sin(x),
        constraints(rise = z_dot - y * x_dot),
        integrators(RATES),
    )]
    struct Particle { m: f64 }";
    let compiled = compiled(&source.replace("RATES", rates));
    let (scheme, program) = &compiled.steppers[0];
    let machine = Machine::new(&Stepper::of(&compiled.mechanics, scheme, program));
    assert!(machine.stepper(&[1.0], 0.278).is_ok());
    let refused = machine.stepper(&[1.0], 0.279).map(|_| ()).unwrap_err();
    let SetupError::Unstable { what, ratio } = refused else {
        panic!("{refused}");
    };
    assert_eq!(what, "`constraint_rate`");
    assert!((ratio - 2.79 / 2.785).abs() < 1e-12, "{ratio}");
}

#[test]
fn a_control_that_is_not_finite_is_blamed_at_the_start() {
    let nan = |_: f64, u: &mut [f64]| {
        u.fill(f64::NAN);
        Ok::<_, Infallible>(())
    };
    let found = gni().start(0.0, &Q, &V, &[], nan);
    assert_eq!(kind(found), StepErrorKind::NonFiniteInput);
}

#[test]
#[should_panic(expected = "a number for each multiplier, or none")]
fn initial_multipliers_are_all_given_or_none() {
    let vakonomic = PARTICLE
        .replace("Gni, Mla(jacobian)", "VakonomicGauss")
        .replace("controls(push),", "")
        .replace("forces(x = push),", "");
    let stepper = machine_of(&vakonomic, 0).stepper(&[1.3], 0.01).unwrap();
    let _ = stepper.start(0.0, &Q, &V, &[0.5, 0.7], no_controls);
}

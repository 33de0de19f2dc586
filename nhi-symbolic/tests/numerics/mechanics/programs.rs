//! Every function of the programs against its definition by hand.

use nalgebra::{DMatrix, DVector};

use super::{TOLERANCE, assert_scales, random_parameters};
use crate::support::assert_close;
use crate::support::compiled::{Compiled, Run};
use crate::support::discrete::{Discretisation, Quadrature};
use crate::support::dynamics::{Dynamics, State};
use crate::support::sampling::{Random, on_constraints};
use crate::support::systems::{self, Case};

#[test]
fn functions_of_the_programs_agree_with_their_definitions() {
    for (number, case) in systems::all().into_iter().enumerate() {
        for start in ["Paper", "Lambda0", "Smooth"] {
            for quadrature in [Quadrature::Trapezoidal, Quadrature::Midpoint] {
                let integrator = format!("Gni(start = {start}, quadrature = {quadrature:?})");
                let compiled = Compiled::of_file(case.model, &integrator);
                let mut random = Random::new(number as u64);
                for _ in 0..2 {
                    check_program(&case, &compiled, start, quadrature, &mut random);
                }
            }
        }
    }
}

fn check_program(
    case: &Case,
    compiled: &Compiled,
    start: &str,
    quadrature: Quadrature,
    random: &mut Random,
) {
    let what = format!("{} {start} {quadrature:?}", case.model);
    let h = random.between(0.01, 0.05);
    let parameters = random_parameters(case, random);
    let state = random.state(case.coordinates, case.controls);
    let state = on_constraints(&case.system, &parameters, &state);
    let controls = |t: f64| (0..case.controls).map(|i| (t + i as f64).sin()).collect();
    let run = Run::new(compiled, &parameters, h).with_controls(controls);
    let discretisation = Discretisation {
        system: &case.system,
        parameters: &parameters,
        quadrature,
        h,
        controls: &controls,
    };
    let off = random.state(case.coordinates, case.controls);
    let (residuals, scales) = run.admission(&off);
    let by_hand = case.system.at(&parameters, &off);
    let expected = by_hand.residual();
    assert_close(&what, &residuals, expected.as_slice(), TOLERANCE);
    let mass = compiled.mechanics.lagrangian.mass_kind;
    assert_scales(&what, mass, &scales, &by_hand);

    let node = run.start(&state.q, &state.v, state.t);
    assert_eq!(node.q, state.q, "{what}: the start keeps the coordinates");
    let here = discretisation.dynamics(state.q.clone(), state.v.clone(), state.t);
    let reflected = start_momentum(&here, start, h);
    let p0 = momentum_of(compiled, &here, node.behind_reflection());
    assert_close(
        &format!("{what} start"),
        p0.as_slice(),
        reflected.as_slice(),
        TOLERANCE,
    );

    check_diagnostics(&what, &run, &node, &discretisation, &p0);
    let next = run.step(&node);
    let [left, _] = discretisation.momenta(&node.q, &next.q, state.t);
    assert_close(
        &format!("{what} -D1 Ld"),
        left.as_slice(),
        p0.as_slice(),
        TOLERANCE,
    );
    let there = discretisation.dynamics(next.q.clone(), state.v.clone(), state.t + h);
    let p1 = momentum_of(compiled, &there, next.behind_reflection());
    let expected = discretisation.reflected(&node.q, &next.q, state.t);
    assert_close(
        &format!("{what} reflected"),
        p1.as_slice(),
        expected.as_slice(),
        TOLERANCE,
    );

    check_diagnostics(&what, &run, &next, &discretisation, &p1);
}

/// What the start rules add to `M v_0`.
fn start_momentum(here: &Dynamics, start: &str, h: f64) -> DVector<f64> {
    let shift = match start {
        "Lambda0" => here.v.clone() * 0.0,
        "Smooth" => here.a.transpose() * here.motion().1,
        _ => {
            let q_transposed =
                here.projector().transpose() - DMatrix::identity(here.v.len(), here.v.len());
            q_transposed * (&here.force - &here.bias)
        }
    };
    &here.momentum + shift * (0.5 * h)
}

/// The explicit scheme keeps velocities, the implicit one momenta.
fn momentum_of(compiled: &Compiled, here: &Dynamics, reflected: &[f64]) -> DVector<f64> {
    let reflected = DVector::from_column_slice(reflected);
    if compiled.scheme.traits.implicit {
        reflected
    } else {
        &here.mass * reflected
    }
}

/// The sample and the diagnostics of the scheme at a node with the momentum `p^-`.
fn check_diagnostics(
    what: &str,
    run: &Run<'_>,
    node: &crate::support::compiled::Node,
    discretisation: &Discretisation<'_>,
    p: &DVector<f64>,
) {
    let t = run.time(node);
    let rest = vec![0.0; p.len()];
    let at_rest = discretisation.dynamics(node.q.clone(), rest, t);
    let velocity = at_rest.inverse_mass(&(p - &at_rest.rest_momentum));
    let here = discretisation.dynamics(node.q.clone(), velocity.as_slice().to_vec(), t);
    let sample = run.sample(node);
    let nodal = here.nearest_velocity(&velocity);
    assert_close(&format!("{what} v"), &sample.v, nodal.as_slice(), TOLERANCE);
    let on_constraints = discretisation.dynamics(node.q.clone(), sample.v.clone(), t);
    let (_, lambda) = on_constraints.motion();
    let lambda = lambda.as_slice();
    assert_close(&format!("{what} lambda"), &sample.lambda, lambda, TOLERANCE);
    for diagnostic in &run.compiled.scheme.diagnostics {
        let expected = match diagnostic.name {
            "reflected_energy" => vec![here.energy],
            "constraint_reflection" => here.residual().as_slice().to_vec(),
            other => panic!("no formula by hand for the diagnostic {other}"),
        };
        let actual = run.diagnostic(diagnostic.name, node);
        let what = format!("{what} {}", diagnostic.name);
        assert_close(&what, &actual, &expected, TOLERANCE);
    }
}

#[test]
fn samples_of_the_runge_kutta_methods_have_the_multipliers_of_the_motion() {
    for case in systems::all() {
        for integrator in ["Rk(order = 2)", "Rk(order = 4)", "Gauss(stages = 2)"] {
            let compiled = Compiled::of_file(case.model, integrator);
            let mut random = Random::new(5);
            let parameters = random_parameters(&case, &mut random);
            let state = random.state(case.coordinates, case.controls);
            let state = on_constraints(&case.system, &parameters, &state);
            let controls = |t: f64| (0..case.controls).map(|i| (t + i as f64).sin()).collect();
            let run = Run::new(&compiled, &parameters, 0.02).with_controls(controls);
            for node in run.trajectory(&state.q, &state.v, state.t, 2) {
                let sample = run.sample(&node);
                let t = run.time(&node);
                let here = State {
                    q: node.q.clone(),
                    v: sample.v,
                    u: run.controls_at(t),
                    t,
                };
                let by_hand = case.system.at(&parameters, &here);
                let (_, lambda) = by_hand.motion();
                let what = format!("{} {integrator}", case.model);
                assert_close(&what, &sample.lambda, lambda.as_slice(), TOLERANCE);
                let drift = run.diagnostic("constraint_drift", &node);
                assert_close(&what, &drift, by_hand.residual().as_slice(), TOLERANCE);
            }
        }
    }
}

#[test]
fn every_function_of_every_program_is_known_to_these_tests() {
    for case in systems::all() {
        for integrator in ["Gni", "Gni(quadrature = Midpoint)", "Rk", "Gauss"] {
            let compiled = Compiled::of_file(case.model, integrator);
            for function in &compiled.program.functions {
                let known = [
                    "admission",
                    "start",
                    "step",
                    "sample",
                    "reflected_energy",
                    "constraint_reflection",
                    "constraint_drift",
                ];
                assert!(known.contains(&function.name.as_str()), "{}", function.name);
            }
        }
    }
}

//! What GNI promises: reversibility, exact half-step energy, exact constraints, order two.

use nalgebra::DVector;

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Node, Run, model_text};
use crate::support::discrete::{Discretisation, Quadrature};
use crate::support::dynamics::State;
use crate::support::short_run::{ShortRun, controls, initial};
use crate::support::systems::{self, Case, case};

const STARTS: [&str; 3] = ["Paper", "Lambda0", "Smooth"];
const QUADRATURES: [Quadrature; 2] = [Quadrature::Trapezoidal, Quadrature::Midpoint];

fn integrator(start: &str, quadrature: Quadrature) -> String {
    format!("Gni(start = {start}, quadrature = {quadrature:?})")
}

#[test]
fn a_step_backwards_undoes_a_step() {
    for case in systems::all() {
        for quadrature in QUADRATURES {
            let compiled = Compiled::of_file(case.model, &integrator("Paper", quadrature));
            let state = initial(&case, 7);
            for h in [0.04, -0.04] {
                check_reversibility(&case, &compiled, quadrature, &state, h);
            }
        }
    }
}

/// A step is `R S(h)` with the reflection `R` at its end and `S(-h) S(h) = Id`. So reflecting,
/// stepping back (which ends with a reflection) and reflecting again must return the start.
fn check_reversibility(
    case: &Case,
    compiled: &Compiled,
    quadrature: Quadrature,
    state: &State,
    h: f64,
) {
    let signal = controls(case);
    let forwards = Run::new(compiled, &case.parameters, h).with_controls(&signal);
    let backwards = Run::new(compiled, &case.parameters, -h).with_controls(&signal);
    let discretisation = Discretisation {
        system: &case.system,
        parameters: &case.parameters,
        quadrature,
        h,
        controls: &signal,
    };
    let reflect = |node: &Node, t: f64| {
        let rest = vec![0.0; case.coordinates];
        let here = discretisation.dynamics(node.q.clone(), rest, t);
        let reflected = DVector::from_column_slice(node.behind_reflection());
        let reflected = if compiled.scheme.traits.implicit {
            here.reflected_momentum(&reflected)
        } else {
            here.reflected_velocity(&reflected)
        };
        let kept = &node.reflected[node.q.len()..];
        let numbers = [&node.q, reflected.as_slice(), kept].concat();
        node.clone().with(numbers).at(t)
    };
    let start = forwards.step(&forwards.start(&state.q, &state.v, state.t));
    let mut node = start.clone();
    for _ in 0..5 {
        node = forwards.step(&node);
    }
    let t = forwards.time(&node);
    node = reflect(&node, t);
    for _ in 0..5 {
        node = backwards.step(&node);
    }
    let t = backwards.time(&node);
    node = reflect(&node, t);
    let what = format!("{} {quadrature:?} h = {h}", case.model);
    assert_close(&format!("{what} q"), &node.q, &start.q, 1e-12);
    assert_close(
        &format!("{what} reflected"),
        &node.reflected,
        &start.reflected,
        1e-12,
    );
}

#[test]
fn the_energy_of_half_steps_is_exact_without_potential_and_force() {
    for model in [
        "chaplygin_sleigh",
        "snakeboard",
        "rolling_disk",
        "roller_racer",
        "nonholonomic_particle",
        "heisenberg",
    ] {
        let case = case(model);
        let compiled = Compiled::of_file(model, "Gni");
        let run = Run::new(&compiled, &case.parameters, 0.02);
        let state = initial(&case, 3);
        let mut node = run.start(&state.q, &state.v, 0.0);
        let energy = |node: &Node| run.diagnostic("reflected_energy", node)[0];
        let first = energy(&node);
        let mut worst = 0.0_f64;
        for _ in 0..1000 {
            node = run.step(&node);
            worst = worst.max((energy(&node) / first - 1.0).abs());
        }
        println!("{model}: relative change {worst:.2e}");
        assert!(worst < 1e-12, "{model}: {worst}");
    }
}

#[test]
fn samples_satisfy_the_constraints_to_round_off() {
    for case in systems::all() {
        for quadrature in QUADRATURES {
            let compiled = Compiled::of_file(case.model, &integrator("Smooth", quadrature));
            let signal = controls(&case);
            let run = Run::new(&compiled, &case.parameters, 0.01).with_controls(&signal);
            let state = initial(&case, 11);
            let mut worst = 0.0_f64;
            for node in run.trajectory(&state.q, &state.v, state.t, 100) {
                let sample = State {
                    v: run.sample(&node).v,
                    q: node.q.clone(),
                    u: vec![0.0; case.controls],
                    t: run.time(&node),
                };
                let here = case.system.at(&case.parameters, &sample);
                let residual = here.residual();
                let relative = residual.iter().zip(here.scale()).map(|(r, s)| r.abs() / s);
                worst = relative.fold(worst, f64::max);
            }
            println!("{} {quadrature:?}: {worst:.2e}", case.model);
            assert!(worst < 2e-15, "{} {quadrature:?}: {worst:e}", case.model);
        }
    }
}

#[test]
fn start_rules_differ_by_what_they_add_to_the_momentum() {
    // The constraint force of a sleigh on a slope has a part from the load, which `Paper` knows,
    // and one from the motion, which only `Smooth` knows.
    let case = case("inclined_sleigh");
    let state = initial(&case, 5);
    let here = case.system.at(&case.parameters, &state);
    let h = 0.02;
    let reflections = STARTS.map(|start| {
        let compiled = Compiled::of_file(case.model, &integrator(start, Quadrature::Trapezoidal));
        let run = Run::new(&compiled, &case.parameters, h);
        run.diagnostic("constraint_reflection", &run.start(&state.q, &state.v, 0.0))[0]
    });
    let load = &here.force - &here.bias;
    let along = &here.a * here.inverse_mass(&load);
    let (_, lambda) = here.motion();
    let pushed = &here.a * here.inverse_mass(&(here.a.transpose() * lambda));
    let expected = [-0.5 * h * along[0], 0.0, 0.5 * h * pushed[0]];
    assert_close("constraint reflection", &reflections, &expected, 1e-14);
    assert!((expected[0] - expected[2]).abs() > 1e-3, "{expected:?}");
}

#[test]
fn the_first_multiplier_of_the_smooth_start_is_that_of_the_motion() {
    for case in systems::all() {
        let compiled = Compiled::of_file(case.model, "Gni");
        let signal = controls(&case);
        let run = Run::new(&compiled, &case.parameters, 0.01).with_controls(&signal);
        let mut state = initial(&case, 13);
        state.u = signal(state.t);
        let (_, lambda) = case.system.at(&case.parameters, &state).motion();
        let sample = run.sample(&run.start(&state.q, &state.v, state.t));
        assert_close(case.model, &sample.lambda, lambda.as_slice(), 1e-10);
        assert_close(case.model, &sample.v, &state.v, 1e-13);
    }
}

/// Measures the order with every start rule and quadrature.
fn assert_order_two(model: &str) {
    let run = ShortRun::new(model);
    for start in STARTS {
        for quadrature in QUADRATURES {
            let integrator = integrator(start, quadrature);
            let [q, v] = run.end_orders(&integrator, 64);
            println!("{model} {integrator}: orders in q {q:.4?}, in v {v:.4?}");
            for order in q.iter().chain(&v) {
                assert!(
                    (order - 2.0).abs() < 0.05,
                    "{model} {integrator}: {q:?} {v:?}"
                );
            }
        }
    }
}

#[test]
fn the_order_is_two_for_a_potential_with_every_start_and_quadrature() {
    assert_order_two("inclined_sleigh");
    assert_order_two("nonholonomic_oscillator");
}

#[test]
fn the_order_is_two_for_a_mass_matrix_of_the_configuration_with_every_start_and_quadrature() {
    assert_order_two("skating_pendulum");
    assert_order_two("two_link_knife_edge");
}

#[test]
fn the_order_is_two_for_affine_constraints_with_every_start_and_quadrature() {
    assert_order_two("turntable_knife_edge");
    assert_order_two("motor_disk");
}

#[test]
fn the_order_is_two_for_gyroscopic_lagrangians_with_every_start_and_quadrature() {
    assert_order_two("charged_particle");
}

#[test]
fn the_order_is_two_for_forces_of_velocity_time_and_controls_with_every_start_and_quadrature() {
    assert_order_two("dragged_sleigh");
    assert_order_two("driven_disk");
    assert_order_two("rolling_disk");
}

#[test]
fn runge_kutta_and_gauss_methods_have_their_orders() {
    for model in ["skating_pendulum", "turntable_knife_edge", "dragged_sleigh"] {
        let run = ShortRun::new(model);
        for (integrator, order, fewest_steps) in [
            ("Rk(order = 2)", 2.0, 64),
            ("Rk(order = 4)", 4.0, 16),
            ("Gauss(stages = 1)", 2.0, 64),
            ("Gauss(stages = 2)", 4.0, 8),
            ("Gauss(stages = 3)", 6.0, 2),
        ] {
            let [q, v] = run.end_orders(integrator, fewest_steps);
            println!("{model} {integrator}: orders in q {q:.3?}, in v {v:.3?}");
            for measured in [q[1], v[1]] {
                assert!(
                    (measured - order).abs() < 0.2,
                    "{model} {integrator}: {q:?} {v:?}"
                );
            }
        }
    }
}

#[test]
fn velocity_dependent_forces_make_the_step_implicit_and_vanishing_ones_change_nothing() {
    let sleigh = case("chaplygin_sleigh");
    let dragged = case("dragged_sleigh");
    let state = initial(&sleigh, 2);
    for start in STARTS {
        let options = integrator(start, Quadrature::Trapezoidal);
        let explicit = Compiled::of_file(sleigh.model, &options);
        let implicit = Compiled::of_file(dragged.model, &options);
        assert!(!explicit.scheme.traits.implicit && implicit.scheme.traits.implicit);
        let no_drag = [&sleigh.parameters[..], &[0.0, 0.0]].concat();
        let explicit = Run::new(&explicit, &sleigh.parameters, 0.05);
        let implicit = Run::new(&implicit, &no_drag, 0.05);
        let pairs = explicit.trajectory(&state.q, &state.v, 0.0, 20);
        let pairs = pairs
            .iter()
            .zip(implicit.trajectory(&state.q, &state.v, 0.0, 20));
        for (left, right) in pairs.map(|(left, right)| (left.clone(), right)) {
            assert_close(start, &right.q, &left.q, 1e-13);
            let (left, right) = (explicit.sample(&left), implicit.sample(&right));
            assert_close(start, &right.v, &left.v, 1e-13);
            assert_close(start, &right.lambda, &left.lambda, 1e-11);
        }
    }
}

#[test]
fn gyroscopic_terms_of_a_total_derivative_change_nothing_but_the_momentum() {
    // `x y_dot + y x_dot` is the rate of `x y`, and the midpoint rule finds `x_1 y_1 - x_0 y_0`.
    // The total derivative depends on x, so the symmetry goes.
    let text = model_text("nonholonomic_particle")
        .replace(
            "z_dot.powi(2)),",
            "z_dot.powi(2)) + 3 * (x * y_dot + y * x_dot),",
        )
        .replace("symmetry(R(x), R(z)),", "symmetry(R(z)),");
    let case = case("nonholonomic_particle");
    let state = initial(&case, 4);
    let options = integrator("Smooth", Quadrature::Midpoint);
    let plain = Compiled::of_file(case.model, &options);
    let gauged = Compiled::new(&text, &options);
    assert!(!gauged.mechanics.lagrangian.has_no_rest_momentum());
    let plain = Run::new(&plain, &[], 0.05);
    let gauged = Run::new(&gauged, &[], 0.05);
    let left = plain.trajectory(&state.q, &state.v, 0.0, 20);
    let right = gauged.trajectory(&state.q, &state.v, 0.0, 20);
    for (left, right) in left.iter().zip(&right) {
        assert_close("q", &right.q, &left.q, 1e-12);
        assert_close("v", &gauged.sample(right).v, &plain.sample(left).v, 1e-12);
    }
}

#[test]
fn a_free_system_keeps_its_momentum() {
    let text = "
        #[nonholonomic(
            coordinates(x, y),
            lagrangian = 0.5 * (1 + x.powi(2)) * x_dot.powi(2) + 0.5 * y_dot.powi(2) * (2 + sin(x)),
            integrators(Gni),
        )]
        struct Free {}";
    for quadrature in QUADRATURES {
        let compiled = Compiled::new(text, &integrator("Paper", quadrature));
        assert!(compiled.mechanics.constraints.is_empty());
        let run = Run::new(&compiled, &[], 0.05);
        let nodes = run.trajectory(&[0.2, 0.1], &[0.4, -0.3], 0.0, 100);
        for node in &nodes {
            assert_close("p_y", &node.reflected[1..], &nodes[0].reflected[1..], 1e-13);
            assert!(run.sample(node).lambda.is_empty());
        }
    }
}

//! The compiler's numbers equal the reference data.

use nalgebra::DVector;

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Run, run_expressions};
use crate::support::dynamics::State;
use crate::support::fixture::{Fixture, FixtureRun, controls};
use crate::support::systems::{Case, case};

/// Fixtures, the model files that describe them, and what their controls are.
const FIXTURES: [(&str, &str); 12] = [
    ("sleigh_com", "chaplygin_sleigh"),
    ("snakeboard_free", "snakeboard"),
    ("snakeboard_forced", "snakeboard"),
    ("snakeboard_forced", "driven_snakeboard"),
    ("heisenberg_nh", "heisenberg"),
    ("knife_edge", "knife_edge"),
    ("nh_oscillator", "nonholonomic_oscillator"),
    ("nh_particle", "nonholonomic_particle"),
    ("roller_racer", "roller_racer"),
    ("rolling_disk", "rolling_disk"),
    ("rolling_disk_forced", "rolling_disk"),
    ("rolling_disk_forced", "driven_disk"),
];

const TOLERANCE: f64 = 1e-12;

#[test]
fn multipliers_acceleration_complement_and_energy_equal_the_fixtures() {
    for (fixture_name, model) in FIXTURES {
        let fixture = Fixture::load(fixture_name);
        let case = case(model);
        let mut compiled = Compiled::of_file(model, "Gni");
        let mechanics = &mut compiled.mechanics;
        let state = State {
            q: fixture.column("q0"),
            v: fixture.column("v0"),
            u: controls(fixture_name, case.controls, 0.0),
            t: 0.0,
        };
        for (key, exprs) in [
            ("lambda0", mechanics.multipliers.clone()),
            ("accel0", mechanics.acceleration.clone()),
        ] {
            let actual = run_expressions(mechanics, &case.parameters, &state, &exprs);
            let what = format!("{fixture_name} {model} {key}");
            assert_close(&what, &actual, &fixture.column(key), TOLERANCE);
        }
        let complement = mechanics.complement.entries().to_vec();
        let actual = run_expressions(mechanics, &case.parameters, &state, &complement);
        let expected = fixture.matrix("Q0").concat();
        assert_close(&format!("{model} Q0"), &actual, &expected, TOLERANCE);
        let energy = [mechanics.lagrangian.energy];
        let actual = run_expressions(mechanics, &case.parameters, &state, &energy);
        let expected = [fixture.number("energy0")];
        assert_close(&format!("{model} energy0"), &actual, &expected, TOLERANCE);
    }
}

#[test]
fn steps_of_the_explicit_scheme_equal_the_fixtures() {
    for (fixture_name, model) in FIXTURES {
        let fixture = Fixture::load(fixture_name);
        let runs = fixture.runs("gni_const");
        assert_eq!(runs.len(), 3, "{fixture_name}: one run for each start rule");
        for run in &runs {
            let integrator = format!("Gni(start = {})", start_rule(run));
            compare_steps(fixture_name, model, &integrator, run, &fixture, false);
        }
    }
}

#[test]
fn steps_of_the_implicit_scheme_equal_the_fixtures() {
    for (fixture_name, model) in FIXTURES {
        let fixture = Fixture::load(fixture_name);
        let runs = fixture.runs("gni_var");
        assert_eq!(runs.len(), 3, "{fixture_name}");
        for run in &runs {
            let midpoint = run.quadrature.as_deref() == Some("midpoint");
            let quadrature = if midpoint { "Midpoint" } else { "Trapezoidal" };
            let start = start_rule(run);
            let integrator = format!("Gni(start = {start}, quadrature = {quadrature})");
            compare_steps(fixture_name, model, &integrator, run, &fixture, midpoint);
        }
    }
}

#[test]
fn steps_of_the_constrained_schemes_equal_the_fixtures() {
    for (fixture_name, model) in FIXTURES {
        let fixture = Fixture::load(fixture_name);
        let dap = fixture.runs("dap");
        assert_eq!(dap.len(), 4, "{fixture_name}: four values of alpha");
        for run in &dap {
            let alpha = run.alpha.expect("alpha");
            let integrator = format!("Dap(alpha = {alpha})");
            compare_steps(fixture_name, model, &integrator, run, &fixture, true);
        }
        for (name, integrator) in [("dla", "Dla(quadrature = Trapezoidal)"), ("mla", "Mla")] {
            let runs = fixture.runs(name);
            assert_eq!(runs.len(), 1, "{fixture_name} {name}");
            compare_steps(fixture_name, model, integrator, &runs[0], &fixture, true);
        }
    }
}

/// The run of Chang and Perlmutter, equations 84 and 85: two equal positions to start from.
#[test]
fn dla_from_two_points_equals_the_run_of_the_comparison() {
    let fixture = Fixture::load("nh_oscillator");
    let runs = fixture.positions_of("dla_seed003_eq84_85");
    let [(h, expected)] = runs.as_slice() else {
        panic!("one run");
    };
    let options = "Dla(quadrature = Left, start = TwoPoint)";
    let compiled = Compiled::of_file("nonholonomic_oscillator", options);
    let run = Run::new(&compiled, &[], *h);
    let v0: Vec<_> = expected[0]
        .iter()
        .zip(&expected[1])
        .map(|(a, b)| (b - a) / h)
        .collect();
    let nodes = run.trajectory(&expected[0], &v0, 0.0, expected.len() - 1);
    for (k, (node, expected)) in nodes.iter().zip(expected).enumerate() {
        assert_close(&format!("step {k}"), &node.q, expected, TOLERANCE);
    }
    // The start of the motion instead gives other positions: the seed matters.
    let other = Compiled::of_file("nonholonomic_oscillator", "Dla(quadrature = Left)");
    let other = Run::new(&other, &[], *h);
    let nodes = other.trajectory(&expected[0], &v0, 0.0, 1);
    assert!((nodes[1].q[1] - expected[1][1]).abs() > 1e-7);
}

#[test]
fn dla_from_two_points_reaches_the_second_point_with_every_quadrature() {
    for (quadrature, way) in [("Left", 0.0), ("Midpoint", 0.5), ("Trapezoidal", 0.5)] {
        let case = case("inclined_sleigh");
        let options = format!("Dla(quadrature = {quadrature}, start = TwoPoint)");
        let compiled = Compiled::of_file(case.model, &options);
        let (h, q0) = (0.05, vec![0.4, 0.2, -0.3]);
        // A velocity of the blade at the angle where the rule imposes the constraint.
        let (turn, speed) = (0.7, 1.1);
        let angle: f64 = q0[0] + way * h * turn;
        let side = 0.5 * turn;
        let v0 = [
            turn,
            speed * angle.cos() - side * angle.sin(),
            speed * angle.sin() + side * angle.cos(),
        ];
        let run = Run::new(&compiled, &case.parameters, h);
        let next = run.step(&run.start_unchecked(&q0, &v0, 0.0));
        let expected: Vec<_> = q0.iter().zip(v0).map(|(q, v)| q + h * v).collect();
        assert_close(quadrature, &next.q, &expected, 1e-14);
    }
}

#[test]
fn steps_of_the_runge_kutta_methods_equal_the_fixtures() {
    for (fixture_name, model) in FIXTURES {
        let fixture = Fixture::load(fixture_name);
        for (name, integrator) in [("rk2_midpoint", "Rk(order = 2)"), ("rk4", "Rk(order = 4)")] {
            let runs = fixture.runs(name);
            assert_eq!(runs.len(), 1, "{fixture_name} {name}");
            compare_steps(fixture_name, model, integrator, &runs[0], &fixture, false);
        }
    }
}

/// SHAKE and RATTLE have the positions of the explicit GNI with the start of the paper, to round-off.
#[test]
fn shake_and_rattle_have_the_positions_of_the_explicit_scheme() {
    for (fixture_name, model) in FIXTURES {
        let fixture = Fixture::load(fixture_name);
        let runs = fixture.runs("gni_const");
        let mut run = runs
            .into_iter()
            .find(|run| run.start.as_deref() == Some("paper"))
            .expect("the start of the paper");
        run.p_half = None;
        for integrator in ["Shake", "Rattle"] {
            compare_steps(fixture_name, model, integrator, &run, &fixture, false);
        }
    }
}

fn start_rule(run: &FixtureRun) -> &'static str {
    match run.start.as_deref() {
        Some("paper") => "Paper",
        Some("lambda0" | "p0") => "Lambda0",
        Some("smooth") => "Smooth",
        other => panic!("unknown start rule {other:?}"),
    }
}

fn compare_steps(
    fixture_name: &str,
    model: &str,
    integrator: &str,
    expected: &FixtureRun,
    fixture: &Fixture,
    implicit: bool,
) {
    let case = case(model);
    let compiled = Compiled::of_file(model, integrator);
    assert_eq!(
        compiled.scheme.traits.implicit, implicit,
        "{model} {integrator}"
    );
    let run = Run::new(&compiled, &case.parameters, expected.h);
    let run = run.with_controls(|t| controls(fixture_name, case.controls, t));
    let steps = expected.q.len() - 1;
    assert_eq!(steps, 10);
    let (q0, v0) = (fixture.column("q0"), fixture.column("v0"));
    let nodes = run.trajectory(&q0, &v0, 0.0, steps);
    for (k, node) in nodes.iter().enumerate() {
        let what = format!("{fixture_name} {model} {integrator} step {k}");
        assert_close(&format!("{what} q"), &node.q, &expected.q[k], TOLERANCE);
        let sample = run.sample(node);
        assert_close(&format!("{what} v"), &sample.v, &expected.v[k], TOLERANCE);
        let Some(p_half) = expected.p_half.as_ref().and_then(|p| p.get(k)) else {
            continue;
        };
        let t = run.time(node);
        let momentum = half_step_momentum(
            &case,
            &node.q,
            node.behind_reflection(),
            &run,
            t,
            expected.h,
        );
        assert_close(&format!("{what} p"), &momentum, p_half, TOLERANCE);
    }
}

/// `p_{k+1/2} = M v^- + (h/2) F_k`.
fn half_step_momentum(
    case: &Case,
    q: &[f64],
    reflected: &[f64],
    run: &Run<'_>,
    t: f64,
    h: f64,
) -> Vec<f64> {
    let state = State {
        q: q.to_vec(),
        v: reflected.to_vec(),
        u: run.controls_at(t),
        t,
    };
    let dynamics = case.system.at(&case.parameters, &state);
    let force = &dynamics.force - &dynamics.bias;
    let momentum: DVector<f64> = &dynamics.mass * &dynamics.v + force * (0.5 * h);
    momentum.as_slice().to_vec()
}

#[test]
fn steps_of_the_runge_kutta_baselines_equal_the_fixtures() {
    for (fixture_name, model) in FIXTURES {
        let fixture = Fixture::load(fixture_name);
        for (key, integrator) in [("rk2_midpoint", "Rk(order = 2)"), ("rk4", "Rk(order = 4)")] {
            let runs = fixture.runs(key);
            assert_eq!(runs.len(), 1, "{fixture_name}");
            compare_steps(fixture_name, model, integrator, &runs[0], &fixture, false);
        }
    }
}

#[test]
fn gauss_collocation_with_three_stages_meets_the_reference_with_order_six() {
    for (fixture_name, model) in FIXTURES {
        let fixture = Fixture::load(fixture_name);
        let case = case(model);
        let end = fixture.reference_at(1.0);
        let compiled = Compiled::of_file(model, "Gauss");
        let errors = [20_u32, 40].map(|steps| {
            let run = Run::new(&compiled, &case.parameters, 1.0 / f64::from(steps));
            let run = run.with_controls(|t| controls(fixture_name, case.controls, t));
            let (q0, v0) = (fixture.column("q0"), fixture.column("v0"));
            let nodes = run.trajectory(&q0, &v0, 0.0, steps as usize);
            let last = &nodes[steps as usize];
            distance(&last.q, &end.0) + distance(&run.sample(last).v, &end.1)
        });
        println!("{fixture_name} {model}: {errors:?}");
        assert!(
            errors[1] < 1e-12 || errors[0] / errors[1] > 50.0,
            "{model}: {errors:?}"
        );
    }
}

#[test]
fn the_end_error_against_the_reference_falls_with_the_square_of_the_step() {
    for (fixture, model) in [
        ("sleigh_com", "chaplygin_sleigh"),
        ("snakeboard_free", "snakeboard"),
        ("roller_racer", "roller_racer"),
        ("rolling_disk_forced", "rolling_disk"),
        ("nh_particle", "nonholonomic_particle"),
    ] {
        let orders = end_orders(fixture, model);
        println!(
            "{fixture}: orders in q {:.4?}, in v {:.4?}",
            orders[0], orders[1]
        );
        for order in orders.as_flattened() {
            assert!((order - 2.0).abs() < 0.05, "{fixture}: {orders:?}");
        }
    }
}

#[test]
fn positions_of_a_free_disk_are_of_order_two_and_its_velocities_of_a_higher_one() {
    let [q, v] = end_orders("rolling_disk", "rolling_disk");
    println!("rolling_disk: orders in q {q:.4?}, in v {v:.4?}");
    assert!(q.iter().all(|order| (order - 2.0).abs() < 0.05), "{q:?}");
    assert!(v[0] > 3.5, "{v:?}");
}

/// The orders measured in `q` and `v` at `t = 2`, over three halvings, from the smooth start.
fn end_orders(fixture_name: &str, model: &str) -> [[f64; 3]; 2] {
    let fixture = Fixture::load(fixture_name);
    let end = fixture.reference_at(2.0);
    let case = case(model);
    let compiled = Compiled::of_file(model, "Gni(start = Smooth)");
    let errors = [128_u32, 256, 512, 1024].map(|steps| {
        let run = Run::new(&compiled, &case.parameters, 2.0 / f64::from(steps));
        let run = run.with_controls(|t| controls(fixture_name, case.controls, t));
        let (q0, v0) = (fixture.column("q0"), fixture.column("v0"));
        let nodes = run.trajectory(&q0, &v0, 0.0, steps as usize);
        let last = &nodes[steps as usize];
        [
            distance(&last.q, &end.0),
            distance(&run.sample(last).v, &end.1),
        ]
    });
    [0, 1].map(|i| core::array::from_fn(|k| (errors[k][i] / errors[k + 1][i]).log2()))
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}

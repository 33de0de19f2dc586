//! The reduced d'Alembert-Pontryagin method: reference steps, orders, invariants, signs.

use nhi_symbolic::discrete::{Item, Solve};
use nhi_symbolic::expr::Graph;

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Node, Run, model_text};
use crate::support::fixture::{Fixture, ReducedRun, controls};
use crate::support::short_run::distance;
use crate::support::systems::case;

/// Reduced fixtures, the fixtures of their motions, and model files that describe them.
const FIXTURES: [(&str, &str, &str); 4] = [
    ("rdp_sleigh", "sleigh_com", "chaplygin_sleigh"),
    ("rdp_snakeboard", "snakeboard_free", "snakeboard"),
    ("rdp_snakeboard_forced", "snakeboard_forced", "snakeboard"),
    (
        "rdp_snakeboard_forced",
        "snakeboard_forced",
        "driven_snakeboard",
    ),
];

fn integrator(run: &ReducedRun) -> String {
    let map = match run.dtau.as_str() {
        "exp" => "retraction = Exp, dtau = Exact",
        "exp1" => "retraction = Exp, dtau = First",
        "exp2" => "retraction = Exp, dtau = Second",
        "cay" => "retraction = Cayley",
        "ccsk" => "retraction = Ccsk",
        other => panic!("unknown differential {other}"),
    };
    format!("Rdp({map}, alpha = {})", run.alpha)
}

#[test]
fn steps_of_every_retraction_and_differential_equal_the_fixtures() {
    for (reduced, motion, model) in FIXTURES {
        let (runs, motion_data) = (Fixture::load(reduced).reduced_runs(), Fixture::load(motion));
        assert_eq!(runs.len(), 7, "{reduced}");
        let case = case(model);
        for run in &runs {
            let integrator = integrator(run);
            let compiled = Compiled::of_file(model, &integrator);
            let stepper = Run::new(&compiled, &case.parameters, run.h);
            let stepper = stepper.with_controls(|t| controls(motion, case.controls, t));
            let (q0, v0) = (motion_data.column("q0"), motion_data.column("v0"));
            let nodes = stepper.trajectory(&q0, &v0, 0.0, run.g.len() - 1);
            assert_eq!(nodes.len(), 11);
            for (k, node) in nodes.iter().enumerate() {
                let what = format!("{reduced} {model} {integrator} step {k}");
                let q = [&run.r[k][..], &run.g[k]].concat();
                assert_close(&format!("{what} q"), &node.q, &q, 1e-12);
                let (s, c) = run.g[k][0].sin_cos();
                let xi = &run.xi[k];
                let rates = [xi[0], c * xi[1] - s * xi[2], s * xi[1] + c * xi[2]];
                let v = [&run.u[k][..], &rates].concat();
                assert_close(&format!("{what} v"), &stepper.sample(node).v, &v, 1e-12);
            }
        }
    }
}

/// The model of a file, with another symmetry.
fn with_symmetry(model: &str, from: &str, to: &str) -> String {
    let text = model_text(model);
    assert!(text.contains(from), "{model}");
    text.replace(from, to)
}

/// The disk's angle of rolling as shape: then the connection does not vanish.
fn disk_with_shape() -> String {
    with_symmetry(
        "rolling_disk",
        "SE2(phi, x, y), S1(theta)",
        "SE2(phi, x, y)",
    )
}

/// The errors against a fixture's reference at `t = 2`, with `steps` steps and twice as many, and so on.
fn end_errors(compiled: &Compiled, fixture_name: &str, model: &str, steps: u32) -> [[f64; 2]; 4] {
    let fixture = Fixture::load(fixture_name);
    let end = fixture.reference_at(2.0);
    let case = case(model);
    [1, 2, 4, 8].map(|factor| {
        let steps = factor * steps;
        let run = Run::new(compiled, &case.parameters, 2.0 / f64::from(steps));
        let run = run.with_controls(|t| controls(fixture_name, case.controls, t));
        let (q0, v0) = (fixture.column("q0"), fixture.column("v0"));
        let nodes = run.trajectory(&q0, &v0, 0.0, steps as usize);
        let last = &nodes[steps as usize];
        [
            distance(&last.q, &end.0),
            distance(&run.sample(last).v, &end.1),
        ]
    })
}

#[test]
fn the_end_error_against_the_reference_falls_with_the_square_of_the_step() {
    for (fixture, model) in [
        ("sleigh_com", "chaplygin_sleigh"),
        ("snakeboard_free", "snakeboard"),
        ("snakeboard_forced", "snakeboard"),
        ("roller_racer", "roller_racer"),
        ("rolling_disk_forced", "rolling_disk"),
    ] {
        for options in ["", "dtau = First", "dtau = Second", "retraction = Cayley"] {
            let compiled = Compiled::of_file(model, &format!("Rdp({options})"));
            let errors = end_errors(&compiled, fixture, model, 400);
            for k in 0..3 {
                for quantity in 0..2 {
                    let order = (errors[k][quantity] / errors[k + 1][quantity]).log2();
                    assert!((order - 2.0).abs() < 0.05, "{model} {options}: {errors:?}");
                }
            }
        }
    }
}

/// The scheme with `+ lift^T j` in the equations of the shape, as the paper prints it.
fn with_flipped_sign(mut compiled: Compiled) -> Compiled {
    let graph = &mut compiled.mechanics.model.graph;
    for item in &mut compiled.scheme.step.items {
        let Item::Solve(solve) = item else { continue };
        flip(graph, solve);
    }
    Compiled::of_scheme(compiled.mechanics, compiled.scheme)
}

fn flip(graph: &mut Graph, solve: &mut Solve) {
    let impulses = solve.definitions.iter().map(|(symbol, _)| *symbol);
    let impulses: Vec<_> = impulses
        .filter(|&symbol| graph.display(symbol).starts_with("j."))
        .collect();
    assert!(!impulses.is_empty());
    let replacements: Vec<_> = impulses.iter().map(|&j| (j, graph.neg(j))).collect();
    solve.residuals = graph.substitute(&solve.residuals, &replacements);
}

#[test]
fn only_the_right_sign_of_the_connection_converges() {
    for (fixture, model, text) in [
        ("rolling_disk_forced", "rolling_disk", disk_with_shape()),
        ("roller_racer", "roller_racer", model_text("roller_racer")),
    ] {
        let right = Compiled::new(&text, "Rdp");
        let errors = end_errors(&right, fixture, model, 100);
        for pair in errors.windows(2) {
            let order = (pair[0][0] / pair[1][0]).log2();
            assert!((order - 2.0).abs() < 0.05, "{model}: {errors:?}");
        }
        let flipped = with_flipped_sign(right);
        let errors = end_errors(&flipped, fixture, model, 100);
        println!("{model} with the sign of the paper: {errors:?}");
        assert!(errors.iter().all(|error| error[0] > 1e-3), "{errors:?}");
    }
}

/// A body in a fluid, with a rotor: no constraint, and added masses that turn with it.
const DRIFTING: &str = "#[nonholonomic(
    coordinates(psi, theta, x, y),
    definitions(ahead = cos(theta) * x_dot + sin(theta) * y_dot, side = cos(theta) * y_dot - sin(theta) * x_dot),
    lagrangian = 0.5 * theta_dot.powi(2) + 0.3 * (theta_dot + psi_dot).powi(2) + 0.5 * ahead.powi(2)
        + 1.1 * side.powi(2) + 0.2 * ahead * theta_dot - 0.4 * cos(psi),
    symmetry(SE2(theta, x, y)),
    integrators(Rdp),
)] struct Drifting {}";

#[test]
fn the_momentum_in_space_is_exact_without_constraints_unless_the_differential_is_cut_off() {
    for (options, exact) in [
        ("", true),
        ("retraction = Cayley", true),
        ("retraction = Ccsk", true),
        ("alpha = 0.25", true),
        ("dtau = First", false),
        ("dtau = Second", false),
    ] {
        let compiled = Compiled::new(DRIFTING, &format!("Rdp({options})"));
        let run = Run::new(&compiled, &[], 0.05);
        let momentum = |node: &Node| run.diagnostic("spatial_momentum", node);
        let (q, v) = ([0.3, -0.4, 0.5, 1.0], [0.7, 0.9, -0.6, 0.8]);
        let nodes = run.trajectory(&q, &v, 0.0, 400);
        let first = momentum(&nodes[0]);
        let map: Vec<_> = {
            let mechanics = &compiled.mechanics;
            let generators = mechanics.symmetry.generators.iter();
            let exprs: Vec<_> = generators.map(|xi| xi.momentum).collect();
            let symbols = mechanics.q.iter().chain(&mechanics.v).copied();
            let point: Vec<_> = symbols.zip(q.into_iter().chain(v)).collect();
            mechanics.model.graph.evaluate(&exprs, &point)
        };
        assert_close(options, &first, &map, 1e-14);
        let changes = nodes.iter().map(|node| distance(&momentum(node), &first));
        let worst = changes.fold(0.0, f64::max);
        println!("{options}: {worst:.2e}");
        assert_eq!(worst < 1e-12, exact, "{options}: {worst:e}");
    }
}

/// With `alpha = 0` the directions of the particle are those of the node: the momentum equation is
/// `(1 + y_k^2) w_k = (1 + y_k y_{k-1}) w_{k-1}` with `w = dx/h`.
#[test]
fn equations_that_are_linear_in_the_velocities_are_solved_directly() {
    let compiled = Compiled::of_file("nonholonomic_particle", "Rdp(alpha = 0)");
    assert!(compiled.solves_linear_equations());
    let h = 0.1;
    let run = Run::new(&compiled, &[], h);
    let (q0, v0) = ([0.2, -0.3, 0.1], [1.0, 0.7, -0.3]);
    let nodes = run.trajectory(&q0, &v0, 0.0, 20);
    let (mut x, mut z, mut w, mut before) = (q0[0], q0[2], v0[0], q0[1]);
    for (k, node) in nodes.iter().enumerate() {
        let y = q0[1] + k as f64 * h * v0[1];
        assert_close(&format!("step {k}"), &node.q, &[x, y, z], 1e-14);
        w *= (1.0 + y * before) / (1.0 + y * y);
        x += h * w;
        z += h * y * w;
        before = y;
    }
    // The velocity of `y` has an equation of its own; with it known, the others are linear for each alpha.
    for options in ["Rdp", "Rdp(alpha = 1)"] {
        let compiled = Compiled::of_file("nonholonomic_particle", options);
        assert!(compiled.solves_linear_equations(), "{options}");
    }
    let nonlinear = Compiled::of_file("snakeboard", "Rdp");
    assert!(!nonlinear.solves_linear_equations());
}

/// A body on a caster, whose direction turns round with the caster: no frame of it is regular everywhere.
const CASTER: &str = "#[nonholonomic(
    groups(body: SE2(w, forward, sideways)),
    coordinates(phi),
    lagrangian = 0.5 * m * (forward.powi(2) + sideways.powi(2)) + 0.5 * inertia * w.powi(2)
        + 0.5 * j * (w + phi_dot).powi(2),
    constraints(caster = cos(phi) * (sideways + l * w) - sin(phi) * forward + d * (w + phi_dot)),
    symmetry(SE2(body)),
    integrators(Rdp),
)] struct Caster { m: f64, inertia: f64, j: f64, l: f64, d: f64 }";

/// A velocity of the body on its caster, which turns at a rate.
fn on_caster(phi: f64, rate: f64) -> ([f64; 7], [f64; 4]) {
    let (s, c) = phi.sin_cos();
    let (w, along) = (0.2, 0.5);
    let slip = 0.5 * w * c + 0.2 * (w + rate);
    let q = [phi, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    (q, [rate, w, slip * s + along * c, along * s - slip * c])
}

/// Angle of the caster and velocities at the end of a run of ten seconds.
fn end_on_caster(compiled: &Compiled, h: f64, phi: f64, rate: f64) -> Vec<f64> {
    let run = Run::new(compiled, &[1.0, 0.5, 0.1, 0.5, 0.2], h);
    let (q, v) = on_caster(phi, rate);
    let mut node = run.start(&q, &v, 0.0);
    for _ in 0..(10.0 / h).round() as u32 {
        node = run.step(&node);
    }
    [vec![node.q[0]], run.sample(&node).v].concat()
}

#[test]
fn a_caster_is_followed_from_every_angle_at_every_rate() {
    let rdp = Compiled::new(CASTER, "Rdp");
    let reference = Compiled::new(CASTER, "Rk(order = 4)");
    let (mut runs, mut worst) = (0, [0.0_f64; 3]);
    for k in 0..12 {
        let phi = -3.0 + 0.55 * f64::from(k);
        for rate in [-2.0, -1.0, 0.0, 1.0, 2.0] {
            let expected = end_on_caster(&reference, 0.005, phi, rate);
            for (worst, h) in worst.iter_mut().zip([0.0125, 0.025, 0.05]) {
                let error = distance(&end_on_caster(&rdp, h, phi, rate), &expected);
                *worst = worst.max(error);
                runs += 1;
            }
        }
    }
    println!("{runs} runs, largest error with steps of 12.5, 25 and 50 ms: {worst:?}");
    assert!(worst[1] < 0.1, "{worst:?}");
    assert!(
        worst
            .windows(2)
            .all(|pair| pair[1] / pair[0] < 4.5 && pair[1] / pair[0] > 3.5)
    );
}

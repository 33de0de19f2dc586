//! Lagrangians that are not of second degree in the velocities: who takes them, with which order, and
//! why others do not.

use nhi_symbolic::mechanics;
use nhi_symbolic::model;
use nhi_symbolic::schemes;

use crate::support::compiled::{Compiled, Run, resolve};
use crate::support::dynamics::{Point, State};
use crate::support::jet::Jet;
use crate::support::short_run::{ShortRun, initial};
use crate::support::systems::Case;

/// A skate whose momentum grows faster than its velocity, on a slope, with friction and time in the
/// forces.
pub(crate) const SKATE: &str = "
    #[nonholonomic(
        coordinates(x, y, theta),
        definitions(speed = x_dot.powi(2) + y_dot.powi(2)),
        lagrangian = 0.5 * speed + 0.25 * c * speed.powi(2) + 0.5 * (1 + 0.3 * x.powi(2)) * theta_dot.powi(2)
            + 0.1 * theta_dot.powi(4) + 0.2 * x_dot * theta_dot + 0.1 * y * x_dot - g * x,
        constraints(edge = sin(theta) * x_dot - cos(theta) * y_dot - 0.1 * sin(t)),
        forces(theta = cos(t) - 0.1 * theta_dot),
        integrators(Gni),
    )]
    struct Skate {
        c: f64,
        g: f64,
    }";

pub(crate) fn skate() -> Case {
    Case::new("skate", 3, &[0.4, 0.7], skate_lagrangian, |p| {
        let side = p.q[2].sin() * p.v[0] - p.q[2].cos() * p.v[1];
        vec![side - p.t.sin() * 0.1]
    })
    .forced(0, |p| {
        let zero = Jet::constant(0.0);
        vec![zero, zero, p.t.cos() - p.v[2] * 0.1]
    })
}

fn skate_lagrangian(p: &Point) -> Jet {
    let speed = p.v[0].square() + p.v[1].square();
    let turn = p.v[2].square();
    speed * 0.5
        + speed.square() * (0.25 * p.p[0])
        + (p.q[0].square() * 0.3 + 1.0) * turn * 0.5
        + turn.square() * 0.1
        + p.v[0] * p.v[2] * 0.2
        + p.q[1] * p.v[0] * 0.1
        - p.q[0] * p.p[1]
}

/// Integrators that need only derivatives of the Lagrangian, with the steps of the first
/// measurement.
const ACCEPTED: [(&str, u32); 14] = [
    ("Gni", 64),
    ("Gni(start = Paper)", 64),
    ("Gni(start = Lambda0)", 64),
    ("Gni(quadrature = Midpoint)", 64),
    ("Dla", 64),
    ("Dla(quadrature = Trapezoidal)", 64),
    ("Dla(quadrature = Left)", 512),
    ("Dap", 64),
    ("Dap(alpha = 0.25)", 512),
    ("Mla", 64),
    ("Lobatto", 8),
    ("Rk(order = 2)", 64),
    ("Rk(order = 4)", 16),
    ("Gauss(stages = 2)", 8),
];

#[test]
fn integrators_that_need_only_derivatives_have_their_orders() {
    let run = ShortRun::of_text(skate(), SKATE.to_owned());
    for (integrator, fewest_steps) in ACCEPTED {
        let declared = Compiled::new(SKATE, integrator).scheme.traits.order;
        let [q, v] = run.end_orders(integrator, fewest_steps);
        println!("{integrator}: orders in q {q:.3?}, in v {v:.3?}");
        for measured in q.iter().chain(&v) {
            let off = (measured - f64::from(declared)).abs();
            assert!(
                off < 0.05 * f64::from(declared),
                "{integrator}: {q:?} {v:?}"
            );
        }
    }
}

#[test]
fn nodal_velocities_satisfy_the_constraints_and_multipliers_approach_those_of_the_motion() {
    let case = skate();
    let mut start = initial(&case, 1);
    start.t = 0.0;
    start = crate::support::sampling::on_constraints(&case.system, &case.parameters, &start);
    for integrator in ["Gni", "Dla", "Dap(alpha = 0.25)", "Mla", "Lobatto"] {
        let compiled = Compiled::new(SKATE, integrator);
        let run = Run::new(&compiled, &case.parameters, 1e-3);
        for node in run.trajectory(&start.q, &start.v, 0.0, 50) {
            let sample = run.sample(&node);
            let state = State {
                q: node.q.clone(),
                v: sample.v.clone(),
                u: Vec::new(),
                t: run.time(&node),
            };
            let here = case.system.at(&case.parameters, &state);
            assert!(here.residual().amax() < 2e-15, "{integrator}");
            let (_, lambda) = here.motion();
            let off = (sample.lambda[0] - lambda[0]).abs();
            assert!(off < 1e-3 * lambda[0].abs().max(1.0), "{integrator}: {off}");
        }
    }
}

#[test]
fn integrators_that_need_more_say_what_for() {
    for (integrator, reason) in [
        (
            "Shake",
            "`Shake` is an explicit method, but L_vv here depends on the velocities",
        ),
        (
            "Rattle",
            "`Rattle` finds nodal velocities in closed form, but here L_vv depends on the velocities",
        ),
        (
            "Feedback",
            "`Feedback` needs the Hamiltonian in closed form, with velocities that are linear in the momenta, but here L_vv depends on the velocities",
        ),
        (
            "EnergyPreserving",
            "`EnergyPreserving` splits the change of the energy into those of M(q) and V(q), but here L_vv depends on the velocities",
        ),
    ] {
        let mut model = resolve(SKATE).expect("a valid model");
        let request = integrator.parse().expect("tokens");
        model.integrators = vec![model::parse_integrator(request).expect("an integrator")];
        let mechanics = mechanics::derive(model).expect("a mechanics");
        let diagnostics = schemes::discretise(&mechanics).expect_err("out of reach");
        let found: Vec<_> = diagnostics.errors().map(|e| e.found.clone()).collect();
        assert_eq!(found, [reason]);
    }
}

/// Regular for every `c`, definite for none: `p_x = y' + c x'`, `p_y = x' + 0.4 y'^3`.
const SADDLE: &str = "
    #[nonholonomic(
        coordinates(x, y),
        lagrangian = x_dot * y_dot + 0.5 * c * x_dot.powi(2) + 0.1 * y_dot.powi(4) - 0.5 * (x * x + y * y),
        integrators(Mla),
    )]
    struct Saddle {
        c: f64,
    }";

/// The constant entry `c` of `L_vv` says nothing about the others, and nothing is divided by it.
#[test]
fn a_parameter_of_zero_on_the_diagonal_of_an_indefinite_matrix_is_taken() {
    let compiled = Compiled::new(SADDLE, "Mla");
    let (q, v) = ([0.1, 0.2], [0.3, 0.4]);
    // By hand, with c = 0: y'' = -x, x'' = -y - 1.2 y'^2 y''.
    let rates = |[x, y, dx, dy]: [f64; 4]| [dx, dy, -y + 1.2 * dy * dy * x, -x];
    let moved = |s: [f64; 4], h: f64, r: [f64; 4]| core::array::from_fn(|i| s[i] + h * r[i]);
    let mut exact = [q[0], q[1], v[0], v[1]];
    for _ in 0..1000 {
        let h = 1e-3;
        let a = rates(exact);
        let b = rates(moved(exact, h / 2.0, a));
        let c = rates(moved(exact, h / 2.0, b));
        let d = rates(moved(exact, h, c));
        exact =
            core::array::from_fn(|i| exact[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]));
    }
    let error = |steps: usize| {
        let run = Run::new(&compiled, &[0.0], 1.0 / steps as f64);
        let nodes = run.trajectory(&q, &v, 0.0, steps);
        let end = &nodes[steps].q;
        (end[0] - exact[0]).hypot(end[1] - exact[1])
    };
    let order = (error(20) / error(40)).log2();
    assert!((order - 2.0).abs() < 0.05, "{order}");
}

/// A smooth start has no alternating part, so that the reflection adds no more than forces do in a step.
#[test]
fn what_the_reflection_adds_vanishes_with_the_step() {
    let case = skate();
    let compiled = Compiled::new(SKATE, "Gni");
    let mut start = initial(&case, 1);
    start.t = 0.0;
    start = crate::support::sampling::on_constraints(&case.system, &case.parameters, &start);
    let added = |h: f64| {
        let run = Run::new(&compiled, &case.parameters, h);
        let mut node = run.start(&start.q, &start.v, start.t);
        for _ in 0..4 {
            node = run.step(&node);
        }
        run.diagnostic("constraint_reflection", &node)[0].abs() / h
    };
    let [coarse, fine] = [1e-2, 1e-4].map(added);
    println!("{coarse:.3} and {fine:.3} times the step");
    assert!(fine > 0.01 && fine < 2.0 * coarse, "{coarse} {fine}");
}

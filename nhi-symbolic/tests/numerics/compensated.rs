//! GNI with a compensated reflection: order, symmetry, constraints, and a parasitic mode that does not
//! grow where that of the plain reflection does.

use nalgebra::{DMatrix, DVector};

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Node, Run, model_text};
use crate::support::dynamics::State;
use crate::support::fixture::Fixture;
use crate::support::runge_kutta;
use crate::support::short_run::{ShortRun, controls, distance, initial};
use crate::support::systems::{Case, case};

const PLAIN: &str = "Gni";
const COMPENSATED: &str = "Gni(reflection = Compensated)";

/// One constraint and two, potentials, a control, a constraint that is affine and depends on the time.
const MODELS: [&str; 6] = [
    "inclined_sleigh",
    "nonholonomic_oscillator",
    "snakeboard",
    "roller_racer",
    "rolling_disk",
    "turntable_knife_edge",
];

#[test]
fn the_order_of_samples_is_two_with_every_start() {
    for model in MODELS {
        let run = ShortRun::new(model);
        for start in ["Smooth", "Paper", "Lambda0"] {
            let integrator = format!("Gni(start = {start}, reflection = Compensated)");
            let orders = run.sample_orders(&integrator, 128);
            println!("{model} {start}: orders in q, v, lambda {orders:.3?}");
            for order in orders.as_flattened() {
                assert!((order - 2.0).abs() < 0.05, "{model} {start}: {orders:?}");
            }
        }
    }
}

#[test]
fn steps_of_the_opposite_size_undo_steps() {
    for model in MODELS {
        let case = case(model);
        let compiled = Compiled::of_file(model, COMPENSATED);
        let run = |h| Run::new(&compiled, &case.parameters, h).with_controls(controls(&case));
        let (forwards, backwards) = (run(0.04), run(-0.04));
        let state = initial(&case, 3);
        let nodes = forwards.trajectory(&state.q, &state.v, state.t, 12);
        let mut node = turned(&case, &forwards, &nodes[11], &nodes[12]);
        for _ in 0..12 {
            node = backwards.step(&node);
        }
        assert_close(model, &node.q, &nodes[0].q, 1e-12);
        let (first, last) = (forwards.sample(&nodes[0]).v, backwards.sample(&node).v);
        assert_close(model, &last, &first, 1e-11);
    }
}

/// The state at `last` from which a step back leads to `before`: the velocity of the half step between
/// them, without the half kick of a step back.
fn turned(case: &Case, run: &Run<'_>, before: &Node, last: &Node) -> Node {
    let (h, t) = (run.step_size(), run.time(last));
    let at_rest = State {
        q: last.q.clone(),
        v: vec![0.0; last.q.len()],
        u: run.controls_at(t),
        t,
    };
    let here = case.system.at(&case.parameters, &at_rest);
    let kick = here.inverse_mass(&(&here.force - &here.bias)) * (0.5 * h);
    let moved = DVector::from_column_slice(&last.q) - DVector::from_column_slice(&before.q);
    let arriving = moved / h + kick;
    let kept = &last.reflected[last.q.len()..];
    let numbers = [&last.q[..], arriving.as_slice(), kept].concat();
    last.clone().with(numbers).at(t)
}

/// One reflection is the map of the book to the digits that differences have: with `mu` what alternates in front
/// of it and behind it, `(G + h/2 B) mu^+ = -(G - h/2 B) mu^-`.
#[test]
fn a_reflection_turns_what_alternates_by_the_growth_over_half_a_step() {
    const H: f64 = 0.04;
    for model in MODELS {
        let case = case(model);
        let compiled = Compiled::of_file(model, COMPENSATED);
        let run = Run::new(&compiled, &case.parameters, H).with_controls(controls(&case));
        let start = initial(&case, 3);
        let mut node = run.start(&start.q, &start.v, start.t);
        let at = |q: &[f64], v: &[f64], t: f64| {
            let (q, v, u) = (q.to_vec(), v.to_vec(), run.controls_at(t));
            case.system.at(&case.parameters, &State { q, v, u, t })
        };
        // What alternates grows from round-off: here it is made as large as the motion.
        let here = at(&node.q, &start.v, start.t);
        let across =
            here.inverse_mass(&(here.a.transpose() * DVector::repeat(here.a.nrows(), 0.3)));
        let mut numbers = [&node.q[..], &node.reflected[..]].concat();
        let n = node.q.len();
        numbers[n..2 * n]
            .iter_mut()
            .zip(across.iter())
            .for_each(|(v, push)| *v += push);
        node = node.with(numbers);

        let next = run.step(&node);
        let t = run.time(&next);
        let rest = at(&next.q, &vec![0.0; n], t);
        let kick = rest.inverse_mass(&(&rest.force - &rest.bias)) * (0.5 * H);
        let arriving = DVector::from_column_slice(&next.q) - DVector::from_column_slice(&node.q);
        let arriving = arriving / H + &kick;
        let v = rest.nearest_velocity(&arriving);
        let there = at(&next.q, v.as_slice(), t);
        let weighted = |mu: &DVector<f64>| there.inverse_mass(&(there.a.transpose() * mu));
        let half = there.motion().1 * (0.5 * H);
        let before = there.inverse_gram(&(&there.a * (&arriving - &v))) + &half;

        let m = there.a.nrows();
        let unit = |i: usize| DVector::from_fn(m, |k, _| f64::from(u8::from(k == i)));
        let columns: Vec<_> = (0..m).map(|i| weighted(&unit(i))).collect();
        let gram = DMatrix::from_columns(&columns.iter().map(|z| &there.a * z).collect::<Vec<_>>());
        let growth = columns.iter().map(|z| {
            let [ahead, behind] = [1e-5, -1e-5].map(|s| {
                let moved = DVector::from_column_slice(&next.q) + z * s;
                at(moved.as_slice(), v.as_slice(), t).residual()
            });
            (ahead - behind) / 2e-5
        });
        let growth = DMatrix::from_columns(&growth.collect::<Vec<_>>()) * (0.5 * H);
        let turned = -(&gram - &growth) * &before;
        let after = (gram + growth)
            .lu()
            .solve(&turned)
            .expect("a regular matrix");
        let expected = &v + weighted(&(after + half));
        assert!(before.norm() > 0.05, "{model}: {before}");
        assert_close(model, next.behind_reflection(), expected.as_slice(), 1e-8);
    }
}

/// A sleigh that comes to run forwards: the mode of the plain reflection takes over after some seconds.
#[test]
fn a_sleigh_that_runs_forwards_stays_on_its_path() {
    let case = case("chaplygin_sleigh");
    let start = State {
        q: vec![0.0, 0.5, 0.0],
        v: vec![1.0, -1.5, 0.5],
        u: Vec::new(),
        t: 0.0,
    };
    let (system, parameters) = (&case.system, &case.parameters);
    let end = runge_kutta::integrate(system, parameters, &start, 5e-3, 6000, |_| Vec::new());
    let off = [PLAIN, COMPENSATED].map(|integrator| {
        let compiled = Compiled::of_file(case.model, integrator);
        let run = Run::new(&compiled, parameters, 0.02);
        let nodes = run.trajectory(&start.q, &start.v, 0.0, 1500);
        distance(&nodes[1500].q, &end.q)
    });
    println!("off the path at 30 s: {off:.3?}");
    assert!(off[0] > 10.0 && off[1] < 0.05, "{off:?}");
}

/// The energy of a free board whose plain reflections lose half of it.
#[test]
fn a_free_snakeboard_keeps_its_energy() {
    let case = case("snakeboard");
    let fixture = Fixture::load("snakeboard_free");
    let (q, v) = (fixture.column("q0"), fixture.column("v0"));
    let lost = [PLAIN, COMPENSATED].map(|integrator| {
        let compiled = Compiled::of_file(case.model, integrator);
        let run = Run::new(&compiled, &case.parameters, 0.05);
        let energies = run.trajectory(&q, &v, 0.0, 4000).into_iter().map(|node| {
            let state = State {
                v: run.sample(&node).v,
                q: node.q,
                u: vec![0.0; case.controls],
                t: 0.0,
            };
            case.system.at(&case.parameters, &state).energy
        });
        let changes = energies.map(|energy| (energy - fixture.number("energy0")).abs());
        changes.fold(0.0, f64::max)
    });
    println!("largest change of the energy in 200 s: {lost:.3?}");
    assert!(lost[0] > 0.5 && lost[1] < 5e-3, "{lost:?}");
}

#[test]
fn samples_satisfy_the_constraints_to_round_off() {
    for model in MODELS {
        let case = case(model);
        let compiled = Compiled::of_file(model, COMPENSATED);
        let run = Run::new(&compiled, &case.parameters, 0.02).with_controls(controls(&case));
        let state = initial(&case, 5);
        for node in run.trajectory(&state.q, &state.v, state.t, 100) {
            let at = State {
                v: run.sample(&node).v,
                q: node.q.clone(),
                u: vec![0.0; case.controls],
                t: run.time(&node),
            };
            let here = case.system.at(&case.parameters, &at);
            let pairs = here.residual();
            let pairs = pairs.iter().zip(here.scale());
            let worst = pairs.map(|(r, s)| r.abs() / s).fold(0.0, f64::max);
            assert!(worst < 2e-15, "{model}: {worst:e}");
        }
    }
}

/// Implicit steps: mass matrices of the configuration, controls, drag of the velocity, a magnetic term, group elements
/// with forces and constraints of everything, positions as constraints.
const IMPLICIT: [&str; 8] = [
    "contact_point_sleigh",
    "skating_pendulum",
    "dragged_sleigh",
    "charged_particle",
    "magnetic_ball",
    "towed_hull",
    "skating_bob",
    "held_ball",
];

#[test]
fn the_order_of_implicit_steps_is_two() {
    for model in IMPLICIT {
        let run = ShortRun::new(model);
        for options in ["", "quadrature = Midpoint, ", "start = Paper, "] {
            let integrator = format!("Gni({options}reflection = Compensated)");
            let orders = run.sample_orders(&integrator, 64);
            println!("{model} {options}: orders in q, v, lambda {orders:.3?}");
            for order in orders.as_flattened() {
                assert!((order - 2.0).abs() < 0.06, "{model} {options}: {orders:?}");
            }
        }
    }
}

#[test]
fn implicit_steps_of_the_opposite_size_undo_steps() {
    for model in IMPLICIT {
        let case = case(model);
        let state = initial(&case, 3);
        for quadrature in ["Trapezoidal", "Midpoint"] {
            let of = |reflection: &str| {
                let options = format!("quadrature = {quadrature}, reflection = {reflection}");
                Compiled::of_file(model, &format!("Gni({options})"))
            };
            let [plain, compensated] = [of("Plain"), of("Compensated")];
            let run = |compiled, h| {
                Run::new(compiled, &case.parameters, h).with_controls(controls(&case))
            };
            let (forwards, backwards) = (run(&compensated, 0.03), run(&compensated, -0.03));
            let nodes = forwards.trajectory(&state.q, &state.v, state.t, 12);
            // The momentum that arrived is the mirror image of the plainly reflected one.
            let mirrored = run(&plain, 0.03).step(&nodes[11]);
            let last = &nodes[12];
            let at = State {
                q: last.q.clone(),
                v: forwards.sample(last).v,
                u: vec![0.0; case.controls],
                t: forwards.time(last),
            };
            let momentum = case.system.at(&case.parameters, &at).momentum;
            let pairs = momentum.iter().zip(&mirrored.reflected);
            let arrived: Vec<_> = pairs.map(|(on, off)| 2.0 * on - off).collect();
            let kept = &last.reflected[arrived.len()..];
            let numbers = [&last.q[..], &arrived, kept].concat();
            let mut node = last.clone().with(numbers).at(forwards.time(last));
            for _ in 0..12 {
                node = backwards.step(&node);
            }
            assert_close(model, &node.q, &nodes[0].q, 1e-12);
            let (first, last) = (forwards.sample(&nodes[0]).v, backwards.sample(&node).v);
            assert_close(model, &last, &first, 1e-11);
        }
    }
}

/// A sleigh that runs forwards in coordinates of its blade, and what else there can be on it.
fn sleigh(beside: &str, blade: &str, forces: &str) -> String {
    format!(
        "#[nonholonomic(
            coordinates(theta, x, y),
            lagrangian = 0.75 * theta_dot.powi(2) + x_dot.powi(2) + y_dot.powi(2)
                + theta_dot * (cos(theta) * y_dot - sin(theta) * x_dot){beside},
            constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot{blade}),
            {forces}
            integrators(Gni),
        )] struct Sleigh {{}}"
    )
}

/// The mode of the plain reflection takes over after some seconds; that of the compensated one stays of the second order.
#[test]
fn sleighs_with_implicit_steps_stay_on_their_paths() {
    let moving_mass = "#[nonholonomic(
        coordinates(theta, x, y, s),
        lagrangian = 0.5 * theta_dot.powi(2) + 0.5 * (x_dot.powi(2) + y_dot.powi(2))
            + 0.5 * (x_dot + cos(theta) * s_dot - s * sin(theta) * theta_dot).powi(2)
            + 0.5 * (y_dot + sin(theta) * s_dot + s * cos(theta) * theta_dot).powi(2)
            - 4 * (s - 0.8).powi(2),
        constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
        integrators(Gni),
    )] struct Moving {}"
        .to_owned();
    let drive = "forces(theta = 0.1 * sin(t), x = 2 * cos(theta) - 0.5 * x_dot, y = 2 * sin(theta) - 0.5 * y_dot),";
    let full_metric = sleigh(
        " + 0.4 * theta_dot * (cos(theta) * x_dot + sin(theta) * y_dot)",
        "",
        "",
    );
    let cases = [
        ("in coordinates of the blade", sleigh("", "", ""), 1.5),
        ("with a full metric of the body", full_metric, 1.5),
        ("with a moving mass", moving_mass, 2.5),
        ("with drag and drive", sleigh("", "", drive), 1.5),
        ("on a stream", sleigh("", " + 0.1 * cos(theta)", ""), 1.5),
        (
            "in a magnetic field",
            sleigh(" + 0.2 * (x * y_dot - y * x_dot)", "", ""),
            1.5,
        ),
    ];
    for (name, text, speed) in cases {
        let n = if text.contains("s_dot") { 4 } else { 3 };
        stays_on_its_path(
            name,
            &text,
            &[0.0, 0.5, 0.0, 0.8][..n],
            &[0.3, speed, 0.0, 0.0][..n],
        );
    }
}

/// The blade is a separate body, fixed to the frame by position constraints.
#[test]
fn a_sleigh_with_position_constraints_stays_on_its_path() {
    let text = "#[nonholonomic(
        coordinates(theta, x, y, blade_x, blade_y),
        lagrangian = 0.5 * theta_dot.powi(2) + x_dot.powi(2) + y_dot.powi(2)
            + 0.1 * (blade_x_dot.powi(2) + blade_y_dot.powi(2)),
        constraints(blade = sin(theta) * blade_x_dot - cos(theta) * blade_y_dot),
        holonomic(
            along = x - blade_x - 0.5 * cos(theta),
            across = y - blade_y - 0.5 * sin(theta),
        ),
        integrators(Gni),
    )] struct TwoBodies {}";
    let (q, v) = ([0.0, 0.5, 0.0, 0.0, 0.0], [0.3, 1.5, 0.0, 1.5, 0.0]);
    stays_on_its_path("in two bodies", text, &q, &v);
}

/// Asserts that compensated reflections keep to the path from a start, projected onto the
/// constraints, while plain ones leave it.
fn stays_on_its_path(name: &str, text: &str, q: &[f64], v: &[f64]) {
    let (h, steps) = (0.02, 800);
    let exact = Compiled::new(text, "Gauss(stages = 3)");
    let velocity = projected(&exact, q, v);
    let run = Run::new(&exact, &[], h);
    let end = run.trajectory(q, &velocity, 0.0, steps);
    let end = end.last().expect("nodes");
    let ends = [PLAIN, COMPENSATED].map(|integrator| {
        let compiled = Compiled::new(text, integrator);
        let run = Run::new(&compiled, &[], h);
        let mut node = run.start(q, &velocity, 0.0);
        let mut most = 0.0_f64;
        for _ in 0..steps {
            node = run.step(&node);
            let reflected = run.diagnostic("constraint_reflection", &node)[0];
            most = most.max(reflected.abs());
        }
        (distance(&node.q, &end.q), most)
    });
    println!("{name}: off at 16 s and largest reflection {ends:?}");
    let [plain, compensated] = ends;
    assert!(plain.0 > 0.5, "{name}: {plain:?}");
    assert!(
        compensated.0 < 1e-3 && compensated.1 < 0.01,
        "{name}: {compensated:?}"
    );
}

/// The velocity on the constraints nearest to another, of a model without parameters.
fn projected(compiled: &Compiled, q: &[f64], v: &[f64]) -> Vec<f64> {
    let mechanics = &compiled.mechanics;
    let symbols = mechanics.q.iter().chain(&mechanics.v).copied();
    let values: Vec<_> = symbols.zip([q, v].concat()).collect();
    let graph = &mechanics.model.graph;
    let nearest = mechanics.projection.project_velocity(graph, &mechanics.v);
    graph.evaluate(&nearest, &values)
}

#[test]
fn constraints_that_are_not_affine_are_refused_at_the_integrator() {
    let text = model_text("appell_hamel");
    let (before, after) = text.split_once("integrators(").expect("a list");
    let (_, after) = after.split_once(",\n)]").expect("an end of the attribute");
    let text = format!("{before}integrators(Mla, {COMPENSATED}),\n)]{after}");
    let tokens = text.parse().expect("the text consists of Rust tokens");
    let ast = &nhi_symbolic::parse_file(tokens).expect("a well-formed model")[0];
    let found = nhi_symbolic::compile(ast).expect_err("a refusal");
    let said: Vec<_> = found
        .errors()
        .map(|error| (error.found.as_str(), error.span.source_text()))
        .collect();
    let refusal = "`reflection = Compensated` does not accept constraints that are not affine in the \
                   velocities";
    assert_eq!(said, [(refusal, Some("Gni".to_owned()))]);
}

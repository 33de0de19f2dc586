//! Rdp beyond a connection: chains of headings, shapes that are driven, groups that are too small for
//! the constraints, and advected directions.

use nhi_symbolic::diag::Code;
use nhi_symbolic::mechanics::Reduction;
use nhi_symbolic::program::Program;

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Run, derive, run_function};
use crate::support::dynamics::State;
use crate::support::short_run::distance;

/// A sleigh that tows a pendulum which swings in the plane, with a spring between them. The heading of
/// the pendulum is absolute, or relative to that of the sleigh.
fn towing(is_absolute: bool, integrator: &str) -> String {
    let (swing, group) = match is_absolute {
        true => ("swing = b", "SE2(a, b, x, y)"),
        false => ("swing = a + b", "SE2(a, x, y)"),
    };
    format!(
        "#[nonholonomic(
            coordinates(a, b, x, y),
            definitions({swing}, bob_x = x - cos(swing), bob_y = y - sin(swing)),
            lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) + 0.2 * a_dot.powi(2)
                + 0.3 * (rate(bob_x).powi(2) + rate(bob_y).powi(2)) + 0.4 * cos(swing - a),
            constraints(blade = sin(a) * x_dot - cos(a) * y_dot + 0.1 * a_dot),
            symmetry({group}),
            integrators({integrator}),
        )] struct Towing {{}}"
    )
}

/// The state of the sleigh on its constraint, with one heading or the other of the pendulum.
fn towed(is_absolute: bool) -> ([f64; 4], [f64; 4]) {
    let (a, swing, turn, rate) = (0.4_f64, 0.9, 0.8, -0.5);
    let (s, c) = a.sin_cos();
    let side = 0.1 * turn;
    let v = [turn, rate, c - s * side, s + c * side];
    let q = [a, swing, 0.3, -0.2];
    match is_absolute {
        true => (q, v),
        false => ([a, swing - a, q[2], q[3]], [turn, rate - turn, v[2], v[3]]),
    }
}

/// A group that turns two headings is that of one heading and the angle between them.
#[test]
fn a_chain_of_headings_moves_as_with_relative_angles() {
    for integrator in ["Rdp", "Rdp(retraction = Cayley)", "Rdp(alpha = 0.25)"] {
        let ends = [true, false].map(|is_absolute| {
            let compiled = Compiled::new(&towing(is_absolute, integrator), integrator);
            let run = Run::new(&compiled, &[], 0.05);
            let (q, v) = towed(is_absolute);
            let nodes = run.trajectory(&q, &v, 0.0, 60);
            let last = nodes.last().expect("nodes");
            let sample = run.sample(last);
            let mut end = [&last.q[..], &sample.v, &sample.lambda].concat();
            if !is_absolute {
                end[1] += end[0];
                end[5] += end[4];
            }
            let momentum = run.diagnostic("spatial_momentum", last);
            end.extend(momentum);
            end
        });
        assert_close(integrator, &ends[0], &ends[1], 1e-12);
    }
}

#[test]
fn a_chain_of_headings_has_the_reduced_quantities_of_relative_angles() {
    let values = [true, false].map(|is_absolute| {
        let mechanics = derive(&towing(is_absolute, "Rdp")).expect("a valid model");
        assert!(
            mechanics
                .reduction
                .as_ref()
                .is_ok_and(Reduction::has_connection)
        );
        let program = Program::of_quantities(&mechanics).expect("the program is verified");
        let (q, v) = towed(is_absolute);
        let state = State {
            q: q.to_vec(),
            v: v.to_vec(),
            t: 0.0,
            u: Vec::new(),
        };
        let names = [
            "body_velocity",
            "nonholonomic_connection",
            "locked_inertia",
            "locked_velocity",
            "nonholonomic_momentum",
            "nonholonomic_momentum_rate",
            "momentum_map",
        ];
        let all = names.map(|name| run_function(&program, name, &mechanics, &[], &state));
        all.concat()
    });
    assert_close("quantities", &values[0], &values[1], 1e-13);
}

#[test]
fn one_angle_that_the_group_forgets_breaks_the_symmetry() {
    let forgets = towing(true, "Rdp").replace("SE2(a, b, x, y)", "SE2(a, x, y)");
    let errors = derive(&forgets).expect_err("the spring turns");
    let codes: Vec<_> = errors.errors().map(|error| error.code).collect();
    assert_eq!(codes, [Code::BrokenSymmetry]);
}

/// Order two of a method in time, by thirds of a step, against RK4 with a short one.
fn has_order_two(text: &str, integrator: &str, q: &[f64], v: &[f64]) {
    let end = |integrator: &str, steps: u32| {
        let compiled = Compiled::new(text, integrator);
        let run = Run::new(&compiled, &[], 2.0 / f64::from(steps));
        let mut node = run.start(q, v, 0.0);
        for _ in 0..steps {
            node = run.step(&node);
        }
        [node.q.clone(), run.sample(&node).v].concat()
    };
    let exact = end("Gauss(stages = 3)", 800);
    let errors = [100, 200, 400].map(|steps| distance(&end(integrator, steps), &exact));
    let orders: Vec<_> = errors.windows(2).map(|e| (e[0] / e[1]).log2()).collect();
    println!("{integrator}: errors {errors:?}, orders {orders:?}");
    for order in orders {
        assert!((order - 2.0).abs() < 0.05, "{integrator}: {errors:?}");
    }
}

const ALL_OF_ORDER_TWO: [&str; 2] = ["Rdp", "Rdp(retraction = Cayley)"];

/// A sleigh with a rotor that a law drives, `alpha = 0.4 sin(2 t) + t^2 / 5`.
fn driven(law: &str) -> String {
    format!(
        "#[nonholonomic(
            coordinates(theta, x, y, alpha),
            definitions(front = theta + alpha),
            lagrangian = 0.65 * (x_dot.powi(2) + y_dot.powi(2)) + 0.2 * (theta_dot.powi(2) + rate(front).powi(2))
                + 0.1 * (cos(theta) * x_dot + sin(theta) * y_dot) * rate(front) * sin(alpha)
                + 0.3 * theta_dot * (cos(theta) * y_dot - sin(theta) * x_dot),
            constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
            {law}
            symmetry(SE2(theta, x, y)),
            integrators(Rdp, Gauss),
        )] struct Driven {{}}"
    )
}

#[test]
fn a_driven_shape_follows_its_law_and_the_rest_has_order_two() {
    let law = |t: f64| 0.4 * (2.0 * t).sin() + t * t / 5.0;
    let text = driven("prescribed(alpha = 0.4 * sin(2 * t) + t.powi(2) / 5),");
    let (s, c) = 0.3_f64.sin_cos();
    let (q, v) = ([0.3, 0.2, 0.5, 0.0], [0.7, c, s, 0.8]);
    for integrator in ALL_OF_ORDER_TWO {
        has_order_two(&text, integrator, &q, &v);
        let compiled = Compiled::new(&text, integrator);
        let run = Run::new(&compiled, &[], 0.1);
        let mut node = run.start(&q, &v, 0.0);
        for k in 1..=50 {
            node = run.step(&node);
            let t = 0.1 * f64::from(k);
            assert!((node.q[3] - law(t)).abs() < 1e-13, "{integrator}: {t}");
        }
    }
    // The same drive as a constraint on the velocity: its position follows to order two.
    let text = driven("").replace(
        "constraints(",
        "constraints(drive = alpha_dot - 0.8 * cos(2 * t) - 2 * t / 5, ",
    );
    for integrator in ALL_OF_ORDER_TWO {
        has_order_two(&text, integrator, &q, &v);
    }
}

#[test]
fn no_larger_group_is_asked_for_where_positions_lead_the_shape() {
    for (constraint, is_led) in [
        ("holonomic(rail = z - y.powi(2))", true),
        ("prescribed(y = sin(t))", true),
        ("constraints(ramp = z_dot - y * y_dot)", false),
    ] {
        let text = format!(
            "#[nonholonomic(
                coordinates(x, y, z),
                lagrangian = x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2),
                {constraint}, symmetry(R(x)), integrators(Rdp),
            )] struct Led {{}}"
        );
        let compiled = Compiled::new(&text, "Rdp");
        let reduction = compiled.mechanics.reduction.as_ref().expect("a group");
        assert!(!reduction.missing_directions.is_empty());
        assert_eq!(reduction.is_led, is_led, "{constraint}");
        let mut notes = compiled.mechanics.notes.iter();
        let is_noted = notes.any(|note| note.code == Code::DimensionAssumption);
        assert_eq!(is_noted, !is_led, "{constraint}");
    }
}

/// The ramp constrains shape velocities alone, and the rod is a position constraint of shape and
/// group.
#[test]
fn groups_too_small_for_the_constraints_leave_multipliers() {
    let text = "#[nonholonomic(
        coordinates(x, y, z, s, w),
        lagrangian = 0.5 * (x_dot.powi(2) + 2 * y_dot.powi(2) + (1 + y.powi(2)) * z_dot.powi(2) + s_dot.powi(2)
            + w_dot.powi(2)) + 0.3 * x_dot * y_dot - 0.5 * y.powi(2) - z,
        constraints(ramp = z_dot - y * y_dot, mixed = x_dot - sin(y) * s_dot),
        holonomic(rod = w - s * y),
        symmetry(R(x)),
        integrators(Rdp, Gauss),
    )] struct Ramp {}";
    let (y, y_dot, s, s_dot) = (0.4_f64, 0.9, 0.2, 0.7);
    let q = [0.1, y, 0.3, s, s * y];
    let v = [
        y.sin() * s_dot,
        y_dot,
        y * y_dot,
        s_dot,
        s_dot * y + s * y_dot,
    ];
    for integrator in ALL_OF_ORDER_TWO {
        has_order_two(text, integrator, &q, &v);
    }
}

/// A body with three moments of inertia that rolls on a plane under gravity: the constraints depend on
/// the direction of gravity seen from the body, and on nothing else of its pose.
const ROLLING: &str = "#[nonholonomic(
    groups(stone: SE3(w1, w2, w3, v1, v2, v3)),
    definitions(
        support = sqrt((0.9 * stone[2][0]).powi(2) + (0.7 * stone[2][1]).powi(2) + (0.8 * stone[2][2]).powi(2)),
        arm1 = -0.81 * stone[2][0] / support,
        arm2 = -0.49 * stone[2][1] / support,
        arm3 = 0.1 - 0.64 * stone[2][2] / support,
    ),
    lagrangian = 0.5 * (v1.powi(2) + v2.powi(2) + v3.powi(2))
        + 0.5 * (0.2 * w1.powi(2) + 0.3 * w2.powi(2) + 0.25 * w3.powi(2)) + 0.02 * w1 * w2 - 9.8 * stone[2][3],
    constraints(
        rest1 = v1 + w2 * arm3 - w3 * arm2,
        rest2 = v2 + w3 * arm1 - w1 * arm3,
        rest3 = v3 + w1 * arm2 - w2 * arm1,
    ),
    integrators(Rdp),
)] struct Rolling {}";

#[test]
fn a_body_that_rolls_under_gravity_goes_back_the_way_it_came() {
    let (w, arm3) = ([0.5_f64, -0.4, 1.2], 0.1 - 0.8);
    let v = [-w[1] * arm3, w[0] * arm3, 0.0];
    let mut q = vec![0.0; 12];
    for i in 0..3 {
        q[4 * i + i] = 1.0;
    }
    q[11] = 0.8 - 0.1;
    let v = [&w[..], &v].concat();
    for (integrator, is_symmetric) in [
        ("Rdp", true),
        ("Rdp(retraction = Cayley)", false),
        ("Rdp(retraction = Ccsk)", false),
    ] {
        let compiled = Compiled::new(ROLLING, integrator);
        assert_eq!(
            compiled.scheme.traits.symmetric, is_symmetric,
            "{integrator}"
        );
        let [there, back] = [0.05, -0.05].map(|h| Run::new(&compiled, &[], h));
        let start = there.start(&q, &v, 0.0);
        let mut node = start.clone();
        for _ in 0..40 {
            node = there.step(&node);
        }
        for _ in 0..40 {
            node = back.step(&node);
        }
        let error = distance(&node.q, &start.q);
        println!("{integrator}: {error:e}");
        assert_eq!(error < 1e-11, is_symmetric, "{integrator}: {error:e}");
    }
}

#[test]
fn kinetic_energies_of_an_element_are_refused() {
    let text = "#[nonholonomic(
        groups(body: SO3(w1, w2, w3)),
        lagrangian = 0.5 * ((2 + body[2][2]) * w1.powi(2) + w2.powi(2) + w3.powi(2)),
        integrators(Gauss),
    )] struct Body {}";
    let Err(diagnostics) = Compiled::try_new(text, "Rdp") else {
        panic!("the kinetic energy depends on the element");
    };
    let codes: Vec<_> = diagnostics.errors().map(|error| error.code).collect();
    assert_eq!(codes, [Code::EnergyOfElement]);
}

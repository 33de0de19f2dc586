//! Constraints with small steps, far from the origin, and over many steps.

use nhi_machine::{Machine, MachineStepper, no_controls};
use nhi_symbolic::program::stepper::Stepper;

/// The stepper of a struct with these parameters, which are numbers with names.
fn stepper(text: &str, parameters: &[(&str, f64)], integrator: &str, h: f64) -> MachineStepper {
    let names = parameters.iter().map(|&(name, _)| name);
    let fields: String = names.map(|name| format!("pub {name}: f64, ")).collect();
    let source = format!(
        "#[nonholonomic({text} integrators({integrator}))] pub struct System {{ {fields} }}"
    );
    let compiled = nhi_symbolic::compile_file(source.parse().unwrap()).unwrap();
    let (scheme, program) = &compiled[0].steppers[0];
    let machine = Machine::new(&Stepper::of(&compiled[0].mechanics, scheme, program));
    let values: Vec<_> = parameters.iter().map(|&(_, value)| value).collect();
    machine.stepper(&values, h).unwrap()
}

const PARTICLE: &str = "coordinates(x, y, z),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)),
    constraints(rise = z_dot - s * y * x_dot),
    holonomic(sphere = (x - c).powi(2) + y.powi(2) + z.powi(2) - 1),";

/// Fifty steps from `(c + 1, 0, 0)` along `y`: as long as they cover little, the motion is along a great circle.
fn follow_a_great_circle(integrator: &str, mass: f64, speed: f64, centre: f64, h: f64) {
    let what = format!("{integrator}, m = {mass:e}, v = {speed:e}, c = {centre:e}, h = {h:e}");
    let parameters = [("m", mass), ("s", 1.0), ("c", centre)];
    let stepper = stepper(PARTICLE, &parameters, integrator, h);
    let start = [centre + 1.0, 0.0, 0.0];
    let mut state = stepper
        .start(0.0, &start, &[0.0, speed, 0.0], &[], no_controls)
        .unwrap();
    let mut iterations = 0;
    for _ in 0..50 {
        let next = stepper.step(&state, no_controls);
        state = next.unwrap_or_else(|error| panic!("{what}: {error}"));
        iterations += stepper.report(&state).iterations;
    }
    assert!(iterations <= 50 * 5, "{what}: {iterations} iterations");
    let sample = stepper.sample(&state).unwrap();
    let [x, y, z] = [sample.q[0] - centre, sample.q[1], sample.q[2]];
    // Of `2 x dx` with the round-off of `x + c`, which is as near as coordinates come to the sphere.
    let round_off = 8.0 * f64::EPSILON * (1.0 + centre);
    let off = x * x + y * y + z * z - 1.0;
    assert!(off.abs() <= round_off, "{what}: {off:e}");
    // The angle at the end, but for the way along z, which is of third order, and for the round-off of positions.
    let angle = 50.0 * h * speed;
    let expected = angle.sin();
    let error = (y - expected).abs();
    assert!(
        error <= angle.powi(3) + 50.0 * round_off,
        "{what}: {y:e} for {expected:e}"
    );
}

#[test]
fn steps_may_be_as_small_as_they_like() {
    for integrator in ["Rattle", "Gni", "Mla", "Dla", "VakonomicRattle"] {
        for h in [1e-3, 1e-5, 1e-7, 1e-9, 1e-10] {
            follow_a_great_circle(integrator, 1.0, 1.0, 0.0, h);
        }
        // Grams made tonnes, and another unit of time.
        follow_a_great_circle(integrator, 2.0_f64.powi(20), 1.0, 0.0, 1e-3);
        follow_a_great_circle(integrator, 2.0_f64.powi(-20), 1.0, 0.0, 1e-3);
        let unit = 2.0_f64.powi(20);
        follow_a_great_circle(integrator, 1.0, unit, 0.0, 1e-3 / unit);
        follow_a_great_circle(integrator, 1.0, 1.0 / unit, 0.0, 1e-3 * unit);
    }
}

/// A constraint that is not affine has a multiplier as the last unknown of some integrators. Here it
/// begins at zero.
#[test]
fn constraint_forces_may_vanish() {
    const PARTICLE: &str = "coordinates(x, y, z),
        lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2))
            - m * g * z - 0.5 * k * x.powi(2),
        constraints(speed = x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2) - v.powi(2)),
        rule = Chetaev,";
    let (m, g, k, v) = (1.3, 2.0, 3.0, 1.5_f64);
    for integrator in [
        "Lobatto",
        "Dla(quadrature = Trapezoidal)",
        "Dla(quadrature = Left)",
        "Dla",
        "Mla",
        "Gni",
        "Rattle",
    ] {
        for h in [1e-3, 1e-4, 1e-5, 1e-6] {
            let parameters = [("m", m), ("g", g), ("k", k), ("v", v)];
            let stepper = stepper(PARTICLE, &parameters, integrator, h);
            for x in [0.2, 0.3, 0.5, 0.9] {
                let what = format!("{integrator}, h = {h:e}, x = {x}");
                // The spring and the weight have no power.
                let (x_dot, z_dot) = (0.4, -k * x * 0.4 / (m * g));
                let y_dot = (v * v - x_dot * x_dot - z_dot * z_dot).sqrt();
                let (q, v) = ([x, 0.0, 0.0], [x_dot, y_dot, z_dot]);
                let mut state = stepper.start(0.0, &q, &v, &[], no_controls).unwrap();
                for step in 0..20 {
                    let next = stepper.step(&state, no_controls);
                    state = next.unwrap_or_else(|error| panic!("{what}, step {step}: {error}"));
                    let iterations = stepper.report(&state).iterations;
                    assert!(iterations <= 12, "{what}: {iterations} iterations");
                }
                let v = stepper.sample(&state).unwrap().v;
                let speed = v.iter().map(|v| v * v).sum::<f64>().sqrt();
                assert!((speed - 1.5).abs() <= 1e-15, "{what}: {speed:?}");
            }
        }
    }
}

#[test]
fn the_origin_may_be_far_away() {
    for integrator in ["Rattle", "Gni", "Mla", "Dla", "VakonomicRattle"] {
        for centre in [1e3, 1e5, 1e7] {
            for h in [1e-3, 1e-5] {
                follow_a_great_circle(integrator, 1.0, 1.0, centre, h);
            }
        }
    }
}

/// Half an ellipsoid whose axes of inertia are turned against those of its shape, in angles; the third line of the contact
/// says that it touches the plane, as a position or as a velocity.
fn rattleback(contact: &str, touch: &str) -> String {
    format!(
        "coordinates(psi, alpha, beta, x, y, z),
        definitions(
            g1 = -cos(alpha) * sin(beta), g2 = sin(alpha), g3 = cos(alpha) * cos(beta),
            support = sqrt((a * g1).powi(2) + (b * g2).powi(2) + (c * g3).powi(2)),
            arm1 = -a * a * g1 / support, arm2 = -b * b * g2 / support, arm3 = depth - c * c * g3 / support,
            w1 = alpha_dot * cos(beta) + psi_dot * g1,
            w2 = beta_dot + psi_dot * g2,
            w3 = alpha_dot * sin(beta) + psi_dot * g3,
            u1 = w2 * arm3 - w3 * arm2, u2 = w3 * arm1 - w1 * arm3, u3 = w1 * arm2 - w2 * arm1,
            p1 = cos(beta) * u1 + sin(beta) * u3,
            p2 = sin(alpha) * sin(beta) * u1 + cos(alpha) * u2 - sin(alpha) * cos(beta) * u3,
        ),
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - 9.81 * z
            + 0.5 * (j1 * w1.powi(2) + j2 * w2.powi(2) + j3 * w3.powi(2)) + j12 * w1 * w2,
        constraints(
            {contact}
            rest1 = x_dot + cos(psi) * p1 - sin(psi) * p2,
            rest2 = y_dot + sin(psi) * p1 + cos(psi) * p2,
        ),
        {touch}"
    )
}

#[test]
fn the_closing_projection_adds_no_round_off_of_its_own() {
    let by_velocity = rattleback(
        "touch = z_dot - cos(alpha) * sin(beta) * u1 + sin(alpha) * u2 + cos(alpha) * cos(beta) * u3,",
        "",
    );
    let by_position = rattleback("", "holonomic(touch = z - support + depth * g3),");
    let parameters = [
        ("j1", 2e-4),
        ("j2", 1.6e-3),
        ("j3", 1.7e-3),
        ("j12", -2e-5),
        ("a", 0.2),
        ("b", 0.03),
        ("c", 0.02),
        ("depth", 0.01),
    ];
    // On its point, turned by `alpha` about the long axis and spun about the vertical.
    let alpha = 0.02_f64;
    let (sine, cosine) = alpha.sin_cos();
    let support = (0.03 * sine).hypot(0.02 * cosine);
    let arm2 = -0.03_f64.powi(2) * sine / support;
    let spin = -5.0 / cosine;
    let q = [0.0, alpha, 0.0, 0.0, 0.0, support - 0.01 * cosine];
    let v = [spin, 0.0, -spin * sine, -5.0 * arm2, 0.0, 0.0];
    let end = |text: &str, h: f64| {
        let stepper = stepper(text, &parameters, "Gauss", h);
        let mut state = stepper.start(0.0, &q, &v, &[], no_controls).unwrap();
        for _ in 0..(0.5 / h).round() as usize {
            state = stepper.step(&state, no_controls).unwrap();
        }
        stepper.sample(&state).unwrap().q
    };
    for h in [0.5 / 512.0, 0.5 / 2048.0] {
        let (reference, found) = (end(&by_velocity, h), end(&by_position, h));
        let pairs = reference.iter().zip(&found);
        let error = pairs.fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        // The two truncate differently, the projection being of sixth order: 1e-11 at the longer step.
        assert!(error <= 1e-11, "h = {h}: {error:e}");
    }
}

/// A ball with different inertias that rolls like a wheel over a curved floor. Its body velocity
/// obeys two constraints that only the group element changes, its place one that only `x` changes.
const BALL: &str = "groups(body: SO3(w1, w2, w3)), coordinates(x, y, z),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - g * z
        + 0.5 * (w1.powi(2) + 2 * w2.powi(2) + 3 * w3.powi(2)),
    constraints(
        rx = x_dot - body[1][0] * w1 - body[1][1] * w2 - body[1][2] * w3,
        ry = y_dot + body[0][0] * w1 + body[0][1] * w2 + body[0][2] * w3,
    ),
    holonomic(floor = z - x * x),";

#[test]
fn constraints_of_the_element_and_of_the_shape_go_together_in_rdp() {
    let end = |integrator: &str, h: f64| {
        let stepper = stepper(BALL, &[("g", 9.81)], integrator, h);
        let q = [0.2, 0.0, 0.04, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let v = [0.3, -0.1, 0.12, 0.1, 0.3, 0.5];
        let start = stepper.start(0.0, &q, &v, &[], no_controls);
        let mut state = start.unwrap();
        for _ in 0..(1.0 / h).round() as usize {
            state = stepper.step(&state, no_controls).unwrap();
        }
        let sample = stepper.sample(&state).unwrap();
        [sample.q, sample.v, sample.lambda].concat()
    };
    let reference = end("Gauss(stages = 3)", 0.01);
    let error = |h: f64| {
        let found = end("Rdp", h);
        let pairs = reference.iter().zip(&found);
        pairs.fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()))
    };
    let (coarse, fine) = (error(0.01), error(0.005));
    assert!(fine < 1e-3, "{fine:e}");
    assert!(
        (3.5..4.5).contains(&(coarse / fine)),
        "{coarse:e} and {fine:e}"
    );
}

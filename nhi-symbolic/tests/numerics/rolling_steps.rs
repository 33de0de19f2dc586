//! The discrete velocity of a ball, which is constrained in the middle of the step.

use nalgebra::{Matrix3, Rotation3, Vector3};

use crate::support::compiled::{Compiled, Run};

/// A ball on a table that turns; its parameters are three moments of inertia.
const BALL: &str = "#[nonholonomic(
    coordinates(x, y),
    groups(ball: SO3(w1, w2, w3)),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * (j1 * w1.powi(2) + j2 * w2.powi(2) + j3 * w3.powi(2)),
    constraints(
        along = x_dot - 0.8 * (ball[1][0] * w1 + ball[1][1] * w2 + ball[1][2] * w3) + y / 4,
        across = y_dot + 0.8 * (ball[0][0] * w1 + ball[0][1] * w2 + ball[0][2] * w3) - x / 4,
    ),
    integrators(Dla),
)]
pub struct Ball { j1: f64, j2: f64, j3: f64 }";

/// The same ball with one moment of inertia.
fn homogeneous() -> String {
    let one = BALL.replace("j2 *", "j1 *").replace("j3 *", "j1 *");
    one.replace(", j2: f64, j3: f64", "")
}

/// A turn leaves its own angular velocity in space as it is: this makes the equations of a homogeneous ball linear.
#[test]
fn steps_of_a_homogeneous_ball_are_linear() {
    let homogeneous = homogeneous();
    for (text, integrator, is_linear) in [
        (&*homogeneous, "Dla", true),
        (&homogeneous, "Dap", true),
        (&homogeneous, "Dla(retraction = Cayley)", false),
        (BALL, "Dla", false),
    ] {
        let compiled = Compiled::new(text, integrator);
        assert_eq!(
            compiled.solves_linear_equations(),
            is_linear,
            "{integrator}"
        );
    }
}

#[test]
fn the_discrete_velocity_is_on_the_constraints_in_the_middle_of_the_step() {
    const H: f64 = 0.1;
    let q = [0.5, -0.3, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let (x_dot, y_dot) = (0.7, -0.2);
    let v = [
        x_dot,
        y_dot,
        (0.125 - y_dot) / 0.8,
        (x_dot - 0.075) / 0.8,
        1.1,
    ];
    let balls: [(_, &[f64]); 2] = [(homogeneous(), &[0.3]), (BALL.to_owned(), &[0.3, 0.4, 0.5])];
    for (text, moments) in balls {
        for integrator in ["Dla", "Dap", "Mla"] {
            let compiled = Compiled::new(&text, integrator);
            let run = Run::new(&compiled, moments, H);
            for pair in run.trajectory(&q, &v, 0.0, 20).windows(2) {
                let off = slip_in_the_middle(&pair[0].q, &pair[1].q, H);
                assert!(off < 1e-13, "{integrator} {moments:?}: {off:e}");
            }
        }
    }
}

/// How fast the ball slips over the table, halfway between two configurations.
fn slip_in_the_middle(before: &[f64], after: &[f64], h: f64) -> f64 {
    let rotation = |q: &[f64]| Rotation3::from_matrix_unchecked(Matrix3::from_row_slice(&q[2..]));
    let turn = rotation(before).inverse() * rotation(after);
    let spin: Vector3<f64> = rotation(before) * turn.powf(0.5) * turn.scaled_axis() / h;
    let [x, y] = [0, 1].map(|i| (before[i] + after[i]) / 2.0);
    let [x_dot, y_dot] = [0, 1].map(|i| (after[i] - before[i]) / h);
    f64::hypot(
        x_dot - 0.8 * spin.y + y / 4.0,
        y_dot + 0.8 * spin.x - x / 4.0,
    )
}

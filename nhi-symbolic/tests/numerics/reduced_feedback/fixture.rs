//! The reduced sleigh against reference data.

use crate::support::assert_close;
use crate::support::fixture::Fixture;

use super::{FEEDBACK, NO_FEEDBACK, SYSTEMS, difference, node, turned};

const FIXTURE: &str = "feedback_reduced_sleigh";
/// The energy at its start.
const LEVEL: f64 = 3.0;

/// The state of the fixture `(theta, x, y, Pi)` as entries and momenta.
fn entries_and_momenta(y: &[f64]) -> ([f64; 6], &[f64]) {
    let (s, c) = y[0].sin_cos();
    ([c, -s, y[1], s, c, y[2]], &y[3..])
}

/// The momenta do not know how the pose is written. The classical method has the pose of the fixture up
/// to the error of a step, 1e-15; Euler's method adds `h R hat(w)` to the entries where the fixture
/// adds `h w` to the angle, so its heading advances by `atan(h w)`, and its path goes along its own columns.
#[test]
fn steps_of_the_reduced_sleigh_equal_the_fixture() {
    let runs = Fixture::load(FIXTURE).feedback_runs();
    assert_eq!(runs.len(), 2);
    for expected in runs {
        let is_euler = expected.base == "euler";
        let base = if is_euler { "Euler" } else { "Rk4" };
        let compiled = SYSTEMS[0].reduced(base, FEEDBACK);
        let run = SYSTEMS[0].run(&compiled, expected.h);
        let (pose, momenta) = entries_and_momenta(&expected.y[0]);
        let v = velocity_of_the_sleigh(momenta);
        let nodes = run.trajectory(&pose, &v, 0.0, expected.y.len() - 1);
        assert_close("level", &nodes[0].reflected[3..], &[LEVEL], 1e-14);
        let mut matrix = pose;
        for (k, (node, y)) in nodes.iter().zip(&expected.y).enumerate() {
            let (pose, momenta) = entries_and_momenta(y);
            let what = format!("{base} step {k}");
            assert_close(&what, &node.reflected[..3], momenta, 1e-12);
            assert_close(
                &what,
                &node.q,
                if is_euler { &matrix } else { &pose },
                1e-12,
            );
            if let Some(next) = expected.y.get(k + 1) {
                matrix = euler_step_of_the_matrix(matrix, y, next);
            }
        }
    }
}

/// The body velocity for the parameters 1, 2, 1/2.
fn velocity_of_the_sleigh(momenta: &[f64]) -> [f64; 3] {
    let w = momenta[0] - 0.5 * momenta[2];
    [w, momenta[1] / 2.0, (momenta[2] - w) / 2.0]
}

/// Adds to a matrix what it changes by with the velocities that lead from one state of the fixture to
/// the next.
fn euler_step_of_the_matrix(matrix: [f64; 6], from: &[f64], to: &[f64]) -> [f64; 6] {
    let [turn, x, y] = [0, 1, 2].map(|i| to[i] - from[i]);
    let [ahead, aside] = turned(-from[0], [x, y]);
    let mut next = matrix;
    for row in [0, 3] {
        let [first, second] = [matrix[row], matrix[row + 1]];
        next[row] += turn * second;
        next[row + 1] -= turn * first;
        next[row + 2] += ahead * first + aside * second;
    }
    next
}

#[test]
fn the_fields_of_the_reduced_sleigh_off_the_constraints_equal_the_fixture() {
    let system = &SYSTEMS[0];
    let check = Fixture::load(FIXTURE).part("off_constraint_check");
    let y = check.column("y");
    let (pose, momenta) = entries_and_momenta(&y);
    for (key, gains) in [
        ("extended_field", NO_FEEDBACK),
        ("feedback_field", FEEDBACK),
    ] {
        let compiled = system.reduced("Euler", gains);
        let run = system.run(&compiled, 1.0);
        let here = node(&run, &pose, momenta, LEVEL);
        let next = run.step(&here);
        let rates = difference(&next.q, &pose);
        let turn = pose[0] * rates[3] - pose[3] * rates[0];
        let stretch = pose[0] * rates[0] + pose[3] * rates[3];
        assert!(stretch.abs() < 1e-14, "{stretch:e}");
        let to_momenta = difference(&next.reflected[..3], momenta);
        let actual = [&[turn, rates[2], rates[5]], &to_momenta[..]].concat();
        assert_close(key, &actual, &check.column(key), 1e-12);
    }
}

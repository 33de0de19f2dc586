//! The nonholonomic particle of Anahory Simoes, Marrero, Martín de Diego.

use crate::support::assert_close;
use crate::support::systems::case;

use super::{Start, assert_order};

const MODEL: &str = "nonholonomic_particle";

const START: Start<'_> = Start {
    q: &[0.0, 0.0, 0.0],
    v: &[1.0, 1.0, 0.0],
};

/// `x = asinh t`, `y = t`, `z = sqrt(1 + t^2) - 1`.
fn exact(t: f64) -> [f64; 3] {
    [t.asinh(), t, t.hypot(1.0) - 1.0]
}

/// What vanishes for two points of one exact motion.
fn exact_discrete_constraint(from: &[f64], to: &[f64]) -> f64 {
    (to[2] - from[2]) * (to[1].asinh() - from[1].asinh())
        - (to[0] - from[0]) * (to[1].hypot(1.0) - from[1].hypot(1.0))
}

#[test]
fn the_motion_from_the_origin_is_the_closed_form() {
    let run = case(MODEL).simulate("Gauss", &START, 0.05, 200);
    for sample in &run {
        let (q, t) = (&sample.state.q, sample.state.t);
        assert_close("q", q, &exact(t), 1e-10);
    }
}

#[test]
fn points_of_the_motion_satisfy_the_exact_discrete_constraint() {
    let start = Start {
        q: &[0.3, -1.2, 0.5],
        v: &[0.8, 0.9, -0.96],
    };
    let run = case(MODEL).simulate("Gauss", &start, 0.05, 60);
    for (i, from) in run.iter().enumerate() {
        for to in &run[i + 1..] {
            let residual = exact_discrete_constraint(&from.state.q, &to.state.q);
            assert!(residual.abs() < 1e-10, "{residual:e}");
        }
    }
}

/// The discrete constraint `z_1 - z_0 = (y_0 + y_1) / 2 (x_1 - x_0)` of the paper against the exact one.
#[test]
fn steps_of_mla_satisfy_the_discrete_constraint_and_the_exact_one_to_fourth_order() {
    let defects = [20_u32, 40, 80, 160].map(|steps| {
        let run = case(MODEL).simulate("Mla", &START, 2.0 / f64::from(steps), steps as usize);
        let defects = run.windows(2).map(|pair| {
            let (from, to) = (&pair[0].state.q, &pair[1].state.q);
            let midpoint = to[2] - from[2] - 0.5 * (from[1] + to[1]) * (to[0] - from[0]);
            assert!(midpoint.abs() < 1e-14, "{midpoint:e}");
            exact_discrete_constraint(from, to).abs()
        });
        defects.fold(0.0, f64::max)
    });
    println!("{defects:?}");
    let orders: Vec<_> = defects.windows(2).map(|d| (d[0] / d[1]).log2()).collect();
    assert_order("exact discrete constraint", &orders, 4.0, 0.1);
}

#[test]
fn steps_of_mla_are_the_closed_form_of_the_paper() {
    let run = case(MODEL).simulate("Mla", &START, 0.1, 100);
    for nodes in run.windows(3) {
        let [first, second, third] = [0, 1, 2].map(|k| &nodes[k].state.q);
        let (dx, dy) = (second[0] - first[0], second[1] - first[1]);
        let y = second[1];
        let (before, after) = (0.5 * (first[1] + y), 0.5 * (y + third[1]));
        let weight = |m: f64| 1.0 + y * m + dy * dy / (4.0 * (1.0 + m * m));
        let next = dx * weight(before) / weight(after);
        let expected = [second[0] + next, y + dy, second[2] + after * next];
        assert_close("step", third, &expected, 1e-13);
    }
}

#[test]
fn the_energy_error_is_of_order_four_for_mla_and_two_for_dla() {
    let case = case(MODEL);
    let mla = case.energy_orders("Mla", &START, 6.0, 60);
    assert_order("Mla", &mla, 4.0, 0.1);
    let dla = case.energy_orders("Dla", &START, 6.0, 60);
    assert_order("Dla", &dla, 2.0, 0.1);
}

//! Fields that switch.

use core::cell::Cell;

use super::*;
use crate::adaptive::taylor::taylor;

/// Gravity on a ball that bounces on a spring without mass: `v' = -1 + 100 max(-x, 0)`, with the
/// mode in place of the switch, and its value.
fn bounce(_: f64, &[x, v, mode]: &[f64; 3]) -> [f64; 3] {
    [v, -1.0 - 50.0 * (1.0 - mode) * x, 0.0]
}

fn height(_: f64, &[x, ..]: &[f64; 3]) -> [f64; 1] {
    [x]
}

/// The position and the velocity at a time, from rest at the height 1, in closed form.
fn bounced(t: f64) -> [f64; 2] {
    // Below zero the motion is `-A + B cos(10 s)`, half of it before the lowest point.
    let (fall, speed) = (2.0_f64.sqrt(), 2.0_f64.sqrt());
    let (level, radius) = (0.01, 0.01_f64.hypot(speed / 10.0));
    let half = (std::f64::consts::PI - (level / radius).acos()) / 10.0;
    let period = 2.0 * (fall + half);
    let t = t % period - fall - half;
    if t.abs() <= half {
        return [
            -level - radius * (10.0 * t).cos(),
            10.0 * radius * (10.0 * t).sin(),
        ];
    }
    let s = (t.abs() - half) - fall;
    [1.0 - 0.5 * s * s, -s * t.signum()]
}

/// Asserts that a motion meets the closed form at a hundred rows, which do not end at switches.
fn bounces(bound: f64, mut at: impl FnMut(f64) -> [f64; 3]) {
    for row in 1..=100 {
        let t = 0.37 * f64::from(row);
        let [x, v, mode] = at(t);
        let expected = bounced(t);
        let error = (x - expected[0]).abs().max((v - expected[1]).abs());
        assert!(error < bound, "{t}: {error}");
        assert_eq!(mode, x.signum());
    }
}

#[test]
fn steps_end_where_a_force_switches() {
    let mut work = Vec::new();
    for tolerance in [1e-6, 1e-9, 1e-12] {
        let mut memory = start(0.0, &[1.0, 0.0, 1.0]);
        let calls = Cell::new(0);
        bounces(500.0 * tolerance, |t| {
            let field = |t: f64, y: &[f64; 3]| {
                calls.set(calls.get() + 1);
                bounce(t, y)
            };
            dop853(&mut memory, to(t, tolerance), field, uncorrected, height).unwrap()
        });
        work.push(calls.get());
    }
    // There are 24 switches. Between them the motion is smooth.
    assert!(work[2] < 24 * 300, "{work:?}");
}

#[test]
fn series_end_where_a_force_switches() {
    // After x, v, the mode and the time: -1, 50 and 0.
    let [x, v, mode, _, weight, stiffness, zero] = [0, 1, 2, 3, 4, 5, 6];
    let terms = [
        Term::new(SeriesOp::Mul, 7, [mode, x, 0]),
        Term::new(SeriesOp::Mul, 8, [stiffness, 7, 0]),
        Term::new(SeriesOp::Mul, 9, [stiffness, x, 0]),
        Term::new(SeriesOp::Sub, 10, [8, 9, 0]),
        Term::new(SeriesOp::Add, 11, [weight, 10, 0]),
    ];
    let expansion = Expansion {
        terms: in_order(&terms, 18),
        slopes: &[v, 11, zero],
        slots: 12,
        order: 18,
    };
    let mut memory = std::vec![0.0; taylor_memory(3, 18)];
    memory[..5].copy_from_slice(&[0.0, 0.0, 1.0, 0.0, 1.0]);
    bounces(1e-11, |t| {
        let numbers = [-1.0, 50.0, 0.0];
        let correction = |_, y: &[f64; 3]| *y;
        taylor::<f64, 3, 1, 19, 12>(
            &mut memory,
            to(t, 1e-15),
            expansion,
            &numbers,
            correction,
            height,
        )
        .unwrap()
    });
}

/// Dry friction `-sign(v)` stops a body, and neither sign holds afterwards.
#[test]
fn a_motion_that_sticks_fails() {
    let field = |_: f64, &[v, mode]: &[f64; 2]| [0.3 - mode, 0.0 * v];
    let speed = |_: f64, &[v, _]: &[f64; 2]| [v];
    let mut memory = start(0.0, &[1.4, 1.0]);
    let y = dop853(&mut memory, to(1.9, 1e-9), field, uncorrected, speed).unwrap();
    assert!((y[0] - 0.07).abs() < 1e-12 && y[1] == 1.0, "{y:?}");
    let failed = dop853(&mut memory, to(3.0, 1e-9), field, uncorrected, speed).unwrap_err();
    let StepErrorKind::TooManySwitches { time, .. } = failed else {
        panic!("{failed}");
    };
    assert!((time - 2.0).abs() < 1e-6, "{time}");
}

/// A mode of zero is that of a value of zero, which may become of either sign.
#[test]
fn a_mode_begins_where_its_value_leaves_zero() {
    for push in [3.0, -3.0] {
        let field = |_: f64, &[_, mode]: &[f64; 2]| [push - mode, 0.0];
        let mut memory = start(0.0, &[0.0, 0.0]);
        let speed = |_: f64, &[v, _]: &[f64; 2]| [v];
        let y = dop853(&mut memory, to(1.0, 1e-9), field, uncorrected, speed).unwrap();
        assert!((y[0] - (push - push.signum())).abs() < 1e-11, "{y:?}");
        assert_eq!(y[1], push.signum());
    }
}

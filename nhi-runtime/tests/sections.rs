//! Poincaré sections, ranges of several functions and solver statistics over the oscillator.

mod oscillator;

use core::f64::consts::PI;
use core::ops::ControlFlow;
use nhi_runtime::{
    Crossing, CrossingOf, Crossings, Direction, Extremes, Ranges, Sample, SampleOf, Stepper,
    observer, simulate,
};
use oscillator::Oscillator;

const OMEGA: f64 = 2.0;

fn free(_: f64) -> [f64; 1] {
    [0.0]
}

/// The crossings of `q = level` in a run of `cos(omega t)` over ten units of time.
fn crossings(h: f64, direction: Direction, level: f64) -> Vec<CrossingOf<Oscillator>> {
    let oscillator = Oscillator::new(OMEGA, h);
    let state = oscillator.start(0.0, [1.0], [0.0], &free).unwrap();
    let mut found = Vec::new();
    let mut section = Crossings::new(
        &oscillator,
        direction,
        |sample| sample.q[0] - level,
        |crossing| {
            found.push(*crossing);
            ControlFlow::Continue(())
        },
    );
    let steps = (10.0 / h).round() as u64;
    simulate(&oscillator, state, &free, steps, &mut section).unwrap();
    found
}

#[test]
fn crossings_are_found_in_the_step_that_contains_them() {
    for (direction, first, period) in [
        (Direction::Downwards, 0.25, 1.0),
        (Direction::Upwards, 0.75, 1.0),
        (Direction::Both, 0.25, 0.5),
    ] {
        let found = crossings(0.01, direction, 0.0);
        let times: Vec<f64> = (0..)
            .map(|k| (first + period * f64::from(k)) * 2.0 * PI / OMEGA)
            .take_while(|&t| t < 10.0)
            .collect();
        assert_eq!(found.len(), times.len(), "{direction:?}");
        for (crossing, t) in found.iter().zip(times) {
            // The scheme lags by h^2 omega^2 / 24 of the time.
            assert!(crossing.before.t < t + 1e-3 && crossing.after.t > t - 1e-3);
            assert!((crossing.after.t - crossing.before.t - 0.01).abs() < 1e-12);
            assert_eq!(crossing.values, [crossing.before.q[0], crossing.after.q[0]]);
        }
    }
}

/// A step of exact harmonic motion around the first crossing of `cos t = 0`.
fn exact(h: f64) -> Crossing<f64, [f64; 1], [f64; 1], ()> {
    let [before, after] = [-0.3, 0.7].map(|part: f64| {
        let t = 0.5 * PI + part * h;
        let (q, v) = ([t.cos()], [-t.sin()]);
        Sample {
            t,
            q,
            v,
            lambda: (),
        }
    });
    let values = [before.q[0], after.q[0]];
    Crossing {
        before,
        after,
        values,
    }
}

/// The errors of time and velocity at a crossing that is known.
fn errors(sample: &Sample<f64, [f64; 1], [f64; 1], ()>) -> [f64; 2] {
    [(sample.t - 0.5 * PI).abs(), (sample.v[0] + 1.0).abs()]
}

#[test]
fn linear_refinement_has_the_second_order_and_cubic_refinement_the_fourth() {
    let [coarse, fine] = [0.2, 0.1].map(exact);
    // q'' vanishes on this section, so that the chord is better than its order; v is not.
    let [linear, half] = [coarse, fine].map(|crossing| errors(&crossing.linear())[1]);
    let order = (linear / half).log2();
    assert!((order - 2.0).abs() < 0.1, "{order}");
    assert!(linear < 5e-3);
    for (what, at_least) in [(0, 3.9), (1, 2.9)] {
        let [cubic, half] =
            [coarse, fine].map(|crossing| errors(&crossing.cubic(|s| s.q[0]))[what]);
        let order = (cubic / half).log2();
        assert!(order > at_least, "{order}: {cubic:e}, {half:e}");
        assert!(cubic < 1e-5);
    }
}

#[test]
fn a_cubic_motion_is_refined_to_round_off() {
    // q = t^3 - 2 t, from t = 1 to 2: zero at sqrt 2, where v = 4.
    let [before, after] = [1.0, 2.0].map(|t: f64| Sample {
        t,
        q: [t.powi(3) - 2.0 * t],
        v: [3.0 * t * t - 2.0],
        lambda: (),
    });
    let values = [before.q[0], after.q[0]];
    let refined = Crossing {
        before,
        after,
        values,
    }
    .cubic(|sample| sample.q[0]);
    assert!((refined.t - 2.0_f64.sqrt()).abs() < 4e-16, "{refined:?}");
    assert!(refined.q[0].abs() < 2e-15 && (refined.v[0] - 4.0).abs() < 4e-15);
}

#[test]
fn the_fraction_of_a_crossing_is_where_the_chord_is_zero() {
    for (values, fraction) in [([-1.0, 3.0], 0.25), ([3.0, -1.0], 0.75), ([0.0, 2.0], 0.0)] {
        let crossing = Crossing {
            values,
            ..exact(0.1)
        };
        assert_eq!(crossing.fraction(), fraction);
        let [from, to] = [crossing.before.t, crossing.after.t];
        let t = from + fraction * (to - from);
        assert!((crossing.linear().t - t).abs() < 1e-15);
    }
}

/// The numbers of the states at which a function with these values crosses zero.
fn crossings_of(values: &[f64], direction: Direction) -> Vec<usize> {
    let oscillator = Oscillator::new(OMEGA, 1.0);
    let state = oscillator.start(0.0, [0.0], [0.0], &free).unwrap();
    let mut found = Vec::new();
    let mut section = Crossings::new(
        &oscillator,
        direction,
        |sample| values[sample.t as usize],
        |crossing| {
            found.push(crossing.after.t as usize);
            ControlFlow::Continue(())
        },
    );
    let steps = values.len() as u64 - 1;
    simulate(&oscillator, state, &free, steps, &mut section).unwrap();
    found
}

#[test]
fn zeros_touches_and_gaps_are_told_from_crossings() {
    let both = |values: &[f64]| crossings_of(values, Direction::Both);
    assert_eq!(both(&[-1.0, 1.0, -1.0]), [1, 2]);
    assert_eq!(both(&[-1.0, 0.0, 1.0]), [2], "on the section for a state");
    assert_eq!(both(&[-1.0, 0.0, 0.0, 1.0]), [3], "along the section");
    assert_eq!(both(&[-1.0, 0.0, -1.0]), [0; 0], "a touch");
    assert_eq!(both(&[1.0, 0.0, -1.0]), [2], "on the section from above");
    assert_eq!(both(&[1.0, 0.0, 1.0]), [0; 0], "a touch from above");
    assert_eq!(both(&[0.0, 1.0]), [0; 0], "a start on the section");
    assert_eq!(both(&[-1.0, f64::NAN, 1.0, -1.0]), [3], "a gap");
    assert_eq!(crossings_of(&[-1.0, 1.0, -1.0], Direction::Upwards), [1]);
    assert_eq!(crossings_of(&[-1.0, 1.0, -1.0], Direction::Downwards), [2]);
}

#[test]
fn a_crossing_can_end_a_run_and_other_observers_see_the_state_behind_it() {
    let oscillator = Oscillator::new(OMEGA, 0.01);
    let state = oscillator.start(0.0, [1.0], [0.0], &free).unwrap();
    let mut count = 0;
    let second = Crossings::new(
        &oscillator,
        Direction::Both,
        |sample: &SampleOf<Oscillator>| sample.q[0],
        |_: &CrossingOf<Oscillator>| {
            count += 1;
            if count == 2 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    let mut last = 0.0;
    let watch = observer(&oscillator, |_, _, sample| {
        last = sample.t;
        ControlFlow::Continue(())
    });
    let energy = Extremes::new(&oscillator, |sample| oscillator.energy(sample));
    let mut all = (second, energy, watch);
    let end = simulate(&oscillator, state, &free, 10_000, &mut all).unwrap();
    assert!(all.1.range().unwrap().deviation() < 1e-3);
    // The second zero of cos(2 t) is at 3/4 pi = 2.356.
    assert_eq!((oscillator.time(&end), last), (2.36, 2.36));
}

#[test]
fn a_new_run_does_not_cross_from_the_end_of_the_old_one() {
    let oscillator = Oscillator::new(OMEGA, 0.01);
    let mut count = 0;
    let mut section = Crossings::new(
        &oscillator,
        Direction::Both,
        |sample| sample.q[0],
        |_| {
            count += 1;
            ControlFlow::Continue(())
        },
    );
    for q in [1.0, -1.0, 1.0] {
        let state = oscillator.start(0.0, [q], [0.0], &free).unwrap();
        simulate(&oscillator, state, &free, 50, &mut section).unwrap();
    }
    assert_eq!(count, 0);
}

#[test]
fn ranges_of_several_functions_are_those_of_each() {
    let oscillator = Oscillator::new(OMEGA, 0.01);
    let state = oscillator.start(0.0, [1.0], [0.0], &free).unwrap();
    let both = Ranges::new(&oscillator, |sample| [sample.q[0], sample.v[0]]);
    let first = Extremes::new(&oscillator, |sample: &SampleOf<Oscillator>| sample.q[0]);
    let second = Extremes::new(&oscillator, |sample: &SampleOf<Oscillator>| sample.v[0]);
    assert_eq!(both.ranges(), None);
    let mut all = (both, first, second);
    simulate(&oscillator, state, &free, 500, &mut all).unwrap();
    let [q, v] = all.0.ranges().unwrap();
    assert_eq!((Some(q), Some(v)), (all.1.range(), all.2.range()));
    assert!((q.minimum + 1.0).abs() < 1e-3 && (v.maximum - OMEGA).abs() < 1e-3);
}

//! Velocities that alternate.

use nhi_runtime::{Alternation, Concern, Watch};

use crate::found;

/// Velocities of a run, one after the other.
fn alternating(values: impl Iterator<Item = f64>, floor: f64) -> Watch<f64> {
    let (mut watch, mut alternation) = (Watch::default(), Alternation::default());
    for (step, value) in (0_u32..).zip(values) {
        let t = 0.1 * f64::from(step);
        watch.alternate(step.into(), t, &[value], |_| floor, &mut alternation);
    }
    watch
}

#[test]
fn a_velocity_that_changes_its_sign_in_every_step_is_found_and_a_resolved_one_is_not() {
    let sign = |k: i32| if k % 2 == 0 { 1.0 } else { -1.0 };
    for (mean, factor) in [(0.0, 0.96), (1.0, 1.0), (0.0, 1.05)] {
        let values = (0..40).map(|k| mean + sign(k) * f64::powi(factor, k));
        let watch = alternating(values, 1e-9);
        assert_eq!(found(&watch), [Concern::Alternation], "{mean} {factor}");
    }
    // Round-off beside a motion, and about a large mean.
    assert!(alternating((0..40).map(|k| 1e-12 * sign(k)), 1e-9).is_quiet());
    assert!(alternating((0..40).map(|k| 1.0 + 1e-12 * sign(k)), 1e-9).is_quiet());
    // Five steps in a period are not resolved, but do not turn round in each either.
    for steps_in_a_period in [5.0, 8.0, 20.0, 1000.0] {
        let angle = std::f64::consts::TAU / steps_in_a_period;
        let watch = alternating((0..2000).map(|k| (angle * f64::from(k)).sin()), 1e-9);
        assert!(watch.is_quiet(), "{steps_in_a_period}");
    }
}

#[test]
fn an_alternation_that_is_small_for_a_faster_motion_is_taken_back() {
    let start = (0..10).map(|k| if k % 2 == 0 { 0.01 } else { -0.01 });
    assert!(!alternating(start.clone(), 0.0).is_quiet());
    let watch = alternating(start.chain((0..10).map(f64::from)), 0.0);
    assert!(watch.is_quiet());
}

#[test]
fn states_that_are_not_looked_at_one_by_one_show_no_alternation() {
    let (mut watch, mut alternation) = (Watch::default(), Alternation::default());
    for k in 0..40_u32 {
        let value = if k % 2 == 0 { 1.0 } else { -1.0 };
        let t = f64::from(k);
        watch.alternate((3 * k).into(), t, &[value], |_| 0.0, &mut alternation);
    }
    assert!(watch.is_quiet());
}

//! Clocks and control signals.

use nhi_runtime::{Clock, ControlSignal, Real};
use proptest::prelude::*;

/// What a generated control struct looks like: it stands for itself, held over the step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Steering<T> {
    torque: T,
}

impl<T: Real> ControlSignal<T, Steering<T>> for Steering<T> {
    fn at(&self, _: T) -> Self {
        *self
    }
}

/// Stands for a generic step that takes its controls as an argument.
fn torque_at(t: f64, controls: &impl ControlSignal<f64, Steering<f64>>) -> f64 {
    controls.at(t).torque
}

fn bang_bang(t: f64) -> Steering<f64> {
    Steering {
        torque: if t < 1.0 { 1.0 } else { -1.0 },
    }
}

#[test]
fn closures_functions_and_control_structs_are_signals_of_the_same_controls() {
    let gain = 3.0;
    assert_eq!(torque_at(2.0, &|t: f64| Steering { torque: gain * t }), 6.0);
    assert_eq!(torque_at(2.0, &bang_bang), -1.0);
    assert_eq!(torque_at(2.0, &Steering { torque: 0.5 }), 0.5);
}

#[test]
fn unit_and_closures_to_unit_are_the_signals_of_a_system_without_controls() {
    fn accepts(controls: &impl ControlSignal<f32, ()>) {
        controls.at(0.0);
    }
    accepts(&());
    accepts(&|_: f32| ());
}

#[test]
fn a_clock_stops_at_the_last_count_instead_of_overflowing() {
    let last = Clock {
        origin: 1.0,
        steps: u64::MAX,
    };
    assert_eq!(last.next(), last);
}

#[test]
fn a_million_steps_of_a_tenth_end_at_the_nearest_number_to_a_hundred_thousand() {
    let mut clock = Clock::new(0.0);
    let mut summed = 0.0;
    for _ in 0..1_000_000 {
        clock = clock.next();
        summed += 0.1;
    }
    assert_eq!(clock.time(0.1), 1e5);
    assert!(f64::abs(summed - 1e5) > 1e-7, "summing up has no such luck");
}

proptest! {
    #[test]
    fn time_is_origin_plus_steps_times_h_to_two_roundings(
        origin in -1e3..1e3_f64,
        steps in 0..1_000_000_000_u64,
        h in prop_oneof![-1.0..-1e-6_f64, 1e-6..1.0_f64],
    ) {
        let clock = Clock { origin, steps };
        let travelled = steps as f64 * h;
        prop_assert_eq!(clock.time(h), origin + travelled);
        if steps < 1_000_000_000 {
            prop_assert!((clock.next().time(h) - clock.time(h)) * h.signum() >= 0.0);
        }
    }
}

//! Changes of the speed.

use nhi_runtime::{Concern, NewtonReport, Signs, Watch};

/// Looks at speeds of states, each so many steps behind the one before.
fn watched_speeds(speeds: &[f64], stride: u64) -> Watch<f64> {
    let mut watch = Watch::default();
    for (place, speed) in (0..).zip(speeds) {
        let steps = place * stride;
        let signs = Signs {
            kinetic: 0.5 * speed * speed,
            ..Signs::default()
        };
        watch.look(steps, 0.1 * steps as f64, &signs, &NewtonReport::default());
    }
    watch
}

#[test]
fn a_jump_of_the_speed_is_found_however_large_it_is() {
    for jump in [2.5, 10.0, 1e100] {
        let watch = watched_speeds(&[1.0, 1.1, 1.2, 1.2 * jump], 1);
        let finding = *watch.findings().next().unwrap();
        assert_eq!(finding.concern, Concern::Speed);
        assert!((finding.level - (1.0 - 1.0 / jump)).abs() < 1e-12);
        assert!((finding.since - 0.3).abs() < 1e-12);
    }
    assert!(watched_speeds(&[1.0, 1.1, 1.2, 1.9], 1).is_quiet());
    assert!(!watched_speeds(&[2.0, 2.1, 0.9], 1).is_quiet());
}

#[test]
fn a_start_from_rest_is_no_jump() {
    assert!(watched_speeds(&[0.0, 1.0], 1).is_quiet(), "no scale yet");
    let ramp: Vec<f64> = (0..10).map(|k| f64::from(k * k)).collect();
    assert!(!watched_speeds(&ramp[..3], 1).is_quiet());
    assert!(watched_speeds(&ramp, 1).is_quiet(), "taken back");
}

#[test]
fn the_change_of_the_speed_is_that_of_each_step_where_not_all_are_looked_at() {
    let speeds = [1.0, 1.9];
    let level = |stride| {
        watched_speeds(&speeds, stride)
            .level(Concern::Speed)
            .unwrap()
    };
    assert!((level(1) - 0.9 / 1.9).abs() < 1e-12);
    assert!((level(9) - 0.1 / 1.9).abs() < 1e-12);
}

#[test]
fn an_indefinite_metric_has_no_speed() {
    let mut watch = Watch::default();
    for (steps, kinetic) in [(0, 1.0), (1, -1.0), (2, 1.0)] {
        let signs = Signs {
            kinetic,
            ..Signs::default()
        };
        watch.look(steps, steps as f64, &signs, &NewtonReport::default());
    }
    assert!(watch.is_quiet());
}

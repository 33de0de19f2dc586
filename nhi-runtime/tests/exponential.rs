//! The exponential map where steps fail, speeds are large and nothing moves. The tests of generated
//! steppers hold it against closed forms.

#[allow(dead_code, reason = "steps and samples alone")]
mod oscillator;
mod particle;

use std::cell::Cell;

use nhi_runtime::{
    ExponentialError, ExponentialMap, NewtonFailure, NewtonReport, SetupError, StepErrorKind,
};
use oscillator::Oscillator;
use particle::{Particle, project};

/// From rest at 1; whole steps of 3 overshoot to -3.5, which is out of range, where the motion never is.
#[test]
fn a_step_that_fails_is_divided() {
    let stepper = |h: f64| {
        let mut oscillator = Oscillator::new(1.0, h);
        oscillator.range = 2.0;
        Ok(oscillator)
    };
    let map = ExponentialMap::new(3.0, stepper, |_: &[f64; 1], v: &[f64; 1]| *v);
    let unresolved = map.exp(&[1.0], &[0.0], &|_: f64| [0.0]).unwrap_err();
    let ExponentialError::Unresolved { substeps, error } = unresolved else {
        panic!("{unresolved}");
    };
    assert_eq!(substeps, 4096);
    // A scheme of second order does not reach round-off. With steps of `s` its phase is off by `t s^2 / 24` and its
    // speed by a factor `1 - s^2 / 8`; with twice the step by four times as much.
    let s = 3.0 / 4096.0;
    let expected = s * s * (3.0 * 3.0 / 24.0 / 3_f64.tan().abs() + 3.0 / 8.0);
    assert!((error / expected - 1.0).abs() < 1e-3, "{error} {expected}");
}

#[test]
fn initial_values_that_no_step_size_mends_are_refused_at_once() {
    let set_up = Cell::new(0);
    let stepper = |h: f64| {
        set_up.set(set_up.get() + 1);
        Ok(Particle::with_step(h))
    };
    let map = ExponentialMap::new(0.5, stepper, project);
    let refused = map.exp(&[0.0; 3], &[1.0, f64::NAN, 0.0], &()).unwrap_err();
    assert!(
        matches!(refused, ExponentialError::Step(error) if error.kind == StepErrorKind::NonFiniteInput)
    );
    let refused = map.exp(&[0.0; 3], &[1.0, 1.0, 1.0], &()).unwrap_err();
    assert!(
        matches!(refused, ExponentialError::Step(error) if matches!(error.kind, StepErrorKind::OffConstraints { .. }))
    );
    assert_eq!(set_up.get(), 2);
}

/// The path of speed one, a million times as fast: errors are relative to the speed.
#[test]
fn errors_are_relative_to_the_largest_entries() {
    let fast = 1e6;
    let map = ExponentialMap::new(0.5 / fast, |h| Ok(Particle::with_step(h)), project);
    let end = map.exp(&[0.0; 3], &[fast, fast, 0.0], &()).unwrap();
    assert!((end.q[0] - 0.5_f64.asinh()).abs() < 1e-14, "{end:?}");
    assert!(end.error < 1e-13, "{end:?}");
    let back = map.inverse(&[0.0; 3], &end.q, &()).unwrap();
    assert!((back.v[0] / fast - 1.0).abs() < 1e-13, "{back:?}");
    assert!(back.iterations > 0, "{back:?}");
}

#[test]
fn what_rests_stays_where_it_is() {
    let map = ExponentialMap::new(0.5, |h| Ok(Particle::with_step(h)), project);
    let end = map.exp(&[0.0; 3], &[0.0; 3], &()).unwrap();
    assert_eq!((end.q, end.v, end.error), ([0.0; 3], [0.0; 3], 0.0));
    let back = map.inverse(&[0.0; 3], &[0.0; 3], &()).unwrap();
    assert_eq!(back.v, [0.0; 3]);
}

#[test]
fn errors_say_what_happened_and_what_to_do() {
    let setup = SetupError::StepSize { h: 0.0 };
    let text = setup.to_string();
    assert_eq!(ExponentialError::<f64>::from(setup).to_string(), text);
    let unresolved = ExponentialError::<f64>::Unresolved {
        substeps: 4096,
        error: 0.125,
    };
    let text = unresolved.to_string();
    for piece in ["0.125", "4096 substeps", "shorter time"] {
        assert!(text.contains(piece), "{text}");
    }
    let failure = NewtonFailure::Diverged(NewtonReport::<f64> {
        iterations: 30,
        ..NewtonReport::default()
    });
    let text = ExponentialError::Inverse(failure).to_string();
    assert!(
        text.contains("30 iterations") && text.contains("nearer one"),
        "{text}"
    );
}

#[test]
fn a_map_shows_its_times() {
    let map = ExponentialMap::new(0.5, |h| Ok(Particle::with_step(h)), project).from_time(2.0);
    let shown = format!("{map:?}");
    assert!(
        shown.contains("h: 0.5") && shown.contains("time: 2.0"),
        "{shown}"
    );
}

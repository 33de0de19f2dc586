//! The observer of runs.

use nhi_runtime::{
    Concern, Controlled, HeldControls, SampleOf, Signs, Stepper, WatchLimits, Watched, Watching,
    simulate,
};

use crate::oscillator::{Node, Oscillator};

/// The energy of the oscillator, which its scheme all but keeps.
struct Spring;

impl Watched<Oscillator> for Spring {
    fn signs(
        &self,
        stepper: &Oscillator,
        _: &Node,
        sample: &SampleOf<Oscillator>,
        _: Option<&[f64; 1]>,
    ) -> Signs<f64> {
        let [v] = sample.v;
        Signs {
            energy: Some(stepper.energy(sample)),
            kinetic: 0.5 * v * v,
            ..Signs::default()
        }
    }
}

/// Half a period of the oscillator under watch, from its largest speed on, with the given limit of the energy.
fn half_a_period(limit: f64) -> Watching<'static, Spring, f64> {
    let oscillator = Oscillator::new(1.0, 0.5);
    let mut limits = WatchLimits::default();
    limits.energy = limit;
    let mut watch = Watching::within(&Spring, limits);
    let unforced = |_: f64| [0.0];
    let state = oscillator.start(0.0, [0.0], [1.0], &unforced).unwrap();
    simulate(&oscillator, state, &unforced, 6, &mut watch).unwrap();
    watch
}

#[test]
fn every_state_of_a_run_is_looked_at() {
    let quiet = half_a_period(0.07);
    assert!(quiet.is_quiet());
    assert_eq!(quiet.findings().count(), 0);
    // The scheme keeps v^2 + (1 - h^2 / 4) q^2, so the energy is off by h^2 / 4 q^2 of its start, at most
    // by 1 / 15: it passes 0.05 between the second step, 0.048, and the third.
    let busy = half_a_period(0.05);
    let finding = *busy.findings().next().unwrap();
    assert_eq!((finding.concern, finding.since), (Concern::Energy, 1.5));
    assert!(
        finding.worst > 0.06 && finding.worst < 0.0667,
        "{finding:?}"
    );
    assert!(!busy.is_quiet());
    assert_eq!(busy.watch().findings().next(), Some(&finding));
    assert!(busy.watch().level(Concern::Energy).unwrap() < 0.05);
}

#[test]
fn controls_of_a_loop_of_ones_own_are_watched_too() {
    let mut watch = Watching::new(&Spring);
    let mut held = HeldControls::default();
    for (t, torque) in [(0.0, 1.0), (0.5, 0.5)] {
        watch.hold(t, [torque], &mut held);
    }
    let concerns = watch
        .findings()
        .map(|finding| (finding.concern, finding.since));
    assert!(concerns.eq([(Concern::HeldControl, 0.5)]));
}

#[test]
fn a_run_under_a_control_law_shows_the_signs_of_the_stepper_within() {
    let law = |_: f64, _: &[f64; 1], _: &[f64; 1]| [0.0];
    let oscillator = Oscillator::new(1.0, 0.5);
    let controlled = Controlled::new(oscillator.clone(), 0.5, law).unwrap();
    let state = controlled.start(0.0, [0.5], [1.0]).unwrap();
    let sample = controlled.sample(&state).unwrap();
    let signs = Spring.signs(&controlled, &state, &sample, None);
    assert_eq!(signs.energy, Some(0.625));
    assert_eq!(
        signs,
        Spring.signs(&oscillator, &state.state, &sample, None)
    );
}

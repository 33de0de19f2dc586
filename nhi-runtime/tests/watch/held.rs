//! Controls that steps hold.

use nhi_runtime::{Concern, HeldControls, Watch};

use crate::found;

#[test]
fn equal_changes_of_a_held_control_are_found_at_the_first_of_them() {
    let (mut watch, mut held) = (Watch::default(), HeldControls::default());
    for (t, control) in [(0.0, 1.0), (0.1, 0.75), (0.2, 0.5), (0.3, 0.5)] {
        watch.hold(t, [control], &mut held);
    }
    assert_eq!(watch.findings().next().unwrap().since, 0.1);
}

#[test]
fn a_held_control_that_becomes_larger_takes_back_what_was_found() {
    let (mut watch, mut held) = (Watch::default(), HeldControls::default());
    watch.hold(0.0, [0.0, 1.0], &mut held);
    assert_eq!(watch.level(Concern::HeldControl), Some(0.0));
    watch.hold(0.1, [0.01, 1.05], &mut held);
    assert_eq!(
        found(&watch),
        [Concern::HeldControl],
        "from zero to all it is"
    );
    for k in 2..21 {
        let t = 0.1 * f64::from(k);
        watch.hold(t, [0.1 * t, 1.05], &mut held);
    }
    assert!(watch.is_quiet(), "{:?}", watch.findings().next());
    watch.hold(2.1, [0.2, 0.8], &mut held);
    let finding = *watch.findings().next().unwrap();
    assert_eq!(finding.since, 2.1);
    assert!((finding.worst - 0.25 / 1.05).abs() < 1e-15, "{finding:?}");
}

#[test]
fn controls_that_are_always_zero_have_no_level() {
    let (mut watch, mut held) = (Watch::<f64>::default(), HeldControls::default());
    for t in [0.0, 0.1] {
        watch.hold(t, [0.0], &mut held);
    }
    assert_eq!(watch.level(Concern::HeldControl), None);
    assert!(watch.is_quiet());
}

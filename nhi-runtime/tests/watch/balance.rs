//! The balance of energy and work.

use nhi_runtime::{Concern, NewtonReport, Signs, Watch};

use crate::{found, look};

/// Looks at a fall through a viscous medium, exact, as if a share `lost` of the power were missing.
fn watched_fall(lost: f64, h: f64, steps: u64) -> Watch<f64> {
    let mut watch = Watch::default();
    for step in 0..=steps {
        let t = h * step as f64;
        // m = 1, drag 1: v' = -v, from v = 1.
        let v = (-t).exp();
        let signs = Signs {
            energy: Some(0.5 * v * v),
            power: Some(-v * v * (1.0 - lost)),
            kinetic: 0.5 * v * v,
            ..Signs::default()
        };
        watch.look(step, t, &signs, &NewtonReport::default());
    }
    watch
}

#[test]
fn the_balance_of_an_exact_motion_is_right_to_fourth_order_and_missing_work_is_found() {
    for h in [0.1, 0.2, 0.4] {
        let quiet = watched_fall(0.0, h, 100);
        assert!(quiet.is_quiet(), "{h}: {:?}", quiet.findings().next());
    }
    let level = |h: f64| watched_fall(0.0, h, (8.0 / h) as u64).level(Concern::EnergyBalance);
    assert!(level(0.02).unwrap() < 1e-6, "{:?}", level(0.02));
    assert_eq!(
        found(&watched_fall(0.2, 0.02, 100)),
        [Concern::EnergyBalance]
    );
    assert!(watched_fall(0.02, 0.02, 100).is_quiet());
}

#[test]
fn the_energy_of_a_motion_without_power_is_not_taken_for_a_balance() {
    let quiet = watched_fall(0.0, 0.1, 10);
    assert_eq!(quiet.level(Concern::Energy), None);
    let mut kept = Watch::default();
    look(&mut kept, 0.0, 1.0, 1.0);
    assert_eq!(kept.level(Concern::EnergyBalance), None);
}

#[test]
fn a_balance_with_unknown_controls_has_no_level() {
    let mut watch = Watch::default();
    for step in 0..5 {
        let signs = Signs {
            energy: Some(f64::from(step)),
            power: Some(f64::NAN),
            kinetic: 1.0,
            ..Signs::default()
        };
        watch.look(0, f64::from(step), &signs, &NewtonReport::default());
    }
    assert_eq!(watch.level(Concern::EnergyBalance), None);
    assert!(watch.is_quiet());
}

/// Between two rows, a method with its own step size makes steps that no row shows.
#[test]
fn methods_with_their_own_step_size_have_no_balance() {
    let mut watch = Watch::default();
    for step in 0..5 {
        let signs = Signs {
            // A push between the second and the third row.
            energy: Some(if step < 2 { 1.0 } else { 2.0 }),
            power: Some(0.0),
            kinetic: 1.0,
            adaptive: true,
            ..Signs::default()
        };
        watch.look(step, step as f64, &signs, &NewtonReport::default());
    }
    assert_eq!(watch.level(Concern::EnergyBalance), None);
    assert!(watch.is_quiet());
}

/// A shorter distance of rows does not change the steps of a method that chooses them.
#[test]
fn the_remedy_of_methods_with_their_own_step_size_is_the_tolerance() {
    let remedy = |adaptive| {
        let mut watch = Watch::default();
        for (step, energy) in [(0, 1.0), (1, 2.0)] {
            let signs = Signs {
                energy: Some(energy),
                kinetic: 1.0,
                adaptive,
                ..Signs::default()
            };
            watch.look(step, step as f64, &signs, &NewtonReport::default());
        }
        let finding = watch.findings().next().unwrap();
        finding.describe("X").to_string()
    };
    assert!(remedy(true).contains("take a smaller tolerance"));
    assert!(remedy(false).contains("take a shorter step"));
}

/// Energy that is brought in and taken out for ever is no growing error, if each share is right.
#[test]
fn a_small_error_of_exchanged_energy_does_not_add_up_for_ever() {
    let mut watch = Watch::default();
    let h = 0.05;
    let mut energy = 1.0;
    for step in 0..100_000_u32 {
        let t = h * f64::from(step);
        // Drive and drag exchange the kinetic energy at the rate of one; one per cent is lost.
        let power = t.cos();
        let signs = Signs {
            energy: Some(energy),
            power: Some(power),
            kinetic: 1.0,
            ..Signs::default()
        };
        watch.look(step.into(), t, &signs, &NewtonReport::default());
        energy += (t + h).sin() - t.sin() + 0.01 * h * power.abs();
    }
    assert!(watch.is_quiet(), "{:?}", watch.findings().next());
}

//! The watch over runs: what it finds, what it leaves alone, what it takes back.

mod oscillator;

use nhi_runtime::{
    Alternation, Concern, ContactSign, Controlled, HeldControls, NewtonReport, SampleOf, Signs,
    Stepper, Watch, WatchLimits, Watched, Watching, simulate,
};
use oscillator::{Node, Oscillator};

fn look(watch: &mut Watch<f64>, t: f64, energy: f64, kinetic: f64) {
    let signs = Signs {
        energy: Some(energy),
        kinetic,
        ..Signs::default()
    };
    watch.look(0, t, &signs, &NewtonReport::default());
}

fn found(watch: &Watch<f64>) -> Vec<Concern> {
    watch.findings().map(|finding| finding.concern).collect()
}

#[test]
fn each_concern_is_found_beyond_its_limit_and_not_at_it() {
    let limits = WatchLimits::<f64>::default();
    for concern in Concern::ALL {
        let limit = limits.of(concern);
        let mut watch = Watch::new(limits);
        watch.weigh(1.0, concern, limit);
        assert!(watch.is_quiet(), "{concern:?}");
        // A distance is the worse the smaller it is.
        let [bad, worst, good] = match concern {
            Concern::Pole => [0.5 * limit, 0.25 * limit, 2.0 * limit],
            _ => [1.5 * limit, 4.0 * limit, 0.0],
        };
        watch.weigh(2.0, concern, bad);
        watch.weigh(3.0, concern, worst);
        watch.weigh(4.0, concern, good);
        let finding = *watch.findings().next().unwrap();
        assert_eq!((finding.concern, finding.since), (concern, 2.0));
        assert_eq!((finding.level, finding.worst), (bad, worst));
        assert_eq!(watch.level(concern), Some(good));
        assert_eq!(found(&watch), [concern]);
    }
}

#[test]
fn a_level_that_is_no_number_is_found() {
    let mut watch = Watch::default();
    watch.weigh(0.0, Concern::Turn, f64::NAN);
    assert_eq!(found(&watch), [Concern::Turn]);
}

/// Where the numbers overflow, a share of them is infinity by infinity.
#[test]
fn no_concern_is_described_in_numbers_that_are_none() {
    for concern in Concern::ALL {
        for level in [f64::NAN, f64::INFINITY] {
            let mut watch = Watch::default();
            watch.weigh(2.5, concern, level);
            let overflown = watch
                .findings()
                .next()
                .map(|finding| finding.describe("Rk").to_string());
            let Some(overflown) = overflown else {
                assert_eq!(
                    concern,
                    Concern::Pole,
                    "nothing is farther from a pole than infinity"
                );
                continue;
            };
            let said = "is no number since t = 2.5: the numbers of the run overflow; the step of `Rk` is too long";
            assert!(overflown.contains(said), "{overflown}");
            let named = match concern {
                Concern::Newton => "iterations",
                _ => concern.key().rsplit('_').next().unwrap(),
            };
            let what = overflown.split(" is no number").next().unwrap();
            assert!(what.contains(named), "{overflown}");
            assert!(
                !overflown.contains("NaN") && !overflown.contains("inf"),
                "{overflown}"
            );
        }
        let (mut watch, limits) = (Watch::default(), WatchLimits::<f64>::default());
        let bad = if concern == Concern::Pole { 0.5 } else { 2.0 };
        watch.weigh(1.0, concern, bad * limits.of(concern));
        watch.weigh(2.0, concern, f64::NAN);
        let later = watch.findings().next().unwrap().describe("Rk").to_string();
        assert!(
            later.contains("since t = 1") && later.contains("later no number at all"),
            "{later}"
        );
        assert!(!later.contains("NaN"), "{later}");
    }
}

#[test]
fn energies_are_compared_with_the_largest_kinetic_energy() {
    let mut watch = Watch::default();
    look(&mut watch, 0.0, 5.0, 10.0);
    look(&mut watch, 1.0, 5.4, 0.1);
    assert!(watch.is_quiet());
    assert!((watch.level(Concern::Energy).unwrap() - 0.04).abs() < 1e-15);
    look(&mut watch, 2.0, 5.6, 0.1);
    assert_eq!(found(&watch), [Concern::Energy]);
}

#[test]
fn what_a_motion_from_rest_gave_cause_for_is_taken_back_once_it_is_fast() {
    let mut watch = Watch::default();
    look(&mut watch, 0.0, 1.0, 0.0);
    assert_eq!(watch.level(Concern::Energy), None, "rest is no scale");
    look(&mut watch, 0.1, 1.0 + 1e-6, 2e-6);
    assert_eq!(found(&watch), [Concern::Energy]);
    look(&mut watch, 1.0, 1.0 + 1e-6, 1.0);
    assert!(watch.is_quiet());
    look(&mut watch, 2.0, 1.2, 1.0);
    look(&mut watch, 3.0, 1.0, 3.0);
    let finding = *watch.findings().next().unwrap();
    assert_eq!(finding.since, 2.0);
    for level in [finding.level, finding.worst] {
        assert!((level - 0.2 / 3.0).abs() < 1e-15, "{finding:?}");
    }
}

#[test]
fn what_a_faster_motion_leaves_at_its_limit_is_taken_back() {
    let mut limits = WatchLimits::default();
    limits.energy = 0.25;
    let mut watch = Watch::new(limits);
    look(&mut watch, 0.0, 1.0, 1.0);
    look(&mut watch, 1.0, 1.5, 1.0);
    assert_eq!(found(&watch), [Concern::Energy]);
    look(&mut watch, 2.0, 1.5, 2.0);
    assert!(watch.is_quiet(), "{:?}", watch.findings().next());
}

#[test]
fn what_a_program_weighs_itself_is_kept_while_the_model_rests() {
    let mut watch = Watch::default();
    watch.weigh(0.0, Concern::Energy, 0.5);
    look(&mut watch, 0.0, 1.0, 0.0);
    assert_eq!(found(&watch), [Concern::Energy]);
}

#[test]
fn residuals_count_by_the_share_of_the_largest_speed() {
    let mut watch = Watch::<f64>::default();
    for (steps, kinetic) in [(0, 4.0), (1, 1.0)] {
        let signs = Signs {
            kinetic,
            residual: Some(0.008),
            ..Signs::default()
        };
        watch.look(steps, 0.0, &signs, &NewtonReport::default());
        // Half the speed.
        let level = watch.level(Concern::Constraint).unwrap();
        assert!((level - 0.004 * kinetic.sqrt()).abs() < 1e-15, "{level}");
    }
    assert!(watch.is_quiet());
}

#[test]
fn the_share_of_a_parasitic_mode_is_one_of_speeds() {
    let mut watch = Watch::<f64>::default();
    let signs = Signs {
        kinetic: 2.0,
        parasitic: Some(0.08),
        ..Signs::default()
    };
    watch.look(0, 0.0, &signs, &NewtonReport::default());
    assert!((watch.level(Concern::ParasiticMode).unwrap() - 0.2).abs() < 1e-15);
    assert_eq!(found(&watch), [Concern::ParasiticMode]);
}

#[test]
fn newton_is_watched_where_there_was_an_iteration() {
    let mut watch = Watch::<f64>::default();
    let mut report = NewtonReport::default();
    watch.look(0, 0.0, &Signs::default(), &report);
    assert_eq!(watch.level(Concern::Newton), None);
    report.iterations = 13;
    watch.look(1, 0.1, &Signs::default(), &report);
    assert_eq!(found(&watch), [Concern::Newton]);
}

#[test]
fn residuals_and_turns_are_the_largest() {
    let residuals = [(0.0, 0.0), (-0.3, 2.0), (0.1, 1.0)];
    assert_eq!(Signs::largest_residual(&residuals), Some(0.15));
    assert_eq!(Signs::<f64>::largest_residual(&[]), None);
    assert_eq!(Signs::largest(&[0.2, -0.7]), Some(0.7));
    assert_eq!(Signs::smallest(&[0.2, -0.1, 0.7]), Some(0.1));
    assert_eq!(Signs::<f64>::smallest(&[]), None);
}

#[test]
fn every_finding_says_what_when_and_what_to_do() {
    for concern in Concern::ALL {
        let mut watch = Watch::<f64>::default();
        let level = if concern == Concern::Pole {
            0.01
        } else {
            100.0
        };
        watch.weigh(2.5, concern, level);
        let text = watch.findings().next().unwrap().describe("Gni").to_string();
        for piece in ["`Gni`", "since t = 2.5"] {
            assert!(text.contains(piece), "{text}");
        }
        let advice = ["shorter", "`Mla`", "do not trust"];
        assert!(advice.iter().any(|piece| text.contains(piece)), "{text}");
    }
}

#[test]
fn shares_are_written_in_per_cent_with_two_digits() {
    for (level, written) in [
        (0.0625, "6.2 %"),
        (0.09, "9.0 %"),
        (0.1, "10 %"),
        (0.25, "25 %"),
        (2.0, "200 %"),
    ] {
        let mut watch = Watch::default();
        watch.weigh(0.0, Concern::Energy, level);
        let text = watch.findings().next().unwrap().describe("Rk").to_string();
        assert!(text.contains(&format!("off by {written} of")), "{text}");
        assert!(text.contains(&format!("({written} at most)")), "{text}");
    }
}

#[test]
fn concerns_are_called_by_their_names_in_small_letters() {
    for concern in Concern::ALL {
        let letters = concern.key().replace('_', "");
        assert_eq!(letters, format!("{concern:?}").to_lowercase());
    }
}

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

#[test]
fn the_first_contact_that_pulls_is_found_with_its_name() {
    let mut watch = Watch::default();
    for (step, loads) in (0_u32..).zip([[2.0, 1.0], [1.0, 1.5], [-0.5, 1.0], [-0.7, -3.0]]) {
        let signs = Signs {
            kinetic: 1.0,
            contact: Signs::contact(&loads),
            ..Signs::default()
        };
        watch.look(
            step.into(),
            f64::from(step),
            &signs,
            &NewtonReport::default(),
        );
    }
    let finding = *watch.findings().next().unwrap();
    assert_eq!(finding.concern, Concern::Contact);
    assert_eq!((finding.since, finding.contact), (2.0, Some(0)));
    assert_eq!((finding.level, finding.worst), (0.25, 1.0));
    let said = finding.describe("Mla").with_contacts(&["left", "right"]);
    assert!(
        said.to_string()
            .starts_with("the contact `left` pulls since t = 2"),
        "{said}"
    );
    assert!(
        finding
            .describe("Mla")
            .to_string()
            .contains("contact number 1")
    );
}

#[test]
fn a_contact_that_bears_nothing_but_round_off_is_quiet() {
    assert_eq!(Signs::<f64>::contact(&[]), None);
    let round_off = Signs::contact(&[1e-18, -1e-17]);
    let expected = ContactSign {
        place: 1,
        pull: 1e-17,
        load: 1e-17,
    };
    assert_eq!(round_off, Some(expected));
    let mut watch = Watch::default();
    let signs = Signs {
        kinetic: 1.0,
        contact: round_off,
        ..Signs::default()
    };
    watch.look(0, 0.0, &signs, &NewtonReport::default());
    assert!(watch.is_quiet());
}

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

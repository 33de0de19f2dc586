//! Levels, limits and texts of findings.

use nhi_runtime::{Concern, NewtonReport, Signs, Watch, WatchLimits};

use crate::{found, look};

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
            let said = "is not a number since t = 2.5: the numbers of the run overflow; the step of `Rk` is too long";
            assert!(overflown.contains(said), "{overflown}");
            let named = match concern {
                Concern::Newton => "iterations",
                _ => concern.key().rsplit('_').next().unwrap(),
            };
            let what = overflown.split(" is not a number").next().unwrap();
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
fn a_composed_step_may_take_as_many_iterations_as_its_substeps_together() {
    let composed = Signs {
        substeps: Some(5),
        ..Signs::default()
    };
    for (iterations, expected) in [(60, &[][..]), (61, &[Concern::Newton])] {
        let mut watch = Watch::<f64>::default();
        let report = NewtonReport {
            iterations,
            ..NewtonReport::default()
        };
        watch.look(1, 0.1, &composed, &report);
        assert_eq!(found(&watch), expected);
    }
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

/// The energy is off by 30 %, later by 40 % of what was 1 and is 10 then: by 3 % and 4 % of it.
#[test]
fn a_level_within_the_limit_of_a_faster_motion_is_only_bounded() {
    let mut limits = WatchLimits::default();
    limits.energy = 0.035;
    let mut watch = Watch::new(limits);
    for (t, energy, kinetic) in [
        (0.0, 1.0, 1.0),
        (1.0, 1.3, 1.0),
        (2.0, 1.4, 1.0),
        (3.0, 1.0, 10.0),
    ] {
        look(&mut watch, t, energy, kinetic);
    }
    let finding = watch
        .findings()
        .find(|finding| finding.concern == Concern::Energy);
    let text = finding.unwrap().describe("Rk").to_string();
    assert!(text.contains("off by up to 4.0 % of"), "{text}");
    assert!(text.contains("since t = 1 (4.0 % at most)"), "{text}");
}

#[test]
fn concerns_are_called_by_their_names_in_small_letters() {
    for concern in Concern::ALL {
        let letters = concern.key().replace('_', "");
        assert_eq!(letters, format!("{concern:?}").to_lowercase());
    }
}

//! The steps that the benchmarks compare are the same step.

#[allow(dead_code, reason = "the benchmarks use the rest")]
#[path = "../benches/baseline/mod.rs"]
mod baseline;

use std::f64::consts::PI;

use baseline::contact::IMPLICIT;
use baseline::hand_sleigh::HandSleigh;
use baseline::hand_snakeboard::{HandSnakeboard, reflected_start};
use baseline::naive_sleigh::NaiveSleigh;
use baseline::naive_snakeboard::NaiveSnakeboard;
use baseline::problem::SNAKEBOARD_START;
use baseline::{DLA, ENTRIES, TRAJECTORY, Version};

const TOLERANCE: f64 = 1e-12;

/// The step size of the reference data, in s.
const H: f64 = 0.05;

#[test]
fn all_versions_of_a_step_agree_over_two_hundred_steps() {
    for steps in 1..=TRAJECTORY {
        for pair in ENTRIES.windows(2).chain([&DLA[..]]) {
            let [one, other] = [pair[0], pair[1]];
            if one.system == other.system {
                let what = format!(
                    "{}, {} and {}, step {steps}",
                    one.system, one.version, other.version
                );
                assert_close(&(one.run)(steps), &(other.run)(steps), &what);
            }
        }
    }
}

#[test]
fn an_implicit_step_by_hand_and_the_generated_one_agree_over_two_hundred_steps() {
    for steps in 1..=TRAJECTORY {
        let [(hand, _), (generated, iterations)] = IMPLICIT.map(|entry| (entry.run)(steps, 1e-12));
        assert_close(&hand, &generated, &format!("contact point, step {steps}"));
        assert!(iterations > steps, "there is something to iterate");
    }
}

#[test]
fn the_sleigh_follows_the_reference() {
    let (hand, naive) = (HandSleigh::with_step(H), NaiveSleigh::with_step(H));
    let mut states = (hand.start(), naive.start());
    for q in SLEIGH_COM {
        states = (hand.next(&states.0), naive.next(&states.1));
        assert_close(&HandSleigh::numbers(&states.0)[..3], &q, "by hand");
        assert_close(&NaiveSleigh::numbers(&states.1)[..3], &q, "naive");
    }
}

#[test]
fn the_snakeboard_follows_the_reference_without_controls() {
    assert_snakeboard_follows(&SNAKEBOARD_FREE, |_| [0.0, 0.0]);
}

#[test]
fn the_snakeboard_follows_the_reference_under_controls() {
    assert_snakeboard_follows(&SNAKEBOARD_FORCED, |t| {
        [(20.0 * PI * t).cos(), (2.0 * PI * t).sin()]
    });
}

fn assert_snakeboard_follows(reference: &[[f64; 5]], controls: impl Fn(f64) -> [f64; 2]) {
    let (hand, naive) = (HandSnakeboard::with_step(H), NaiveSnakeboard::with_step(H));
    let first = HandSnakeboard::state(SNAKEBOARD_START.0, reflected_start(H, controls(0.0)));
    let mut states = (first, naive.first(&controls));
    for q in reference {
        states = (
            hand.next(&states.0, &controls),
            naive.next(&states.1, &controls),
        );
        assert_close(&HandSnakeboard::numbers(&states.0)[..5], q, "by hand");
        assert_close(&NaiveSnakeboard::numbers(&states.1)[..5], q, "naive");
    }
}

fn assert_close(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!(
            (a - b).abs() <= TOLERANCE,
            "{what}: {found:?} instead of {expected:?}"
        );
    }
}

// Configurations after each of the first ten steps, from an implementation in 34-digit arithmetic.

const SLEIGH_COM: [[f64; 3]; 10] = [
    [0.05, 0.425, 0.025],
    [
        0.10495625894023337,
        0.35024770970452324,
        0.04504993509285704,
    ],
    [
        0.16030291511521766,
        0.27553631885555857,
        0.06471162124988016,
    ],
    [0.22053157337996918, 0.2016041797320367, 0.0795538975724022],
    [0.2814815920966279, 0.12782983701952655, 0.09369228385077844],
    [
        0.34723153142768315,
        0.05538881259231441,
        0.10321965069148158,
    ],
    [
        0.41396169802278365,
        -0.016718644542449833,
        0.11182529178632174,
    ],
    [
        0.48538272929329235,
        -0.08693925039918438,
        0.11613628462343582,
    ],
    [0.5579554263784328, -0.1566225501214794, 0.11942863313278626],
    [0.6350623894178765, -0.22390516997745774, 0.1188743852344256],
];

const SNAKEBOARD_FREE: [[f64; 5]; 10] = [
    [
        1.6957963267948966,
        1.0461975511965977,
        -0.09017627018922193,
        0.05206329386826371,
        0.0,
    ],
    [
        1.8203362988321887,
        1.0451975511965979,
        -0.17989251241573598,
        0.10367801043664127,
        -0.009374721061223315,
    ],
    [
        1.945461476255188,
        1.0441975511965977,
        -0.2701939600279573,
        0.1547922245404536,
        -0.01868212763616245,
    ],
    [
        2.0695413821318778,
        1.0431975511965978,
        -0.35945013609386894,
        0.20427787741271755,
        -0.037237560745746565,
    ],
    [
        2.1947885479144738,
        1.0421975511965977,
        -0.44987357206568696,
        0.25279956514120683,
        -0.0555108569600916,
    ],
    [
        2.3184101669603834,
        1.0411975511965978,
        -0.5386714613008184,
        0.29853501420986656,
        -0.08275425163134457,
    ],
    [
        2.4437744473041647,
        1.0401975511965977,
        -0.6292120118338215,
        0.3429141436474183,
        -0.10936559594140076,
    ],
    [
        2.566941286052446,
        1.0391975511965978,
        -0.7175551207713249,
        0.38339016821820493,
        -0.14452104228483725,
    ],
    [
        2.6924162579828397,
        1.0381975511965977,
        -0.8082063628909404,
        0.42221912924142063,
        -0.17857914496211486,
    ],
    [
        2.815133449288409,
        1.0371975511965978,
        -0.8960998243857317,
        0.4560872488731362,
        -0.22061230576256602,
    ],
];

const SNAKEBOARD_FORCED: [[f64; 5]; 10] = [
    [
        1.6997963267948966,
        1.0461975511965977,
        -0.09167627018922193,
        0.05292931927204814,
        0.0,
    ],
    [
        1.8203241948581508,
        1.0454550653585768,
        -0.17988040844169806,
        0.10365685675563736,
        -0.00952958623560659,
    ],
    [
        1.9495138611496805,
        1.0452024005641332,
        -0.27174634492244965,
        0.15562740836147457,
        -0.018675234669540127,
    ],
    [
        2.0696532621391173,
        1.045623916598335,
        -0.3595620161011083,
        0.20405020780634345,
        -0.03750310456310948,
    ],
    [
        2.1992624376765844,
        1.0468379797294496,
        -0.4518474618277972,
        0.2533133719525782,
        -0.055395671376286156,
    ],
    [
        2.319219336975342,
        1.0488853761938977,
        -0.5394806313157771,
        0.2975790908958429,
        -0.08289600640141653,
    ],
    [
        2.449549784699194,
        1.051725319755258,
        -0.6324873492288506,
        0.3424453374106305,
        -0.10876110549283573,
    ],
    [
        2.569560034207161,
        1.0552394441452644,
        -0.7201738689260402,
        0.3808444944292043,
        -0.14392382714162308,
    ],
    [
        2.700878796187649,
        1.0592433895788478,
        -0.8141689010957499,
        0.41983551847510925,
        -0.1766613592571708,
    ],
    [
        2.821104339766831,
        1.0635048491744103,
        -0.902070714864154,
        0.45094489283413186,
        -0.21817857594753357,
    ],
];

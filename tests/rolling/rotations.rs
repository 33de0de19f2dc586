//! Rotations of a rolling ball over many steps: products of rotations drift off unless they are
//! corrected.

use crate::breadth;
use crate::support::run::Integrator;
use crate::support::scenario::Scenario;

/// How far rotations may be from being orthogonal.
const ORTHOGONAL: f64 = 1e-14;

const MILLION: u32 = 1_000_000;

/// Integrators whose steps on a homogeneous ball are cheap.
const CHEAP: &[&str] = &[
    "Gni",
    "Gni(retraction = Cayley)",
    "Rattle",
    "Rattle(retraction = Cayley)",
    "Dla",
    "Dla(retraction = Cayley)",
];

/// Integrators that iterate, and `Dap`, whose steps are those of `Dla` where its corners count alike.
const OTHERS: &[&str] = &[
    "Dap",
    "Dap(retraction = Cayley)",
    "Mla",
    "Mla(retraction = Cayley)",
    "EnergyPreserving",
    "Lobatto",
];

fn stay_orthogonal(methods: &[&str], steps: u32) {
    let ball = "turntable_ball";
    let scenario = Scenario::of(ball);
    for method in methods {
        let off = Integrator::of(ball, method).distance_from_rotations(&scenario, 0.02, steps);
        println!("{method}: {off:.1e} after {steps} steps");
        assert!(off < ORTHOGONAL, "{method}: {off:e}");
    }
}

/// Returns the number of steps: a million in a nightly run, and otherwise a share of that.
fn steps(share: u32) -> u32 {
    if breadth::is_whole() {
        MILLION
    } else {
        MILLION / share
    }
}

#[test]
fn rotations_stay_orthogonal_over_many_cheap_steps() {
    stay_orthogonal(CHEAP, steps(5));
}

#[test]
fn rotations_stay_orthogonal_over_many_steps_of_the_other_integrators() {
    stay_orthogonal(OTHERS, steps(50));
}

//! The watch over runs of generated steppers.

use nhi::{Concern, HeldControls, Observer, Watching, nonholonomic, simulate};

#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * inertia * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot + a * theta_dot),
    integrators(Gni, Mla),
)]
struct Sleigh {
    inertia: f64,
    m: f64,
    a: f64,
}

const SLEIGH: Sleigh = Sleigh {
    inertia: 2.0,
    m: 1.0,
    a: 1.0,
};

/// Forwards with a turn that decays: the alternating part of the reflection grows at the same rate.
fn start() -> (SleighCoordinates, SleighVelocities) {
    let q = SleighCoordinates {
        theta: 0.0,
        x: 0.0,
        y: 0.0,
    };
    let v = SleighVelocities {
        theta_dot: 1.0,
        x_dot: 2.0,
        y_dot: 1.0,
    };
    (q, v)
}

#[test]
fn the_parasitic_mode_of_a_reflection_is_found_before_the_path_is_lost() {
    let gni = SLEIGH.gni(0.01).unwrap();
    let (q, v) = start();
    let state = gni.start(0.0, q, v, &()).unwrap();
    let mut watch = Watching::new(&SLEIGH);
    simulate(&gni, state, &(), 3000, &mut watch).unwrap();
    let first = watch.findings().next().unwrap();
    assert_eq!(first.concern, Concern::ParasiticMode);
    assert!(first.since > 1.0 && first.since < 20.0, "{first:?}");
}

#[test]
fn a_run_without_a_parasitic_mode_is_quiet() {
    let mla = SLEIGH.mla(0.01).unwrap();
    let (q, v) = start();
    let state = mla.start(0.0, q, v, &()).unwrap();
    let mut watch = Watching::new(&SLEIGH);
    simulate(&mla, state, &(), 3000, &mut watch).unwrap();
    assert!(
        watch.is_quiet(),
        "{:?}",
        watch.findings().collect::<Vec<_>>()
    );
    assert_eq!(watch.watch().level(Concern::ParasiticMode), None);
}

#[test]
fn a_step_that_is_far_too_long_is_found() {
    let mla = SLEIGH.mla(2.0).unwrap();
    let (q, v) = start();
    let state = mla.start(0.0, q, v, &()).unwrap();
    let mut watch = Watching::new(&SLEIGH);
    let _ = simulate(&mla, state, &(), 10, &mut watch);
    assert!(!watch.is_quiet());
}

#[nonholonomic(
    coordinates(x),
    lagrangian = 0.5 * m * x_dot.powi(2),
    controls(push),
    forces(x = push),
    integrators(Rk),
)]
struct Cart {
    m: f64,
}

/// A brake by the program's own loop for a second, under watch.
fn braked(h: f64) -> Watching<'static, Cart, f64> {
    const CART: &Cart = &Cart { m: 1.0 };
    let stepper = CART.rk(h).unwrap();
    let (q, v) = ([0.0].into(), [1.0].into());
    let mut state = stepper
        .start(0.0, q, v, &CartControls { push: 0.0 })
        .unwrap();
    let (mut watch, mut held) = (Watching::new(CART), HeldControls::default());
    for _ in 0..(1.0 / h).round() as u32 {
        let sample = stepper.sample(&state).unwrap();
        assert!(watch.observe(&stepper, &state, &sample).is_continue());
        let push = -5.0 * sample.v.x_dot;
        watch.hold(sample.t, [push], &mut held);
        state = stepper.step(&state, &CartControls { push }).unwrap();
    }
    watch
}

#[test]
fn controls_of_a_loop_of_ones_own_are_seen_as_the_command_sees_them() {
    let coarse = braked(0.05);
    let finding = *coarse.findings().next().unwrap();
    assert_eq!(finding.concern, Concern::HeldControl);
    // The largest change is that of the first step, by 5 h of the largest value.
    assert!((finding.since - 0.05).abs() < 1e-15, "{finding:?}");
    assert!((finding.level - 0.25).abs() < 1e-12, "{finding:?}");
    let fine = braked(0.01);
    assert!(fine.is_quiet(), "{:?}", fine.findings().next());
    let level = fine.watch().level(Concern::HeldControl).unwrap();
    assert!((level - 0.05).abs() < 1e-12, "{level}");
}

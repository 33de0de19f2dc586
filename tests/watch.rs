//! The watch over runs of generated steppers.

use nhi::{Concern, Controlled, HeldControls, Observer, Watching, nonholonomic, simulate};

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

#[nonholonomic(
    coordinates(x),
    lagrangian = 0.5 * x_dot.powi(2) - 0.5 * k * x.powi(2),
    controls(u),
    forces(x = u - c * x_dot),
    integrators(Rk(order = 2), Mla),
)]
struct Oscillator {
    k: f64,
    c: f64,
}

/// The energy grows, though no force does work; who gives the controls is told.
#[test]
fn the_energy_balance_is_followed_where_the_controls_are_known() {
    let oscillator = Oscillator { k: 100.0, c: 0.0 };
    let (q, v) = ([1.0].into(), [0.0].into());
    let none = OscillatorControls { u: 0.0 };
    let rk = oscillator.rk(0.04).unwrap();
    let start = rk.start(0.0, q, v, &none).unwrap();
    let mut unknown = Watching::new(&oscillator);
    simulate(&rk, start, &none, 250, &mut unknown).unwrap();
    assert_eq!(unknown.watch().level(Concern::EnergyBalance), None);
    let mut watch = Watching::new(&oscillator).driven_by(&none);
    let end = simulate(&rk, start, &none, 250, &mut watch).unwrap();
    assert_eq!(
        watch.findings().next().unwrap().concern,
        Concern::EnergyBalance
    );
    assert!(oscillator.energy(&end.q, &end.v) > 200.0);

    // Driven and damped, the energy changes as it should.
    let oscillator = Oscillator { k: 1.0, c: 0.2 };
    let drive = |t: f64| OscillatorControls { u: (0.7 * t).cos() };
    let mla = oscillator.mla(0.05).unwrap();
    let start = mla.start(0.0, q, v, &drive).unwrap();
    let mut watch = Watching::new(&oscillator).driven_by(&drive);
    simulate(&mla, start, &drive, 4000, &mut watch).unwrap();
    assert!(watch.is_quiet(), "{:?}", watch.findings().next());
    assert!(watch.watch().level(Concern::EnergyBalance).unwrap() < 0.01);
}

/// A held control jumps from step to step, and does the work of each at both of its ends.
#[test]
fn work_of_held_controls_is_that_of_their_steps() {
    let oscillator = Oscillator { k: 1.0, c: 0.0 };
    let (q, v) = ([1.0].into(), [0.0].into());
    let law = |_: f64, q: &OscillatorCoordinates, v: &OscillatorVelocities| OscillatorControls {
        u: 0.9 * q.x - 0.3 * v.x_dot,
    };
    let stepper = Controlled::new(oscillator.mla(0.1).unwrap(), 0.1, law).unwrap();
    let start = stepper.start(0.0, q, v).unwrap();
    let mut watch = Watching::new(&oscillator);
    simulate(&stepper, start, &(), 1000, &mut watch).unwrap();
    assert!(watch.is_quiet(), "{:?}", watch.findings().next());
    assert!(watch.watch().level(Concern::EnergyBalance).unwrap() < 1e-3);
}

#[test]
fn a_monitor_of_several_runs_compares_each_with_its_own_start() {
    let oscillator = Oscillator { k: 1.0, c: 0.2 };
    let stepper = oscillator.mla(0.02).unwrap();
    let none = OscillatorControls { u: 0.0 };
    let mut watch = Watching::new(&oscillator).driven_by(&none);
    for x in [1.0, 2.0, 0.5] {
        let (q, v) = ([x].into(), [0.0].into());
        let start = stepper.start(0.0, q, v, &none).unwrap();
        simulate(&stepper, start, &none, 600, &mut watch).unwrap();
        assert!(watch.is_quiet(), "{:?}", watch.findings().next());
    }
}

#[nonholonomic(
    coordinates(x, z),
    lagrangian = 0.5 * m * (x_dot.powi(2) + z_dot.powi(2)) - m * g * z,
    holonomic(ball = x.powi(2) + z.powi(2) - r.powi(2)),
    contacts(ball >= 0),
    integrators(Mla),
)]
struct Ball {
    m: f64,
    g: f64,
    r: f64,
}

/// The normal force vanishes at `3 g z = v_0^2 + 2 g r`.
#[test]
fn a_contact_that_pulls_is_found_where_the_bodies_part() {
    let ball = Ball {
        m: 0.5,
        g: 10.0,
        r: 1.0,
    };
    let mla = ball.mla(0.001).unwrap();
    let (q, v) = ([0.0, 1.0].into(), [0.5, 0.0].into());
    let start = mla.start(0.0, q, v, &()).unwrap();
    let mut watch = Watching::new(&ball);
    let mut state = start;
    while watch.is_quiet() {
        state = mla.step(&state, &()).unwrap();
        let sample = mla.sample(&state).unwrap();
        assert!(watch.observe(&mla, &state, &sample).is_continue());
    }
    let finding = *watch.findings().next().unwrap();
    assert_eq!(
        (finding.concern, finding.contact),
        (Concern::Contact, Some(0))
    );
    let height = (0.25 + 20.0) / 30.0;
    assert!((state.q.z - height).abs() < 3e-3, "{}", state.q.z);
    let said = finding.describe("Mla").with_contacts(&["ball"]).to_string();
    assert!(said.starts_with("the contact `ball` pulls since"), "{said}");
}

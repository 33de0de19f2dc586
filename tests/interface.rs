//! What generated types tell of themselves, and integrators that are chosen when a program runs.

#![allow(missing_docs)]

use std::fmt::Debug;

use nhi::{Model, Named, Stepper, UnknownIntegrator, Watching, nonholonomic, simulate};

/// A sleigh whose blade is ahead of its centre of mass, pushed and turned.
#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * i * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = a * theta_dot + sin(theta) * x_dot - cos(theta) * y_dot + 0 * t),
    controls(turn, push),
    forces(theta = turn, x = push * cos(theta), y = push * sin(theta)),
    integrators(Mla, Gni(start = Lambda0), EnergyPreserving),
)]
#[derive(Clone, Copy, Debug)]
pub struct Sleigh {
    pub i: f64,
    pub m: f64,
    pub a: f64,
}

const SLEIGH: Sleigh = Sleigh {
    i: 1.0,
    m: 2.0,
    a: 0.5,
};

/// A bead on a hoop that carries a turning body, in any scalar type.
#[nonholonomic(
    coordinates(x, y),
    groups(body: SO3(w1, w2, w3)),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * i * (w1.powi(2) + 2 * w2.powi(2) + 2.5 * w3.powi(2)),
    holonomic(hoop = x * x + y * y - 1),
    integrators(Mla, Rk),
)]
#[derive(Clone, Copy, Debug)]
pub struct Bead<T: nhi::Real> {
    pub m: T,
    pub i: T,
}

#[test]
fn types_know_their_names_and_sizes() {
    assert_eq!(SleighCoordinates::NAMES, ["theta", "x", "y"]);
    assert_eq!(SleighVelocities::NAMES, ["theta_dot", "x_dot", "y_dot"]);
    assert_eq!(SleighControls::NAMES, ["turn", "push"]);
    assert_eq!(SleighMultipliers::NAMES, ["blade"]);
    assert_eq!(Sleigh::PARAMETERS, ["i", "m", "a"]);
    let sizes = [0.0; SleighControls::LEN];
    assert_eq!(SleighControls::from(sizes), SleighControls::default());
    assert_eq!(BeadCoordinates::<f32>::LEN, 11);
    let names = BeadCoordinates::<f64>::NAMES;
    assert_eq!(
        names[..5],
        ["x", "y", "body[0][0]", "body[0][1]", "body[0][2]"]
    );
    assert_eq!(names[10], "body[2][2]");
}

#[test]
fn values_come_with_their_names() {
    let controls = SleighControls {
        turn: 0.25,
        push: -1.0,
    };
    let entries: Vec<_> = controls.iter().collect();
    assert_eq!(entries, [("turn", 0.25), ("push", -1.0)]);
    let parameters: Vec<_> = SLEIGH.parameters().rev().collect();
    assert_eq!(parameters, [("a", 0.5), ("m", 2.0), ("i", 1.0)]);
    // A quarter turn about the third axis.
    let turn = nhi::nalgebra::Rotation3::from_axis_angle(
        &nhi::nalgebra::Vector3::z_axis(),
        std::f64::consts::FRAC_PI_2,
    );
    let q = BeadCoordinates {
        x: 1.0,
        y: 0.0,
        body: turn,
    };
    let ones: Vec<_> = q.iter().filter(|(_, value)| *value > 0.5).collect();
    assert_eq!(ones, [("x", 1.0), ("body[1][0]", 1.0), ("body[2][2]", 1.0)]);
}

/// As code that goes over any model sees them.
#[test]
fn traits_give_the_same_as_methods() {
    fn of<M: Model<Scalar = f64>>(
        model: &M,
        t: f64,
        q: &M::Coordinates,
        v: &M::Velocities,
    ) -> (f64, Vec<(&'static str, f64)>) {
        let residuals = model.residuals_at(t, q, v);
        let residuals = M::RESIDUALS
            .iter()
            .copied()
            .zip(residuals.as_ref().iter().copied());
        (model.energy_at(t, q, v), residuals.collect())
    }
    let q = SleighCoordinates::from([0.3, 1.0, 2.0]);
    let v = SleighVelocities::from([0.5, -1.0, 0.25]);
    let residual = 0.5 * 0.5 - 0.3_f64.sin() - 0.25 * 0.3_f64.cos();
    let energy = 0.5 * 0.25 + 1.0 + 0.0625;
    let (found, residuals) = of(&SLEIGH, 1.0, &q, &v);
    assert_eq!((found, residuals[0].0), (energy, "blade"));
    assert!((residuals[0].1 - residual).abs() < 1e-15 && residuals.len() == 1);

    let bead = Bead { m: 3.0, i: 1.0 };
    let q = BeadCoordinates {
        x: 1.0,
        y: 2.0,
        body: nhi::nalgebra::Rotation3::identity(),
    };
    let v = BeadVelocities {
        x_dot: 1.0,
        y_dot: -1.0,
        w1: 2.0,
        ..BeadVelocities::default()
    };
    // The rate 2 x x' + 2 y y' of the hoop's equation, then the equation itself.
    let (energy, residuals) = of(&bead, 0.0, &q, &v);
    assert_eq!(energy, 3.0 + 2.0);
    let values: Vec<_> = residuals.iter().map(|(_, value)| *value).collect();
    assert_eq!(values, [-2.0, 4.0], "{residuals:?}");
    assert_eq!(
        <BeadCoordinates<f64> as Named<f64>>::NAMES,
        BeadCoordinates::<f64>::NAMES
    );
}

#[test]
fn integrators_are_chosen_by_their_names() {
    let all: Vec<_> = SleighIntegrator::ALL
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(all, ["Mla", "Gni", "EnergyPreserving"]);
    for (&integrator, name) in SleighIntegrator::ALL.iter().zip(&all) {
        assert_eq!(name.parse(), Ok(integrator));
        assert_eq!(
            SLEIGH.stepper(integrator, 0.1).unwrap().integrator(),
            integrator
        );
    }
    assert_eq!(format!("{:>5}|", SleighIntegrator::Gni), "  Gni|");
    let refused: UnknownIntegrator = "Rk".parse::<SleighIntegrator>().unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the model lists no such integrator, but needs one of Mla, Gni, EnergyPreserving"
    );
    assert!(SLEIGH.stepper(SleighIntegrator::Mla, 0.0).is_err());
}

const START: ([f64; 3], [f64; 3]) = ([0.0, 0.5, 0.0], [1.0, -1.5, 0.5]);

fn motion<S>(stepper: &S) -> (S::State, String)
where
    S: Stepper<Scalar = f64, Controls = SleighControls, State: Debug>,
    S: Stepper<Coordinates = SleighCoordinates, Velocities = SleighVelocities>,
    S::Multipliers: Debug,
{
    let controls = |t: f64| SleighControls {
        turn: t.sin(),
        push: 0.3,
    };
    let (q, v) = (START.0.into(), START.1.into());
    let state = stepper.start(0.0, q, v, &controls).unwrap();
    let state = simulate(stepper, state, &controls, 50, &mut ()).unwrap();
    let told = format!(
        "{:?} {:?}",
        stepper.sample(&state).unwrap(),
        stepper.report(&state)
    );
    (state, told)
}

#[test]
fn chosen_steppers_move_as_those_of_their_integrators() {
    let chosen = |integrator| motion(&SLEIGH.stepper(integrator, 0.02).unwrap()).1;
    let h = 0.02;
    assert_eq!(
        chosen(SleighIntegrator::Mla),
        motion(&SLEIGH.mla(h).unwrap()).1
    );
    assert_eq!(
        chosen(SleighIntegrator::Gni),
        motion(&SLEIGH.gni(h).unwrap()).1
    );
    assert_eq!(
        chosen(SleighIntegrator::EnergyPreserving),
        motion(&SLEIGH.energy_preserving(h).unwrap()).1
    );
}

#[test]
fn a_state_of_another_integrator_is_refused() {
    let stepper = SLEIGH.stepper(SleighIntegrator::Mla, 0.02).unwrap();
    let (foreign, _) = motion(&SLEIGH.stepper(SleighIntegrator::Gni, 0.02).unwrap());
    let controls = SleighControls::default();
    for error in [
        stepper.step(&foreign, &controls).unwrap_err(),
        stepper.sample(&foreign).unwrap_err(),
    ] {
        assert_eq!(error.kind, nhi::StepErrorKind::ForeignState);
        assert_eq!(error.time, 1.0);
    }
}

/// The parasitic mode of the reflection shows through the choice.
#[test]
fn chosen_steppers_are_watched() {
    let findings = |integrator| {
        let stepper = SLEIGH.stepper(integrator, 0.02).unwrap();
        let mut watch = Watching::new(&SLEIGH);
        let none = SleighControls::default();
        let (q, v) = (START.0.into(), START.1.into());
        let state = stepper.start(0.0, q, v, &none).unwrap();
        simulate(&stepper, state, &none, 1500, &mut watch).unwrap();
        watch.findings().count()
    };
    assert!(findings(SleighIntegrator::Gni) > 0);
    assert_eq!(findings(SleighIntegrator::Mla), 0);
}

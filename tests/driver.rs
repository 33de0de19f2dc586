//! The driver, its observers and the trajectory around a generated stepper.

#![allow(unreachable_pub)]

use std::ops::ControlFlow;

use nhi::{Extremes, Stepper, Trajectory, observer, simulate};

mod sleigh {
    use nhi::nonholonomic;
    include!("models/chaplygin_sleigh.nhi");
}
mod moving_blade {
    use nhi::nonholonomic;
    include!("golden/moving_blade.nhi");
}

use moving_blade::{MovingBlade, MovingBladeControls};
use sleigh::{
    ChaplyginSleigh, ChaplyginSleighCoordinates, ChaplyginSleighGni, ChaplyginSleighGniState,
    ChaplyginSleighVelocities,
};

const SLEIGH: ChaplyginSleigh = ChaplyginSleigh {
    inertia: 1.0,
    m: 1.0,
    a: 0.2,
};

fn setup(h: f64) -> (ChaplyginSleighGni, ChaplyginSleighGniState) {
    let stepper = SLEIGH.gni(h).unwrap();
    let q = ChaplyginSleighCoordinates {
        theta: 0.4,
        x: 0.0,
        y: 0.0,
    };
    let pushed = ChaplyginSleighVelocities {
        theta_dot: 1.0,
        x_dot: 1.0,
        y_dot: 0.5,
    };
    let v = SLEIGH.project_velocity(&q, &pushed);
    let state = stepper.start(0.0, q, v, &()).unwrap();
    (stepper, state)
}

#[test]
fn observers_follow_energy_and_constraint_of_a_run() {
    let (stepper, state) = setup(0.01);
    let energy = Extremes::new(&stepper, |sample| SLEIGH.energy(&sample.q, &sample.v));
    let residual = Extremes::new(&stepper, |sample| {
        SLEIGH.constraint_residual(&sample.q, &sample.v)[0]
    });
    let reflected = stepper.reflected_energy(&state);
    let mut observers = (energy, residual);
    let end = simulate(&stepper, state, &(), 200, &mut observers).unwrap();
    assert_eq!(stepper.clock(&end).steps, 200);
    assert_eq!(stepper.time(&end), 2.0);

    let energy = observers.0.range().unwrap();
    assert!(
        energy.deviation() > 1e-9,
        "the nodal energy is not exactly constant"
    );
    assert!(energy.deviation() < 1e-4 * energy.first, "{energy:?}");
    let residual = observers.1.range().unwrap();
    assert!(
        residual.deviation().max(residual.first.abs()) < 1e-13,
        "{residual:?}"
    );
    let drift = stepper.reflected_energy(&end) - reflected;
    assert!(drift.abs() < 1e-12, "that of the half steps is: {drift:e}");
}

#[test]
fn an_observer_ends_a_run_and_the_run_can_go_on() {
    let (stepper, state) = setup(0.01);
    let mut gate = observer(&stepper, |_, _, sample| {
        if sample.q.theta < 1.0 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    let early = simulate(&stepper, state, &(), 2000, &mut gate).unwrap();
    let steps = stepper.clock(&early).steps;
    assert!(steps > 10 && steps < 1000, "{steps}");
    assert!(early.q.theta >= 1.0);

    let whole = simulate(&stepper, state, &(), 2000, &mut ()).unwrap();
    let rest = simulate(&stepper, early, &(), 2000 - steps, &mut ()).unwrap();
    assert_eq!(rest, whole);
}

#[test]
fn a_trajectory_gives_the_states_of_the_driver() {
    let (stepper, state) = setup(0.01);
    let mut driven = Vec::new();
    let mut record = observer(&stepper, |_, state: &ChaplyginSleighGniState, _| {
        driven.push(*state);
        ControlFlow::Continue(())
    });
    simulate(&stepper, state, &(), 100, &mut record).unwrap();
    let iterated: Result<Vec<_>, _> = Trajectory::new(&stepper, state, &()).take(100).collect();
    assert_eq!(driven[0], state);
    assert_eq!(driven[1..], iterated.unwrap());
}

#[test]
fn steps_backwards_return_to_the_start() {
    let (stepper, state) = setup(0.01);
    let (backwards, _) = setup(-0.01);
    let end = simulate(&stepper, state, &(), 500, &mut ()).unwrap();
    // The step is its own adjoint with the momentum before the reflection: reflect, go back, reflect.
    let sample = stepper.sample(&end).unwrap();
    let before = |v: &ChaplyginSleighVelocities, reflected: &ChaplyginSleighVelocities| {
        let (v, reflected) = (<[f64; 3]>::from(*v), <[f64; 3]>::from(*reflected));
        ChaplyginSleighVelocities::from(std::array::from_fn(|i| 2.0 * v[i] - reflected[i]))
    };
    let turned = ChaplyginSleighGniState {
        reflected: before(&sample.v, &end.reflected),
        ..end
    };
    let back = simulate(&backwards, turned, &(), 500, &mut ()).unwrap();
    let way = [back.q.theta - 0.4, back.q.x, back.q.y];
    assert!(way.iter().all(|x| x.abs() < 1e-10), "{way:?}");
}

#[test]
fn a_failed_run_keeps_what_it_had_reached() {
    let blade = MovingBlade {
        i: 1.0,
        m: 1.0,
        k: 0.5,
    };
    let stepper = blade.gni(0.01).unwrap();
    let good = MovingBladeControls { torque: 0.1 };
    let broken = |t: f64| MovingBladeControls {
        torque: if t > 0.5 { f64::NAN } else { 0.1 },
    };
    let state = stepper
        .start(0.0, [0.0; 3].into(), [0.0; 3].into(), &broken)
        .unwrap();
    let interrupted = simulate(&stepper, state, &broken, 1000, &mut ()).unwrap_err();
    assert_eq!(interrupted.completed, 50);
    assert_eq!(stepper.clock(&interrupted.state).steps, 50);
    assert_eq!(interrupted.error.time, stepper.time(&interrupted.state));

    let without_fault = simulate(&stepper, state, &good, 50, &mut ()).unwrap();
    assert_eq!(interrupted.state, without_fault);
    assert!(
        stepper.step(&interrupted.state, &good).is_ok(),
        "from there it can go on"
    );
    let states = Trajectory::new(&stepper, state, &broken);
    assert_eq!(
        states.filter(Result::is_ok).count(),
        50,
        "the iterator ends after the error"
    );
}

#[test]
fn steppers_say_which_integrator_they_are() {
    assert_eq!(ChaplyginSleighGni::INTEGRATOR, "Gni");
    assert_eq!(
        moving_blade::MovingBladeGni::INTEGRATOR,
        "Gni(start = Smooth, quadrature = Midpoint)"
    );
}

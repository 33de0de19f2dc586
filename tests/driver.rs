//! The driver, its observers and the trajectory around a generated stepper.

#![allow(unreachable_pub)]

use std::ops::ControlFlow;

use nhi::{Extremes, NewtonTotals, Stepper, Trajectory, observer, simulate};

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

/// A blade whose steps are equations to solve.
#[nhi::nonholonomic(
    coordinates(
        /// Heading of the blade [rad]
        theta,
        x,
        y,
    ),
    lagrangian = 0.5 * i * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = 0.5 * theta_dot + sin(theta) * x_dot - cos(theta) * y_dot),
    integrators(Dla, Rk),
)]
#[derive(Clone, Copy, Debug)]
pub struct Blade {
    /// Moment of inertia in kg m^2
    pub i: f64,
    /// Mass in kg
    pub m: f64,
}

#[test]
fn every_stepper_reports_how_its_steps_were_solved() {
    let blade = Blade { i: 1.0, m: 2.0 };
    let (q, v) = ([0.0; 3].into(), [1.0, 1.0, 0.5].into());
    let (implicit, explicit) = (blade.dla(0.1).unwrap(), blade.rk(0.1).unwrap());
    let mut totals = NewtonTotals::default();
    let state = implicit.start(0.0, q, v, &()).unwrap();
    assert_eq!(implicit.report(&state).iterations, 0, "nothing solved yet");
    let end = simulate(&implicit, state, &(), 100, &mut totals).unwrap();
    let last = implicit.report(&end);
    assert!(last.iterations >= 2 && last.residual < 1e-6, "{last:?}");
    assert_eq!(totals.steps, 100);
    assert!(totals.most_iterations >= last.iterations && totals.residual >= last.residual);
    assert!(
        totals.iterations >= 200 && totals.iterations <= 100 * u64::from(totals.most_iterations)
    );
    assert_eq!(totals.mean_iterations(), totals.iterations as f64 / 100.0);

    let mut totals = NewtonTotals::default();
    let state = explicit.start(0.0, q, v, &()).unwrap();
    simulate(&explicit, state, &(), 100, &mut totals).unwrap();
    assert_eq!(
        (totals.steps, totals.iterations, totals.residual),
        (100, 0, 0.0)
    );
}

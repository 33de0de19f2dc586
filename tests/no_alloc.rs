//! Nothing that is generated allocates, nor does the driver.

#![allow(unreachable_pub)]

use std::hint::black_box;
use std::ops::ControlFlow;

use nhi::{
    DifferentiableStepper, Every, Extremes, Stepper, Trajectory, Watching, observer, simulate,
};

mod snakeboard {
    use nhi::nonholonomic;
    include!("models/snakeboard.nhi");
}
mod moving_blade {
    use nhi::nonholonomic;
    include!("golden/moving_blade.nhi");
}
mod variable_mass {
    use nhi::nonholonomic;
    include!("generated_vs_interpreter/variable_mass.nhi");
}

mod constant_mass {
    use nhi::nonholonomic;
    include!("generated_vs_interpreter/constant_mass.nhi");
}
mod free_rigid_body {
    use nhi::nonholonomic;
    include!("models/free_rigid_body.nhi");
}
mod vakonomic {
    use nhi::nonholonomic;
    include!("generated_vs_interpreter/vakonomic.nhi");
}
mod differentiated_sleigh {
    use nhi::nonholonomic;

    #[nonholonomic(
        coordinates(theta, x, y),
        lagrangian = 0.5 * inertia * theta_dot.powi(2) + 0.5 * (x_dot.powi(2) + y_dot.powi(2)),
        constraints(blade = 0.5 * theta_dot + sin(theta) * x_dot - cos(theta) * y_dot),
        integrators(Mla(jacobian), Dla(order = 4, jacobian)),
    )]
    #[derive(Clone, Debug)]
    pub struct DifferentiatedSleigh {
        pub inertia: f64,
    }
}

use constant_mass::{ConstantMass, ConstantMassControls};
use differentiated_sleigh::DifferentiatedSleigh;
use free_rigid_body::FreeRigidBody;
use moving_blade::{MovingBlade, MovingBladeControls};
use snakeboard::{Snakeboard, SnakeboardControls};
use vakonomic::Lifted;
use variable_mass::{VariableMass, VariableMassControls};

const STEPS: u64 = 1000;

const BOARD: Snakeboard = Snakeboard {
    m: 1.0,
    l: 1.0,
    i_rotor: 0.5,
    j_wheel: 1.5,
};

fn torques(t: f64) -> SnakeboardControls {
    SnakeboardControls {
        u_psi: t.cos(),
        u_phi: t.sin(),
    }
}

/// Panics where the code allocates, and shows that allocations are seen at all.
fn assert_no_allocation(code: impl FnOnce()) {
    let seen = allocation_counter::measure(|| drop(black_box(Box::new(1))));
    assert_eq!(seen.count_total, 1, "the counter works");
    assert_eq!(allocation_counter::measure(code).count_total, 0);
}

/// Start, a thousand steps and as many samples.
fn run<S: Stepper<Scalar = f64>>(
    stepper: &S,
    q: S::Coordinates,
    v: S::Velocities,
    controls: &impl nhi::ControlSignal<f64, S::Controls>,
) {
    let mut state = stepper.start(0.0, q, v, controls).unwrap();
    for _ in 0..STEPS {
        state = stepper.step(&state, controls).unwrap();
        black_box(stepper.sample(&state).unwrap());
    }
}

#[test]
fn an_explicit_stepper_does_not_allocate() {
    let (q, v) = ([0.1; 5].into(), [1.0, 0.5, 0.0, 0.0, 0.0].into());
    assert_no_allocation(|| run(&BOARD.gni(0.01).unwrap(), q, v, &torques));
}

#[test]
fn a_watch_does_not_allocate() {
    let (q, v) = ([0.1; 5].into(), [1.0, 0.5, 0.0, 0.0, 0.0].into());
    let stepper = BOARD.gni(0.01).unwrap();
    let state = stepper.start(0.0, q, v, &torques).unwrap();
    assert_no_allocation(|| {
        let mut watch = Watching::new(&BOARD);
        simulate(&stepper, state, &torques, STEPS, &mut watch).unwrap();
        black_box(watch.is_quiet());
    });
}

#[test]
fn an_implicit_stepper_does_not_allocate() {
    let blade = MovingBlade {
        i: 1.0,
        m: 1.0,
        k: 0.5,
    };
    let controls = MovingBladeControls { torque: 0.1 };
    assert_no_allocation(|| {
        run(
            &blade.gni(0.01).unwrap(),
            [0.1; 3].into(),
            [0.0; 3].into(),
            &controls,
        );
    });
}

#[test]
fn a_reduced_stepper_does_not_allocate() {
    let (q, v) = ([0.1; 5].into(), [1.0, 0.5, 0.0, 0.0, 0.0].into());
    assert_no_allocation(|| run(&BOARD.rdp(0.01).unwrap(), q, v, &torques));
}

#[test]
fn no_stepper_for_a_mass_matrix_of_the_configuration_allocates() {
    let system = VariableMass { i: 1.0, m: 1.0 };
    let controls = VariableMassControls {
        torque: 0.1,
        push: 0.0,
    };
    let (q, v) = ([0.1, 0.2, 0.0].into(), [0.0; 3].into());
    assert_no_allocation(|| {
        run(&system.gni(1e-3).unwrap(), q, v, &controls);
        run(&system.dla(1e-3).unwrap(), q, v, &controls);
        run(&system.dap(1e-3).unwrap(), q, v, &controls);
        run(&system.mla(1e-3).unwrap(), q, v, &controls);
        run(&system.energy_preserving(1e-3).unwrap(), q, v, &controls);
        run(&system.lobatto(1e-3).unwrap(), q, v, &controls);
        run(&system.rk(1e-3).unwrap(), q, v, &controls);
        run(&system.gauss(1e-3).unwrap(), q, v, &controls);
        run(&system.dop853(1e-3).unwrap(), q, v, &controls);
        run(&system.taylor(1e-3).unwrap(), q, v, &controls);
    });
}

#[test]
fn no_stepper_for_a_constant_mass_matrix_allocates() {
    let system = ConstantMass {
        i: 1.0,
        m: 1.0,
        g: 0.1,
        a: 0.2,
    };
    let controls = ConstantMassControls { torque: 0.1 };
    let (q, v) = ([0.1, 0.2, 0.0].into(), [0.0; 3].into());
    assert_no_allocation(|| {
        run(&system.shake(1e-3).unwrap(), q, v, &controls);
        run(&system.rattle(1e-3).unwrap(), q, v, &controls);
        run(&system.feedback(1e-3).unwrap(), q, v, &controls);
    });
}

#[test]
fn no_moser_veselov_and_no_vakonomic_stepper_allocates() {
    let body = FreeRigidBody {
        j1: 1.0,
        j2: 2.0,
        j3: 2.5,
    };
    let along = [1.0, 0.0, 0.5].into();
    let particle = Lifted { m: 1.0, k: 0.5 };
    assert_no_allocation(|| {
        let start = Default::default();
        run(&body.moser_veselov(1e-3).unwrap(), start, along, &());
        let start = Default::default();
        let gauss = particle.vakonomic_gauss(1e-3).unwrap();
        run(&gauss, start, [1.0, 0.5, 0.0].into(), &());
        let start = Default::default();
        let rattle = particle.vakonomic_rattle(1e-3).unwrap();
        run(&rattle, start, [1.0, 0.5, 0.0].into(), &());
    });
}

#[test]
fn derivatives_of_a_step_do_not_allocate() {
    let sleigh = DifferentiatedSleigh { inertia: 1.0 };
    let (stepper, composed) = (sleigh.mla(1e-3).unwrap(), sleigh.dla(1e-3).unwrap());
    let along = [0.0, 1.0, 0.0].into();
    assert_no_allocation(|| {
        run(&composed, Default::default(), along, &());
        let state = composed.start(0.0, Default::default(), along, &()).unwrap();
        black_box(composed.step_jacobian(&state, &()).unwrap());
        let state = stepper.start(0.0, Default::default(), along, &()).unwrap();
        black_box(stepper.step_jacobian(&state, &()).unwrap());
    });
}

#[test]
fn the_mechanics_does_not_allocate() {
    let q = [0.1, 0.2, 0.3, 0.4, 0.5].into();
    let v = [1.0, 0.9, 0.8, 0.7, 0.6].into();
    let u = torques(0.0);
    assert_no_allocation(|| {
        black_box((
            BOARD.lagrangian(&q, &v),
            BOARD.energy(&q, &v),
            BOARD.momentum(&q, &v),
        ));
        black_box((
            BOARD.mass_matrix(&q),
            BOARD.bias(&q, &v),
            BOARD.forces(&q, &v, &u),
        ));
        black_box((
            BOARD.constraint_matrix(&q),
            BOARD.constraint_residual(&q, &v),
        ));
        black_box((BOARD.projector(&q), BOARD.complement_projector(&q)));
        black_box((
            BOARD.project_velocity(&q, &v),
            BOARD.multipliers(&q, &v, &u),
        ));
        black_box((
            BOARD.body_velocity(&q, &v),
            BOARD.locked_velocity(&q, &v),
            BOARD.nonholonomic_connection(&q),
            BOARD.nonholonomic_momentum(&q, &v),
            BOARD.nonholonomic_momentum_rate(&q, &v, &u),
        ));
        black_box((
            BOARD.acceleration(&q, &v, &u),
            BOARD.constraint_force(&q, &v, &u),
        ));
    });
}

#[test]
fn a_run_with_observers_does_not_allocate() {
    let stepper = BOARD.gni(0.01).unwrap();
    let (q, v) = ([0.1; 5].into(), [1.0, 0.5, 0.0, 0.0, 0.0].into());
    assert_no_allocation(|| {
        let state = stepper.start(0.0, q, v, &torques).unwrap();
        let mut seen = 0;
        let count = observer(&stepper, |_, _, _| {
            seen += 1;
            ControlFlow::Continue(())
        });
        let energy = Extremes::new(&stepper, |sample| BOARD.energy(&sample.q, &sample.v));
        let mut observers = (energy, Every::new(10, count));
        let end = simulate(&stepper, state, &torques, STEPS, &mut observers).unwrap();
        black_box((observers.0.range(), end));
        black_box(Trajectory::new(&stepper, state, &torques).take(100).count());
    });
}

#[test]
fn errors_do_not_allocate() {
    let stepper = BOARD.gni(0.01).unwrap();
    let (q, v) = ([0.1; 5].into(), [1.0; 5].into());
    assert_no_allocation(|| {
        black_box(stepper.start(0.0, q, v, &torques).unwrap_err());
        black_box(BOARD.gni(f64::NAN).unwrap_err());
    });
}

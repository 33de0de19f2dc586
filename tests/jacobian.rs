//! The exact derivatives of steps against finite differences of the steps themselves.

use nhi::nalgebra::SVector;
use nhi::{DifferentiableStepper, SetupError, StepJacobianOf, nonholonomic};

/// A blade with an arm: `M` depends on the angle of the arm, forces on velocities and time.
macro_rules! armed_blade {
    ($name:ident, $($integrator:tt)*) => {
        #[nonholonomic(
            coordinates(theta, x, y, arm),
            lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * i * theta_dot.powi(2)
                + 0.5 * (theta_dot + arm_dot).powi(2)
                + 0.2 * m * cos(arm) * theta_dot * (theta_dot + arm_dot) - 0.3 * m * cos(y + arm),
            constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot + 0.1 * a * theta_dot),
            controls(torque, push),
            forces(arm = torque - 0.1 * arm_dot, x = push * cos(theta), y = push * sin(theta) + 0.1 * sin(t)),
            integrators($($integrator)*),
        )]
        #[derive(Clone, Copy, Debug)]
        struct $name {
            m: f64,
            i: f64,
            a: f64,
        }

        impl From<[f64; 3]> for $name {
            fn from([m, i, a]: [f64; 3]) -> Self {
                Self { m, i, a }
            }
        }
    };
}

/// A blade with constant masses, for explicit methods.
macro_rules! plain_blade {
    ($name:ident, $($integrator:tt)*) => {
        #[nonholonomic(
            coordinates(theta, x, y),
            lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * i * theta_dot.powi(2)
                - 0.3 * m * cos(y) * sin(x),
            constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot + 0.1 * a * theta_dot),
            controls(torque, push),
            forces(theta = torque, x = push * cos(theta), y = push * sin(theta)),
            integrators($($integrator)*),
        )]
        #[derive(Clone, Copy, Debug)]
        struct $name {
            m: f64,
            i: f64,
            a: f64,
        }

        impl From<[f64; 3]> for $name {
            fn from([m, i, a]: [f64; 3]) -> Self {
                Self { m, i, a }
            }
        }
    };
}

/// A blade with an arm on a level plane, pushed along its heading: rigid motions leave it as it is.
macro_rules! level_blade {
    ($name:ident, $($integrator:tt)*) => {
        #[nonholonomic(
            coordinates(theta, x, y, arm),
            lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * i * theta_dot.powi(2)
                + 0.5 * (theta_dot + arm_dot).powi(2)
                + 0.2 * m * cos(arm) * theta_dot * (theta_dot + arm_dot) - 0.3 * m * cos(arm),
            constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot + 0.1 * a * theta_dot),
            controls(torque, push),
            forces(arm = torque - 0.1 * arm_dot, x = push * cos(theta), y = push * sin(theta)),
            symmetry(SE2(theta, x, y)),
            integrators($($integrator)*),
        )]
        #[derive(Clone, Copy, Debug)]
        struct $name {
            m: f64,
            i: f64,
            a: f64,
        }

        impl From<[f64; 3]> for $name {
            fn from([m, i, a]: [f64; 3]) -> Self {
                Self { m, i, a }
            }
        }
    };
}

armed_blade!(
    Armed,
    Gni(jacobian),
    Dla(jacobian),
    Mla(jacobian),
    Dap(alpha = 0.25, jacobian)
);
armed_blade!(
    ArmedMore,
    Gauss(stages = 2, jacobian),
    EnergyPreserving(jacobian),
    Lobatto(jacobian)
);
// The time of a substep changes with the step size, and the force with the time.
armed_blade!(
    ArmedComposed,
    Mla(order = 6, jacobian),
    Dla(order = 4, jacobian),
    EnergyPreserving(order = 4, jacobian)
);
plain_blade!(
    Plain,
    Gni(jacobian, start = Paper),
    Rk(order = 4, jacobian),
    Feedback(base = Rk2, jacobian)
);
plain_blade!(PlainMore, Shake(jacobian), Rattle(jacobian));

level_blade!(Level, Rdp(jacobian));
level_blade!(
    LevelCayley,
    Rdp(retraction = Cayley, alpha = 0.25, jacobian)
);
level_blade!(LevelSecondKind, Rdp(retraction = Ccsk, alpha = 1, jacobian));

const PARAMETERS: [f64; 3] = [1.3, 0.8, 0.4];
const CONTROLS: [f64; 2] = [0.7, -0.4];
const STEP: f64 = 0.1;

/// The derivative of a function at 0 by central differences of two widths, extrapolated.
fn slope<const N: usize>(f: impl Fn(f64) -> SVector<f64, N>) -> SVector<f64, N> {
    let difference = |e: f64| (f(e) - f(-e)) / (2.0 * e);
    let e = 3e-4;
    (difference(e / 2.0) * 4.0 - difference(e)) / 3.0
}

#[track_caller]
fn assert_close<const N: usize>(
    what: &str,
    exact: &SVector<f64, N>,
    differences: &SVector<f64, N>,
) {
    let error = (exact - differences).amax();
    let size = exact.amax().max(1.0);
    assert!(error < 2e-9 * size, "{what}: {exact} {differences}");
}

/// Checks all derivatives of the second step of a stepper that `make` builds.
fn check<S, const N: usize, const U: usize>(
    make: impl Fn([f64; 3], f64) -> Result<S, SetupError>,
    q: S::Coordinates,
    v: S::Velocities,
    controls: impl Fn([f64; 2]) -> S::Controls,
) where
    S: DifferentiableStepper<N, U, 3, Scalar = f64>,
{
    let controls = |values: [f64; 2]| {
        let held = controls(values);
        move |_: f64| held
    };
    let stepper = make(PARAMETERS, STEP).unwrap();
    let start = stepper.start(0.0, q, v, &controls(CONTROLS)).unwrap();
    let second = stepper.step(&start, &controls(CONTROLS)).unwrap();
    // At the time of the start, which does not depend on the step size.
    let state = stepper.with_entries(&start, &stepper.entries(&second));
    let jacobian: StepJacobianOf<S, N, U, 3> =
        stepper.step_jacobian(&state, &controls(CONTROLS)).unwrap();
    let next = stepper.step(&state, &controls(CONTROLS)).unwrap();
    let entries = stepper.entries(&state);
    assert_close(
        "next",
        &stepper.entries(&jacobian.next),
        &stepper.entries(&next),
    );
    assert_eq!(stepper.clock(&jacobian.next), stepper.clock(&next));
    assert_eq!(
        stepper.entries(&stepper.with_entries(&state, &entries)),
        entries
    );

    let name = S::INTEGRATOR;
    for i in 0..N {
        let differences = slope(|e| {
            let mut moved = entries;
            moved[i] += e;
            let moved = stepper.with_entries(&state, &moved);
            stepper.entries(&stepper.step(&moved, &controls(CONTROLS)).unwrap())
        });
        assert_close(
            &format!("{name} by entry {i}"),
            &jacobian.state.column(i).into(),
            &differences,
        );
    }
    for i in 0..U {
        let differences = slope(|e| {
            let mut moved = CONTROLS;
            moved[i] += e;
            stepper.entries(&stepper.step(&state, &controls(moved)).unwrap())
        });
        assert_close(
            &format!("{name} by control {i}"),
            &jacobian.controls.column(i).into(),
            &differences,
        );
    }
    for i in 0..3 {
        let differences = slope(|e| {
            let mut moved = PARAMETERS;
            moved[i] += e;
            let stepper = make(moved, STEP).unwrap();
            stepper.entries(&stepper.step(&state, &controls(CONTROLS)).unwrap())
        });
        assert_close(
            &format!("{name} by parameter {i}"),
            &jacobian.parameters.column(i).into(),
            &differences,
        );
    }
    let differences = slope(|e| {
        let stepper = make(PARAMETERS, STEP + e).unwrap();
        stepper.entries(&stepper.step(&state, &controls(CONTROLS)).unwrap())
    });
    assert_close(
        &format!("{name} by the step size"),
        &jacobian.step_size,
        &differences,
    );
}

/// A test for each integrator of a model.
macro_rules! checks {
    ($model:ident, $coordinates:ident, $velocities:ident, $controls:ident, $q:expr, $v:expr;
     $($name:ident = $constructor:ident,)*) => {$(
        #[test]
        fn $name() {
            let model = $model::from(PARAMETERS);
            let q = $coordinates::from($q);
            let v = model.project_velocity(&q, &$velocities::from($v));
            check(
                |parameters, h| $model::from(parameters).$constructor(h),
                q,
                v,
                |[torque, push]| $controls { torque, push },
            );
        }
    )*};
}

checks! {
    Armed, ArmedCoordinates, ArmedVelocities, ArmedControls, [0.3, 0.5, -0.2, 0.7], [0.5, 1.0, 0.2, -0.6];
    implicit_gni = gni,
    dla = dla,
    mla = mla,
    dap = dap,
}
checks! {
    ArmedMore, ArmedMoreCoordinates, ArmedMoreVelocities, ArmedMoreControls, [0.3, 0.5, -0.2, 0.7], [0.5, 1.0, 0.2, -0.6];
    gauss = gauss,
    energy_preserving = energy_preserving,
    lobatto = lobatto,
}
checks! {
    ArmedComposed, ArmedComposedCoordinates, ArmedComposedVelocities, ArmedComposedControls, [0.3, 0.5, -0.2, 0.7], [0.5, 1.0, 0.2, -0.6];
    composed_mla = mla,
    composed_dla = dla,
    composed_energy_preserving = energy_preserving,
}
checks! {
    Level, LevelCoordinates, LevelVelocities, LevelControls, [0.3, 0.5, -0.2, 0.7], [0.5, 1.0, 0.2, -0.6];
    rdp = rdp,
}
checks! {
    LevelCayley, LevelCayleyCoordinates, LevelCayleyVelocities, LevelCayleyControls, [0.3, 0.5, -0.2, 0.7], [0.5, 1.0, 0.2, -0.6];
    rdp_with_the_cayley_map = rdp,
}
checks! {
    LevelSecondKind, LevelSecondKindCoordinates, LevelSecondKindVelocities, LevelSecondKindControls, [0.3, 0.5, -0.2, 0.7], [0.5, 1.0, 0.2, -0.6];
    rdp_with_coordinates_of_the_second_kind = rdp,
}
checks! {
    Plain, PlainCoordinates, PlainVelocities, PlainControls, [0.3, 0.5, -0.2], [0.5, 1.0, 0.2];
    explicit_gni = gni,
    runge_kutta = rk,
    feedback = feedback,
}
checks! {
    PlainMore, PlainMoreCoordinates, PlainMoreVelocities, PlainMoreControls, [0.3, 0.5, -0.2], [0.5, 1.0, 0.2];
    shake = shake,
    rattle = rattle,
}

//! What goes wrong in generated code is a typed error, and a failed call changes nothing.

#![allow(unreachable_pub)]

use nhi::{
    ControlSignal, NewtonSettings, Real, SetupError, StepError, StepErrorKind, Stepper,
    nonholonomic,
};

#[path = "support/random.rs"]
mod random;

mod snakeboard {
    use nhi::nonholonomic;
    include!("models/snakeboard.nhi");
}
mod moving_blade {
    use nhi::nonholonomic;
    include!("golden/moving_blade.nhi");
}
mod constant_mass {
    use nhi::nonholonomic;
    include!("generated_vs_interpreter/constant_mass.nhi");
}
mod variable_mass {
    use nhi::nonholonomic;
    include!("generated_vs_interpreter/variable_mass.nhi");
}
mod general_lagrangian {
    use nhi::nonholonomic;
    include!("generated_vs_interpreter/general_lagrangian.nhi");
}
mod unconstrained {
    use nhi::nonholonomic;
    include!("generated_vs_interpreter/unconstrained.nhi");
}

use constant_mass::{ConstantMass, ConstantMassControls};
use general_lagrangian::{GeneralLagrangian, GeneralLagrangianControls};
use moving_blade::{MovingBlade, MovingBladeControls};
use random::Random;
use snakeboard::{Snakeboard, SnakeboardControls, SnakeboardCoordinates, SnakeboardVelocities};
use unconstrained::Unconstrained;
use variable_mass::{VariableMass, VariableMassControls};

const BOARD: Snakeboard = Snakeboard {
    m: 1.0,
    l: 1.0,
    i_rotor: 0.5,
    j_wheel: 1.5,
};
const BLADE: MovingBlade = MovingBlade {
    i: 1.0,
    m: 1.0,
    k: 0.5,
};
const AT_REST: SnakeboardControls = SnakeboardControls {
    u_psi: 0.0,
    u_phi: 0.0,
};

/// A start that satisfies the constraints.
fn rolling() -> (SnakeboardCoordinates, SnakeboardVelocities) {
    (
        [0.0, 0.0, 0.0, 1.0, 2.0].into(),
        [1.0, 0.5, 0.0, 1.0, 0.0].into(),
    )
}

#[test]
fn a_step_size_that_is_zero_or_not_finite_is_refused() {
    for h in [0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = BOARD.gni(h).unwrap_err();
        assert!(
            matches!(error, SetupError::StepSize { .. }),
            "{h}: {error:?}"
        );
    }
    assert!(BOARD.gni(-0.1).is_ok(), "negative steps run backwards");
}

#[test]
fn a_parameter_that_is_not_finite_is_named() {
    for value in [f64::NAN, f64::INFINITY] {
        let error = Snakeboard {
            i_rotor: value,
            ..BOARD
        }
        .gni(0.1)
        .unwrap_err();
        let SetupError::Parameter { name, value: found } = error else {
            panic!("{error:?}");
        };
        assert_eq!(name, "i_rotor");
        assert_eq!(found.to_bits(), value.to_bits());
        assert!(error.to_string().contains("`i_rotor`"), "{error}");
    }
}

#[test]
fn a_mass_matrix_that_is_not_positive_definite_is_refused() {
    let unusable = [
        Snakeboard { m: 0.0, ..BOARD },
        Snakeboard { m: -1.0, ..BOARD },
        Snakeboard {
            j_wheel: 0.0,
            ..BOARD
        },
        Snakeboard {
            j_wheel: -1.5,
            ..BOARD
        },
        Snakeboard {
            i_rotor: 0.0,
            ..BOARD
        },
        // The rotor alone has more inertia than the whole board.
        Snakeboard {
            i_rotor: 1.0 + 1e-9,
            ..BOARD
        },
        Snakeboard { l: 0.0, ..BOARD },
    ];
    for board in unusable {
        let error = board.gni(0.1).unwrap_err();
        let is_right = matches!(
            error,
            SetupError::NotPositive {
                what: "mass matrix",
                ..
            }
        );
        assert!(is_right, "{board:?}: {error:?}");
    }
    assert!(
        Snakeboard {
            i_rotor: 1.0 - 1e-9,
            ..BOARD
        }
        .gni(0.1)
        .is_ok()
    );
}

#[test]
fn the_constant_part_of_a_mass_matrix_that_varies_must_be_positive_definite() {
    for m in [0.0, -1.0] {
        let error = MovingBlade { m, ..BLADE }.gni(0.1).unwrap_err();
        assert!(matches!(error, SetupError::NotPositive { .. }), "{error:?}");
    }
}

#[test]
fn a_velocity_off_a_constraint_is_refused_with_its_name_and_residual() {
    let stepper = BOARD.gni(0.1).unwrap();
    let (q, v) = rolling();
    // At theta = 0 the blade forbids y_dot, at phi = 0 the wheels forbid theta_dot.
    for (v, index, name, residual) in [
        (SnakeboardVelocities { y_dot: 0.25, ..v }, 0, "skid", -0.25),
        (
            SnakeboardVelocities {
                theta_dot: 0.5,
                ..v
            },
            1,
            "steer",
            0.5,
        ),
    ] {
        let error = stepper.start(3.0, q, v, &AT_REST).unwrap_err();
        assert_eq!(error.time, 3.0);
        let StepErrorKind::OffConstraints {
            index: i,
            name: n,
            residual: r,
            relative,
        } = error.kind
        else {
            panic!("{error:?}");
        };
        assert_eq!((i, n, r), (index, name, residual));
        assert!(relative > 0.1 && relative <= 1.0, "{relative}");
        assert!(error.to_string().contains(name), "{error}");
    }
    let nearly = SnakeboardVelocities { y_dot: 1e-12, ..v };
    assert!(stepper.start(0.0, q, nearly, &AT_REST).is_ok());
    let off = SnakeboardVelocities {
        y_dot: 0.25,
        theta_dot: 0.5,
        ..v
    };
    let projected = BOARD.project_velocity(&q, &off);
    assert!(stepper.start(0.0, q, projected, &AT_REST).is_ok());
}

#[test]
fn a_start_that_is_not_finite_is_refused() {
    let stepper = BOARD.gni(0.1).unwrap();
    let (q, v) = rolling();
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for place in 0..5 {
            let mut numbers = <[f64; 5]>::from(q);
            numbers[place] = bad;
            assert_input_is_blamed(stepper.start(0.0, numbers.into(), v, &AT_REST));
            let mut numbers = <[f64; 5]>::from(v);
            numbers[place] = bad;
            assert_input_is_blamed(stepper.start(0.0, q, numbers.into(), &AT_REST));
        }
        assert_input_is_blamed(stepper.start(bad, q, v, &AT_REST));
    }
}

fn assert_input_is_blamed<S: std::fmt::Debug>(result: Result<S, StepError<f64>>) {
    let kind = result.unwrap_err().kind;
    assert!(matches!(kind, StepErrorKind::NonFiniteInput), "{kind:?}");
}

#[test]
fn a_control_that_is_not_finite_is_blamed_and_the_old_state_stays() {
    let stepper = BOARD.gni(0.1).unwrap();
    let (q, v) = rolling();
    let state = stepper.start(0.0, q, v, &AT_REST).unwrap();
    let before = state;
    for bad in [f64::NAN, f64::INFINITY] {
        let broken = |t: f64| SnakeboardControls {
            u_psi: 0.0,
            u_phi: if t > 0.05 { bad } else { 0.0 },
        };
        assert_input_is_blamed(stepper.step(&state, &broken));
        assert_eq!(state, before);
    }
    let next = stepper.step(&state, &AT_REST).unwrap();
    assert_eq!(stepper.time(&next), 0.1, "the state can still be used");
}

#[test]
fn a_motion_that_leaves_the_range_of_numbers_is_an_error() {
    let stepper = BOARD.gni(1e200).unwrap();
    let (q, v) = rolling();
    let state = stepper
        .start(
            0.0,
            q,
            SnakeboardVelocities {
                psi_dot: 1e150,
                ..v
            },
            &AT_REST,
        )
        .unwrap();
    let error = stepper.step(&state, &AT_REST).unwrap_err();
    assert!(matches!(error.kind, StepErrorKind::NonFinite), "{error:?}");
    assert_eq!(error.time, 0.0);
}

#[test]
fn equations_that_are_not_solved_are_an_error() {
    let controls = MovingBladeControls { torque: 0.0 };
    let q = [0.0, 1.0, 1.0].into();
    let stepper = BLADE.gni(0.1).unwrap();
    let hasty = stepper.with_newton(NewtonSettings {
        max_iterations: 1,
        ..NewtonSettings::default()
    });
    let moving = [1.0, 1.0, 0.0].into();
    let state = hasty.start(0.0, q, moving, &controls).unwrap();
    let before = state;
    let error = hasty.step(&state, &controls).unwrap_err();
    let StepErrorKind::NewtonDiverged {
        iterations,
        increment,
        ..
    } = error.kind
    else {
        panic!("{error:?}");
    };
    assert_eq!(iterations, 1);
    assert!(increment > 0.0);
    assert_eq!(state, before);
    assert!(
        stepper.step(&state, &controls).is_ok(),
        "the same state with more patience"
    );

    let mut errors = Vec::new();
    for h in [1e3, 1e4, 1e5, 1e6] {
        let huge = BLADE.gni(h).unwrap();
        let state = huge
            .start(0.0, q, [3.0, 5.0, 0.0].into(), &controls)
            .unwrap();
        errors.extend(huge.step(&state, &controls).err());
    }
    let is_of_newton = |error: &StepError<f64>| {
        matches!(
            error.kind,
            StepErrorKind::NewtonDiverged { .. }
                | StepErrorKind::SingularJacobian { .. }
                | StepErrorKind::NonFiniteResidual { .. }
        )
    };
    assert!(!errors.is_empty(), "steps beyond all reason are not solved");
    assert!(errors.iter().all(is_of_newton), "{errors:?}");
}

/// Runs from a start that may be beyond all reason: every state that comes out is finite.
fn assert_finite_or_error<T: Real, S: Stepper<Scalar = T>, const N: usize>(
    stepper: &S,
    start: ([T; N], [T; N]),
    controls: &impl ControlSignal<T, S::Controls>,
) -> bool
where
    S::Coordinates: From<[T; N]> + Into<[T; N]>,
    S::Velocities: From<[T; N]> + Into<[T; N]>,
{
    let time = T::literal(0.0);
    let Ok(mut state) = stepper.start(time, start.0.into(), start.1.into(), controls) else {
        return false;
    };
    for _ in 0..20 {
        let Ok(sample) = stepper.sample(&state) else {
            return false;
        };
        let (q, v): ([T; N], [T; N]) = (sample.q.into(), sample.v.into());
        let is_finite = nhi::plumbing::all_finite(&q) && nhi::plumbing::all_finite(&v);
        assert!(is_finite, "{} from {start:?}: {q:?} {v:?}", S::INTEGRATOR);
        match stepper.step(&state, controls) {
            Ok(next) => state = next,
            Err(_) => return false,
        }
    }
    true
}

/// Numbers of any size, of both signs, now and then zero.
fn wild<const N: usize>(random: &mut Random) -> [f64; N] {
    std::array::from_fn(|_| {
        let sign = if random.number(0.0, 1.0) < 0.5 {
            -1.0
        } else {
            1.0
        };
        let is_zero = random.number(0.0, 1.0) < 0.1;
        let exponent = match random.number(0.0, 1.0) {
            x if x < 0.5 => random.number(-3.0, 3.0),
            _ => random.number(-300.0, 300.0),
        };
        if is_zero {
            0.0
        } else {
            sign * 10_f64.powf(exponent)
        }
    })
}

#[test]
fn a_thousand_hard_starts_never_give_a_state_that_is_not_finite() {
    let random = &mut Random::new("hard starts");
    let mut finished = 0;
    for _ in 0..1000 {
        let [h, m, l, u_psi, u_phi] = wild(random);
        let board = Snakeboard {
            m: m.abs(),
            l: l.abs(),
            i_rotor: 0.3 * m.abs() * l * l,
            j_wheel: m.abs(),
        };
        let Ok(stepper) = board.gni(h) else { continue };
        let q = wild::<5>(random);
        let v = board
            .project_velocity(&q.into(), &wild::<5>(random).into())
            .into();
        let controls = SnakeboardControls { u_psi, u_phi };
        finished += usize::from(assert_finite_or_error(&stepper, (q, v), &controls));
    }
    assert!(finished > 50, "{finished} runs came to their end");
}

/// One start for every integrator of a system.
macro_rules! hard_starts {
    ($system:expr, $size:literal, $controls:expr, $random:expr, $($integrator:ident)*) => {{
        let system = $system;
        let mut finished = 0;
        for _ in 0..300 {
            let h = $random.number(-1.0, 1.0).powi(3) * 10.0;
            let q = wild::<$size>($random);
            let v = wild::<$size>($random);
            $(
                if let Ok(stepper) = system.$integrator(h) {
                    finished += usize::from(assert_finite_or_error(&stepper, (q, project!(system, q, v)), &$controls));
                }
            )*
        }
        assert!(finished > 20, "{finished} runs came to their end");
    }};
}

#[test]
fn no_integrator_gives_a_state_that_is_not_finite_with_a_constant_mass_matrix() {
    macro_rules! project {
        ($system:ident, $q:ident, $v:ident) => {
            $system.project_velocity(&$q.into(), &$v.into()).into()
        };
    }
    let random = &mut Random::new("constant mass");
    let system = ConstantMass {
        i: 1.0,
        m: 2.0,
        g: 0.5,
        a: 0.1,
    };
    let controls = |t: f64| ConstantMassControls { torque: t };
    hard_starts!(system, 3, controls, random, gni shake rattle dla dap mla energy_preserving lobatto rk gauss feedback);
}

#[test]
fn no_integrator_gives_a_state_that_is_not_finite_with_a_mass_matrix_that_varies() {
    macro_rules! project {
        ($system:ident, $q:ident, $v:ident) => {
            $system.project_velocity(&$q.into(), &$v.into(), 0.0).into()
        };
    }
    let random = &mut Random::new("variable mass");
    let controls = |t: f64| VariableMassControls {
        torque: t,
        push: 1.0,
    };
    hard_starts!(VariableMass { i: 1.0, m: 2.0 }, 3, controls, random, gni dla dap mla energy_preserving lobatto rk gauss);
}

#[test]
fn no_integrator_gives_a_state_that_is_not_finite_with_a_general_lagrangian() {
    macro_rules! project {
        ($system:ident, $q:ident, $v:ident) => {
            $system.project_velocity(&$q.into(), &$v.into(), 0.0).into()
        };
    }
    let random = &mut Random::new("general Lagrangian");
    let system = GeneralLagrangian {
        i: 1.0,
        m: 2.0,
        c: 0.5,
    };
    let controls = |t: f64| GeneralLagrangianControls { torque: t };
    hard_starts!(system, 3, controls, random, gni dla dap mla lobatto rk gauss);
}

#[test]
fn no_integrator_gives_a_state_that_is_not_finite_without_constraints() {
    macro_rules! project {
        ($system:ident, $q:ident, $v:ident) => {
            $v
        };
    }
    let random = &mut Random::new("unconstrained");
    hard_starts!(Unconstrained {}, 2, (), random, gni dla gauss energy_preserving lobatto feedback);
}

/// A blade on a body of variable inertia, so that every method is implicit.
#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * (i + 0.3 * x.powi(2)) * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2))
        - 0.1 * m * cos(y),
    constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
    integrators(Gni, Dla, Dap, Mla, EnergyPreserving, Lobatto, Gauss),
)]
#[derive(Clone, Copy, Debug)]
pub struct SingleBlade {
    /// Part of the moment of inertia in kg m^2
    pub i: f32,
    /// Mass in kg
    pub m: f32,
}

#[test]
fn no_implicit_integrator_gives_a_state_that_is_not_finite_in_single_precision() {
    let random = &mut Random::new("single precision");
    let blade = SingleBlade { i: 1.0, m: 2.0 };
    let mut finished = 0;
    for _ in 0..1000 {
        let h = (random.number(-1.0, 1.0).powi(3) * 10.0) as f32;
        // The largest of these are infinite in single precision.
        let q = wild::<3>(random).map(|x| x as f32);
        let v = wild::<3>(random).map(|x| x as f32);
        let v = blade.project_velocity(&q.into(), &v.into()).into();
        macro_rules! run {
            ($($integrator:ident)*) => {
                $(
                    let stepper = blade.$integrator(h).expect("the step size is finite");
                    finished += usize::from(assert_finite_or_error(&stepper, (q, v), &()));
                )*
            };
        }
        run!(gni dla dap mla energy_preserving lobatto gauss);
    }
    assert!(finished > 500, "{finished} runs came to their end");
}

//! The same model in `f64`, in `f32` and generic over both; and the plain data types.

use nhi::nalgebra::SVector;
use nhi::{ControlSignal, Real, Stepper, nonholonomic};

/// A blade whose inertia depends on where it stands, so that steps are implicit.
macro_rules! blade {
    ($name:ident $(<$generic:ident: $bound:path>)?, $scalar:ident) => {
        #[nonholonomic(
            coordinates(theta, x, y),
            lagrangian = 0.5 * (i + 0.3 * x.powi(2)) * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2))
                - 0.1 * m * cos(y),
            constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
            controls(torque, push),
            forces(theta = torque, x = push * cos(theta), y = push * sin(theta)),
            integrators(Gni, Rk, Dla, Dap, Mla, EnergyPreserving, Lobatto, Gauss(stages = 2), Dop853),
        )]
        #[derive(Clone, Copy, Debug)]
        struct $name $(<$generic: $bound>)? {
            i: $scalar,
            m: $scalar,
        }
    };
}

blade!(Double, f64);
blade!(Single, f32);
blade!(Generic<T: Real>, T);

/// The same with a constant inertia, for explicit methods.
macro_rules! plain_blade {
    ($name:ident $(<$generic:ident: $bound:path>)?, $scalar:ident) => {
        #[nonholonomic(
            coordinates(theta, x, y),
            lagrangian = 0.5 * i * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) - 0.1 * m * cos(y),
            constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
            controls(torque, push),
            forces(theta = torque, x = push * cos(theta), y = push * sin(theta)),
            integrators(Shake, Rattle, Feedback(base = Rk2, constraint = 10)),
        )]
        #[derive(Clone, Copy, Debug)]
        struct $name $(<$generic: $bound>)? {
            i: $scalar,
            m: $scalar,
        }
    };
}

plain_blade!(PlainDouble, f64);
plain_blade!(PlainSingle, f32);
plain_blade!(PlainGeneric<T: Real>, T);

const STEPS: usize = 200;
const Q: [f64; 3] = [0.3, 0.5, -0.2];
/// On the constraint at `Q`, to double precision.
fn v() -> [f64; 3] {
    [1.0, 0.8 * Q[0].cos(), 0.8 * Q[0].sin()]
}

/// The configurations of a run in which the controls are constant.
fn motion<S: Stepper, const N: usize>(stepper: &S, controls: S::Controls) -> Vec<[f64; N]>
where
    S::Coordinates: From<[S::Scalar; N]> + Into<[S::Scalar; N]>,
    S::Velocities: From<[S::Scalar; N]>,
    S::Controls: ControlSignal<S::Scalar, S::Controls>,
{
    let convert = |values: &[f64]| std::array::from_fn(|i| S::Scalar::literal(values[i]));
    let (q, v) = (convert(&Q).into(), convert(&v()).into());
    let mut state = stepper
        .start(S::Scalar::literal(0.0), q, v, &controls)
        .unwrap();
    let mut motion = Vec::new();
    for _ in 0..STEPS {
        state = stepper.step(&state, &controls).unwrap();
        let q: [S::Scalar; N] = stepper.sample(&state).unwrap().q.into();
        motion.push(q.map(Real::to_f64));
    }
    motion
}

fn largest_difference(a: &[[f64; 3]], b: &[[f64; 3]]) -> f64 {
    let differences = a
        .iter()
        .zip(b)
        .flat_map(|(a, b)| a.iter().zip(b).map(|(a, b)| (a - b).abs()));
    differences.fold(0.0, f64::max)
}

macro_rules! compare {
    ($integrator:ident) => {
        compare!($integrator, 2e-5, Double DoubleControls, Single SingleControls, Generic GenericControls)
    };
    (plain $integrator:ident $bound:expr) => {
        compare!(
            $integrator,
            $bound,
            PlainDouble PlainDoubleControls,
            PlainSingle PlainSingleControls,
            PlainGeneric PlainGenericControls
        )
    };
    (@motion $system:expr, $controls:ident, $integrator:ident) => {
        motion(
            &$system.$integrator(0.01).unwrap(),
            $controls {
                torque: 0.1,
                push: 0.2,
            },
        )
    };
    ($integrator:ident, $bound:expr, $double:ident $of_double:ident, $single:ident $of_single:ident, $generic:ident $of_generic:ident) => {{
        let double = compare!(@motion $double { i: 1.0, m: 2.0 }, $of_double, $integrator);
        let single = compare!(@motion $single { i: 1.0, m: 2.0 }, $of_single, $integrator);
        let wide = compare!(@motion $generic::<f64> { i: 1.0, m: 2.0 }, $of_generic, $integrator);
        let narrow = compare!(@motion $generic::<f32> { i: 1.0, m: 2.0 }, $of_generic, $integrator);

        assert_eq!(double, wide, "generic code for f64 is the code for f64");
        assert_eq!(single, narrow, "generic code for f32 is the code for f32");
        let difference = largest_difference(&double, &single);
        assert!(difference < $bound, "f32 is off by {difference:e}");
        assert!(difference > 0.0, "f32 is not f64 in disguise");
        let way = (double[STEPS - 1][1] - Q[1]).hypot(double[STEPS - 1][2] - Q[2]);
        assert!(way > 1.0, "there was a motion");
    }};
}

/// A test for each integrator.
macro_rules! motions_are_the_same_in_every_scalar_type {
    ($($integrator:ident)*; $($plain:ident $bound:expr),*) => {
        mod motions_are_the_same_in_every_scalar_type {
            use super::*;
            $(
                #[test]
                fn $integrator() {
                    compare!($integrator);
                }
            )*
            $(
                #[test]
                fn $plain() {
                    compare!(plain $plain $bound);
                }
            )*
        }
    };
}

// SHAKE has no velocity but in differences of positions: their round-off over `h` adds up with the
// number of steps, and its sum with the square, to 200^2 / 2 units in the last place.
motions_are_the_same_in_every_scalar_type!(
    gni rk dla dap mla energy_preserving lobatto gauss dop853;
    shake 1e-3, rattle 2e-5, feedback 2e-5
);

#[test]
fn methods_are_the_same_in_every_scalar_type() {
    let (double, single) = (Double { i: 1.0, m: 2.0 }, Single { i: 1.0, m: 2.0 });
    let generic = Generic { i: 1.0_f64, m: 2.0 };
    let energy = double.energy(&Q.into(), &v().into());
    let energy_of_single =
        single.energy(&Q.map(|x| x as f32).into(), &v().map(|x| x as f32).into());
    assert_eq!(energy, generic.energy(&Q.into(), &v().into()));
    assert!((energy - f64::from(energy_of_single)).abs() < 1e-6);
    assert_eq!(
        double.mass_matrix(&Q.into()),
        generic.mass_matrix(&Q.into())
    );
}

#[test]
fn plain_data_goes_to_and_from_arrays_and_vectors_in_the_order_of_the_model() {
    let q = DoubleCoordinates {
        theta: 1.0,
        x: 2.0,
        y: 3.0,
    };
    assert_eq!(DoubleCoordinates::from([1.0, 2.0, 3.0]), q);
    assert_eq!(DoubleCoordinates::from(SVector::from([1.0, 2.0, 3.0])), q);
    assert_eq!(<[f64; 3]>::from(q), [1.0, 2.0, 3.0]);
    assert_eq!(SVector::<f64, 3>::from(q), SVector::from([1.0, 2.0, 3.0]));

    let v = GenericVelocities {
        theta_dot: 1.0_f32,
        x_dot: 2.0,
        y_dot: 3.0,
    };
    assert_eq!(GenericVelocities::from([1.0, 2.0, 3.0]), v);
    assert_eq!(<[f32; 3]>::from(v), [1.0, 2.0, 3.0]);
    assert_eq!(SVector::<f32, 3>::from(v).sum(), 6.0);

    let u = SingleControls {
        torque: 1.0,
        push: 2.0,
    };
    assert_eq!(SingleControls::from(SVector::from([1.0, 2.0])), u);
    assert_eq!(<[f32; 2]>::from(u), [1.0, 2.0]);
    assert_eq!(u.at(17.0), u, "a control is a signal, held constant");

    let lambda = DoubleMultipliers { blade: 4.0 };
    assert_eq!(DoubleMultipliers::from([4.0]), lambda);
    assert_eq!(SVector::<f64, 1>::from(lambda)[0], 4.0);
    assert_eq!(DoubleCoordinates::default(), [0.0; 3].into());
}

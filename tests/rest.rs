//! Motions with drag come to rest and stay there. No step fails and the run monitor finds nothing,
//! in `f64` and `f32`, over two thousand time constants, and over ten thousand in a nightly run.

#[path = "support/breadth.rs"]
mod breadth;

use nhi::{Observer, Real, Stepper, Watched, Watching, nonholonomic};

/// Returns the end in units of the slowest decay. Velocities in double precision underflow at 745.
fn end() -> f64 {
    if breadth::is_whole() { 1e4 } else { 2e3 }
}

/// A blade that drag brings to rest.
#[nonholonomic(
    coordinates(x, y, phi),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * j * phi_dot.powi(2),
    constraints(blade = sin(phi) * x_dot - cos(phi) * y_dot),
    forces(x = -c * x_dot, y = -c * y_dot, phi = -c * phi_dot),
    integrators(Gni, Rk, Dla, Dap, Mla, EnergyPreserving, Lobatto, Gauss(stages = 3)),
)]
#[derive(Clone, Copy, Debug)]
struct Blade<T: Real> {
    m: T,
    j: T,
    c: T,
}

/// A mass on a turning rod, whose springs have a length.
#[nonholonomic(
    coordinates(theta, r, s),
    lagrangian = 0.5 * (j + m * r.powi(2)) * theta_dot.powi(2) + 0.5 * m * r_dot.powi(2) + 0.5 * n * s_dot.powi(2)
        - 0.5 * k * (r - l).powi(2) - 0.5 * k * (s - l).powi(2),
    constraints(follow = s_dot - sin(theta) * r_dot - r * theta_dot),
    forces(theta = -c * theta_dot, r = -c * r_dot, s = -c * s_dot),
    integrators(Gni, Rk, Dla, Dap, Mla, EnergyPreserving, Lobatto, Gauss(stages = 2)),
)]
#[derive(Clone, Copy, Debug)]
struct Rod<T: Real> {
    j: T,
    m: T,
    n: T,
    k: T,
    l: T,
    c: T,
}

/// A particle on a sphere in honey.
#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)),
    constraints(rise = z_dot - y * x_dot),
    holonomic(sphere = x.powi(2) + y.powi(2) + z.powi(2) - 1),
    forces(x = -c * x_dot, y = -c * y_dot, z = -c * z_dot),
    integrators(Gni, Dla, Mla, EnergyPreserving, Lobatto, Gauss(stages = 2)),
)]
#[derive(Clone, Copy, Debug)]
struct Sphere<T: Real> {
    m: T,
    c: T,
}

/// A sleigh with drag, whose pose is an element of SE(2).
#[nonholonomic(
    groups(pose: SE2(w, v1, v2)),
    lagrangian = 0.5 * j * w.powi(2) + 0.5 * m * (v1.powi(2) + v2.powi(2)),
    constraints(blade = v2 - a * w),
    forces(w = -c * w, v1 = -c * v1, v2 = -c * v2),
    integrators(Gni, Rdp, Rk, Gauss(stages = 2)),
)]
#[derive(Clone, Copy, Debug)]
struct Sleigh<T: Real> {
    j: T,
    m: T,
    a: T,
    c: T,
}

/// A pendulum on two wheels, whose motors damp: it comes to hang from its axle.
#[nonholonomic(
    coordinates(x, tilt, wheel),
    lagrangian = 0.5 * m * (x_dot + l * cos(tilt) * tilt_dot).powi(2) + 0.5 * m * (l * sin(tilt) * tilt_dot).powi(2)
        + 0.5 * n * x_dot.powi(2) + 0.5 * i * wheel_dot.powi(2) - m * g * l * cos(tilt),
    constraints(rolling = x_dot - r * wheel_dot),
    forces(wheel = -c * (wheel_dot - tilt_dot), tilt = c * (wheel_dot - tilt_dot), x = -c * x_dot),
    integrators(Dla, Dap, Mla, EnergyPreserving, Gauss(stages = 2)),
)]
#[derive(Clone, Copy, Debug)]
struct Segway<T: Real> {
    m: T,
    n: T,
    i: T,
    l: T,
    r: T,
    g: T,
    c: T,
}

/// Runs a stepper to its end; returns the largest velocity there.
fn rest<M, S, const N: usize, const D: usize>(
    model: &M,
    stepper: &S,
    q: [f64; N],
    v: [f64; D],
    time: f64,
) -> f64
where
    M: Watched<S>,
    S: Stepper<Controls = ()>,
    S::Coordinates: From<[S::Scalar; N]>,
    S::Velocities: From<[S::Scalar; D]> + Into<[S::Scalar; D]>,
{
    let q = q.map(S::Scalar::literal).into();
    let v = v.map(S::Scalar::literal).into();
    let mut state = stepper.start(S::Scalar::literal(0.0), q, v, &()).unwrap();
    let mut watching = Watching::new(model);
    let steps = (time / stepper.step_size().to_f64()) as usize;
    for step in 0..steps {
        state = stepper
            .step(&state, &())
            .unwrap_or_else(|error| panic!("step {step} of {steps}: {error:?}"));
        let sample = stepper.sample(&state).unwrap();
        let _ = watching.observe(stepper, &state, &sample);
    }
    let found: Vec<_> = watching.findings().collect();
    assert!(found.is_empty(), "{found:?}");
    let v: [S::Scalar; D] = stepper.sample(&state).unwrap().v.into();
    v.into_iter().map(|v| v.to_f64().abs()).fold(0.0, f64::max)
}

/// A test for each integrator of a system, in both scalar types.
///
/// `Rk`, `Gauss` and `EnergyPreserving` leave a constraint residual that depends on the step size. It is a
/// velocity that drag does not end, so their bounds are larger.
macro_rules! comes_to_rest {
    ($module:ident: $system:ident $fields:tt from $q:expr, $v:expr, decaying at $rate:expr;
        $($integrator:ident, $h:expr, $left:expr;)*) => {
        mod $module {
            $(mod $integrator {
                use super::super::*;

                comes_to_rest!(@test f64, $left, $integrator, $system $fields, $q, $v, $rate, $h);
                comes_to_rest!(@test f32, 1e-5 + $left, $integrator, $system $fields, $q, $v, $rate, $h);
            })*
        }
    };
    (@test $scalar:ident, $bound:expr, $integrator:ident, $system:ident $fields:tt, $q:expr, $v:expr, $rate:expr,
        $h:expr) => {
        #[test]
        fn $scalar() {
            let model = $system::<$scalar> $fields;
            let stepper = model.$integrator($h).unwrap();
            let left = rest(&model, &stepper, $q, $v, end() / $rate);
            assert!(left < $bound, "a velocity of {left:e} is left");
        }
    };
}

comes_to_rest!(
    blade: Blade { m: 1.0, j: 1.0, c: 1.0 } from [0.3, 0.2, 0.0], [1.1, 0.0, 0.7], decaying at 1.0;
    gni, 0.2, 1e-12;
    rk, 0.05, 1e-3;
    dla, 0.2, 1e-12;
    dap, 0.2, 1e-12;
    mla, 0.2, 1e-12;
    energy_preserving, 0.05, 1e-3;
    lobatto, 0.2, 1e-12;
    gauss, 0.2, 1e-8;
);

comes_to_rest!(
    rod: Rod { j: 0.7, m: 1.3, n: 0.4, k: 1.1, l: 0.7, c: 2.0 } from [0.4, 0.8, 0.1], [0.25, 0.0, 0.2],
        decaying at 0.5;
    gni, 0.1, 1e-12;
    rk, 0.1, 1e-3;
    dla, 0.2, 1e-12;
    dap, 0.2, 1e-12;
    mla, 0.2, 1e-12;
    energy_preserving, 0.1, 1e-3;
    lobatto, 0.2, 1e-12;
    gauss, 0.2, 1e-5;
);

comes_to_rest!(
    sphere: Sphere { m: 1.0, c: 1.0 } from [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], decaying at 1.0;
    gni, 0.1, 1e-12;
    dla, 0.1, 1e-12;
    mla, 0.1, 1e-12;
    energy_preserving, 0.05, 1e-3;
    lobatto, 0.1, 1e-12;
    gauss, 0.1, 1e-6;
);

comes_to_rest!(
    sleigh: Sleigh { j: 1.0, m: 1.0, a: 0.5, c: 1.0 } from [1.0, 0.0, 0.3, 0.0, 1.0, 0.2], [0.5, 1.1, 0.25],
        decaying at 1.0;
    gni, 0.1, 1e-12;
    rdp, 0.1, 1e-12;
    rk, 0.1, 1e-12;
    gauss, 0.2, 1e-12;
);

comes_to_rest!(
    segway: Segway { m: 1.0, n: 0.2, i: 0.1, l: 2.0, r: 0.3, g: 9.81, c: 1.0 } from [0.0, 2.8, 0.0],
        [0.0, 0.3, 0.0], decaying at 1.0;
    dla, 0.1, 1e-12;
    dap, 0.1, 1e-12;
    mla, 0.1, 1e-12;
    energy_preserving, 0.1, 1e-3;
    gauss, 0.1, 1e-5;
);

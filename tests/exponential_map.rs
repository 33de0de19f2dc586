//! The nonholonomic exponential map and its inverse against closed forms.

#![allow(unreachable_pub)]

use nhi::{
    ExponentialError, ExponentialMap, Real, SetupError, StepErrorKind, Stepper, nonholonomic,
};

/// A free particle with `z_dot = y x_dot`.
#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)),
    constraints(contact = z_dot - y * x_dot),
    integrators(Gauss, Rk(order = 4), Dla, Mla),
)]
#[derive(Clone, Copy, Debug)]
pub struct Particle {}

/// A knife edge on a slope that falls along `x`.
#[nonholonomic(
    coordinates(x, y, phi),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * inertia * phi_dot.powi(2) + m * fall * x,
    constraints(edge = sin(phi) * x_dot - cos(phi) * y_dot),
    integrators(Gauss),
)]
#[derive(Clone, Copy, Debug)]
pub struct KnifeEdge<T: Real> {
    /// Mass in kg
    pub m: T,
    /// Moment of inertia in kg m^2
    pub inertia: T,
    /// Acceleration along the slope in m/s^2
    pub fall: T,
}

/// A point that is driven along `x` at the speed `1 + t`, with a force along `y`.
#[nonholonomic(
    coordinates(x, y),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(drive = x_dot - 1 - t),
    controls(push),
    forces(y = push),
    integrators(Gauss),
)]
#[derive(Clone, Copy, Debug)]
pub struct Driven {}

/// The map of the particle.
#[allow(
    clippy::type_complexity,
    reason = "the type of a closure has no other name"
)]
fn particle(
    h: f64,
) -> ExponentialMap<
    ParticleGauss,
    impl Fn(f64) -> Result<ParticleGauss, SetupError>,
    impl Fn(&ParticleCoordinates, &ParticleVelocities) -> ParticleVelocities,
> {
    ExponentialMap::new(
        h,
        |h| Particle {}.gauss(h),
        |q, v| Particle {}.project_velocity(q, v),
    )
}

/// `x1 - x0`, `z1 - z0` of the particle: `x_dot sqrt(1 + y^2)` and `y_dot` are constant.
fn particle_end(q: [f64; 3], v: [f64; 3], h: f64) -> [f64; 3] {
    let [x, y, z] = q;
    let y1 = y + h * v[1];
    let factor = v[0] * y.hypot(1.0) / v[1];
    [
        x + factor * (y1.asinh() - y.asinh()),
        y1,
        z + factor * (y1.hypot(1.0) - y.hypot(1.0)),
    ]
}

/// `(z1-z0)(asinh y1 - asinh y0) - (x1-x0)(sqrt(1+y1^2) - sqrt(1+y0^2))`: zero on the exact discrete
/// constraint space.
fn off_exact_space(q0: [f64; 3], q1: [f64; 3]) -> f64 {
    (q1[2] - q0[2]) * (q1[1].asinh() - q0[1].asinh())
        - (q1[0] - q0[0]) * (q1[1].hypot(1.0) - q0[1].hypot(1.0))
}

/// Starts of the particle on its constraint.
const STARTS: [([f64; 3], [f64; 3]); 4] = [
    ([0.0, 0.0, 0.0], [1.0, 1.0, 0.0]),
    ([0.3, -0.8, 2.0], [-1.5, 0.7, 1.2]),
    ([-2.0, 1.5, 0.5], [0.4, -2.0, 0.6]),
    ([1.0, 0.5, -1.0], [2.0, 0.01, 1.0]),
];

fn close(a: impl Into<[f64; 3]>, b: impl Into<[f64; 3]>, tolerance: f64, what: &str) {
    let (a, b) = (a.into(), b.into());
    for (x, y) in a.iter().zip(&b) {
        assert!((x - y).abs() <= tolerance, "{what}: {a:?} instead of {b:?}");
    }
}

#[test]
fn the_map_of_the_particle_is_its_closed_form_to_round_off() {
    for h in [1e-3, 0.1, 1.0, -0.7, 5.0] {
        for (q, v) in STARTS {
            let end = particle(h).exp(&q.into(), &v.into(), &()).unwrap();
            close(end.q, particle_end(q, v, h), 4e-14, "the end");
            assert!(end.error <= 1e-13, "{end:?}");
            assert!(off_exact_space(q, end.q.into()).abs() < 1e-13);
        }
    }
}

#[test]
fn more_substeps_are_taken_where_the_time_is_longer() {
    let (q, v) = STARTS[0];
    let substeps = |h: f64| particle(h).exp(&q.into(), &v.into(), &()).unwrap().substeps;
    assert!(substeps(1e-3) <= 2);
    assert!(substeps(0.1) < substeps(1.0) && substeps(1.0) < substeps(10.0));
}

#[test]
fn the_inverse_finds_the_velocity_again() {
    for h in [1e-2, 0.1, 1.0, -0.5] {
        for (q, v) in STARTS {
            let target = particle_end(q, v, h);
            let found = particle(h).inverse(&q.into(), &target.into(), &()).unwrap();
            // The round-off of the configuration, divided by the time.
            let tolerance = 4e-14 / f64::abs(h) + 1e-13;
            close(found.v, v, tolerance, "the velocity");
            close(found.extended, v, tolerance, "the extended velocity");
            let residual = Particle {}.constraint_residual(&q.into(), &found.extended);
            assert!(residual[0].abs() < tolerance, "{residual}");
            assert!(found.iterations <= 8, "{found:?}");
        }
    }
}

#[test]
fn a_pair_off_the_exact_space_has_the_residual_of_what_is_missing_across() {
    let (q, v, h) = (STARTS[1].0, STARTS[1].1, 0.3);
    let map = particle(h);
    let end = particle_end(q, v, h);
    // Across the distribution at q, in the metric of the Lagrangian: along the covector (-y, 0, 1).
    for way in [1e-6, -1e-3, 0.1] {
        let target = [end[0] - q[1] * way, end[1], end[2] + way];
        let found = map.inverse(&q.into(), &target.into(), &()).unwrap();
        close(found.v, v, 1e-12, "moving across leaves the velocity");
        let residual = Particle {}.constraint_residual(&q.into(), &found.extended)[0];
        let expected = (1.0 + q[1] * q[1]) * way / h;
        assert!(
            (residual - expected).abs() < 1e-12,
            "{residual}, {expected}"
        );
        let on = Particle {}.constraint_residual(&q.into(), &found.v)[0];
        assert!(on.abs() < 1e-14, "the velocity stays admissible: {on:e}");
        assert!(off_exact_space(q, target).abs() > 1e-8);
    }
}

/// The exact discrete residual of the first step of an integrator.
fn residual_of_step<S>(stepper: &S) -> f64
where
    S: Stepper<
            Scalar = f64,
            Coordinates = ParticleCoordinates,
            Velocities = ParticleVelocities,
            Controls = (),
        >,
{
    let (q, v) = STARTS[1];
    let state = stepper.start(0.0, q.into(), v.into(), &()).unwrap();
    let next = stepper.step(&state, &()).unwrap();
    let q1 = stepper.sample(&next).unwrap().q;
    let map = particle(stepper.step_size());
    let found = map.inverse(&q.into(), &q1, &()).unwrap();
    Particle {}.constraint_residual(&q.into(), &found.extended)[0].abs()
}

#[test]
fn steps_of_second_order_leave_the_exact_space_by_their_local_error() {
    // A local error of O(h^3) over the time h.
    let residuals = [0.1, 0.05, 0.025].map(|h| residual_of_step(&Particle {}.dla(h).unwrap()));
    for pair in residuals.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 2.0).abs() < 0.2, "{order}: {residuals:?}");
    }
    let fourth = residual_of_step(&Particle {}.rk(0.1).unwrap());
    assert!(fourth < 1e-3 * residuals[0]);
}

/// The end of the knife edge: with `phi_dot = w` constant the speed along the edge is
/// `u + g/w (sin phi - sin phi0)`, which integrates in closed form.
fn edge_end([x, y, phi]: [f64; 3], u: f64, w: f64, g: f64, h: f64) -> [f64; 3] {
    let end = phi + w * h;
    let start = u - g / w * phi.sin();
    let (s0, c0, s1, c1) = (phi.sin(), phi.cos(), end.sin(), end.cos());
    [
        x + start / w * (s1 - s0) + g / (2.0 * w * w) * (s1 * s1 - s0 * s0),
        y - start / w * (c1 - c0) + g / (2.0 * w * w) * (w * h - s1 * c1 + s0 * c0),
        end,
    ]
}

#[test]
fn the_knife_edge_on_a_slope_goes_there_and_back() {
    let edge = KnifeEdge {
        m: 2.0,
        inertia: 0.7,
        fall: 0.5,
    };
    for h in [0.05, 0.4, 2.0] {
        let map = ExponentialMap::new(h, |h| edge.gauss(h), |q, v| edge.project_velocity(q, v));
        let (q, u, w) = ([0.2, -0.4, 0.6_f64], 1.5, -1.1);
        let v = [u * q[2].cos(), u * q[2].sin(), w];
        let expected = edge_end(q, u, w, 0.5, h);
        let end = map.exp(&q.into(), &v.into(), &()).unwrap();
        close(end.q, expected, 2e-14, "the end");
        let found = map.inverse(&q.into(), &expected.into(), &()).unwrap();
        close(found.v, v, 1e-13 / h, "the velocity");
    }
}

#[test]
fn single_precision_is_carried_to_its_own_round_off() {
    let edge = KnifeEdge {
        m: 2.0_f32,
        inertia: 0.7,
        fall: 0.5,
    };
    let map = ExponentialMap::new(0.4, |h| edge.gauss(h), |q, v| edge.project_velocity(q, v));
    let (q, u, w) = ([0.2, -0.4, 0.6_f64], 1.5, -1.1);
    let v = [u * q[2].cos(), u * q[2].sin(), w];
    let single = |x: [f64; 3]| x.map(|x| x as f32);
    let end = map.exp(&single(q).into(), &single(v).into(), &()).unwrap();
    let expected = edge_end(q, u, w, 0.5, 0.4);
    close(
        <[f32; 3]>::from(end.q).map(f64::from),
        expected,
        1e-6,
        "the end",
    );
    let found = map.inverse(&single(q).into(), &end.q, &()).unwrap();
    close(
        <[f32; 3]>::from(found.v).map(f64::from),
        v,
        1e-5,
        "the velocity",
    );
}

#[test]
fn time_and_controls_take_part() {
    let map = ExponentialMap::new(
        0.5,
        |h| Driven {}.gauss(h),
        |q, v| Driven {}.project_velocity(q, v, 2.0),
    )
    .from_time(2.0);
    let push = |t: f64| DrivenControls { push: 6.0 * t };
    // x_dot = 1 + t and y'' = 6 t from t = 2.
    let end = map
        .exp(&[1.0, 1.0].into(), &[3.0, -1.0].into(), &push)
        .unwrap();
    let expected = [
        1.0 + 1.5 + 0.125,
        1.0 - 0.5 + (2.5_f64.powi(3) - 8.0) - 12.0 * 0.5,
    ];
    assert!((end.q.x - expected[0]).abs() < 1e-14 && (end.q.y - expected[1]).abs() < 1e-14);
    let found = map
        .inverse(&[1.0, 1.0].into(), &expected.into(), &push)
        .unwrap();
    assert!((found.v.x_dot - 3.0).abs() < 1e-13 && (found.v.y_dot + 1.0).abs() < 1e-13);
}

#[test]
fn what_cannot_be_computed_is_a_typed_error() {
    let (q, v) = STARTS[0];
    let (q, v) = (q.into(), v.into());
    let off = [1.0, 1.0, 1.0].into();
    let refused = particle(0.1).exp(&q, &off, &()).unwrap_err();
    assert!(
        matches!(&refused, ExponentialError::Step(e) if matches!(e.kind, StepErrorKind::OffConstraints { .. })),
        "{refused}"
    );
    let zero = particle(0.0).exp(&q, &v, &()).unwrap_err();
    assert!(
        matches!(zero, ExponentialError::Setup(SetupError::StepSize { .. })),
        "{zero}"
    );
    for bad in [f64::NAN, f64::INFINITY] {
        let target = [bad, 0.0, 0.0].into();
        let lost = particle(0.1).inverse(&q, &target, &()).unwrap_err();
        assert!(
            matches!(&lost, ExponentialError::Step(e) if e.kind == StepErrorKind::NonFiniteInput),
            "{lost}"
        );
    }
    // A method of second order does not come to round-off in 4096 substeps.
    let project = |q: &_, v: &_| Particle {}.project_velocity(q, v);
    let slow = ExponentialMap::new(5.0, |h| Particle {}.dla(h), project);
    let unresolved = slow.exp(&q, &v, &()).unwrap_err();
    assert!(
        matches!(unresolved, ExponentialError::Unresolved { substeps: 4096, error } if error > 1e-12),
        "{unresolved}"
    );
}

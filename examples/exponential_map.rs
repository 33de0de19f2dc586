//! The nonholonomic exponential map of the particle `z_dot = y x_dot`, against its closed form: how
//! well the map and its inverse are computed, and how far the steps of integrators are from the
//! exact discrete constraint space, the pairs of configurations that an exact motion connects.
//!
//! `cargo run --release --example exponential_map`

use nhi::{ExponentialMap, SetupError, Stepper, nonholonomic};
use std::error::Error;

/// A free particle of unit mass with `z_dot = y x_dot`.
#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)),
    constraints(contact = z_dot - y * x_dot),
    integrators(Gni, Dla, Mla, Rk(order = 4), Gauss),
)]
#[derive(Clone, Copy, Debug)]
pub struct Particle {}

const START: ([f64; 3], [f64; 3]) = ([0.3, -0.8, 2.0], [-1.5, 0.7, 1.2]);

/// Where the particle is after the time `h`: `x_dot sqrt(1 + y^2)` and `y_dot` are constant.
fn closed_form([x, y, z]: [f64; 3], v: [f64; 3], h: f64) -> [f64; 3] {
    let end = y + h * v[1];
    let factor = v[0] * y.hypot(1.0) / v[1];
    [
        x + factor * (end.asinh() - y.asinh()),
        end,
        z + factor * (end.hypot(1.0) - y.hypot(1.0)),
    ]
}

fn largest_difference(a: [f64; 3], b: [f64; 3]) -> f64 {
    let differences = a.iter().zip(b).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, f64::max)
}

/// The residual of the exact discrete constraint for two configurations at the distance `h` in time:
/// what the exact retraction finds missing across the distribution, as a velocity.
fn exact_residual(
    q0: ParticleCoordinates,
    q1: ParticleCoordinates,
    h: f64,
) -> Result<f64, Box<dyn Error>> {
    let particle = Particle {};
    let project = |q: &_, v: &_| particle.project_velocity(q, v);
    let map = ExponentialMap::new(h, |h| particle.gauss(h), project);
    let found = map.inverse(&q0, &q1, &())?;
    Ok(particle.constraint_residual(&q0, &found.extended)[0].abs())
}

/// The exact discrete residual of the first step of an integrator.
fn residual_of_step<S>(stepper: Result<S, SetupError>) -> Result<f64, Box<dyn Error>>
where
    S: Stepper<
            Scalar = f64,
            Coordinates = ParticleCoordinates,
            Velocities = ParticleVelocities,
            Controls = (),
        >,
{
    let (stepper, (q, v)) = (stepper?, START);
    let state = stepper.start(0.0, q.into(), v.into(), &())?;
    let next = stepper.sample(&stepper.step(&state, &())?)?;
    exact_residual(q.into(), next.q, stepper.step_size())
}

fn main() -> Result<(), Box<dyn Error>> {
    let (particle, (q, v)) = (Particle {}, START);

    println!("The map and its inverse from q = {q:?} with v = {v:?}\n");
    println!("     h  substeps  error of exp  error of the inverse  iterations");
    for h in [0.01, 0.1, 0.5, 1.0, 2.0, 5.0] {
        let project = |q: &_, v: &_| particle.project_velocity(q, v);
        let map = ExponentialMap::new(h, |h| particle.gauss(h), project);
        let end = map.exp(&q.into(), &v.into(), &())?;
        let back = map.inverse(&q.into(), &end.q, &())?;
        let forth = largest_difference(end.q.into(), closed_form(q, v, h));
        let off = largest_difference(back.v.into(), v);
        let (substeps, iterations) = (end.substeps, back.iterations);
        println!("{h:6.2}  {substeps:8}  {forth:12.1e}  {off:20.1e}  {iterations:10}");
    }

    println!("\nThe exact discrete residual of one step, as a velocity\n");
    println!("     h       Gni       Dla       Mla   Rk(order = 4)");
    for h in [0.4, 0.2, 0.1, 0.05, 0.025] {
        let [gni, dla, mla, rk] = [
            residual_of_step(particle.gni(h))?,
            residual_of_step(particle.dla(h))?,
            residual_of_step(particle.mla(h))?,
            residual_of_step(particle.rk(h))?,
        ];
        println!("{h:6.3}  {gni:8.1e}  {dla:8.1e}  {mla:8.1e}  {rk:14.1e}");
    }
    Ok(())
}

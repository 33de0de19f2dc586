use nhi::{DifferentiableStepper, nonholonomic};

#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * i * thet_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
    controls(turn, push),
    forces(theta = turn + i * theta_dot, x = push * cos(theta), y = push * sin(theta)),
    integrators(Mla(jacobian), Rk),
)]
pub struct Sleigh {
    /// Moment of inertia [kg m^2]
    pub i: f64,
    /// Mass [kg]
    pub m: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let sleigh = Sleigh { i: 1.0, m: 1.0 };
    let q = SleighCoordinates { theta: 0.0, x: 0.0, y: 0.0 };
    let v = SleighVelocities::from([1.0, 1.0, 0.0]);
    let u = SleighControls { turn: 0.1, push: 0.2 };

    let mla = sleigh.mla(0.01)?;
    let state = mla.start(0.0, q, v, &u)?;
    let step = mla.step_jacobian(&state, &u)?;
    let momentum: [f64; 3] = step.next.p;
    println!("{momentum:?} {} {}", step.next.lambda.blade, step.next.report.iterations);
    let multipliers: [f64; 1] = mla.discrete_multipliers(&step.next);
    println!("{multipliers:?} {} {}", step.controls.ncols(), step.parameters.ncols());

    let rk = sleigh.rk(0.01)?;
    let state = rk.step(&rk.start(0.0, q, v, &u)?, &u)?;
    let drift: [f64; 1] = rk.constraint_drift(&state);
    println!("{} {drift:?}", state.v.theta_dot);
    Ok(())
}

use nhi::nonholonomic;

#[nonholonomic(
    coordinates(theta),
    lagrangian = 0.5 * i * theta_dot.powi(2),
    controls(turn),
    forces(theta = turn),
    integrators(Rk),
)]
pub struct Wheel {
    pub i: f64,
}

fn main() {
    let stepper = Wheel { i: 1.0 }.rk(0.1).unwrap();
    let start = || ([0.0].into(), [0.0].into());
    let (q, v) = start();
    let _ = stepper.start(0.0, q, v, &0.5);
    let (q, v) = start();
    let _ = stepper.start(0.0, q, v, &());
}

//! Anahory Simoes, Marrero, Martín de Diego, figure 4: the discrete constraint space of the nonholonomic
//! particle and the exact one, here from the origin: `z / x` as a function of `y`.

use std::error::Error;

use nhi::nonholonomic;
use nhi_study::picture::Colour::{Black, Blue, Orange};
use nhi_study::picture::{Panel, Picture, Scale};

use super::layout::save;
use super::run::{Points, largest, samples};

/// Nonholonomic particle.
#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)),
    constraints(contact = z_dot - y * x_dot),
    integrators(Gauss),
)]
#[derive(Clone, Debug)]
pub(crate) struct Particle {}

const STEPS: usize = 32;

/// `z / x` of the end of all motions from the origin to `y`.
fn exact(y: f64) -> f64 {
    (y.hypot(1.0) - 1.0) / y.asinh()
}

/// The same for a step that satisfies the constraint in its middle.
fn discrete(y: f64) -> f64 {
    0.5 * y
}

/// Ends of motions of one time unit from the origin, with several speeds along `x` and `y`.
fn flow() -> Result<Points, Box<dyn Error>> {
    let stepper = Particle {}.gauss(1.0 / STEPS as f64)?;
    let mut ends = Vec::new();
    for y_dot in [-3.5, -2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5] {
        for x_dot in [0.2, 1.0, 3.0] {
            let run = samples(&stepper, [0.0; 3], [x_dot, y_dot, 0.0], &(), STEPS)?;
            let end = run[STEPS].q;
            ends.push((end.y, end.z / end.x));
        }
    }
    Ok(ends)
}

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let ends = flow()?;
    let off: Points = ends
        .iter()
        .map(|&(y, slope)| (y, slope - exact(y)))
        .collect();
    println!(
        "ends of {} computed motions are off the exact space by {:.1e}",
        ends.len(),
        largest(&off)
    );
    for y in [0.1, 0.2, 1.0, 4.0] {
        println!(
            "y = {y}: exact {:.6}, discrete {:.6}, difference {:.1e}",
            exact(y),
            discrete(y),
            exact(y) - discrete(y)
        );
    }
    save("smm_4", &picture(ends))
}

fn picture(ends: Points) -> Picture {
    // An even number of points: y = 0 is not among them.
    let ys = || (0..400).map(|i| -4.0 + 8.0 * (f64::from(i) + 0.5) / 400.0);
    let slope = Panel::new(
        "End points of steps from the origin",
        "y [m]",
        "z / x [1]",
        Scale::Linear,
    )
    .x_limits(-4.0..4.0)
    .y_limits(-2.0..2.0)
    .with("discrete", ys().map(|y| (y, discrete(y))).collect())
    .coloured(Orange)
    .with("exact", ys().map(|y| (y, exact(y))).collect())
    .coloured(Blue)
    .with("computed motions", ends)
    .coloured(Black)
    .dots();
    let positive = || (1..=400).map(|i| 10.0_f64.powf(-2.0 + 2.6 * f64::from(i) / 400.0));
    let difference = positive().map(|y| (y, (exact(y) - discrete(y)).abs()));
    let difference = Panel::new(
        "Difference of both",
        "y [m]",
        "|exact − discrete| [1]",
        Scale::LogY,
    )
    .x_limits(0.0..4.0)
    .y_limits(1e-7..1.0)
    .with("difference", difference.collect())
    .coloured(Orange)
    .with(
        "y³ / 24",
        positive().map(|y| (y, y.powi(3) / 24.0)).collect(),
    )
    .coloured(Black)
    .dashed();
    Picture::new("Nonholonomic particle (Anahory Simoes, Marrero, Martín de Diego, figure 4)", [slope, difference])
        .subtitle("The discrete constraint space and the exact one are surfaces in (x, y, z), linear in x: the picture shows the slope z / x.")
        .grid(2, 560, 400)
}

//! Chang, Perlmutter, figures 3 to 5: the knife edge by a feedback integrator on Euler's method, its path,
//! its error, and its integrals.

use std::error::Error;
use std::f64::consts::FRAC_PI_6;

use nhi::nonholonomic;
use nhi_study::picture::{Colour, Panel, Picture, Scale};

use super::layout::{save, sizes};
use super::run::{Points, envelope, scientific, states, thinned};

/// Knife edge on an inclined plane.
#[nonholonomic(
    coordinates(x, y, phi),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * inertia * phi_dot.powi(2)
        + m * g * sin(alpha) * x,
    constraints(edge = sin(phi) * x_dot - cos(phi) * y_dot),
    integrals(spin = inertia * phi_dot),
    integrators(Feedback(base = Euler, energy = 1000, constraint = 1000, spin = 1000)),
)]
#[derive(Clone, Debug)]
pub(crate) struct KnifeEdge {
    /// Mass [kg]
    pub(crate) m: f64,
    /// Moment of inertia about the vertical axis [kg m^2]
    pub(crate) inertia: f64,
    /// Acceleration of gravity [m/s^2]
    pub(crate) g: f64,
    /// Angle of the slope [rad]
    pub(crate) alpha: f64,
}

const EDGE: KnifeEdge = KnifeEdge {
    m: 1.0,
    inertia: 1.0,
    g: 1.0,
    alpha: FRAC_PI_6,
};

const STEP: f64 = 1e-3;
const END: f64 = 200.0;
const STEPS: usize = 200_000;
const WINDOWS: usize = 400;

/// The exact motion; the paper prints `x = 1 - cos t`, `phi = t`.
fn exact(t: f64) -> [f64; 3] {
    [0.5 * (1.0 - t.cos()), 0.5 * (t - t.sin()), 0.5 * t]
}

/// Constraint, spin and energy as functions of coordinates and momenta.
fn integrals([x, _, phi]: [f64; 3], [px, py, spin]: [f64; 3]) -> [f64; 3] {
    let slip = (px * phi.sin() - py * phi.cos()) / EDGE.m.sqrt();
    let kinetic = (px * px + py * py) / (2.0 * EDGE.m) + spin * spin / (2.0 * EDGE.inertia);
    [slip, spin, kinetic - EDGE.m * EDGE.g * EDGE.alpha.sin() * x]
}

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let stepper = EDGE.feedback(STEP)?;
    let run = states(&stepper, [0.0; 3], [0.0, 0.0, 0.5], &(), STEPS)?;
    let mut path = Points::new();
    let mut errors = [const { Points::new() }; 3];
    let mut changes = [const { Points::new() }; 3];
    for (k, state) in run.iter().enumerate() {
        let t = k as f64 * STEP;
        let (q, p): ([f64; 3], [f64; 3]) = (state.q.into(), state.p);
        let (expected, values) = (exact(t), integrals(q, p));
        path.push((q[1], q[0]));
        for i in 0..3 {
            errors[i].push((t, q[i] - expected[i]));
            changes[i].push((t, values[i] - [0.0, 0.5, 0.125][i]));
        }
    }
    println!(
        "largest errors of x, y [m], phi [rad]: {}",
        scientific(&errors)
    );
    println!("largest changes of J1, J2, H: {}", scientific(&changes));
    save("cp_3_to_5", &picture(&path, &errors, &changes))
}

fn picture(path: &Points, errors: &[Points; 3], changes: &[Points; 3]) -> Picture {
    let closed = (0..4000).map(|i| exact(150.0 + 50.0 * f64::from(i) / 4000.0));
    let last_quarter = &path[STEPS * 3 / 4..];
    let path = Panel::new(
        "Path, last quarter (figure 3)",
        "y [m], across the slope",
        "x [m], down the slope",
        Scale::Path,
    )
    .x_limits(75.0..100.0)
    .y_limits(-0.1..1.5)
    .with("feedback", thinned(last_quarter, 2000))
    .with("exact", closed.map(|q| (q[1], q[0])).collect())
    .coloured(Colour::Black)
    .dashed();
    let of_coordinates = sizes(
        "Errors of the coordinates (figure 4)",
        "error [m, rad]",
        END,
        1e-6..1e-2,
    );
    let of_integrals = sizes(
        "Errors of the integrals (figure 5)",
        "error [m/s, N m s, J]",
        END,
        1e-9..1e-5,
    );
    let panels = [
        path,
        with_lines(of_coordinates, ["x", "y", "φ"], errors),
        with_lines(of_integrals, ["constraint", "spin", "energy"], changes),
    ];
    Picture::new("Knife edge on a slope (Chang, Perlmutter, figures 3 to 5)", panels)
        .subtitle("Feedback integrator on Euler's method, h = 0.001 s, gains 1000. Errors are the largest in half a second.")
        .grid(3, 460, 400)
}

fn with_lines(panel: Panel, names: [&str; 3], data: &[Points; 3]) -> Panel {
    let lines = names.into_iter().zip(data);
    lines.fold(panel, |panel, (name, points)| {
        panel.with(name, envelope(points, WINDOWS))
    })
}

//! Kobilarov's slides: the vertical rolling disk by the discrete d'Alembert-Pontryagin method. The slides
//! print no numbers; the torques are those of the model files.

use std::error::Error;

use nhi::{SampleOf, nonholonomic};
use nhi_study::picture::Colour::{Black, Blue, Purple};
use nhi_study::picture::Picture;

use super::layout::{differences, plane, save, sizes};
use super::run::{Points, largest, samples};

/// Vertical disk that rolls and is steered; DLA with the left rule is the slides' method for `alpha = 0`.
#[nonholonomic(
    coordinates(x, y, phi, theta),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * i_roll * theta_dot.powi(2)
        + 0.5 * i_turn * phi_dot.powi(2),
    constraints(
        roll_x = x_dot - radius * cos(phi) * theta_dot,
        roll_y = y_dot - radius * sin(phi) * theta_dot,
    ),
    forces(phi = cos(t) / 5, theta = 3 * sin(2 * t) / 10),
    integrators(Dap(alpha = 0.5), Dla(quadrature = Left), Gauss),
)]
#[derive(Clone, Debug)]
pub(crate) struct Disk {
    /// Mass [kg]
    pub(crate) m: f64,
    /// Radius [m]
    pub(crate) radius: f64,
    /// Moment of inertia about the axle [kg m^2]
    pub(crate) i_roll: f64,
    /// Moment of inertia about a diameter [kg m^2]
    pub(crate) i_turn: f64,
}

const DISK: Disk = Disk {
    m: 1.0,
    radius: 1.0,
    i_roll: 0.5,
    i_turn: 0.25,
};

const Q: [f64; 4] = [0.0; 4];
const V: [f64; 4] = [1.0, 0.0, 0.5, 1.0];
const END: f64 = 20.0;
const STEP: f64 = 0.2;
const STEPS: usize = 100;

struct Run {
    path: Points,
    rolling: Points,
}

impl Run {
    fn of<'a>(samples: impl IntoIterator<Item = &'a SampleOf<DiskDap>>) -> Self {
        let rows = samples.into_iter();
        let (path, rolling) = rows.map(|s| ((s.q.x, s.q.y), (s.t, s.q.theta))).unzip();
        Self { path, rolling }
    }
}

/// The angle of rolling, `(I + m R^2) theta'' = u_theta`.
fn exact_rolling(t: f64) -> f64 {
    t + 0.15 * (t - 0.5 * (2.0 * t).sin()) / (DISK.i_roll + DISK.m * DISK.radius.powi(2))
}

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let left = Run::of(&samples(&DISK.dla(STEP)?, Q, V, &(), STEPS)?);
    let middle = Run::of(&samples(&DISK.dap(STEP)?, Q, V, &(), STEPS)?);
    let fine = samples(&DISK.gauss(STEP / 4.0)?, Q, V, &(), 4 * STEPS)?;
    let exact = Run::of(fine.iter().step_by(4));
    let closed: Points = exact
        .rolling
        .iter()
        .map(|&(t, _)| (t, exact_rolling(t)))
        .collect();
    let gauss = largest(&differences(&exact.rolling, &closed));
    println!("h = {STEP} s; Gauss against the closed form of theta: {gauss:.1e} rad");
    let errors = [&left, &middle].map(|run| differences(&run.rolling, &closed));
    for (name, run, error) in [
        ("alpha = 0", &left, &errors[0]),
        ("alpha = 1/2", &middle, &errors[1]),
    ] {
        let (a, b) = (run.path[STEPS], exact.path[STEPS]);
        let distance = (a.0 - b.0).hypot(a.1 - b.1);
        println!(
            "{name}: theta {:.1e} rad, at the end {distance:.1e} m off",
            largest(error)
        );
    }
    save("kob_disk", &picture(left, middle, exact, errors))
}

fn picture(left: Run, middle: Run, exact: Run, errors: [Points; 2]) -> Picture {
    let [left_error, middle_error] = errors;
    let path = plane("Path of the point of contact")
        .with("α = 0", left.path)
        .coloured(Purple)
        .with("α = 1/2", middle.path)
        .coloured(Blue)
        .with("reference", exact.path)
        .coloured(Black)
        .dashed();
    let error = sizes(
        "Error of the angle of rolling",
        "|θ − exact| [rad]",
        END,
        1e-4..1e2,
    )
    .with("α = 0", left_error)
    .coloured(Purple)
    .with("α = 1/2", middle_error)
    .coloured(Blue);
    Picture::new("Rolling disk under torques (Kobilarov, slides)", [path, error])
        .subtitle("Discrete d'Alembert-Pontryagin method, h = 0.2 s; m = 1 kg, R = 1 m, I = 0.5 kg m², J = 0.25 kg m².")
        .grid(2, 560, 430)
}

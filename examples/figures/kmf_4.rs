//! Kobilarov, Martín de Diego, Ferraro, figure 4: the snakeboard under torques, 128 steps in 10 s.

use std::error::Error;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_3};

use nhi::{SampleOf, nonholonomic};
use plotters::style::RGBColor;

use super::layout::{differences, grid, over_time, plane};
use super::run::{Points, largest, samples};
use super::support::figure::{BLACK, BLUE, Figure, GREEN, ORANGE, PURPLE};
use super::support::panel::{Axis, Curve, Line};

/// Snakeboard with torques on its rotor and on its wheels.
#[nonholonomic(
    coordinates(psi, phi, theta, x, y),
    lagrangian = 0.5 * i_rotor * (psi_dot + theta_dot).powi(2) + j_wheel * phi_dot.powi(2)
        + 0.5 * (m * l * l - i_rotor) * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(
        skid  = sin(theta) * x_dot - cos(theta) * y_dot,
        steer = l * cos(phi) * theta_dot + sin(phi) * (cos(theta) * x_dot + sin(theta) * y_dot),
    ),
    forces(psi = cos(20 * pi * t), phi = sin(2 * pi * t)),
    symmetry(SE2(theta, x, y)),
    integrators(Gni(start = Smooth), Rdp, Mla, Rk(order = 2), Gauss),
)]
#[derive(Clone, Debug)]
pub(crate) struct Snakeboard {
    /// Total mass [kg]
    pub(crate) m: f64,
    /// Half the wheel base [m]
    pub(crate) l: f64,
    /// Moment of inertia of the rotor [kg m^2]
    pub(crate) i_rotor: f64,
    /// Half the moment of inertia of both wheel sets about their steering axes [kg m^2]
    pub(crate) j_wheel: f64,
}

/// The paper names no masses.
const BOARD: Snakeboard = Snakeboard {
    m: 1.0,
    l: 1.0,
    i_rotor: 0.5,
    j_wheel: 1.5,
};

const END: f64 = 10.0;
const STEPS: usize = 128;
/// Steps of the reference in one of the others.
const FINER: usize = 16;

/// The state of the paper, whose momentum `p = -1` gives the board the speed
/// `w (sin 2 phi, -2 l cos^2 phi)` of turning and driving.
fn initial() -> ([f64; 5], [f64; 5]) {
    let Snakeboard { m, l, i_rotor, .. } = BOARD;
    let (psi_dot, phi_dot, p) = (2.5, -0.02, -1.0);
    let turn = (2.0 * FRAC_PI_3).sin();
    let drive = -2.0 * l * FRAC_PI_3.cos().powi(2);
    let w = (p - i_rotor * psi_dot * turn) / (m * (l * turn).powi(2) + m * drive.powi(2));
    let q = [FRAC_PI_2, FRAC_PI_3, 0.0, 0.0, 0.0];
    (q, [psi_dot, phi_dot, w * turn, w * drive, 0.0])
}

/// The path of the board, and the energy over time.
struct Run {
    path: Points,
    energy: Points,
}

impl Run {
    fn of<'a>(samples: impl IntoIterator<Item = &'a SampleOf<SnakeboardGni>>) -> Self {
        let rows = samples.into_iter();
        let rows = rows.map(|s| ((s.q.x, s.q.y), (s.t, BOARD.energy(&s.q, &s.v))));
        let (path, energy) = rows.unzip();
        Self { path, energy }
    }
}

/// How far two runs are apart at the same times.
fn distances(a: &[(f64, f64)], b: &[(f64, f64)]) -> Vec<f64> {
    let pairs = a.iter().zip(b);
    pairs.map(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1)).collect()
}

/// The curves of an integrator, and what separates them from the reference.
struct Compared {
    name: &'static str,
    colour: RGBColor,
    run: Run,
    distance: Points,
    energy_error: Points,
}

impl Compared {
    fn new(name: &'static str, colour: RGBColor, run: Run, exact: &Run) -> Self {
        let times = run.energy.iter().map(|point| point.0);
        let distances = times.zip(distances(&run.path, &exact.path)).skip(1);
        Self {
            name,
            colour,
            distance: distances.collect(),
            energy_error: differences(&run.energy, &exact.energy),
            run,
        }
    }

    fn curve(&self, points: &Points) -> Curve<'static> {
        Curve::new(self.name, self.colour, Line::Solid, points.clone())
    }
}

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let h = END / STEPS as f64;
    let (q, v) = initial();
    let fine = samples(&BOARD.gauss(h / FINER as f64)?, q, v, &(), FINER * STEPS)?;
    let exact = Run::of(fine.iter().step_by(FINER));
    let gni = Run::of(&samples(&BOARD.gni(h)?, q, v, &(), STEPS)?);
    let rdp = Run::of(&samples(&BOARD.rdp(h)?, q, v, &(), STEPS)?);
    let rk2 = Run::of(&samples(&BOARD.rk(h)?, q, v, &(), STEPS)?);
    let mla = Run::of(&samples(&BOARD.mla(h)?, q, v, &(), STEPS)?);
    let compared = [
        Compared::new("GNI", BLUE, gni, &exact),
        Compared::new("RDP", GREEN, rdp, &exact),
        Compared::new("RK2", PURPLE, rk2, &exact),
        Compared::new("MLA", ORANGE, mla, &exact),
    ];
    println!("{:.2} steps in a period of the faster torque", 0.1 / h);
    println!(
        "distance from the reference at the end and largest [m], largest error of the energy [J]"
    );
    for run in &compared {
        let end = run.distance.last().map_or(f64::NAN, |point| point.1);
        let (distance, energy) = (largest(&run.distance), largest(&run.energy_error));
        println!("{}: {end:.2e}, {distance:.2e}, {energy:.2e}", run.name);
    }
    figure(&compared, exact).save("docs/src/plots/kmf_4.svg")
}

/// Above the two panels of the paper, with its three integrators; below the errors, with MLA too.
fn figure(compared: &[Compared; 4], exact: Run) -> Figure<'static> {
    let drawn = |of: fn(&Compared) -> &Points| compared.iter().map(move |run| run.curve(of(run)));
    let with_reference = |of: fn(&Compared) -> &Points, exact: Points| {
        let reference = Curve::new("reference", BLACK, Line::Dashed, exact);
        drawn(of).take(3).chain([reference]).collect()
    };
    let path = plane(
        "Path of the board",
        Axis::linear("x [m]", -0.6..0.7),
        Axis::linear("y [m]", -1.1..0.02),
        with_reference(|run| &run.run.path, exact.path),
    );
    let energy = over_time(
        "Energy with the work of the torques",
        END,
        Axis::linear("energy [J]", 1.2..2.4),
        with_reference(|run| &run.run.energy, exact.energy),
    );
    let distance = over_time(
        "Distance from the reference",
        END,
        Axis::logarithmic("distance [m]", -5..0),
        drawn(|run| &run.distance).collect(),
    );
    let energy_error = over_time(
        "Error of the energy",
        END,
        Axis::logarithmic("|E - reference| [J]", -5..1),
        drawn(|run| &run.energy_error).collect(),
    );
    grid(
        "Snakeboard (Kobilarov, Martín de Diego, Ferraro, figure 4)",
        "128 steps in 10 s. The paper names no masses: m = 1 kg, l = 1 m, I = 0.5 kg m², J = 1.5 kg m² are ours.",
        (2, 560, 430),
        vec![path, energy, distance, energy_error],
    )
}

//! Kobilarov, Martín de Diego, Ferraro, figure 4: the snakeboard under torques, 128 steps in 10 s.

use std::error::Error;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_3};

use nhi::{SampleOf, nonholonomic};
use nhi_study::picture::Colour::{Black, Blue, Green, Orange, Purple};
use nhi_study::picture::{Colour, Panel, Picture};

use super::layout::{differences, over_time, plane, save, sizes};
use super::run::{Points, largest, samples};

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
    colour: Colour,
    run: Run,
    distance: Points,
    energy_error: Points,
}

impl Compared {
    fn new(name: &'static str, colour: Colour, run: Run, exact: &Run) -> Self {
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
        Compared::new("GNI", Blue, gni, &exact),
        Compared::new("RDP", Green, rdp, &exact),
        Compared::new("RK2", Purple, rk2, &exact),
        Compared::new("MLA", Orange, mla, &exact),
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
    save("kmf_4", &picture(&compared, exact))
}

/// Above the two panels of the paper, with its three integrators; below the errors, with MLA too.
fn picture(compared: &[Compared; 4], exact: Run) -> Picture {
    let with_all = |panel: Panel, compared: &[Compared], of: fn(&Compared) -> &Points| {
        compared.iter().fold(panel, |panel, run| {
            panel.with(run.name, of(run).clone()).coloured(run.colour)
        })
    };
    let with_reference = |panel: Panel, of: fn(&Compared) -> &Points, exact: Points| {
        with_all(panel, &compared[..3], of)
            .with("reference", exact)
            .coloured(Black)
            .dashed()
    };
    let path = plane("Path of the board")
        .x_limits(-0.6..0.7)
        .y_limits(-1.1..0.02);
    let energy =
        over_time("Energy with the work of the torques", "energy [J]", END).y_limits(1.2..2.4);
    let distance = sizes(
        "Distance from the reference",
        "distance [m]",
        END,
        1e-5..1.0,
    );
    let error = sizes("Error of the energy", "|E − reference| [J]", END, 1e-5..1e1);
    let panels = [
        with_reference(path, |run| &run.run.path, exact.path),
        with_reference(energy, |run| &run.run.energy, exact.energy),
        with_all(distance, compared, |run| &run.distance),
        with_all(error, compared, |run| &run.energy_error),
    ];
    Picture::new("Snakeboard (Kobilarov, Martín de Diego, Ferraro, figure 4)", panels)
        .subtitle("128 steps in 10 s. The paper names no masses: m = 1 kg, l = 1 m, I = 0.5 kg m², J = 1.5 kg m² are ours.")
        .grid(2, 560, 430)
}

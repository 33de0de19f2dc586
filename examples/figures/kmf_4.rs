//! Kobilarov, Martín de Diego, Ferraro, figure 4: the snakeboard under torques, 128 steps in 10 s.

use std::error::Error;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_3};

use nhi::{SampleOf, nonholonomic};

use super::layout::{differences, grid, over_time, plane};
use super::run::{Points, largest, samples};
use super::support::figure::{BLACK, BLUE, Figure, ORANGE, PURPLE};
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
    integrators(Gni(start = Smooth), Mla, Rk(order = 2), Gauss),
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

    fn end(&self) -> (f64, f64) {
        self.path[self.path.len() - 1]
    }
}

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let h = END / STEPS as f64;
    let (q, v) = initial();
    let gni = Run::of(&samples(&BOARD.gni(h)?, q, v, &(), STEPS)?);
    let mla = Run::of(&samples(&BOARD.mla(h)?, q, v, &(), STEPS)?);
    let rk2 = Run::of(&samples(&BOARD.rk(h)?, q, v, &(), STEPS)?);
    let fine = samples(&BOARD.gauss(h / FINER as f64)?, q, v, &(), FINER * STEPS)?;
    let exact = Run::of(fine.iter().step_by(FINER));
    println!("{:.2} steps in a period of the faster torque", 0.1 / h);
    println!("distance from the reference at the end [m], largest error of the energy [J]");
    for (name, run) in [("GNI", &gni), ("MLA", &mla), ("RK2", &rk2)] {
        let (a, b) = (run.end(), exact.end());
        let error = largest(&differences(&run.energy, &exact.energy));
        println!("{name}: {:.2e}, {error:.2e}", (a.0 - b.0).hypot(a.1 - b.1));
    }
    figure(gni, mla, rk2, exact).save("docs/src/plots/kmf_4.svg")
}

fn figure(gni: Run, mla: Run, rk2: Run, exact: Run) -> Figure<'static> {
    let curves = |[gni, mla, rk2, exact]: [Points; 4]| {
        vec![
            Curve::new("GNI", BLUE, Line::Solid, gni),
            Curve::new("MLA", ORANGE, Line::Solid, mla),
            Curve::new("RK2", PURPLE, Line::Solid, rk2),
            Curve::new("reference", BLACK, Line::Dashed, exact),
        ]
    };
    let path = plane(
        "Path of the board",
        Axis::linear("x [m]", -0.6..0.7),
        Axis::linear("y [m]", -1.1..0.02),
        curves([gni.path, mla.path, rk2.path, exact.path]),
    );
    let energy = over_time(
        "Energy with the work of the torques",
        END,
        Axis::linear("energy [J]", 1.2..2.4),
        curves([gni.energy, mla.energy, rk2.energy, exact.energy]),
    );
    grid(
        "Snakeboard (Kobilarov, Martín de Diego, Ferraro, figure 4)",
        "128 steps in 10 s. The paper names no masses: m = 1 kg, l = 1 m, I = 0.5 kg m², J = 1.5 kg m² are ours.",
        (2, 560, 430),
        vec![path, energy],
    )
}

//! Kobilarov, Martín de Diego, Ferraro, figure 2: the path of the sleigh's blade and its energy.

use std::error::Error;
use std::ops::Range;

use nhi::{SampleOf, Stepper, nonholonomic};
use nhi_study::picture::Colour::{Black, Blue, Green, Orange, Purple};
use nhi_study::picture::{Panel, Picture};

use super::layout::{plane, save, sizes};
use super::run::{Points, absolute, largest, samples, states};

/// Chaplygin sleigh in coordinates of its centre of mass.
#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * inertia * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = a * theta_dot + sin(theta) * x_dot - cos(theta) * y_dot),
    symmetry(SE2(theta, x, y)),
    integrators(Gni(start = Smooth), Rdp, Mla, Rk(order = 2), Gauss),
)]
#[derive(Clone, Debug)]
pub(crate) struct Sleigh {
    /// Moment of inertia about the centre of mass [kg m^2]
    pub(crate) inertia: f64,
    /// Mass [kg]
    pub(crate) m: f64,
    /// Distance from the blade to the centre of mass [m]
    pub(crate) a: f64,
}

/// The paper names no values.
const SLEIGH: Sleigh = Sleigh {
    inertia: 2.0,
    m: 2.0,
    a: 0.5,
};

const STEP: f64 = 0.1;
const STEPS: usize = 90;
const END: f64 = 9.0;

/// The window of the close-up.
const CUSP: [Range<f64>; 2] = [-2.34..-2.14, 3.95..4.15];

/// The blade starts at the origin and runs backwards into its cusp, in the middle of the time.
fn initial() -> ([f64; 3], [f64; 3]) {
    let (heading, turning, speed) = (-1.72_f64, 0.15, -1.7);
    let (sin, cos) = heading.sin_cos();
    let swing = SLEIGH.a * turning;
    let q = [heading, SLEIGH.a * cos, SLEIGH.a * sin];
    (
        q,
        [
            turning,
            speed * cos - swing * sin,
            speed * sin + swing * cos,
        ],
    )
}

/// The path of the blade, and the change of the energy over time.
struct Run {
    path: Points,
    energy: Points,
}

impl Run {
    fn of(samples: &[SleighSample]) -> Self {
        let energy = |s: &SleighSample| SLEIGH.energy(&s.q, &s.v);
        let first = energy(&samples[0]);
        let blade = |s: &SleighSample| {
            let (sin, cos) = s.q.theta.sin_cos();
            (s.q.x - SLEIGH.a * cos, s.q.y - SLEIGH.a * sin)
        };
        Self {
            path: samples.iter().map(blade).collect(),
            energy: samples.iter().map(|s| (s.t, energy(s) - first)).collect(),
        }
    }

    /// How far the blade ends from the end of the reference.
    fn miss(&self, reference: &Self) -> f64 {
        let ends = self.path.last().zip(reference.path.last());
        ends.map_or(f64::NAN, |(a, b)| (a.0 - b.0).hypot(a.1 - b.1))
    }
}

type SleighSample = SampleOf<SleighGni>;

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let (q, v) = initial();
    let gni = Run::of(&samples(&SLEIGH.gni(STEP)?, q, v, &(), STEPS)?);
    let rdp = Run::of(&samples(&SLEIGH.rdp(STEP)?, q, v, &(), STEPS)?);
    let mla = Run::of(&samples(&SLEIGH.mla(STEP)?, q, v, &(), STEPS)?);
    let rk2 = Run::of(&samples(&SLEIGH.rk(STEP)?, q, v, &(), STEPS)?);
    let exact = Run::of(&samples(&SLEIGH.gauss(STEP / 4.0)?, q, v, &(), 4 * STEPS)?);
    let half_steps = half_step_energy(q, v)?;
    println!("h = {STEP} s up to {END} s; distance at the end [m], change of the energy [J]");
    for (name, run) in [("GNI", &gni), ("RDP", &rdp), ("MLA", &mla), ("RK2", &rk2)] {
        println!(
            "{name}: {:.1e}, {:.1e}",
            run.miss(&exact),
            largest(&run.energy)
        );
    }
    println!("GNI, energy of half steps: {:.1e}", largest(&half_steps));
    save("kmf_2", &picture(&gni, &rdp, &mla, &rk2, &exact))
}

/// The change of the energy that GNI has between its nodes.
fn half_step_energy(q: [f64; 3], v: [f64; 3]) -> Result<Points, Box<dyn Error>> {
    let stepper = SLEIGH.gni(STEP)?;
    let states = states(&stepper, q, v, &(), STEPS)?;
    let first = stepper.reflected_energy(&states[0]);
    let change = |state| (stepper.time(state), stepper.reflected_energy(state) - first);
    Ok(states.iter().map(change).collect())
}

fn picture(gni: &Run, rdp: &Run, mla: &Run, rk2: &Run, exact: &Run) -> Picture {
    let with_paths = |panel: Panel| {
        panel
            .with("GNI", gni.path.clone())
            .coloured(Blue)
            .with("RDP", rdp.path.clone())
            .coloured(Green)
            .with("RK2", rk2.path.clone())
            .coloured(Purple)
            .with("reference", exact.path.clone())
            .coloured(Black)
            .dashed()
    };
    let [x, y] = CUSP;
    let energy = sizes(
        "Change of the energy, 2.9 J",
        "|E − E(0)| [J]",
        END,
        1e-9..1.0,
    );
    let energy = [
        ("GNI", Blue, gni),
        ("RDP", Green, rdp),
        ("MLA", Orange, mla),
        ("RK2", Purple, rk2),
    ]
    .into_iter()
    .fold(energy, |panel, (name, colour, run)| {
        panel.with(name, absolute(&run.energy)).coloured(colour)
    });
    let panels = [
        with_paths(plane("Path of the blade")),
        with_paths(plane("The cusp").x_limits(x).y_limits(y)),
        energy,
    ];
    Picture::new(
        "Chaplygin sleigh (Kobilarov, Martín de Diego, Ferraro, figure 2)",
        panels,
    )
    .subtitle(
        "m = 2 kg, I = 2 kg m², a = 0.5 m, h = 0.1 s. The paper names no values: these are ours.",
    )
    .grid(3, 430, 430)
}

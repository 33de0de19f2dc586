//! Anahory Simoes, Marrero, Martín de Diego, figures 2 and 3: MLA and DLA on the nonholonomic particle,
//! error and energy.

use std::error::Error;

use nhi::{SampleOf, nonholonomic};
use nhi_study::picture::Picture;

use super::layout::{save, sizes};
use super::run::{Points, absolute, largest, samples};

/// Nonholonomic particle.
#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)),
    constraints(contact = z_dot - y * x_dot),
    integrators(Mla, Dla),
)]
#[derive(Clone, Debug)]
pub(crate) struct Particle {}

const PARTICLE: Particle = Particle {};
const STEP: f64 = 0.1;
const STEPS: usize = 200;
const END: f64 = 20.0;

/// Distance from the exact motion and change of the energy over time.
struct Run {
    error: Points,
    energy: Points,
}

impl Run {
    fn of(samples: &[SampleOf<ParticleMla>]) -> Self {
        let error = |s: &SampleOf<ParticleMla>| {
            let (x, z) = (s.q.x - s.t.asinh(), s.q.z - (s.t.hypot(1.0) - 1.0));
            (s.t, x.hypot(z).hypot(s.q.y - s.t))
        };
        let energy = |s: &SampleOf<ParticleMla>| (s.t, PARTICLE.energy(&s.q, &s.v) - 1.0);
        let later = &samples[1..];
        Self {
            error: later.iter().map(error).collect(),
            energy: later.iter().map(energy).collect(),
        }
    }
}

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let (q, v) = ([0.0; 3], [1.0, 1.0, 0.0]);
    let mla = Run::of(&samples(&PARTICLE.mla(STEP)?, q, v, &(), STEPS)?);
    let dla = Run::of(&samples(&PARTICLE.dla(STEP)?, q, v, &(), STEPS)?);
    println!(
        "h = {STEP}, {STEPS} steps: largest error, largest change of the energy, change in the last step"
    );
    for (name, run) in [("MLA", &mla), ("DLA", &dla)] {
        let last = run.energy[STEPS - 1].1 - run.energy[STEPS - 2].1;
        println!(
            "{name}: {:.2e}, {:.2e}, {last:.1e}",
            largest(&run.error),
            largest(&run.energy)
        );
    }
    save("smm_2_3", &picture(mla, dla))
}

fn picture(mla: Run, dla: Run) -> Picture {
    let error = sizes(
        "Distance from the exact motion",
        "distance [m]",
        END,
        1e-5..1e-1,
    )
    .with("MLA", mla.error)
    .with("DLA", dla.error);
    let energy = sizes(
        "Change of the energy, 1 J",
        "|E − E(0)| [J]",
        END,
        1e-9..1e-2,
    )
    .with("MLA", absolute(&mla.energy))
    .with("DLA", absolute(&dla.energy));
    Picture::new("Nonholonomic particle (Anahory Simoes, Marrero, Martín de Diego, figures 2 and 3)", [error, energy])
        .subtitle("From the origin with speeds (1, 1, 0) m/s, h = 0.1 s. Speeds and step are ours: the copy of the paper has lost them.")
        .grid(2, 560, 400)
}

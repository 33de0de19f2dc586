//! Anahory Simoes, Marrero, Martín de Diego, figures 5 and 6: the energy of the knife edge and of the
//! perturbed knife edge.

use std::error::Error;

use nhi::{SampleOf, nonholonomic};
use nhi_study::picture::{Panel, Picture};

use super::layout::{save, sizes};
use super::run::{Points, envelope, largest, samples};

/// Knife edge on a slope; without perturbation its direction is its heading.
#[nonholonomic(
    coordinates(x, y, phi),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + phi_dot.powi(2)) + 0.5 * x,
    constraints(edge = sin(phi) * x_dot - (cos(phi) + epsilon * sin(phi)) * y_dot),
    integrators(Mla, Dla),
)]
#[derive(Clone, Debug)]
pub(crate) struct KnifeEdge {
    /// Size of the perturbation [1]
    pub(crate) epsilon: f64,
}

const STEP: f64 = 0.1;
const END: f64 = 1000.0;
const STEPS: usize = 10_000;
/// One point of a curve for a turn of the edge, `4 pi` seconds.
const WINDOWS: usize = 79;

/// The changes of the energy under MLA and DLA.
fn energies(epsilon: f64) -> Result<[Points; 2], Box<dyn Error>> {
    let edge = KnifeEdge { epsilon };
    let (q, v) = ([0.0; 3], [0.0, 0.0, 0.5]);
    let changes = |run: Vec<SampleOf<KnifeEdgeMla>>| -> Points {
        let first = edge.energy(&run[0].q, &run[0].v);
        run.iter()
            .map(|s| (s.t, edge.energy(&s.q, &s.v) - first))
            .collect()
    };
    Ok([
        changes(samples(&edge.mla(STEP)?, q, v, &(), STEPS)?),
        changes(samples(&edge.dla(STEP)?, q, v, &(), STEPS)?),
    ])
}

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    println!(
        "h = {STEP} s, up to {END} s: largest change of the energy in the first and in the last tenth [J]"
    );
    let mut panels = Vec::new();
    for (title, epsilon) in [
        ("Knife edge (figure 5)", 0.0),
        ("Perturbed, ε = 0.1 (figure 6)", 0.1),
    ] {
        let changes = energies(epsilon)?;
        for (name, change) in ["MLA", "DLA"].iter().zip(&changes) {
            let tenth = STEPS / 10;
            let (first, last) = (largest(&change[..tenth]), largest(&change[STEPS - tenth..]));
            println!("epsilon = {epsilon}, {name}: {first:.3e}, {last:.3e}");
        }
        panels.push(panel(title, &changes));
    }
    let picture = Picture::new("Knife edge on a slope (Anahory Simoes, Marrero, Martín de Diego, figures 5 and 6)", panels)
        .subtitle("From rest with 0.5 rad/s, h = 0.1 s. Constants and the form of the perturbation are ours: the copy of the paper has lost them.")
        .grid(2, 560, 400);
    save("smm_5_6", &picture)
}

fn panel(title: &str, [mla, dla]: &[Points; 2]) -> Panel {
    let label = "largest |E − E(0)| of a turn [J]";
    sizes(title, label, END, 1e-8..1e-2)
        .with("MLA", envelope(mla, WINDOWS))
        .with("DLA", envelope(dla, WINDOWS))
}

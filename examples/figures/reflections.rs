//! The starter project's sleigh under reflections: its path, and the part of the velocity that alternates.

use std::error::Error;

use nhi::{SampleOf, nonholonomic};
use nhi_study::picture::Colour::{Black, Blue, Green, Orange};
use nhi_study::picture::{Panel, Picture};

use super::layout::{plane, save, sizes};
use super::run::{Points, samples, states, thinned};

/// The sleigh in coordinates of its centre of mass; one struct for each form of GNI.
macro_rules! sleigh {
    ($name:ident, $($integrators:tt)*) => {
        #[nonholonomic(
            coordinates(theta, x, y),
            lagrangian = 0.5 * inertia * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
            constraints(blade = a * theta_dot + sin(theta) * x_dot - cos(theta) * y_dot),
            integrators($($integrators)*),
        )]
        #[derive(Clone, Debug)]
        pub(crate) struct $name {
            /// Moment of inertia about the centre of mass [kg m^2]
            pub(crate) inertia: f64,
            /// Mass [kg]
            pub(crate) m: f64,
            /// Distance from the blade to the centre of mass [m]
            pub(crate) a: f64,
        }
    };
}
sleigh!(Plain, Mla, Gni);
sleigh!(Compensated, Gni(reflection = Compensated));

const PLAIN: Plain = Plain {
    inertia: 1.0,
    m: 2.0,
    a: 0.5,
};
const COMPENSATED: Compensated = Compensated {
    inertia: 1.0,
    m: 2.0,
    a: 0.5,
};

const Q: [f64; 3] = [0.0, 0.5, 0.0];
const V: [f64; 3] = [1.0, -1.5, 0.5];
const STEP: f64 = 0.02;
const STEPS: usize = 1500;
const END: f64 = 30.0;

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let mla = samples(&PLAIN.mla(STEP)?, Q, V, &(), STEPS)?;
    let mla: Points = mla.iter().map(|s| (s.q.x, s.q.y)).collect();
    let (plain, compensated) = (PLAIN.gni(STEP)?, COMPENSATED.gni(STEP)?);
    let path_of_plain: Points = samples(&plain, Q, V, &(), STEPS)?
        .iter()
        .map(place)
        .collect();
    let other = samples(&compensated, Q, V, &(), STEPS)?;
    let path_of_compensated: Points = other.iter().map(|s| (s.q.x, s.q.y)).collect();
    for (name, path) in [
        ("Mla", &mla),
        ("Gni", &path_of_plain),
        ("Gni, compensated", &path_of_compensated),
    ] {
        let (x, y) = path[STEPS];
        println!("{name}: ends at ({x:.4}, {y:.4})");
    }

    let plain_states = states(&plain, Q, V, &(), STEPS)?;
    let plain_mode = alternating(
        plain_states
            .iter()
            .map(|s| plain.constraint_reflection(s)[0]),
    );
    let other_states = states(&compensated, Q, V, &(), STEPS)?;
    let other_mode = alternating(
        other_states
            .iter()
            .map(|s| compensated.constraint_reflection(s)[0]),
    );
    let largest = |mode: &Points| mode.iter().map(|point| point.1).fold(0.0, f64::max);
    println!(
        "largest alternating part: {:.2e} plain, {:.2e} compensated",
        largest(&plain_mode),
        largest(&other_mode)
    );
    let panels = [
        paths([mla, path_of_compensated, path_of_plain]),
        modes([other_mode, plain_mode]),
    ];
    let picture = Picture::new("The sleigh of the starter project under reflections", panels)
        .subtitle("h = 0.02 s. The plain reflection lets the parasitic mode grow as the yaw decays, κ = m a v / (I + m a²).")
        .grid(2, 560, 560);
    save("reflections", &picture)
}

fn place(sample: &SampleOf<PlainGni>) -> (f64, f64) {
    (sample.q.x, sample.q.y)
}

/// What changes its sign from node to node, by second differences.
fn alternating(reflections: impl Iterator<Item = f64>) -> Points {
    let s: Vec<_> = reflections.collect();
    let part = |k: usize| (s[k - 1] - 2.0 * s[k] + s[k + 1]).abs() / 4.0;
    (1..s.len() - 1)
        .map(|k| (k as f64 * STEP, part(k)))
        .collect()
}

fn paths([mla, compensated, plain]: [Points; 3]) -> Panel {
    plane("Path of the centre of mass up to 30 s")
        .with("Gni, compensated", thinned(&compensated, 400))
        .coloured(Blue)
        .with("Mla", thinned(&mla, 400))
        .coloured(Black)
        .dashed()
        .with("Gni", thinned(&plain, 400))
        .coloured(Orange)
}

fn modes([compensated, plain]: [Points; 2]) -> Panel {
    // m a v / (inertia + m a^2) with the speed that holds all the energy, from where the mode grows.
    let rate = 3.0_f64.sqrt() / 1.5;
    let from = plain[200];
    let law = (200..900).map(|k| k as f64 * STEP);
    let law: Points = law
        .map(|t| (t, from.1 * (rate * (t - from.0)).exp()))
        .collect();
    sizes(
        "What alternates in A v",
        "|alternating part| [m/s]",
        END,
        1e-14..1e1,
    )
    .with("Gni", plain)
    .coloured(Orange)
    .with("Gni, compensated", compensated)
    .coloured(Blue)
    .with("exp(κ t)", law)
    .coloured(Green)
    .dashed()
}

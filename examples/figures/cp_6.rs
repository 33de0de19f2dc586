//! Chang, Perlmutter, figure 6: energy, energy of the `y` direction and constraint of the nonholonomic
//! oscillator, by the feedback integrator and by DLA.

use std::error::Error;

use nhi_study::picture::{Colour, Picture};

use super::layout::{over_time, save};
use super::oscillator::{Point, dla, feedback};
use super::run::{Points, scientific, thinned};

const STEPS: usize = 200_000;
const END: f64 = 200.0;

/// Energy, energy of the `y` direction, constraint.
fn integrals(Point { q, p, .. }: &Point) -> [f64; 3] {
    let half = |x: f64| 0.5 * x * x;
    let whole = |v: &[f64; 3]| v.iter().copied().map(half).sum::<f64>();
    [
        whole(p) + whole(q),
        half(p[1]) + half(q[1]),
        p[0] + q[1] * p[2],
    ]
}

fn changes(run: &[Point]) -> [Points; 3] {
    let first = integrals(&run[0]);
    let mut changes = [const { Points::new() }; 3];
    for point in run {
        let values = integrals(point);
        for i in 0..3 {
            changes[i].push((point.t, values[i] - first[i]));
        }
    }
    changes
}

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let (feedback, dla) = (changes(&feedback(STEPS)?), changes(&dla(STEPS)?));
    println!("largest changes of H, H_y, J_c up to {END} s");
    println!("feedback: {}", scientific(&feedback));
    println!("DLA: {}", scientific(&dla));
    let tenth = |i: usize| scientific(&[dla[0][i * STEPS / 10..(i + 1) * STEPS / 10].to_vec()]);
    println!(
        "change of H under DLA in the first and in the last tenth: {}, {}",
        tenth(0),
        tenth(9)
    );
    save("cp_6", &picture(&feedback, &dla))
}

fn picture(feedback: &[Points; 3], dla: &[Points; 3]) -> Picture {
    let quantities = [
        ("energy", "ΔH [J]"),
        ("energy of the y direction", "ΔH_y [J]"),
        ("constraint", "J_c [m/s]"),
    ];
    let rows = quantities.into_iter().zip(feedback.iter().zip(dla));
    let panels = rows.flat_map(|((quantity, label), (feedback, dla))| {
        [
            ("Feedback", feedback, Colour::Blue),
            ("DLA", dla, Colour::Orange),
        ]
        .map(|(name, points, colour)| {
            over_time(&format!("{name}: {quantity}"), label, END)
                .with("", thinned(points, 2500))
                .coloured(colour)
        })
    });
    Picture::new("Nonholonomic oscillator (Chang, Perlmutter, figure 6)", panels.collect::<Vec<_>>())
        .subtitle("Feedback integrator on Euler's method (gains 500, 300, 300) and DLA of order 1, h = 0.001 s. Mind the powers of ten.")
        .grid(2, 560, 300)
}

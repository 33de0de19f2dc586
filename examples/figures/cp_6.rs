//! Chang, Perlmutter, figure 6: energy, energy of the `y` direction and constraint of the nonholonomic
//! oscillator, by the feedback integrator and by DLA.

use std::error::Error;

use plotters::style::RGBColor;

use super::layout::{grid, over_time, span};
use super::oscillator::{Point, dla, feedback};
use super::run::{Points, scientific, thinned};
use super::support::figure::{BLUE, Figure, ORANGE};
use super::support::panel::{Axis, Curve, Line, Panel};

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
    figure(&feedback, &dla).save("docs/src/plots/cp_6.svg")
}

fn figure(feedback: &[Points; 3], dla: &[Points; 3]) -> Figure<'static> {
    let labels = [
        ("Feedback: energy", "ΔH [µJ]", "DLA: energy", "ΔH [mJ]"),
        (
            "Feedback: energy of the y direction",
            "ΔH_y [µJ]",
            "DLA: energy of the y direction",
            "ΔH_y [mJ]",
        ),
        (
            "Feedback: constraint",
            "J_c [µm/s]",
            "DLA: constraint",
            "J_c [mm/s]",
        ),
    ];
    let rows = labels.into_iter().zip(feedback.iter().zip(dla));
    let panels = rows.flat_map(|((title, micro, other_title, milli), (feedback, dla))| {
        [
            panel(title, micro, scaled(feedback, 1e6), BLUE),
            panel(other_title, milli, scaled(dla, 1e3), ORANGE),
        ]
    });
    grid(
        "Nonholonomic oscillator (Chang, Perlmutter, figure 6)",
        "Feedback integrator on Euler's method (gains 500, 300, 300) and DLA of order 1, h = 0.001 s. Mind the units.",
        (2, 560, 280),
        panels.collect(),
    )
}

/// The part of a curve that is drawn, in another unit.
fn scaled(points: &[(f64, f64)], factor: f64) -> Points {
    let points = thinned(points, 2500).into_iter();
    points.map(|(t, value)| (t, factor * value)).collect()
}

/// A panel as high as its curve.
fn panel(
    title: &'static str,
    label: &'static str,
    points: Points,
    colour: RGBColor,
) -> Panel<'static> {
    let y = Axis::linear(label, span(points.iter().map(|point| point.1)));
    let curve = Curve::new("", colour, Line::Solid, points).width(10);
    over_time(title, END, y, vec![curve])
}

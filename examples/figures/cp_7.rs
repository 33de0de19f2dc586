//! Chang, Perlmutter, figure 7: the nonholonomic oscillator at the upward crossings of `y = 0`, by the
//! feedback integrator and by DLA. The exact points lie on a circle in `(x, z, p_z)`.

use std::error::Error;
use std::f64::consts::TAU;

use nhi::nalgebra::Vector3;
use nhi_study::picture::{Colour, Panel, Picture, Scale};

use super::layout::{over_time, save};
use super::oscillator::{Oscillator, Point, Q, V, dla, feedback};
use super::run::{Points, samples, thinned};

const STEPS: usize = 400_000;
const SHOWN: f64 = 100.0;

/// Steps of the reference in a turn of `y`.
const PER_TURN: usize = 128;

/// The points `(x, z, p_z)` behind each upward crossing.
fn crossings(run: &[Point]) -> Vec<Vector3<f64>> {
    let pairs = run
        .windows(2)
        .filter(|pair| pair[0].q[1] < 0.0 && pair[1].q[1] >= 0.0);
    pairs
        .map(|pair| Vector3::new(pair[1].q[0], pair[1].q[2], pair[1].p[2]))
        .collect()
}

/// The circle of the exact crossings.
struct Circle {
    centre: Vector3<f64>,
    axis: Vector3<f64>,
    radius: f64,
    size: f64,
}

impl Circle {
    /// From the first crossings of a run of Gauss's method, with `y = cos t` a quarter turn before its
    /// end after each turn.
    fn exact() -> Result<Self, Box<dyn Error>> {
        let stepper = Oscillator {}.gauss(TAU / PER_TURN as f64)?;
        let run = samples(&stepper, Q, V, &(), 3 * PER_TURN)?;
        let crossings = run.iter().skip(PER_TURN * 3 / 4).step_by(PER_TURN);
        let points: Vec<_> = crossings
            .map(|s| Vector3::new(s.q.x, s.q.z, s.v.z_dot))
            .collect();
        let axis = (points[1] - points[0])
            .cross(&(points[2] - points[1]))
            .normalize();
        let centre = axis * axis.dot(&points[0]);
        Ok(Self {
            centre,
            axis,
            radius: (points[0] - centre).norm(),
            size: points[0].norm(),
        })
    }

    /// The circle as a closed line.
    fn line(&self) -> Vec<Vector3<f64>> {
        let across = self.axis.cross(&Vector3::x()).normalize() * self.radius;
        let along = self.axis.cross(&across);
        let angles = (0..=200).map(|i| TAU * f64::from(i) / 200.0);
        angles
            .map(|a| self.centre + across * a.cos() + along * a.sin())
            .collect()
    }

    /// The largest distance of points from the plane of the circle and from its sphere.
    fn distances(&self, points: &[Vector3<f64>]) -> [f64; 2] {
        let largest = |value: &dyn Fn(&Vector3<f64>) -> f64| {
            points.iter().map(|p| value(p).abs()).fold(0.0, f64::max)
        };
        [
            largest(&|p| self.axis.dot(&(p - self.centre))),
            largest(&|p| p.norm() - self.size),
        ]
    }
}

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let circle = Circle::exact()?;
    println!(
        "circle of the crossings: radius {:.6} about {:.6?}",
        circle.radius,
        circle.centre.as_slice()
    );
    let mut panels = Vec::new();
    for (name, colour, run) in [
        ("feedback", Colour::Blue, feedback(STEPS)?),
        ("DLA", Colour::Orange, dla(STEPS)?),
    ] {
        let points = crossings(&run);
        let [plane, sphere] = circle.distances(&points);
        println!(
            "{name}: {} crossings, off the plane by {plane:.1e}, off the sphere by {sphere:.1e}",
            points.len()
        );
        panels.extend(row(name, colour, &run, &points, &circle));
    }
    save("cp_7", &picture(panels))
}

fn row(
    name: &str,
    colour: Colour,
    run: &[Point],
    points: &[Vector3<f64>],
    circle: &Circle,
) -> [Panel; 3] {
    let shown = run.iter().take_while(|point| point.t <= SHOWN);
    let y: Points = shown.map(|point| (point.t, point.q[1])).collect();
    let section = |title, x: (usize, &str), z: (usize, &str)| {
        let projected = |points: &[Vector3<f64>]| points.iter().map(|p| (p[x.0], p[z.0])).collect();
        Panel::new(title, x.1, z.1, Scale::Path)
            .with("exact", projected(&circle.line()))
            .coloured(Colour::Black)
            .with(name, projected(points))
            .coloured(colour)
            .dots()
    };
    [
        over_time(
            &format!("y by {name}, first quarter of the time"),
            "y [m]",
            SHOWN,
        )
        .with(name, thinned(&y, 2000))
        .coloured(colour),
        section("Crossings: z over x", (0, "x [m]"), (1, "z [m]")),
        section("Crossings: momentum over z", (1, "z [m]"), (2, "p_z [m/s]")),
    ]
}

fn picture(panels: Vec<Panel>) -> Picture {
    Picture::new(
        "Nonholonomic oscillator (Chang, Perlmutter, figure 7)",
        panels,
    )
    .subtitle(
        "Upward crossings of y = 0 up to 400 s by the feedback integrator and by DLA, h = 0.001 s.",
    )
    .grid(3, 430, 400)
}

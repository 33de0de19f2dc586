//! The parts of a sketch as bodies that move in the plane.

use nhi_build::visible_line;

use crate::animation::Frames;
use crate::plots::{Element, Group, unwrapped};
use crate::problem::Problem;
use crate::scenario::{Part, Shape};

/// A point in the plane.
pub(super) type Point = [f64; 2];

/// The number of corners that approximate a circle.
const ROUND: usize = 40;

/// A rotation followed by a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Motion {
    pub(super) place: Point,
    pub(super) angle: f64,
}

/// A part of fixed shape with its motions.
#[derive(Debug)]
pub(super) struct Body {
    /// The number of the body it is mounted on.
    pub(super) on: Option<usize>,
    /// Its motion relative to that body or to the ground, at each shown moment.
    pub(super) motions: Vec<Motion>,
    /// Its motion relative to the ground.
    pub(super) on_ground: Vec<Motion>,
    pub(super) outlines: Vec<Outline>,
}

/// A line of a shape, in the frame of its body.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    pub(super) points: Vec<Point>,
    pub(super) kind: Kind,
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The border of a face.
    Face,
    /// The border of a wheel.
    Wheel,
    Bold,
    Thin,
}

impl Motion {
    /// Returns the position of a point of the body.
    pub(super) fn of_point(&self, [x, y]: Point) -> Point {
        let (s, c) = self.angle.sin_cos();
        [self.place[0] + c * x - s * y, self.place[1] + s * x + c * y]
    }

    /// Returns the composition of `first` and then this motion.
    fn behind(&self, first: &Self) -> Self {
        Self {
            place: self.of_point(first.place),
            angle: self.angle + first.angle,
        }
    }

    fn is_finite(&self) -> bool {
        self.place.iter().all(|entry| entry.is_finite()) && self.angle.is_finite()
    }
}

/// Returns the bodies of the parts, which must stay in the plane and have constant lengths.
pub(super) fn bodies(
    parts: &[Part<Vec<f64>>],
    frames: &Frames<'_>,
    moments: usize,
) -> Result<Vec<Body>, Box<Problem>> {
    let mut bodies: Vec<Body> = Vec::new();
    for part in parts {
        stays_in_plane(part, frames)?;
        let motions = motions(part, frames, moments);
        let on_ground = match part.on {
            None => motions.clone(),
            Some(on) => {
                let pairs = bodies[on].on_ground.iter().zip(&motions);
                pairs.map(|(below, motion)| below.behind(motion)).collect()
            }
        };
        bodies.push(Body {
            on: part.on,
            motions,
            on_ground,
            outlines: outlines(part)?,
        });
    }
    Ok(bodies)
}

/// Returns the moments at which all bodies have finite positions.
pub(super) fn finite_moments(bodies: &[Body], times: &[f64]) -> Vec<usize> {
    let is_somewhere = |moment: &usize| {
        let all_are = bodies
            .iter()
            .all(|body| body.on_ground[*moment].is_finite());
        times[*moment].is_finite() && all_are
    };
    (0..times.len()).filter(is_somewhere).collect()
}

fn stays_in_plane(part: &Part<Vec<f64>>, frames: &Frames<'_>) -> Result<(), Box<Problem>> {
    let turns = part.pitch.is_some() || part.roll.is_some();
    let group = part.group.as_deref();
    let element = group.and_then(|name| Element::of(frames.table, name));
    let in_space = element.is_some_and(|element| element.group != Group::Se2);
    let rises = part.at.len() == 3;
    let mut rows = part.shape.iter().flat_map(|shape| &shape.sizes);
    let is_solid = rows.any(|row| row.len() == 3);
    if !(turns || in_space || rises || is_solid) {
        return Ok(());
    }
    Err(refusal(
        &part.name,
        "leaves the plane",
        "parts in the plane",
    ))
}

fn refusal(part: &str, what: &str, required: &str) -> Box<Problem> {
    let found = format!("the part `{}` {what}", visible_line(part));
    Problem::new(found, format!("{required}, for a picture that moves"))
        .help("a page has room for it: `-o NAME.html`")
        .into()
}

/// Returns the motion of a part relative to the body it is mounted on.
fn motions(part: &Part<Vec<f64>>, frames: &Frames<'_>, moments: usize) -> Vec<Motion> {
    let zero = vec![0.0];
    let [x, y] = [0, 1].map(|k| part.at.get(k).unwrap_or(&zero));
    let heading = part.heading.as_ref().unwrap_or(&zero);
    let element = part.group.as_deref().map(|name| element(name, frames));
    let motion = |moment| {
        let own = Motion {
            place: [at(x, moment), at(y, moment)],
            angle: at(heading, moment),
        };
        match &element {
            Some(element) => own.behind(&element[moment]),
            None => own,
        }
    };
    (0..moments).map(motion).collect()
}

/// Returns the motions of a planar group element.
fn element(name: &str, frames: &Frames<'_>) -> Vec<Motion> {
    let entry = |i: usize, j: usize| {
        let column = frames.column(&format!("{name}[{i}][{j}]"));
        column.unwrap_or_default()
    };
    let angles = entry(1, 0).into_iter().zip(entry(0, 0));
    let angles = unwrapped(angles.map(|(sine, cosine)| sine.atan2(cosine)));
    let places = entry(0, 2).into_iter().zip(entry(1, 2));
    let motions = angles.into_iter().zip(places);
    motions
        .map(|(angle, (x, y))| Motion {
            place: [x, y],
            angle,
        })
        .collect()
}

/// Returns a quantity at a moment; a single value applies to all moments.
fn at(values: &[f64], moment: usize) -> f64 {
    let value = values.get(moment).or(values.first());
    value.copied().unwrap_or(f64::NAN)
}

fn outlines(part: &Part<Vec<f64>>) -> Result<Vec<Outline>, Box<Problem>> {
    let Some(shape) = &part.shape else {
        return Ok(Vec::new());
    };
    let changes = |values: &Vec<f64>| values.iter().any(|value| *value != values[0]);
    if shape.sizes.iter().flatten().any(changes) {
        return Err(refusal(
            &part.name,
            "has lengths that change",
            "lengths that stay",
        ));
    }
    let rows = shape.sizes.iter();
    let sizes: Vec<Vec<f64>> = rows
        .map(|row| row.iter().map(|values| at(values, 0)).collect())
        .collect();
    if sizes.iter().flatten().any(|length| !length.is_finite()) {
        return Err(refusal(
            &part.name,
            "has a length that is not a number",
            "lengths that are numbers",
        ));
    }
    Ok(of_shape(shape, &sizes))
}

fn of_shape(shape: &Shape<Vec<f64>>, sizes: &[Vec<f64>]) -> Vec<Outline> {
    let length = sizes[0][0];
    let outline = |points, kind| Outline { points, kind };
    match shape.kind {
        "box" => vec![outline(rectangle(length, sizes[0][1]), Kind::Face)],
        "wheel" => vec![outline(rectangle(2.0 * length, 0.5 * length), Kind::Wheel)],
        "disc" | "ball" => {
            let rim = circle(length);
            let spoke = |k: usize| vec![rim[k], rim[k + ROUND / 2]];
            vec![
                outline(rim.clone(), Kind::Face),
                outline(spoke(0), Kind::Thin),
                outline(spoke(ROUND / 4), Kind::Thin),
                outline(vec![[0.0; 2], rim[0]], Kind::Bold),
            ]
        }
        "axis" => {
            let tip = |side: f64| [0.88 * length, side * 0.05 * length];
            let end = [length, 0.0];
            vec![
                outline(vec![[0.0; 2], end], Kind::Bold),
                outline(vec![tip(1.0), end, tip(-1.0)], Kind::Bold),
            ]
        }
        _ => {
            let points = sizes.iter().map(|point| [point[0], point[1]]);
            vec![outline(points.collect(), Kind::Bold)]
        }
    }
}

fn rectangle(length: f64, width: f64) -> Vec<Point> {
    let corners = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
    corners
        .map(|[x, y]| [x * length / 2.0, y * width / 2.0])
        .to_vec()
}

fn circle(radius: f64) -> Vec<Point> {
    let angle = |k: usize| std::f64::consts::TAU * k as f64 / ROUND as f64;
    (0..ROUND)
        .map(|k| [radius * angle(k).cos(), radius * angle(k).sin()])
        .collect()
}

//! The default sketch of a system.

use super::Frames;
use crate::plots::{Element, Group, MOST_ELEMENTS};
use crate::problem::Problem;
use crate::scenario::{Part, Shape};

/// The usual names of heading coordinates.
const HEADINGS: [&str; 4] = ["heading", "yaw", "theta", "psi"];

/// How well a coordinate must point along the velocity to be the heading: the largest transverse
/// fraction.
const ALONG: f64 = 1e-3;

type Quantity = Vec<f64>;

/// Returns a body for each of the first group elements, and one for the coordinates x and y: a box
/// if there is a heading, and a disc otherwise. Sizes are fractions of the length of the path. A
/// note reports group elements without a body.
pub fn usual(frames: &Frames<'_>) -> (Vec<Part<Quantity>>, Option<Problem>) {
    let mut elements = Element::all(frames.table);
    let note = (elements.len() > MOST_ELEMENTS).then(|| {
        let count = elements.len();
        let text = format!("of {count} group elements the first {MOST_ELEMENTS} have a body");
        Problem::note(text)
    });
    elements.truncate(MOST_ELEMENTS);
    let place = place(frames);
    let size = size(frames, &elements, &place);
    let mut parts = Vec::new();
    for element in &elements {
        let has_ball = parts.iter().any(|part: &Part<_>| part.group.is_some());
        parts.extend(of_element(element, &place, size, has_ball, parts.len()));
    }
    let is_body = elements.iter().any(|element| element.group == Group::So3);
    if !place.is_empty() && !is_body {
        let heading = heading(frames);
        let body = match heading {
            Some(_) => shape("box", &[2.0 * size, size]),
            None => shape("disc", &[0.5 * size]),
        };
        let named = |name: &str, shape| Part {
            at: place.clone(),
            heading: heading.clone(),
            ..part(name, shape)
        };
        let nose = heading
            .is_some()
            .then(|| named("ahead", shape("axis", &[1.6 * size])));
        parts.push(named("body", body));
        parts.extend(nose);
    }
    (parts, note)
}

/// Returns the parts of an element; the first has the given number. A second body at the place of
/// a ball is an arrow.
fn of_element(
    element: &Element,
    place: &[Quantity],
    size: f64,
    has_ball: bool,
    number: usize,
) -> Vec<Part<Quantity>> {
    let Element { name, group } = element;
    let moved = |at: &[Quantity], shape| Part {
        at: at.to_vec(),
        group: Some(name.clone()),
        ..part(name, shape)
    };
    match group {
        Group::Se2 => vec![
            moved(&[], shape("box", &[2.0 * size, size])),
            moved(&[], shape("axis", &[2.0 * size])),
        ],
        Group::Se3 => vec![moved(&[], shape("box", &[2.0 * size, size, 0.5 * size]))],
        Group::So3 if place.is_empty() => {
            let disc = Part {
                on: Some(number),
                at: vec![vec![0.0], vec![0.0], vec![size]],
                ..part("disc", shape("disc", &[0.8 * size]))
            };
            vec![moved(&[], shape("axis", &[2.0 * size])), disc]
        }
        Group::So3 if has_ball => vec![moved(place, shape("axis", &[2.0 * size]))],
        Group::So3 => vec![moved(place, shape("ball", &[size]))],
    }
}

fn part(name: &str, shape: Shape<Quantity>) -> Part<Quantity> {
    Part {
        name: name.to_owned(),
        on: None,
        at: Vec::new(),
        heading: None,
        pitch: None,
        roll: None,
        group: None,
        shape: Some(shape),
    }
}

fn shape(kind: &'static str, sizes: &[f64]) -> Shape<Quantity> {
    let sizes = sizes.iter().map(|size| vec![*size]).collect();
    Shape {
        kind,
        sizes: vec![sizes],
    }
}

/// Returns the columns of the position: x and y, else the first two coordinates, else the only one.
fn place(frames: &Frames<'_>) -> Vec<Quantity> {
    let names = frames.table.coordinates();
    let column = |name: &str| frames.column(name).unwrap_or_default();
    match names.as_slice() {
        _ if names.contains(&"x") && names.contains(&"y") => vec![column("x"), column("y")],
        _ if !Element::all(frames.table).is_empty() => Vec::new(),
        [] => Vec::new(),
        [only] => vec![column(only), vec![0.0]],
        [x, y, ..] => vec![column(x), column(y)],
    }
}

/// Returns the coordinate that points along the velocity of x and y, else one with a usual name.
fn heading(frames: &Frames<'_>) -> Option<Quantity> {
    let names = frames.table.coordinates();
    let velocities = (frames.column("x_dot")?, frames.column("y_dot")?);
    let others = || {
        names
            .iter()
            .copied()
            .filter(|name| !["x", "y", "z"].contains(name))
    };
    let along =
        others().find(|name| points_along(&frames.column(name).unwrap_or_default(), &velocities));
    let usual = || HEADINGS.into_iter().find(|name| names.contains(name));
    frames.column(along.or_else(usual)?)
}

fn points_along(angles: &[f64], (x, y): &(Quantity, Quantity)) -> bool {
    let rows = angles.iter().zip(x).zip(y);
    let sums = rows.fold((0.0, 0.0), |(across, all), ((angle, x), y)| {
        (
            across + (angle.sin() * x - angle.cos() * y).abs(),
            all + x.hypot(*y),
        )
    });
    sums.1 > 0.0 && sums.0 <= ALONG * sums.1
}

/// Returns a length that is visible at the scale of the whole path.
fn size(frames: &Frames<'_>, elements: &[Element], place: &[Quantity]) -> f64 {
    let of_elements = elements.iter().flat_map(|element| {
        let column = match element.group {
            Group::Se2 => 2,
            Group::Se3 => 3,
            Group::So3 => return Vec::new(),
        };
        (0..2)
            .filter_map(|i| frames.column(&element.entry(i, column)))
            .collect()
    });
    let columns = of_elements.chain(place.iter().cloned());
    let extents = columns.map(|values| {
        let finite = || values.iter().copied().filter(|value| value.is_finite());
        finite().fold(f64::NEG_INFINITY, f64::max) - finite().fold(f64::INFINITY, f64::min)
    });
    let extent = extents
        .filter(|extent| extent.is_finite())
        .fold(0.0, f64::max);
    if extent > 0.0 { 0.06 * extent } else { 1.0 }
}

//! Time marks on paths: dots, labelled with their times if a label fits.

use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::Ranged;
use plotters::prelude::*;

use super::draw::{FONT, LABEL};
use super::legend::text_width;
use super::look::Look;
use super::panel::Panel;
use super::thin;

/// The distance from a dot to its label.
const GAP: i32 = 6;

/// The drawing area of a diagram.
type Diagram<B, X, Y> = DrawingArea<B, Cartesian2d<X, Y>>;

/// A point in pixels: right, down.
type Pixel = (i32, i32);

/// A rectangle in pixels: left, top, right, bottom.
type Rectangle = (i32, i32, i32, i32);

/// Draws the marks of all paths, and labels those of the first path; the others have the same
/// times.
pub(super) fn draw<B, X, Y>(
    area: &Diagram<B, X, Y>,
    panel: &Panel,
    unit: i32,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>>
where
    B: DrawingBackend,
    X: Ranged<ValueType = f64>,
    Y: Ranged<ValueType = f64>,
{
    let plain = area.strip_coord_spec();
    let (left, top) = area.get_base_pixel();
    let pixel = |place: &(f64, f64)| {
        let (x, y) = area.map_coordinate(place);
        (x - left, y - top)
    };
    let (width, height) = area.dim_in_pixel();
    let size = [width, height].map(|size| i32::try_from(size).unwrap_or(i32::MAX));
    let paths: Vec<Pixel> = panel
        .series
        .iter()
        .flat_map(|series| panel.transformed(&thin::strides(&series.points)))
        .map(|place| pixel(&place))
        .collect();
    let mut taken: Vec<Rectangle> = Vec::new();
    for (index, series) in panel.series.iter().enumerate() {
        let colour = Look::of(panel, index, unit).line;
        for mark in &series.times {
            let Some(place) = panel.transformed(&[mark.place]).first().map(pixel) else {
                continue;
            };
            plain.draw(&Circle::new(place, 3 * unit, colour.filled()))?;
            if index > 0 {
                continue;
            }
            let text = if taken.is_empty() {
                format!("t = {}", mark.label)
            } else {
                mark.label.clone()
            };
            let free = |rectangle: &Rectangle| {
                is_inside(rectangle, size) && !taken.iter().any(|other| overlap(other, rectangle))
            };
            let places = beside(place, &text, unit).into_iter().filter(free);
            // The label avoids the paths if there is room, and covers as little of them as possible
            // otherwise.
            let covered = |rectangle: &Rectangle| {
                paths.iter().filter(|point| holds(rectangle, point)).count()
            };
            if let Some(rectangle) = places.min_by_key(covered) {
                write(&plain, &text, &rectangle, unit)?;
                taken.push(rectangle);
            }
        }
    }
    Ok(())
}

/// Returns the possible rectangles of a text: above or below a point, to its right or to its left.
fn beside((x, y): Pixel, text: &str, unit: i32) -> [Rectangle; 4] {
    let (width, height) = (unit * text_width(text), unit * LABEL);
    let (right, above) = (x + unit * GAP, y - unit * GAP - height);
    let (left, below) = (x - unit * GAP - width, y + unit * GAP);
    [(right, above), (right, below), (left, above), (left, below)]
        .map(|(x, y)| (x, y, x + width, y + height))
}

fn is_inside(rectangle: &Rectangle, [width, height]: [i32; 2]) -> bool {
    rectangle.0 >= 0 && rectangle.1 >= 0 && rectangle.2 <= width && rectangle.3 <= height
}

fn holds(rectangle: &Rectangle, point: &Pixel) -> bool {
    (rectangle.0..=rectangle.2).contains(&point.0) && (rectangle.1..=rectangle.3).contains(&point.1)
}

fn overlap(a: &Rectangle, b: &Rectangle) -> bool {
    a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3
}

fn write<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    text: &str,
    rectangle: &Rectangle,
    unit: i32,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let place = (rectangle.0, rectangle.1);
    area.draw(&Text::new(text.to_owned(), place, (FONT, unit * LABEL)))
}

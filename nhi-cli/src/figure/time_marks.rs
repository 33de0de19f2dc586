//! Marks of the time on paths: dots, each with its time where there is room for it.

use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::Ranged;
use plotters::prelude::*;

use super::draw::{FONT, LABEL};
use super::legend::text_width;
use super::look::Look;
use super::panel::Panel;

/// From the dot to its time.
const GAP: i32 = 6;

/// The area of a diagram.
type Diagram<B, X, Y> = DrawingArea<B, Cartesian2d<X, Y>>;

/// A rectangle in pixels: left, top, right, bottom.
type Rectangle = (i32, i32, i32, i32);

/// Draws the marks of all paths; the times of the first one alone, which are those of the others too.
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
    let (width, _) = area.dim_in_pixel();
    let right = i32::try_from(width).unwrap_or(i32::MAX);
    let mut taken: Vec<Rectangle> = Vec::new();
    for (index, series) in panel.series.iter().enumerate() {
        let colour = Look::of(panel, index, unit).line;
        for mark in &series.times {
            let Some(&place) = panel.transformed(&[mark.place]).first() else {
                continue;
            };
            let (x, y) = area.map_coordinate(&place);
            let (x, y) = (x - left, y - top);
            plain.draw(&Circle::new((x, y), 3 * unit, colour.filled()))?;
            if index > 0 {
                continue;
            }
            let text = if taken.is_empty() {
                format!("t = {}", mark.label)
            } else {
                mark.label.clone()
            };
            let rectangle = beside((x, y), &text, right, unit);
            if !taken.iter().any(|other| overlap(other, &rectangle)) {
                write(&plain, &text, &rectangle, unit)?;
                taken.push(rectangle);
            }
        }
    }
    Ok(())
}

/// Where a text stands above a point: to its right, or to its left at the edge.
fn beside((x, y): (i32, i32), text: &str, right: i32, unit: i32) -> Rectangle {
    let (width, height) = (unit * text_width(text), unit * LABEL);
    let left = if x + unit * GAP + width > right {
        x - unit * GAP - width
    } else {
        x + unit * GAP
    };
    let top = (y - unit * GAP - height).max(0);
    (left, top, left + width, top + height)
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

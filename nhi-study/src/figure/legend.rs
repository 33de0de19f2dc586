//! The legend of a diagram: the names of its lines, in rows above the plot area.

use plotters::element::DashedPathElement;
use plotters::prelude::*;

use super::draw::{Area, FONT, LABEL};
use super::look::Look;
use super::panel::Panel;

/// The height of a row, and the length of a line sample with the space around it.
const ROW: i32 = 20;
const DASH: i32 = 30;
/// The left and right margin of the rows.
const MARGIN: i32 = 104;
/// The space between two names.
const GAP: i32 = 18;

/// Returns the upper left corner of each name, in pixels of a picture with unit 1.
pub(super) fn layout(panel: &Panel, width: u32) -> Vec<(i32, i32)> {
    let width = i32::try_from(width).unwrap_or(i32::MAX);
    let (mut x, mut y) = (MARGIN, 0);
    let named = panel.series.iter().filter(|series| !series.name.is_empty());
    named
        .map(|series| {
            let size = DASH + text_width(&series.name) + GAP;
            if x > MARGIN && x + size > width {
                (x, y) = (MARGIN, y + ROW);
            }
            let place = (x, y);
            x += size;
            place
        })
        .collect()
}

/// Returns the height that the names need.
pub(super) fn height(places: &[(i32, i32)]) -> i32 {
    places.last().map_or(0, |(_, y)| y + ROW)
}

/// Draws the names.
pub(super) fn draw<B: DrawingBackend>(
    area: &Area<'_, B>,
    panel: &Panel,
    places: &[(i32, i32)],
    unit: i32,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let named = panel.series.iter().enumerate();
    let named = named.filter(|(_, series)| !series.name.is_empty());
    for ((index, series), &(x, y)) in named.zip(places) {
        let look = Look::of(panel, index, unit).in_legend();
        let middle = y + ROW / 2;
        let place = |x: i32, y: i32| (unit * x, unit * y);
        let ends = [place(x, middle), place(x + DASH - 8, middle)];
        match look.dash {
            None => area.draw(&PathElement::new(ends, look.line))?,
            Some((dash, gap)) => area.draw(&DashedPathElement::new(ends, dash, gap, look.line))?,
        }
        area.draw(&Text::new(
            series.name.clone(),
            place(x + DASH, middle - 6),
            (FONT, unit * LABEL),
        ))?;
    }
    Ok(())
}

pub(super) fn text_width(text: &str) -> i32 {
    let measured = (FONT, LABEL).into_font().box_size(text);
    let width = measured.map_or(8 * text.chars().count() as u32, |(width, _)| width);
    i32::try_from(width).unwrap_or(i32::MAX)
}

//! Diagrams: panels of lines with axes, legends and time marks.

mod axis;
mod diagram;
mod legend;
mod look;
mod marks;
mod panel;
pub(crate) mod thin;
mod time_marks;

use super::font;
use super::scene::{Anchor, Item, Rectangle, Scene, Text};

pub use marks::Mark;
pub use panel::{Panel, Scale, Series};

use panel::lettering;

/// The width and height of a panel.
const PANEL: (f64, f64) = (640.0, 440.0);
/// The height of the title of a picture, and the size of its letters.
const HEADER: f64 = 44.0;
const TITLE: f64 = 20.0;

/// Draws panels, two per row, under a title.
pub(crate) fn page(title: &str, panels: &[Panel]) -> Scene {
    let columns = panels.len().clamp(1, 2);
    let rows = panels.len().div_ceil(columns).max(1);
    let header = if title.is_empty() { 0.0 } else { HEADER };
    let (width, height) = (
        PANEL.0 * columns as f64,
        header + PANEL.1 * rows as f64 + 4.0,
    );
    let mut items = Vec::new();
    if !title.is_empty() {
        items.push(Item::Text(Text {
            at: (width / 2.0, 30.0),
            text: lettering(title),
            size: TITLE,
            anchor: Anchor::Middle,
            upwards: false,
        }));
    }
    for (place, panel) in panels.iter().enumerate() {
        let (row, column) = (place / columns, place % columns);
        let area = Rectangle {
            left: PANEL.0 * column as f64,
            top: header + PANEL.1 * row as f64,
            width: PANEL.0,
            height: PANEL.1,
        };
        diagram::draw(panel, area, &mut items);
    }
    Scene {
        width,
        height,
        items,
    }
}

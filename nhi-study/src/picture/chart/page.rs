//! Panels in rows under a title.

use nhi_build::visible_line;

use super::diagram;
use super::font::fitting;
use super::panel::{Panel, lettering};
use super::scene::{Anchor, Item, Rectangle, Scene, Text};

/// The usual number of panels in a row, and the usual width and height of a panel.
const COLUMNS: usize = 2;
const PANEL: (f64, f64) = (640.0, 440.0);
/// The heights of title and subtitle, and the sizes of their letters.
const TITLE: (f64, f64) = (44.0, 20.0);
const SUBTITLE: (f64, f64) = (22.0, 14.0);
/// The space next to the title.
const MARGIN: f64 = 10.0;

/// Panels in rows under a title.
#[derive(Clone, Debug)]
pub struct Picture {
    title: String,
    subtitle: String,
    columns: usize,
    panel: (f64, f64),
    panels: Vec<Panel>,
}

impl Picture {
    /// Creates a picture with two panels in a row. Without a title, it has no space for one.
    pub fn new(title: &str, panels: impl Into<Vec<Panel>>) -> Self {
        Self {
            title: lettering(title),
            subtitle: String::new(),
            columns: COLUMNS,
            panel: PANEL,
            panels: panels.into(),
        }
    }

    /// Adds a line below the title.
    pub fn subtitle(mut self, subtitle: &str) -> Self {
        self.subtitle = visible_line(subtitle).to_string();
        self
    }

    /// Changes the number of panels in a row, and the width and height of a panel in pixels.
    pub fn grid(mut self, columns: usize, width: u32, height: u32) -> Self {
        self.columns = columns;
        self.panel = (width.into(), height.into());
        self
    }

    /// Draws title and panels.
    pub(crate) fn scene(&self) -> Scene {
        let columns = self.panels.len().min(self.columns).max(1);
        let rows = self.panels.len().div_ceil(columns).max(1);
        let width = self.panel.0 * columns as f64;
        let mut items = Vec::new();
        let mut top = 0.0;
        for (text, (height, size)) in [(&self.title, TITLE), (&self.subtitle, SUBTITLE)] {
            if !text.is_empty() {
                top += height;
                let at = (width / 2.0, top - 0.7 * size);
                let size = fitting(text, size, width - 2.0 * MARGIN);
                items.push(heading(at, text.clone(), size));
            }
        }
        for (place, panel) in self.panels.iter().enumerate() {
            let (row, column) = (place / columns, place % columns);
            let area = Rectangle {
                left: self.panel.0 * column as f64,
                top: top + self.panel.1 * row as f64,
                width: self.panel.0,
                height: self.panel.1,
            };
            diagram::draw(panel, area, &mut items);
        }
        Scene {
            width,
            height: top + self.panel.1 * rows as f64 + 4.0,
            items,
        }
    }
}

fn heading(at: (f64, f64), text: String, size: f64) -> Item {
    Item::Text(Text {
        at,
        text,
        size,
        anchor: Anchor::Middle,
        upwards: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Scale;

    #[test]
    fn a_picture_is_as_large_as_its_panels_and_titles() {
        let panels = vec![Panel::new("", "", "", Scale::Linear); 4];
        let size = |picture: Picture| {
            let scene = picture.scene();
            (scene.width, scene.height)
        };
        let plain = Picture::new("", panels.clone());
        assert_eq!(size(plain), (1280.0, 884.0));
        let small = Picture::new("A", panels).subtitle("b").grid(3, 300, 200);
        assert_eq!(size(small), (900.0, 470.0));
        assert_eq!(size(Picture::new("", [])), (640.0, 444.0));
    }
}

//! The styles that distinguish the lines of a panel.

use plotters::prelude::*;

use super::panel::{Panel, Scale};

/// Colours that people with any colour vision can tell apart (Okabe and Ito).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
];

/// The lengths of dash and gap, in pixels, for the first, second and third line of each colour.
const DASHES: [Option<(i32, i32)>; 3] = [None, Some((8, 4)), Some((2, 4))];

/// The style of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) line: ShapeStyle,
    /// The lengths of dash and gap of a dashed line.
    pub(super) dash: Option<(i32, i32)>,
    unit: i32,
}

impl Look {
    /// Returns the style of a series. Functions of time are thin, because they may oscillate.
    pub(super) fn of(panel: &Panel, index: usize, unit: i32) -> Self {
        let is_function = matches!(panel.scale, Scale::Linear | Scale::LogY);
        let width = if is_function { 1 } else { 2 };
        let dash = DASHES[index / COLOURS.len() % DASHES.len()];
        Self {
            line: COLOURS[index % COLOURS.len()].stroke_width(unit.unsigned_abs() * width),
            dash: dash.map(|(dash, gap)| (unit * dash, unit * gap)),
            unit,
        }
    }

    /// Returns the same style with the line width of a legend.
    pub(super) fn in_legend(self) -> Self {
        Self {
            line: self.line.stroke_width(2 * self.unit.unsigned_abs()),
            ..self
        }
    }

    /// Returns the style of its point markers: filled for a solid line, rings for a dashed one.
    pub(super) fn mark(&self) -> ShapeStyle {
        if self.dash.is_none() {
            self.line.filled()
        } else {
            self.line
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_look_different_from_each_other() {
        let panel = Panel::new("", "", "", Scale::LogLog);
        let looks = (0..21).map(|index| Look::of(&panel, index, 1));
        let looks: Vec<_> = looks.map(|look| (look.line.color, look.dash)).collect();
        for (index, look) in looks.iter().enumerate() {
            assert!(!looks[..index].contains(look), "{index}");
        }
    }
}

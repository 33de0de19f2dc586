//! The styles that distinguish the lines of a panel.

use super::panel::{Panel, Scale};
use crate::picture::scene::Stroke;

/// Colours that people with any colour vision can tell apart (Okabe and Ito).
const COLOURS: [&str; 7] = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000",
];

/// The lengths of dash and gap, in pixels.
const DASHES: [Option<(f64, f64)>; 3] = [None, Some((8.0, 4.0)), Some((2.0, 4.0))];

/// The style of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) line: Stroke,
}

impl Look {
    /// Returns the style of a series. In a panel of several runs the colour is the run, and the
    /// dash is the quantity. Functions of time are thin, because they may oscillate.
    pub(super) fn of(panel: &Panel, index: usize) -> Self {
        let (colour, dash) = match panel.series[index].kind {
            Some((run, quantity)) => (run, quantity + run / COLOURS.len()),
            None => (index, index / COLOURS.len()),
        };
        let is_function = matches!(panel.scale, Scale::Linear | Scale::LogY);
        Self {
            line: Stroke {
                colour: COLOURS[colour % COLOURS.len()],
                width: if is_function { 1.3 } else { 2.0 },
                dash: DASHES[dash % DASHES.len()],
            },
        }
    }

    /// Returns the same style with the line width of a legend.
    pub(super) fn in_legend(self) -> Stroke {
        Stroke {
            width: 2.0,
            ..self.line
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_lines_look_different_from_each_other() {
        let mut panel = Panel::new("", "", "", Scale::LogLog);
        for _ in 0..21 {
            panel = panel.with("", Vec::new());
        }
        let looks = (0..21).map(|index| Look::of(&panel, index).line);
        let looks: Vec<_> = looks.map(|line| (line.colour, line.dash)).collect();
        for (index, look) in looks.iter().enumerate() {
            assert!(!looks[..index].contains(look), "{index}");
        }
    }
}

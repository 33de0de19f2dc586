//! The styles that distinguish the lines of a panel.

use super::panel::{Scale, Series};
use crate::picture::scene::Stroke;

/// A colour that people with any colour vision can tell from the others (Okabe and Ito).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// The colour of the first line.
    Blue,
    /// Of the second line.
    Orange,
    /// Of the third line.
    Green,
    /// Of the fourth line.
    Purple,
    /// Of the fifth line.
    LightBlue,
    /// Of the sixth line.
    Yellow,
    /// Of the seventh line.
    Black,
}

impl Colour {
    const ALL: [Self; 7] = [
        Self::Blue,
        Self::Orange,
        Self::Green,
        Self::Purple,
        Self::LightBlue,
        Self::Yellow,
        Self::Black,
    ];

    fn in_css(self) -> &'static str {
        match self {
            Self::Blue => "#0072B2",
            Self::Orange => "#D55E00",
            Self::Green => "#009E73",
            Self::Purple => "#CC79A7",
            Self::LightBlue => "#56B4E9",
            Self::Yellow => "#E69F00",
            Self::Black => "#000000",
        }
    }
}

/// The pattern of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// An unbroken line.
    Solid,
    /// Long dashes.
    Dashed,
    /// Short dashes.
    Dotted,
}

impl Dash {
    const ALL: [Self; 3] = [Self::Solid, Self::Dashed, Self::Dotted];

    /// Returns the lengths of dash and gap, in pixels.
    fn lengths(self) -> Option<(f64, f64)> {
        match self {
            Self::Solid => None,
            Self::Dashed => Some((8.0, 4.0)),
            Self::Dotted => Some((2.0, 4.0)),
        }
    }
}

/// Returns the colour and dash of the line with a number. After the last colour the dash changes.
pub(super) fn numbered(colour: usize, dash: usize) -> (Colour, Dash) {
    let (colours, dashes) = (Colour::ALL.len(), Dash::ALL.len());
    (
        Colour::ALL[colour % colours],
        Dash::ALL[(dash + colour / colours) % dashes],
    )
}

/// Returns the style of a series. Functions of time are thin, because they may oscillate.
pub(super) fn stroke(series: &Series, scale: Scale) -> Stroke {
    let is_function = matches!(scale, Scale::Linear | Scale::LogY);
    Stroke {
        colour: series.colour.in_css(),
        width: if is_function { 1.3 } else { 2.0 },
        dash: series.dash.lengths(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Panel;

    #[test]
    fn many_lines_look_different_from_each_other() {
        let mut panel = Panel::new("", "", "", Scale::LogLog);
        for _ in 0..21 {
            panel = panel.with("", Vec::new());
        }
        let strokes = panel.series.iter().map(|line| stroke(line, panel.scale));
        let looks: Vec<_> = strokes.map(|line| (line.colour, line.dash)).collect();
        for (index, look) in looks.iter().enumerate() {
            assert!(!looks[..index].contains(look), "{index}");
        }
    }
}

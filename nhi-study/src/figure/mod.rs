//! Figures: panels of lines, as SVG or PNG.

mod draw;
mod legend;
mod look;
mod marks;
mod panel;
pub(crate) mod thin;
mod ticked;
mod time_marks;

pub(crate) use draw::{Format, save};
pub(crate) use panel::{Panel, Scale};

//! Figures: panels of lines, as SVG or PNG.

mod draw;
mod legend;
mod look;
mod panel;
mod thin;

pub(crate) use draw::{Format, save};
pub(crate) use panel::{Panel, Scale};

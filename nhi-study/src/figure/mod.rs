//! Figures: panels of lines, as SVG or PNG.

mod draw;
mod legend;
mod look;
mod marks;
mod panel;
pub mod thin;
mod ticked;
mod time_marks;

pub use draw::{Format, save};
pub use panel::{Panel, Scale};

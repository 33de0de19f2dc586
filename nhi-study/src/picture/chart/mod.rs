//! Diagrams: panels of lines or cells with axes, legends and time marks.

mod axis;
mod cells;
mod diagram;
mod legend;
mod look;
mod marks;
mod page;
mod panel;
pub(crate) mod thin;
mod time_marks;

use super::{font, scene};

pub use cells::Cells;
pub use look::{Colour, Dash};
pub use marks::Mark;
pub use page::Picture;
pub use panel::{Panel, Scale, Series, Shown};

//! Diagrams: panels of lines with axes, legends and time marks.

mod axis;
mod diagram;
mod legend;
mod look;
mod marks;
mod page;
mod panel;
pub(crate) mod thin;
mod time_marks;

use super::{font, scene};

pub use look::{Colour, Dash};
pub use marks::Mark;
pub use page::Picture;
pub use panel::{Panel, Scale, Series, Shown};

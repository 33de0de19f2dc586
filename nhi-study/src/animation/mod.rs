//! An animated run: a page with a sketch of the system and plots with a cursor, or a picture of the
//! sketch alone.

mod data;
mod frames;
mod of_table;
mod page;
mod picture;
mod places;
mod usual;

pub use data::{data, shows_plots};
pub use frames::{Frames, MOST_OF_PAGE, MOST_OF_PICTURE};
pub use of_table::{Animated, Medium, of_table};
pub use page::page;
pub use picture::picture;
pub use places::is_anywhere;
pub use usual::usual;

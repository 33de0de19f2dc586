//! An animated run: a page with a sketch of the system and plots with a cursor, or a picture of the
//! sketch alone.

mod data;
mod frames;
mod page;
mod picture;
mod places;
mod usual;

pub(crate) use data::{data, shows_plots};
pub(crate) use frames::{Frames, MOST_OF_PAGE, MOST_OF_PICTURE};
pub(crate) use page::page;
pub(crate) use picture::picture;
pub(crate) use places::is_anywhere;
pub(crate) use usual::usual;

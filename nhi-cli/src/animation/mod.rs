//! A run as a page that moves: a sketch of the system, and plots with a cursor.

mod data;
mod frames;
mod page;
mod usual;

pub(crate) use data::data;
pub(crate) use frames::Frames;
pub(crate) use page::page;
pub(crate) use usual::usual;

//! Scenario files: what is simulated, from where, for how long and by which integrator.
//!
//! `text --read--> Document --bind--> Scenario`: reading checks the form of the file, binding its
//! meaning for the model that it names. Each reports all of its mistakes at once.

mod bind;
mod data_files;
mod document;
mod element;
mod files;
mod noise;
mod numbers;
mod overrides;
mod recorded;
mod reports;
mod signals;
mod sketch;
mod slips;
mod sum;
mod table;
mod time;
mod units;
mod value;

pub(crate) use bind::Scenario;
pub(crate) use files::ScenarioFiles;
pub(crate) use overrides::Overrides;
pub(crate) use sketch::{Columns, Part, Shape};
pub(crate) use sum::Sum;
pub(crate) use units::Units;

pub(crate) use time::Grid;

//! Scenario files: the system to simulate, its initial conditions, the duration and the integrator.
//!
//! `text --read--> Document --bind--> Scenario`. Reading checks the structure of the file, and
//! binding checks its meaning for the model that it names. Each step reports all of its errors at
//! once.

mod bind;
mod data_files;
mod document;
mod duration;
mod element;
mod events;
mod files;
mod noise;
mod numbers;
mod overrides;
mod prescribed;
mod provenance;
mod recorded;
mod reports;
mod signals;
mod sketch;
mod sketch_functions;
mod slips;
mod spline;
mod sweep;
mod sweep_columns;
mod table;
mod time;
mod units;
mod value;

pub use bind::Scenario;
pub use files::ScenarioFiles;
pub use numbers::{Formula, FormulaValue, Target};
pub use overrides::Overrides;
pub use sketch::{Part, Shape};
pub use sketch_functions::{Columns, Sketch};
pub use sweep::{Draw, Keep, Reduction, SweepRule, Vary};
pub use sweep_columns::FACTS;
pub use units::Units;

pub use time::Grid;
pub(crate) use time::spread;

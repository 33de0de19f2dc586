//! Studies of nonholonomic systems: scenarios, runs with their monitor, comparisons of integrators,
//! linearisation, connecting motions, tables and pictures.
//!
//! The command `nhi` is a thin layer over this library, which does not print and knows no
//! arguments. Errors are values: a [`Failure`](problem::Failure) lists
//! [`Problem`](problem::Problem)s, each with its location in the user's file.
//!
//! ```
//! use std::path::Path;
//!
//! use nhi_study::Colour;
//! use nhi_study::run::{Run, Surroundings};
//! use nhi_study::scenario::{Overrides, Scenario};
//! use nhi_study::stop::Stop;
//!
//! # let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/scenarios");
//! let file = Path::new(folder).join("snakeboard_free.toml");
//! let scenario = Scenario::load(&file, &Overrides::default(), Colour::Plain)?;
//! let plant = scenario.plant()?;
//! let simulator = scenario.simulator(&plant, scenario.grid.step)?;
//! let (initial, _notes) = scenario.admit(&simulator, false)?;
//!
//! let mut run = Run::new(&simulator, scenario.grid, 100);
//! let mut rows = Vec::new();
//! let mut around = Surroundings {
//!     stop: &Stop::default(),
//!     progress: &(),
//!     tell: &mut |_warnings| {},
//! };
//! run.finish(&initial, &mut rows, &mut around)?;
//! assert_eq!(rows.len() as u64, run.rows() * run.columns().len() as u64);
//! assert!(run.monitor().is_quiet());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod animation;
pub mod check;
pub mod comparison;
pub mod connection;
pub mod events;
pub mod export;
pub mod files;
pub mod integrators;
pub mod linearisation;
pub mod monitor;
pub mod picture;
mod places;
pub mod plots;
pub mod problem;
pub mod progress;
pub mod result_file;
pub mod run;
pub mod scenario;
pub mod simulation;
pub mod sources;
pub mod stop;
pub mod sweep;
pub mod table;
pub mod text;

pub use nhi_build::{Colour, ModelFile};

/// The version of nhi that tables and sweeps record, with `+libm` if the elementary functions are
/// those of the crate `libm`: numbers depend on both.
pub const VERSION: &str = if cfg!(feature = "libm-force") {
    concat!(env!("CARGO_PKG_VERSION"), "+libm")
} else {
    env!("CARGO_PKG_VERSION")
};

//! Studies of nonholonomic systems: scenarios, runs with their monitor, comparisons of integrators,
//! linearisation, connecting motions, tables and pictures.

pub mod animation;
pub mod comparison;
pub mod connection;
pub mod files;
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
pub mod table;
pub mod text;

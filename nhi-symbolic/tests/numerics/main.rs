//! The compiler's numbers against independent formulas and reference data.

mod determinism;
mod feedback;
mod fixtures;
mod integrator;
mod mechanics;
mod random_models;
mod support;
mod trailers;
mod verdicts;

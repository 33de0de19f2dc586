//! The compiler's numbers against independent formulas and reference data.

mod claims;
mod determinism;
mod energy_preserving;
mod feedback;
mod fixtures;
mod fully_driven;
mod general_lagrangian;
mod groups;
mod hard_starts;
mod integrability;
mod integrator;
mod mechanics;
mod quantities;
mod random_models;
mod rdp;
mod reduced_feedback;
mod reduction;
mod refusals;
mod registry;
mod rotations;
mod step_jacobian;
mod support;
mod trailers;
mod vakonomic;
mod verdicts;
mod verifier;

//! Derivatives against differences, generated derivatives, and each other.

mod functions;
mod groups;
mod starts;
mod steps;
mod support;
mod trajectories;

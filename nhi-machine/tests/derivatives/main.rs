//! Derivatives against differences, generated derivatives, and each other.

mod functions;
mod generated;
mod groups;
mod starts;
mod steps;
mod support;
mod trajectories;

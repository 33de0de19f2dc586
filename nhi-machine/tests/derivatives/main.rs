//! Derivatives against differences, generated derivatives, and each other.

#[path = "../../../tests/support/breadth.rs"]
mod breadth;
mod functions;
mod generated;
mod groups;
mod starts;
mod steps;
mod support;
mod trajectories;

//! Derivatives against differences, generated derivatives, and each other.

mod steps;
mod support;

//! Lie groups and their retractions: values, laws, and the limits of small and large angles.
#![cfg(feature = "std")]

mod laws;
mod limits;
mod matrices;
mod values;

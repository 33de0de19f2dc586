//! The measured systems and integrators, with initial values for a run.

use std::f64::consts::TAU;

use super::models;

/// A system of a given size.
pub(super) struct System {
    pub(super) name: &'static str,
    /// The function that returns the model file for a size and integrators.
    pub(super) model: fn(usize, &str) -> String,
    /// The struct of the model with its parameters.
    pub(super) value: &'static str,
    /// The initial values of a run.
    pub(super) start: fn(usize) -> Start,
}

/// Coordinates and velocities that satisfy the constraints.
pub(super) struct Start {
    pub(super) q: Vec<f64>,
    pub(super) v: Vec<f64>,
}

pub(super) const SYSTEMS: [System; 3] = [
    System {
        name: "chain",
        model: models::chain,
        value: "Chain { m: 1.0, j: 0.5, mt: 0.7, jt: 0.3, l: 1.0 }",
        start: straight_chain,
    },
    System {
        name: "snake",
        model: models::snake,
        value: "Snake { m: 1.0, j: 0.3, a: 0.5 }",
        start: straight_snake,
    },
    System {
        name: "tree",
        model: models::tree,
        value: "Tree { m: 5.0, j: 1.0, b: 0.5, ms: 0.5, js: 0.05, a: 0.2 }",
        start: spread_tree,
    },
];

/// An integrator as written in models, and its constructor.
pub(super) struct Integrator {
    pub(super) name: &'static str,
    /// Its name without options.
    pub(super) short: &'static str,
    pub(super) constructor: &'static str,
}

pub(super) const INTEGRATORS: [Integrator; 5] = [
    integrator("Rk(order = 4)", "Rk", "rk"),
    integrator("Mla", "Mla", "mla"),
    integrator("Gauss", "Gauss", "gauss"),
    integrator("Gni", "Gni", "gni"),
    integrator("Dla", "Dla", "dla"),
];

const fn integrator(
    name: &'static str,
    short: &'static str,
    constructor: &'static str,
) -> Integrator {
    Integrator {
        name,
        short,
        constructor,
    }
}

/// Returns initial values with a turning tractor, and trailers in a line behind it.
fn straight_chain(trailers: usize) -> Start {
    let mut v = vec![0.0; trailers + 3];
    (v[0], v[2]) = (1.0, 0.1);
    let q = vec![0.0; v.len()];
    Start { q, v }
}

/// Returns initial values with links in a line, which turn to alternate sides.
fn straight_snake(links: usize) -> Start {
    let turning = (0..links).map(|i| if i % 2 == 0 { 0.1 } else { -0.1 });
    let v: Vec<_> = [1.0, 0.05].into_iter().chain(turning).collect();
    let q = vec![0.0; v.len()];
    Start { q, v }
}

/// Returns initial values with segments in all directions, which turn to alternate sides.
fn spread_tree(segments: usize) -> Start {
    let directions = (0..segments).map(|i| TAU * i as f64 / segments as f64);
    let turning = (0..segments).map(|i| if i % 2 == 0 { 0.2 } else { -0.2 });
    Start {
        q: [0.0; 3].into_iter().chain(directions).collect(),
        v: [1.0, 0.0, 0.1].into_iter().chain(turning).collect(),
    }
}

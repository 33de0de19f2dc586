//! The run monitor: what it finds, what it leaves alone, what it takes back.

#[path = "../oscillator/mod.rs"]
mod oscillator;

mod alternation;
mod balance;
mod contacts;
mod findings;
mod held;
mod observer;
mod speed;

use nhi_runtime::{Concern, NewtonReport, Signs, Watch};

fn look(watch: &mut Watch<f64>, t: f64, energy: f64, kinetic: f64) {
    let signs = Signs {
        energy: Some(energy),
        kinetic,
        ..Signs::default()
    };
    watch.look(0, t, &signs, &NewtonReport::default());
}

fn found(watch: &Watch<f64>) -> Vec<Concern> {
    watch.findings().map(|finding| finding.concern).collect()
}

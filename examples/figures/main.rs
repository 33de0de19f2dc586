//! The figures of the papers about unreduced systems on R^n, drawn again with generated integrators, and
//! pictures of two of their systems that have none, the rolling disk and the roller racer, of a heavy
//! top, of bodies that roll, of vakonomic motions, of what reflections do to a sleigh, of this project's
//! own methods, and of what accuracy costs.
//!
//! `cargo run --release --example figures` draws all of them into `docs/src/plots/` and prints the
//! numbers that `docs/src/figures.md` compares with the papers; `-- cp_6 cp_7` draws those only.

mod cp_3_to_5;
mod cp_6;
mod cp_7;
mod heavy_top;
mod kmf_2;
mod kmf_4;
mod kob_disk;
mod layout;
mod methods;
mod oscillator;
mod reflections;
mod roller_racer;
mod rolling;
mod run;
mod smm_2_3;
mod smm_4;
mod smm_5_6;
mod vakonomic;
mod work_precision;

use std::error::Error;

/// Draws one figure and prints its numbers.
type Draw = fn() -> Result<(), Box<dyn Error>>;

const FIGURES: [(&str, Draw); 16] = [
    ("kmf_2", kmf_2::draw),
    ("kmf_4", kmf_4::draw),
    ("kob_disk", kob_disk::draw),
    ("smm_2_3", smm_2_3::draw),
    ("smm_4", smm_4::draw),
    ("smm_5_6", smm_5_6::draw),
    ("cp_3_to_5", cp_3_to_5::draw),
    ("cp_6", cp_6::draw),
    ("cp_7", cp_7::draw),
    ("roller_racer", roller_racer::draw),
    ("heavy_top", heavy_top::draw),
    ("rolling", rolling::draw),
    ("reflections", reflections::draw),
    ("vakonomic", vakonomic::draw),
    ("methods", methods::draw),
    ("work_precision", work_precision::draw),
];

fn main() -> Result<(), Box<dyn Error>> {
    let asked: Vec<_> = std::env::args().skip(1).collect();
    let names = FIGURES.map(|(name, _)| name);
    if let Some(unknown) = asked.iter().find(|name| !names.contains(&name.as_str())) {
        return Err(format!("no figure {unknown}; there are {}", names.join(", ")).into());
    }
    for (name, draw) in FIGURES {
        if asked.is_empty() || asked.iter().any(|wanted| wanted == name) {
            println!("\n== {name}");
            draw()?;
        }
    }
    Ok(())
}

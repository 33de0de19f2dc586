//! The growth of operations, times and memory with the number of bodies.

mod compiled;
mod generation;
mod models;
mod operations;
mod page;
mod plot;
mod row;
mod systems;
mod table;
mod targets;

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use compiled::Program;
use row::{Measure, Row};
use systems::{INTEGRATORS, Integrator, SYSTEMS, System};

use crate::cargo::{Outcome, scratch};

/// The numbers of bodies, and the largest one for a quick look.
const SIZES: [usize; 6] = [1, 2, 4, 8, 16, 32];
const QUICK: usize = 8;

/// Measures and prints everything; renews the page in `docs/dev` unless `quick` is set.
pub(crate) fn measure(quick: bool) -> Outcome {
    let begin = Instant::now();
    let most = if quick { QUICK } else { usize::MAX };
    let rows = rows(most)?;
    println!("\n{:.0} s in all", begin.elapsed().as_secs_f64());
    if quick {
        return Ok(());
    }
    page::write(&rows)?;
    plot::draw(&rows)
}

fn rows(most: usize) -> Outcome<Vec<Row>> {
    let bench = Bench::prepare()?;
    let mut rows = Vec::new();
    println!(
        "system n integrator | {}",
        Measure::ALL.map(Measure::title).join(" | ")
    );
    for system in &SYSTEMS {
        for integrator in &INTEGRATORS {
            for n in SIZES.into_iter().filter(|&n| n <= most) {
                let row = bench.row(system, integrator, n)?;
                let texts = row.texts().join(" | ");
                println!("{} {n} {} | {texts}", system.name, integrator.name);
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

/// The tools for the measurements.
struct Bench {
    nhi: PathBuf,
    model: PathBuf,
    program: Program,
}

impl Bench {
    fn prepare() -> Outcome<Self> {
        Ok(Self {
            nhi: generation::command()?,
            program: Program::prepare()?,
            model: scratch().join("scaling.nhi"),
        })
    }

    fn row(&self, system: &System, integrator: &Integrator, n: usize) -> Outcome<Row> {
        let text = (system.model)(n, integrator.name);
        fs::write(&self.model, text)
            .map_err(|error| format!("{}: {error}", self.model.display()))?;
        let mut row = Row::new(system.name, integrator.name, n);
        if generation::measure(&self.nhi, &self.model, &self.program.code(), &mut row)? {
            self.program.measure(system, integrator, &mut row)?;
        }
        Ok(row)
    }
}

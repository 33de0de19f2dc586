//! The table in the book of what integrators do to integrals over long runs.
//!
//! `NHI_BLESS=1 cargo test --test rolling integrals` writes it anew.

use std::fs;
use std::path::Path;

use crate::blocks::with_block;
use crate::support::run::{Integrator, Run};
use crate::support::scenario::Scenario;

/// Steps of a run.
const STEPS: u32 = 2000;

/// Changes below this are round-off.
const ROUND_OFF: f64 = 1e-12;

/// Changes beyond this leave nothing of the value.
const LOST: f64 = 0.5;

/// By how much a change is larger over the whole run than over its first half where it drifts; steadily, it is two.
const DRIFT: f64 = 1.5;

const INTEGRATORS: [&str; 8] = [
    "Mla",
    "Dla",
    "Gni",
    "EnergyPreserving",
    "Lobatto",
    "Rk(order = 4)",
    "Gauss(stages = 1)",
    "Gauss(stages = 3)",
];

/// A system, the end of its run, and the rows that its table has: functions of the model and what they are called.
type Rows = (
    &'static str,
    &'static str,
    f64,
    &'static [(&'static str, &'static str)],
);

#[rustfmt::skip] // a table
const SYSTEMS: &[Rows] = &[
    ("turntable_ball", "Ball on a turntable", 100.0, &[
        ("integral_moving_energy", "moving energy"),
        ("integral_vertical_spin", "vertical spin"),
        ("integral_centre_x", "middle of the circle"),
    ]),
    ("routh_sphere", "Routh's sphere", 20.0, &[
        ("energy", "energy"),
        ("integral_jellett", "Jellett"),
        ("integral_routh", "Routh"),
    ]),
    ("chaplygin_ball", "Chaplygin's ball", 50.0, &[
        ("energy", "energy"),
        ("integral_momentum_x", "momentum along x"),
        ("integral_area", "area"),
        ("integral_momentum_squared", "square of the momentum"),
    ]),
    ("veselova", "Veselova's system", 100.0, &[
        ("energy", "energy"),
        ("integral_momentum_x", "momentum along x"),
    ]),
    ("ball_in_bowl", "Ball in a bowl", 20.0, &[
        ("energy", "energy"),
        ("integral_spin_across", "spin across"),
        ("integral_vertical", "vertical momentum"),
    ]),
    ("ball_in_cylinder", "Ball in a cylinder", 20.0, &[
        ("energy", "energy"),
        ("integral_rate", "rate round the axis"),
        ("integral_outwards", "spin outwards"),
    ]),
];

#[test]
fn the_table_of_integrals_is_what_runs_give() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/rolling.md");
    let page = fs::read_to_string(&file).expect("the page");
    let current = with_block(&page, "integrals", "", &table());
    if std::env::var_os("NHI_BLESS").is_some() {
        fs::write(&file, &current).expect("the page is written");
        return;
    }
    assert!(
        page == current,
        "write the table anew with NHI_BLESS=1, and read it"
    );
}

fn table() -> String {
    let names = INTEGRATORS.map(|name| format!("`{name}`")).join(" | ");
    let rule = "|---".repeat(INTEGRATORS.len());
    let mut text = format!("| system | | {names} |\n|---|---{rule}|\n");
    for &(system, title, end, rows) in SYSTEMS {
        let scenario = Scenario::of(system).until(end);
        let runs = INTEGRATORS
            .map(|name| Run::try_new(&Integrator::of(system, name), &scenario, STEPS).ok());
        let h = end / f64::from(STEPS);
        let mut first = format!("{title}, {end} s, h = {h} s");
        for (function, name) in rows {
            let cells = runs.each_ref().map(|run| cell(run.as_ref(), function));
            text += &format!("| {first} | {name} | {} |\n", cells.join(" | "));
            first.clear();
        }
    }
    text
}

/// The largest relative change, with an arrow where it drifts.
fn cell(run: Option<&Run>, function: &str) -> String {
    let Some(run) = run else {
        return "fails".to_owned();
    };
    let [half, all] = run.changes_over_half_and_all(function);
    if all < ROUND_OFF {
        return "0".to_owned();
    }
    if all > LOST {
        return "lost".to_owned();
    }
    let arrow = if all > DRIFT * half { " ↗" } else { "" };
    format!("{all:.0e}{arrow}")
}

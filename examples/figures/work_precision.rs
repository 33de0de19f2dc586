//! Errors over the processor time that they cost, for four systems over short and long times.

use std::error::Error;
use std::path::Path;

use nhi_study::Colour;
use nhi_study::comparison::{Comparison, Purpose, Surroundings, compare};
use nhi_study::picture::{Panel, Picture, Scale};
use nhi_study::scenario::{Overrides, ScenarioFiles};
use nhi_study::stop::Stop;

use super::layout::save;

/// A system, the time that is simulated, and the longest step.
struct Case {
    name: &'static str,
    scenario: &'static str,
    end: f64,
    step: f64,
    controls: &'static [(&'static str, &'static str)],
}

const NO_CONTROLS: &[(&str, &str)] = &[];

/// The tractor goes at constant speed.
const COASTING: &[(&str, &str)] = &[("drive", "0")];

const CASES: [Case; 8] = [
    case("Sleigh", SLEIGH, 10.0, 0.2, NO_CONTROLS),
    case("Sleigh", SLEIGH, 1000.0, 0.2, NO_CONTROLS),
    case("Snakeboard", SNAKEBOARD, 10.0, 0.2, NO_CONTROLS),
    case("Snakeboard", SNAKEBOARD, 1000.0, 0.2, NO_CONTROLS),
    case("Rolling disc", DISC, 10.0, 0.05, NO_CONTROLS),
    case("Rolling disc", DISC, 1000.0, 0.05, NO_CONTROLS),
    case("Eight trailers", TRAILERS, 10.0, 0.2, COASTING),
    case("Eight trailers", TRAILERS, 1000.0, 0.2, COASTING),
];

const SLEIGH: &str = "tests/scenarios/chaplygin_sleigh.toml";
const SNAKEBOARD: &str = "tests/scenarios/snakeboard_free.toml";
const DISC: &str = "examples/figures/work_precision/rolling_disc.toml";
const TRAILERS: &str = "tests/scenarios/tractor_trailers_8.toml";

const fn case(
    name: &'static str,
    scenario: &'static str,
    end: f64,
    step: f64,
    controls: &'static [(&'static str, &'static str)],
) -> Case {
    Case {
        name,
        scenario,
        end,
        step,
        controls,
    }
}

/// The methods; the comparison divides their tolerances.
const METHODS: [&str; 8] = [
    "Rk(order = 4)",
    "Mla",
    "Mla(order = 6)",
    "Mla(order = 8)",
    "Lobatto",
    "Gauss(stages = 3)",
    "Dop853(tolerance = 1e-4)",
    "Taylor(tolerance = 1e-4)",
];

/// The errors of the coordinates for which the table has times.
const GOALS: [f64; 3] = [1e-3, 1e-6, 1e-9];

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let mut panels = Vec::new();
    for case in &CASES {
        let lines = measure(case)?;
        print(case, &lines);
        let title = format!("{}, {} s", case.name, case.end);
        let panel = Panel::new(&title, "time [ms]", "error", Scale::LogLog);
        let lines = lines.into_iter().enumerate();
        panels.push(lines.fold(panel, |panel, (number, (name, points))| {
            // The tolerances vary.
            let name = name.split("(tolerance").next().unwrap_or(name);
            panel.with(name, points).marked(number)
        }));
    }
    let picture = Picture::new("Errors and the time that they cost", panels)
        .subtitle("Errors of the coordinates at the end, over the time of the interpreter.")
        .grid(2, 640, 440);
    save("work_precision", &picture)
}

/// A method with its times in milliseconds and the errors of the coordinates.
type Line = (&'static str, Vec<(f64, f64)>);

fn measure(case: &Case) -> Result<Vec<Line>, Box<dyn Error>> {
    let set = case.controls.iter();
    let overrides = Overrides {
        step: Some(case.step),
        end: Some(case.end),
        set: set
            .map(|&(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        ..Overrides::default()
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(case.scenario);
    let files = ScenarioFiles::read(&path, &overrides, Colour::Plain)?;
    let mut around = Surroundings {
        stop: &Stop::default(),
        derivation: &|| Box::new(()),
        runs: &|| Box::new(()),
        tell: &mut |_| {},
    };
    let names = METHODS.map(str::to_owned);
    let found = compare(&files, &names, false, Purpose::WorkPrecision, &mut around)?;
    Ok(METHODS.into_iter().zip(points(&found)).collect())
}

fn points(comparison: &Comparison) -> Vec<Vec<(f64, f64)>> {
    let rows = comparison.rows.iter();
    rows.map(|(_, runs)| {
        let runs = runs.iter().flatten();
        let resolved = runs.filter(|run| run.errors.q.is_resolved);
        let points = resolved.map(|run| (run.work.time.as_secs_f64() * 1e3, run.errors.q.size));
        points.collect()
    })
    .collect()
}

/// Prints the times for errors of three sizes as a row of the table in the book.
fn print(case: &Case, lines: &[Line]) {
    println!(
        "\n{}, {} s: milliseconds for errors of {GOALS:?}",
        case.name, case.end
    );
    for (name, points) in lines {
        let times = GOALS.map(|goal| time_for(points, goal));
        println!("| `{name}` | {} |", times.join(" | "));
    }
}

/// Interpolates the logarithm of the time for an error.
fn time_for(points: &[(f64, f64)], goal: f64) -> String {
    let interpolated = points.windows(2).find_map(|pair| {
        let [(before, large), (after, small)] = [pair[0], pair[1]];
        let share = (large / goal).ln() / (large / small).ln();
        let time = before.ln() + share * (after / before).ln();
        (large >= goal && goal >= small).then(|| brief(time.exp()))
    });
    match points.first() {
        Some(&(time, error)) if error < goal => format!("below {}", brief(time)),
        _ => interpolated.unwrap_or_else(|| "-".to_owned()),
    }
}

fn brief(time: f64) -> String {
    let digits = (1.0 - time.log10().floor()).max(0.0) as usize;
    format!("{time:.digits$}")
}

//! `nhi compare`: integrators against the reference.

use nhi_build::visible_path;

use crate::cli::CompareArguments;
use crate::console::Console;
use crate::outcome::{Failure, Outcome, Problem};
use crate::progress::Progress;
use crate::stop;
use nhi_study::comparison::{
    Comparison, Conditions, FACTORS, Method, PICTURES, data, derive, exact, measure, pictures,
    text, trials, unless_stopped,
};
use nhi_study::files;
use nhi_study::scenario::{Scenario, ScenarioFiles};
use nhi_study::simulation::{Plant, Simulator, admit};
use nhi_study::stop::Stop;
use nhi_study::text::brief;

/// The name of the data file in the output folder.
const DATA: &str = "compare.json";

/// Compares integrators on a scenario.
pub(crate) fn compare(arguments: &CompareArguments, console: &Console) -> Result<Outcome, Failure> {
    let overrides = arguments.changes.overrides();
    let files = ScenarioFiles::read(&arguments.scenario, &overrides, console.colour)?;
    let mut scenario = files.clone().bind()?;
    let names = split(&arguments.integrators)?;
    if let Some(folder) = &arguments.output {
        for name in PICTURES.into_iter().chain([DATA]) {
            files::keep_apart(&folder.join(name), &scenario.files())?;
        }
    }
    let stop = stop::on_signals();
    let methods = derive_all(&names, &files, &stop, console)?;
    let plants = plants(&methods);
    are_of_one_kind(&plants)?;
    let first = plants[0];
    let exact = exact(
        &mut scenario,
        &first.references,
        first.follows_state(),
        &stop,
    )?;

    let simulator = scenario.simulator(&exact.1, scenario.grid.step)?;
    let (q, v, path) = (&scenario.q, &scenario.v, &scenario.path);
    let (initial, notes) = admit(&simulator, q, v, arguments.project, path)?;
    console.tell(&notes);
    console.tell(&remarks(&scenario, first));
    let progress = Progress::new(0, console);
    let conditions = Conditions {
        parameters: &scenario.parameters,
        grid: scenario.grid,
        start: (&initial.q, &initial.v),
        stop: &stop,
        progress: &progress,
    };
    console.tell(&warnings(&methods, &conditions));
    let (trials, reference) = trials(&methods, &exact, &conditions)?;
    drop(progress);

    let grid = &scenario.grid;
    let rows = trials.iter();
    let comparison = Comparison {
        rows: rows
            .map(|trial| (trial, measure(trial, grid, &FACTORS, &reference)))
            .collect(),
        reference: &reference,
        grid,
        conserved: first.conserved.clone(),
    };
    unless_stopped(&stop, "behind the runs")?;
    finish(&comparison, arguments)
}

/// Derives the integrators, with a separate progress bar.
fn derive_all(
    names: &[String],
    files: &ScenarioFiles,
    stop: &Stop,
    console: &Console,
) -> Result<Vec<Method>, Failure> {
    let progress = Progress::over("integrator", names.len() as u64, console);
    Ok(derive(names, files, stop, &progress)?)
}

/// Prints the results, and writes them if an output folder is given.
fn finish(comparison: &Comparison<'_>, arguments: &CompareArguments) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::new(text(comparison), data(comparison));
    if let Some(folder) = &arguments.output {
        files::create_folder(folder)?;
        let mut written = pictures(comparison, folder)?;
        let json = serde_json::to_string_pretty(&outcome.data).unwrap_or_default();
        files::write(&folder.join(DATA), json.as_bytes())?;
        written.push(DATA);
        let line = format!(
            "\nwrote {} to `{}`\n",
            written.join(", "),
            visible_path(folder)
        );
        outcome.text.push_str(&line);
    }
    Ok(outcome)
}

/// Returns the plants of the integrators that could be derived; there is at least one.
fn plants(methods: &[Method]) -> Vec<&Plant> {
    let plants = methods.iter().map(|method| method.plant.as_ref());
    plants.flatten().collect()
}

/// Returns an error unless all integrators approximate the same kind of motion: a reference is
/// exact for one kind only.
fn are_of_one_kind(plants: &[&Plant]) -> Result<(), Failure> {
    if plants.windows(2).all(|pair| pair[0].kind == pair[1].kind) {
        return Ok(());
    }
    Err(Failure::usage(
        "vakonomic integrators approximate stationary curves of the action, the others the motion \
         of nonholonomic dynamics: these are two motions, so compare integrators of one kind"
            .to_owned(),
    ))
}

/// Returns the warnings of each integrator for each step size before it runs. A run that cannot
/// start reports its own error.
fn warnings(methods: &[Method], conditions: &Conditions<'_>) -> Vec<Problem> {
    let mut all = Vec::new();
    for Method { name, plant } in methods {
        let Ok(plant) = plant else { continue };
        for factor in FACTORS {
            if let Ok(simulator) = conditions.simulator(plant, factor) {
                all.extend(warnings_of(name, &simulator, conditions.start));
            }
        }
    }
    all
}

fn warnings_of(name: &str, simulator: &Simulator<'_>, (q, v): (&[f64], &[f64])) -> Vec<Problem> {
    let step = simulator.step_size();
    let found = simulator
        .start(q, v)
        .map(|state| simulator.warnings(&state));
    let named = |problem: Problem| Problem {
        found: format!("{name} with step {step:?}: {}", problem.found),
        ..problem
    };
    found.unwrap_or_default().into_iter().map(named).collect()
}

/// Returns remarks for readers of the table.
fn remarks(scenario: &Scenario, plant: &Plant) -> Vec<Problem> {
    let mut notes = Vec::new();
    if let Some(end) = scenario.grid.missed_end {
        let last = scenario.grid.end();
        notes.push(Problem::note(format!(
            "the end {end:?} is not a whole number of steps: all runs end at t = {}",
            brief(last)
        )));
    }
    if plant.follows_state() {
        notes.push(Problem::note(
            "a control depends on the state and is held over each step: all runs are of first order, \
             whatever their integrator; the reference has the control in its equations of motion",
        ));
    }
    notes
}

/// Splits a list of integrators at the commas outside parentheses.
fn split(list: &str) -> Result<Vec<String>, Failure> {
    let mut names = vec![String::new()];
    let mut depth = 0_i32;
    for letter in list.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if letter == ',' && depth == 0 {
            names.push(String::new());
        } else if let Some(name) = names.last_mut() {
            name.push(letter);
        }
    }
    let names: Vec<_> = names.iter().map(|name| name.trim().to_owned()).collect();
    if names.iter().any(String::is_empty) {
        return Err(Failure::usage(
            "`--integrators` has an empty entry: write \"Mla,Rk(order = 4)\"".to_owned(),
        ));
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn commas_inside_parentheses_belong_to_the_options() {
        let list = "Gni(start = Smooth, quadrature = Midpoint), Rk";
        let expected = ["Gni(start = Smooth, quadrature = Midpoint)", "Rk"];
        assert_eq!(split(list).unwrap(), expected);
        assert!(split("Gni,,Rk").is_err());
    }
}

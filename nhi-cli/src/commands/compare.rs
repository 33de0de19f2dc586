//! `nhi compare`: integrators against the reference.

use nhi_build::visible_path;
use serde_json::json;

use crate::cli::CompareArguments;
use crate::comparison::{
    Comparison, Course, FACTORS, PICTURES, Reference, Trial, data, measure, pictures, text,
};
use crate::console::Console;
use crate::files;
use crate::outcome::{Failure, Outcome, Problem};
use crate::scenario::Scenario;
use crate::simulate::{Machine, RunError, Stepper, admit};
use crate::text_table::brief;

/// The file of the numbers in the folder of a comparison.
const DATA: &str = "compare.json";

/// Compares integrators on a scenario.
pub(crate) fn compare(arguments: &CompareArguments, console: &Console) -> Result<Outcome, Failure> {
    let mut scenario = Scenario::load(
        &arguments.scenario,
        &arguments.changes.overrides(),
        console.colour,
    )?;
    let names = split(&arguments.integrators)?;
    if let Some(folder) = &arguments.output {
        for name in PICTURES.into_iter().chain([DATA]) {
            files::keep_apart(&folder.join(name), &scenario.files())?;
        }
    }
    let mut machines = Vec::new();
    for name in &names {
        machines.push(machine(&mut scenario, name)?);
    }
    let reference_name = reference_of(&machines)?;
    let exact = machine(&mut scenario, &reference_name)?;
    let stepper = scenario.stepper(&exact, scenario.grid.step)?;
    let (q, v, path) = (&scenario.q, &scenario.v, &scenario.path);
    let (v, notes) = admit(&stepper, q, v, arguments.project, path)?;
    console.tell(&notes);
    console.tell(&remarks(&scenario, &exact));

    let start = (q.as_slice(), v.as_slice());
    let mut trials = Vec::new();
    for (name, machine) in names.into_iter().zip(&machines) {
        trials.push(trial(&scenario, name, machine, start, console)?);
    }
    let courses: Vec<_> = trials
        .iter()
        .flat_map(|trial| trial.courses.iter().flatten())
        .collect();
    let reference = Reference::find(
        &reference_name,
        |h| {
            let stepper = exact.stepper(&scenario.parameters, h);
            stepper.map_err(|reason| RunError { time: 0.0, reason })
        },
        &scenario.grid,
        start,
        &courses,
    );
    let reference = reference.map_err(|error| Failure::Integration {
        message: format!(
            "the reference, {reference_name}, failed from t = {}: {}",
            brief(error.time),
            error.reason
        ),
        data: json!(null),
    })?;

    let grid = &scenario.grid;
    let rows = trials.iter();
    let comparison = Comparison {
        rows: rows
            .map(|trial| (trial, measure(trial, grid, &FACTORS, &reference)))
            .collect(),
        reference: &reference,
        grid,
        conserved: stepper.conserved().to_vec(),
    };
    let mut outcome = Outcome::new(text(&comparison), data(&comparison));
    if let Some(folder) = &arguments.output {
        files::create_folder(folder)?;
        let mut written = pictures(&comparison, folder)?;
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

fn machine(scenario: &mut Scenario, integrator: &str) -> Result<Machine, Failure> {
    let request = scenario.parse_integrator(integrator, "--integrators")?;
    let machine = Machine::new(&scenario.ast, &request, &scenario.controls);
    machine
        .map(|machine| machine.with_multipliers(&scenario.multipliers))
        .map_err(|found| scenario.sources.failure(&found))
}

/// The method that counts as exact for all of the machines: they must be of one kind.
fn reference_of(machines: &[Machine]) -> Result<String, Failure> {
    let (first, others) = machines
        .split_first()
        .expect("a comparison has an integrator");
    if others.iter().any(|machine| machine.kind != first.kind) {
        return Err(Failure::Usage(
            "vakonomic integrators approximate stationary curves of the action, the others the motion \
             of nonholonomic dynamics: these are two motions, so compare integrators of one kind"
                .to_owned(),
        ));
    }
    Ok(first.reference.clone())
}

/// Runs an integrator with every step size.
fn trial(
    scenario: &Scenario,
    name: String,
    machine: &Machine,
    start: (&[f64], &[f64]),
    console: &Console,
) -> Result<Trial, Failure> {
    let mut courses = Vec::new();
    for factor in FACTORS {
        let grid = scenario.grid.refined(factor);
        let stepper = scenario.stepper(machine, grid.step)?;
        console.tell(&warnings(&name, &stepper, grid.step, start));
        courses.push(Course::run(&stepper, &grid, factor, start));
    }
    Ok(Trial { name, courses })
}

/// What an integrator warns of before it runs with a step size; a run that cannot even start says so
/// itself.
fn warnings(
    name: &str,
    stepper: &Stepper<'_>,
    step: f64,
    (q, v): (&[f64], &[f64]),
) -> Vec<Problem> {
    let found = stepper.start(q, v).map(|state| stepper.warnings(&state));
    let named = |problem: Problem| Problem {
        found: format!("{name} with step {step:?}: {}", problem.found),
        ..problem
    };
    found.unwrap_or_default().into_iter().map(named).collect()
}

/// What a reader of the table should know.
fn remarks(scenario: &Scenario, machine: &Machine) -> Vec<Problem> {
    let mut notes = Vec::new();
    if let Some(end) = scenario.grid.missed_end {
        let last = scenario.grid.end();
        notes.push(Problem::note(format!(
            "the end {end:?} is not a whole number of steps: all runs end at t = {}",
            brief(last)
        )));
    }
    if machine.has_feedback {
        notes.push(Problem::note(
            "a control depends on the state, which is held over each step: runs with different steps \
             are runs of different systems, and the errors are of first order",
        ));
    }
    notes
}

/// The integrators of a list, at commas outside parentheses.
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
        return Err(Failure::Usage(
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

//! `nhi connect`: a motion from one configuration to another.

use std::path::Path;

use nhi_build::visible_path;
use nhi_symbolic::{Integrator, IntegratorRequest, integrator};
use serde_json::{Value, json};

use crate::cli::ConnectArguments;
use crate::console::Console;
use crate::outcome::{Failure, Outcome, Problem};
use crate::stop;
use nhi_study::connection::{Boundary, Found, search};
use nhi_study::files;
use nhi_study::plant::{Machine, Node, RunError, Stepper, admit};
use nhi_study::result_file::is_standard_output;
use nhi_study::scenario::Scenario;
use nhi_study::table::TableFile;
use nhi_study::text::brief;

/// Connects the initial configuration of a scenario with its target.
pub(crate) fn connect(arguments: &ConnectArguments, console: &Console) -> Result<Outcome, Failure> {
    let to_stdout = is_standard_output(&arguments.output);
    if to_stdout && console.json {
        return Err(Failure::usage(
            "`--json` and `-o -` both write to standard output; use only one of them",
        ));
    }
    let mut scenario = Scenario::load(
        &arguments.scenario,
        &arguments.changes.overrides(),
        console.colour,
    )?;
    files::keep_apart(&arguments.output, &scenario.files())?;
    check_integrator(&scenario)?;
    check_target(&scenario)?;
    let machine = machine(&mut scenario)?;
    let stepper = scenario.stepper(&machine, scenario.grid.step)?;
    let project = arguments.project;
    let (initial, notes) = admit(&stepper, &scenario.q, &scenario.v, project, &scenario.path)?;
    console.tell(&notes);

    let stop = stop::on_signals();
    let columns = [stepper.columns(), stepper.output_columns().to_vec()].concat();
    let file = TableFile::create(&arguments.output, &columns)?;
    let motions = arguments.motions as usize;
    let boundary =
        boundary(&scenario, &stepper, &initial.v, motions).map_err(|error| failed(&error))?;
    let found = search(&stepper, &boundary, || stop.signal().is_some());
    let found = found.ok_or_else(|| {
        let signal = stop.signal().unwrap_or_default();
        Failure::stopped(signal, "stopped before the first attempt ended")
    })?;
    let rows = write(&stepper, &found, scenario.grid.steps, file)?;

    let report = report(&scenario, &found, rows, &arguments.output);
    let tried = match found.attempts {
        1 => "the first guess".to_owned(),
        attempts => format!("{attempts} guesses"),
    };
    let written = format!("wrote {rows} rows to `{}`", visible_path(&arguments.output));
    if let Some(signal) = stop.signal() {
        let tried = format!(
            "stopped after {tried}: the best misses the target by {:.1e}",
            found.miss
        );
        let message = format!("{tried}\n  {written}");
        return Err(Failure::stopped(signal, message));
    }
    if !found.arrives() {
        return Err(Failure::Integration {
            message: format!(
                "no motion to the target was found from {tried}: the best misses it by {:.1e}\n  {written}",
                found.miss
            ),
            data: report,
        });
    }
    let end = brief(scenario.grid.end());
    let text = format!(
        "found a motion to the target in t = {end}, of action {}, from {tried}\n{written}\n",
        brief(found.action)
    );
    let text = if to_stdout { String::new() } else { text };
    Ok(Outcome::new(text, report))
}

fn check_integrator(scenario: &Scenario) -> Result<(), Failure> {
    let (text, request) = &scenario.integrator;
    if integrator(&request.name.text).is_some_and(Integrator::is_vakonomic) {
        return Ok(());
    }
    let problem = Problem::new(
        format!(
            "`{text}` integrates nonholonomic dynamics and cannot solve boundary value problems"
        ),
        "a vakonomic integrator, such as \"VakonomicGauss(stages = 2)\"",
    );
    Err(at_key(scenario, "integrator", problem))
}

fn check_target(scenario: &Scenario) -> Result<(), Failure> {
    if scenario.target.iter().any(Option::is_some) {
        return Ok(());
    }
    let problem = Problem::new("missing", "coordinates at the end, one at least").help(
        "write `[target]` and below it each coordinate that is given at the end; the others are free",
    );
    Err(at_key(scenario, "[target]", problem))
}

fn at_key(scenario: &Scenario, key: &str, problem: Problem) -> Failure {
    Problem {
        file: Some(visible_path(&scenario.path)),
        key: Some(key.to_owned()),
        ..problem
    }
    .into()
}

/// Returns the machine of the scenario's integrator, with the derivatives of its step.
fn machine(scenario: &mut Scenario) -> Result<Machine, Failure> {
    let request = with_derivatives(scenario)?;
    let machine = Machine::new(&scenario.ast, &request, &scenario.signals)
        .map_err(|found| scenario.sources.failure(&found))?
        .with_multipliers(&scenario.multipliers);
    if machine.is_canonical() {
        return Ok(machine);
    }
    let problem = Problem::new(
        "coordinates and momenta are not the whole state of this integrator here",
        "`VakonomicGauss`, a Lagrangian of second degree in the velocities, and constraints that are affine in them",
    );
    Err(at_key(scenario, "integrator", problem))
}

fn with_derivatives(scenario: &mut Scenario) -> Result<IntegratorRequest, Failure> {
    let asking = scenario.parse_integrator("VakonomicGauss(jacobian)", "nhi connect")?;
    let mut request = scenario.integrator.1.clone();
    let asked = |name: &str| request.options.iter().any(|o| o.name.text == name);
    let missing = asking.options.into_iter();
    let missing: Vec<_> = missing.filter(|o| !asked(&o.name.text)).collect();
    request.options.extend(missing);
    Ok(request)
}

fn boundary(
    scenario: &Scenario,
    stepper: &Stepper<'_>,
    v: &[f64],
    motions: usize,
) -> Result<Boundary, RunError> {
    let start = stepper.start(&scenario.q, v)?;
    Ok(Boundary {
        q: scenario.q.clone(),
        guess: stepper.entries(&start)[scenario.q.len()..].to_vec(),
        target: scenario.target.clone(),
        steps: scenario.grid.steps,
        duration: scenario.grid.end(),
        motions,
    })
}

fn failed(error: &RunError) -> Failure {
    Failure::Integration {
        message: format!("the start failed: {}", error.reason),
        data: Value::Null,
    }
}

/// Writes the motion as far as its steps succeed, and returns the number of rows.
fn write(
    stepper: &Stepper<'_>,
    found: &Found,
    steps: u64,
    mut file: TableFile,
) -> Result<u64, Failure> {
    let mut node = Node::at(stepper, found.start.clone());
    let mut row = Vec::new();
    let mut rows = 0;
    loop {
        row.clear();
        let read = node
            .append_row(&mut row)
            .and_then(|()| node.append_outputs(&mut row));
        if read.is_err() {
            break;
        }
        file.row(&row)?;
        rows += 1;
        if rows > steps || node.step().is_err() {
            break;
        }
    }
    file.finish()?;
    Ok(rows)
}

fn report(scenario: &Scenario, found: &Found, rows: u64, output: &Path) -> Value {
    json!({
        "scenario": scenario.path.display().to_string(),
        "system": scenario.ast.name(),
        "integrator": scenario.integrator.0,
        "step": scenario.grid.step,
        "steps": scenario.grid.steps,
        "arrives": found.arrives(),
        "miss": found.miss,
        "action": found.action,
        "guesses": found.attempts,
        "segments": found.segments,
        "rows": rows,
        "output": output.display().to_string(),
    })
}

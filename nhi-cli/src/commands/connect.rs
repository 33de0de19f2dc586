//! `nhi connect`: a motion from one configuration to another.

use std::path::Path;

use nhi_build::visible_path;
use nhi_study::connection::{Found, connect as search, prepare, write};
use nhi_study::files;
use nhi_study::result_file::is_standard_output;
use nhi_study::scenario::Scenario;
use nhi_study::table::{TableFile, beside};
use nhi_study::text::brief;
use serde_json::{Value, json};

use crate::cli::ConnectArguments;
use crate::console::Console;
use crate::outcome::{Failure, Outcome, Problem};
use crate::stop;

/// Connects the initial configuration of a scenario with its target.
pub(crate) fn connect(arguments: &ConnectArguments, console: &Console) -> Result<Outcome, Failure> {
    let to_stdout = is_standard_output(&arguments.output);
    if to_stdout && console.json {
        return Err(Failure::usage(
            "`--json` and `-o -` both write to standard output; use only one of them",
        ));
    }
    let overrides = arguments.changes.overrides();
    let mut scenario = Scenario::load(&arguments.scenario, &overrides, console.colour)?;
    files::keep_apart(&arguments.output, &scenario.files())?;
    if let Some(beside) = beside(&arguments.output) {
        files::keep_apart(&beside, &scenario.files())?;
    }
    let plant = prepare(&mut scenario)?;
    let simulator = scenario.simulator(&plant, scenario.grid.step)?;
    let (initial, mut notes) = scenario.admit(&simulator, arguments.project)?;
    if !scenario.signals.events.is_empty() {
        let ignored =
            "`nhi connect` ignores `[stop]` and `[events]`: the motion goes to its target";
        notes.push(Problem::note(ignored));
    }
    console.tell(&notes);

    let stop = stop::on_signals();
    let columns = [simulator.columns(), simulator.output_columns().to_vec()].concat();
    let mut file = TableFile::create(&arguments.output, &columns)?;
    let motions = arguments.motions as usize;
    let found = search(&scenario, &simulator, &initial, motions, &stop)?;
    let rows = write(&simulator, &found, scenario.grid.steps, &mut file)?;
    file.finish(&scenario.provenance(&overrides, &simulator, &arguments.output))?;

    let report = report(&scenario, &found, rows, &arguments.output);
    let tried = match found.attempts {
        1 => "the first guess".to_owned(),
        attempts => format!("{attempts} guesses"),
    };
    let written = format!("wrote {rows} rows to `{}`", visible_path(&arguments.output));
    if let Some(signal) = stop.signal() {
        let tried = format!(
            "stopped after {tried}: the best misses the target by {:.1e} of the size of the motion",
            found.miss
        );
        let message = format!("{tried}\n  {written}");
        return Err(Failure::stopped(signal, message));
    }
    if !found.arrives() {
        return Err(Failure::Integration {
            message: format!(
                "no motion to the target was found from {tried}: the best misses it by {:.1e} of the size of the motion\n  {written}",
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

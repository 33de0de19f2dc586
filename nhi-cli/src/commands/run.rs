//! `nhi run`: runs a scenario and writes its trajectory.

use std::path::Path;

use nhi_build::visible_path;
use nhi_study::events::Event;
use nhi_study::files;
use nhi_study::result_file::is_standard_output;
use nhi_study::run::{Ended, Run, Surroundings};
use nhi_study::scenario::Scenario;
use nhi_study::table::{TableFile, beside};
use nhi_study::text::brief;
use serde_json::{Value, json};

use super::amount::Amount;
use crate::cli::RunArguments;
use crate::console::Console;
use crate::outcome::{Failure, Outcome, Problem};
use crate::progress::Progress;
use crate::stop;

/// Runs a scenario.
pub(crate) fn run(arguments: &RunArguments, console: &Console) -> Result<Outcome, Failure> {
    let output = arguments.output.as_path();
    let to_stdout = is_standard_output(output);
    if to_stdout && console.json {
        return Err(Failure::usage(
            "`--json` and `-o -` both write to standard output; use only one of them",
        ));
    }
    let overrides = arguments.overrides();
    let scenario = Scenario::load(&arguments.scenario, &overrides, console.colour)?;
    files::keep_apart(output, &scenario.files())?;
    if let Some(beside) = beside(output) {
        files::keep_apart(&beside, &scenario.files())?;
    }
    let stop = stop::on_signals();
    let plant = scenario.plant()?;
    let simulator = scenario.simulator(&plant, scenario.grid.step)?;
    let (initial, notes) = scenario.admit(&simulator, arguments.project)?;
    console.tell(&notes);
    console.tell(&scenario.grid.note());
    console.tell(&ignored_sweep(&scenario));
    let every = arguments.every.unwrap_or(1);
    console.tell(&left_out(every, scenario.grid.steps));
    console.tell(&simulator.remarks());

    let mut run = Run::new(&simulator, scenario.grid, every);
    let amount = Amount::of_run(scenario.grid.steps, every, run.columns().len(), output);
    console.tell(&amount.checked(arguments.every.is_some())?);
    let mut file = TableFile::create(output, run.columns())?;
    let ended = {
        let mut around = Surroundings {
            stop: &stop,
            progress: &Progress::new(scenario.grid.steps, console),
            tell: &mut |warnings| console.tell(warnings),
        };
        run.finish(&initial, &mut file, &mut around)
    };
    console.tell(&run.monitor().notes());
    let (summary, report) = (summary(&run, output), report(&run, &scenario, output));
    if let Err(Ended::Output(failure)) = ended {
        return Err(failure.into());
    }
    let mut record = scenario.provenance(&overrides, &simulator, output);
    record.mark(run.events(), ended.as_ref().err());
    file.finish(&record)?;
    match ended {
        Ok(()) if arguments.strict && !run.monitor().is_quiet() => Err(Failure::Integration {
            message: format!(
                "the run monitor reported the notes above, and `--strict` does not allow any\n  {}",
                summary.trim_end(),
            ),
            data: report,
        }),
        Ok(()) if to_stdout => Ok(Outcome::new("", Value::Null)),
        Ok(()) => Ok(Outcome::new(summary, report)),
        Err(Ended::Failed { step, error }) => Err(Failure::Integration {
            message: format!(
                "{} failed, from t = {}: {}\n  {}",
                name_of_step(step, scenario.grid.steps),
                brief(error.time),
                error.reason,
                summary.trim_end(),
            ),
            data: report,
        }),
        Err(Ended::Stopped { step, signal }) => Err(Failure::stopped(
            signal,
            format!(
                "stopped after step {step} of {}\n  {}",
                scenario.grid.steps,
                summary.trim_end(),
            ),
        )),
        Err(Ended::Output(failure)) => Err(failure.into()),
    }
}

fn name_of_step(step: u64, steps: u64) -> String {
    if step == 0 {
        "the start of the run".to_owned()
    } else {
        format!("step {step} of {steps}")
    }
}

/// Formats a number with as many digits as a person reads.
fn number(value: f64) -> String {
    if value == 0.0 || (1e-3..1e6).contains(&value.abs()) {
        format!("{value:.6}")
    } else {
        format!("{value:.6e}")
    }
}

/// Returns the note on a sweep, which a single run is not.
fn ignored_sweep(scenario: &Scenario) -> Option<Problem> {
    let note = || Problem::note("`[sweep]` is for `nhi sweep`; this is a single run");
    scenario.sweep.as_ref().map(|_| note())
}

/// Returns the note on a table that contains the initial row only.
fn left_out(every: u64, steps: u64) -> Option<Problem> {
    let note = || {
        Problem::note(format!(
            "`--every {every}` exceeds the {steps} steps of the run; only the initial row was written"
        ))
    };
    (every > steps).then(note)
}

/// Returns the summary of a run for people.
fn summary(run: &Run<'_>, output: &Path) -> String {
    let (rows, time) = (run.rows(), run.last_time());
    let (first, last) = run.energies();
    let target = if is_standard_output(output) {
        "standard output".to_owned()
    } else {
        format!("`{}`", visible_path(output))
    };
    let count = match rows {
        0 => return format!("no row was computed: nothing was written to {target}\n"),
        1 => "1 row".to_owned(),
        _ => format!("{rows} rows"),
    };
    format!(
        "wrote {count} to {target}: t = {} to {}, energy {} to {}\n{}",
        brief(run.first_time()),
        brief(time),
        number(first),
        number(last),
        events(run)
    )
}

/// Returns a line for each kind of event of a run, in the order of their first times.
fn events(run: &Run<'_>) -> String {
    let mut names: Vec<&String> = Vec::new();
    for Event { name, .. } in run.events() {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut lines = String::new();
    for name in names {
        let mut seen = run.events().iter().filter(|event| event.name == *name);
        let (Some(first), others) = (seen.next(), seen.clone().count()) else {
            continue;
        };
        let line = match (first.stops, others, seen.next_back()) {
            (true, ..) => format!("stopped by `[stop]` at t = {}\n", brief(first.t)),
            (_, 0, _) | (.., None) => format!("event {first}\n"),
            (_, others, Some(last)) => format!(
                "event {first}, and {others} more, the last at t = {}\n",
                brief(last.t)
            ),
        };
        lines.push_str(&line);
    }
    let shown = run.events().len() as u64;
    if run.event_count() > shown {
        let others = run.event_count() - shown;
        lines.push_str(&format!(
            "{others} further events are rows of the table only\n"
        ));
    }
    lines
}

fn event(event: &Event) -> Value {
    json!({ "name": event.name, "t": event.t, "step": event.step })
}

/// Returns the same as data.
fn report(run: &Run<'_>, scenario: &Scenario, output: &Path) -> Value {
    json!({
        "scenario": scenario.path.display().to_string(),
        "system": scenario.ast.name(),
        "integrator": scenario.integrator.0,
        "step": scenario.grid.step,
        "steps": scenario.grid.steps,
        "end_reached": run.last_time(),
        "end_missed": scenario.grid.missed_end,
        "rows": run.rows(),
        "output": output.display().to_string(),
        "columns": run.columns(),
        "watch": run.monitor().report(),
        "events": run.events().iter().map(event).collect::<Vec<_>>(),
        "stopped": run.events().last().is_some_and(|event| event.stops),
        "energy": { "first": run.energies().0, "last": run.energies().1 },
    })
}

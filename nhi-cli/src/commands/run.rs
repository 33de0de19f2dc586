//! `nhi run`: runs a scenario and writes its trajectory.

use std::path::Path;

use nhi_build::visible_path;
use serde_json::{Value, json};

use super::amount::Amount;
use crate::cli::RunArguments;
use crate::console::Console;
use crate::outcome::{Failure, Outcome, Problem};
use crate::progress::Progress;
use crate::stop;
use nhi_study::files;
use nhi_study::plant::{Machine, Node, RunError, RunWatch, Stepper, Warned, admit};
use nhi_study::progress::Progress as _;
use nhi_study::result_file::is_standard_output;
use nhi_study::scenario::{Grid, Scenario};
use nhi_study::stop::Stop;
use nhi_study::table::TableFile;
use nhi_study::text::brief;

/// Runs a scenario.
pub(crate) fn run(arguments: &RunArguments, console: &Console) -> Result<Outcome, Failure> {
    let output = arguments.output.as_path();
    let to_stdout = is_standard_output(output);
    if to_stdout && console.json {
        return Err(Failure::usage(
            "`--json` and `-o -` both write to standard output; use only one of them",
        ));
    }
    let scenario = Scenario::load(&arguments.scenario, &arguments.overrides(), console.colour)?;
    files::keep_apart(output, &scenario.files())?;
    let stop = stop::on_signals();
    let machine = Machine::new(&scenario.ast, &scenario.integrator.1, &scenario.signals)
        .map_err(|found| scenario.sources.failure(&found))?
        .with_multipliers(&scenario.multipliers);
    let stepper = scenario.stepper(&machine, scenario.grid.step)?;
    let project = arguments.project;
    let (initial, notes) = admit(&stepper, &scenario.q, &scenario.v, project, &scenario.path)?;
    console.tell(&notes);
    console.tell(&missed_end(&scenario));
    let every = arguments.every.unwrap_or(1);
    console.tell(&left_out(every, scenario.grid.steps));
    console.tell(&stepper.remarks());

    let watch = RunWatch::new(&stepper, scenario.grid.steps);
    let outputs = stepper.output_columns().to_vec();
    let columns = [stepper.columns(), watch.columns(), outputs].concat();
    let amount = Amount::of_run(scenario.grid.steps, every, columns.len(), output);
    console.tell(&amount.checked(arguments.every.is_some())?);
    let mut run = Run {
        stepper: &stepper,
        watch,
        grid: scenario.grid,
        every,
        file: TableFile::create(output, &columns)?,
        columns,
        row: Vec::new(),
        rows: 0,
        energies: (f64::NAN, f64::NAN),
    };
    let ended = run.whole(&initial.q, &initial.v, &stop, console);
    run.watch.finish();
    console.tell(&run.watch.notes());
    let (summary, report) = (run.summary(output), run.report(&scenario, output));
    if let Err(Ended::Output(failure)) = ended {
        return Err(failure);
    }
    run.file.finish()?;
    match ended {
        Ok(()) if arguments.strict && !run.watch.is_quiet() => Err(Failure::Integration {
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
        Err(Ended::Output(failure)) => Err(failure),
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

/// Returns the note on an end time that is not a whole number of steps.
fn missed_end(scenario: &Scenario) -> Option<Problem> {
    let grid = &scenario.grid;
    let note = |end| {
        Problem::note(format!(
            "the end {end:?} is not a whole number of steps of {:?}: the run stops at the last step before it, t = {}",
            grid.step,
            brief(grid.end()),
        ))
    };
    grid.missed_end.map(note)
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

/// A run in progress.
struct Run<'a> {
    stepper: &'a Stepper<'a>,
    watch: RunWatch<'a>,
    columns: Vec<String>,
    grid: Grid,
    every: u64,
    file: TableFile,
    /// A buffer for the numbers of a row.
    row: Vec<f64>,
    rows: u64,
    /// The energy in the first and in the last row.
    energies: (f64, f64),
}

/// The reason for which a run ended early.
enum Ended {
    Failed { step: u64, error: RunError },
    Stopped { step: u64, signal: u8 },
    Output(Failure),
}

impl Run<'_> {
    fn whole(&mut self, q: &[f64], v: &[f64], stop: &Stop, console: &Console) -> Result<(), Ended> {
        let failed = |step| move |error| Ended::Failed { step, error };
        let mut node = Node::start(self.stepper, q, v).map_err(failed(0))?;
        let mut warned = Warned::new(self.stepper);
        console.tell(&warned.look(self.stepper, node.state()));
        self.watch.look(&mut node).map_err(failed(0))?;
        self.row(&mut node, 0)?;
        let progress = Progress::new(self.grid.steps, console);
        for step in 1..=self.grid.steps {
            if let Some(signal) = stop.signal() {
                let step = step - 1;
                return Err(Ended::Stopped { step, signal });
            }
            node.step().map_err(failed(step))?;
            let is_row = step % self.every == 0;
            if is_row || self.watch.wants(step) {
                self.watch.look(&mut node).map_err(failed(step))?;
                console.tell(&warned.look(self.stepper, node.state()));
            }
            if is_row {
                self.row(&mut node, step)?;
            }
            progress.reach(step);
        }
        Ok(())
    }

    fn row(&mut self, node: &mut Node<'_>, step: u64) -> Result<(), Ended> {
        let failed = |error| Ended::Failed { step, error };
        let row = &mut self.row;
        row.clear();
        node.append_row(row).map_err(failed)?;
        row.extend(self.watch.levels());
        node.append_outputs(row).map_err(failed)?;
        let energy = row[self.stepper.energy_column()];
        if self.rows == 0 {
            self.energies.0 = energy;
        }
        self.energies.1 = energy;
        self.rows += 1;
        self.file
            .row(row)
            .map_err(|failure| Ended::Output(failure.into()))
    }

    fn summary(&self, output: &Path) -> String {
        let (rows, time) = (self.rows, self.file.last_time());
        let (first, last) = self.energies;
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
            "wrote {count} to {target}: t = 0.0 to {}, energy {} to {}\n",
            brief(time),
            number(first),
            number(last)
        )
    }

    fn report(&self, scenario: &Scenario, output: &Path) -> Value {
        json!({
            "scenario": scenario.path.display().to_string(),
            "system": scenario.ast.name(),
            "integrator": scenario.integrator.0,
            "step": self.grid.step,
            "steps": self.grid.steps,
            "end_reached": self.file.last_time(),
            "end_missed": self.grid.missed_end,
            "rows": self.rows,
            "output": output.display().to_string(),
            "columns": self.columns,
            "watch": self.watch.report(),
            "energy": { "first": self.energies.0, "last": self.energies.1 },
        })
    }
}

#[cfg(test)]
mod tests {
    use nhi_build::Colour;

    use super::*;
    use nhi_study::scenario::Overrides;

    /// Counts the allocations of a run with the given number of steps, all of them monitored and
    /// written, starting at the first state.
    fn allocations(scenario: &str, table: &Path, steps: u64) -> u64 {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios");
        let path = folder.join(scenario);
        let scenario = Scenario::load(&path, &Overrides::default(), Colour::Plain).unwrap();
        let machine = Machine::new(&scenario.ast, &scenario.integrator.1, &scenario.signals);
        let machine = machine.unwrap();
        let stepper = scenario.stepper(&machine, scenario.grid.step).unwrap();
        let watch = RunWatch::new(&stepper, steps);
        let outputs = stepper.output_columns().to_vec();
        let columns = [stepper.columns(), watch.columns(), outputs].concat();
        let mut run = Run {
            stepper: &stepper,
            watch,
            grid: Grid {
                steps,
                ..scenario.grid
            },
            every: 1,
            file: TableFile::create(table, &columns).unwrap(),
            columns,
            row: Vec::new(),
            rows: 0,
            energies: (f64::NAN, f64::NAN),
        };
        let console = Console::new(true);
        let counted = allocation_counter::measure(|| {
            let ended = run.whole(&scenario.q, &scenario.v, &Stop::default(), &console);
            assert!(ended.is_ok());
        });
        assert_eq!(run.rows, steps + 1);
        counted.count_total
    }

    #[test]
    fn steps_and_their_rows_do_not_allocate() {
        let folder = tempfile::tempdir().unwrap();
        for scenario in [
            "snakeboard_free.toml",
            "towed_hull.toml",
            "driven_disk.toml",
        ] {
            for table in ["run.csv", "run.npy"] {
                let table = folder.path().join(table);
                let [few, many] = [100, 300].map(|steps| allocations(scenario, &table, steps));
                assert_eq!(few, many, "{scenario}, {table:?}");
            }
        }
    }
}

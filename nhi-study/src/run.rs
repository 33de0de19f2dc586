//! A run: the steps of a simulator under the run monitor, and the rows that they make.

use std::fmt;

use crate::events::{Event, EventFinder, Located};
use crate::monitor::{Monitor, Unseen, Warned};
use crate::problem::{Failure, Problem};
use crate::progress::Progress;
use crate::scenario::Grid;
use crate::simulation::{Initial, Node, RunError, Simulator};
use crate::stop::Stop;
use crate::table::{Provenance, Status, TableFile};
use crate::text::brief;

/// The receiver of the rows of a run.
pub trait Rows {
    /// Receives a row, whose numbers are in the order of [`Run::columns`].
    ///
    /// # Errors
    /// The row cannot be kept; the run ends.
    fn row(&mut self, values: &[f64]) -> Result<(), Failure>;
}

impl Rows for TableFile {
    fn row(&mut self, values: &[f64]) -> Result<(), Failure> {
        Self::row(self, values)
    }
}

/// Keeps rows in memory, one after another.
impl Rows for Vec<f64> {
    fn row(&mut self, values: &[f64]) -> Result<(), Failure> {
        self.extend_from_slice(values);
        Ok(())
    }
}

/// The world around a run while it goes on.
#[allow(missing_debug_implementations, reason = "a closure has none")]
pub struct Surroundings<'a> {
    /// The request to stop.
    pub stop: &'a Stop,
    /// The watcher of the progress.
    pub progress: &'a dyn Progress,
    /// The receiver of warnings of the integrator, at the state that gives cause for them.
    pub tell: &'a mut dyn FnMut(&[Problem]),
}

/// The reason for which a run ended early.
#[derive(Debug)]
pub enum Ended {
    /// A step failed; step 0 is the start.
    Failed {
        /// The number of the step.
        step: u64,
        /// The time at its beginning, and the reason.
        error: RunError,
    },
    /// A signal stopped it.
    Stopped {
        /// The number of completed steps.
        step: u64,
        /// The number of the signal.
        signal: u8,
    },
    /// A row could not be kept.
    Output(Failure),
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed { step: 0, error } => write!(f, "the start failed: {}", error.reason),
            Self::Failed { step, error } => {
                write!(
                    f,
                    "step {step} failed, from t = {}: {}",
                    brief(error.time),
                    error.reason
                )
            }
            Self::Stopped { step, .. } => write!(f, "stopped after step {step}"),
            Self::Output(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for Ended {}

impl From<Unseen> for Ended {
    fn from(Unseen { step, error }: Unseen) -> Self {
        Self::Failed { step, error }
    }
}

impl Provenance {
    /// Marks the record of a run with its events, and with the reason if it ended early.
    pub fn mark(&mut self, events: &[Event], ended: Option<&Ended>) {
        self.events = events.to_vec();
        let Some(ended) = ended else {
            return;
        };
        self.reason = ended.to_string();
        self.status = match ended {
            Ended::Stopped { .. } => Status::Stopped,
            Ended::Failed { .. } | Ended::Output(_) => Status::Failed,
        };
    }
}

/// A run in progress. It makes a row of the first state and of one of `every` steps: time,
/// configuration, velocities, energy, residuals, multipliers and controls, then the levels of the
/// run monitor and the outputs of the scenario.
#[derive(Debug)]
pub struct Run<'a> {
    simulator: &'a Simulator<'a>,
    monitor: Monitor<'a>,
    columns: Vec<String>,
    grid: Grid,
    every: u64,
    /// A buffer for the numbers of a row.
    row: Vec<f64>,
    rows: u64,
    last_time: f64,
    energies: (f64, f64),
    /// The first events, and the number of all.
    events: Vec<Event>,
    event_count: u64,
}

/// The events of a step.
#[derive(Clone, Copy, Debug, Default)]
struct Recorded {
    /// True if an event is at the end of the step.
    is_at_node: bool,
    /// True if the last event ends the run.
    stops: bool,
}

/// The maximum number of events that a run keeps; others are only counted.
const MOST_EVENTS: usize = 1000;

impl<'a> Run<'a> {
    /// Prepares a run over a grid of times.
    #[must_use]
    pub fn new(simulator: &'a Simulator<'a>, grid: Grid, every: u64) -> Self {
        let monitor = Monitor::new(simulator, grid.steps);
        let outputs = simulator.output_columns().to_vec();
        Self {
            columns: [simulator.columns(), monitor.columns(), outputs].concat(),
            monitor,
            simulator,
            grid,
            every,
            row: Vec::new(),
            rows: 0,
            last_time: 0.0,
            energies: (f64::NAN, f64::NAN),
            events: Vec::new(),
            event_count: 0,
        }
    }

    /// Returns the events so far; at most the first thousand, and always the one that ended the
    /// run.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Returns the number of all events so far.
    #[must_use]
    pub fn event_count(&self) -> u64 {
        self.event_count
    }

    /// Returns the names of the numbers of a row.
    #[must_use]
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Returns the number of rows so far.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the time of the first state.
    #[must_use]
    pub fn first_time(&self) -> f64 {
        self.grid.start
    }

    /// Returns the time of the last row.
    #[must_use]
    pub fn last_time(&self) -> f64 {
        self.last_time
    }

    /// Returns the energy in the first and in the last row; not numbers before any.
    #[must_use]
    pub fn energies(&self) -> (f64, f64) {
        self.energies
    }

    /// Returns the run monitor.
    #[must_use]
    pub fn monitor(&self) -> &Monitor<'a> {
        &self.monitor
    }

    /// Steps from the initial values to the end of the grid.
    ///
    /// # Errors
    /// A step fails, a signal asks to stop, or a row cannot be kept. Rows so far are kept.
    pub fn finish(
        &mut self,
        initial: &Initial,
        rows: &mut dyn Rows,
        around: &mut Surroundings<'_>,
    ) -> Result<(), Ended> {
        let ended = self.steps(initial, rows, around);
        // The waiting states are from before the end.
        let examined = self.monitor.look_at_waiting();
        self.monitor.finish();
        examined?;
        ended
    }

    fn steps(
        &mut self,
        initial: &Initial,
        rows: &mut dyn Rows,
        around: &mut Surroundings<'_>,
    ) -> Result<(), Ended> {
        let failed = |step| move |error| Ended::Failed { step, error };
        let simulator = self.simulator;
        let mut node = Node::start(simulator, &initial.q, &initial.v).map_err(failed(0))?;
        let mut warned = Warned::new(simulator);
        warned.tell(simulator, node.state(), around.tell);
        self.monitor.begin(&mut node)?;
        self.make_row(&mut node, 0, rows)?;
        let mut finder = EventFinder::begin(simulator, &mut node).map_err(failed(0))?;
        for step in 1..=self.grid.steps {
            if let Some(signal) = around.stop.signal() {
                let step = step - 1;
                return Err(Ended::Stopped { step, signal });
            }
            node.step().map_err(failed(step))?;
            for piece in node.pieces().iter().filter(|piece| piece.jumps) {
                self.monitor.jump(piece.energy);
            }
            let mut recorded = Recorded::default();
            if let Some(finder) = &mut finder {
                let found = finder.look(&mut node).map_err(failed(step))?;
                recorded = self.record(found, rows)?;
            }
            if recorded.stops && !recorded.is_at_node {
                return Ok(());
            }
            let is_row = step % self.every == 0 || recorded.is_at_node;
            if is_row {
                self.monitor.look(&mut node)?;
            } else if self.monitor.wants(step) {
                self.monitor.look_later(&mut node)?;
            }
            if is_row || self.monitor.wants(step) {
                warned.tell(simulator, node.state(), around.tell);
            }
            if is_row {
                self.make_row(&mut node, step, rows)?;
            }
            if recorded.stops {
                return Ok(());
            }
            around.progress.reach(step);
        }
        Ok(())
    }

    /// Records the events of a step up to one that ends the run, with a row for each that is not at
    /// the end of the step.
    fn record(&mut self, found: Vec<Located<'_>>, rows: &mut dyn Rows) -> Result<Recorded, Ended> {
        let mut recorded = Recorded::default();
        for Located {
            event,
            inside,
            is_at_node,
        } in found
        {
            let step = event.step;
            recorded.stops = event.stops;
            recorded.is_at_node |= is_at_node;
            self.event_count += 1;
            if self.events.len() < MOST_EVENTS || event.stops {
                self.events.push(event);
            }
            for (simulator, state) in inside {
                self.make_row(&mut Node::at(&simulator, state), step, rows)?;
            }
            if recorded.stops {
                break;
            }
        }
        Ok(recorded)
    }

    fn make_row(
        &mut self,
        node: &mut Node<'_>,
        step: u64,
        rows: &mut dyn Rows,
    ) -> Result<(), Ended> {
        let failed = |error| Ended::Failed { step, error };
        let row = &mut self.row;
        row.clear();
        node.append_row(row).map_err(failed)?;
        row.extend(self.monitor.levels());
        node.append_outputs(row).map_err(failed)?;
        let energy = row[self.simulator.energy_column()];
        if self.rows == 0 {
            self.energies.0 = energy;
        }
        self.energies.1 = energy;
        self.rows += 1;
        self.last_time = row[0];
        rows.row(row).map_err(Ended::Output)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use nhi_build::Colour;

    use super::*;
    use crate::scenario::{Overrides, Scenario};

    fn scenario(name: &str) -> Scenario {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios");
        Scenario::load(&folder.join(name), &Overrides::default(), Colour::Plain).unwrap()
    }

    /// Counts the allocations of a run with the given number of steps, all of them monitored and
    /// written, starting at the first state.
    fn allocations(name: &str, table: &Path, steps: u64) -> u64 {
        let scenario = scenario(name);
        let plant = scenario.plant().unwrap();
        let simulator = scenario.simulator(&plant, scenario.grid.step).unwrap();
        let grid = Grid {
            steps,
            ..scenario.grid
        };
        let mut run = Run::new(&simulator, grid, 1);
        let mut file = TableFile::create(table, run.columns()).unwrap();
        let (q, v) = (scenario.q.clone(), scenario.v.clone());
        let initial = Initial { q, v };
        let counted = allocation_counter::measure(|| {
            let mut around = Surroundings {
                stop: &Stop::default(),
                progress: &(),
                tell: &mut |_| {},
            };
            run.finish(&initial, &mut file, &mut around).unwrap();
        });
        assert_eq!(run.rows(), steps + 1);
        counted.count_total
    }

    /// The findings of a run, and the levels of its last state.
    fn findings(name: &str, integrator: &str, every: u64) -> (serde_json::Value, Vec<f64>) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios");
        let overrides = Overrides {
            integrator: Some(integrator.to_owned()),
            step: Some(0.05),
            end: Some(20.0),
            ..Overrides::default()
        };
        let scenario = Scenario::load(&folder.join(name), &overrides, Colour::Plain).unwrap();
        let plant = scenario.plant().unwrap();
        let simulator = scenario.simulator(&plant, scenario.grid.step).unwrap();
        let mut run = Run::new(&simulator, scenario.grid, every);
        let (q, v) = (scenario.q.clone(), scenario.v.clone());
        let mut around = Surroundings {
            stop: &Stop::default(),
            progress: &(),
            tell: &mut |_| {},
        };
        run.finish(&Initial { q, v }, &mut Vec::new(), &mut around)
            .unwrap();
        (run.monitor().report(), run.monitor().levels().collect())
    }

    #[test]
    fn the_monitor_finds_the_same_with_and_without_rows() {
        let mut found = 0;
        for (scenario, integrator) in [
            ("snakeboard_free.toml", "Gni"),
            ("snakeboard_free.toml", "Mla"),
            ("snakeboard_free.toml", "EnergyPreserving"),
            ("snakeboard_free.toml", "Rk(order = 2)"),
            ("towed_hull.toml", "Rk(order = 4)"),
            ("driven_disk.toml", "Mla"),
        ] {
            let expected = findings(scenario, integrator, 1);
            for every in [7, 1_000_000] {
                let (report, levels) = findings(scenario, integrator, every);
                assert_eq!(report, expected.0, "{scenario}, {integrator}, {every}");
                assert_eq!(levels, expected.1, "{scenario}, {integrator}, {every}");
            }
            found += expected.0.as_array().unwrap().len();
        }
        assert!(found > 0);
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
                // The first run leaves memory to the others.
                allocations(scenario, &table, 100);
                let [few, many] = [100, 300].map(|steps| allocations(scenario, &table, steps));
                assert_eq!(few, many, "{scenario}, {table:?}");
            }
        }
    }
}

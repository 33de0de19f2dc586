//! The numbers that are kept of a run.

use nhi_machine::{Block, LANES};

use crate::problem::Problem;
use crate::scenario::{Keep, Reduction};
use crate::simulation::{Simulator, Wanted};

/// The numbers that are kept of each member.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) columns: Vec<KeptColumn>,
    /// The number of steps between entries of lists.
    pub(super) every: Option<u64>,
}

/// A number that is kept of each member.
#[derive(Clone, Debug)]
pub(super) struct KeptColumn {
    pub(super) name: String,
    pub(super) source: Source,
}

/// The origin of a number that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A column of rows, by index, with its reduction.
    Column(usize, Reduction),
    /// A column of rows, by index, as a list over time.
    List(usize),
    /// The time of the first event of this index.
    Event(usize),
}

impl Kept {
    /// # Errors
    /// Names that are neither columns nor events of the runs.
    pub(super) fn new(
        keep: &[Keep],
        every: Option<u64>,
        simulator: &Simulator<'_>,
    ) -> Result<Self, Vec<Problem>> {
        let columns = [simulator.columns(), simulator.output_columns().to_vec()].concat();
        let place_of = |name: &str| columns.iter().position(|column| column == name);
        let events = simulator.event_names();
        let event_of = |name: &str| events.iter().position(|event| event == name);
        let source = |keep: &Keep| match keep.reduction {
            _ if place_of(&keep.written).is_some() => {
                let place = place_of(&keep.written)?;
                Some(match every {
                    Some(_) => Source::List(place),
                    None => Source::Column(place, Reduction::Last),
                })
            }
            Some(Reduction::Time) => event_of(&keep.column).map(Source::Event),
            Some(reduction) => Some(Source::Column(place_of(&keep.column)?, reduction)),
            None => None,
        };
        let mut kept = Vec::new();
        let mut problems = Vec::new();
        for keep in keep {
            match source(keep) {
                Some(source) => kept.push(KeptColumn {
                    name: keep.written.clone(),
                    source,
                }),
                None => {
                    let mut known = columns.join(", ");
                    for event in &events {
                        known.push_str(&format!(", {event}.time"));
                    }
                    let required = format!(
                        "one of {known}, with `.first`, `.last`, `.min`, `.max`, `.mean` or `.integral`"
                    );
                    let found = format!("there is no `{}`", keep.written);
                    let problem = Problem::new(found, required).at_key("[sweep] keep");
                    problems.push(problem.help(nhi_symbolic::suggestion(
                        &keep.column,
                        columns.iter().map(String::as_str),
                    )));
                }
            }
        }
        match problems.is_empty() {
            true => Ok(Self {
                columns: kept,
                every,
            }),
            false => Err(problems),
        }
    }

    /// Returns the parts of rows that are read.
    pub(super) fn wanted(&self, simulator: &Simulator<'_>) -> Wanted {
        let columns = simulator.columns().len();
        let outputs = columns - simulator.shown_controls().len();
        let energy = simulator.energy_column();
        let residuals = energy..energy + simulator.residual_columns() + 1;
        let places = self
            .columns
            .iter()
            .filter_map(|column| column.source.column());
        let places: Vec<_> = places.collect();
        Wanted {
            energy: places.iter().any(|place| residuals.contains(place)),
            outputs: places.iter().any(|&place| place >= outputs),
        }
    }

    /// Returns true if the row after a number of steps is read, apart from the first and the last.
    pub(super) fn reads(&self, step: u64) -> bool {
        self.follows_runs() || self.lists(step)
    }

    /// Returns true if a number depends on all rows of a run.
    pub(super) fn follows_runs(&self) -> bool {
        let over_time = |column: &KeptColumn| {
            use Reduction::{Integral, Max, Mean, Min};
            matches!(
                column.source,
                Source::Column(_, Min | Max | Mean | Integral)
            )
        };
        self.columns.iter().any(over_time)
    }

    /// Returns true if lists have an entry after a number of steps.
    fn lists(&self, step: u64) -> bool {
        self.every.is_some_and(|every| step.is_multiple_of(every))
    }
}

impl Source {
    fn column(self) -> Option<usize> {
        match self {
            Self::Column(place, _) | Self::List(place) => Some(place),
            Self::Event(_) => None,
        }
    }
}

/// The kept numbers of up to [`LANES`] members so far.
#[derive(Clone, Debug)]
pub(super) struct Numbers<'k> {
    kept: &'k Kept,
    /// For each column, its value so far.
    pub(super) values: Vec<Block>,
    /// The entries of the lists, of all columns that are lists, for each member.
    pub(super) lists: Vec<Vec<Vec<f64>>>,
    /// The values of the columns in the last row, and its time.
    last: Vec<Block>,
    last_time: Block,
    first_time: Block,
}

impl<'k> Numbers<'k> {
    /// Begins with the first row.
    pub(super) fn begin(kept: &'k Kept, row: &[Block]) -> Self {
        let of_row = |column: &KeptColumn| match column.source {
            Source::Column(place, Reduction::Mean | Reduction::Integral) => {
                (Block::all(0.0), row[place])
            }
            Source::Column(place, _) => (row[place], row[place]),
            Source::List(place) => (Block::all(f64::NAN), row[place]),
            Source::Event(_) => (Block::all(f64::NAN), Block::all(f64::NAN)),
        };
        let (values, last) = kept.columns.iter().map(of_row).unzip();
        let mut numbers = Self {
            kept,
            values,
            last,
            lists: vec![vec![Vec::new(); kept.columns.len()]; LANES],
            last_time: row[0],
            first_time: row[0],
        };
        numbers.list(0, row, &[true; LANES]);
        numbers
    }

    /// Adds a row, for the members that have one.
    pub(super) fn add(&mut self, row: &[Block], seen: &[bool; LANES]) {
        for (number, column) in self.kept.columns.iter().enumerate() {
            let Source::Column(place, reduction) = column.source else {
                continue;
            };
            let (value, last) = (&mut self.values[number], &mut self.last[number]);
            for lane in (0..LANES).filter(|&lane| seen[lane]) {
                let now = row[place][lane];
                let value = &mut value[lane];
                match reduction {
                    Reduction::First | Reduction::Time => {}
                    Reduction::Last => *value = now,
                    // A value that is not a number stays, so that no limit hides it.
                    Reduction::Min if now < *value || now.is_nan() => *value = now,
                    Reduction::Max if now > *value || now.is_nan() => *value = now,
                    Reduction::Min | Reduction::Max => {}
                    Reduction::Mean | Reduction::Integral => {
                        *value += 0.5 * (now + last[lane]) * (row[0][lane] - self.last_time[lane]);
                    }
                }
                last[lane] = now;
            }
        }
        for lane in (0..LANES).filter(|&lane| seen[lane]) {
            self.last_time[lane] = row[0][lane];
        }
    }

    /// Adds the row after a number of steps to the lists, if they have an entry there.
    pub(super) fn list(&mut self, step: u64, row: &[Block], seen: &[bool; LANES]) {
        if !self.kept.lists(step) {
            return;
        }
        for (number, column) in self.kept.columns.iter().enumerate() {
            let Source::List(place) = column.source else {
                continue;
            };
            for lane in (0..LANES).filter(|&lane| seen[lane]) {
                self.lists[lane][number].push(row[place][lane]);
            }
        }
    }

    /// Notes an event of a member.
    pub(super) fn note_event(&mut self, lane: usize, event: usize, time: f64) {
        for (column, value) in self.kept.columns.iter().zip(&mut self.values) {
            if column.source == Source::Event(event) && value[lane].is_nan() {
                value[lane] = time;
            }
        }
    }

    /// Returns the values of a member.
    pub(super) fn values_of(&self, lane: usize) -> Vec<f64> {
        let duration = self.last_time[lane] - self.first_time[lane];
        let columns = self.kept.columns.iter().zip(&self.values);
        let values = columns.map(|(column, value)| match column.source {
            Source::Column(_, Reduction::Mean) if duration != 0.0 => value[lane] / duration,
            Source::Column(_, Reduction::Mean) => f64::NAN,
            _ => value[lane],
        });
        values.collect()
    }

    /// Takes the lists of a member.
    pub(super) fn take_lists(&mut self, lane: usize) -> Vec<Vec<f64>> {
        std::mem::take(&mut self.lists[lane])
    }
}

//! The sweep of a scenario: `[sweep]` and `[sweep.vary]`.

use std::sync::Arc;

use nhi_symbolic::{ScenarioExpression, suggestion};

use super::bind::Binder;
use super::document::Part;
use super::numbers::Target;
use super::table::Table;
use super::value::{ALL_WHOLE, Entry, Value};
use crate::problem::Problem;

const KEYS: [&str; 7] = ["members", "seed", "draws", "math", "every", "keep", "vary"];

/// The largest number of members of a sweep.
const MOST_MEMBERS: u64 = 1 << 36;

/// The largest number of values that random draws have, for the tables of Sobol's sequence.
const MOST_DRAWN: usize = 21;

const VALUES: &str = "an expression, or one of `{ uniform = [low, high] }`, \
                      `{ normal = [mean, deviation] }`, `{ grid = [first, last, number] }` and \
                      `{ values = [...] }`";

/// Many runs of a scenario, with other parameters and initial values.
#[derive(Clone, Debug)]
pub struct SweepRule {
    /// The number of members for each combination of lists, if anything is drawn at random.
    pub members: Option<u64>,
    /// The seed of all draws.
    pub seed: u64,
    /// True for draws from Sobol's sequence.
    pub is_sobol: bool,
    /// True for vectorised elementary functions.
    pub is_fast: bool,
    /// The number of steps between the entries of lists over time.
    pub every: Option<u64>,
    /// The numbers that are kept of a member.
    pub keep: Vec<Keep>,
    /// The values that differ between members, in the order of the file.
    pub vary: Vec<Vary>,
    /// The errors of a table that contains the values that differ, because of names that it would
    /// have twice. A program that knows these values needs no such columns.
    pub clashes: Vec<Problem>,
}

/// A number that is kept of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keep {
    /// The name as written, which is also that of the column.
    pub written: String,
    /// The name before the reduction.
    pub column: String,
    /// The reduction, if one is written.
    pub reduction: Option<Reduction>,
}

/// The reduction of a column of a run to one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// The value at the start.
    First,
    /// The value at the end.
    Last,
    /// The smallest value at a step.
    Min,
    /// The largest value at a step.
    Max,
    /// The integral over time, by the trapezoidal rule, divided by the duration.
    Mean,
    /// The integral over time, by the trapezoidal rule.
    Integral,
    /// The time of the first event of this name.
    Time,
}

/// A value that differs between members.
#[derive(Clone, Debug)]
pub struct Vary {
    /// The name of the parameter, the coordinate or the velocity.
    pub name: String,
    /// The number that has the value.
    pub target: Target,
    /// The origin of the value.
    pub draw: Draw,
}

/// The origin of a value that differs between members.
#[derive(Clone, Debug)]
pub enum Draw {
    /// A uniform distribution between two numbers.
    Uniform(f64, f64),
    /// A normal distribution with a mean and a standard deviation.
    Normal(f64, f64),
    /// Each of these values, combined with each of other lists.
    List(Vec<f64>),
    /// One value for each member, from a program.
    Each(Arc<[f64]>),
    /// An expression in parameters and in other values that differ.
    Formula(ScenarioExpression),
}

impl Keep {
    fn of(written: &str) -> Self {
        let whole = Self {
            written: written.to_owned(),
            column: written.to_owned(),
            reduction: None,
        };
        let Some((column, word)) = written.rsplit_once('.') else {
            return whole;
        };
        match Reduction::of(word) {
            Some(reduction) => Self {
                column: column.to_owned(),
                reduction: Some(reduction),
                ..whole
            },
            None => whole,
        }
    }
}

impl Reduction {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "first" => Self::First,
            "last" => Self::Last,
            "min" => Self::Min,
            "max" => Self::Max,
            "mean" => Self::Mean,
            "integral" => Self::Integral,
            "time" => Self::Time,
            _ => return None,
        })
    }
}

impl Draw {
    /// Returns true for a random value.
    #[must_use]
    pub fn is_random(&self) -> bool {
        matches!(self, Self::Uniform(..) | Self::Normal(..))
    }

    /// Returns the number of values of a list, 1 for other draws.
    #[must_use]
    pub fn count(&self) -> u64 {
        match self {
            Self::List(values) => values.len() as u64,
            _ => 1,
        }
    }
}

impl SweepRule {
    /// Returns the number of combinations of the values of lists.
    #[must_use]
    pub fn points(&self) -> u64 {
        self.vary.iter().map(|vary| vary.draw.count()).product()
    }

    /// Returns the names of the values that differ.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.vary.iter().map(|vary| vary.name.clone()).collect()
    }

    /// Returns the number of members.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.points() * self.members.unwrap_or(1)
    }
}

impl Binder {
    /// Returns the sweep of the scenario, if it has one; errors are reported.
    pub(super) fn sweep(&mut self) -> Option<SweepRule> {
        let table = self.document.table(Part::Sweep).clone();
        let vary_table = self.document.table(Part::Vary).clone();
        if table.header().is_none() && vary_table.header().is_none() {
            return None;
        }
        self.document.reports.refuse_keys(&table, &KEYS);
        let vary: Vec<_> = vary_table
            .keys_as_written()
            .iter()
            .filter_map(|name| self.vary(&vary_table, name))
            .collect();
        if vary_table.entries().next().is_none() {
            let required = "a table with at least one value that differs between members";
            self.document.reports.missing(&table, "vary", required);
        }
        // Entries with errors may be draws or not.
        let is_random = match vary.iter().any(|vary| vary.draw.is_random()) {
            false if vary.len() < vary_table.keys_as_written().len() => None,
            is_random => Some(is_random),
        };
        let rule = SweepRule {
            members: self.members(&table, is_random),
            seed: self.count_or(&table, "seed", 0.0, 0),
            is_sobol: self.is_second(&table, "draws", ["random", "sobol"]),
            is_fast: self.is_second(&table, "math", ["exact", "fast"]),
            every: table
                .get("every")
                .map(|_| self.count_or(&table, "every", 1.0, 1)),
            keep: self.keep(&table),
            vary,
            clashes: Vec::new(),
        };
        self.refuse_too_many(&table, &rule);
        self.refuse_repeated(&table, &rule);
        Some(rule)
    }

    fn members(&mut self, table: &Table, is_random: Option<bool>) -> Option<u64> {
        let required = "the number of members, because values are drawn at random";
        match (table.get("members"), is_random) {
            (None, Some(true)) => {
                self.document.reports.missing(table, "members", required);
                None
            }
            (Some(entry), Some(false)) => {
                let found = "nothing is drawn at random, so all of them would be equal";
                let required = "no `members`: lists and grids determine their number";
                let problem = Problem::new(found, required);
                let reports = &mut self.document.reports;
                reports.add(table, "members", &entry.key, problem);
                None
            }
            (Some(_), _) => Some(self.count_or(table, "members", 1.0, 1)),
            (None, _) => None,
        }
    }

    /// Returns a whole number that is at least `least`.
    fn count_or(&mut self, table: &Table, key: &str, least: f64, default: u64) -> u64 {
        let Some(entry) = table.get(key) else {
            return default;
        };
        match entry.value {
            Value::Number(number)
                if number.fract() == 0.0 && (least..ALL_WHOLE).contains(&number) =>
            {
                number as u64
            }
            _ => {
                let required = format!("a whole number, {least} or more, and less than 2^53");
                self.document.reports.unfit(table, key, entry, &required);
                default
            }
        }
    }

    /// Returns true if a key has the second of two words, which is not the default.
    fn is_second(&mut self, table: &Table, key: &str, [default, other]: [&str; 2]) -> bool {
        let choices = [(default, false), (other, true)];
        let reports = &mut self.document.reports;
        let chosen = |entry| reports.chosen(table, key, entry, &choices);
        table.get(key).and_then(chosen).unwrap_or_default()
    }

    fn keep(&mut self, table: &Table) -> Vec<Keep> {
        let required = "names of columns, outputs and events, such as [\"x\", \"energy.max\"]";
        match table.get("keep") {
            None => self.document.reports.missing(table, "keep", required),
            Some(Entry {
                value: Value::Texts(names),
                ..
            }) => return names.iter().map(|name| Keep::of(name)).collect(),
            Some(entry) => self.document.reports.unfit(table, "keep", entry, required),
        }
        Vec::new()
    }

    fn vary(&mut self, table: &Table, name: &str) -> Option<Vary> {
        let entry = table.get(name)?;
        let target = self.varied(table, name, entry)?;
        if let Some((part, key)) = self.fixed.get(name) {
            let what = self.document.table(*part).key_text(key);
            let found = format!("`{what}` depends on it, and is the same for all members");
            let required = "values that only parameters and initial values depend on";
            let problem = Problem::new(found, required);
            let reports = &mut self.document.reports;
            reports.add(table, name, &entry.key, problem);
            return None;
        }
        Some(Vary {
            name: name.to_owned(),
            target,
            draw: self.draw(table, name, entry)?,
        })
    }

    /// Returns the parameter, coordinate or velocity of a name.
    fn varied(&mut self, table: &Table, name: &str, entry: &Entry) -> Option<Target> {
        let model = &self.model;
        let lists = [
            (&model.parameters, Target::Parameter as fn(usize) -> Target),
            (&model.coordinates, Target::Position),
            (&model.velocities, Target::Velocity),
        ];
        let states = self.document.table(Part::States);
        let is_rate = name
            .strip_suffix("_dot")
            .is_some_and(|state| states.get(state).is_some());
        let mut found = lists.into_iter().filter_map(|(variables, target)| {
            let place = variables.iter().position(|x| x.name == name);
            place.map(target)
        });
        if let Some(target) = found.next().filter(|_| !is_rate) {
            return Some(target);
        }
        let known = lists.into_iter().flat_map(|(variables, _)| variables);
        let known: Vec<_> = known.map(|x| x.name.as_str()).collect();
        let required = "a parameter, a number of `[definitions]`, a coordinate or a velocity";
        let is_group = model.groups.iter().any(|group| group.name == name);
        let is_control = model.controls.iter().any(|control| control.name == name);
        let is_definition = self.document.table(Part::Definitions).get(name).is_some();
        let problem = if is_group {
            Problem::new("a group element cannot differ between members", "a number")
        } else if is_rate {
            Problem::new("the rate of a state follows from its `rate`", required)
        } else if is_control {
            let required = "a parameter or a number of `[definitions]` that its law contains";
            Problem::new("a control has a law", required)
        } else if is_definition {
            Problem::new("this definition is an expression", required)
        } else {
            Problem::new("there is nothing of this name", required).help(suggestion(name, known))
        };
        let reports = &mut self.document.reports;
        reports.add(table, name, &entry.key, problem);
        None
    }

    fn draw(&mut self, table: &Table, name: &str, entry: &Entry) -> Option<Draw> {
        let record = match &entry.value {
            Value::Record(record) if record.entries().count() == 1 => record,
            Value::Text(text) => {
                return self.parsed(table, name, entry, text).map(Draw::Formula);
            }
            _ => {
                self.document.reports.unfit(table, name, entry, VALUES);
                return None;
            }
        };
        let (kind, values) = record.entries().next()?;
        let mut refuse = |found: String, required: &str| {
            let problem = Problem::new(found, required);
            let reports = &mut self.document.reports;
            reports.add(table, name, &values.origin, problem);
            None
        };
        let numbers = match &values.value {
            Value::List(numbers) if numbers.iter().all(|number| number.is_finite()) => numbers,
            Value::Rows(rows) if rows.is_empty() => &Vec::new(),
            Value::List(numbers) => {
                let number = numbers.iter().find(|number| !number.is_finite());
                let number = number.copied().unwrap_or_default();
                return refuse(format!("found {number:?}"), "finite numbers");
            }
            other => return refuse(format!("found {}", other.describe()), VALUES),
        };
        match (kind, numbers.as_slice()) {
            ("uniform", &[low, high]) if low < high && (high - low).is_finite() => {
                Some(Draw::Uniform(low, high))
            }
            ("uniform", &[low, high]) if low < high => refuse(
                format!("the width of the range from {low:?} to {high:?} is not a finite number"),
                "a narrower range",
            ),
            ("uniform", &[low, high]) => refuse(
                format!("the range from {low:?} to {high:?} is empty"),
                "two numbers, the smaller one first",
            ),
            ("normal", &[mean, deviation]) if deviation > 0.0 => {
                Some(Draw::Normal(mean, deviation))
            }
            ("normal", &[_, deviation]) => refuse(
                format!("the standard deviation is {deviation:?}"),
                "the mean and a standard deviation that is positive",
            ),
            ("values", []) => refuse("the list is empty".to_owned(), "at least one value"),
            ("values", values) => Some(Draw::List(values.to_vec())),
            ("grid", &[first, last, number]) => match grid(first, last, number) {
                Some(values) => Some(Draw::List(values)),
                None => refuse(
                    format!("a grid of {number} values"),
                    "the first value, the last value, and their number, a whole number from 1 to 1e8",
                ),
            },
            ("uniform" | "normal" | "grid", others) => {
                refuse(format!("found {} numbers", others.len()), VALUES)
            }
            _ => refuse(format!("there is no `{kind}`"), VALUES),
        }
    }

    fn refuse_too_many(&mut self, table: &Table, rule: &SweepRule) {
        let drawn = rule
            .vary
            .iter()
            .filter(|vary| vary.draw.is_random())
            .count();
        if rule.is_sobol && drawn > MOST_DRAWN {
            let found = format!("{drawn} values are drawn from Sobol's sequence");
            let problem = Problem::new(
                found,
                format!("at most {MOST_DRAWN}, or `draws = \"random\"`"),
            );
            self.report_in_sweep(table, "draws", problem);
        }
        let mut counts = rule.vary.iter().map(|vary| vary.draw.count());
        let members = rule.members.unwrap_or(1);
        let count = counts.try_fold(members, u64::checked_mul);
        if count.is_none_or(|count| count > MOST_MEMBERS) {
            let counts = rule.vary.iter().map(|vary| vary.draw.count() as f64);
            let count = counts.fold(members as f64, |product, count| product * count);
            let found = format!("{count:e} members");
            let problem = Problem::new(found, format!("at most {MOST_MEMBERS} members"));
            self.report_in_sweep(table, "members", problem);
        }
    }

    fn report_in_sweep(&mut self, table: &Table, key: &str, problem: Problem) {
        let header = || table.header().map(super::value::Origin::File);
        let origin = table
            .get(key)
            .map(|entry| entry.key.clone())
            .or_else(header);
        if let Some(origin) = origin {
            self.document.reports.add(table, key, &origin, problem);
        }
    }
}

/// Returns values at equal distances.
fn grid(first: f64, last: f64, number: f64) -> Option<Vec<f64>> {
    if number.fract() != 0.0 || !(1.0..=1e8).contains(&number) {
        return None;
    }
    let value = |place: u64| match place as f64 {
        0.0 => first,
        place if place == number - 1.0 => last,
        place => first + (last - first) * (place / (number - 1.0)),
    };
    Some((0..number as u64).map(value).collect())
}

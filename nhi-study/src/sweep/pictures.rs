//! The members of a sweep as pictures.

use nhi_symbolic::{one_of, suggestion};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::grid::Grid;
use super::table::SweepTable;
use crate::picture::{Panel, Scale};
use crate::problem::{Failure, Problem};

/// The largest number of members that have a dot in a panel.
const MOST_DOTS: usize = 20_000;

/// The largest number of intervals of a histogram.
const MOST_INTERVALS: usize = 60;

/// The parts of the members below the lines of a band.
const BAND: [(&str, f64); 3] = [("95 %", 0.95), ("median", 0.5), ("5 %", 0.05)];

impl SweepTable {
    /// Returns a title: the system, the integrator and the number of members.
    #[must_use]
    pub fn title(&self) -> String {
        let failed = self.is_ok.iter().filter(|is_ok| !**is_ok).count();
        let failed = match failed {
            0 => String::new(),
            failed => format!(", {failed} failed or refused"),
        };
        let rows = self.rows();
        let Self {
            system, integrator, ..
        } = self;
        format!("{system}, {integrator}: {rows} members{failed}")
    }

    /// Returns a panel for each column: a histogram, or dots over another column `x`; if two lists
    /// or grids differ between members, cells over both; for lists over time, the median and the
    /// range of nine tenths of the members. Without names, all columns that were kept, but lists
    /// only without `x`.
    ///
    /// # Errors
    /// A name that is not a column, or of a list if `x` is given.
    pub fn panels(&self, columns: &[String], x: Option<&str>) -> Result<Vec<Panel>, Failure> {
        let x = match x {
            None => None,
            Some(name) => {
                let values = self.column(name).ok_or_else(|| self.unknown(name))?;
                Some((name, values))
            }
        };
        let numbers = self.numbers.iter().map(|(name, _)| name);
        let lists = self.lists.iter().map(|(name, _)| name);
        let grid = if x.is_none() { Grid::of(self) } else { None };
        let is_axis = |name: &str| grid.as_ref().is_some_and(|grid| grid.names.contains(&name));
        let all = numbers.filter(|name| !["member", "step"].contains(&name.as_str()));
        let all = all.filter(|name| !is_axis(name));
        let lists = lists.filter(|_| x.is_none());
        let all: Vec<_> = all.chain(lists).cloned().collect();
        let columns = if columns.is_empty() { &all } else { columns };
        let mut panels = Vec::new();
        for name in columns {
            let list = self.lists.iter().find(|(known, _)| known == name);
            panels.push(match (self.column(name), list, x, &grid) {
                (Some(values), _, Some(x), _) => self.scatter(x, (name, values)),
                (Some(values), _, None, Some(grid)) => {
                    let [x, y] = grid.names;
                    let cells = grid.cells(values, &self.is_ok);
                    Panel::new(name, x, y, Scale::Path).cells(cells)
                }
                (Some(values), _, None, None) => histogram(name, values, &self.is_ok),
                (None, Some((_, lists)), None, _) => self.band(name, lists),
                (None, Some(_), Some((x, _)), _) => return Err(list_over(name, x)),
                (None, None, ..) => return Err(self.unknown(name)),
            });
        }
        Ok(panels)
    }

    fn scatter(&self, (x_name, x): (&str, &[f64]), (name, y): (&str, &[f64])) -> Panel {
        let members = x.len();
        let title = match members > MOST_DOTS {
            true => format!("{name} of {MOST_DOTS} members, chosen at random"),
            false => name.to_owned(),
        };
        let panel = Panel::new(&title, x_name, name, Scale::Path);
        let mut drawn: Vec<_> = (0..members).collect();
        if members > MOST_DOTS {
            // Equal distances would choose the same values of a list again and again.
            drawn.sort_by_cached_key(|&member| scattered(member as u64));
            drawn.truncate(MOST_DOTS);
        }
        [(true, ""), (false, "failed")]
            .into_iter()
            .fold(panel, |panel, (wanted, label)| {
                let rows = drawn.iter().filter(|&&member| self.is_ok[member] == wanted);
                let dots = rows.map(|&member| (x[member], y[member]));
                let dots: Vec<_> = dots.filter(|(x, y)| (x + y).is_finite()).collect();
                match dots.is_empty() {
                    true => panel,
                    false => panel.with(label, dots).dots(),
                }
            })
    }

    fn band(&self, name: &str, lists: &[Vec<f64>]) -> Panel {
        let length = lists.iter().map(Vec::len).max().unwrap_or_default();
        let at = |place: usize| {
            let values = lists.iter().filter_map(|list| list.get(place).copied());
            let mut values: Vec<_> = values.filter(|value| value.is_finite()).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        let sorted: Vec<_> = (0..length).map(at).collect();
        let panel = Panel::new(name, "t", name, Scale::Linear);
        BAND.into_iter().fold(panel, |panel, (label, part)| {
            let points = sorted
                .iter()
                .enumerate()
                .filter(|(_, values)| !values.is_empty());
            let points = points.map(|(place, values)| {
                let rank = (part * (values.len() - 1) as f64).round() as usize;
                (self.start + place as f64 * self.spacing, values[rank])
            });
            panel.with(label, points.collect())
        })
    }

    fn unknown(&self, name: &str) -> Failure {
        let numbers = self.numbers.iter().map(|(name, _)| name.as_str());
        let lists = self.lists.iter().map(|(name, _)| name.as_str());
        let known: Vec<_> = numbers.chain(lists).collect();
        let problem = Problem::new(format!("there is no column `{name}`"), one_of(&known));
        problem.help(suggestion(name, known)).into()
    }
}

/// Returns a number that a member has in a random order.
fn scattered(member: u64) -> u64 {
    ChaCha8Rng::seed_from_u64(member).next_u64()
}

/// Returns the error of a list that is asked for over a column.
fn list_over(name: &str, x: &str) -> Failure {
    let found = format!("`{name}` is a list over time, which has no picture over `{x}`");
    let required = "columns of one number for each member with `--x`, and lists without it";
    Problem::new(found, required).into()
}

/// Returns the numbers of members in intervals of a column, as stairs.
fn histogram(name: &str, values: &[f64], is_ok: &[bool]) -> Panel {
    let counted = values
        .iter()
        .zip(is_ok)
        .filter(|(value, is_ok)| **is_ok && value.is_finite());
    let counted: Vec<_> = counted.map(|(value, _)| *value).collect();
    let panel = Panel::new(name, name, "members", Scale::Path);
    let (least, most) = counted
        .iter()
        .fold((f64::MAX, f64::MIN), |(least, most), &value| {
            (least.min(value), most.max(value))
        });
    if counted.is_empty() {
        return panel;
    }
    let intervals = (counted.len() as f64).sqrt().ceil() as usize;
    let intervals = intervals.clamp(1, MOST_INTERVALS);
    let width = (most - least) / intervals as f64;
    let mut counts = vec![0_u32; intervals];
    for value in counted {
        let place = if width > 0.0 {
            ((value - least) / width) as usize
        } else {
            0
        };
        counts[place.min(intervals - 1)] += 1;
    }
    let mut stairs = vec![(least, 0.0)];
    for (place, &count) in counts.iter().enumerate() {
        let edges = [place, place + 1].map(|edge| least + width * edge as f64);
        stairs.extend(edges.map(|edge| (edge, f64::from(count))));
    }
    stairs.push((most, 0.0));
    panel.with("", stairs)
}

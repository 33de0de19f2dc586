//! The units of coordinates, velocities, controls, outputs and energy. The documentation of a
//! coordinate or a control in the model may end in its unit. The table `[units]` has the units of
//! pictures: they convert from those of the model, and from radians for angles in degrees.
//!
//! ```toml
//! [units]
//! x = "m"
//! theta = "rad"
//! ```

use std::collections::{BTreeMap, BTreeSet};

use nhi_symbolic::{Model, one_of, suggestion, unit_factor};

use super::document::{Document, Part};
use super::value::Value;
use crate::problem::Problem;

/// The maximum number of names in a message.
const MOST_SHOWN: usize = 300;

/// Units by name, as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct Units {
    /// The units of the numbers in a table.
    own: BTreeMap<String, String>,
    /// The units of pictures that differ from them, with the factors that convert to them.
    shown: BTreeMap<String, (String, f64)>,
}

impl Units {
    /// Returns the units of a scenario. Names without a column are reported, and so are units to
    /// which those of the model do not convert.
    pub(super) fn bind(document: &mut Document, model: &Model) -> Self {
        let variables = [&model.coordinates, &model.velocities, &model.controls];
        let names = variables
            .into_iter()
            .flatten()
            .map(|variable| variable.name.as_str());
        let groups = model.groups.iter().map(|factor| factor.name.as_str());
        let outputs = document.table(Part::Output).entries();
        let outputs: Vec<_> = outputs.map(|(name, _)| name.to_owned()).collect();
        let (table, reports) = document.part(Part::Units);
        let known: BTreeSet<_> = ["t", "energy"]
            .into_iter()
            .chain(names)
            .chain(groups)
            .chain(outputs.iter().map(String::as_str))
            .collect();
        let mut stated = BTreeMap::new();
        let mut others = Vec::new();
        for (name, entry) in table.entries() {
            match &entry.value {
                _ if !known.contains(name) => others.push((name, &entry.key)),
                Value::Text(unit) => drop(stated.insert(name, (unit, entry))),
                _ => reports.unfit(table, name, entry, "a unit, such as \"m\" or \"rad\""),
            }
        }
        // A scenario can have more outputs than anyone reads.
        let shown: Vec<_> = known.into_iter().take(MOST_SHOWN).collect();
        reports.add_all(table, others, |name| {
            let required = one_of(&shown);
            Problem::new("there is no such column", required)
                .help(suggestion(name, shown.iter().copied()))
        });
        let mut units = Self::of_record(of_model(model));
        if let Some((unit, _)) = stated.remove("t") {
            units.own.insert("t".to_owned(), unit.clone());
        }
        let moving = model.coordinates.iter().chain(&model.velocities);
        let moving: BTreeSet<_> = moving.map(|variable| variable.name.as_str()).collect();
        let own = units.clone();
        for (name, (unit, entry)) in stated {
            let angle = moving.contains(name).then(|| in_radians(unit)).flatten();
            match own.own(name).or(angle) {
                Some(own) if own != *unit => match unit_factor(&own, unit) {
                    Some(factor) => {
                        drop(units.shown.insert(name.to_owned(), (unit.clone(), factor)));
                    }
                    None => {
                        let found = format!("`{unit}` is not a unit to which `{own}` converts");
                        let problem = Problem::new(found, "a unit of the same dimension");
                        let help = format!("the column is in `{own}`: write `{name} = \"{own}\"`");
                        reports.add(table, name, &entry.origin, problem.help(help));
                    }
                },
                _ => drop(units.own.insert(name.to_owned(), unit.clone())),
            }
            // An angle in degrees is a number of radians in the table.
            if let Some(own) = in_radians(unit).filter(|_| moving.contains(name)) {
                units.own.entry(name.to_owned()).or_insert(own);
            }
        }
        units
    }

    /// Returns the units that a table records.
    pub fn of_record(own: BTreeMap<String, String>) -> Self {
        let shown = BTreeMap::new();
        Self { own, shown }
    }

    /// Returns the units that a table records, by column.
    pub fn of_table(&self) -> BTreeMap<String, String> {
        self.own.clone()
    }

    /// Returns the unit in which a picture shows a column: as stated, or for velocities that of the
    /// coordinate per unit of time. Times are in seconds if other units are stated.
    pub fn of(&self, column: &str) -> Option<String> {
        if let Some((unit, _)) = self.shown.get(column) {
            return Some(unit.clone());
        }
        if !self.own.contains_key(column)
            && let Some((unit, _)) = column.strip_suffix("_dot").and_then(|q| self.shown.get(q))
        {
            return Some(format!("{unit}/{}", self.own("t")?));
        }
        self.own(column)
    }

    /// Returns the factor that converts the numbers of a column to the unit of a picture.
    pub fn factor(&self, column: &str) -> f64 {
        let of_coordinate = || {
            let is_stated = self.own.contains_key(column);
            let coordinate = column.strip_suffix("_dot").filter(|_| !is_stated)?;
            self.shown.get(coordinate)
        };
        let shown = self.shown.get(column).or_else(of_coordinate);
        shown.map_or(1.0, |(_, factor)| *factor)
    }

    /// Returns the unit of the numbers of a column in a table.
    pub fn own(&self, column: &str) -> Option<String> {
        if let Some(unit) = self.own.get(column) {
            return Some(unit.clone());
        }
        if column == "t" {
            return (!self.own.is_empty()).then(|| "s".to_owned());
        }
        let unit = self.own.get(column.strip_suffix("_dot")?)?;
        Some(format!("{unit}/{}", self.own("t")?))
    }
}

/// Returns the same unit with radians for degrees, if it has these.
fn in_radians(unit: &str) -> Option<String> {
    let rest = unit
        .strip_prefix("deg")
        .filter(|rest| rest.is_empty() || rest.starts_with('/'))?;
    Some(format!("rad{rest}"))
}

/// Returns the units stated in a model.
fn of_model(model: &Model) -> BTreeMap<String, String> {
    let variables = model.coordinates.iter().chain(&model.controls);
    let stated =
        variables.filter_map(|variable| Some((variable.name.clone(), variable.unit()?.to_owned())));
    stated.collect()
}

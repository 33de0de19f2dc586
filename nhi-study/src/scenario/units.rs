//! The units of coordinates, velocities, controls, outputs and energy. The documentation of a
//! coordinate or a control in the model may end in its unit. The table `[units]` takes precedence.
//!
//! ```toml
//! [units]
//! x = "m"
//! theta = "rad"
//! ```

use std::collections::{BTreeMap, BTreeSet};

use nhi_symbolic::{Model, suggestion};

use super::document::{Document, Part};
use super::value::Value;
use crate::problem::Problem;

/// The maximum number of names in a message.
const MOST_SHOWN: usize = 300;

/// Units by name, as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct Units(BTreeMap<String, String>);

impl Units {
    /// Returns the units of a scenario; names without a column are reported.
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
        let mut stated = of_model(model);
        let mut others = Vec::new();
        for (name, entry) in table.entries() {
            match &entry.value {
                _ if !known.contains(name) => others.push((name, &entry.key)),
                Value::Text(unit) => drop(stated.insert(name.to_owned(), unit.clone())),
                _ => reports.unfit(table, name, entry, "a unit, such as \"m\" or \"rad\""),
            }
        }
        // A scenario can have more outputs than anyone reads.
        let shown: Vec<_> = known.into_iter().take(MOST_SHOWN).collect();
        reports.add_all(table, others, |name| {
            let required = format!("one of {}", shown.join(", "));
            Problem::new("there is no such column", required)
                .help(suggestion(name, shown.iter().copied()))
        });
        Self(stated)
    }

    /// Returns the unit of a column: as stated, or for velocities that of the coordinate per unit
    /// of time. Times are in seconds if other units are stated.
    pub fn of(&self, column: &str) -> Option<String> {
        if let Some(unit) = self.0.get(column) {
            return Some(unit.clone());
        }
        if column == "t" {
            return (!self.0.is_empty()).then(|| "s".to_owned());
        }
        let unit = self.0.get(column.strip_suffix("_dot")?)?;
        Some(format!("{unit}/{}", self.of("t")?))
    }
}

/// Returns the units stated in a model.
fn of_model(model: &Model) -> BTreeMap<String, String> {
    let variables = model.coordinates.iter().chain(&model.controls);
    let stated =
        variables.filter_map(|variable| Some((variable.name.clone(), variable.unit()?.to_owned())));
    stated.collect()
}

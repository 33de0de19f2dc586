//! The events of a scenario: `[stop]`, which ends the run, and `[events]`.

use nhi_runtime::Direction;
use nhi_symbolic::ScenarioExpression;

use super::bind::Binder;
use super::document::Part;
use super::signals::is_identifier;
use super::table::Table;
use super::value::{Origin, Value};
use crate::problem::Problem;
use crate::simulation::EventRule;

const KEYS: [&str; 2] = ["when", "direction"];
const WHEN: &str = "an expression whose zero is the event, such as `when = \"x - 1\"`";

const DIRECTIONS: [(&str, Direction); 3] = [
    ("rising", Direction::Upwards),
    ("falling", Direction::Downwards),
    ("both", Direction::Both),
];

/// The name of the event that ends the run.
const STOP: &str = "stop";

impl Binder {
    /// Returns the events with their expressions; errors are reported.
    pub(super) fn events(&mut self) -> Vec<(EventRule, ScenarioExpression)> {
        let mut events = Vec::new();
        let stop = self.document.table(Part::Stop).clone();
        if let Some(header) = stop.header() {
            events.extend(self.event(Part::Stop, STOP, &stop, &Origin::File(header)));
        }
        for name in self.document.table(Part::Events).keys_as_written() {
            let (table, reports) = self.document.part(Part::Events);
            let Some(entry) = table.get(&name).cloned() else {
                continue;
            };
            match &entry.value {
                Value::Record(_) if !is_identifier(&name) => {
                    let found = "this cannot be the name of an event";
                    let required = "letters, digits and `_`, and no digit first";
                    reports.add(table, &name, &entry.key, Problem::new(found, required));
                }
                Value::Record(record) if name != STOP => {
                    let record = record.clone().named(format!("events.{name}"));
                    events.extend(self.event(Part::Events, &name, &record, &entry.origin));
                }
                Value::Record(_) => {
                    let found = "the event of this name is the table `[stop]`";
                    reports.add(
                        table,
                        &name,
                        &entry.key,
                        Problem::new(found, "another name"),
                    );
                }
                _ => {
                    let required = "a table such as `{ when = \"x - 1\", direction = \"rising\" }`";
                    reports.unfit(table, &name, &entry, required);
                }
            }
        }
        events
    }

    fn event(
        &mut self,
        part: Part,
        name: &str,
        record: &Table,
        whole: &Origin,
    ) -> Option<(EventRule, ScenarioExpression)> {
        let reports = &mut self.document.reports;
        reports.refuse_keys(record, &KEYS);
        let direction = match record.get("direction") {
            None => Some(Direction::Both),
            Some(entry) => reports.chosen(record, "direction", entry, &DIRECTIONS),
        };
        let Some(when) = record.get("when").cloned() else {
            reports.add(record, "when", whole, Problem::new("missing", WHEN));
            return None;
        };
        let expression = self.expression(part, name, &when, WHEN)?;
        let rule = EventRule {
            name: name.to_owned(),
            direction: direction?,
            stops: part == Part::Stop,
        };
        Some((rule, expression))
    }
}

//! The names of the columns of a sweep, which differ.

use std::collections::BTreeSet;

use super::bind::Binder;
use super::document::Part;
use super::sweep::SweepRule;
use super::table::Table;
use crate::problem::Problem;

/// The columns that every sweep has.
pub const FACTS: [&str; 5] = ["member", "status", "step", "reason", "notes"];

const REQUIRED: &str = "a different name for each column";

impl Binder {
    /// Reports names in `keep` that any table of members would have twice.
    pub(super) fn refuse_repeated(&mut self, table: &Table, rule: &SweepRule) {
        let mut seen = BTreeSet::new();
        for keep in &rule.keep {
            let name = &keep.written;
            if FACTS.contains(&name.as_str()) {
                let problem =
                    Problem::new(taken(name), REQUIRED).help("remove it: it is always there");
                self.report_kept(table, problem);
            } else if !seen.insert(name) {
                let found = format!("`{name}` is listed twice");
                self.report_kept(table, Problem::new(found, "each column once"));
            }
        }
    }

    /// Returns the errors of a table that contains the values that differ.
    pub(super) fn clashes(&mut self, rule: &SweepRule) -> Vec<Problem> {
        let table = self.document.table(Part::Sweep).clone();
        let vary_table = self.document.table(Part::Vary).clone();
        let kept: BTreeSet<_> = rule.keep.iter().map(|keep| &keep.written).collect();
        for name in rule.names() {
            if let Some(entry) = vary_table.get(&name)
                && FACTS.contains(&name.as_str())
            {
                let problem = Problem::new(taken(&name), REQUIRED);
                let problem = problem.help(format!("rename `{name}` in the model or scenario"));
                let reports = &mut self.document.reports;
                reports.add(&vary_table, &name, &entry.key, problem);
            }
            if kept.contains(&name) {
                let found = format!("`{name}` is also a value that differs between members");
                let is_parameter = self.model.parameters.iter().any(|x| x.name == name);
                let help = match is_parameter {
                    true => "remove it: values that differ are in the table anyway".to_owned(),
                    false => format!("keep `{name}.last`, or an output with another name"),
                };
                let problem = Problem::new(found, REQUIRED).help(help);
                self.report_kept(&table, problem);
            }
        }
        self.document.reports.take()
    }

    fn report_kept(&mut self, table: &Table, problem: Problem) {
        if let Some(entry) = table.get("keep") {
            let reports = &mut self.document.reports;
            reports.add(table, "keep", &entry.origin, problem);
        }
    }
}

fn taken(name: &str) -> String {
    format!("every sweep has a column `{name}`")
}

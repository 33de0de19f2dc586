//! Noise on controls and outputs.

use std::collections::BTreeSet;

use nhi_symbolic::suggestion;

use super::bind::Binder;
use super::document::Part;
use super::value::ALL_WHOLE;
use crate::problem::Problem;
use crate::simulation::Noise;

/// The key that is not the name of a control or an output.
const SEED: &str = "seed";

impl Binder {
    /// Returns the noise of the scenario; errors are reported.
    pub(super) fn noise(&mut self, outputs: &[String], parameters: &[f64]) -> Option<Noise> {
        self.document.table(Part::Noise).header()?;
        let controls = self.model.controls.iter().map(|x| x.name.clone());
        let controls: Vec<_> = controls.collect();
        let known = [&controls, outputs].concat();
        self.refuse_other_noise(&known);
        self.refuse_noise_without_period(&controls);
        let seed = self.seed();
        let [controls, outputs] = [&controls[..], outputs].map(|names| {
            let deviations = names.iter().map(|name| self.deviation(name, parameters));
            deviations.collect()
        });
        Some(Noise {
            seed: seed?,
            controls,
            outputs,
        })
    }

    fn seed(&mut self) -> Option<u64> {
        let required = "a whole number that is not negative, from which all noise is drawn";
        let (table, reports) = self.document.part(Part::Noise);
        let seed = table.number(SEED, required, reports)?;
        if seed.fract() == 0.0 && (0.0..ALL_WHOLE).contains(&seed) {
            return Some(seed as u64);
        }
        let entry = table.get(SEED)?;
        reports.unfit(table, SEED, entry, required);
        None
    }

    /// Returns a standard deviation; zero for a signal without noise.
    fn deviation(&mut self, name: &str, parameters: &[f64]) -> f64 {
        if self.document.table(Part::Noise).get(name).is_none() {
            return 0.0;
        }
        let required =
            "a number that is not negative, or an expression in parameters: the standard deviation";
        let deviation = self.computed(Part::Noise, name, required, parameters);
        let deviation = deviation.unwrap_or_default();
        let (table, reports) = self.document.part(Part::Noise);
        if let Some(entry) = table.get(name).filter(|_| deviation < 0.0) {
            let found = format!("the standard deviation is {deviation:?}");
            let problem = Problem::new(found, required);
            reports.add(table, name, &entry.origin, problem);
        }
        deviation
    }

    fn refuse_other_noise(&mut self, known: &[String]) {
        let (table, reports) = self.document.part(Part::Noise);
        let names: BTreeSet<_> = known.iter().map(String::as_str).chain([SEED]).collect();
        let others = table.entries().filter(|(key, _)| !names.contains(key));
        let others = others.map(|(key, entry)| (key, &entry.key)).collect();
        let list = [&[SEED.to_owned()], known].concat().join(", ");
        reports.add_all(table, others, |key| {
            let found = "there is no control and no output of this name";
            let known = known.iter().map(String::as_str);
            Problem::new(found, format!("one of {list}")).help(suggestion(key, known))
        });
    }

    /// Rejects noise on controls without a period: the result would depend on the step size.
    fn refuse_noise_without_period(&mut self, controls: &[String]) {
        if self
            .document
            .table(Part::Top)
            .get("control_period")
            .is_some()
        {
            return;
        }
        let (table, reports) = self.document.part(Part::Noise);
        let is_control = |key: &str| controls.iter().any(|name| name == key);
        let disturbed = table.entries().filter(|(key, _)| is_control(key));
        let disturbed = disturbed.map(|(key, entry)| (key, &entry.key)).collect();
        reports.add_all(table, disturbed, |_| {
            let found = "noise on a control without `control_period`";
            Problem::new(found, "`control_period`: one value is drawn per period")
        });
    }
}

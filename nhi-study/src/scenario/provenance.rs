//! The record of a run in its table.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use nhi_symbolic::model_of;

use super::{Overrides, Scenario};
use crate::simulation::Simulator;
use crate::table::{Provenance, Status};

impl Scenario {
    /// Returns the record of a complete run of this scenario for a table. Paths are relative to the
    /// folder of the table, so that they remain right if the folder moves as a whole.
    pub fn provenance(
        &self,
        overrides: &Overrides,
        simulator: &Simulator<'_>,
        table: &Path,
    ) -> Provenance {
        let groups = self.ast.groups.iter();
        let groups = groups.map(|group| (group.name.text.clone(), group.factor.kind.text.clone()));
        Provenance {
            nhi: crate::VERSION.to_owned(),
            system: self.ast.name(),
            model: from_table(&self.sources.model().path, table),
            scenario: from_table(&self.path, table),
            integrator: self.integrator.0.clone(),
            start: self.grid.start,
            step: self.grid.step,
            end: self.grid.end(),
            control_period: self.signals.period,
            holds_controls: simulator.holds_controls(),
            status: Status::Complete,
            reason: String::new(),
            velocities: simulator.shown_velocities(),
            controls: simulator.shown_controls().to_vec(),
            events: Vec::new(),
            set: overrides.set.iter().cloned().collect(),
            parameters: self.named_parameters(),
            units: self.units.of_table(),
            groups: groups.collect(),
        }
    }

    /// Returns the parameters of the model and the constants of the scenario, by name.
    pub(crate) fn named_parameters(&self) -> BTreeMap<String, f64> {
        let parameters = model_of(&self.ast).map_or_else(|_| Vec::new(), |model| model.parameters);
        let constants = self.signals.expressions.constants.iter().cloned();
        let names = parameters.into_iter().map(|parameter| parameter.name);
        let names = names.chain(constants);
        names.zip(self.parameters.iter().copied()).collect()
    }
}

/// Returns a path relative to the folder of a table; the path itself if there is none.
fn from_table(path: &Path, table: &Path) -> String {
    let folder = table.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new("."));
    let real = |path: &Path| path.canonicalize().ok();
    let relative = || -> Option<PathBuf> {
        let name = path.file_name()?;
        let parent = path.parent().filter(|parent| *parent != Path::new(""));
        let parent = real(parent.unwrap_or(Path::new(".")))?;
        pathdiff::diff_paths(parent.join(name), real(folder)?)
    };
    let relative = relative().unwrap_or_else(|| path.to_owned());
    relative.to_string_lossy().into_owned()
}

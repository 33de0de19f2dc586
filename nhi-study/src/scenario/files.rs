//! The files of a scenario, read once and bound as often as needed.

use std::collections::BTreeMap;
use std::path::Path;

use nhi_build::Colour;
use nhi_symbolic::model_of;

use super::bind::{Binder, Scenario};
use super::data_files::DataFiles;
use super::document::{Document, Part};
use super::overrides::Overrides;
use crate::problem::Failure;
use crate::sources::Sources;

/// The texts of a scenario and of the model that it names. Unlike parsed texts, they can move
/// between threads: the names and positions of a parsed text belong to the thread that parsed it.
#[derive(Clone, Debug)]
pub struct ScenarioFiles {
    document: Document,
    sources: Sources,
    /// The name of the model, if one is given.
    system: Option<String>,
    overrides: Overrides,
}

impl ScenarioFiles {
    /// Reads the files.
    pub fn read(path: &Path, overrides: &Overrides, colour: Colour) -> Result<Self, Failure> {
        let mut document = Document::read(path, colour)?;
        overrides.replace_top(document.table_mut(Part::Top));
        let (model_path, system) = (document.model_path(), document.system());
        let Some(model_path) = model_path else {
            return Err(Failure::Input(document.reports.take()));
        };
        Ok(Self {
            document,
            sources: Sources::read_regular(&model_path, colour)?,
            system,
            overrides: overrides.clone(),
        })
    }

    /// Returns the scenario, ready to run as far as can be checked without deriving the model.
    pub fn bind(self) -> Result<Scenario, Failure> {
        let Self {
            mut document,
            sources,
            system,
            overrides,
        } = self;
        let models = sources.parse()?;
        let ast = match sources.select(models, system.as_deref()) {
            Ok(ast) => ast,
            Err(problem) => {
                let top = document.table(Part::Top).clone();
                let origin = top.get("system").map(|entry| entry.origin.clone());
                match origin {
                    Some(origin) => document.reports.add(&top, "system", &origin, *problem),
                    None => document.reports.missing(&top, "system", &problem.required),
                }
                return Err(Failure::Input(document.reports.take()));
            }
        };
        let model = model_of(&ast).map_err(|found| sources.failure(&found))?;
        let binder = Binder {
            document,
            sources,
            model,
            data_files: DataFiles::default(),
            formulas: Vec::new(),
            fixed: BTreeMap::new(),
        };
        binder.bind(ast, &overrides)
    }
}

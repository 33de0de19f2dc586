//! The files of a scenario, read once and bound as often as needed.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use nhi_build::{Colour, ModelFile};
use nhi_symbolic::model_of;

use super::bind::{Binder, Scenario};
use super::data_files::DataFiles;
use super::document::{Document, Part};
use super::overrides::Overrides;
use crate::problem::Failure;
use crate::simulation::ControlProgram;
use crate::sources::{Sources, unreadable};

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
        let file = ModelFile::read(path).map_err(|error| unreadable(&error))?;
        let mut document = Document::of(file, colour)?;
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

    /// Takes texts that a program has made, a scenario and the model for it. The scenario needs no
    /// key `model`; the paths are the names of the texts in messages.
    pub fn of_texts(
        scenario: ModelFile,
        model: ModelFile,
        colour: Colour,
    ) -> Result<Self, Failure> {
        let mut document = Document::of(scenario, colour)?;
        Ok(Self {
            system: document.system(),
            document,
            sources: Sources::new(model, colour),
            overrides: Overrides::default(),
        })
    }

    /// Returns the scenario, ready to run as far as can be checked without deriving the model.
    pub fn bind(self) -> Result<Scenario, Failure> {
        self.bind_with(None)
    }

    /// Returns the scenario with controls from a program, which replaces the table `[controls]`.
    pub fn bind_with(self, program: Option<Arc<dyn ControlProgram>>) -> Result<Scenario, Failure> {
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
            program,
            formulas: Vec::new(),
            fixed: BTreeMap::new(),
        };
        binder.bind(ast, &overrides)
    }
}

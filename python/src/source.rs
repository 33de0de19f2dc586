//! The texts of models and scenarios that Python passes on.

use std::path::PathBuf;
use std::sync::Arc;

use nhi_build::ModelFile;
use nhi_study::Colour;
use nhi_study::problem::Failure;
use nhi_study::scenario::{Overrides, Scenario, ScenarioFiles};
use nhi_study::simulation::ControlProgram;
use nhi_study::sources::Sources;
use nhi_symbolic::Ast;
use pyo3::prelude::*;

/// The text of a model with the name that messages give it.
#[pyclass(frozen, module = "nonholonomic._nonholonomic")]
#[derive(Clone)]
pub(crate) struct ModelText {
    file: ModelFile,
    system: Option<String>,
}

#[pymethods]
impl ModelText {
    #[new]
    #[pyo3(signature = (path, text, system=None))]
    fn new(path: PathBuf, text: String, system: Option<String>) -> Self {
        Self {
            file: ModelFile { path, text },
            system,
        }
    }

    /// Returns the arguments of [`new`](Self::new), for pickles.
    fn __getnewargs__(&self) -> (PathBuf, String, Option<String>) {
        let ModelFile { path, text } = self.file.clone();
        (path, text, self.system.clone())
    }

    #[getter]
    fn text(&self) -> &str {
        &self.file.text
    }
}

impl ModelText {
    pub(crate) fn sources(&self) -> Sources {
        Sources::of_text(self.file.clone(), Colour::Plain)
    }

    /// Returns the model that is named, or the only one.
    pub(crate) fn ast(&self) -> Result<(Sources, Ast), Failure> {
        let sources = self.sources();
        let ast = sources.select(sources.parse()?, self.system.as_deref())?;
        Ok((sources, ast))
    }
}

/// A scenario: a file, or a text with a model.
#[pyclass(frozen)]
#[derive(Clone)]
pub(crate) struct ScenarioSource {
    origin: Origin,
    overrides: Overrides,
}

#[derive(Clone)]
enum Origin {
    File(PathBuf),
    Text(ModelFile, ModelText),
}

#[pymethods]
impl ScenarioSource {
    /// A file, with the changes that options of the command make.
    #[staticmethod]
    fn of_file(
        path: PathBuf,
        integrator: Option<String>,
        step: Option<f64>,
        end: Option<f64>,
        set: Vec<(String, String)>,
    ) -> Self {
        Self {
            origin: Origin::File(path),
            overrides: Overrides {
                integrator,
                step,
                end,
                set,
            },
        }
    }

    /// A text in memory.
    #[staticmethod]
    fn of_text(name: PathBuf, text: String, model: &ModelText) -> Self {
        let file = ModelFile { path: name, text };
        Self {
            origin: Origin::Text(file, model.clone()),
            overrides: Overrides::default(),
        }
    }
}

impl ScenarioSource {
    pub(crate) fn files(&self) -> Result<ScenarioFiles, Failure> {
        match &self.origin {
            Origin::File(path) => ScenarioFiles::read(path, &self.overrides, Colour::Plain),
            Origin::Text(file, model) => {
                ScenarioFiles::of_texts(file.clone(), model.file.clone(), Colour::Plain)
            }
        }
    }

    pub(crate) fn bind(
        &self,
        program: Option<Arc<dyn ControlProgram>>,
    ) -> Result<Scenario, Failure> {
        self.files()?.bind_with(program)
    }

    /// Returns true if the scenario is in a file, which a table can name.
    pub(crate) fn is_file(&self) -> bool {
        matches!(self.origin, Origin::File(_))
    }

    pub(crate) fn overrides(&self) -> &Overrides {
        &self.overrides
    }
}

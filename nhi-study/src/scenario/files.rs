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
        let sources = Sources::read_regular(&model_path, colour).map_err(|failure| {
            let Failure::Input(problems) = failure else {
                return failure;
            };
            let (top, reports) = document.part(Part::Top);
            let entry = top.get("model").expect("the path was read");
            for problem in problems {
                reports.add(top, "model", &entry.origin, problem);
            }
            Failure::Input(reports.take())
        })?;
        Ok(Self {
            document,
            sources,
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
            sources: Sources::of_text(model, colour),
            overrides: Overrides::default(),
        })
    }

    /// Returns the scenario, ready to run as far as can be checked without deriving the model.
    pub fn bind(self) -> Result<Scenario, Failure> {
        self.bind_with(None)
    }

    /// Returns the scenario with controls from a program, in addition to those in `[controls]`.
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

#[cfg(test)]
mod tests {
    use std::fs;

    use nhi_machine::Sample;

    use super::*;
    use crate::run::{Run, Surroundings};
    use crate::stop::Stop;

    /// Controls of a snakeboard that follow its state, without held values.
    #[derive(Debug)]
    struct Feedback;

    impl ControlProgram for Feedback {
        fn sees_states(&self) -> bool {
            true
        }

        fn write(
            &self,
            _: u64,
            t: f64,
            sample: Option<&Sample>,
            controls: &mut [f64],
        ) -> Result<(), String> {
            let psi = sample.ok_or("no state")?.q[0];
            controls.copy_from_slice(&[-0.3 * psi, 0.5 * t]);
            Ok(())
        }
    }

    fn rows(text: &str, program: Option<Arc<dyn ControlProgram>>) -> Vec<f64> {
        let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/models/snakeboard.nhi");
        let model = ModelFile {
            text: fs::read_to_string(&model).unwrap(),
            path: model,
        };
        let scenario = ModelFile {
            path: "scenario".into(),
            text: text.to_owned(),
        };
        let files = ScenarioFiles::of_texts(scenario, model, Colour::Plain).unwrap();
        let scenario = files.bind_with(program).unwrap();
        let plant = scenario.plant().unwrap();
        let simulator = scenario.simulator(&plant, scenario.grid.step).unwrap();
        let (initial, _) = scenario.admit(&simulator, false).unwrap();
        let mut rows = Vec::new();
        let mut around = Surroundings {
            stop: &Stop::default(),
            progress: &(),
            tell: &mut |_| {},
        };
        let mut run = Run::new(&simulator, scenario.grid, 1);
        run.finish(&initial, &mut rows, &mut around).unwrap();
        rows
    }

    #[test]
    fn a_program_controls_as_laws_with_its_values_do() {
        let text = "integrator = \"Mla\"\nstep = 0.05\nsteps = 20\n\
            [parameters]\nm = 1\nl = 1\ni_rotor = 0.5\nj_wheel = 1.5\n\
            [initial]\npsi = 1.5\npsi_dot = 2.5\n";
        let laws = "[controls]\nu_psi = \"-0.3 * psi\"\nu_phi = \"0.5 * t\"\n";
        for period in ["", "control_period = 0.1\n"] {
            let text = format!("{period}{text}");
            let by_laws = rows(&format!("{text}{laws}"), None);
            assert_eq!(rows(&text, Some(Arc::new(Feedback))), by_laws);
        }
    }
}

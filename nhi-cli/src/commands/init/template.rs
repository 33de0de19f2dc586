//! The machines to begin with: a model and a scenario each.

use crate::cli::Template;

/// What is different from template to template.
pub(super) struct TemplateFiles {
    /// What the model is called by the scenario, the program and the files.
    name: &'static str,
    model: &'static str,
    scenario: &'static str,
}

/// The script that generates code; `{name}` is filled in, as in the library.
const BUILD: &str = include_str!("../../../templates/build.rs.txt");
const LIBRARY: &str = include_str!("../../../templates/lib.rs.txt");

impl TemplateFiles {
    /// The files by their places in the project.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let named = |text: &str| text.replace("{name}", self.name);
        vec![
            (named("models/{name}.nhi"), self.model.to_owned()),
            (self.scenario_path(), self.scenario.to_owned()),
            ("build.rs".to_owned(), named(BUILD)),
            ("src/lib.rs".to_owned(), named(LIBRARY)),
        ]
    }

    /// The place of the scenario in the project.
    pub(super) fn scenario_path(&self) -> String {
        format!("models/{}.toml", self.name)
    }
}

/// The files of the template in a folder, under the name that its scenario calls the model by.
macro_rules! files {
    ($folder:literal, $name:literal) => {
        TemplateFiles {
            name: $name,
            model: include_str!(concat!("../../../templates/", $folder, "/model.nhi")),
            scenario: include_str!(concat!("../../../templates/", $folder, "/scenario.toml")),
        }
    };
}

impl Template {
    pub(super) fn files(self) -> TemplateFiles {
        match self {
            Self::Diffdrive => files!("diffdrive", "diffdrive"),
            Self::CarTrailer => files!("car-trailer", "car_trailer"),
            Self::Segway => files!("segway", "segway"),
            Self::Bicycle => files!("bicycle", "bicycle"),
            Self::Snakeboard => files!("snakeboard", "snakeboard"),
            Self::RollingDisk => files!("rolling-disk", "rolling_disk"),
            Self::Ball => files!("ball", "ball"),
            Self::Top => files!("top", "top"),
        }
    }
}

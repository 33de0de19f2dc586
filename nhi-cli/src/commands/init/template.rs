//! The starter systems: a model and a scenario each.

use crate::cli::Template;

/// The files that differ between templates.
pub(super) struct TemplateFiles {
    /// The name of the model in the scenario, the program and the file names.
    name: &'static str,
    model: &'static str,
    scenario: &'static str,
}

/// The build script; `{name}` is replaced, as in the library.
const BUILD: &str = include_str!("../../../templates/build.rs.txt");
const LIBRARY: &str = include_str!("../../../templates/lib.rs.txt");

impl TemplateFiles {
    /// Returns the files by path within the project.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let named = |text: &str| text.replace("{name}", self.name);
        vec![
            (named("models/{name}.nhi"), self.model.to_owned()),
            (self.scenario_path(), self.scenario.to_owned()),
            ("build.rs".to_owned(), named(BUILD)),
            ("src/lib.rs".to_owned(), named(LIBRARY)),
        ]
    }

    /// Returns the path of the scenario within the project.
    pub(super) fn scenario_path(&self) -> String {
        format!("models/{}.toml", self.name)
    }
}

/// Includes the files of a template folder, under the name that its scenario uses for the model.
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

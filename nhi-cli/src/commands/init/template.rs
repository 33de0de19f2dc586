//! The starter systems: a model and a scenario each.

use crate::cli::Template;

/// The files that differ between templates.
pub(super) struct TemplateFiles {
    /// The name of the model in the scenario, the program and the file names.
    name: &'static str,
    model: &'static str,
    scenario: &'static str,
    /// The control loop.
    program: &'static str,
}

/// The build script; `{name}` is replaced, as in the other files.
const BUILD: &str = include_str!("../../../templates/build.rs.txt");
const LIBRARY: &str = include_str!("../../../templates/lib.rs.txt");
/// The description; `{package}`, `{about}` and `{integrator}` are replaced too.
const README: &str = include_str!("../../../templates/README.md.txt");

impl TemplateFiles {
    /// Returns the files of a package by path within the project.
    pub(super) fn files(&self, package: &str) -> Vec<(String, String)> {
        let named = |text: &str| text.replace("{name}", self.name);
        let program = self.program.replace("{crate}", &package.replace('-', "_"));
        let readme = README
            .replace("{package}", package)
            .replace("{about}", &self.about())
            .replace("{integrator}", self.integrator());
        vec![
            ("README.md".to_owned(), named(&readme)),
            (named("models/{name}.nhi"), self.model.to_owned()),
            (self.scenario_path(), self.scenario.to_owned()),
            ("build.rs".to_owned(), named(BUILD)),
            ("src/lib.rs".to_owned(), named(LIBRARY)),
            ("src/main.rs".to_owned(), program),
        ]
    }

    /// Returns the comment at the top of the scenario.
    fn about(&self) -> String {
        let lines = self.scenario.lines();
        let comment: Vec<_> = lines.map_while(|line| line.strip_prefix("# ")).collect();
        comment.join("\n")
    }

    /// Returns the integrator of the scenario.
    fn integrator(&self) -> &str {
        let named = self.scenario.split("integrator = \"").nth(1);
        let name = named.and_then(|rest| rest.split('"').next());
        name.expect("scenarios of templates name an integrator")
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
            program: include_str!(concat!("../../../templates/", $folder, "/main.rs.txt")),
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
            Self::Drone => files!("drone", "drone"),
            Self::Dragster => files!("dragster", "dragster"),
            Self::Motorcycle => files!("motorcycle", "motorcycle"),
        }
    }
}

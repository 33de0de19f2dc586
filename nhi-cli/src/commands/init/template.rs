//! The machines to begin with: a model and a scenario each.

use crate::cli::Template;

/// The files of a template by their places in the project, and the name of its scenario.
pub(super) struct TemplateFiles {
    pub(super) scenario: &'static str,
    pub(super) files: [(&'static str, &'static str); 2],
}

/// The files of the template in a folder, under the name that its scenario calls the model by.
macro_rules! files {
    ($folder:literal, $name:literal) => {
        TemplateFiles {
            scenario: concat!("models/", $name, ".toml"),
            files: [
                (
                    concat!("models/", $name, ".nhi"),
                    include_str!(concat!("../../../templates/", $folder, "/model.nhi")),
                ),
                (
                    concat!("models/", $name, ".toml"),
                    include_str!(concat!("../../../templates/", $folder, "/scenario.toml")),
                ),
            ],
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

//! A folder with model files.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// How cargo builds the packages that tests write: in one folder and without debug information, so that
/// each dependency is built once for all of them.
pub(crate) const SHARED_BUILD: [(&str, &str); 2] = [
    (
        "CARGO_TARGET_DIR",
        concat!(env!("CARGO_TARGET_TMPDIR"), "/consumers"),
    ),
    ("CARGO_PROFILE_DEV_DEBUG", "0"),
];

/// A model of one coordinate.
pub(crate) const MASS: &str = "#[nonholonomic(
    coordinates(x),
    lagrangian = 0.5 * m * x_dot.powi(2),
    integrators(Gni),
)]
pub struct Mass {
    /// Mass [kg]
    pub m: f64,
}
";

/// A model with three mistakes, in lines 3 and 4.
pub(crate) const MISTAKEN: &str = "#[nonholonomic(
    coordinates(x, y),
    lagrangian = 0.5 * mass * (x_dot.powi(2) + y_dto.powi(2)),
    constraints(line = x_dot + speed),
    integrators(Gni),
)]
pub struct Slider {
    pub m: f64,
}
";

/// A folder that is removed in the end.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and the folders that it stands in.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, content).unwrap();
        path
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Leaves the folder where it is, for whoever wants to look at it.
    pub(crate) fn keep(self) -> PathBuf {
        self.0.keep()
    }

    pub(crate) fn holds(&self, name: &str) -> bool {
        self.path(name).exists()
    }
}

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

//! The origin of a table, as the table records it: one text in TOML for every format.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::events::Event;
use crate::problem::Failure;
use crate::result_file::is_file_name;

/// The key of the record in the metadata of a Parquet file, and its first key in a text.
pub(super) const KEY: &str = "nhi";

/// The maximum number of bytes of a record.
pub(super) const MOST_BYTES: usize = 1 << 20;

/// The origin of a table: the scenario, the integrator, the parameters and the end of the run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Provenance {
    /// The version of nhi.
    pub nhi: String,
    /// The name of the system.
    pub system: String,
    /// The path of the model, relative to the folder of the table.
    pub model: String,
    /// The path of the scenario, relative to the folder of the table.
    pub scenario: String,
    /// The integrator as written.
    pub integrator: String,
    /// The time of the first state.
    pub start: f64,
    /// The step size.
    pub step: f64,
    /// The time at the end of the grid.
    pub end: f64,
    /// The time for which controls are held, if they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub control_period: Option<f64>,
    /// True if each step holds controls that depend on the state.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub holds_controls: bool,
    /// How the run ended.
    pub status: Status,
    /// The reason for a run that ended early.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The values of `--set`, as written.
    pub set: BTreeMap<String, String>,
    /// The parameters of the run.
    pub parameters: BTreeMap<String, f64>,
    /// The units of the numbers in the table, by column.
    pub units: BTreeMap<String, String>,
    /// The groups of the group elements, whose entries are columns.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub groups: BTreeMap<String, String>,
    /// The columns that are velocities: after the time and the configuration.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub velocities: Vec<String>,
    /// The columns that are controls.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub controls: Vec<String>,
    /// The events, whose rows are between those of the steps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Event>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// At the end of its grid.
    #[default]
    Complete,
    /// A step failed.
    Failed,
    /// A signal stopped it.
    Stopped,
}

impl Provenance {
    /// Returns the path of the scenario of a table.
    pub fn scenario_of(&self, table: &Path) -> Option<PathBuf> {
        let folder = table.parent().unwrap_or(Path::new(""));
        (!self.scenario.is_empty()).then(|| folder.join(&self.scenario))
    }

    /// Returns the record as TOML, which begins with the version.
    pub(super) fn text(&self) -> String {
        toml::to_string(self).expect("strings, numbers and tables of them are TOML")
    }

    /// Parses the record at the end of a text. Texts of other programs have none.
    pub(super) fn of_text(text: &str) -> Option<Self> {
        let start = format!("{KEY} = ");
        let mut starts = text.match_indices(&start).map(|(place, _)| place);
        let place = starts.find(|&place| place == 0 || text[..place].ends_with('\n'))?;
        toml::from_str(&text[place..]).ok()
    }

    /// Writes the record of an array into the file next to it.
    pub(super) fn write_beside(&self, array: &Path) -> Result<(), Failure> {
        match beside(array) {
            Some(path) => crate::files::write(&path, self.text().as_bytes()),
            None => Ok(()),
        }
    }

    /// Reads the record of an array from the file next to it.
    pub(super) fn read_beside(array: &Path) -> Option<Self> {
        let path = beside(array)?;
        let is_file = fs::metadata(&path).is_ok_and(|found| found.is_file());
        let file = is_file.then(|| File::open(&path).ok()).flatten()?;
        let mut text = String::new();
        let read = file.take(MOST_BYTES as u64).read_to_string(&mut text);
        read.ok().and_then(|_| Self::of_text(&text))
    }
}

/// Returns the file with the record of a table, if the table is an array in a file: `run.npy.toml`.
pub fn beside(table: &Path) -> Option<PathBuf> {
    let is_array = table
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("npy"));
    (is_array && is_file_name(table)).then(|| {
        let mut name = table.as_os_str().to_owned();
        name.push(".toml");
        name.into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_reads_back_from_its_text() {
        let pairs = |value: &str| BTreeMap::from([("a b\n".to_owned(), value.to_owned())]);
        let record = Provenance {
            nhi: "0.1.0".to_owned(),
            system: "Sleigh".to_owned(),
            integrator: "Rk(order = 4)".to_owned(),
            step: 0.1 + 0.2,
            end: -1e300,
            status: Status::Failed,
            reason: "a \"b\"\nt,x\u{1b} '''".to_owned(),
            set: pairs("sin(t), \"\"\""),
            parameters: BTreeMap::from([("m".to_owned(), 1e-300)]),
            ..Provenance::default()
        };
        let text = record.text();
        assert!(text.starts_with("nhi = \"0.1.0\"\n"), "{text}");
        assert_eq!(Provenance::of_text(&text), Some(record.clone()));
        let after_others = format!("by hand, nhi = 3\n{text}");
        assert_eq!(Provenance::of_text(&after_others), Some(record));
        for other in [
            "",
            "units: m, s",
            "nhi = ",
            "nhi = 3",
            "a\nnhi = \"1\"\nstep = \"x\"",
        ] {
            assert_eq!(Provenance::of_text(other), None, "{other}");
        }
    }
}

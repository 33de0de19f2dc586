//! The columns of a table, as a sketch uses them.

use nhi_build::visible_line;

use crate::plots::{Element, no_such_column};
use crate::problem::Problem;
use crate::scenario::Columns;
use crate::table::NumberTable;

/// The maximum number of moments on a page, and the maximum from which the keyframes of a picture
/// are chosen. For longer runs, every n-th moment is used.
pub const MOST_OF_PAGE: usize = 3000;
/// The maximum number of moments of a moving picture.
pub const MOST_OF_PICTURE: usize = 1000;

/// The rows of a table that are shown.
#[derive(Debug)]
pub struct Frames<'a> {
    /// The table of the run.
    pub table: &'a NumberTable,
    stride: usize,
}

impl<'a> Frames<'a> {
    /// Chooses at most `most` moments of a table.
    pub fn new(table: &'a NumberTable, most: usize) -> Self {
        let stride = table.rows().div_ceil(most).max(1);
        Self { table, stride }
    }

    /// Returns a column at the shown moments, which include the last one.
    pub fn column(&self, name: &str) -> Option<Vec<f64>> {
        let values = self.table.column(name)?;
        Some(self.rows().map(|row| values[row]).collect())
    }

    fn rows(&self) -> impl Iterator<Item = usize> {
        let last = self.table.rows().saturating_sub(1);
        (0..last).step_by(self.stride).chain([last])
    }
}

impl Columns for Frames<'_> {
    fn column(&self, name: &str) -> Result<Vec<f64>, Box<Problem>> {
        let missing = || no_such_column(name, &self.table.names).into();
        Frames::column(self, name).ok_or_else(missing)
    }

    fn missing_group(&self, name: &str) -> Option<Problem> {
        if Element::of(self.table, name).is_some() {
            return None;
        }
        let known: Vec<_> = Element::all(self.table)
            .into_iter()
            .map(|element| format!("`{}`", element.name))
            .collect();
        let required = match known.as_slice() {
            [] => "no `group`: the table has no group elements".to_owned(),
            known => format!("one of {}", known.join(", ")),
        };
        let found = format!(
            "there is no group element `{}` in the table",
            visible_line(name)
        );
        Some(Problem::new(found, required))
    }
}

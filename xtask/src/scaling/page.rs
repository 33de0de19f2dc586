//! The page for contributors, written by hand except for the tables.

use std::fs;

use super::row::Row;
use super::{table, targets};
use crate::cargo::{Outcome, root};

#[path = "../../../tests/support/blocks.rs"]
mod blocks;

const PAGE: &str = "docs/dev/scaling.md";

/// Renews the tables.
pub(super) fn write(rows: &[Row]) -> Outcome {
    let file = root().join(PAGE);
    let failed = |error| format!("{PAGE}: {error}");
    let text = fs::read_to_string(&file).map_err(failed)?;
    let text = blocks::with_block(&text, "targets", "", &targets::table(rows));
    let text = blocks::with_block(&text, "tables", "", &table::tables(rows));
    fs::write(&file, text).map_err(failed)?;
    println!("The tables are in {PAGE}.");
    Ok(())
}

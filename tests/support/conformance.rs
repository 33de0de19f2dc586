//! The table of the book that says what is compared with the interpreter, and with which result.

use std::fs;
use std::path::Path;

/// Fails if the row of a target is not the one of the table; `NHI_BLESS=1` writes it. The counts
/// are those of an ordinary run, so a test passes what it has counted in one.
#[track_caller]
pub(crate) fn assert_row(target: &str, compared: &str, result: &str) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("docs/src/conformance.md"))
        .find(|path| path.exists())
        .expect("the page of the book");
    let text = fs::read_to_string(&page).expect("the page can be read");
    let begin = format!("| {target} |");
    let row = format!("{begin} {compared} | {result} |");
    if text.lines().any(|line| line == row) {
        return;
    }
    assert!(
        std::env::var_os("NHI_BLESS").is_some(),
        "docs/src/conformance.md lacks this row, which NHI_BLESS=1 writes:\n{row}"
    );
    let (before, rows) = text.split_once("|---|---|---|\n").expect("a table");
    let (rows, after) = rows.split_once("\n\n").unwrap_or((rows.trim_end(), ""));
    let mut rows: Vec<_> = rows
        .lines()
        .filter(|line| !line.starts_with(&begin))
        .collect();
    rows.push(&row);
    rows.sort_unstable();
    let table = format!("{before}|---|---|---|\n{}\n\n{after}", rows.join("\n"));
    fs::write(page, format!("{}\n", table.trim_end())).expect("the page can be written");
}

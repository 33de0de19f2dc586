//! The style of all prose: pages, doc comments, comments, help texts and messages.
//!
//! `cargo xtask prose` lists the findings.

mod check;
mod columns;
mod examples;
mod files;
mod finding;
mod markdown;
mod piece;
mod rules;
mod rust;
mod source;
mod spelling;

use std::fs;

#[test]
fn the_repository_has_no_findings() {
    let mut findings = Vec::new();
    let files = files::all();
    for path in &files {
        let text = fs::read_to_string(files::root().join(path)).expect("a text");
        findings.extend(check::file(path, &text));
    }
    let lines: Vec<_> = findings.iter().map(ToString::to_string).collect();
    assert!(
        lines.is_empty(),
        "{} findings\n{}",
        lines.len(),
        lines.join("\n")
    );
    assert!(files.len() > 500, "{}", files.len());
}

//! Every mistake in a model gives one error at its position, and a suggestion.
//!
//! The cases are in the folders next to this file, one for each kind of mistake. Each also uses
//! the items that would have been generated, so that follow-up errors would show.
//! `TRYBUILD=overwrite` renews the expectations. `tests/ui.rs` of the root package checks that all
//! mistakes have a case.

use std::process::Command;

/// The expectations show source lines and underlines as this compiler draws them.
const BLESSED_WITH: &str = "rustc 1.95";

#[test]
fn mistakes_give_one_error_each_and_no_follow_up_errors() {
    let version = compiler_version();
    if !version.starts_with(&format!("{BLESSED_WITH}.")) {
        println!("skipped: the expected messages are those of {BLESSED_WITH}, this is {version}");
        return;
    }
    trybuild::TestCases::new().compile_fail("*/*.rs");
}

fn compiler_version() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let output = output.expect("the compiler that built this test runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

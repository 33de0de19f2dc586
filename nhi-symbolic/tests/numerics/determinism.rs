//! The same model gives the same program, byte by byte.

use std::process::Command;

use crate::support::compiled::{Compiled, shared_file};
use crate::support::systems;

/// The model whose program is in the repository as a golden file.
const GOLDEN: &str = "chaplygin_sleigh";
const OPTIONS: [&str; 2] = ["Gni", "Gni(start = Paper, quadrature = Midpoint)"];

/// The name of the test that the second process runs, and the variable by which it knows its task.
const PRINTING_TEST: &str = "determinism::the_second_process_prints_its_programs";
const PRINT: &str = "NHI_PRINT_PROGRAMS";
const MARK: &str = "== programs ==\n";

fn dump(model: &str, integrator: &str) -> String {
    let compiled = Compiled::of_file(model, integrator);
    compiled.program.dump(&compiled.mechanics.model.graph)
}

/// The programs of all models.
fn all_dumps() -> String {
    let mut text = String::new();
    for case in systems::all() {
        for integrator in OPTIONS {
            text += &format!(
                "{} {integrator}\n{}\n",
                case.model,
                dump(case.model, integrator)
            );
        }
    }
    text
}

#[test]
fn the_second_process_prints_its_programs() {
    if std::env::var_os(PRINT).is_some() {
        println!("{MARK}{}{MARK}", all_dumps());
    }
}

#[test]
fn two_processes_give_the_same_programs() {
    let binary = std::env::current_exe().expect("the path of this test");
    let output = Command::new(binary)
        .args(["--exact", PRINTING_TEST, "--nocapture"])
        .env(PRINT, "1")
        .output()
        .expect("this test runs again");
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).expect("text");
    let theirs = printed.split(MARK).nth(1).expect("the programs");
    let ours = all_dumps();
    let difference = ours.lines().zip(theirs.lines()).find(|(a, b)| a != b);
    assert!(ours == theirs, "the first different lines: {difference:?}");
}

#[test]
fn repeated_compilation_in_one_process_gives_the_same_programs() {
    assert!(all_dumps() == all_dumps());
}

#[test]
fn a_program_is_what_was_read_and_found_good() {
    let path = shared_file("golden").join(format!("{GOLDEN}.program.txt"));
    let program = dump(GOLDEN, "Gni");
    if std::env::var_os("NHI_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, &program).expect("the folder of golden files");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        program == golden,
        "the program of {GOLDEN} differs from {}; set NHI_BLESS=1 to renew it. It is now\n{program}",
        path.display()
    );
}

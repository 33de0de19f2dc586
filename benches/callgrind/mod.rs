//! Counts of instructions by callgrind.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

/// Returns true if valgrind can be run; prints a line if not.
pub(crate) fn is_installed() -> bool {
    let is_installed = Command::new("valgrind").arg("--version").output().is_ok();
    if !is_installed {
        println!("valgrind is not installed: instructions are not counted");
    }
    is_installed
}

/// Counts all instructions of a program that runs with the given arguments.
pub(crate) fn instructions<S: AsRef<OsStr>>(
    program: impl AsRef<Path>,
    arguments: impl IntoIterator<Item = S>,
) -> f64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program.as_ref())
        .args(arguments)
        .output()
        .expect("valgrind runs");
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report
        .lines()
        .find_map(|line| line.split_once("Collected :"))
        .and_then(|(_, count)| count.trim().parse().ok());
    match collected {
        Some(count) if output.status.success() => count,
        _ => panic!("no count from callgrind:\n{report}"),
    }
}

/// Counts all instructions of this program if it runs with the given arguments.
#[allow(dead_code, reason = "one of the programs counts another")]
pub(crate) fn own_instructions(arguments: &[&str]) -> f64 {
    let program = std::env::current_exe().expect("the path of this program");
    instructions(program, arguments)
}

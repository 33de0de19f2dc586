//! Runs that end before their end: what was computed is written.

mod support;

use support::{Desk, holds, table};

/// Falls down a potential without a bottom, faster than any power of the time.
const BLOW_UP: (&str, &str) = (
    "#[nonholonomic(coordinates(x), lagrangian = 0.5 * x_dot.powi(2) + x.powi(6), integrators(Rk))]
struct Fall {}
",
    "model = \"fall.nhi\"
integrator = \"Rk(order = 4)\"
step = 0.01
end = 5.0
[initial]
x = 1.0
x_dot = 1.0
",
);

#[test]
fn a_run_that_fails_keeps_its_rows_and_says_where_and_why() {
    let desk = Desk::new();
    desk.write("fall.nhi", BLOW_UP.0);
    desk.write("fall.toml", BLOW_UP.1);
    let said = desk.nhi(&["run", "fall.toml", "-o", "fall.csv"], 3);
    let (_, rows) = table(&desk.read("fall.csv"));
    assert!(rows.len() > 10 && rows.iter().flatten().all(|value| value.is_finite()));
    let failed = format!("step {} of 500 failed", rows.len());
    let wrote = format!("wrote {} rows to `fall.csv`", rows.len());
    holds(&said.stderr, &[&failed, "NaN or infinite", &wrote]);

    let data = desk.nhi(&["run", "fall.toml", "--json"], 3).json();
    assert_eq!(data["failure"], "integration");
    assert_eq!(data["result"]["rows"], rows.len());
}

#[test]
fn rows_on_standard_output_are_kept_too() {
    let desk = Desk::new();
    desk.write("fall.nhi", BLOW_UP.0);
    desk.write("fall.toml", BLOW_UP.1);
    let said = desk.nhi(&["run", "fall.toml", "-o", "-"], 3);
    let (_, rows) = table(&said.stdout);
    assert!(rows.len() > 10);
    let wrote = format!("wrote {} rows to standard output", rows.len());
    holds(&said.stderr, &["failed, from t = ", &wrote]);
}

#[test]
fn a_run_that_cannot_start_says_so() {
    let desk = Desk::new();
    desk.write("fall.nhi", BLOW_UP.0);
    desk.write("fall.toml", BLOW_UP.1);
    let said = desk.nhi(&["run", "fall.toml", "--set", "x_dot=1e200"], 3);
    holds(
        &said.stderr,
        &[
            "the start of the run failed, from t = 0.0",
            "no row was computed",
        ],
    );
    assert_eq!(desk.read("run.csv"), "t,x,x_dot,energy\n");
}

#[test]
fn a_comparison_names_the_runs_that_fail() {
    let desk = Desk::new();
    let spring = "#[nonholonomic(coordinates(x), integrators(Rk),
        lagrangian = 0.5 * x_dot.powi(2) - 5000 * x.powi(2) + 0.1 * x.powi(4))]
    struct Spring {}";
    desk.write("fall.nhi", spring);
    desk.write("stiff.toml", BLOW_UP.1.replace("0.01", "0.1"));
    let arguments = [
        "compare",
        "stiff.toml",
        "--integrators",
        "Rk, Gauss(stages = 1)",
    ];
    let said = desk.nhi(&arguments, 0).stdout;
    let row = |line: &str| {
        line.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let rows: Vec<_> = said.lines().map(row).collect();
    let failed = |row: &&Vec<String>| row.as_slice() == ["Rk", "0.1", "failed"];
    assert_eq!(
        rows.iter().filter(failed).count(),
        2,
        "in both tables: {said}"
    );
    holds(
        &said,
        &["\nRk with step 0.05 failed from t = ", "NaN or infinite"],
    );
    assert!(said.lines().all(|line| line.len() < 250), "{said}");
    let data = desk.nhi(&[&arguments[..], &["--json"]].concat(), 0).json();
    let failed = &data["integrators"][0]["runs"][0];
    assert_eq!(failed["step"], 0.1);
    assert!(
        failed["failed"]
            .as_str()
            .unwrap()
            .contains("NaN or infinite")
    );

    desk.write("fall.nhi", BLOW_UP.0);
    let said = desk.nhi(&arguments, 3).stderr;
    holds(
        &said,
        &["the reference, Gauss(stages = 3), failed from t = "],
    );
}

#[test]
fn a_control_that_is_not_finite_ends_the_run_with_its_name() {
    let desk = Desk::new();
    let set = [
        "run",
        "run.toml",
        "--set",
        "push=1/(t - 0.25)",
        "--set",
        "m=1",
    ];
    let said = desk.nhi(&set, 3);
    holds(&said.stderr, &["the control `push` is inf", "t = 0.25"]);
    let (_, rows) = table(&desk.read("run.csv"));
    assert!(!rows.is_empty());
}

#[cfg(unix)]
#[test]
fn a_broken_pipe_ends_quietly() {
    use std::process::{Command, Stdio};
    let desk = Desk::new();
    for arguments in [
        &["run", "run.toml", "--end", "5000", "-o", "-"][..],
        &["gen", "particle.nhi"],
        &["completions", "bash"],
        &["explain"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_nhi"))
            .current_dir(desk.path(""))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_the_rows_so_far() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let desk = Desk::new();
    let child = Command::new(env!("CARGO_BIN_EXE_nhi"))
        .current_dir(desk.path(""))
        .args(["run", "run.toml", "--end", "1e9", "-o", "long.csv"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The handler is there before the first rows are.
    let started = Instant::now();
    while std::fs::metadata(desk.path("long.csv")).map_or(0, |file| file.len()) < 10_000 {
        assert!(started.elapsed() < Duration::from_secs(60), "no rows");
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    let signalled = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(signalled.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let (header, rows) = table(&desk.read("long.csv"));
    assert!(rows.iter().all(|row| row.len() == header.len()));
    let wrote = format!("wrote {} rows", rows.len());
    holds(
        &String::from_utf8_lossy(&output.stderr),
        &["stopped after step", &wrote],
    );
}

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
    desk.write("run.csv", "earlier");
    let said = desk.nhi(&["run", "fall.toml", "--set", "x_dot=1e200"], 3);
    holds(
        &said.stderr,
        &[
            "the start of the run failed, from t = 0.0",
            "no row was computed: nothing was written to `run.csv`",
        ],
    );
    assert_eq!(desk.read("run.csv"), "earlier");
    assert_eq!(desk.unfinished().len(), 0);
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

/// What a run leaves that a signal ends while it is under way.
#[cfg(unix)]
fn ended_by(signal: &str, more: &[&str]) -> (Desk, Option<i32>, String) {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let desk = Desk::new();
    desk.write("long.csv", "earlier");
    let child = Command::new(env!("CARGO_BIN_EXE_nhi"))
        .current_dir(desk.path(""))
        .args(["run", "run.toml", "--end", "1e9"])
        .args(["-o", "long.csv"])
        .args(more)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Signals are taken over before there is a row.
    let started = Instant::now();
    let has_rows = |path: &std::path::PathBuf| path.metadata().is_ok_and(|file| file.len() > 0);
    while !desk.unfinished().iter().any(has_rows) {
        assert!(started.elapsed() < Duration::from_secs(60), "no rows");
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    let signalled = Command::new("kill").args([signal, &id]).status().unwrap();
    assert!(signalled.success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    (desk, output.status.code(), stderr)
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_the_rows_so_far() {
    let signals = [("-INT", 2, 130), ("-TERM", 15, 143), ("-HUP", 1, 129)];
    // Under `nohup` the end of the terminal is ignored, as it should be.
    for (signal, number, code) in signals {
        if signals_of("self", "SigIgn") >> (number - 1) & 1 == 1 {
            continue;
        }
        for every in [["--every", "1"], ["--every", "1000000000"]] {
            let (desk, status, stderr) = ended_by(signal, &every);
            assert_eq!(status, Some(code), "{stderr}");
            let text = desk.read("long.csv");
            let (header, rows) = table(&text);
            assert!(text.ends_with('\n') && !rows.is_empty());
            assert!(rows.iter().all(|row| row.len() == header.len()));
            let wrote = match rows.len() {
                1 => "wrote 1 row to".to_owned(),
                count => format!("wrote {count} rows to"),
            };
            holds(&stderr, &["stopped after step", &wrote]);
            assert_eq!(desk.unfinished().len(), 0);
        }
    }
}

/// Whether a process has taken over a signal.
#[cfg(target_os = "linux")]
fn catches(process: u32, signal: u32) -> bool {
    signals_of(&process.to_string(), "SigCgt") >> (signal - 1) & 1 == 1
}

/// The signals of a set of a process, by their bits; none where the system does not tell.
#[cfg(unix)]
fn signals_of(process: &str, set: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mut lines = status.lines();
    let bits = lines.find_map(|line| line.strip_prefix(set)?.strip_prefix(':'));
    bits.map_or(0, |bits| u64::from_str_radix(bits.trim(), 16).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_a_comparison_without_a_trace() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    for (signal, number) in [("-INT", 2), ("-TERM", 15)] {
        let desk = Desk::new();
        let child = Command::new(env!("CARGO_BIN_EXE_nhi"))
            .current_dir(desk.path(""))
            .args(["compare", "run.toml", "--integrators", "Gni, Rk, Mla"])
            .args(["--end", "1e9", "-o", "out"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let started = Instant::now();
        while !catches(child.id(), number) {
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "no signal taken over"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        // Derived in a moment, and then under way for hours.
        std::thread::sleep(Duration::from_millis(500));
        let id = child.id().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &id])
                .status()
                .unwrap()
                .success()
        );
        let signalled = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(
            signalled.elapsed() < Duration::from_secs(20),
            "{:?}",
            signalled.elapsed()
        );
        assert_eq!(
            output.status.code(),
            Some(128 + i32::try_from(number).unwrap())
        );
        let said = support::Said::new(&output);
        holds(
            &said.stderr,
            &["stopped during the runs: nothing was written"],
        );
        assert_eq!(
            (said.stdout.as_str(), desk.path("out").exists()),
            ("", false)
        );
    }
}

#[cfg(unix)]
#[test]
fn what_cannot_be_stopped_politely_leaves_the_earlier_result() {
    let (desk, status, _) = ended_by("-KILL", &["--every", "1"]);
    assert_eq!(status, None);
    assert_eq!(desk.read("long.csv"), "earlier");
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_ignores_the_end_of_the_terminal_goes_on() {
    let desk = Desk::new();
    let line = "trap '' HUP; \"$0\" run run.toml --end 2e3 -o long.csv & child=$!; sleep 0.2; \
                kill -HUP $child; wait $child";
    let ended = std::process::Command::new("sh")
        .args(["-c", line, env!("CARGO_BIN_EXE_nhi")])
        .current_dir(desk.path(""))
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(0), "{ended:?}");
    assert_eq!(table(&desk.read("long.csv")).1.len(), 40_001);
}

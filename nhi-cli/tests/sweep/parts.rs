//! The folder of a sweep: shards, interruptions, other sweeps.

use std::fs;
use std::time::{Duration, Instant};

use super::support::{Desk, SCENARIO, holds};
use super::{SWEEP, desk, parts, sweep};

#[test]
fn shards_threads_and_interruptions_do_not_matter() {
    let desk = desk(&SWEEP.replace("members = 70", "members = 2500"));
    sweep(&desk, "whole", &[]);
    let whole = parts(&desk, "whole");
    assert_eq!(whole.len(), 3);
    // Two shards in one folder, by one thread.
    for shard in ["2/2", "1/2"] {
        let arguments = [
            "sweep", "run.toml", "-o", "shards", "--format", "csv", "--shard", shard,
        ];
        let mut command = desk.command(&arguments);
        assert!(
            command
                .env("RAYON_NUM_THREADS", "1")
                .output()
                .unwrap()
                .status
                .success()
        );
    }
    assert_eq!(parts(&desk, "shards"), whole);
    // A part that is missing is computed again, and nothing else.
    fs::remove_file(desk.path("shards/part-00000001.csv")).unwrap();
    let status = sweep(&desk, "shards", &["--status"]);
    holds(&status, &["2 of 3 parts are complete"]);
    holds(&sweep(&desk, "shards", &[]), &["ran 1024 members"]);
    assert_eq!(parts(&desk, "shards"), whole);
}

#[test]
fn a_killed_sweep_goes_on() {
    let members = SWEEP.replace("members = 70", "members = 20000");
    let desk = desk(&members);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_nhi"))
        .args(["sweep", "run.toml", "-o", "out", "--format", "csv"])
        .current_dir(desk.path(""))
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while !desk.path("out/part-00000001.csv").exists() && begun.elapsed() < Duration::from_secs(60)
    {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = parts(&desk, "out");
    assert!(before.len() >= 2, "the first parts are complete");
    sweep(&desk, "out", &[]);
    sweep(&desk, "whole", &[]);
    assert_eq!(parts(&desk, "out"), parts(&desk, "whole"));
    assert!(
        before
            .iter()
            .all(|(name, bytes)| &parts(&desk, "out")[name] == bytes)
    );
}

#[test]
fn parts_that_were_cut_off_are_written_again() {
    let desk = desk(&SWEEP.replace("members = 70", "members = 2000"));
    for format in ["parquet", "csv"] {
        let run = || desk.nhi(&["sweep", "run.toml", "-o", format, "--format", format], 0);
        run();
        let whole = parts(&desk, format);
        let names: Vec<_> = whole.keys().cloned().collect();
        assert!(names.len() > 1, "several parts");
        let half_of_a_row = whole[&names[1]].len() / 2;
        let before = &whole[&names[1]][..half_of_a_row];
        let end_of_a_row = before.iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
        for cuts in [[0, half_of_a_row], [0, end_of_a_row]] {
            for (name, length) in names.iter().zip(cuts) {
                let place = desk.path(&format!("{format}/{name}"));
                std::fs::write(place, &whole[name][..length]).unwrap();
            }
            run();
            assert_eq!(parts(&desk, format), whole);
        }
    }
}

#[test]
fn another_sweep_is_refused() {
    let desk = desk(SWEEP);
    sweep(&desk, "out", &[]);
    desk.write(
        "run.toml",
        format!("{SCENARIO}{}", SWEEP.replace("seed = 3", "seed = 4")),
    );
    let arguments = ["sweep", "run.toml", "-o", "out", "--format", "csv"];
    let said = desk.nhi(&arguments, 1).stderr;
    holds(&said, &["not the folder of this sweep", "it differs in `s"]);
    fs::create_dir(desk.path("other")).unwrap();
    desk.write("other/notes.txt", "mine");
    let arguments = ["sweep", "run.toml", "-o", "other", "--format", "csv"];
    let said = desk.nhi(&arguments, 1).stderr;
    holds(&said, &["it has files but no `sweep.toml`"]);
    desk.write("file", "");
    let said = desk.nhi(&["sweep", "run.toml", "-o", "file"], 1).stderr;
    holds(&said, &["error: file: ", "it is a file"]);
}

#[test]
fn a_status_writes_nothing_and_a_changed_table_is_noticed() {
    let desk = Desk::new();
    let tables = "push = { file = \"push.csv\", time = \"t\", column = \"push\", interpolation = \"linear\" }";
    let text = format!("{SCENARIO}{SWEEP}").replace("push = \"0.5*t\"", tables);
    desk.write("run.toml", text);
    desk.write("push.csv", "t,push\n0,0\n1,1\n");
    holds(&sweep(&desk, "out", &["--status"]), &["0 of 1 parts"]);
    assert!(!desk.path("out").exists());
    // What a sweep leaves that was killed before its record was complete.
    fs::create_dir(desk.path("out")).unwrap();
    desk.write("out/.nhi.x.unfinished", "");
    sweep(&desk, "out", &[]);
    // The folder knows its format.
    let said = desk.nhi(&["sweep", "run.toml", "-o", "out", "--status"], 0);
    holds(&said.stdout, &["1 of 1 parts"]);
    desk.write("push.csv", "t,push\n0,0\n1,2\n");
    let arguments = ["sweep", "run.toml", "-o", "out", "--format", "csv"];
    holds(&desk.nhi(&arguments, 1).stderr, &["it differs in `tables`"]);
}

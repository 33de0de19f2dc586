//! `nhi sweep`: members against single runs, interrupted and shared sweeps, draws, and mistakes.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use support::{Desk, SCENARIO, holds, root, table};

/// A sweep of the particle over its mass and initial velocity.
const SWEEP: &str = "
[sweep]
members = 70
seed = 3
keep = [\"x\", \"z\", \"energy\", \"residual.rise\", \"lambda.rise\", \"push\"]

[sweep.vary]
m = { uniform = [0.5, 2.0] }
y_dot = { normal = [1.0, 0.2] }
";

fn desk(sweep: &str) -> Desk {
    let desk = Desk::new();
    desk.write("run.toml", format!("{SCENARIO}{sweep}"));
    desk
}

/// The rows of the CSV parts of a folder, by column.
fn rows(desk: &Desk, folder: &str) -> Vec<BTreeMap<String, String>> {
    let mut rows = Vec::new();
    for (_, bytes) in parts(desk, folder) {
        let mut reader = csv_lines(&String::from_utf8(bytes).unwrap()).into_iter();
        let names = reader.next().unwrap();
        rows.extend(reader.map(|row| names.iter().cloned().zip(row).collect()));
    }
    rows
}

/// The lines of a table without quotes around its cells but those of reasons.
fn csv_lines(text: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| {
        let mut cells = vec![String::new()];
        let mut is_quoted = false;
        for letter in line.chars() {
            match letter {
                '"' => is_quoted = !is_quoted,
                ',' if !is_quoted => cells.push(String::new()),
                letter => cells.last_mut().unwrap().push(letter),
            }
        }
        cells
    };
    text.lines().map(cells).collect()
}

/// The files of a folder apart from its record, with their bytes.
fn parts(desk: &Desk, folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(desk.path(folder)).unwrap();
    let entries = entries.map(|entry| entry.unwrap());
    let named = entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path()));
    let parts = named.filter(|(name, _)| name.starts_with("part-"));
    parts
        .map(|(name, path)| (name, fs::read(path).unwrap()))
        .collect()
}

fn sweep(desk: &Desk, folder: &str, more: &[&str]) -> String {
    let arguments = [
        &["sweep", "run.toml", "-o", folder, "--format", "csv"],
        more,
    ]
    .concat();
    desk.nhi(&arguments, 0).stdout
}

/// Compares members of a sweep with `nhi run` on the same values, in the texts of their numbers.
fn equal_single_runs(desk: &Desk, members: &[usize], vary: &[&str], more: &[&str]) {
    sweep(desk, "out", more);
    let rows = rows(desk, "out");
    for &member in members {
        let row = &rows[member];
        assert_eq!(row["status"], "ok", "{row:?}");
        let set = vary
            .iter()
            .map(|name| format!("--set={name}={}", row[*name]));
        let set: Vec<_> = set.collect();
        let set = set.iter().map(String::as_str).collect::<Vec<_>>();
        let run = [
            &["run", "run.toml", "-o", "run.csv", "--project"],
            more,
            &set,
        ]
        .concat();
        desk.nhi(&run, 0);
        let text = desk.read("run.csv");
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let names: Vec<_> = lines[0].split(',').collect();
        let last: Vec<_> = lines.last().unwrap().split(',').collect();
        for (name, value) in names.iter().zip(last) {
            if let Some(kept) = row.get(*name).filter(|_| !vary.contains(name)) {
                assert_eq!(kept, value, "member {member}: {name}");
            }
        }
    }
}

#[test]
fn members_have_the_bits_of_single_runs() {
    // Controls of the time; starts that are projected, because the velocity leaves the constraint.
    let desk = desk(SWEEP);
    for integrator in ["Gni", "Mla", "Gauss", "Rk(order = 4)"] {
        let _ = fs::remove_dir_all(desk.path("out"));
        equal_single_runs(
            &desk,
            &[0, 1, 33, 69],
            &["m", "y_dot"],
            &["--integrator", integrator],
        );
    }
}

#[test]
fn members_with_feedback_and_held_controls_have_the_bits_of_single_runs() {
    let laws = [
        ("push = \"0.5*t\"", "push = \"-x - 0.1 * x_dot\""),
        (
            "push = \"0.5*t\"",
            "push = { law = \"-x - 0.1 * x_dot\", inside = true }",
        ),
        ("step = 0.05", "step = 0.05\ncontrol_period = 0.1"),
    ];
    for (from, to) in laws {
        let desk = Desk::new();
        let scenario = format!("{SCENARIO}{SWEEP}").replace(from, to);
        desk.write("run.toml", scenario);
        equal_single_runs(&desk, &[0, 40], &["m", "y_dot"], &[]);
    }
}

#[test]
fn every_shipped_model_can_be_swept() {
    for (scenario, vary, keep) in [
        ("snakeboard_free", "i_rotor", "theta"),
        ("chaplygin_sleigh", "inertia", "theta"),
        ("rolling_disk", "m", "energy"),
        ("suslov", "i33", "energy"),
        ("skating_bob", "m", "energy"),
        ("parallel_parking", "m", "energy"),
    ] {
        let desk = Desk::new();
        let text = fs::read_to_string(root().join(format!("tests/scenarios/{scenario}.toml")));
        let text = text.unwrap();
        let models = root().join("tests/models");
        let text = text.replace("../models", models.to_str().unwrap());
        let names = fs::read_to_string(
            root()
                .join("tests/scenarios")
                .join(format!("{scenario}.toml")),
        );
        // Some parameter of the model, if not this one.
        let named = names.unwrap();
        let parameters = named.split("[parameters]").nth(1).unwrap_or_default();
        let first = parameters.lines().find_map(|line| line.split_once(" = "));
        let (first, value) = first.unwrap();
        let vary = if parameters.contains(&format!("\n{vary} = ")) {
            vary
        } else {
            first
        };
        let value: f64 = parameters
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{vary} = ")))
            .map_or(value.parse().unwrap(), |value| value.parse().unwrap());
        let values = [value, value * 1.01, value * 1.02];
        let rest = format!(
            "\n[sweep]\nkeep = [\"energy\", \"{keep}\"]\n[sweep.vary]\n{vary} = {{ values = {values:?} }}\n"
        );
        desk.write("run.toml", format!("{text}{rest}"));
        equal_single_runs(
            &desk,
            &[0, 1, 2],
            &[vary],
            &["--end", "0.5", "--step", "0.05"],
        );
    }
}

/// Lists multiply, the last varies fastest; formulas use parameters and other values.
#[test]
fn lists_and_formulas_are_combined() {
    let sweep_text = "
[sweep]
keep = [\"x.first\", \"y_dot.first\", \"x.last\", \"x.integral\", \"x.mean\", \"x.min\", \"x.max\"]
[sweep.vary]
x = { values = [0.0, 1.0] }
y_dot = \"0.5 * m + x\"
m = { grid = [1.0, 2.0, 3] }
";
    let desk = desk(sweep_text);
    let said = sweep(&desk, "out", &[]);
    holds(
        &said,
        &["ran 6 members", "0 failed, 0 refused", "1 of 1 parts"],
    );
    let rows = rows(&desk, "out");
    let number = |row: usize, name: &str| rows[row][name].parse::<f64>().unwrap();
    for (row, (x, m)) in [
        (0.0, 1.0),
        (0.0, 1.5),
        (0.0, 2.0),
        (1.0, 1.0),
        (1.0, 1.5),
        (1.0, 2.0),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!((number(row, "x.first"), number(row, "m")), (x, m));
        assert_eq!(number(row, "y_dot.first"), 0.5 * m + x);
        assert_eq!(number(row, "y_dot"), 0.5 * m + x);
        assert_eq!(number(row, "x.min"), x);
        assert_eq!(number(row, "x.max"), number(row, "x.last"));
        let mean = number(row, "x.integral") / 0.5;
        assert!((number(row, "x.mean") - mean).abs() < 1e-14);
    }
    // Without a constraint in its way, `x` of the particle moves almost uniformly.
    let exact = 0.125 + 0.5 * 0.5_f64.powi(4) / 24.0;
    assert!(
        (number(0, "x.integral") - exact).abs() < 2e-2,
        "{:?}",
        rows[0]
    );
}

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
fn members_that_fail_are_rows() {
    let sweep_text = "
[sweep]
keep = [\"x\", \"x.first\"]
[sweep.vary]
m = { values = [1.0, 0.0, -1.0, 2.0] }
";
    let desk = desk(sweep_text);
    let said = sweep(&desk, "out", &[]);
    let rows = rows(&desk, "out");
    let states: Vec<_> = rows.iter().map(|row| row["status"].as_str()).collect();
    assert_eq!(states[0], "ok");
    assert_eq!(states[3], "ok");
    assert!(
        states[1] == "refused" || states[1] == "failed",
        "{said} {rows:?}"
    );
    assert!(!rows[1]["reason"].is_empty());
    // Neighbours have the numbers that they have alone.
    let alone = desk;
    alone.write(
        "run.toml",
        format!(
            "{SCENARIO}{}",
            sweep_text.replace("[1.0, 0.0, -1.0, 2.0]", "[2.0]")
        ),
    );
    sweep(&alone, "alone", &[]);
    assert_eq!(rows[3]["x"], self::rows(&alone, "alone")[0]["x"]);
}

#[test]
fn events_have_times_and_end_members() {
    let sweep_text = "
[events]
half = { when = \"x - 0.2\" }
[stop]
when = \"y - 0.3\"
[sweep]
keep = [\"half.time\", \"stop.time\", \"y\", \"t\"]
[sweep.vary]
y_dot = { values = [0.1, 1.0] }
";
    let desk = desk(sweep_text);
    sweep(&desk, "out", &[]);
    let rows = rows(&desk, "out");
    let number = |row: usize, name: &str| rows[row][name].parse::<f64>().unwrap();
    assert!(number(0, "stop.time").is_nan());
    assert_eq!(number(0, "t"), 0.5);
    assert!((number(1, "y") - 0.3).abs() < 1e-14);
    assert_eq!(number(1, "t"), number(1, "stop.time"));
    assert!((0.15..0.25).contains(&number(0, "half.time")));
    assert!(rows.iter().all(|row| row["status"] == "ok"));
}

/// Means and deviations of draws within four standard errors; points of Sobol's sequence closer.
#[test]
fn draws_have_their_distributions() {
    for (draws, spread) in [("random", 4.0), ("sobol", 0.05)] {
        let text = SWEEP
            .replace(
                "members = 70",
                &format!("members = 4096\ndraws = \"{draws}\""),
            )
            .replace("keep = [", "keep = [\"y\", ");
        let desk = desk(&text);
        sweep(&desk, "out", &["--end", "0.1"]);
        let rows = rows(&desk, "out");
        assert_eq!(rows.len(), 4096);
        for (name, mean, deviation) in [("m", 1.25, 1.5 / 12_f64.sqrt()), ("y_dot", 1.0, 0.2)] {
            let values: Vec<f64> = rows.iter().map(|row| row[name].parse().unwrap()).collect();
            let count = values.len() as f64;
            let found = values.iter().sum::<f64>() / count;
            let error = spread * deviation / count.sqrt();
            assert!((found - mean).abs() < error, "{draws} {name}: {found}");
            let squares = values
                .iter()
                .map(|value| (value - found).powi(2))
                .sum::<f64>();
            let found = (squares / count).sqrt();
            assert!(
                (found / deviation - 1.0).abs() < 0.06,
                "{draws} {name}: {found}"
            );
        }
    }
}

#[test]
fn a_run_of_the_scenario_ignores_the_sweep_with_a_note() {
    let desk = desk(SWEEP);
    let said = desk.nhi(&["run", "run.toml", "-o", "run.csv"], 0);
    holds(&said.stderr, &["`[sweep]` is for `nhi sweep`"]);
    let (_, rows) = table(&desk.read("run.csv"));
    assert_eq!(rows.len(), 11);
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
}

#[test]
fn mistakes_are_reported_before_anything_runs() {
    for (from, to, expected) in [
        (
            "uniform = [0.5, 2.0]",
            "uniform = [2.0, 0.5]",
            "the range from 2.0 to 0.5 is empty",
        ),
        (
            "normal = [1.0, 0.2]",
            "normal = [1.0, -0.2]",
            "the standard deviation is -0.2",
        ),
        ("m = {", "mass = {", "there is nothing of this name"),
        (
            "members = 70",
            "",
            "the number of members, because values are drawn",
        ),
        ("members = 70", "members = 1.5", "a whole number"),
        ("members = 70", "members = 1e12", "1e12 members"),
        (
            "uniform = [0.5, 2.0]",
            "grid = [0.5, 2.0, 1e12]",
            "a grid of 1000000000000.0 values",
        ),
        ("\"push\"]", "\"pusch\"]", "there is no `pusch`"),
        ("\"push\"]", "\"push.tme\"]", "there is no `push.tme`"),
        ("seed = 3", "draws = \"halton\"", "\"random\" or \"sobol\""),
        ("seed = 3", "math = \"quick\"", "\"exact\" or \"fast\""),
        ("seed = 3", "sed = 3", "there is no such key"),
        ("{ uniform = [0.5, 2.0] }", "\"2 * y_dott\"", "y_dott"),
        (
            "{ uniform = [0.5, 2.0] }",
            "\"2 * m\"",
            "values are computed from each other",
        ),
        (
            "{ uniform = [0.5, 2.0] }",
            "{ uniforn = [0.5, 2.0] }",
            "there is no `uniforn`",
        ),
        (
            "{ uniform = [0.5, 2.0] }",
            "[0.5, 2.0]",
            "found an array of numbers",
        ),
    ] {
        assert!(SWEEP.contains(from), "{from}");
        let desk = desk(&SWEEP.replacen(from, to, 1));
        let arguments = ["sweep", "run.toml", "-o", "out", "--format", "csv"];
        let said = desk.nhi(&arguments, 1).stderr;
        holds(&said, &[expected]);
        assert!(!desk.path("out").exists(), "{to}: nothing is written");
    }
    let desk = desk(SWEEP);
    let said = desk.nhi(&["sweep", "run.toml", "-o", "out", "--shard", "3/2"], 2);
    holds(&said.stderr, &["K from 1 to N"]);
    desk.write("run.toml", SCENARIO);
    let said = desk.nhi(&["sweep", "run.toml", "-o", "out"], 1);
    holds(&said.stderr, &["[sweep]", "missing"]);
}

#[test]
fn values_that_the_step_depends_on_cannot_vary() {
    let desk = Desk::new();
    let text = format!("{SCENARIO}{SWEEP}").replace("step = 0.05", "step = \"0.05 / m\"");
    desk.write("run.toml", text);
    let said = desk.nhi(&["sweep", "run.toml", "-o", "out", "--format", "csv"], 1);
    holds(&said.stderr, &["`step` depends on it"]);
}

#[cfg(feature = "parquet")]
#[test]
fn lists_over_time_are_columns_of_parquet() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::{ListAccessor, RowAccessor};

    let text = SWEEP.replace("seed = 3", "seed = 3\nevery = 4");
    let desk = desk(&text);
    desk.nhi(&["sweep", "run.toml", "-o", "out"], 0);
    let file = fs::File::open(desk.path("out/part-00000000.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    let rows: Vec<_> = reader
        .get_row_iter(None)
        .unwrap()
        .map(|row| row.unwrap())
        .collect();
    assert_eq!(rows.len(), 70);
    let columns: Vec<_> = rows[0]
        .get_column_iter()
        .map(|(name, _)| name.clone())
        .collect();
    let place = |name: &str| columns.iter().position(|column| column == name).unwrap();
    assert_eq!(rows[5].get_long(place("member")).unwrap(), 5);
    assert_eq!(rows[5].get_string(place("status")).unwrap(), "ok");
    let list = rows[5].get_list(place("x")).unwrap();
    assert_eq!(list.len(), 3);
    assert_eq!(list.get_double(0).unwrap(), 0.0);
    let [m, y_dot] = ["m", "y_dot"].map(|name| {
        let value = rows[5].get_double(place(name)).unwrap();
        format!("--set={name}={value:?}")
    });
    desk.nhi(
        &["run", "run.toml", "-o", "run.csv", "--project", &m, &y_dot],
        0,
    );
    let (_, run) = table(&desk.read("run.csv"));
    assert_eq!(list.get_double(2).unwrap(), run[8][1]);
    let arguments = ["sweep", "run.toml", "-o", "csv", "--format", "csv"];
    holds(&desk.nhi(&arguments, 2).stderr, &["no lists over time"]);
}

//! `nhi sweep`: members against single runs, draws, failures, events and pictures.

#[path = "sweep/lanes.rs"]
mod lanes;
#[cfg(feature = "parquet")]
#[path = "sweep/lists.rs"]
mod lists;
#[path = "sweep/mistakes.rs"]
mod mistakes;
#[path = "sweep/parts.rs"]
mod parts_of_a_sweep;
#[path = "sweep/pictures.rs"]
mod pictures;
mod support;

use std::collections::BTreeMap;
use std::fs;

use support::{Desk, SCENARIO, Said, holds, root};

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
        let run = [&["run", "run.toml", "-o", "run.csv"], more, &set].concat();
        let output = desk.command(&run).output().unwrap();
        if !output.status.success() {
            holds(&Said::new(&output).stderr, &["violate the constraints"]);
            desk.nhi(&[&run[..], &["--project"]].concat(), 0);
        }
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
    // Controls are functions of the time.
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

/// Starts that a value moves off the constraints are projected, others are not.
#[test]
fn starts_are_projected_where_they_must_be() {
    let text = SWEEP.replace(
        "y_dot = { normal = [1.0, 0.2] }",
        "y = { values = [0.0, 0.5] }",
    );
    equal_single_runs(&desk(&text), &[0, 70, 139], &["m", "y"], &[]);
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

/// The start of a prescribed coordinate follows from its law, with the parameters of each member.
#[test]
fn prescribed_coordinates_start_at_their_law() {
    let scenario = root().join("tests/scenarios/driven_snake.toml");
    let text = fs::read_to_string(scenario).unwrap();
    let models = root().join("tests/models");
    let text = text.replace("../models", models.to_str().unwrap());
    let text = text.replace("end = 5.0", "start = 0.4\nend = 0.6");
    let desk = Desk::new();
    desk.write(
        "run.toml",
        text + "
[sweep]
keep = [\"alpha.first\", \"beta_dot.first\", \"x\", \"lambda.alpha\"]
[sweep.vary]
gait = { grid = [0.1, 0.3, 3] }
turn = { grid = [0.4, 0.6, 2] }
",
    );
    equal_single_runs(&desk, &[0, 3, 5], &["gait", "turn"], &[]);
    for row in rows(&desk, "out") {
        let number = |name: &str| row[name].parse::<f64>().unwrap();
        let (gait, turn) = (number("gait"), number("turn"));
        let expected = [turn + gait * 0.8_f64.sin(), -2.0 * gait * 0.8_f64.sin()];
        let found = [number("alpha.first"), number("beta_dot.first")];
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-15, "{found} {expected}");
        }
    }
}

#[test]
fn every_shipped_model_can_be_swept() {
    for (scenario, vary, keep) in [
        ("snakeboard_free", "i_rotor", "theta"),
        ("chaplygin_sleigh", "inertia", "theta"),
        ("rolling_disk", "m", "theta"),
        ("suslov", "i33", "w1"),
        ("skating_bob", "m", "px"),
        ("parallel_parking", "m", "x"),
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

/// No limit hides a number that is not finite, and the reason of a refused member names it.
#[test]
fn numbers_that_are_not_finite_are_shown() {
    let desk = desk(
        "
[definitions]
k = 1.0
[output]
root = \"sqrt(0.25 - x)\"
[sweep]
keep = [\"root.first\", \"root.min\", \"root.max\", \"root.mean\"]
[sweep.vary]
k = { values = [0.2, 0.75] }
",
    );
    let scenario = desk.read("run.toml");
    desk.write(
        "run.toml",
        scenario.replace("m = 1.0", "m = \"sqrt(k - 0.5)\""),
    );
    sweep(&desk, "out", &[]);
    let rows = rows(&desk, "out");
    assert_eq!(rows[0]["status"], "refused");
    let reason = "[parameters] m: the value of the expression is NaN";
    assert_eq!(rows[0]["reason"], reason);
    assert_eq!(rows[1]["root.first"], "0.5");
    for name in ["root.min", "root.max", "root.mean"] {
        assert_eq!(rows[1][name], "NaN", "{name}: {:?}", rows[1]);
    }
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

/// An unforced sleigh by the midpoint rule of Runge and Kutta, whose energy grows with the step.
const SLEIGH: &str = "#[nonholonomic(
    coordinates(theta, x, y),
    lagrangian = 0.5 * j * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = a * theta_dot + sin(theta) * x_dot - cos(theta) * y_dot),
    integrators(Rk),
)]
struct Sleigh { j: f64, m: f64, a: f64 }";

const TURNING: &str = "model = \"sleigh.nhi\"
integrator = \"Rk(order = 2)\"
step = 0.05
end = 20.0
[parameters]
j = 1.0
m = 2.0
a = 0.5
[initial]
theta_dot = 1.0
x_dot = 0.3
y_dot = 0.5
[sweep]
keep = [\"energy\"]
[sweep.vary]
theta_dot = { values = [0.2, 2.0, 8.0, 20.0] }
";

/// The monitor of a member sees some of the states of that of a single run, so it finds nothing
/// else; here it finds the same, also with an event.
#[test]
fn members_have_the_notes_of_single_runs() {
    let desk = Desk::new();
    desk.write("sleigh.nhi", SLEIGH);
    let event = "[events]\nfar = { when = \"x - 1e6\" }\n";
    for (more, end) in [("", 20.0), (event, 20.0), ("", 10.0), ("", 3.0), ("", 0.2)] {
        let turning = TURNING.replace("end = 20.0", &format!("end = {end:?}"));
        desk.write("run.toml", format!("{turning}{more}"));
        let said = sweep(&desk, "out", &[]);
        let members = rows(&desk, "out");
        let noted = members
            .iter()
            .filter(|row| !row["notes"].is_empty())
            .count();
        if end == 20.0 {
            assert!(0 < noted && noted < members.len(), "{members:?}");
            let text = format!("{noted} with notes of the run monitor");
            assert!(said.contains(&text), "{said}");
        }
        for row in &members {
            let set = format!("--set=theta_dot={}", row["theta_dot"]);
            let run = [
                "run",
                "run.toml",
                "--project",
                "--json",
                "-o",
                "run.csv",
                &set,
            ];
            let output = desk.command(&run).output().unwrap();
            let data: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            let found = data["watch"].as_array().unwrap().iter();
            let found: Vec<_> = found.map(|x| x["concern"].as_str().unwrap()).collect();
            assert_eq!(row["notes"], found.join("; "), "{row:?}");
        }
        fs::remove_dir_all(desk.path("out")).unwrap();
    }
}

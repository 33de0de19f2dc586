//! Tables record what made them, and pictures read it.

mod support;

use support::{Desk, SCENARIO, holds, root};

/// A desk whose scenario has a sketch that depends on a parameter.
fn desk() -> Desk {
    let desk = Desk::new();
    let sketch = "\n[sketch]\nbody = { disc = \"m\", at = [\"x\", \"y\"] }\n[units]\nx = \"m\"\n";
    desk.write("run.toml", format!("{SCENARIO}{sketch}"));
    desk
}

/// The record at the end of a table.
#[track_caller]
fn record(text: &str) -> toml::Table {
    let lines: Vec<_> = text.lines().collect();
    let first = lines.iter().position(|line| line.starts_with('#')).unwrap();
    let lines = lines[first..].iter().map(|line| line.strip_prefix("# "));
    let lines: Vec<_> = lines.collect::<Option<_>>().expect("comments to the end");
    lines.join("\n").parse().unwrap()
}

#[test]
fn a_table_ends_with_what_made_it() {
    let desk = desk();
    let run = [
        "run",
        "run.toml",
        "--integrator",
        "Mla",
        "--set",
        "m=2",
        "--set",
        "push=3*t",
    ];
    desk.nhi(&[&run[..], &["-o", "run.csv"]].concat(), 0);
    let text = desk.read("run.csv");
    let found = record(&text);
    for (key, value) in [
        ("nhi", nhi_study::VERSION),
        ("system", "Particle"),
        ("model", "particle.nhi"),
        ("scenario", "run.toml"),
        ("integrator", "Mla"),
        ("status", "complete"),
    ] {
        assert_eq!(found[key].as_str(), Some(value), "{key}");
    }
    assert_eq!(
        (found["step"].as_float(), found["end"].as_float()),
        (Some(0.05), Some(0.5))
    );
    assert_eq!(found["parameters"]["m"].as_float(), Some(2.0));
    assert_eq!(found["set"]["push"].as_str(), Some("3*t"));
    assert_eq!(found["units"]["x"].as_str(), Some("m"));
    let piped = desk.nhi(&[&run[..], &["-o", "-"]].concat(), 0).stdout;
    assert_eq!(piped, text);
    desk.nhi(&[&run[..], &["-o", "run.npy"]].concat(), 0);
    assert_eq!(
        desk.read("run.npy.toml").parse::<toml::Table>().unwrap(),
        found
    );
}

#[test]
fn a_run_that_ends_early_is_marked() {
    let desk = Desk::new();
    desk.write("run.toml", SCENARIO.replace("0.5*t", "sqrt(0.3 - t)"));
    let said = desk.nhi(&["run", "run.toml", "--step", "0.1"], 3).stderr;
    holds(&said, &["failed"]);
    let found = record(&desk.read("run.csv"));
    assert_eq!(found["status"].as_str(), Some("failed"));
    holds(found["reason"].as_str().unwrap(), &["step", "failed"]);
    let said = desk.nhi(&["plot", "run.csv", "-o", "a.svg"], 0).stderr;
    holds(
        &said,
        &["note: run.csv: the run failed, so the table ends early"],
    );
}

/// The radius of the disc in a page.
#[track_caller]
fn radius(desk: &Desk, arguments: &[&str]) -> (String, String) {
    let said = desk
        .nhi(&[&["animate", "-o", "run.html"], arguments].concat(), 0)
        .stderr;
    let page = desk.read("run.html");
    let (_, rest) = page.split_once("\"kind\":\"disc\"").unwrap_or(("", "none"));
    (rest.chars().take(60).collect(), said)
}

#[test]
fn sketches_have_the_parameters_of_the_run() {
    let desk = desk();
    desk.nhi(&["run", "run.toml", "-o", "one.csv"], 0);
    desk.nhi(&["run", "run.toml", "--set", "m=2", "-o", "two.csv"], 0);
    desk.nhi(&["run", "run.toml", "--set", "m=2", "-o", "two.npy"], 0);
    let (one, _) = radius(&desk, &["one.csv"]);
    let (two, said) = radius(&desk, &["two.csv"]);
    assert_ne!(one, two);
    assert_eq!(said, "");
    for arguments in [&["two.npy"][..], &["two.csv", "--scenario", "run.toml"]] {
        assert_eq!(radius(&desk, arguments), (two.clone(), String::new()));
    }
    // The scenario changes after the run.
    let changed = desk.read("run.toml").replace("m = 1.0", "m = 3.0");
    desk.write("run.toml", changed);
    let (drawn, said) = radius(&desk, &["one.csv"]);
    assert_eq!(drawn, one);
    holds(
        &said,
        &["note: one.csv: parameters in `run.toml` have changed since the run"],
    );
}

#[test]
fn a_scenario_that_is_gone_or_different_leaves_a_note() {
    let desk = desk();
    desk.nhi(&["run", "run.toml"], 0);
    let (sketch, _) = radius(&desk, &["run.csv"]);
    let scenario = desk.read("run.toml");
    std::fs::remove_file(desk.path("run.toml")).unwrap();
    let note = |found: &str| {
        let (drawn, said) = radius(&desk, &["run.csv"]);
        assert_ne!(drawn, sketch);
        holds(
            &said,
            &[
                "note: run.csv: the scenario `run.toml` that the table names",
                found,
            ],
        );
        let said = desk.nhi(&["plot", "run.csv", "-o", "a.svg"], 0);
        holds(&said.stderr, &[found]);
        holds(
            &desk.read("a.svg"),
            &["Particle, Gni, step 0.05", "x [m]", "t [s]"],
        );
    };
    note("does not exist");
    for (from, to) in [("model =", "mod ="), ("m = 1.0", "mass = \"secret")] {
        desk.write("run.toml", scenario.replace(from, to));
        let said = desk.nhi(&["plot", "run.csv", "-o", "a.svg"], 0).stderr;
        assert!(!said.contains("secret"), "{said}");
        note("has changed since the run");
    }
}

#[test]
fn a_strangers_record_is_harmless() {
    let desk = desk();
    let rows = "t,x,x_dot\n0,1,1\n1,2,1\n# nhi = \"0.1.0\"\n";
    for lines in [
        "# scenario = \"/dev/zero\"",
        "# scenario = \"\\u001b[31m\"\n# system = \"\\u001b[31m\"",
        "# scenario = \"run.toml\"\n# system = \"Particle\"\n# [parameters]\n# m = nan",
        "# step = \"0.1\"",
        "# scenario = \"..\"\n# status = \"failed\"\n# reason = \"\\u001b]0;\"",
        "# [units]\n# x = \"\\u001b\\u202e\"",
    ] {
        desk.write("run.csv", format!("{rows}{lines}\n"));
        let said = desk.nhi(&["plot", "run.csv", "-o", "a.svg"], 0);
        let all = format!("{}{}{}", said.stdout, said.stderr, desk.read("a.svg"));
        assert!(!all.contains(['\u{1b}', '\u{202e}']), "{all:.2000}");
    }
}

#[test]
fn the_record_of_an_array_never_replaces_a_scenario() {
    let desk = Desk::new();
    desk.write("run.npy.toml", SCENARIO);
    let said = desk
        .nhi(&["run", "run.npy.toml", "-o", "run.npy"], 2)
        .stderr;
    holds(&said, &["run.npy.toml"]);
    assert_eq!(desk.read("run.npy.toml"), SCENARIO);
}

#[test]
fn a_table_is_a_table_of_controls() {
    let desk = desk();
    desk.nhi(&["run", "run.toml"], 0);
    let control = "push = { file = \"run.csv\", time = \"t\", column = \"push\", interpolation = \"linear\" }";
    desk.write("again.toml", SCENARIO.replace("push = \"0.5*t\"", control));
    desk.nhi(&["run", "again.toml", "-o", "again.csv"], 0);
    desk.write("bad.csv", desk.read("run.csv").replace(',', ";"));
    desk.write(
        "bad.toml",
        desk.read("again.toml").replace("run.csv", "bad.csv"),
    );
    let said = desk.nhi(&["run", "bad.toml", "-o", "again.csv"], 1).stderr;
    holds(&said, &["the columns are separated by semicolons"]);
}

/// Places in metres and in kilometres are drawn in those of the first table.
#[test]
fn numbers_of_several_tables_are_drawn_in_the_units_of_the_first() {
    let desk = desk();
    for (name, unit) in [("far", "km"), ("near", "m"), ("angle", "rad")] {
        let units = format!("x = \"{unit}\"");
        let [scenario, table] = ["toml", "csv"].map(|ending| format!("{name}.{ending}"));
        desk.write(
            &scenario,
            desk.read("run.toml").replace("x = \"m\"", &units),
        );
        desk.nhi(&["run", &scenario, "-o", &table], 0);
    }
    let drawn = |tables: [&str; 2]| {
        let draw = [
            "plot",
            tables[0],
            tables[1],
            "--columns",
            "x",
            "-o",
            "x.svg",
        ];
        desk.nhi(&draw, 0);
        desk.read("x.svg")
    };
    let far = drawn(["far.csv", "near.csv"]);
    let near = drawn(["near.csv", "far.csv"]);
    holds(&far, &["[km]", ">0.4<"]);
    holds(&near, &["[m]", ">400<"]);
    let draw = ["plot", "near.csv", "angle.csv", "-o", "x.svg"];
    let said = desk.nhi(&draw, 1).stderr;
    holds(
        &said,
        &["angle.csv: `x` is in `rad`, and in `m` in `near.csv`"],
    );
    desk.nhi(&[&draw[..], &["--columns", "y"]].concat(), 0);
}

#[test]
fn group_elements_and_held_controls_are_marked() {
    let desk = desk();
    let scenario = root().join("tests/scenarios/free_rigid_body.toml");
    desk.nhi(&["run", scenario.to_str().unwrap(), "-o", "body.csv"], 0);
    let found = record(&desk.read("body.csv"));
    assert_eq!(found["groups"]["body"].as_str(), Some("SO3"));
    desk.nhi(&["run", "run.toml", "-o", "time.csv"], 0);
    assert!(!record(&desk.read("time.csv")).contains_key("holds_controls"));
    desk.nhi(
        &["run", "run.toml", "--set", "push=-x", "-o", "held.csv"],
        0,
    );
    let found = record(&desk.read("held.csv"));
    assert_eq!(found["holds_controls"].as_bool(), Some(true));
}

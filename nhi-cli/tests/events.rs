//! Events of a run: `[stop]` and `[events]`.

mod support;

use serde_json::Value;
use support::{Desk, SCENARIO, holds, table};

/// The particle moves with constant `x_dot = 1` without a push.
fn desk(events: &str) -> Desk {
    let desk = Desk::new();
    let scenario = SCENARIO.replace("\"0.5*t\"", "0");
    desk.write("run.toml", format!("{scenario}{events}"));
    desk
}

fn times(text: &str) -> Vec<f64> {
    table(text).1.iter().map(|row| row[0]).collect()
}

#[test]
fn a_run_stops_at_a_zero_to_machine_precision() {
    let desk = desk("[stop]\nwhen = \"x - 0.32\"\n");
    for integrator in [
        "Gni",
        "Mla",
        "Dla",
        "Lobatto",
        "Gauss",
        "Rk",
        "EnergyPreserving",
        "Dop853",
    ] {
        let command = [
            "run",
            "run.toml",
            "-o",
            "run.csv",
            "--strict",
            "--integrator",
            integrator,
        ];
        let said = desk.nhi(&command, 0).stdout;
        holds(&said, &["wrote 8 rows", "stopped by `[stop]` at t = 0.3"]);
        let (_, rows) = table(&desk.read("run.csv"));
        let last = rows.last().unwrap();
        assert!((last[1] - 0.32).abs() < 1e-14, "{integrator}: {last:?}");
    }
}

/// Events at the time of the stop happen, and the run has one last row.
#[test]
fn events_at_the_time_of_the_stop_are_recorded() {
    let events = "[stop]\nwhen = \"x - 0.32\"\n[events]\nsame = { when = \"x - 0.32\" }\n\
                  twice = { when = \"2*x - 0.64\" }\nlater = { when = \"x - 0.33\" }\n";
    let desk = desk(events);
    let said = desk.nhi(&["run", "run.toml", "-o", "run.csv", "--json"], 0);
    let report: Value = serde_json::from_str(&said.stdout).unwrap();
    let names = report["events"].as_array().unwrap().iter();
    let names: Vec<_> = names.map(|event| event["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["same", "twice", "stop"]);
    assert_eq!(times(&desk.read("run.csv")).len(), 8);
}

#[test]
fn events_have_rows_lines_and_entries_and_do_not_change_the_run() {
    let events = "[events]
half = { when = \"sin(8*t)\", direction = \"falling\" }
other = { when = \"sin(8*t)\", direction = \"rising\" }
";
    let desk = desk(events);
    let said = desk
        .nhi(&["run", "run.toml", "-o", "run.csv", "--json"], 0)
        .stdout;
    let report: Value = serde_json::from_str(&said).unwrap();
    let found = report["events"].as_array().unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["name"], "half");
    assert_eq!(found[0]["step"], 8);
    let t = found[0]["t"].as_f64().unwrap();
    assert!((t - std::f64::consts::PI / 8.0).abs() < 1e-14, "{t}");
    assert_eq!(report["stopped"], false);
    holds(
        &desk.read("run.csv"),
        &["# [[events]]", "# name = \"half\""],
    );
    let with = times(&desk.read("run.csv"));
    assert_eq!(with.len(), 12);
    assert_eq!(with[8], t);
    let said = desk
        .nhi(&["run", "run.toml", "-o", "some.csv", "--every", "5"], 0)
        .stdout;
    holds(&said, &["event `half` at t = 0.392699081699, in step 8\n"]);
    assert_eq!(times(&desk.read("some.csv")), [0.0, 0.25, t, 0.5]);
    let without = self::desk("");
    without.nhi(&["run", "run.toml", "-o", "run.csv"], 0);
    let (with, without) = (desk.read("run.csv"), without.read("run.csv"));
    let lines = without.lines();
    assert!(
        lines
            .clone()
            .all(|line| line.starts_with('#') || with.contains(line))
    );
}

#[test]
fn held_controls_and_earlier_events_count() {
    let desk = desk(
        "[stop]\nwhen = \"x - 0.3\"\n[events]\nlate = { when = \"x - 0.31\" }\nsoon = { when = \"x - 0.27\" }\n",
    );
    let held = desk
        .read("run.toml")
        .replace("push = 0", "push = \"1 - 5*x\"")
        .replace("end =", "control_period = 0.25\nend =");
    desk.write("run.toml", &held);
    let said = desk.nhi(&["run", "run.toml", "-o", "run.csv"], 0).stdout;
    holds(&said, &["event `soon`", "stopped by `[stop]`"]);
    assert!(!said.contains("late"), "{said}");
    let (columns, rows) = table(&desk.read("run.csv"));
    let push = columns.iter().position(|name| *name == "push").unwrap();
    let pushes: Vec<_> = rows.iter().map(|row| row[push]).collect();
    let first_of_second = rows.iter().position(|row| row[0] >= 0.25).unwrap();
    assert!(pushes[..first_of_second].iter().all(|push| *push == 1.0));
    let second = pushes[first_of_second];
    assert!(
        pushes[first_of_second..].iter().all(|push| *push == second),
        "{pushes:?}"
    );
}

#[test]
fn a_zero_at_a_node_is_one_event_and_the_start_is_none() {
    let desk = desk(
        "[events]\nstart = { when = \"t\" }\nnode = { when = \"t - 0.25\" }\n[stop]\nwhen = \"t - 0.4\"\n",
    );
    let said = desk
        .nhi(&["run", "run.toml", "-o", "run.csv", "--every", "100"], 0)
        .stdout;
    holds(
        &said,
        &[
            "event `node` at t = 0.25, in step 5\n",
            "stopped by `[stop]` at t = 0.4",
        ],
    );
    assert!(!said.contains("`start`"), "{said}");
    assert_eq!(times(&desk.read("run.csv")), [0.0, 0.25, 0.4]);
}

#[test]
fn mistakes_in_events_are_at_their_places() {
    for (events, found) in [
        (
            "[stop]\nwhen = \"x - y_dt\"\n",
            &["unknown name `y_dt`"][..],
        ),
        (
            "[stop]\nwhen = \"x\"\ndirection = \"up\"\n",
            &[
                "[stop] direction: found the string \"up\"",
                "\"rising\", \"falling\" or \"both\"",
            ],
        ),
        ("[stop]\ndirection = \"both\"\n", &["[stop] when: missing"]),
        (
            "[stop]\nwhen = \"x\"\nif = 1\n",
            &["[stop] if: there is no such key"],
        ),
        (
            "[events]\nlift = \"x\"\n",
            &["[events] lift: found the string", "a table such as"],
        ),
        (
            "[events]\n\"a\\nb\" = { when = \"x\" }\n",
            &["this cannot be the name of an event"],
        ),
        (
            "[events]\nstop = { when = \"x\" }\n",
            &["[events] stop: the event of this name"],
        ),
    ] {
        let desk = desk(events);
        let said = desk.nhi(&["run", "run.toml"], 1).stderr;
        holds(&said, &[found, &["run.toml:"]].concat());
    }
    let desk = desk("[stop]\nwhen = \"ln(0.2 - x)\"\n");
    let said = desk.nhi(&["run", "run.toml", "-o", "run.csv"], 3).stderr;
    holds(
        &said,
        &["the expression of the event `stop` is not a number"],
    );
    // The step begins at the last row.
    desk.write(
        "run.toml",
        desk.read("run.toml").replace("0.2 - x", "0.25 - t"),
    );
    let said = desk.nhi(&["run", "run.toml", "-o", "-"], 3);
    let (_, rows) = table(&said.stdout);
    let from = format!("failed, from t = {:?}: ", rows.last().unwrap()[0]);
    holds(&said.stderr, &[&from, "is not a number at t = "]);
}

/// `Feedback` only stays near rotations. A run cannot start from its state at an event or an impact.
#[test]
fn events_and_impacts_of_feedback_on_a_group_are_found() {
    let desk = Desk::new();
    let body = "#[nonholonomic(coordinates(z), groups(body: SO3(w1, w2, w3)), integrators(Feedback), holonomic(floor = z),
        contacts(floor >= 0, opens, restitution = 0.5),
        lagrangian = 0.5 * (z_dot.powi(2) + w1.powi(2) + 2 * w2.powi(2) + 2.5 * w3.powi(2)) - 10 * z)] struct Body {}";
    desk.write("body.nhi", body);
    let text = "model = \"body.nhi\"\nintegrator = \"Feedback\"\nstep = 0.0025\nend = 2\n\
        [initial]\nz = 5\nw1 = 0.7\nw2 = 1.0\nw3 = -0.4\n[events]\nturned = { when = \"body[0][0] - 0.3\" }\n";
    for (base, error) in [("Feedback", 1.2e-2), ("Feedback(base = Rk4)", 1e-6)] {
        let text = text.replace("\"Feedback\"", &format!("\"{base}\""));
        desk.write("run.toml", text);
        let said = desk.nhi(&["run", "run.toml", "--json", "-o", "run.csv"], 0);
        let data: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
        // The body falls for a second; the event on its rotation comes after the impact.
        for (event, (name, expected)) in [("floor.rebounds", 1.0), ("turned", 1.284_735_8)]
            .iter()
            .enumerate()
        {
            let event = &data["events"][event];
            assert_eq!(event["name"], *name, "{said:?}");
            let t = event["t"].as_f64().unwrap();
            assert!((t - expected).abs() < error, "{base}: {name} at {t}");
        }
    }
}

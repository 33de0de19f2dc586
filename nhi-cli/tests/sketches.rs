//! The sketches of the repository's scenarios: each names what its table has.

mod support;

use std::path::PathBuf;

use support::{Desk, root, table};

/// The scenarios with a sketch.
fn scenarios() -> Vec<PathBuf> {
    let folders = ["tests/scenarios", "tests/rolling"].map(|folder| root().join(folder));
    let entries = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let has_sketch = |path: &PathBuf| {
        let is_scenario = path.extension().is_some_and(|ending| ending == "toml");
        is_scenario
            && std::fs::read_to_string(path)
                .unwrap()
                .contains("\n[sketch]\n")
    };
    paths.filter(has_sketch).collect()
}

#[test]
fn every_sketch_is_drawn_under_the_title_of_its_run() {
    let scenarios = scenarios();
    assert!(scenarios.len() >= 10, "{scenarios:?}");
    for path in scenarios {
        let desk = Desk::new();
        let scenario = path.to_str().unwrap();
        desk.nhi(&["run", scenario, "-o", "a.csv"], 0);
        let arguments = [
            "animate",
            "a.csv",
            "--scenario",
            scenario,
            "-o",
            "a.html",
            "--json",
        ];
        let data = desk.nhi(&arguments, 0).json();
        let title = data["title"].as_str().unwrap();
        assert!(title.contains(", step "), "{scenario}: {title}");
        assert!(!data["parts"].as_array().unwrap().is_empty());
    }
}

/// Lengths and angles have the values of their expressions in columns, parameters, definitions,
/// outputs and multipliers.
#[test]
fn quantities_are_expressions() {
    let desk = Desk::new();
    let scenario = desk.read("run.toml").replace("m = 1.0", "m = 2.0");
    let more = "
[definitions]
far = 3
swing = \"far * sin(x) / m\"
[output]
twice = \"2 * y\"
[sketch]
body = { disc = \"m/far\", at = [\"swing + twice\", \"clamp(lambda.rise, -1, z)\"], heading = \"-push*pi\" }
";
    desk.write("run.toml", format!("{scenario}{more}"));
    desk.nhi(&["run", "run.toml"], 0);
    desk.nhi(&["animate", "run.csv", "-o", "a.html"], 0);
    let page = desk.read("a.html");
    let (_, data) = page.split_once("type=\"application/json\">").unwrap();
    let data: serde_json::Value =
        serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    let part = &data["parts"][0];
    assert_eq!(part["shape"]["sizes"][0][0].as_f64(), Some(2.0 / 3.0));
    let shown = |place: &serde_json::Value| {
        let column = place["column"].as_u64().unwrap() as usize;
        let values = data["columns"][column].as_array().unwrap().iter();
        values.map(|x| x.as_f64().unwrap()).collect::<Vec<_>>()
    };
    let (names, rows) = table(&desk.read("run.csv"));
    let column = |name: &str| names.iter().position(|x| x == name).unwrap();
    let [x, y, z, push, rise] = ["x", "y", "z", "push", "lambda.rise"].map(column);
    let [at_x, at_y, heading] = [&part["at"][0], &part["at"][1], &part["heading"]].map(shown);
    for (place, row) in rows.iter().enumerate() {
        let expected = [
            1.5 * row[x].sin() + 2.0 * row[y],
            row[rise].max(-1.0).min(row[z]),
            -row[push] * std::f64::consts::PI,
        ];
        for (found, expected) in [at_x[place], at_y[place], heading[place]]
            .iter()
            .zip(expected)
        {
            assert!(
                (found - expected).abs() < 1e-6,
                "{place}: {found} {expected}"
            );
        }
    }
}

#[test]
fn lengths_may_be_quotients() {
    let desk = Desk::new();
    let body = "[sketch]\nbody = { box = [\"1/4\", \"0.6/2\"], at = [\"x/2\", \"y\"] }\n";
    desk.write("run.toml", format!("{}\n{body}", desk.read("run.toml")));
    desk.nhi(&["run", "run.toml"], 0);
    desk.nhi(
        &[
            "animate",
            "run.csv",
            "--scenario",
            "run.toml",
            "-o",
            "a.svg",
        ],
        0,
    );
}

//! The sketches of the repository's scenarios: each names what its table has.

mod support;

use std::path::PathBuf;

use support::{Desk, root};

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

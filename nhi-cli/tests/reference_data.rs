//! The scenarios of the systems in papers follow the reference data of an independent
//! implementation, and the book lists them.

mod support;

use serde_json::Value;
use support::{Desk, holds, root, table};

/// Scenarios with their reference data and the step size of `Gauss`, whose order is six.
const SCENARIOS: [(&str, &str, &str); 13] = [
    ("snakeboard", "snakeboard_forced", "0.0025"),
    ("snakeboard_figure", "snakeboard_forced", "0.0025"),
    ("snakeboard_free", "snakeboard_free", "0.0125"),
    ("chaplygin_sleigh", "sleigh_com", "0.0125"),
    ("rolling_disk", "rolling_disk_forced", "0.0125"),
    ("rolling_disk_free", "rolling_disk", "0.0125"),
    ("nonholonomic_particle", "nh_particle", "0.0125"),
    ("knife_edge", "knife_edge", "0.0125"),
    (
        "nonholonomic_oscillator_feedback",
        "nh_oscillator",
        "0.0125",
    ),
    ("nonholonomic_oscillator_dla", "nh_oscillator", "0.0125"),
    ("roller_racer", "roller_racer", "0.0125"),
    ("suslov", "suslov", "0.0125"),
    ("free_rigid_body", "free_rigid_body", "0.0125"),
];

/// `Gauss` with three stages has the error constant 5e-7. For the fastest motion, by the torque of
/// the snakeboard with w = 20 pi rad/s, `5e-7 (h w)^6` is 7e-12.
const TOLERANCE: f64 = 1e-11;

#[test]
fn scenarios_of_papers_follow_the_reference_data() {
    let page = std::fs::read_to_string(root().join("docs/src/figures.md")).unwrap();
    for (scenario, data, step) in SCENARIOS {
        holds(&page, &[&format!("| [`{scenario}`]"), &format!("`{data}`")]);
        let file = root().join(format!("tests/fixtures/{data}.json"));
        let data: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
        let off = distance(scenario, &data, step);
        assert!(off < TOLERANCE, "{scenario}: {off:e}");
    }
}

/// Returns the largest difference of a number at the times of the reference data.
fn distance(scenario: &str, data: &Value, step: &str) -> f64 {
    let times = numbers(&data["reference"]["t"]);
    let end = times.last().unwrap().to_string();
    let path = root().join(format!("tests/scenarios/{scenario}.toml"));
    let run = ["run", path.to_str().unwrap(), "--integrator", "Gauss"];
    let until = ["--step", step, "--end", &end, "-o", "-"];
    let said = Desk::new().nhi(&[&run[..], &until].concat(), 0);
    let (columns, rows) = table(&said.stdout);
    let interval: f64 = times[1] / step.parse::<f64>().unwrap();
    let mut largest: f64 = 0.0;
    for (names, key) in named(data) {
        let places = names
            .iter()
            .map(|name| columns.iter().position(|x| x == name));
        let places: Vec<_> = places.map(Option::unwrap).collect();
        for (place, reference) in data["reference"][key]
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
        {
            let row = &rows[place * interval.round() as usize];
            assert!((row[0] - times[place]).abs() < 1e-9);
            for (&column, reference) in places.iter().zip(numbers(reference)) {
                largest = largest.max((row[column] - reference).abs());
            }
        }
    }
    largest
}

/// Returns the columns of a run with the key of their reference data.
fn named(data: &Value) -> Vec<(Vec<String>, &'static str)> {
    let Some(coordinates) = data["coordinates"].as_array() else {
        let entries = (0..9).map(|place| format!("body[{}][{}]", place / 3, place % 3));
        return vec![(entries.collect(), "R")];
    };
    let coordinates = coordinates.iter().map(|name| name.as_str().unwrap());
    let coordinates: Vec<_> = coordinates.map(str::to_owned).collect();
    let velocities = coordinates.iter().map(|name| format!("{name}_dot"));
    let velocities = velocities.collect();
    vec![(coordinates, "q"), (velocities, "v")]
}

fn numbers(values: &Value) -> Vec<f64> {
    let values = values.as_array().unwrap().iter();
    values.map(|value| value.as_f64().unwrap()).collect()
}

//! The recipes of the book, typed one after another as they stand there.
#![cfg(unix)]

mod support;

use serde_json::Value;
use support::{Desk, root, table};

/// The page as one script: files are written, commands are typed. Python runs where SciPy is
/// installed, and prints to a file of the program's name.
fn script() -> String {
    let page = std::fs::read_to_string(root().join("docs/src/cookbook.md")).unwrap();
    let mut script = String::new();
    for block in page.split("\n```").skip(1).step_by(2) {
        let (language, text) = block.split_once('\n').unwrap();
        let named = || {
            let (name, _) = text.split_once('\n').unwrap();
            let name = name.strip_prefix("# ").expect("the name of the file");
            (name, format!("cat > {name} << 'END'\n{text}\nEND\n"))
        };
        match language {
            "sh" => script.push_str(text),
            "toml" => script.push_str(&named().1),
            "python" => {
                let (name, written) = named();
                script.push_str(&written);
                script.push_str("if python3 -c 'import scipy' 2> /dev/null; then\n");
                script.push_str(&format!("python3 {name} > {name}.txt\nfi"));
            }
            other => panic!("a listing in `{other}`"),
        }
        script.push('\n');
    }
    script
}

/// A column of a table.
fn column(desk: &Desk, file: &str, name: &str) -> Vec<f64> {
    let (names, rows) = table(&desk.read(file));
    let place = names.iter().position(|known| known == name).unwrap();
    rows.iter().map(|row| row[place]).collect()
}

fn last(desk: &Desk, file: &str, name: &str) -> f64 {
    *column(desk, file, name).last().unwrap()
}

#[test]
fn the_recipes_do_what_they_say() {
    let desk = Desk::new();
    desk.typed(&script());
    controller(&desk);
    memory(&desk);
    fit(&desk);
    replay(&desk);
    study_and_noise(&desk);
    gains(&desk);
    for file in [
        "robot/line.svg",
        "robot/hold.svg",
        "robot/phase.svg",
        "robot/controller.svg",
        "robot/study.svg",
        "robot/line_moves.svg",
        "balance/balance.html",
    ] {
        assert!(desk.read(file).len() > 1000, "{file}");
    }
}

/// It comes to the line and runs along it, at the speed of wheels of 6 rad/s, within the limits.
fn controller(desk: &Desk) {
    assert!(last(desk, "robot/line.csv", "y").abs() < 0.01);
    assert!((last(desk, "robot/line.csv", "speed") - 0.6).abs() < 0.01);
    let torques = column(desk, "robot/line.csv", "u_left");
    assert!(torques.iter().all(|torque| torque.abs() <= 0.5));
    assert!(torques.iter().any(|torque| torque.abs() == 0.5));
}

/// The integrator removes the error that the gears cause.
fn memory(desk: &Desk) {
    for (run, speed) in [("hold", 6.0), ("without", 6.0 - 0.1 / 0.4)] {
        let found = last(desk, &format!("robot/{run}.csv"), "left_dot");
        assert!((found - speed).abs() < 1e-3, "{run}: {found}");
    }
}

/// The fit finds the values that made the recorded run.
fn fit(desk: &Desk) {
    match std::fs::read_to_string(desk.path("robot/fit.py.txt")) {
        Ok(printed) => assert_eq!(printed, "m = 6.000, inertia = 0.200\n"),
        Err(_) => println!("skipped: SciPy is not installed"),
    }
}

/// The recorded torques drive it along the recorded path.
fn replay(desk: &Desk) {
    for name in ["x", "y", "theta"] {
        let [recorded, again] =
            ["recorded", "replay"].map(|run| last(desk, &format!("robot/{run}.csv"), name));
        assert!(
            (recorded - again).abs() < 1e-9,
            "{name}: {recorded}, then {again}"
        );
    }
}

/// Larger wheels come further, and a sensor has the noise that it was given.
fn study_and_noise(desk: &Desk) {
    let turned =
        ["0.08", "0.12"].map(|radius| last(desk, &format!("robot/radius_{radius}.csv"), "left"));
    assert!(turned[0] != turned[1]);
    let [exact, noisy] =
        ["recorded", "sensor"].map(|run| column(desk, &format!("robot/{run}.csv"), "speed"));
    let differences = exact
        .iter()
        .zip(&noisy)
        .map(|(exact, noisy)| (exact - noisy).powi(2));
    let deviation = (differences.sum::<f64>() / exact.len() as f64).sqrt();
    assert!((deviation / 0.05 - 1.0).abs() < 0.15, "{deviation}");
}

/// The vehicle balances. If SciPy is installed, the program prints the gains of the scenario. The
/// closed loop has the eigenvalues of the page.
fn gains(desk: &Desk) {
    for name in ["alpha", "x", "alpha_dot"] {
        assert!(
            last(desk, "balance/balance.csv", name).abs() < 1e-2,
            "{name}"
        );
    }
    let found: Value = serde_json::from_str(&desk.read("balance/balance.json")).unwrap();
    let found = found["closed_loop_eigenvalues"].as_array().unwrap();
    let part = |value: &Value, name: &str| value[name].as_f64().unwrap();
    for (re, im) in [(-11.257, 0.0), (-5.905, 0.0), (-3.08, 1.55), (-1.37, 0.96)] {
        let is_it = |value: &&Value| (part(value, "re") - re).hypot(part(value, "im") - im) < 0.01;
        assert!(
            found.iter().any(|value| is_it(&value)),
            "{re} {im}: {found:?}"
        );
    }
    if let Ok(printed) = std::fs::read_to_string(desk.path("balance/gains.py.txt")) {
        let scenario = desk.read("balance/models/balance.toml");
        for line in printed.lines().filter(|line| line.starts_with("u_")) {
            let gain = line.split('+').nth(1).unwrap().split('*').next().unwrap();
            assert!(scenario.contains(gain), "{line}");
        }
    }
    let zeros = found.iter().filter(|value| part(value, "re").abs() < 1e-9);
    assert_eq!(zeros.count(), 3);
}

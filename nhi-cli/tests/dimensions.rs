//! Dimensions of terms, from the units in the documentation of a model.

mod support;

use std::path::{Path, PathBuf};

use support::{Desk, holds};

/// The model files below a folder.
fn models(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            models(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "nhi") {
            found.push(path);
        }
    }
}

#[test]
fn shipped_models_have_terms_of_one_dimension() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in [
        "templates",
        "starter",
        "../tests/models",
        "../tests/rolling",
        "../examples",
    ] {
        let folder = root.join(folder);
        if folder.exists() {
            models(&folder, &mut found);
        }
    }
    assert!(found.len() > 20, "{found:?}");
    let desk = Desk::new();
    for model in found {
        let said = desk.nhi(&["check", model.to_str().unwrap()], 0).stderr;
        assert!(!said.contains("E049"), "{model:?}: {said}");
    }
}

#[test]
fn a_slip_is_a_note_at_its_place() {
    let desk = Desk::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("../tests/models/chaplygin_sleigh.nhi")).unwrap();
    let slip = text.replacen("theta_dot.powi(2)", "theta_dot", 1);
    assert_ne!(slip, text);
    desk.write("slip.nhi", slip);
    // The model has no mass along `theta` either.
    let said = desk.nhi(&["check", "slip.nhi"], 1).stderr;
    holds(
        &said,
        &[
            "error[E084]",
            "note[E049]: terms of different dimension: the term `",
            "is kg m^2/s, the others kg m^2/s^2",
            "slip.nhi:",
        ],
    );
}

#[test]
fn an_unused_definition_is_a_note() {
    let desk = Desk::new();
    let model = support::PARTICLE.replace(
        "lagrangian =",
        "definitions(speed = hypot(x_dot, y_dot)), lagrangian =",
    );
    desk.write("model.nhi", model);
    let said = desk.nhi(&["check", "model.nhi"], 0).stderr;
    holds(
        &said,
        &[
            "note[E045]: nothing in the model uses the definition `speed`",
            "remove it, unless a scenario uses `speed`",
        ],
    );
}

#[test]
fn a_rate_is_the_derivative_along_the_motion() {
    let desk = Desk::new();
    let particle = support::PARTICLE;
    desk.write(
        "particle.nhi",
        particle.replace("z_dot - y * x_dot", "rate(z) - y * rate(x + 2)"),
    );
    let with = desk.nhi(&["run", "run.toml", "-o", "-"], 0).stdout;
    desk.write("particle.nhi", particle);
    let by_hand = desk.nhi(&["run", "run.toml", "-o", "-"], 0).stdout;
    assert_eq!(with, by_hand);
}

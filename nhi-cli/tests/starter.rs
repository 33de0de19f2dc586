//! `nhi init`: projects that check, run, plot, move and build.

mod support;

use support::{Desk, holds, root, table};

#[test]
fn a_starter_project_checks_and_runs() {
    let desk = Desk::new();
    let clone = root().to_str().unwrap();
    desk.nhi(&["init", "sled", "--nhi", clone], 0);
    desk.nhi(&["check", "sled/models/sleigh.nhi"], 0);
    desk.nhi(&["run", "sled/models/sleigh.toml", "-o", "sled/run.csv"], 0);
    desk.nhi(&["plot", "sled/run.csv", "-o", "sled/run.svg"], 0);
    holds(
        &desk.read("sled/Cargo.toml"),
        &["name = \"sled\"", "nonholonomic = { path = ", "nhi-build"],
    );
    let said = desk.nhi(&["init", "sled"], 1).stderr;
    holds(&said, &["`sled` is not empty", "nothing is overwritten"]);
    holds(&desk.nhi(&["init", "run.toml"], 1).stderr, &["run.toml"]);
    holds(
        &desk.nhi(&["init", "new", "--nhi", "sled"], 1).stderr,
        &["not a clone of nhi"],
    );
    assert!(!desk.path("new").exists());
}

/// The templates, each with how fast it goes at the end where its own comment says so.
const TEMPLATES: [(&str, Option<f64>); 8] = [
    ("diffdrive", Some(0.8)),
    ("car-trailer", Some(3.0)),
    ("segway", Some(1.0)),
    ("bicycle", Some(5.0)),
    ("snakeboard", None),
    ("rolling-disk", None),
    ("ball", None),
    ("top", None),
];

#[test]
fn templates_check_run_plot_and_move() {
    for (name, speed) in TEMPLATES {
        let desk = Desk::new();
        let clone = root().to_str().unwrap();
        let init = ["init", "new", "--template", name, "--nhi", clone, "--json"];
        let data = desk.nhi(&init, 0).json();
        let files = data["files"].as_array().unwrap();
        let path = |ending: &str| {
            let mut files = files.iter().filter_map(|file| file.as_str());
            let found = files.find(|file| file.starts_with("models/") && file.ends_with(ending));
            format!("new/{}", found.unwrap())
        };
        let [model, scenario] = [".nhi", ".toml"].map(path);
        let lines = [&model, &scenario].map(|file| desk.read(file).lines().count());
        assert!(lines.iter().sum::<usize>() <= 60, "{name}: {lines:?}");
        desk.nhi(&["check", &model], 0);
        let ran = desk.nhi(&["run", &scenario, "-o", "run.csv", "--strict"], 0);
        assert_eq!(ran.stderr, "", "{name}");
        if let Some(speed) = speed {
            let (columns, rows) = table(&desk.read("run.csv"));
            let at_end = |name: &str| {
                let place = columns.iter().position(|column| column == name).unwrap();
                rows.last().unwrap()[place]
            };
            let found = at_end("x_dot").hypot(at_end("y_dot"));
            assert!(
                (found / speed - 1.0).abs() < 0.02,
                "{name}: {found} {speed}"
            );
        }
        let drawn = ["run.csv", "--scenario", &scenario, "-o"];
        let said = desk.nhi(&[&["plot"], &drawn[..], &["run.svg"]].concat(), 0);
        assert_eq!(said.stderr, "", "{name}");
        let said = desk.nhi(&[&["animate"], &drawn[..], &["run.html"]].concat(), 0);
        assert_eq!(said.stderr, "", "{name}");
        assert!(desk.read("run.html").len() > 10_000, "{name}");
    }
    let said = Desk::new()
        .nhi(&["init", "new", "--template", "boat"], 2)
        .stderr;
    holds(&said, &["boat", "diffdrive", "rolling-disk"]);
}

/// A clone and a project in one folder can be moved together.
#[test]
fn a_starter_project_beside_its_clone_finds_it_from_there() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("robots/nhi/nhi-build")).unwrap();
    desk.write(
        "robots/nhi/Cargo.toml",
        "[package]\nname = \"nonholonomic\"\n",
    );
    desk.write("robots/nhi/nhi-build/Cargo.toml", "");
    desk.nhi(&["init", "robots/sled", "--nhi", "robots/nhi"], 0);
    holds(
        &desk.read("robots/sled/Cargo.toml"),
        &[
            "nonholonomic = { path = \"../nhi\" }",
            "nhi-build = { path = \"../nhi/nhi-build\" }",
        ],
    );
}

/// What cargo says of a project, built beside others that depend on this workspace.
fn cargo(desk: &Desk, project: &str, command: &str) -> support::Said {
    let lock = desk.path(&format!("{project}/Cargo.lock"));
    std::fs::copy(root().join("Cargo.lock"), lock).unwrap();
    let target = concat!(env!("CARGO_TARGET_TMPDIR"), "/consumers");
    let output = std::process::Command::new(env!("CARGO"))
        .args([command, "--offline", "--quiet"])
        .current_dir(desk.path(project))
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .output()
        .unwrap();
    let said = support::Said::new(&output);
    assert!(
        output.status.success() && said.stderr.is_empty(),
        "{said:?}"
    );
    said
}

#[test]
fn a_starter_project_builds_without_warnings_and_prints_its_motion() {
    let desk = Desk::new();
    desk.nhi(&["init", "sled", "--nhi", root().to_str().unwrap()], 0);
    let said = cargo(&desk, "sled", "run");
    holds(&said.stdout, &["energy", "5.00"]);
}

#[test]
fn templates_are_libraries_that_build_without_warnings() {
    let desk = Desk::new();
    for template in ["diffdrive", "top"] {
        desk.nhi(&["init", template, "--template", template], 0);
        cargo(&desk, template, "check");
    }
}

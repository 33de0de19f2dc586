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
const TEMPLATES: [(&str, Option<f64>); 11] = [
    ("diffdrive", Some(0.8)),
    ("car-trailer", Some(3.0)),
    ("segway", Some(1.0)),
    ("bicycle", Some(5.0)),
    ("snakeboard", None),
    ("rolling-disk", None),
    ("ball", None),
    ("top", None),
    ("drone", None),
    ("dragster", None),
    ("motorcycle", None),
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

/// The program of a template computes the motion that the command computes from its scenario.
#[test]
fn programs_of_templates_build_without_warnings_and_follow_the_scenario() {
    let desk = Desk::new();
    for (template, _) in TEMPLATES {
        desk.nhi(&["init", template, "--template", template], 0);
        let name = template.replace('-', "_");
        let scenario = format!("{template}/models/{name}.toml");
        desk.nhi(&["run", &scenario, "-o", "run.csv"], 0);
        let (columns, mut rows) = table(&desk.read("run.csv"));
        let (own_columns, own_rows) = table(&cargo(&desk, template, "run").stdout);
        // The command has rows at changes of contacts too.
        rows.dedup_by_key(|row| row[0]);
        rows.retain(|row| own_rows.iter().any(|own| (own[0] - row[0]).abs() < 1e-9));
        assert_eq!(own_rows.len(), rows.len(), "{template}");
        for (own, column) in own_columns.iter().enumerate() {
            let place = columns.iter().position(|x| x == column).unwrap();
            let [found, expected] = [own_rows.last().unwrap()[own], rows.last().unwrap()[place]];
            let off = (found - expected).abs();
            assert!(off < 1e-6, "{template}: {column} {found} {expected}");
        }
    }
}

/// The size of the steps suits the integrator, as `nhi compare` measures it.
#[test]
fn scenarios_of_templates_have_errors_below_a_thousandth() {
    let desk = Desk::new();
    for (template, _) in TEMPLATES {
        desk.nhi(&["init", template, "--template", template], 0);
        let readme = desk.read(&format!("{template}/README.md"));
        assert!(
            readme.lines().count() <= 16 && !readme.contains('{'),
            "{readme}"
        );
        let line = readme.split("`nhi compare ").nth(1).unwrap();
        let line = line.split('`').next().unwrap();
        let (scenario, integrator) = line.split_once(" --integrators ").unwrap();
        let scenario = format!("{template}/{scenario}");
        let compare = ["compare", &scenario, "--integrators", integrator, "--json"];
        let data = desk.nhi(&compare, 0).json();
        let first = &data["integrators"][0]["runs"][0];
        for key in ["error_q", "error_v"] {
            let error = first[key]["size"].as_f64().unwrap();
            assert!(error < 1e-3, "{template}: {key} {error}");
        }
    }
}

#[test]
fn the_segway_linearises_as_shipped() {
    let desk = Desk::new();
    desk.nhi(&["init", "new", "--template", "segway"], 0);
    let said = desk.nhi(&["linearise", "new/models/segway.toml"], 0).stdout;
    holds(&said, &["equilibrium", "grows", "eigenvalues of A + B K"]);
    holds(
        &desk.read("new/README.md"),
        &["`nhi linearise models/segway.toml`"],
    );
}

#[test]
fn packages_are_named_after_their_folders() {
    let desk = Desk::new();
    let named = [
        ("my robot", "my-robot"),
        ("Robot_2", "robot_2"),
        ("2 wheels", "project-2-wheels"),
        ("match", "project-match"),
        ("\u{8f6e}", "project"),
    ];
    for (folder, package) in named {
        desk.nhi(&["init", folder, "--template", "top"], 0);
        let path = |file: &str| format!("{folder}/{file}");
        let manifest = desk.read(&path("Cargo.toml"));
        holds(&manifest, &[&format!("name = \"{package}\"\n")]);
        let program = desk.read(&path("src/main.rs"));
        holds(
            &program,
            &[&format!("use {}::top::", package.replace('-', "_"))],
        );
    }
}

#[test]
fn commands_to_copy_quote_folders_with_spaces() {
    let desk = Desk::new();
    let said = desk.nhi(&["init", "my robot"], 0).stdout;
    holds(&said, &["cd 'my robot'\n"]);
    let said = desk.nhi(
        &["run", "my robot/models/sleigh.toml", "--set", "step=0.1"],
        1,
    );
    holds(&said.stderr, &["write `--step 0.1`"]);
}

//! Packages with a build script, built by cargo as those of users are.

mod support;

use std::path::PathBuf;
use std::process::{Command, Output};

use support::{Folder, MASS, MISTAKEN, root};

const BUILD_SCRIPT: &str = "fn main() -> Result<(), nhi_build::Error> {
    nhi_build::Builder::new().files([\"models/first.nhi\", \"models/second.nhi\"]).compile()
}
";

const MAIN: &str = "mod first {
    nhi::include_model!(\"first\");
}
mod second {
    nhi::include_model!(\"second\");
}

fn main() {
    let energy = first::Mass { m: 2.0 }.energy(&[0.0].into(), &[3.0].into());
    println!(\"{energy} {}\", second::Other { m: 2.0 }.gni(0.1).is_ok());
}
";

/// A package that depends on the crates of this workspace and on nothing else.
fn package(name: &str) -> Folder {
    let folder = Folder::new();
    let root = root().display();
    folder.write(
        "Cargo.toml",
        format!(
            "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\
             [dependencies]\nnonholonomic = {{ path = '{root}' }}\n\
             [build-dependencies]\nnhi-build = {{ path = '{root}/nhi-build' }}\n"
        ),
    );
    // The versions that this workspace is built with are on this machine already.
    folder.write(
        "Cargo.lock",
        std::fs::read(support::root().join("Cargo.lock")).unwrap(),
    );
    folder.write("build.rs", BUILD_SCRIPT);
    folder.write("src/main.rs", MAIN);
    folder.write("models/first.nhi", MASS);
    folder.write("models/second.nhi", MASS.replace("Mass", "Other"));
    folder
}

fn cargo(folder: &Folder, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--offline", "--quiet"])
        .current_dir(folder.path(""))
        .envs(support::SHARED_BUILD)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The build script itself, to see what it says to cargo.
fn build_script(package: &str) -> PathBuf {
    let builds = concat!(env!("CARGO_TARGET_TMPDIR"), "/consumers/debug/build");
    let builds = std::fs::read_dir(builds).unwrap();
    let builds = builds.map(|entry| entry.unwrap().path());
    let mut scripts: Vec<_> = builds
        .filter(|path| {
            path.file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .starts_with(package)
        })
        .map(|path| path.join("build-script-build"))
        .filter(|path| path.exists())
        .collect();
    scripts.sort_by_key(|path| path.metadata().unwrap().modified().unwrap());
    scripts.pop().unwrap()
}

#[test]
fn models_are_generated_included_and_watched_and_each_mistake_is_reported_once() {
    let folder = package("consumer-of-models");
    let built = cargo(&folder, &["run"]);
    assert!(built.status.success(), "{}", text(&built.stderr));
    assert_eq!((text(&built.stdout), text(&built.stderr)), ("9 true\n", ""));

    let script = || {
        let mut script = Command::new(build_script("consumer-of-models"));
        script
            .current_dir(folder.path(""))
            .env("OUT_DIR", folder.path(""));
        script
    };
    let output = script().output().unwrap();
    assert!(output.status.success());
    let watched = "cargo::rerun-if-changed=models/first.nhi\n\
                   cargo::rerun-if-changed=models/second.nhi\n";
    assert_eq!((text(&output.stdout), text(&output.stderr)), (watched, ""));

    folder.write("models/first.nhi", MISTAKEN);
    folder.write(
        "models/second.nhi",
        MISTAKEN.replace("speed", "\"two\nlines\""),
    );
    let output = script().output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), watched);
    let said = text(&output.stderr);
    assert!(
        said.contains("lagrangian = 0.5 * mass"),
        "the source line: {said}"
    );
    assert!(said.ends_with("mistakes, reported above\n"), "{said}");

    let built = cargo(&folder, &["build"]);
    assert!(!built.status.success());
    let said = text(&built.stderr);
    for place in [
        "first.nhi:3:24",
        "first.nhi:3:48",
        "first.nhi:4:32",
        "second.nhi:4:32",
    ] {
        assert_eq!(said.matches(place).count(), 1, "{place} in {said}");
    }

    std::fs::remove_file(folder.path("models/first.nhi")).unwrap();
    let said = script().output().unwrap().stderr;
    let missing = "Error: cannot read `models/first.nhi`: No such file";
    assert!(text(&said).contains(missing), "{}", text(&said));
}

#[test]
fn without_a_build_script_the_macro_says_what_is_missing() {
    let folder = package("consumer-without-script");
    std::fs::remove_file(folder.path("build.rs")).unwrap();
    let built = cargo(&folder, &["build"]);
    assert!(!built.status.success());
    let said = text(&built.stderr);
    assert!(
        said.contains("call `nhi_build::compile` in build.rs"),
        "{said}"
    );
}

/// The facade under another name and behind a re-export, with serde and units in the documentation.
#[test]
fn a_renamed_dependency_is_found_and_generated_types_are_serialised() {
    let folder = package("renamed-dependency");
    let root = root().display();
    folder.write(
        "Cargo.toml",
        format!(
            "[package]\nname = \"renamed-dependency\"\nversion = \"0.1.0\"\nedition = \"2024\"\n[workspace]\n\
             [dependencies]\ndynamics = {{ package = \"nonholonomic\", path = '{root}', features = [\"serde\"] }}\n\
             serde = {{ version = \"1\", features = [\"derive\"] }}\nserde_json = {{ version = \"1\", features = [\"float_roundtrip\"] }}\n\
             [build-dependencies]\nnhi-build = {{ path = '{root}/nhi-build' }}\n"
        ),
    );
    folder.write(
        "build.rs",
        "fn main() -> Result<(), nhi_build::Error> {
    nhi_build::Builder::new().crate_path(\"dynamics\").file(\"models/first.nhi\").compile()
}
",
    );
    folder.write("src/main.rs", RENAMED);
    for arguments in [&["doc", "--no-deps"][..], &["run"]] {
        let output = cargo_denying_warnings(&folder, arguments);
        let errors = text(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        assert_eq!(errors, "", "{arguments:?}");
        if arguments == ["run"] {
            assert_eq!(text(&output.stdout), "{\"turn\":0.5}\n");
        }
    }
}

fn cargo_denying_warnings(folder: &Folder, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--offline", "--quiet"])
        .current_dir(folder.path(""))
        .envs(support::SHARED_BUILD)
        .env("RUSTDOCFLAGS", "-D warnings")
        .output()
        .unwrap()
}

const RENAMED: &str = r#"#![deny(warnings)]

use re_exported::nhi::{GroupElement as _, simulate};
use serde::{Serialize, de::DeserializeOwned};

pub mod first {
    #![allow(dead_code)]
    dynamics::include_model!("first");
}

pub mod re_exported {
    pub mod nhi {
        pub use dynamics::*;
    }
}

/// A sleigh that turns.
#[dynamics::nonholonomic(
    crate = crate::re_exported::nhi,
    coordinates(theta, x, y),
    groups(body: SO3(w1, w2, w3)),
    lagrangian = 0.5 * i * (theta_dot.powi(2) + w1 * w1 + 2 * w2 * w2 + 2.5 * w3 * w3) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
    controls(turn),
    forces(theta = turn),
    integrators(Mla, Gni),
    derive(serde::Serialize, serde::Deserialize),
)]
#[derive(Clone, Debug)]
pub struct Sleigh {
    /// Moment of inertia [kg m^2], of a mass in [kg]
    pub i: f64,
    /// Mass [kg]
    pub m: f64,
}

/// A block that bounces on a floor.
#[dynamics::nonholonomic(
    crate = crate::re_exported::nhi,
    coordinates(z),
    lagrangian = 0.5 * m * z_dot.powi(2) - 9.81 * m * z,
    holonomic(floor = z),
    contacts(floor >= 0, opens, restitution = 0.5),
    integrators(Mla, Rk),
    derive(serde::Serialize, serde::Deserialize),
)]
#[derive(Clone, Debug)]
pub struct Block {
    /// Mass [kg]
    pub m: f64,
}

fn again<D: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(data: &D) {
    let text = serde_json::to_string(data).unwrap();
    let read: D = serde_json::from_str(&text).unwrap();
    assert_eq!(&read, data, "{text}");
}

fn main() {
    let sleigh = Sleigh { i: 1.0, m: 2.0 };
    let turn = SleighControls { turn: 0.5 };
    let stepper = sleigh.stepper(SleighIntegrator::Mla, 0.1).unwrap();
    let mla = sleigh.mla(0.1).unwrap();
    let q = SleighCoordinates { x: 1.5, ..Default::default() };
    let v = SleighVelocities { w1: 0.1, w2: 2.0, x_dot: 1.0, ..Default::default() };
    assert_eq!(q.body.entries()[0], 1.0);
    let state = stepper.start(0.0, q, v, &turn).unwrap();
    let state = simulate(&stepper, state, &turn, 10, &mut ()).unwrap();
    again(&state);
    let state = simulate(&mla, mla.start(0.0, q, v, &turn).unwrap(), &turn, 10, &mut ()).unwrap();
    again(&state);
    let sample = mla.sample(&state).unwrap();
    again(&sample.v);
    again(&sample.lambda);
    again(&SleighCoordinates { body: Default::default(), ..sample.q });
    again(&turn);
    let mla = Block { m: 1.0 }.mla(0.1).unwrap();
    let high = BlockCoordinates { z: 1.0 };
    let mut state = mla.start(0.0, high, BlockVelocities::default(), &()).unwrap();
    while state.change_count() == 0 {
        state = mla.step(&state, &()).unwrap();
    }
    again(&state);
    assert_eq!(first::Mass { m: 2.0 }.energy(&[0.0].into(), &[3.0].into()), 9.0);
    println!("{}", serde_json::to_string(&turn).unwrap());
}
"#;

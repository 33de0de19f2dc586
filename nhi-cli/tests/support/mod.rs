//! The real binary in a folder of its own.
#![allow(dead_code, reason = "each test file uses its part")]

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use tempfile::TempDir;

/// A particle under `z_dot = y x_dot`: only additions and multiplications.
pub(crate) const PARTICLE: &str = "#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)),
    constraints(rise = z_dot - y * x_dot),
    controls(push),
    forces(x = push),
    integrators(Gni),
)]
pub struct Particle {
    /// Mass [kg]
    pub m: f64,
}
";

/// A scenario of the particle.
pub(crate) const SCENARIO: &str = "model = \"particle.nhi\"
integrator = \"Gni\"
step = 0.05
end = 0.5

[parameters]
m = 1.0

[initial]
x = 0.0
y = 0.0
z = 0.0
x_dot = 1.0
y_dot = 1.0
z_dot = 0.0

[controls]
push = \"0.5*t\"
";

/// A folder with files, in which the command runs.
pub(crate) struct Desk(TempDir);

impl Desk {
    pub(crate) fn empty() -> Self {
        Self(TempDir::new().unwrap())
    }

    /// A folder with the particle and its scenario.
    pub(crate) fn new() -> Self {
        let desk = Self::empty();
        desk.write("particle.nhi", PARTICLE);
        desk.write("run.toml", SCENARIO);
        desk
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// Results that have not got their names.
    pub(crate) fn unfinished(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .filter(|path| {
                path.extension()
                    .is_some_and(|ending| ending == "unfinished")
            })
            .collect()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nhi"));
        command.current_dir(self.0.path()).args(arguments);
        command
    }

    /// Runs a script of the shell, with this `nhi` first in the path and the clone as `$CLONE`.
    pub(crate) fn shell(&self, script: &str) -> Output {
        let nhi = Path::new(env!("CARGO_BIN_EXE_nhi")).parent().unwrap();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(nhi.to_owned()).chain(std::env::split_paths(&path));
        std::process::Command::new("sh")
            .args(["-u", "-c", script])
            .current_dir(self.path(""))
            .env("PATH", std::env::join_paths(folders).unwrap())
            .env("CLONE", root())
            .output()
            .unwrap()
    }

    /// Runs commands of a page, each of which must succeed.
    #[track_caller]
    pub(crate) fn typed(&self, commands: &str) {
        let output = self.shell(&format!("set -e\n{commands}"));
        assert!(output.status.success(), "{:?}", Said::new(&output));
    }

    /// Runs the command and checks its exit code.
    #[track_caller]
    pub(crate) fn nhi(&self, arguments: &[&str], code: i32) -> Said {
        let output = self.command(arguments).output().unwrap();
        let said = Said::new(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{said:?}");
        said
    }

    /// Runs the scenario with one text replaced by another, which is a mistake.
    #[track_caller]
    pub(crate) fn mistake(&self, from: &str, to: &str) -> String {
        assert!(SCENARIO.contains(from), "{from}");
        self.write("bad.toml", SCENARIO.replace(from, to));
        let said = self.nhi(&["run", "bad.toml", "-o", "bad.csv"], 1);
        assert!(!self.path("bad.csv").exists(), "nothing is written");
        said.stderr
    }
}

/// What the command wrote.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Said {
    pub(crate) fn new(output: &Output) -> Self {
        Self {
            stdout: String::from_utf8(output.stdout.clone()).unwrap(),
            stderr: String::from_utf8(output.stderr.clone()).unwrap(),
        }
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap()
    }
}

/// A tractor with trailers, each hitched to the axle before it: the mass matrix is dense, and the work
/// for an integrator grows fast with the number.
pub(crate) fn chain(trailers: usize, integrators: &str) -> String {
    let mut definitions = Vec::new();
    let mut energy = vec![
        "m * (x_dot.powi(2) + y_dot.powi(2)) / 2".to_owned(),
        "j * th0_dot.powi(2) / 2".to_owned(),
    ];
    let mut axles = vec!["axle0 = sin(th0) * x_dot - cos(th0) * y_dot".to_owned()];
    let (mut vx, mut vy) = ("x_dot".to_owned(), "y_dot".to_owned());
    for i in 1..=trailers {
        definitions.push(format!("vx{i} = {vx} + l * sin(th{i}) * th{i}_dot"));
        definitions.push(format!("vy{i} = {vy} - l * cos(th{i}) * th{i}_dot"));
        (vx, vy) = (format!("vx{i}"), format!("vy{i}"));
        energy.push(format!(
            "mt * ({vx}.powi(2) + {vy}.powi(2)) / 2 + jt * th{i}_dot.powi(2) / 2"
        ));
        axles.push(format!("axle{i} = sin(th{i}) * {vx} - cos(th{i}) * {vy}"));
    }
    let headings: Vec<_> = (0..=trailers).map(|i| format!("th{i}")).collect();
    format!(
        "#[nonholonomic(coordinates(x, y, {}), definitions({}), lagrangian = {}, constraints({}), \
         integrators({integrators}))] struct Chain {{ m: f64, j: f64, mt: f64, jt: f64, l: f64 }}",
        headings.join(", "),
        definitions.join(", "),
        energy.join(" + "),
        axles.join(", ")
    )
}

/// The root of the workspace.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

/// Asserts that a text holds all pieces.
#[track_caller]
pub(crate) fn holds(text: &str, pieces: &[&str]) {
    for piece in pieces {
        assert!(text.contains(piece), "no {piece:?} in\n{text:.3000}");
    }
}

/// A CSV table: header and rows, without the record of its origin.
pub(crate) fn table(text: &str) -> (Vec<String>, Vec<Vec<f64>>) {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let header = lines.next().unwrap().split(',').map(str::to_owned);
    let row = |line: &str| line.split(',').map(|cell| cell.parse().unwrap()).collect();
    (header.collect(), lines.map(row).collect())
}

/// The table of a run with an integrator in which the run monitor finds nothing.
pub(crate) fn strict(desk: &Desk, scenario: &str, integrator: &str) -> Vec<Vec<f64>> {
    let run = [
        "run",
        scenario,
        "-o",
        "-",
        "--strict",
        "--integrator",
        integrator,
    ];
    table(&desk.nhi(&run, 0).stdout).1
}

/// The data of a comparison.
pub(crate) fn comparison(
    desk: &Desk,
    scenario: &str,
    integrators: &str,
    more: &[&str],
) -> serde_json::Value {
    let arguments = ["compare", scenario, "--json", "--integrators", integrators];
    desk.nhi(&[&arguments, more].concat(), 0).json()
}

/// A number of a run, by integrator, run and path.
#[track_caller]
pub(crate) fn number(data: &serde_json::Value, integrator: usize, run: usize, path: &str) -> f64 {
    let run = &data["integrators"][integrator]["runs"][run];
    let found = run.pointer(path).and_then(serde_json::Value::as_f64);
    found.unwrap_or_else(|| panic!("no {path} in {run}"))
}

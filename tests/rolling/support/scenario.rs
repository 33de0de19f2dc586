//! The scenarios of the systems.

use std::fs;
use std::path::Path;

use nalgebra::{Matrix3, Vector3};
use toml::{Table, Value};

/// Parameters, initial values, step size and end of a scenario.
pub(crate) struct Scenario {
    table: Table,
}

impl Scenario {
    /// The scenario of a system.
    pub(crate) fn of(system: &str) -> Self {
        let text = text_of(system, "toml");
        Self {
            table: text.parse().expect("a scenario"),
        }
    }

    /// The same scenario with another end.
    pub(crate) fn until(mut self, end: f64) -> Self {
        self.table.insert("end".to_owned(), Value::Float(end));
        self
    }

    /// The same scenario with parameters set to 0.
    pub(crate) fn without(mut self, parameters: &[&str]) -> Self {
        for &name in parameters {
            self.table["parameters"][name] = Value::Float(0.0);
        }
        self
    }

    /// The integrator that the scenario asks for.
    pub(crate) fn integrator(&self) -> &str {
        self.table["integrator"].as_str().expect("a name")
    }

    /// The step size.
    pub(crate) fn step(&self) -> f64 {
        number(&self.table["step"])
    }

    /// The end of the run.
    pub(crate) fn end(&self) -> f64 {
        number(&self.table["end"])
    }

    /// A parameter.
    pub(crate) fn parameter(&self, name: &str) -> f64 {
        number(&self.table["parameters"][name])
    }

    /// Parameters, in the order of their names.
    pub(crate) fn parameters<const N: usize>(&self, names: [&str; N]) -> [f64; N] {
        names.map(|name| self.parameter(name))
    }

    /// The initial value of a coordinate or of a velocity.
    pub(crate) fn initial(&self, name: &str) -> f64 {
        number(&self.table["initial"][name])
    }

    /// Three initial values, such as the components of a velocity.
    pub(crate) fn vector(&self, names: [&str; 3]) -> Vector3<f64> {
        Vector3::from(names.map(|name| self.initial(name)))
    }

    /// The rotation of a group element.
    pub(crate) fn rotation(&self, name: &str) -> Matrix3<f64> {
        Matrix3::from_fn(|i, j| self.entry(name, i, j))
    }

    /// The translation of a group element.
    pub(crate) fn translation(&self, name: &str) -> Vector3<f64> {
        Vector3::from_fn(|i, _| self.entry(name, i, 3))
    }

    fn entry(&self, name: &str, row: usize, column: usize) -> f64 {
        number(&self.table["initial"][name][row][column])
    }

    /// The entries of the configuration or of the velocity, by their names: `x`, `x_dot`, `ball[0][2]`.
    pub(crate) fn initials(&self, names: &[String]) -> Vec<f64> {
        names.iter().map(|name| self.named(name)).collect()
    }

    fn named(&self, name: &str) -> f64 {
        let parts: Vec<_> = name
            .split(['[', ']'])
            .filter(|part| !part.is_empty())
            .collect();
        match parts[..] {
            [element, row, column] => {
                self.entry(element, row.parse().unwrap(), column.parse().unwrap())
            }
            _ => self.initial(name),
        }
    }
}

/// Where models and scenarios are: some systems are models of other tests too.
const FOLDERS: [&str; 3] = ["rolling", "models", "scenarios"];

/// A file of a system.
pub(crate) fn text_of(system: &str, ending: &str) -> String {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = FOLDERS.map(|folder| tests.join(folder).join(system).with_extension(ending));
    let file = files.iter().find(|file| file.exists());
    let file = file.unwrap_or_else(|| panic!("no file {system}.{ending}"));
    fs::read_to_string(file).expect("a text")
}

fn number(value: &Value) -> f64 {
    match value {
        Value::Integer(value) => *value as f64,
        value => value.as_float().expect("a number"),
    }
}

//! Axis units, and angles in degrees.

use super::Run;
use super::columns::no_such_column;
use super::element::Element;
use crate::problem::{Failure, Problem};
use crate::scenario::Units;
use crate::table::NumberTable;

/// The units of columns, and the choice of angles drawn in degrees.
#[derive(Debug, Default)]
pub(super) struct Labels {
    units: Units,
    degrees: Degrees,
}

/// The angles drawn in degrees.
#[derive(Debug, Default)]
enum Degrees {
    #[default]
    None,
    /// All angles with the radian as their unit.
    All,
    Of(Vec<String>),
}

impl Labels {
    /// Returns the labels of runs. The names given to `--degrees` are columns, or group elements
    /// for their headings and tilts. Without names, all known angles are chosen.
    ///
    /// # Errors
    /// A run does not have a column of this name, has another quantity there, or has no angles.
    pub(super) fn new(
        units: Units,
        degrees: Option<&[String]>,
        runs: &[Run],
    ) -> Result<Self, Failure> {
        let degrees = match degrees {
            None => Degrees::None,
            Some([only]) if only.is_empty() => Degrees::All,
            Some(names) => Degrees::Of(names.iter().map(|name| name.trim().to_owned()).collect()),
        };
        let labels = Self { units, degrees };
        labels.check(runs)?;
        Ok(labels)
    }

    fn check(&self, runs: &[Run]) -> Result<(), Failure> {
        let mut missing = Vec::new();
        for run in runs {
            let table = &run.table;
            match &self.degrees {
                Degrees::None => {}
                Degrees::Of(names) => {
                    for name in names {
                        if Element::of(table, name).is_some() {
                            continue;
                        }
                        if table.column(name).is_none() {
                            missing.push(run.at(no_such_column(name, &table.names)));
                        } else if !self.may_be_angle(name) {
                            missing.push(run.at(self.not_an_angle(name)));
                        }
                    }
                }
                Degrees::All => {
                    let has_angle = table.names.iter().any(|name| self.is_angle(name));
                    if !has_angle && Element::all(table).is_empty() {
                        missing.push(run.at(no_angle()));
                    }
                }
            }
        }
        if missing.is_empty() {
            Ok(())
        } else {
            Err(Failure::Input(missing))
        }
    }

    /// Returns true if the unit of a column is `rad` or `deg`, or one of them per unit of time.
    fn is_angle(&self, column: &str) -> bool {
        self.units.of(column).is_some_and(|unit| {
            ["rad", "deg"].contains(&unit.split('/').next().unwrap_or_default())
        })
    }

    /// Returns true if nothing is known of a column that makes it another quantity than an angle.
    fn may_be_angle(&self, column: &str) -> bool {
        self.is_angle(column) || self.units.of(column).is_none() && column != "energy"
    }

    fn not_an_angle(&self, column: &str) -> Problem {
        let unit = self.units.of(column);
        let unit = unit.map_or(String::new(), |unit| format!(", in {unit},"));
        Problem::new(
            format!("`{column}`{unit} is not an angle"),
            "columns in radians after `--degrees`",
        )
    }

    fn is_in_degrees(&self, column: &str) -> bool {
        match &self.degrees {
            Degrees::None => false,
            Degrees::All => self.is_angle(column),
            Degrees::Of(names) => names.iter().any(|name| name == column),
        }
    }

    /// Returns the unit in which a column is drawn, if it is known.
    pub(super) fn unit(&self, column: &str) -> Option<String> {
        match (self.is_in_degrees(column), self.units.of(column)) {
            (true, Some(unit)) => Some(unit.replacen("rad", "deg", 1)),
            (true, None) if column.ends_with("_dot") => Some("deg/s".to_owned()),
            (true, None) => Some("deg".to_owned()),
            (false, unit) => unit,
        }
    }

    /// Returns a name with the unit of a column: `x [m]`.
    pub(super) fn with_unit(&self, name: &str, column: &str) -> String {
        match self.unit(column) {
            Some(unit) if name.is_empty() => format!("[{unit}]"),
            Some(unit) => format!("{name} [{unit}]"),
            None => name.to_owned(),
        }
    }

    /// Returns the label of an angle computed from a group element, and the factor that converts
    /// radians to its unit.
    pub(super) fn angle_of(&self, element: &Element) -> (&'static str, f64) {
        let is_in_degrees = match &self.degrees {
            Degrees::None => false,
            Degrees::All => true,
            Degrees::Of(names) => names.contains(&element.name),
        };
        if is_in_degrees {
            ("angle [deg]", 1_f64.to_degrees())
        } else {
            ("angle [rad]", 1.0)
        }
    }

    /// Returns the factor that converts a column to the units of the plot.
    fn factor(&self, column: &str) -> f64 {
        let unit = self.units.of(column);
        // The scenario may ask for degrees itself.
        let has_degrees = unit.is_some_and(|unit| unit.starts_with("deg"));
        let to_degrees = match self.is_in_degrees(column) && !has_degrees {
            true => 1_f64.to_degrees(),
            false => 1.0,
        };
        to_degrees * self.units.factor(column)
    }

    /// Returns one column against another, in the units of the plot.
    pub(super) fn points(&self, table: &NumberTable, x: &str, y: &str) -> Vec<(f64, f64)> {
        let (of_x, of_y) = (self.factor(x), self.factor(y));
        let points = table.points(x, y).into_iter();
        points.map(|(x, y)| (of_x * x, of_y * y)).collect()
    }
}

fn no_angle() -> Problem {
    Problem::new("no column is known to be an angle", "names after `--degrees`, or units")
        .help("write --degrees=theta,theta_dot, or give a --scenario whose table [units] has theta = \"rad\"")
}

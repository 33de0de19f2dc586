//! Laws of prescribed coordinates from tables, in place of those of the model.

use nhi_symbolic::{Ast, model_of};

use super::bind::Binder;
use super::data_files::Points;
use super::document::Part;
use super::spline::spline_through;
use super::time::Grid;
use super::value::{Entry, Value};
use crate::problem::{Failure, Problem};

/// The largest number of points of all laws: they are part of the equations of motion, and the work
/// of deriving and of evaluating these grows with each point.
const MOST_POINTS: usize = 400;

const KEYS: [&str; 5] = ["points", "file", "time", "column", "interpolation"];

/// A law as written, with its points.
pub(super) type LawTable = (String, Entry, Points);

impl Binder {
    /// Replaces laws of the model by splines through the points of tables; errors are reported.
    pub(super) fn prescribe(&mut self, ast: &mut Ast) -> Result<Vec<LawTable>, Failure> {
        let mut laws: Vec<LawTable> = Vec::new();
        for name in self.document.table(Part::Prescribed).keys_as_written() {
            let is_prescribed = ast.prescribed.iter().any(|law| law.name.text == name);
            let Some(law) = self.law_table(&name).filter(|_| is_prescribed) else {
                continue;
            };
            let (_, entry, points) = &law;
            let so_far: usize = laws.iter().map(|(.., points)| points.len()).sum();
            let count = so_far + points.len();
            let pieces = spline_through(points);
            let mut coefficients = pieces.iter().flat_map(|piece| piece.coefficients);
            let problem = if count > MOST_POINTS {
                let found = format!("{count} points in the tables of this part");
                Problem::new(found, format!("at most {MOST_POINTS} points in all"))
            } else if !coefficients.all(f64::is_finite) {
                let found = "the spline through these points overflows";
                Problem::new(found, "points further apart, or smaller values")
            } else {
                ast.prescribe(&name, pieces);
                laws.push(law);
                continue;
            };
            let (table, reports) = self.document.part(Part::Prescribed);
            reports.add(table, &name, &entry.origin, problem);
        }
        self.refuse_others(Part::Prescribed, "prescribed coordinate", |model| {
            let prescribed = model.prescribed.iter();
            prescribed
                .map(|law| model.coordinates[law.coordinate].name.as_str())
                .collect()
        });
        if !laws.is_empty() {
            self.model = model_of(ast).map_err(|found| self.sources.failure(&found))?;
        }
        Ok(laws)
    }

    /// Reads a law of the form `{ points = [[0, 0], [1, 0.5]], interpolation = "cubic" }`, or with
    /// `file`, `time` and `column`.
    fn law_table(&mut self, name: &str) -> Option<LawTable> {
        const REQUIRED: &str =
            "a table such as `{ points = [[0, 0], [1, 0.5]], interpolation = \"cubic\" }`";
        let (table, reports) = self.document.part(Part::Prescribed);
        let entry = table.get(name)?.clone();
        let Value::Record(record) = &entry.value else {
            reports.unfit(table, name, &entry, REQUIRED);
            return None;
        };
        let record = record.clone().named(format!("prescribed.{name}"));
        reports.refuse_keys(&record, &KEYS);
        let interpolation = self.choice(&record, &entry, "interpolation", &[("cubic", ())]);
        let points = self.recorded_points(&record, (Part::Prescribed, name, &entry))?;
        interpolation.map(|()| (name.to_owned(), entry, points))
    }

    /// Reports laws whose times do not contain those of the run.
    pub(super) fn check_times_of_laws(&mut self, laws: &[LawTable], grid: &Grid) {
        for (name, entry, points) in laws {
            let (first, last) = (points[0].0, points[points.len() - 1].0);
            let margin = grid.step.abs() * 1e-9;
            let is_within = |t: &f64| (first - margin..=last + margin).contains(t);
            let Some(outside) = [grid.start, grid.end()].into_iter().find(|t| !is_within(t)) else {
                continue;
            };
            let found = format!("the table covers {first:?} to {last:?}, but not t = {outside:?}");
            let problem = Problem::new(found, "points for all times of the run");
            let (table, reports) = self.document.part(Part::Prescribed);
            reports.add(table, name, &entry.origin, problem);
        }
    }
}

//! The times of a run, given by two of `step`, `steps` and `end`.

use super::bind::Binder;
use super::document::Part;
use super::time::Grid;
use super::value::Origin;
use crate::problem::Problem;

const START: &str = "a finite number, the time at the start";
const STEP: &str = "a finite number other than 0";
const STEPS: &str = "a whole number, the number of steps";
const END: &str = "a finite number, the time at the end";

/// Refuses steps that are rounded away at the start or at the end.
fn refuse_lost_steps(grid: Grid) -> Result<Grid, (&'static str, Box<Problem>)> {
    let (start, step, end) = (grid.start, grid.step, grid.end());
    if start + step != start && end - step != end {
        return Ok(grid);
    }
    let found =
        format!("a step of {step:?} is less than the rounding of times from {start:?} to {end:?}");
    let required = "a larger step, or times nearer to 0";
    Err(("start", Box::new(Problem::new(found, required))))
}

impl Binder {
    /// Returns the times of the run; errors are reported.
    pub(super) fn grid(&mut self, parameters: &[f64]) -> Option<Grid> {
        let has = |binder: &Self, key| binder.document.table(Part::Top).get(key).is_some();
        let start = match has(self, "start") {
            true => self.time("start", START, parameters),
            false => Some(0.0),
        };
        let has_end = has(self, "end");
        let counts = has(self, "steps") && !self.steps_give_way();
        let step = match has(self, "step") || !(counts && has_end) {
            true => Some(
                self.time("step", STEP, parameters)
                    .filter(|step| *step != 0.0)?,
            ),
            false => None,
        };
        let steps = match counts {
            true => Some(self.time("steps", STEPS, parameters)?),
            false => None,
        };
        let end = match has_end || !counts {
            true => Some(self.time("end", END, parameters)?),
            false => None,
        };
        let grid = match (step, steps, end) {
            (Some(step), None, Some(end)) => Grid::new(start?, step, end),
            (Some(step), Some(steps), None) => {
                Grid::of_steps(start?, step, steps).map_err(|problem| ("steps", problem))
            }
            (None, Some(steps), Some(end)) => Grid::between(start?, end, steps),
            _ => {
                let found = "`step`, `steps` and `end` are all given";
                let problem = Problem::new(found, "two of them: the third follows");
                Err(("steps", Box::new(problem)))
            }
        };
        match grid.and_then(refuse_lost_steps) {
            Ok(grid) => Some(grid),
            Err((key, problem)) => {
                let (top, reports) = self.document.part(Part::Top);
                let mut keys = [key, "step", "steps", "end"].into_iter();
                let key = keys.find(|key| top.get(key).is_some())?;
                let origin = top.get(key)?.origin.clone();
                reports.add(top, key, &origin, *problem);
                None
            }
        }
    }

    /// Returns true if an option gives the step or the end, so that the number of steps follows.
    fn steps_give_way(&self) -> bool {
        let top = self.document.table(Part::Top);
        let is_option = |key| {
            let entry = top.get(key);
            entry.is_some_and(|entry| matches!(entry.origin, Origin::Option(_)))
        };
        let has_both = top.get("step").is_some() && top.get("end").is_some();
        has_both && (is_option("step") || is_option("end"))
    }

    /// Returns a number of the top level. A step of zero is reported.
    fn time(&mut self, key: &str, required: &str, parameters: &[f64]) -> Option<f64> {
        let value = self.computed(Part::Top, key, required, parameters)?;
        if key == "step" && value == 0.0 {
            let (top, reports) = self.document.part(Part::Top);
            let entry = top.get(key)?.clone();
            reports.unfit(top, key, &entry, required);
        }
        Some(value)
    }
}

//! Equations that a function solves on the way, using the methods of the runtime.

use nhi_runtime::plumbing::{
    Unknowns, largest, newton_in, newton_keeping_factors_in, newton_linear_in, newton_workspace,
    solve_columns_in, solve_workspace,
};
use nhi_runtime::{NewtonFailure, NewtonSettings};

use nhi_symbolic::Solving;

use crate::code::Slot;
use crate::function::Step;
use crate::workspace::{Template, Workspace, gather, scatter};

/// Equations for Newton's method.
#[derive(Clone, Debug)]
pub(crate) struct Equations {
    pub(crate) solving: Solving,
    pub(crate) guess: Vec<Slot>,
    /// Sizes that several unknowns share.
    pub(crate) sizes: Vec<Size>,
    /// For each unknown, the index of its size among these.
    pub(crate) size_of: Vec<usize>,
    /// The slots from which an iteration reads the iterate.
    pub(crate) unknowns: Vec<Slot>,
    /// The computations of an iteration.
    pub(crate) body: Vec<Step>,
    /// The additional computations for a new Jacobian.
    pub(crate) slopes: Vec<Step>,
    pub(crate) residuals: Vec<Slot>,
    /// The entries, row by row.
    pub(crate) jacobian: Vec<Slot>,
    /// The slots from which the solution is read afterwards.
    pub(crate) solution: Vec<Slot>,
}

/// The size of unknowns with the same unit.
#[derive(Clone, Debug)]
pub(crate) struct Size {
    /// The values that they are compared with, their guesses first.
    pub(crate) compared: Vec<Slot>,
    /// The values that they are added to.
    pub(crate) background: Vec<Slot>,
}

/// Linear equations with several right-hand sides.
#[derive(Clone, Debug)]
pub(crate) struct Elimination {
    pub(crate) size: usize,
    /// The entries, row by row.
    pub(crate) matrix: Vec<Slot>,
    /// One right-hand side after the other.
    pub(crate) columns: Vec<Slot>,
    pub(crate) solutions: Vec<Slot>,
}

impl Equations {
    /// Makes room for these equations.
    pub(crate) fn reserve(&self, template: &mut Template) {
        let n = self.guess.len();
        template.unknowns = template.unknowns.max(n);
        template.sizes = template.sizes.max(2 * n);
        template.room = template.room.max(newton_workspace(n));
    }

    /// Solves the equations, as generated code does. Adds to the report of the previous equations.
    pub(crate) fn solve(
        &self,
        work: &mut Workspace,
        settings: &NewtonSettings<f64>,
    ) -> Result<(), NewtonFailure<f64>> {
        let Workspace {
            slots,
            x,
            sizes,
            room,
            report,
        } = work;
        let n = self.guess.len();
        let x = &mut x[..n];
        gather(slots, &self.guess, x);
        let (scale, background) = sizes[..2 * n].split_at_mut(n);
        let places = scale.iter_mut().zip(background.iter_mut());
        for ((scale, background), &size) in places.zip(&self.size_of) {
            let size = &self.sizes[size];
            *scale = largest_of(slots, &size.compared);
            *background = largest_of(slots, &size.background);
        }
        let unknowns = Unknowns::new(x, room).expect("there is room for the equations");
        let mut evaluate = |x: &[f64], residual: &mut [f64], jacobian: Option<&mut [f64]>| {
            scatter(slots, &self.unknowns, x);
            self.body.iter().for_each(|step| step.run(slots));
            gather(slots, &self.residuals, residual);
            if let Some(jacobian) = jacobian {
                self.slopes.iter().for_each(|step| step.run(slots));
                gather(slots, &self.jacobian, jacobian);
            }
        };
        let next = match self.solving {
            Solving::Once => newton_linear_in(unknowns, &mut |_, residual, jacobian| {
                gather(slots, &self.residuals, residual);
                gather(slots, &self.jacobian, jacobian);
            }),
            Solving::Newton => newton_in(
                unknowns,
                scale,
                background,
                settings,
                &mut |x, residual, jacobian| {
                    evaluate(x, residual, Some(jacobian));
                },
            ),
            Solving::KeepingFactors => {
                newton_keeping_factors_in(unknowns, scale, background, settings, &mut evaluate)
            }
        }?;
        *report = Some(report.map_or(next, |report| report.and(next)));
        scatter(slots, &self.solution, &work.x[..n]);
        Ok(())
    }
}

/// Returns the largest absolute value of slots; 0 if there are none.
fn largest_of(slots: &[f64], places: &[Slot]) -> f64 {
    places
        .iter()
        .fold(0.0, |most, &slot| largest(&[most, slots[slot as usize]]))
}

impl Elimination {
    /// Makes room for these equations.
    pub(crate) fn reserve(&self, template: &mut Template) {
        let (n, columns) = (self.size, self.columns.len());
        let count = columns.checked_div(n).unwrap_or_default();
        template.unknowns = template.unknowns.max(columns);
        template.sizes = template.sizes.max(n * n);
        template.room = template.room.max(solve_workspace(n, count));
    }

    /// Solves the equations; returns true if they have a solution.
    pub(crate) fn solve(&self, work: &mut Workspace) -> bool {
        let matrix = &mut work.sizes[..self.matrix.len()];
        gather(&work.slots, &self.matrix, matrix);
        let columns = &mut work.x[..self.columns.len()];
        gather(&work.slots, &self.columns, columns);
        if solve_columns_in(self.size, matrix, columns, &mut work.room).is_err() {
            return false;
        }
        scatter(&mut work.slots, &self.solutions, columns);
        true
    }
}

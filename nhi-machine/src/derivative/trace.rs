//! A computation as a list of linear maps between slots: its derivative at one point.

use nhi_runtime::StepErrorKind;
use nhi_runtime::plumbing::{solve_columns_in, solve_workspace};
use nhi_symbolic::Solving;

use super::slopes::slopes;
use crate::code::{Kind, Slot, Straight};
use crate::equations::{Elimination, Equations};
use crate::function::{Call, Code, Part, Step};
use crate::workspace::{Workspace, gather, scatter};

/// The derivatives of the operations of a computation, in their order.
///
/// An entry overwrites the tangents of the slots of its results. A slot without a tangent depends
/// on no input, and no entry refers to it.
#[derive(Clone, Debug)]
pub(super) struct Trace {
    pub(super) entries: Vec<Entry>,
    /// For each slot, whether it depends on an input so far.
    depends: Vec<bool>,
}

/// The derivative of an operation, or of a solve.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// `d_to = slopes_0 d_from0 + slopes_1 d_from1`.
    Sum {
        to: Slot,
        from: [Slot; 2],
        slopes: [f64; 2],
    },
    /// The solution of linear equations.
    Solved(Box<Solved>),
}

/// The derivative of solutions of `M x = s b`, to which numbers `a` are added: `dx = da + M^-1 (s
/// db - dM x)`.
///
/// At a solution of nonlinear equations `F(x) = 0` the matrix is their Jacobian, and `dx = -M^-1
/// dF`, in which `dF` is the change of the residuals at a fixed solution.
#[derive(Clone, Debug)]
pub(super) struct Solved {
    pub(super) size: usize,
    /// The inverse of the matrix, column by column.
    pub(super) inverse: Vec<f64>,
    /// The entries of the matrix, row by row; none if the derivative treats it as fixed.
    pub(super) matrix: Vec<Slot>,
    /// The right-hand sides, one after the other.
    pub(super) columns: Vec<Slot>,
    /// The factor of the right-hand sides.
    pub(super) sign: f64,
    /// The numbers that are added to the solutions; none if the list is empty.
    pub(super) added: Vec<Slot>,
    pub(super) results: Vec<Slot>,
    /// The solutions without what is added.
    pub(super) solutions: Vec<f64>,
}

/// The reason why a computation has no derivative.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Obstacle {
    /// The solution of these equations is not a differentiable function of the inputs.
    Equations(StepErrorKind<f64>),
    /// A method with its own step size integrates.
    OwnStepSize,
}

impl Trace {
    /// Starts the record of a computation on the given number of slots.
    pub(super) fn new(slots: usize) -> Self {
        Self {
            entries: Vec::new(),
            depends: vec![false; slots],
        }
    }

    /// Records that the tangent of a slot is a combination of two.
    pub(super) fn sum(&mut self, to: Slot, from: [Slot; 2], slopes: [f64; 2]) {
        let [a, b] = from.map(|slot| self.depends(slot));
        // The slope along a slot without a tangent may be infinite or undefined.
        let slopes = [
            if a { slopes[0] } else { 0.0 },
            if b { slopes[1] } else { 0.0 },
        ];
        let depends = a && slopes[0] != 0.0 || b && slopes[1] != 0.0;
        if depends || self.depends(to) {
            self.entries.push(Entry::Sum { to, from, slopes });
            self.mark(to, depends);
        }
    }

    /// Records that slots are copies of others.
    pub(super) fn copies(&mut self, from: &[Slot], to: &[Slot]) {
        for (&from, &to) in from.iter().zip(to) {
            self.sum(to, [from, from], [1.0, 0.0]);
        }
    }

    /// Adds slots after those of the computation.
    pub(super) fn add_slots(&mut self, count: usize) -> Vec<Slot> {
        let first = self.depends.len();
        self.depends.resize(first + count, false);
        super::slots_of(&(first..first + count))
    }

    /// Notes whether a slot depends on an input.
    pub(super) fn mark(&mut self, slot: Slot, depends: bool) {
        self.depends[slot as usize] = depends;
    }

    /// Returns true if a slot depends on an input.
    fn depends(&self, slot: Slot) -> bool {
        self.depends.get(slot as usize).copied().unwrap_or(false)
    }

    /// Records a function that has just been computed in the slots of a workspace. It recomputes
    /// nothing but the parts whose slots serve several computations.
    pub(super) fn function(&mut self, code: &Code, work: &mut Workspace) -> Result<(), Obstacle> {
        for part in &code.parts {
            match part {
                Part::Step(step) => self.step(step, &mut work.slots),
                Part::Equations(equations) => self.equations(equations, work)?,
                Part::Elimination(elimination) => self.elimination(elimination, work)?,
                Part::Motion(_) => return Err(Obstacle::OwnStepSize),
            }
        }
        Ok(())
    }

    fn step(&mut self, step: &Step, slots: &mut [f64]) {
        match step {
            Step::Straight(code) => self.straight(code, slots),
            Step::Call(call) => self.call(call, slots),
        }
    }

    /// Computes straight-line code and records it.
    pub(super) fn straight(&mut self, code: &Straight, slots: &mut [f64]) {
        code.run(slots);
        code.for_each_operation(|kind, places| {
            let [to, a, b] = places.map(|place| slots[place as usize]);
            let [place, first, second] = places;
            if kind == Kind::SineCosine {
                self.sum(place, [second, second], [a, 0.0]);
                self.sum(first, [second, second], [-to, 0.0]);
            } else {
                self.sum(place, [first, second], slopes(kind, to, a, b));
            }
        });
    }

    fn call(&mut self, call: &Call, slots: &mut [f64]) {
        let function = &call.function;
        crate::function::copy(slots, &call.arguments, &function.parameters);
        self.copies(&call.arguments, &function.parameters);
        for code in &function.code {
            self.straight(code, slots);
        }
        crate::function::copy(slots, &function.outputs, &call.results);
        self.copies(&function.outputs, &call.results);
    }

    /// Records equations at their solution, which is in its slots.
    fn equations(&mut self, equations: &Equations, work: &mut Workspace) -> Result<(), Obstacle> {
        let n = equations.guess.len();
        let solution = read(&work.slots, &equations.solution);
        if equations.solving == Solving::Once {
            let guess = read(&work.slots, &equations.guess);
            let change = solution.iter().zip(&guess).map(|(x, guess)| x - guess);
            let solutions = change.collect();
            return self.solved(
                work,
                Solved {
                    size: n,
                    inverse: Vec::new(),
                    matrix: equations.jacobian.clone(),
                    columns: equations.residuals.clone(),
                    sign: -1.0,
                    added: equations.guess.clone(),
                    results: equations.solution.clone(),
                    solutions,
                },
            );
        }
        scatter(&mut work.slots, &equations.unknowns, &solution);
        for &unknown in &equations.unknowns {
            self.mark(unknown, false);
        }
        for step in &equations.body {
            self.step(step, &mut work.slots);
        }
        for step in &equations.slopes {
            step.run(&mut work.slots);
        }
        let inverse = inverse(n, &equations.jacobian, work)?;
        self.push_solved(Solved {
            size: n,
            inverse,
            matrix: Vec::new(),
            columns: equations.residuals.clone(),
            sign: -1.0,
            added: Vec::new(),
            results: equations.solution.clone(),
            solutions: solution,
        });
        Ok(())
    }

    fn elimination(
        &mut self,
        elimination: &Elimination,
        work: &mut Workspace,
    ) -> Result<(), Obstacle> {
        let solutions = read(&work.slots, &elimination.solutions);
        self.solved(
            work,
            Solved {
                size: elimination.size,
                inverse: Vec::new(),
                matrix: elimination.matrix.clone(),
                columns: elimination.columns.clone(),
                sign: 1.0,
                added: Vec::new(),
                results: elimination.solutions.clone(),
                solutions,
            },
        )
    }

    /// Records linear equations, whose matrix is in its slots.
    fn solved(&mut self, work: &mut Workspace, solved: Solved) -> Result<(), Obstacle> {
        let inverse = inverse(solved.size, &solved.matrix, work)?;
        self.push_solved(Solved { inverse, ..solved });
        Ok(())
    }

    fn push_solved(&mut self, solved: Solved) {
        let read = [&solved.matrix, &solved.columns, &solved.added];
        let depends = read.into_iter().flatten().any(|&slot| self.depends(slot));
        for &result in &solved.results {
            // An earlier tangent of the slot ends here.
            self.sum(result, [result; 2], [0.0; 2]);
            self.mark(result, depends);
        }
        if depends {
            self.entries.push(Entry::Solved(Box::new(solved)));
        }
    }

    /// Drops the entries that the given slots do not depend on, from the last to the first.
    pub(super) fn keep_only(&mut self, results: &[Slot]) {
        let mut needed = vec![false; self.depends.len()];
        let need = |needed: &mut [bool], slots: &[Slot]| {
            slots.iter().for_each(|&slot| needed[slot as usize] = true);
        };
        need(&mut needed, results);
        let mut kept = Vec::new();
        for entry in core::mem::take(&mut self.entries).into_iter().rev() {
            let written = entry.written();
            if !written.iter().any(|&slot| needed[slot as usize]) {
                continue;
            }
            for &slot in written {
                needed[slot as usize] = false;
            }
            match &entry {
                Entry::Sum { from, slopes, .. } => {
                    for (&slot, &slope) in from.iter().zip(slopes) {
                        if slope != 0.0 {
                            need(&mut needed, &[slot]);
                        }
                    }
                }
                Entry::Solved(solved) => {
                    for list in [&solved.matrix, &solved.columns, &solved.added] {
                        need(&mut needed, list);
                    }
                }
            }
            kept.push(entry);
        }
        kept.reverse();
        self.entries = kept;
    }

    /// Returns the number of slots that the entries refer to.
    pub(super) fn slots(&self) -> usize {
        self.depends.len()
    }
}

impl Entry {
    fn written(&self) -> &[Slot] {
        match self {
            Self::Sum { to, .. } => core::slice::from_ref(to),
            Self::Solved(solved) => &solved.results,
        }
    }
}

fn read(slots: &[f64], places: &[Slot]) -> Vec<f64> {
    let mut list = vec![0.0; places.len()];
    gather(slots, places, &mut list);
    list
}

/// Returns the inverse of the matrix in slots, column by column.
fn inverse(n: usize, matrix: &[Slot], work: &Workspace) -> Result<Vec<f64>, Obstacle> {
    let matrix = read(&work.slots, matrix);
    let unit = |place: usize| f64::from(u8::from(place.is_multiple_of(n + 1)));
    let mut columns: Vec<_> = (0..n * n).map(unit).collect();
    let mut room = vec![0.0; solve_workspace(n, n)];
    let solved = solve_columns_in(n, &matrix, &mut columns, &mut room);
    solved.map_err(|_| {
        let iteration = work.report.unwrap_or_default().iterations;
        Obstacle::Equations(StepErrorKind::SingularJacobian { iteration })
    })?;
    Ok(columns)
}

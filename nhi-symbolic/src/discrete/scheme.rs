//! An integrator as a value: declared symbols, equations to solve, maps to evaluate.

use crate::expr::{Expr, Matrix};
use crate::mechanics::ControlNode;

use super::subroutine::Call;

/// A discretised model.
///
/// It says *what* the equations are. How they are solved, shared, ordered and printed is decided
/// afterwards, once for all integrators.
#[derive(Clone, Debug)]
pub struct Scheme {
    /// The integrator's name in the model language, such as `Mla`.
    pub integrator: &'static str,
    /// One paragraph on the method as configured, with its source.
    pub summary: String,
    /// What is known about the method.
    pub traits: Traits,
    /// What a state consists of, apart from the clock.
    pub state: Vec<StateGroup>,
    /// Where in the step the controls are read, as fractions of `h`, with a symbol per control.
    pub control_nodes: Vec<ControlNode>,
    /// How many of them, the first ones, the equations of a step read; the others are for samples alone.
    pub nodes_in_equations: usize,
    /// The constraint residuals of initial values, and what each is compared with.
    pub admission: Block,
    /// From coordinates, velocities, controls and time to the first state.
    pub start: Block,
    /// From a state to the next one.
    pub step: Block,
    /// From a state to the nodal velocity and the multipliers.
    pub sample: Block,
    /// From a state to the next one and its derivatives, where they are asked for: behind the
    /// entries of the next state, for each entry of the state, each control, each parameter and
    /// the step size in turn the derivatives of all those entries.
    pub step_jacobian: Option<Block>,
    /// Scalar or vector functions of a state that tell how the integration goes.
    pub diagnostics: Vec<StateFunction>,
    /// What must hold for the stepper to exist, such as positive pivots of the mass matrix.
    pub conditions: Vec<Condition>,
}

/// What is known about a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// The order of convergence.
    pub order: u32,
    /// Whether a step with `-h` undoes a step with `h`.
    pub symmetric: bool,
    /// Whether a step solves nonlinear equations.
    pub implicit: bool,
    /// Whether sampled velocities satisfy the constraints to round-off.
    pub exact_constraints: bool,
    /// Whether the energy of samples is constant to round-off where no force does work and the
    /// constraints are linear and do not depend on the time.
    pub exact_energy: bool,
    /// Whether a step that reflects keeps what alternates from growing.
    pub compensates: bool,
    /// Whether the mass matrix must be regular by itself, not only on the velocities that the constraints allow.
    pub needs_mass: bool,
    /// Whether the method is reduced and moves a group by a retraction that lags behind a turn, as
    /// Cayley's does.
    pub lags: bool,
}

/// A part of the state.
#[derive(Clone, Debug)]
pub struct StateGroup {
    /// The name of the field.
    pub name: &'static str,
    /// What it is, with formula and units.
    pub docs: &'static str,
    /// Its type.
    pub kind: GroupKind,
    /// The symbols of its entries.
    pub symbols: Vec<Expr>,
}

/// What the entries of a state group are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupKind {
    /// Coordinates of a configuration.
    Coordinates,
    /// Velocities of the coordinates.
    Velocities,
    /// Momenta, conjugate to the coordinates.
    Momenta,
    /// The controls at the node.
    Controls,
    /// Multipliers, one per constraint.
    Multipliers,
    /// Numbers without names of their own.
    Scalars,
}

/// Named values and equations in the order of evaluation, and what comes out.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Assignments and solves.
    pub items: Vec<Item>,
    /// The results, in the order that the block's kind prescribes.
    pub outputs: Vec<Expr>,
    /// What must be positive for the results to mean anything.
    pub pivots: Vec<Pivot<Expr>>,
}

/// A pivot of a matrix of the model at a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pivot<V> {
    /// The matrix.
    pub matrix: PivotedMatrix,
    /// The row: the place of a velocity or of a constraint in the model.
    pub row: usize,
    /// The pivot, or a minor.
    pub value: V,
    /// What it must be large against.
    pub scale: V,
}

/// A matrix of the model that is positive definite where the model is regular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PivotedMatrix {
    /// `M = L_vv`.
    Mass,
    /// `D^T M D` with a basis `D` of the velocities that the constraints allow.
    MassOnConstraints,
    /// `M` where the constraints may make the motion regular although it is singular, but the integrator needs it.
    MassWithoutConstraints,
    /// `A M^-1 A^T`.
    Constraints,
}

impl<V: Copy> Pivot<V> {
    /// The same pivot with other values.
    pub(crate) fn map<W>(self, mut image: impl FnMut(V) -> W) -> Pivot<W> {
        Pivot {
            matrix: self.matrix,
            row: self.row,
            value: image(self.value),
            scale: image(self.scale),
        }
    }

    /// Pivot and scale.
    pub(crate) fn values(&self) -> [V; 2] {
        [self.value, self.scale]
    }
}

/// One item of a block.
#[derive(Clone, Debug)]
pub enum Item {
    /// Gives values to symbols, so that later expressions share them.
    Assign(Vec<(Expr, Expr)>),
    /// Solves equations.
    Solve(Solve),
    /// Solves linear equations with several right-hand sides.
    Linear(LinearSystem),
    /// Calls a function.
    Call(Call),
}

impl Item {
    /// All that the item computes itself; what a function computes that it calls is not among it.
    pub(crate) fn exprs(&self) -> Vec<Expr> {
        match self {
            Self::Assign(pairs) => pairs.iter().map(|&(_, value)| value).collect(),
            Self::Solve(solve) => {
                let sizes = solve.sizes.iter().flat_map(Size::values);
                let start = solve.guess.iter().chain(sizes).copied();
                start.chain(solve.exprs()).collect()
            }
            Self::Linear(system) => {
                let columns = system.columns.iter().flatten();
                system
                    .matrix
                    .entries()
                    .iter()
                    .chain(columns)
                    .copied()
                    .collect()
            }
            Self::Call(call) => call.arguments.clone(),
        }
    }
}

/// Linear equations with one matrix and several right-hand sides.
#[derive(Clone, Debug)]
pub struct LinearSystem {
    /// The square matrix.
    pub matrix: Matrix,
    /// The right-hand sides.
    pub columns: Vec<Vec<Expr>>,
    /// The symbols by which later items refer to the solutions, one column for each right-hand side.
    pub solutions: Vec<Vec<Expr>>,
}

/// A system of equations: as many residuals as unknowns.
#[derive(Clone, Debug, Default)]
pub struct Solve {
    /// The symbols that the residuals are solved for.
    pub unknowns: Vec<Expr>,
    /// The symbols by which later items refer to the solution.
    pub solution: Vec<Expr>,
    /// Where the iteration starts.
    pub guess: Vec<Expr>,
    /// Sizes that unknowns of one unit have in common.
    pub sizes: Vec<Size>,
    /// For each unknown the place of its size among these.
    pub size_of: Vec<usize>,
    /// Symbols with their values in terms of the unknowns and of earlier definitions; they have the
    /// role of unknowns. What several residuals share is written, and differentiated, only once.
    pub definitions: Vec<(Expr, Expr)>,
    /// Functions of the unknowns and the definitions, whose results have the role of unknowns; none reads results of
    /// another.
    pub calls: Vec<Call>,
    /// What is to vanish, in terms of the unknowns, the definitions and the results of the calls.
    pub residuals: Vec<Expr>,
}

/// The size of unknowns of one unit: none of their increments that is round-off of it is iterated further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size<V = Expr> {
    /// What they are compared with, beside their guesses.
    pub compared: Vec<V>,
    /// What they are added to, in their unit: `q / h` for a velocity. Its round-off moves them even where they are small,
    /// as in a motion that comes to rest.
    pub background: Vec<V>,
}

impl<V> Default for Size<V> {
    fn default() -> Self {
        Self {
            compared: Vec::new(),
            background: Vec::new(),
        }
    }
}

impl<V> Size<V> {
    /// All values.
    pub(crate) fn values(&self) -> impl Iterator<Item = &V> {
        self.compared.iter().chain(&self.background)
    }

    /// All values, to be replaced by others.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.compared.iter_mut().chain(&mut self.background)
    }

    /// The same size of other values.
    pub(crate) fn map<W>(&self, mut image: impl FnMut(&[V]) -> Vec<W>) -> Size<W> {
        Size {
            compared: image(&self.compared),
            background: image(&self.background),
        }
    }
}

/// A function of the state.
#[derive(Clone, Debug)]
pub struct StateFunction {
    /// The name of the method.
    pub name: &'static str,
    /// What it tells.
    pub docs: &'static str,
    /// What computes its values: a scalar, several numbers, or one per constraint.
    pub block: Block,
    /// Whether it has one value per constraint.
    pub per_constraint: bool,
    /// What is wrong, in a sentence, where the value at the start is not below one.
    pub warning: Option<&'static str>,
}

/// A requirement on parameters and step size.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What is required of the value.
    pub requirement: Requirement,
    /// The value.
    pub value: Expr,
}

/// What a stepper requires of a value that depends on parameters and step size alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// The value is a pivot of this matrix and must be positive.
    Positive(&'static str),
    /// The value is the step size times the rate of this name, as a multiple of the stability limit of the method,
    /// and must be below one.
    Stable(&'static str),
}

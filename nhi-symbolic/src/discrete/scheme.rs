//! An integrator as a value: declared symbols, equations to solve, and maps to evaluate.

use crate::expr::{Expr, Matrix};
use crate::mechanics::ControlNode;

use super::subroutine::Call;

/// A discretised model.
///
/// It contains the equations only. How they are solved, shared, ordered and printed is decided
/// afterwards, once for all integrators.
#[derive(Clone, Debug)]
pub struct Scheme {
    /// The integrator's name in the model language, such as `Mla`.
    pub integrator: &'static str,
    /// One paragraph on the configured method, with its source.
    pub summary: String,
    /// The known properties of the method.
    pub traits: Traits,
    /// The parts of a state, apart from the time.
    pub state: Vec<StateGroup>,
    /// The points of a step at which the controls are read, as fractions of `h`, with a symbol per
    /// control.
    pub control_nodes: Vec<ControlNode>,
    /// The number of these nodes, counted from the first, that the equations of a step read. The
    /// others are only for samples.
    pub nodes_in_equations: usize,
    /// The constraint residuals of initial values, and the values that they are compared with.
    pub admission: Block,
    /// The map from coordinates, velocities, controls and time to the first state.
    pub start: Block,
    /// The map from a state to the next one.
    pub step: Block,
    /// The sizes of the substeps that make a step, as fractions of `h`. Then `step` is one substep
    /// with its own size instead of `h`, and `control_nodes` are its points. Empty if a step is
    /// made at once.
    pub substeps: Vec<f64>,
    /// The map from a state to the nodal velocity and the multipliers.
    pub sample: Block,
    /// The map from a state to the next one and its derivatives, if they are requested. The entries
    /// of the next state come first. Then follow the derivatives of all those entries with respect
    /// to each entry of the state, each control, each parameter and the step size in turn, for a
    /// substep also with respect to the time.
    pub step_jacobian: Option<Block>,
    /// The map from initial values to the first state and its derivatives with respect to the
    /// entries of the configuration, the velocities, the initial multipliers, the controls, the
    /// parameters, the step size and the time, if a language needs them.
    pub start_jacobian: Option<Block>,
    /// The map from a state to its sample and the derivatives with respect to the entries of the
    /// state, the parameters, the step size and the time, if a language needs them.
    pub sample_jacobian: Option<Block>,
    /// Scalar or vector functions of a state that show how the integration goes.
    pub diagnostics: Vec<StateFunction>,
    /// Conditions for the stepper to exist, such as positive pivots of the mass matrix.
    pub conditions: Vec<Condition>,
}

/// The known properties of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// The order of convergence.
    pub order: u32,
    /// True if a step with `-h` undoes a step with `h`.
    pub symmetric: bool,
    /// True if a step solves nonlinear equations.
    pub implicit: bool,
    /// True if sampled velocities satisfy the constraints to machine precision.
    pub exact_constraints: bool,
    /// True if the energy of samples is constant, to machine precision or to the error of a
    /// quadrature, provided that no force does
    /// work and the constraints are linear and do not depend on time.
    pub exact_energy: bool,
    /// True if a step with a reflection keeps the alternating part from growing.
    pub compensates: bool,
    /// True if the mass matrix must be regular by itself, not only on the velocities that the
    /// constraints allow.
    pub needs_mass: bool,
    /// True if the method is reduced and moves a group by a retraction that turns less than the
    /// exact motion, like the Cayley map.
    pub lags: bool,
}

/// A part of the state.
#[derive(Clone, Debug)]
pub struct StateGroup {
    /// The name of the field.
    pub name: &'static str,
    /// A description, with formula and units.
    pub docs: &'static str,
    /// Its type.
    pub kind: GroupKind,
    /// The symbols of its entries.
    pub symbols: Vec<Expr>,
}

/// The meaning of the entries of a state group.
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
    /// Numbers without individual names.
    Scalars,
}

/// Named values and equations in the order of evaluation, and the results.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Assignments and solves.
    pub items: Vec<Item>,
    /// The results, in the order that the block's kind prescribes.
    pub outputs: Vec<Expr>,
    /// Values that must be positive for the results to be meaningful.
    pub pivots: Vec<Pivot<Expr>>,
}

/// A pivot of a matrix of the model at a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pivot<V> {
    /// The matrix.
    pub matrix: PivotedMatrix,
    /// The row: the index of a velocity or of a constraint in the model.
    pub row: usize,
    /// The pivot, or a minor.
    pub value: V,
    /// The value that the pivot is compared with. The pivot must be large relative to it.
    pub scale: V,
}

/// A matrix of the model that is positive definite if the model is regular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PivotedMatrix {
    /// `M = L_vv`.
    Mass,
    /// `D^T M D` with a basis `D` of the velocities that the constraints allow.
    MassOnConstraints,
    /// `M`, if the constraints may make the motion regular although `M` is singular, but the
    /// integrator needs `M`.
    MassWithoutConstraints,
    /// `A M^-1 A^T`.
    Constraints,
    /// `A M^-1 (A^T + B)` with the slopes `B` of forces with respect to multipliers.
    Reactions,
}

impl<V: Copy> Pivot<V> {
    /// Returns the same pivot with other values.
    pub(crate) fn map<W>(self, mut image: impl FnMut(V) -> W) -> Pivot<W> {
        Pivot {
            matrix: self.matrix,
            row: self.row,
            value: image(self.value),
            scale: image(self.scale),
        }
    }

    /// Returns pivot and scale.
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
    /// Returns all expressions that the item computes itself, without those inside a function that
    /// it calls.
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
    /// The symbols by which later items refer to the solutions, one column for each right-hand
    /// side.
    pub solutions: Vec<Vec<Expr>>,
}

/// A system of equations: as many residuals as unknowns.
#[derive(Clone, Debug, Default)]
pub struct Solve {
    /// The symbols that the residuals are solved for.
    pub unknowns: Vec<Expr>,
    /// The symbols by which later items refer to the solution.
    pub solution: Vec<Expr>,
    /// The values at which the iteration starts.
    pub guess: Vec<Expr>,
    /// Sizes that are common to unknowns of one unit.
    pub sizes: Vec<Size>,
    /// For each unknown the index of its size in `sizes`.
    pub size_of: Vec<usize>,
    /// Symbols with their values in terms of the unknowns and of earlier definitions; they have the
    /// role of unknowns. Expressions that several residuals share are written, and differentiated,
    /// only once.
    pub definitions: Vec<(Expr, Expr)>,
    /// Functions of the unknowns and the definitions. Their results have the role of unknowns; no
    /// function reads the results of another.
    pub calls: Vec<Call>,
    /// The expressions that must vanish, in terms of the unknowns, the definitions and the results
    /// of the calls.
    pub residuals: Vec<Expr>,
}

/// The size of unknowns of one unit. Increments below the round-off of this size are not iterated
/// further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size<V = Expr> {
    /// The values that the unknowns are compared with, in addition to their guesses.
    pub compared: Vec<V>,
    /// The values that the unknowns are added to, in their unit: `q / h` for a velocity. The
    /// round-off of these values moves the unknowns even if they are small, as in a motion that
    /// comes to rest.
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
    /// Returns all values.
    pub(crate) fn values(&self) -> impl Iterator<Item = &V> {
        self.compared.iter().chain(&self.background)
    }

    /// Returns the same size of other values.
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
    /// The description of its values.
    pub docs: &'static str,
    /// The block that computes its values: a scalar, several numbers, or one per constraint.
    pub block: Block,
    /// True if it has one value per constraint.
    pub per_constraint: bool,
    /// The warning, in one sentence, for a value at the start that is not below one.
    pub warning: Option<&'static str>,
}

/// A requirement on parameters and step size.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The requirement on the value.
    pub requirement: Requirement,
    /// The value.
    pub value: Expr,
}

/// A requirement on a value that depends only on parameters and step size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// The value is a pivot of this matrix and must be positive.
    Positive(&'static str),
    /// The value is the step size times the rate of this name, as a multiple of the method's
    /// stability limit. It must be below one.
    Stable(&'static str),
}

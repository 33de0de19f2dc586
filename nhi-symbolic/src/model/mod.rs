//! The model as the user wrote it.
//!
//! `tokens --parse--> Ast --resolve, check--> Model`. The syntax tree keeps names as written. The
//! [`Model`] has one expression graph, in which every name is a symbol or an expression. Parsing
//! reports syntax errors, resolving reports errors of single names and operations, and checking
//! reports errors of the model as a whole. Each stage reports all errors of its kind. No stage runs
//! if an earlier one found errors.

pub mod ast;
mod check;
mod dimensions;
mod group;
pub mod item;
mod measure;
mod parse;
mod resolve;
mod spline;

pub use ast::Integrator as IntegratorRequest;
pub use group::{GroupFactor, LieGroup};
pub use item::{Item, Scalar};
pub use measure::unit_factor;
pub use parse::{
    is_keyword, parse_attribute, parse_expression, parse_file, parse_integrator, parse_interpreted,
    read_struct, root_of,
};

pub use resolve::{Context, Delay, Outside};
pub use spline::SplinePiece;

use proc_macro2::Span;

use crate::diag::{Diagnostic, Diagnostics};
use crate::expr::{Expr, Graph};

/// A mechanical system: names, spans and expressions.
#[derive(Clone, Debug)]
pub struct Model {
    /// The graph of all expressions below.
    pub graph: Graph,
    /// The struct that carries the attribute.
    pub item: Item,
    /// The fields of the struct.
    pub parameters: Vec<Variable>,
    /// The configuration coordinates.
    pub coordinates: Vec<Variable>,
    /// The factors of the configuration without coordinates.
    pub groups: Vec<GroupFactor>,
    /// The velocities v: first those of the coordinates in the same order, that of `x` is named
    /// `x_dot`, then the components of the body velocity of each group factor.
    pub velocities: Vec<Variable>,
    /// The inputs u.
    pub controls: Vec<Variable>,
    /// The time t.
    pub time: Expr,
    /// L(q, v, t), kinetic minus potential energy.
    pub lagrangian: Expr,
    /// The position of the key `lagrangian`.
    pub lagrangian_span: Span,
    /// The velocity constraints.
    pub constraints: Vec<Constraint>,
    /// The rule for constraints that are not affine in v; without one, every integrator must be
    /// vakonomic if there are such constraints.
    pub rule: Option<ast::Rule>,
    /// The position constraints, functions of q and t; the last ones are those of the prescribed
    /// coordinates.
    pub holonomic: Vec<Constraint>,
    /// The coordinates that are functions of time.
    pub prescribed: Vec<Prescribed>,
    /// The rates of the states of controllers, which a scenario adds.
    pub state_rates: Vec<StateRate>,
    /// The multipliers of the velocity constraints, then of the position constraints, if a force
    /// or a definition depends on one; otherwise none.
    pub multipliers: Vec<Variable>,
    /// The constraints whose multipliers have a sign.
    pub contacts: Vec<Contact>,
    /// The contacts that open, closed or open.
    pub opening: Vec<OpeningContact>,
    /// The constraints that do not hold in this phase of a motion, because contacts are open: of
    /// velocities, then of positions.
    pub released: Vec<Constraint>,
    /// The generalised force f(q, v, u, t) along each velocity, a covector; zero if none is
    /// written. The force `-R_v` of the dissipation function is included.
    pub forces: Vec<Expr>,
    /// The dissipation function R(q, v, t) of Rayleigh; zero if none is written.
    pub dissipation: Expr,
    /// The named sub-expressions, in the order in which they are written.
    pub definitions: Vec<Definition>,
    /// Functions of q and v that the user states to be conserved.
    pub integrals: Vec<Integral>,
    /// Notes for the user that are not errors.
    pub notes: Vec<Diagnostic>,
    /// The factors of the symmetry group.
    pub symmetry: Vec<SymmetryFactor>,
    /// The integrators to generate, to be interpreted by the registry of schemes.
    pub integrators: Vec<IntegratorRequest>,
}

/// A symbol of the model.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its node in the graph.
    pub symbol: Expr,
    /// Its documentation, lines separated by `\n`.
    pub docs: String,
    /// The position of its declaration; for a velocity, that of its coordinate.
    pub span: Span,
}

impl Variable {
    /// Returns the unit in brackets that ends a line of the documentation: `m` of
    /// `Position of the hull [m]`.
    #[must_use]
    pub fn unit(&self) -> Option<&str> {
        let mut units = self.docs.lines().filter_map(|line| {
            let (_, unit) = line.strip_suffix(']')?.rsplit_once('[')?;
            (!unit.trim().is_empty()).then_some(unit.trim())
        });
        units.next_back()
    }
}

/// The rate of a state of a controller, a coordinate without mass.
#[derive(Clone, Copy, Debug)]
pub struct StateRate {
    /// The index of its velocity.
    pub velocity: usize,
    /// The index of the constraint that the velocity equals the rate.
    pub constraint: usize,
    /// The rate, a function of time, configuration and velocities that may jump.
    pub rate: Expr,
}

/// A velocity constraint `A(q) v + b(q, t) = 0`, or a position constraint `h(q, t) = 0`.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Its name.
    pub name: String,
    /// The position of its name.
    pub span: Span,
    /// The expression that must vanish.
    pub expr: Expr,
    /// If this is the rate of a position constraint, the index of that constraint.
    pub position: Option<usize>,
}

/// A coordinate that is a function of time, by a position constraint of its name.
#[derive(Clone, Copy, Debug)]
pub struct Prescribed {
    /// The index of the coordinate.
    pub coordinate: usize,
    /// The function of time and parameters.
    pub law: Expr,
}

/// A constraint that a contact maintains. A contact can only press.
#[derive(Clone, Debug)]
pub struct Contact {
    /// The name of the constraint, of velocities or positions.
    pub constraint: String,
    /// Its position.
    pub span: Span,
    /// The sign of the multiplier while the contact presses.
    pub sign: ast::Sign,
}

/// A contact that opens where its force would have to pull, and closes where its gap vanishes.
#[derive(Clone, Debug)]
pub struct OpeningContact {
    /// The name of the position constraint.
    pub name: String,
    /// The position of its name in `contacts`.
    pub span: Span,
    /// The sign of the multiplier while the contact presses.
    pub sign: ast::Sign,
    /// The gap, a function of q and t that is positive while the contact is open.
    pub gap: Expr,
    /// The coefficient of restitution, a function of the parameters.
    pub restitution: Expr,
    /// The velocity constraints that hold only while the contact is closed.
    pub dependents: Vec<Constraint>,
}

/// A named sub-expression.
#[derive(Clone, Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its value.
    pub expr: Expr,
}

/// A function of q and v that the user states to be conserved.
#[derive(Clone, Debug)]
pub struct Integral {
    /// Its name.
    pub name: String,
    /// The position of its name.
    pub span: Span,
    /// Its value.
    pub expr: Expr,
}

/// A factor of the symmetry group and the coordinates on which it acts.
#[derive(Clone, Debug)]
pub struct SymmetryFactor {
    /// The group.
    pub kind: SymmetryKind,
    /// The position of the name of the group.
    pub span: Span,
    /// Indices into the coordinates of the model, in the order of the group's own coordinates;
    /// empty if the group acts on a factor without coordinates.
    pub coordinates: Vec<usize>,
    /// The indices of further angles that the group turns together with its own angle.
    pub carried: Vec<usize>,
}

/// The groups that act on coordinates, or on a factor without coordinates from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymmetryKind {
    /// Translations of one coordinate.
    R,
    /// Rotations of one angle.
    S1,
    /// Rigid motions of the plane: an angle and two positions, `(theta, x, y)`. They turn further
    /// angles too, if these are written between.
    Se2,
    /// The group of a factor, by its index. It multiplies the group element from the left.
    Factor(usize),
}

/// Resolves a syntax tree: resolves its names, builds its expressions and checks the whole.
///
/// # Errors
/// Every error of single names and operations; if there are none, every error of the model as a
/// whole.
pub fn resolve(ast: &ast::Ast) -> Result<Model, Diagnostics> {
    resolve_in(ast, ast.graph())
}

/// Does the same as [`resolve()`] in an empty graph that was prepared, for example with an
/// additional simplifier.
///
/// # Errors
/// As [`resolve()`].
pub fn resolve_in(ast: &ast::Ast, graph: Graph) -> Result<Model, Diagnostics> {
    let mut resolved = resolve::resolve_names(ast, graph)?;
    check::check_model(ast, &mut resolved)?;
    Ok(resolved.model)
}

impl Model {
    /// Returns the name of the model, that of its struct.
    #[must_use]
    pub fn name(&self) -> String {
        self.item.ident.to_string()
    }

    /// Returns the configuration q: the coordinates, then the varying entries of each group
    /// element.
    pub fn configuration(&self) -> impl Iterator<Item = &Variable> {
        let entries = self.groups.iter().flat_map(|factor| &factor.entries);
        self.coordinates.iter().chain(entries)
    }

    /// Returns the number of velocity constraints that are not rates of position constraints; they
    /// come first.
    #[must_use]
    pub fn velocity_constraints(&self) -> usize {
        let mut constraints = self.constraints.iter();
        let first_rate = constraints.position(|constraint| constraint.position.is_some());
        first_rate.unwrap_or(self.constraints.len())
    }

    /// Returns true if the position constraints are ideal constraints of a motion, with their rates
    /// among the velocity constraints.
    #[must_use]
    pub fn has_ideal_positions(&self) -> bool {
        self.velocity_constraints() < self.constraints.len()
    }

    /// Returns the name of the force along each velocity: the coordinate, or the component of a
    /// body velocity itself.
    pub fn force_names(&self) -> impl Iterator<Item = &str> {
        let components = &self.velocities[self.coordinates.len()..];
        let variables = self.coordinates.iter().chain(components);
        variables.map(|x| x.name.as_str())
    }

    /// Returns a factor of the symmetry group as it is written: `SE2(theta, x, y)`.
    #[must_use]
    pub fn group_text(&self, factor: usize) -> String {
        let factor = &self.symmetry[factor];
        let kind = match factor.kind {
            SymmetryKind::R => "R",
            SymmetryKind::S1 => "S1",
            SymmetryKind::Se2 => "SE2",
            SymmetryKind::Factor(index) => {
                let group = &self.groups[index];
                return format!("{}({})", group.group.text(), group.name);
            }
        };
        let (own, carried) = (&factor.coordinates, &factor.carried);
        let (angle, positions) = own.split_at(own.len().min(1));
        let names = angle.iter().chain(carried).chain(positions);
        let names: Vec<_> = names.map(|&i| self.coordinates[i].name.as_str()).collect();
        format!("{kind}({})", names.join(", "))
    }
}

#[cfg(test)]
mod tests;

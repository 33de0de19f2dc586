//! What a row of the op table says.

use crate::expr::graph::{Expr, Graph};

use super::Function;

/// One row of the op table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The function described.
    pub function: Function,
    /// Its name in the model language, where that knows it, in dumps, in text for people and in the
    /// runtime's math module.
    pub name: &'static str,
    /// The command that writes it in LaTeX.
    pub latex: &'static str,
    /// Whether people write it as a root sign rather than by its name.
    pub is_root: bool,
    /// Who can call it, as `f(x)` and as `x.f()`.
    pub language: Language,
    /// The number of its arguments, one or two.
    pub arity: usize,
    /// Its value in double precision.
    pub value: fn(&[f64]) -> f64,
    /// Its partial derivative with respect to the argument of the given index.
    pub derivative: fn(&Graph, &[Expr], usize) -> Expr,
    /// Its exact value, where it has one at these arguments.
    pub exact: fn(&Graph, &[Expr]) -> Option<Expr>,
    /// What it makes of a sign of its argument.
    pub parity: Parity,
    /// What its square is in terms of another function of the same argument.
    pub square: Option<Square>,
    /// How it acts in a prime field.
    pub field: FieldValue,
    /// How generated code calls it.
    pub call: RuntimeCall,
    /// How operation counts take it.
    pub cost: CostClass,
    /// Whether it is NaN wherever an argument is, whatever the other one.
    pub keeps_nan: bool,
    /// Whether it is NaN at both infinities.
    pub is_nan_at_infinities: bool,
}

/// Where a function can be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// In models and in scenarios: it is smooth where it is defined.
    Models,
    /// In scenarios alone: it switches, and equations of motion are derivatives.
    Scenarios,
    /// By the compiler itself.
    Nowhere,
}

/// What a function makes of a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// `f(-x) = -f(x)`.
    Odd,
    /// `f(-x) = f(x)`.
    Even,
    /// Neither.
    None,
}

/// The identity `f(x)^2 = offset + slope * partner(x)^2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// The other function.
    pub partner: Function,
    /// The constant of the identity.
    pub offset: i64,
    /// The factor of the partner's square.
    pub slope: i64,
}

/// How a function acts in a prime field, in which identities are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// The second coordinate of the argument's point on the circle.
    Sine,
    /// The first coordinate of the argument's point on the circle.
    Cosine,
    /// A homomorphism from sums to products.
    Exponential,
    /// By the exponential.
    HyperbolicSine,
    /// By the exponential.
    HyperbolicCosine,
    /// By the exponential.
    HyperbolicTangent,
    /// A root in the field.
    SquareRoot,
    /// The root of a sum of squares.
    Length,
    /// By the recurrence of these functions.
    Stumpff,
    /// A value that depends on those of the arguments and obeys no identity.
    Opaque,
}

/// How generated code calls a function of the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuntimeCall {
    /// With all its arguments.
    Plain,
    /// With its first argument, a whole number, as a literal.
    IndexFirst,
}

/// How operation counts take a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostClass {
    /// A square root, which processors have.
    Root,
    /// Sine or cosine, which are computed together where an angle needs both.
    Angle,
    /// Any other function.
    Function,
}

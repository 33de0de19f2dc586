//! The contents of a row of the op table.

use crate::expr::graph::{Expr, Graph};

use super::Function;

/// One row of the op table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The function that the row describes.
    pub function: Function,
    /// Its name in dumps, in text for people and in the runtime's math module. It is also the name
    /// in the model language, if the function is available there.
    pub name: &'static str,
    /// Its name in C for numbers in double precision. A function that C does not have is in the
    /// header of generated code, whose names begin with `nhi_`.
    pub c: &'static str,
    /// The command that writes it in LaTeX.
    pub latex: &'static str,
    /// True if people write it with a root sign rather than by its name.
    pub is_root: bool,
    /// The languages in which it can be called, as `f(x)` and as `x.f()`.
    pub language: Language,
    /// The number of its arguments, one or two.
    pub arity: usize,
    /// Its value in double precision.
    pub value: fn(&[f64]) -> f64,
    /// Its partial derivative with respect to the argument of the given index.
    pub derivative: fn(&Graph, &[Expr], usize) -> Expr,
    /// Its exact value, if it has one at these arguments.
    pub exact: fn(&Graph, &[Expr]) -> Option<Expr>,
    /// Its behaviour under a sign change of its argument.
    pub parity: Parity,
    /// Its square in terms of another function of the same argument.
    pub square: Option<Square>,
    /// Its value in a prime field.
    pub field: FieldValue,
    /// The form of its calls in generated code.
    pub call: RuntimeCall,
    /// Its class in operation counts.
    pub cost: CostClass,
    /// True if it is NaN whenever an argument is NaN, whatever the other argument.
    pub keeps_nan: bool,
    /// True if it is NaN at both infinities.
    pub is_nan_at_infinities: bool,
}

/// The languages in which a function can be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Models and scenarios: the function is smooth where it is defined.
    Models,
    /// Scenarios only: the function switches, and equations of motion are derivatives.
    Scenarios,
    /// None: only the compiler itself uses the function.
    Nowhere,
}

/// The behaviour of a function under a sign change.
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

/// The value of a function in a prime field, in which identities are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValue {
    /// The second coordinate of the argument's point on the circle.
    Sine,
    /// The first coordinate of the argument's point on the circle.
    Cosine,
    /// A homomorphism from sums to products.
    Exponential,
    /// Defined by the exponential.
    HyperbolicSine,
    /// Defined by the exponential.
    HyperbolicCosine,
    /// Defined by the exponential.
    HyperbolicTangent,
    /// A root in the field.
    SquareRoot,
    /// The root of a sum of squares.
    Length,
    /// Defined by the recurrence of the Stumpff functions.
    Stumpff,
    /// A value that depends only on those of the arguments and satisfies no identity.
    Opaque,
}

/// The form in which generated code calls a function of the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuntimeCall {
    /// With all its arguments.
    Plain,
    /// With its first argument, a whole number, as a literal.
    IndexFirst,
}

/// The class of a function in operation counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostClass {
    /// A square root, for which processors have an instruction.
    Root,
    /// Sine or cosine, which are computed together if an angle needs both.
    Angle,
    /// Any other function.
    Function,
}

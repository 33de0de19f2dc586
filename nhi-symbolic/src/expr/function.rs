//! The op table: one row for each elementary function.

use super::graph::{Expr, Graph};
use super::stumpff::stumpff;

/// An elementary function that stays a node of the graph.
///
/// `tan` is not among them: it is built as `sin / cos`, so that one `sin_cos` serves every use of
/// an angle. Sums, products and integer powers are nodes of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Function {
    /// Sine of an angle in radians.
    Sin,
    /// Cosine of an angle in radians.
    Cos,
    /// Inverse sine, radians.
    Asin,
    /// Inverse cosine, radians.
    Acos,
    /// Inverse tangent, radians.
    Atan,
    /// `atan2(y, x)`: the angle of the point `(x, y)`, radians.
    Atan2,
    /// Hyperbolic sine.
    Sinh,
    /// Hyperbolic cosine.
    Cosh,
    /// Hyperbolic tangent.
    Tanh,
    /// Exponential function.
    Exp,
    /// Natural logarithm.
    Ln,
    /// Square root.
    Sqrt,
    /// `hypot(x, y)`: the square root of `x^2 + y^2` without overflow.
    Hypot,
    /// `powf(x, y)`: `x` to a real power.
    Powf,
    /// `stumpff(k, x)`: the entire function `c_k(x) = 1/k! - x/(k+2)! + x^2/(k+4)! - ...` of a whole
    /// number `k`, for the formulas of Lie groups. The model language does not know it.
    Stumpff,
}

/// One row of the op table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The function described.
    pub function: Function,
    /// Its name in the model language, where that knows it, in dumps and in the runtime's math module.
    pub name: &'static str,
    /// The number of its arguments.
    pub arity: usize,
    /// Its value in double precision.
    pub value: fn(&[f64]) -> f64,
    /// Its partial derivative with respect to the argument of the given index.
    pub derivative: fn(&Graph, &[Expr], usize) -> Expr,
}

/// Every function, in the order of the enumeration.
pub const TABLE: [Row; 15] = [
    Row {
        function: Function::Sin,
        name: "sin",
        arity: 1,
        value: |x| x[0].sin(),
        derivative: |g, x, _| g.cos(x[0]),
    },
    Row {
        function: Function::Cos,
        name: "cos",
        arity: 1,
        value: |x| x[0].cos(),
        derivative: |g, x, _| {
            let s = g.sin(x[0]);
            g.neg(s)
        },
    },
    Row {
        function: Function::Asin,
        name: "asin",
        arity: 1,
        value: |x| x[0].asin(),
        derivative: |g, x, _| inverse_root_of_one_minus_square(g, x[0]),
    },
    Row {
        function: Function::Acos,
        name: "acos",
        arity: 1,
        value: |x| x[0].acos(),
        derivative: |g, x, _| {
            let d = inverse_root_of_one_minus_square(g, x[0]);
            g.neg(d)
        },
    },
    Row {
        function: Function::Atan,
        name: "atan",
        arity: 1,
        value: |x| x[0].atan(),
        derivative: |g, x, _| {
            let square = g.powi(x[0], 2);
            let sum = g.add(Graph::ONE, square);
            g.powi(sum, -1)
        },
    },
    Row {
        function: Function::Atan2,
        name: "atan2",
        arity: 2,
        value: |x| x[0].atan2(x[1]),
        derivative: |g, x, index| {
            let (y2, x2) = (g.powi(x[0], 2), g.powi(x[1], 2));
            let square = g.add(y2, x2);
            let slope = g.div(x[1 - index], square);
            if index == 0 { slope } else { g.neg(slope) }
        },
    },
    Row {
        function: Function::Sinh,
        name: "sinh",
        arity: 1,
        value: |x| x[0].sinh(),
        derivative: |g, x, _| g.call(Function::Cosh, x),
    },
    Row {
        function: Function::Cosh,
        name: "cosh",
        arity: 1,
        value: |x| x[0].cosh(),
        derivative: |g, x, _| g.call(Function::Sinh, x),
    },
    Row {
        function: Function::Tanh,
        name: "tanh",
        arity: 1,
        value: |x| x[0].tanh(),
        derivative: |g, x, _| {
            let value = g.call(Function::Tanh, x);
            let square = g.powi(value, 2);
            g.sub(Graph::ONE, square)
        },
    },
    Row {
        function: Function::Exp,
        name: "exp",
        arity: 1,
        value: |x| x[0].exp(),
        derivative: |g, x, _| g.call(Function::Exp, x),
    },
    Row {
        function: Function::Ln,
        name: "ln",
        arity: 1,
        value: |x| x[0].ln(),
        derivative: |g, x, _| g.powi(x[0], -1),
    },
    Row {
        function: Function::Sqrt,
        name: "sqrt",
        arity: 1,
        value: |x| x[0].sqrt(),
        derivative: |g, x, _| {
            let root = g.call(Function::Sqrt, x);
            let twice = g.add(root, root);
            g.powi(twice, -1)
        },
    },
    Row {
        function: Function::Hypot,
        name: "hypot",
        arity: 2,
        value: |x| x[0].hypot(x[1]),
        derivative: |g, x, index| {
            let length = g.call(Function::Hypot, x);
            g.div(x[index], length)
        },
    },
    Row {
        function: Function::Powf,
        name: "powf",
        arity: 2,
        value: |x| x[0].powf(x[1]),
        derivative: |g, x, index| {
            if index == 0 {
                let lower = g.sub(x[1], Graph::ONE);
                let power = g.call(Function::Powf, &[x[0], lower]);
                g.mul(x[1], power)
            } else {
                let power = g.call(Function::Powf, x);
                let log = g.call(Function::Ln, &[x[0]]);
                g.mul(power, log)
            }
        },
    },
    Row {
        function: Function::Stumpff,
        name: "stumpff",
        arity: 2,
        value: |x| stumpff(x[0] as u32, x[1]),
        derivative: |g, x, _| {
            let k = g.as_number(x[0]).and_then(|k| k.to_i64());
            let Some(k) = k.and_then(|k| u32::try_from(k).ok()) else {
                return Graph::UNDEFINED;
            };
            let [next, second] = [1, 2].map(|more| g.stumpff(k + more, x[1]));
            let twice = g.scale(&i64::from(k).into(), second);
            let twice = g.sub(twice, next);
            let half = g.fraction(1, 2);
            g.mul(half, twice)
        },
    },
];

impl Function {
    /// The function's row of the op table.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The function of the given name in the model language.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        TABLE
            .iter()
            .find(|row| row.name == name)
            .map(|row| row.function)
    }

    /// Whether `f(-x) = -f(x)`.
    #[must_use]
    pub fn is_odd(self) -> bool {
        matches!(
            self,
            Self::Sin | Self::Asin | Self::Atan | Self::Sinh | Self::Tanh
        )
    }

    /// Whether `f(-x) = f(x)`.
    #[must_use]
    pub fn is_even(self) -> bool {
        matches!(self, Self::Cos | Self::Cosh)
    }
}

/// `1 / sqrt(1 - x^2)`.
fn inverse_root_of_one_minus_square(g: &Graph, x: Expr) -> Expr {
    let square = g.powi(x, 2);
    let rest = g.sub(Graph::ONE, square);
    let root = g.call(Function::Sqrt, &[rest]);
    g.powi(root, -1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_stands_at_the_place_of_its_function() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.function as usize, index);
            assert_eq!(Function::named(row.name), Some(row.function));
        }
    }
}

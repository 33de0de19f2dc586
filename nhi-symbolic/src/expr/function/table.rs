//! The op table.

use super::row::{CostClass, FieldValue, Language, Parity, Row, RuntimeCall, Square};
use super::{derivative, elementary, exact, switching};
use crate::expr::graph::Graph;
use crate::expr::stumpff::stumpff;

/// Defines the enumeration and the table from one list, so that every function has a row. Fields
/// that a row leaves out are those of [`USUAL`].
macro_rules! functions {
    ($(
        $(#[doc = $doc:literal])*
        $function:ident {
            name: $name:literal,
            c: $c:literal,
            latex: $latex:literal,
            value: $value:expr,
            derivative: $derivative:expr,
            $($field:ident: $other:expr,)*
        }
    )*) => {
        /// An elementary function that stays a node of the graph.
        ///
        /// `tan` is not among them: it is built as `sin / cos`, so that one `sin_cos` serves every
        /// use of an angle. Sums, products and integer powers are separate kinds of nodes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Function {
            $($(#[doc = $doc])* $function,)*
        }

        /// Every function, in the order of the enumeration.
        pub const TABLE: [Row; [$(Function::$function),*].len()] = [
            $(Row {
                function: Function::$function,
                name: $name,
                c: $c,
                latex: $latex,
                value: $value,
                derivative: $derivative,
                $($field: $other,)*
                ..USUAL
            },)*
        ];
    };
}

/// The fields that most functions share; each row has its own names, value and derivative.
const USUAL: Row = Row {
    function: Function::Atan,
    name: "",
    c: "",
    latex: "",
    is_root: false,
    language: Language::Models,
    arity: 1,
    value: |_| f64::NAN,
    derivative: |_, _, _| Graph::ZERO,
    exact: exact::nowhere,
    parity: Parity::None,
    square: None,
    field: FieldValue::Opaque,
    call: RuntimeCall::Plain,
    cost: CostClass::Function,
    keeps_nan: true,
    is_nan_at_infinities: false,
};

functions! {
    /// Sine of an angle in radians.
    Sin {
        name: "sin",
        c: "sin",
        latex: r"\sin",
        value: |x| elementary::sin(x[0]),
        derivative: |g, x, _| g.cos(x[0]),
        exact: exact::zero_at_zero,
        parity: Parity::Odd,
        square: Some(Square { partner: Function::Cos, offset: 1, slope: -1 }),
        field: FieldValue::Sine,
        cost: CostClass::Angle,
        is_nan_at_infinities: true,
    }
    /// Cosine of an angle in radians.
    Cos {
        name: "cos",
        c: "cos",
        latex: r"\cos",
        value: |x| elementary::cos(x[0]),
        derivative: derivative::of_cos,
        exact: exact::one_at_zero,
        parity: Parity::Even,
        square: Some(Square { partner: Function::Sin, offset: 1, slope: -1 }),
        field: FieldValue::Cosine,
        cost: CostClass::Angle,
        is_nan_at_infinities: true,
    }
    /// Inverse sine, radians.
    Asin {
        name: "asin",
        c: "asin",
        latex: r"\arcsin",
        value: |x| elementary::asin(x[0]),
        derivative: derivative::of_asin,
        exact: exact::zero_at_zero,
        parity: Parity::Odd,
        is_nan_at_infinities: true,
    }
    /// Inverse cosine, radians.
    Acos {
        name: "acos",
        c: "acos",
        latex: r"\arccos",
        value: |x| elementary::acos(x[0]),
        derivative: derivative::of_acos,
        exact: exact::zero_at_one,
        is_nan_at_infinities: true,
    }
    /// Inverse tangent, radians.
    Atan {
        name: "atan",
        c: "atan",
        latex: r"\arctan",
        value: |x| elementary::atan(x[0]),
        derivative: derivative::of_atan,
        exact: exact::zero_at_zero,
        parity: Parity::Odd,
    }
    /// `atan2(y, x)`: the angle of the point `(x, y)`, radians.
    Atan2 {
        name: "atan2",
        c: "atan2",
        latex: r"\operatorname{atan2}",
        value: |x| elementary::atan2(x[0], x[1]),
        derivative: derivative::of_atan2,
        arity: 2,
    }
    /// Hyperbolic sine.
    Sinh {
        name: "sinh",
        c: "sinh",
        latex: r"\sinh",
        value: |x| elementary::sinh(x[0]),
        derivative: |g, x, _| g.call(Function::Cosh, x),
        exact: exact::zero_at_zero,
        parity: Parity::Odd,
        square: Some(Square { partner: Function::Cosh, offset: -1, slope: 1 }),
        field: FieldValue::HyperbolicSine,
    }
    /// Hyperbolic cosine.
    Cosh {
        name: "cosh",
        c: "cosh",
        latex: r"\cosh",
        value: |x| elementary::cosh(x[0]),
        derivative: |g, x, _| g.call(Function::Sinh, x),
        exact: exact::one_at_zero,
        parity: Parity::Even,
        square: Some(Square { partner: Function::Sinh, offset: 1, slope: 1 }),
        field: FieldValue::HyperbolicCosine,
    }
    /// Hyperbolic tangent.
    Tanh {
        name: "tanh",
        c: "tanh",
        latex: r"\tanh",
        value: |x| elementary::tanh(x[0]),
        derivative: derivative::of_tanh,
        exact: exact::zero_at_zero,
        parity: Parity::Odd,
        field: FieldValue::HyperbolicTangent,
    }
    /// Exponential function.
    Exp {
        name: "exp",
        c: "exp",
        latex: r"\exp",
        value: |x| elementary::exp(x[0]),
        derivative: |g, x, _| g.call(Function::Exp, x),
        exact: exact::one_at_zero,
        field: FieldValue::Exponential,
    }
    /// Natural logarithm.
    Ln {
        name: "ln",
        c: "log",
        latex: r"\ln",
        value: |x| elementary::ln(x[0]),
        derivative: |g, x, _| g.powi(x[0], -1),
        exact: exact::of_ln,
    }
    /// Square root.
    Sqrt {
        name: "sqrt",
        c: "sqrt",
        latex: r"\operatorname{sqrt}",
        value: |x| x[0].sqrt(),
        derivative: derivative::of_sqrt,
        is_root: true,
        exact: exact::of_sqrt,
        field: FieldValue::SquareRoot,
        cost: CostClass::Root,
    }
    /// `hypot(x, y)`: the square root of `x^2 + y^2` without overflow.
    Hypot {
        name: "hypot",
        c: "hypot",
        latex: r"\operatorname{hypot}",
        value: |x| elementary::hypot(x[0], x[1]),
        derivative: derivative::of_hypot,
        arity: 2,
        field: FieldValue::Length,
        keeps_nan: false,
    }
    /// `powf(x, y)`: `x` to a real power.
    Powf {
        name: "powf",
        c: "pow",
        latex: r"\operatorname{powf}",
        value: |x| elementary::powf(x[0], x[1]),
        derivative: derivative::of_powf,
        arity: 2,
        exact: exact::of_powf,
        keeps_nan: false,
    }
    /// `stumpff(k, x)`: the entire function `c_k(x) = 1/k! - x/(k+2)! + x^2/(k+4)! - ...` of a
    /// whole number `k`, for the formulas of Lie groups. It is not available in the model language.
    Stumpff {
        name: "stumpff",
        c: "nhi_stumpff",
        latex: r"\operatorname{stumpff}",
        value: |x| stumpff(x[0] as u32, x[1]),
        derivative: derivative::of_stumpff,
        language: Language::Nowhere,
        arity: 2,
        exact: exact::of_stumpff,
        field: FieldValue::Stumpff,
        call: RuntimeCall::IndexFirst,
        keeps_nan: false,
    }
    /// Absolute value.
    Abs {
        name: "abs",
        c: "fabs",
        latex: r"\operatorname{abs}",
        value: |x| x[0].abs(),
        derivative: |g, x, _| g.call(Function::Sign, x),
        language: Language::Scenarios,
        exact: exact::of_abs,
        parity: Parity::Even,
    }
    /// `-1` below zero, `0` at zero, `1` above.
    Sign {
        name: "sign",
        c: "nhi_sign",
        latex: r"\operatorname{sign}",
        value: |x| switching::sign(x[0]),
        derivative: |_, _, _| Graph::ZERO,
        language: Language::Scenarios,
        exact: exact::of_sign,
        parity: Parity::Odd,
    }
    /// `0` below zero, `1` at zero and above.
    Step {
        name: "step",
        c: "nhi_unit_step",
        latex: r"\operatorname{step}",
        value: |x| switching::step(x[0]),
        derivative: |_, _, _| Graph::ZERO,
        language: Language::Scenarios,
        exact: exact::of_step,
    }
    /// `min(x, y)`: the smaller one.
    Min {
        name: "min",
        c: "nhi_min",
        latex: r"\min",
        value: |x| switching::min(x[0], x[1]),
        derivative: derivative::of_min,
        language: Language::Scenarios,
        arity: 2,
        exact: exact::of_min,
    }
    /// `max(x, y)`: the larger one.
    Max {
        name: "max",
        c: "nhi_max",
        latex: r"\max",
        value: |x| switching::max(x[0], x[1]),
        derivative: derivative::of_max,
        language: Language::Scenarios,
        arity: 2,
        exact: exact::of_max,
    }
}

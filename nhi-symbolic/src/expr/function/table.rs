//! The op table.

use super::row::{CostClass, FieldValue, Language, Parity, Row, RuntimeCall, Square};
use super::{derivative, elementary, exact, switching};
use crate::expr::graph::Graph;
use crate::expr::stumpff::stumpff;

/// Defines the enumeration and the table from one list, so that every function has a row.
macro_rules! functions {
    ($($(#[doc = $doc:literal])* $function:ident { $($field:ident: $value:expr,)* })*) => {
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
            $(Row { function: Function::$function, $($field: $value,)* },)*
        ];
    };
}

functions! {
    /// Sine of an angle in radians.
    Sin {
        name: "sin",
        c: "sin",
        latex: r"\sin",
        is_root: false,
        language: Language::Models,
        arity: 1,
        value: |x| elementary::sin(x[0]),
        derivative: |g, x, _| g.cos(x[0]),
        exact: exact::zero_at_zero,
        parity: Parity::Odd,
        square: Some(Square { partner: Function::Cos, offset: 1, slope: -1 }),
        field: FieldValue::Sine,
        call: RuntimeCall::Plain,
        cost: CostClass::Angle,
        keeps_nan: true,
        is_nan_at_infinities: true,
    }
    /// Cosine of an angle in radians.
    Cos {
        name: "cos",
        c: "cos",
        latex: r"\cos",
        is_root: false,
        language: Language::Models,
        arity: 1,
        value: |x| elementary::cos(x[0]),
        derivative: derivative::of_cos,
        exact: exact::one_at_zero,
        parity: Parity::Even,
        square: Some(Square { partner: Function::Sin, offset: 1, slope: -1 }),
        field: FieldValue::Cosine,
        call: RuntimeCall::Plain,
        cost: CostClass::Angle,
        keeps_nan: true,
        is_nan_at_infinities: true,
    }
    /// Inverse sine, radians.
    Asin {
        name: "asin",
        c: "asin",
        latex: r"\arcsin",
        is_root: false,
        language: Language::Models,
        arity: 1,
        value: |x| elementary::asin(x[0]),
        derivative: derivative::of_asin,
        exact: exact::zero_at_zero,
        parity: Parity::Odd,
        square: None,
        field: FieldValue::Opaque,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: true,
    }
    /// Inverse cosine, radians.
    Acos {
        name: "acos",
        c: "acos",
        latex: r"\arccos",
        is_root: false,
        language: Language::Models,
        arity: 1,
        value: |x| elementary::acos(x[0]),
        derivative: derivative::of_acos,
        exact: exact::zero_at_one,
        parity: Parity::None,
        square: None,
        field: FieldValue::Opaque,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: true,
    }
    /// Inverse tangent, radians.
    Atan {
        name: "atan",
        c: "atan",
        latex: r"\arctan",
        is_root: false,
        language: Language::Models,
        arity: 1,
        value: |x| elementary::atan(x[0]),
        derivative: derivative::of_atan,
        exact: exact::zero_at_zero,
        parity: Parity::Odd,
        square: None,
        field: FieldValue::Opaque,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: false,
    }
    /// `atan2(y, x)`: the angle of the point `(x, y)`, radians.
    Atan2 {
        name: "atan2",
        c: "atan2",
        latex: r"\operatorname{atan2}",
        is_root: false,
        language: Language::Models,
        arity: 2,
        value: |x| elementary::atan2(x[0], x[1]),
        derivative: derivative::of_atan2,
        exact: exact::nowhere,
        parity: Parity::None,
        square: None,
        field: FieldValue::Opaque,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: false,
    }
    /// Hyperbolic sine.
    Sinh {
        name: "sinh",
        c: "sinh",
        latex: r"\sinh",
        is_root: false,
        language: Language::Models,
        arity: 1,
        value: |x| elementary::sinh(x[0]),
        derivative: |g, x, _| g.call(Function::Cosh, x),
        exact: exact::zero_at_zero,
        parity: Parity::Odd,
        square: Some(Square { partner: Function::Cosh, offset: -1, slope: 1 }),
        field: FieldValue::HyperbolicSine,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: false,
    }
    /// Hyperbolic cosine.
    Cosh {
        name: "cosh",
        c: "cosh",
        latex: r"\cosh",
        is_root: false,
        language: Language::Models,
        arity: 1,
        value: |x| elementary::cosh(x[0]),
        derivative: |g, x, _| g.call(Function::Sinh, x),
        exact: exact::one_at_zero,
        parity: Parity::Even,
        square: Some(Square { partner: Function::Sinh, offset: 1, slope: 1 }),
        field: FieldValue::HyperbolicCosine,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: false,
    }
    /// Hyperbolic tangent.
    Tanh {
        name: "tanh",
        c: "tanh",
        latex: r"\tanh",
        is_root: false,
        language: Language::Models,
        arity: 1,
        value: |x| elementary::tanh(x[0]),
        derivative: derivative::of_tanh,
        exact: exact::zero_at_zero,
        parity: Parity::Odd,
        square: None,
        field: FieldValue::HyperbolicTangent,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: false,
    }
    /// Exponential function.
    Exp {
        name: "exp",
        c: "exp",
        latex: r"\exp",
        is_root: false,
        language: Language::Models,
        arity: 1,
        value: |x| elementary::exp(x[0]),
        derivative: |g, x, _| g.call(Function::Exp, x),
        exact: exact::one_at_zero,
        parity: Parity::None,
        square: None,
        field: FieldValue::Exponential,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: false,
    }
    /// Natural logarithm.
    Ln {
        name: "ln",
        c: "log",
        latex: r"\ln",
        is_root: false,
        language: Language::Models,
        arity: 1,
        value: |x| elementary::ln(x[0]),
        derivative: |g, x, _| g.powi(x[0], -1),
        exact: exact::of_ln,
        parity: Parity::None,
        square: None,
        field: FieldValue::Opaque,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: false,
    }
    /// Square root.
    Sqrt {
        name: "sqrt",
        c: "sqrt",
        latex: r"\operatorname{sqrt}",
        is_root: true,
        language: Language::Models,
        arity: 1,
        value: |x| x[0].sqrt(),
        derivative: derivative::of_sqrt,
        exact: exact::of_sqrt,
        parity: Parity::None,
        square: None,
        field: FieldValue::SquareRoot,
        call: RuntimeCall::Plain,
        cost: CostClass::Root,
        keeps_nan: true,
        is_nan_at_infinities: false,
    }
    /// `hypot(x, y)`: the square root of `x^2 + y^2` without overflow.
    Hypot {
        name: "hypot",
        c: "hypot",
        latex: r"\operatorname{hypot}",
        is_root: false,
        language: Language::Models,
        arity: 2,
        value: |x| elementary::hypot(x[0], x[1]),
        derivative: derivative::of_hypot,
        exact: exact::nowhere,
        parity: Parity::None,
        square: None,
        field: FieldValue::Length,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: false,
        is_nan_at_infinities: false,
    }
    /// `powf(x, y)`: `x` to a real power.
    Powf {
        name: "powf",
        c: "pow",
        latex: r"\operatorname{powf}",
        is_root: false,
        language: Language::Models,
        arity: 2,
        value: |x| elementary::powf(x[0], x[1]),
        derivative: derivative::of_powf,
        exact: exact::of_powf,
        parity: Parity::None,
        square: None,
        field: FieldValue::Opaque,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: false,
        is_nan_at_infinities: false,
    }
    /// `stumpff(k, x)`: the entire function `c_k(x) = 1/k! - x/(k+2)! + x^2/(k+4)! - ...` of a
    /// whole number `k`, for the formulas of Lie groups. It is not available in the model language.
    Stumpff {
        name: "stumpff",
        c: "nhi_stumpff",
        latex: r"\operatorname{stumpff}",
        is_root: false,
        language: Language::Nowhere,
        arity: 2,
        value: |x| stumpff(x[0] as u32, x[1]),
        derivative: derivative::of_stumpff,
        exact: exact::of_stumpff,
        parity: Parity::None,
        square: None,
        field: FieldValue::Stumpff,
        call: RuntimeCall::IndexFirst,
        cost: CostClass::Function,
        keeps_nan: false,
        is_nan_at_infinities: false,
    }
    /// Absolute value.
    Abs {
        name: "abs",
        c: "fabs",
        latex: r"\operatorname{abs}",
        is_root: false,
        language: Language::Scenarios,
        arity: 1,
        value: |x| x[0].abs(),
        derivative: |g, x, _| g.call(Function::Sign, x),
        exact: exact::of_abs,
        parity: Parity::Even,
        square: None,
        field: FieldValue::Opaque,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: false,
    }
    /// `-1` below zero, `0` at zero, `1` above.
    Sign {
        name: "sign",
        c: "nhi_sign",
        latex: r"\operatorname{sign}",
        is_root: false,
        language: Language::Scenarios,
        arity: 1,
        value: |x| switching::sign(x[0]),
        derivative: |_, _, _| Graph::ZERO,
        exact: exact::of_sign,
        parity: Parity::Odd,
        square: None,
        field: FieldValue::Opaque,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: false,
    }
    /// `0` below zero, `1` at zero and above.
    Step {
        name: "step",
        c: "nhi_unit_step",
        latex: r"\operatorname{step}",
        is_root: false,
        language: Language::Scenarios,
        arity: 1,
        value: |x| switching::step(x[0]),
        derivative: |_, _, _| Graph::ZERO,
        exact: exact::of_step,
        parity: Parity::None,
        square: None,
        field: FieldValue::Opaque,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: false,
    }
    /// `min(x, y)`: the smaller one.
    Min {
        name: "min",
        c: "nhi_min",
        latex: r"\min",
        is_root: false,
        language: Language::Scenarios,
        arity: 2,
        value: |x| switching::min(x[0], x[1]),
        derivative: derivative::of_min,
        exact: exact::of_min,
        parity: Parity::None,
        square: None,
        field: FieldValue::Opaque,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: false,
    }
    /// `max(x, y)`: the larger one.
    Max {
        name: "max",
        c: "nhi_max",
        latex: r"\max",
        is_root: false,
        language: Language::Scenarios,
        arity: 2,
        value: |x| switching::max(x[0], x[1]),
        derivative: derivative::of_max,
        exact: exact::of_max,
        parity: Parity::None,
        square: None,
        field: FieldValue::Opaque,
        call: RuntimeCall::Plain,
        cost: CostClass::Function,
        keeps_nan: true,
        is_nan_at_infinities: false,
    }
}

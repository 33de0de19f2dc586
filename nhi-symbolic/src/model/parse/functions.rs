//! The functions that an expression may call.

use crate::model::ast::{Binary, Unary};

/// A function of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Unary(Unary),
    Binary(Binary),
    /// `powi`, whose second operand is an integer literal.
    PowerInteger,
}

impl Function {
    /// Every function with its spelling.
    const ALL: [(&'static str, Self); 16] = [
        ("sin", Self::Unary(Unary::Sin)),
        ("cos", Self::Unary(Unary::Cos)),
        ("tan", Self::Unary(Unary::Tan)),
        ("asin", Self::Unary(Unary::Asin)),
        ("acos", Self::Unary(Unary::Acos)),
        ("atan", Self::Unary(Unary::Atan)),
        ("atan2", Self::Binary(Binary::Atan2)),
        ("sinh", Self::Unary(Unary::Sinh)),
        ("cosh", Self::Unary(Unary::Cosh)),
        ("tanh", Self::Unary(Unary::Tanh)),
        ("exp", Self::Unary(Unary::Exp)),
        ("ln", Self::Unary(Unary::Ln)),
        ("sqrt", Self::Unary(Unary::Sqrt)),
        ("hypot", Self::Binary(Binary::Hypot)),
        ("powi", Self::PowerInteger),
        ("powf", Self::Binary(Binary::Powf)),
    ];

    /// The function that is spelt `text`.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(spelling, _)| *spelling == text)
            .map(|(_, function)| *function)
    }

    /// All spellings.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|(spelling, _)| *spelling)
    }

    /// Number of operands, the receiver of a method among them.
    pub(super) fn arity(self) -> usize {
        match self {
            Self::Unary(_) => 1,
            Self::Binary(_) | Self::PowerInteger => 2,
        }
    }
}

/// What to write instead of a function that the language does not have, where there is a common answer.
pub(super) fn replacement(name: &str) -> Option<&'static str> {
    Some(match name {
        "pow" => "write `x.powi(2)` for an integer power, `x.powf(0.5)` for others",
        "log" => "the natural logarithm is `ln`",
        "log2" | "log10" => "divide `ln(x)` by `ln(2)` or `ln(10)`",
        "cbrt" => "write `x.powf(1.0 / 3.0)`",
        "recip" => "write `1 / x`",
        "abs" | "signum" | "max" | "min" | "clamp" | "floor" | "ceil" | "round" | "trunc"
        | "fract" => {
            "it is not smooth; `sqrt(x.powi(2) + eps)` is a smooth substitute for the absolute value"
        }
        "sec" => "write `1 / cos(x)`",
        "csc" => "write `1 / sin(x)`",
        "cot" => "write `cos(x) / sin(x)`",
        "mul_add" => "write `a * b + c`",
        "to_radians" => "multiply by `pi / 180`",
        "to_degrees" => "multiply by `180 / pi`",
        "asinh" => "write `ln(x + sqrt(x.powi(2) + 1))`",
        "acosh" => "write `ln(x + sqrt(x.powi(2) - 1))`",
        "atanh" => "write `0.5 * ln((1 + x) / (1 - x))`",
        _ => return None,
    })
}

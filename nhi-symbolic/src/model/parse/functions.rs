//! The functions that an expression may call.

use crate::expr::Function;

/// What a name in front of parentheses calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Callee {
    /// A function of the op table.
    Elementary(Function),
    /// `tan`, which is built from others.
    Tangent,
    /// `powi`, whose second operand is an integer literal.
    PowerInteger,
}

impl Callee {
    /// Everything that can be called; what is built from others stands beside those.
    fn all() -> impl Iterator<Item = Self> {
        Function::in_models().flat_map(|function| {
            let elementary = Self::Elementary(function);
            match function {
                Function::Cos => vec![elementary, Self::Tangent],
                Function::Powf => vec![Self::PowerInteger, elementary],
                _ => vec![elementary],
            }
        })
    }

    /// The function that is spelt `text`.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        Self::all().find(|callee| callee.name() == text)
    }

    /// All spellings.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        Self::all().map(Self::name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Elementary(function) => function.row().name,
            Self::Tangent => "tan",
            Self::PowerInteger => "powi",
        }
    }

    /// Number of operands, the receiver of a method among them.
    pub(super) fn arity(self) -> usize {
        match self {
            Self::Elementary(function) => function.row().arity,
            Self::Tangent => 1,
            Self::PowerInteger => 2,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Code;

    #[test]
    fn every_spelling_is_read_back_and_named_in_the_article() {
        let article = Code::UnknownFunction.article().explanation;
        for name in Callee::names() {
            assert_eq!(Callee::from_text(name).map(Callee::name), Some(name));
            assert!(article.contains(name), "`{name}` in the article");
            assert_eq!(replacement(name), None, "`{name}` needs no replacement");
        }
    }
}

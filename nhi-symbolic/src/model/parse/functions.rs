//! The functions that an expression may call.

use crate::expr::Function;

/// The function that a name before parentheses calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Callee {
    /// A function of the op table.
    Elementary(Function),
    /// `tan`, which is built from others.
    Tangent,
    /// `powi`, whose second operand is an integer literal.
    PowerInteger,
    /// A function that switches and is built from others.
    Switch(Switch),
}

/// A function that switches and is built from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Switch {
    /// `clamp(x, low, high)`.
    Clamp,
    /// `pulse(x, width)`.
    Pulse,
    /// `ramp(x, width)`.
    Ramp,
}

impl Callee {
    /// Returns everything that models can call, including functions that are built from others.
    fn in_models() -> impl Iterator<Item = Self> {
        Function::in_models().flat_map(|function| {
            let elementary = Self::Elementary(function);
            match function {
                Function::Cos => vec![elementary, Self::Tangent],
                Function::Powf => vec![Self::PowerInteger, elementary],
                _ => vec![elementary],
            }
        })
    }

    /// Returns the functions that only scenarios can call.
    fn switches() -> impl Iterator<Item = Self> {
        let built = [Switch::Clamp, Switch::Pulse, Switch::Ramp];
        let elementary = Function::in_scenarios().map(Self::Elementary);
        elementary.chain(built.map(Self::Switch))
    }

    /// Returns the function that is spelt `text`, in a model or in a scenario.
    pub(super) fn from_text(text: &str) -> Option<Self> {
        let mut all = Self::in_models().chain(Self::switches());
        all.find(|callee| callee.name() == text)
    }

    /// Returns all spellings, including functions that switch if these can be called.
    pub(super) fn names(may_switch: bool) -> impl Iterator<Item = &'static str> {
        let switches = Self::switches().filter(move |_| may_switch);
        Self::in_models().chain(switches).map(Self::name)
    }

    /// Returns true if it switches, so that models cannot call it.
    pub(super) fn is_switch(self) -> bool {
        Self::switches().any(|switch| switch == self)
    }

    fn name(self) -> &'static str {
        match self {
            Self::Elementary(function) => function.row().name,
            Self::Tangent => "tan",
            Self::PowerInteger => "powi",
            Self::Switch(Switch::Clamp) => "clamp",
            Self::Switch(Switch::Pulse) => "pulse",
            Self::Switch(Switch::Ramp) => "ramp",
        }
    }

    /// Returns the number of operands, including the receiver of a method.
    pub(super) fn arity(self) -> usize {
        match self {
            Self::Elementary(function) => function.row().arity,
            Self::Tangent => 1,
            Self::PowerInteger | Self::Switch(Switch::Pulse | Switch::Ramp) => 2,
            Self::Switch(Switch::Clamp) => 3,
        }
    }
}

/// Returns a replacement for a function that the language does not have, if there is a common one.
pub(super) fn replacement(name: &str) -> Option<&'static str> {
    Some(match name {
        "pow" => "write `x.powi(2)` for an integer power, `x.powf(0.5)` for others",
        "log" => "the natural logarithm is `ln`",
        "log2" | "log10" => "divide `ln(x)` by `ln(2)` or `ln(10)`",
        "cbrt" => "write `x.powf(1.0 / 3.0)`",
        "recip" => "write `1 / x`",
        "heaviside" => "in forces, and in controls and outputs of scenarios, write `step(x)`",
        "signum" | "sgn" => "in forces, and in controls and outputs of scenarios, write `sign(x)`",
        "floor" | "ceil" | "round" | "trunc" | "fract" => "it is not smooth",
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
        for name in Callee::names(true) {
            assert_eq!(Callee::from_text(name).map(Callee::name), Some(name));
            assert!(article.contains(name), "`{name}` in the article");
            assert_eq!(replacement(name), None, "`{name}` needs no replacement");
        }
    }
}

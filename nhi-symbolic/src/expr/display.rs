//! Expressions as text, for dumps and messages.

use super::graph::{Expr, Graph};
use super::hash::LookupMap;
use super::node::Node;
use super::rational::Rational;

/// The maximum length of a text. Longer texts are cut, because a shared graph can be exponentially
/// long as a tree.
const MOST_LENGTH: usize = 4000;

/// The binding strength of the outermost operation of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Atom,
}

impl Graph {
    /// Returns the expression in the notation of the model language, with `^` for integer powers.
    ///
    /// A part longer than a few thousand characters is written as `...`, and so is an expression
    /// beyond the work budget.
    #[must_use]
    pub fn display(&self, expr: Expr) -> String {
        let mut texts: LookupMap<Expr, (Binding, String)> = LookupMap::default();
        for node in self.reachable(&[expr]) {
            let mut text = self.node_text(node, &texts);
            if !self.spend(text.1.len() as u64 / 64) {
                return "...".to_owned();
            }
            if text.1.len() > MOST_LENGTH {
                text = (Binding::Atom, "...".to_owned());
            }
            texts.insert(node, text);
        }
        texts
            .remove(&expr)
            .map(|(_, text)| text)
            .unwrap_or_default()
    }

    fn node_text(
        &self,
        expr: Expr,
        texts: &LookupMap<Expr, (Binding, String)>,
    ) -> (Binding, String) {
        let within = |e: &Expr, least: Binding| {
            let (binding, text) = &texts[e];
            if *binding < least {
                format!("({text})")
            } else {
                text.clone()
            }
        };
        match &*self.node(expr) {
            Node::Undefined => (Binding::Atom, "undefined".to_owned()),
            Node::Number(value) => (number_binding(value), value.to_string()),
            Node::Pi => (Binding::Atom, "pi".to_owned()),
            Node::Symbol(_) => {
                let name = self.as_symbol(expr).map(|symbol| symbol.name.clone());
                (Binding::Atom, name.unwrap_or_default())
            }
            Node::Sum { constant, terms } => {
                let mut text = String::new();
                for (term, k) in terms {
                    let magnitude = k.abs();
                    let mut part = within(term, Binding::Product);
                    if !magnitude.is_one() {
                        part = format!("{magnitude}*{part}");
                    }
                    push_signed(&mut text, k.is_negative(), &part);
                }
                if !constant.is_zero() {
                    push_signed(
                        &mut text,
                        constant.is_negative(),
                        &constant.abs().to_string(),
                    );
                }
                (Binding::Sum, text)
            }
            Node::Product {
                coefficient,
                factors,
            } => {
                let power = |&(base, exponent): &&(Expr, i32)| {
                    let base = within(base, Binding::Atom);
                    match exponent.abs() {
                        1 => base,
                        n => format!("{base}^{n}"),
                    }
                };
                let (above, below): (Vec<_>, Vec<_>) =
                    factors.iter().partition(|(_, exponent)| *exponent > 0);
                let mut parts: Vec<_> = above.iter().map(power).collect();
                let magnitude = coefficient.abs();
                if !magnitude.is_one() || parts.is_empty() {
                    parts.insert(0, magnitude.to_string());
                }
                let mut text = parts.join("*");
                for factor in &below {
                    text.push('/');
                    text.push_str(&power(factor));
                }
                if coefficient.is_negative() {
                    (Binding::Sum, format!("-{text}"))
                } else {
                    (Binding::Product, text)
                }
            }
            Node::Call(function, arguments) => {
                let arguments: Vec<_> = arguments.iter().map(|e| texts[e].1.clone()).collect();
                let text = format!("{}({})", function.row().name, arguments.join(", "));
                (Binding::Atom, text)
            }
        }
    }
}

fn number_binding(value: &Rational) -> Binding {
    if value.is_negative() {
        Binding::Sum
    } else if value.is_integer() {
        Binding::Atom
    } else {
        Binding::Product
    }
}

fn push_signed(text: &mut String, negative: bool, part: &str) {
    match (text.is_empty(), negative) {
        (true, true) => text.push('-'),
        (true, false) => {}
        (false, true) => text.push_str(" - "),
        (false, false) => text.push_str(" + "),
    }
    text.push_str(part);
}

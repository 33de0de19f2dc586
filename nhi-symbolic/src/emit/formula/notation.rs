//! From expressions to formulas: which parts get names.

use crate::expr::{Expr, Graph, LookupMap, Node, Rational};

use super::tree::{Equation, Formula};

/// A part with more leaves than this gets a name.
const LONG: usize = 24;
/// A shared part with more leaves than this gets a name.
const WORTH_SHARING: usize = 5;

/// Writes expressions of one graph; parts that got names are listed by [`Notation::where_list`].
pub(crate) struct Notation<'a> {
    graph: &'a Graph,
    names: LookupMap<Expr, String>,
    order: Vec<Expr>,
}

impl<'a> Notation<'a> {
    /// Decides the names of parts of the given expressions, which are written under `prefix`.
    pub(crate) fn new(graph: &'a Graph, roots: &[Expr], prefix: &str) -> Self {
        let mut notation = Self {
            graph,
            names: LookupMap::default(),
            order: Vec::new(),
        };
        let nodes = graph.reachable(roots);
        let uses = count_uses(graph, &nodes);
        let mut sizes: LookupMap<Expr, usize> = LookupMap::default();
        for &expr in &nodes {
            let mut size = 0;
            graph
                .node(expr)
                .for_each_operand(|operand| size += sizes[&operand]);
            let size = size.max(1);
            let is_root = roots.contains(&expr);
            let is_shared = uses[&expr] > 1 && size > WORTH_SHARING;
            if !is_root && (size > LONG || is_shared) {
                let name = format!("{prefix}_{}", notation.order.len() + 1);
                notation.names.insert(expr, name);
                notation.order.push(expr);
                sizes.insert(expr, 1);
            } else {
                sizes.insert(expr, size);
            }
        }
        notation
    }

    /// The formula of an expression; depth and size are bounded because long parts have names.
    pub(crate) fn formula(&self, expr: Expr) -> Formula {
        match self.names.get(&expr) {
            Some(name) => Formula::Name(name.clone()),
            None => self.written_out(expr),
        }
    }

    /// The formulas of several expressions.
    pub(crate) fn formulas(&self, exprs: &[Expr]) -> Vec<Formula> {
        exprs.iter().map(|&expr| self.formula(expr)).collect()
    }

    /// What the names stand for, in an order in which each uses only earlier ones.
    pub(crate) fn where_list(&self) -> Vec<Equation> {
        self.order
            .iter()
            .map(|&expr| Equation {
                left: self.formula(expr),
                right: self.written_out(expr),
            })
            .collect()
    }

    fn written_out(&self, expr: Expr) -> Formula {
        match &*self.graph.node(expr) {
            Node::Undefined => Formula::Undefined,
            Node::Number(value) => signed(value),
            Node::Pi => Formula::Pi,
            Node::Symbol(_) => {
                let symbol = self.graph.as_symbol(expr);
                symbol.map_or(Formula::Undefined, |symbol| {
                    Formula::Name(symbol.name.clone())
                })
            }
            Node::Sum { constant, terms } => {
                let mut parts: Vec<_> = terms
                    .iter()
                    .map(|(term, k)| (k.is_negative(), self.term(*term, &k.abs())))
                    .collect();
                if !constant.is_zero() {
                    parts.push((constant.is_negative(), Formula::Number(constant.abs())));
                }
                // A sum that begins with plus reads better.
                if let Some(first) = parts.iter().position(|(negative, _)| !negative) {
                    parts.swap(0, first);
                }
                Formula::Sum(parts)
            }
            Node::Product {
                coefficient,
                factors,
            } => {
                let product = self.product(&coefficient.abs(), factors);
                if coefficient.is_negative() {
                    Formula::Sum(vec![(true, product)])
                } else {
                    product
                }
            }
            Node::Call(function, arguments) => {
                let arguments = self.formulas(arguments);
                match function.row().name {
                    "sqrt" => Formula::Root(Box::new(
                        arguments.into_iter().next().unwrap_or(Formula::Undefined),
                    )),
                    name => Formula::Call(name, arguments),
                }
            }
        }
    }

    fn term(&self, term: Expr, coefficient: &Rational) -> Formula {
        match &*self.graph.node(term) {
            Node::Product { factors, .. } if !self.names.contains_key(&term) => {
                self.product(coefficient, factors)
            }
            _ => self.product(coefficient, &[(term, 1)]),
        }
    }

    fn product(&self, coefficient: &Rational, factors: &[(Expr, i32)]) -> Formula {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        if !coefficient.is_one() {
            above.push(Formula::Number(coefficient.clone()));
        }
        for &(base, exponent) in factors {
            let base = self.formula(base);
            let power = match exponent.unsigned_abs() {
                1 => base,
                n => Formula::Power(Box::new(base), n),
            };
            if exponent > 0 {
                above.push(power);
            } else {
                below.push(power);
            }
        }
        if below.is_empty() {
            joined(above)
        } else {
            if let Some(Formula::Number(number)) = above.first().cloned()
                && let Some((numerator, denominator)) = parts_of(&number)
            {
                above.remove(0);
                if !numerator.is_one() {
                    above.insert(0, Formula::Number(numerator));
                }
                below.insert(0, Formula::Number(denominator));
            }
            let above = joined(above);
            Formula::Fraction(Box::new(above), Box::new(joined(below)))
        }
    }
}

/// Numerator and denominator of a number that is no integer.
fn parts_of(number: &Rational) -> Option<(Rational, Rational)> {
    let text = number.to_string();
    let (numerator, denominator) = text.split_once('/')?;
    Some((
        Rational::decimal(numerator, 0)?,
        Rational::decimal(denominator, 0)?,
    ))
}

fn joined(mut factors: Vec<Formula>) -> Formula {
    match factors.len() {
        0 => Formula::Number(Rational::ONE),
        1 => factors.swap_remove(0),
        _ => Formula::Product(factors),
    }
}

fn signed(value: &Rational) -> Formula {
    let magnitude = Formula::Number(value.abs());
    if value.is_negative() {
        Formula::Sum(vec![(true, magnitude)])
    } else {
        magnitude
    }
}

fn count_uses(graph: &Graph, nodes: &[Expr]) -> LookupMap<Expr, usize> {
    let mut uses: LookupMap<Expr, usize> = nodes.iter().map(|&expr| (expr, 0)).collect();
    for &expr in nodes {
        graph.node(expr).for_each_operand(|operand| {
            *uses.entry(operand).or_insert(0) += 1;
        });
    }
    uses
}

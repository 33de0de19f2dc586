//! Conversion of expressions to formulas: the choice of parts that get names, and of those too long
//! to show.

use core::cell::Cell;

use crate::expr::{Expr, Graph, LookupMap, Node, Rational};

use super::tree::{Equation, Formula};

/// A part with more leaves than this gets a name.
const LONG: usize = 24;
/// A shared part with more leaves than this gets a name.
const WORTH_SHARING: usize = 5;
/// The maximum number of leaves of all formulas of a notation: some hundred pages, which nobody
/// reads.
const MOST_LEAVES: usize = 20_000;
/// The number of digits or letters that count as one leaf.
const LEAF: usize = 16;

/// Converts expressions of one graph; [`Notation::where_list`] lists the parts that got names.
pub(crate) struct Notation<'a> {
    graph: &'a Graph,
    names: LookupMap<Expr, String>,
    order: Vec<Expr>,
    /// The number of leaves of each part when written out; long numbers and names count as several.
    lengths: LookupMap<Expr, usize>,
    /// The number of leaves that may still be written.
    room: Cell<usize>,
}

/// The names of a notation.
#[derive(Debug)]
pub(crate) struct Names {
    /// Their definitions, ordered so that each uses only earlier names.
    pub(crate) equations: Vec<Equation>,
    /// The number of names that are not listed for lack of room.
    pub(crate) omitted: usize,
}

impl Names {
    /// Returns a remark on the names that are not listed.
    pub(crate) fn remark(&self) -> Option<String> {
        let remark = match self.omitted {
            0 => return None,
            1 => "One more name is not listed: it is too long. `nhi dump` shows it.".to_owned(),
            n => {
                format!("{n} more names are not listed: they are too many. `nhi dump` shows them.")
            }
        };
        Some(remark)
    }
}

impl<'a> Notation<'a> {
    /// Chooses the parts of the given expressions that get names; the names begin with `prefix`.
    pub(crate) fn new(graph: &'a Graph, roots: &[Expr], prefix: &str) -> Self {
        let mut notation = Self {
            graph,
            names: LookupMap::default(),
            order: Vec::new(),
            lengths: LookupMap::default(),
            room: Cell::new(MOST_LEAVES),
        };
        let nodes = graph.reachable(roots);
        let uses = count_uses(graph, &nodes);
        let mut sizes: LookupMap<Expr, usize> = LookupMap::default();
        let mut roots = roots.to_vec();
        roots.sort_unstable();
        for &expr in &nodes {
            let length = notation.length(expr);
            notation.lengths.insert(expr, length);
            let mut size = 0;
            graph
                .node(expr)
                .for_each_operand(|operand| size += sizes[&operand]);
            let size = size.max(1);
            let is_root = roots.binary_search(&expr).is_ok();
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

    /// Returns the number of leaves of an expression, in which each named part is one leaf.
    fn length(&self, expr: Expr) -> usize {
        let node = self.graph.node(expr);
        let own = match &*node {
            Node::Number(value) => number_length(value),
            Node::Symbol(_) => {
                let symbol = self.graph.as_symbol(expr);
                symbol.map_or(1, |symbol| 1 + symbol.name.len() / LEAF)
            }
            Node::Sum { constant, terms } => {
                let numbers = terms.iter().map(|(_, k)| k).chain([constant]);
                numbers.map(number_length).sum()
            }
            Node::Product { coefficient, .. } => number_length(coefficient),
            Node::Undefined | Node::Pi | Node::Call(..) => 1,
        };
        let mut length = own;
        node.for_each_operand(|operand| {
            length += match self.names.contains_key(&operand) {
                true => 1,
                false => self.lengths[&operand],
            };
        });
        length
    }

    /// Returns the formula of an expression, or only its length if there is no room for it. The
    /// depth is bounded because long parts have names.
    pub(crate) fn formula(&self, expr: Expr) -> Formula {
        let length = match self.names.contains_key(&expr) {
            true => 1,
            false => self.lengths.get(&expr).copied().unwrap_or(1),
        };
        match self.takes(length) {
            true => self.part(expr),
            false => Formula::Omitted(length),
        }
    }

    /// Takes room for the given number of leaves; returns false if there is not enough.
    fn takes(&self, leaves: usize) -> bool {
        let left = self.room.get().checked_sub(leaves);
        self.room.set(left.unwrap_or(self.room.get()));
        left.is_some()
    }

    fn part(&self, expr: Expr) -> Formula {
        match self.names.get(&expr) {
            Some(name) => Formula::Name(name.clone()),
            None => self.written_out(expr),
        }
    }

    /// Returns the formulas of several expressions.
    pub(crate) fn formulas(&self, exprs: &[Expr]) -> Vec<Formula> {
        exprs.iter().map(|&expr| self.formula(expr)).collect()
    }

    /// Returns the definitions of the names, as far as there is room.
    pub(crate) fn where_list(&self) -> Names {
        let listed = self.order.iter();
        let listed = listed.take_while(|expr| self.takes(1 + self.lengths[expr]));
        let equations: Vec<_> = listed
            .map(|&expr| Equation {
                left: self.part(expr),
                right: self.written_out(expr),
            })
            .collect();
        Names {
            omitted: self.order.len() - equations.len(),
            equations,
        }
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
                if function.row().is_root {
                    Formula::Root(Box::new(self.part(arguments[0])))
                } else {
                    Formula::Call(*function, arguments.iter().map(|&x| self.part(x)).collect())
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
            let base = self.part(base);
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

/// Returns the numerator and denominator of a number that is not an integer.
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

fn number_length(value: &Rational) -> usize {
    match value.to_machine_fraction() {
        Some(_) => 1,
        // About three bits correspond to one digit.
        None => 1 + value.bits() as usize / 3 / LEAF,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::formula::latex::latex;
    use crate::emit::formula::mathml::mathml;
    use crate::emit::formula::text::text;
    use crate::expr::Role;

    #[test]
    fn a_formula_without_room_says_how_long_it_is() {
        let graph = Graph::new();
        let symbols = (0..=MOST_LEAVES).map(|i| graph.symbol(&format!("x{i}"), Role::Coordinate));
        let symbols: Vec<_> = symbols.collect();
        let (long, short) = (graph.sum(&symbols), graph.sum(&symbols[..2]));
        let notation = Notation::new(&graph, &[long, short], "z");
        let formula = notation.formula(long);
        assert!(matches!(formula, Formula::Omitted(leaves) if leaves > MOST_LEAVES));
        for print in [text, latex, mathml] {
            let said = print(&formula);
            assert!(said.contains("symbols and numbers, not shown"), "{said}");
        }
        assert_eq!(text(&notation.formula(short)), "x0 + x1");
    }

    #[test]
    fn names_without_room_are_counted() {
        let graph = Graph::new();
        let x = graph.symbol("x", Role::Coordinate);
        let mut roots = Vec::new();
        for i in 0..600 {
            let terms = (0..60).map(|j| graph.symbol(&format!("a{i}_{j}"), Role::Parameter));
            let sum = graph.sum(&terms.collect::<Vec<_>>());
            roots.push(graph.mul(x, sum));
        }
        let notation = Notation::new(&graph, &roots, "z");
        let names = notation.where_list();
        assert!(names.omitted > 0 && names.equations.len() + names.omitted == 600);
        assert!(names.remark().is_some_and(|said| said.contains("nhi dump")));
    }
}

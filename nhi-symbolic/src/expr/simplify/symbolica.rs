//! The computer algebra system Symbolica as a simplifier: factors, common denominators and Horner
//! schemes of polynomials in many variables.
//!
//! Only sums, products and integer powers of exact numbers are translated. Each function value,
//! symbol or constant becomes a variable and is restored on the way back. Anything that cannot be
//! translated, in either direction, stays unchanged.

use symbolica::atom::{Atom, AtomCore, AtomView, Symbol};
use symbolica::coefficient::CoefficientView;
use symbolica::symbol;

use super::Simplifier;
use crate::expr::graph::{Expr, Graph, RoleSet};
use crate::expr::hash::LookupMap;
use crate::expr::node::Node;
use crate::expr::polynomial::Polynomial;
use crate::expr::rational::Rational;

/// The maximum number of operands, each counted as often as it occurs, of an expression to
/// translate.
const MOST_OPERANDS: u64 = 300;
/// The maximum number of terms of a normal form to factor.
const MOST_TERMS: usize = 60;
/// Work units per operand: work in Symbolica is not counted otherwise.
const WORK: u64 = 2_000;

/// Symbolica with default settings.
///
/// Without a licence key it prints a banner, and a second process of it on the same machine
/// terminates at once. It is therefore used by the command only, never in a build.
#[derive(Clone, Copy, Debug)]
pub struct Symbolica;

impl Simplifier for Symbolica {
    fn forms(&self, graph: &Graph, expr: Expr, _free: RoleSet) -> Vec<Expr> {
        let Some(translation) = Translation::of(graph, expr) else {
            return Vec::new();
        };
        let forms = forms(&translation.atom);
        let forms = forms.iter();
        forms
            .filter_map(|form| translation.back(graph, form.as_view()))
            .collect()
    }
}

fn forms(atom: &Atom) -> Vec<Atom> {
    let factored = atom.factor();
    let together = atom.together();
    let expanded = atom.expand();
    let mut forms = vec![
        atom.collect_factors(),
        atom.cancel(),
        expanded.collect_by_coefficient(),
    ];
    for form in [atom, &factored, &together, &expanded] {
        forms.push(form.collect_horner::<Symbol>(None));
        forms.push(form.collect_num());
    }
    forms.extend([factored, together]);
    forms
}

/// An expression in Symbolica, and the expressions of its variables.
struct Translation {
    atom: Atom,
    variables: Vec<(Symbol, Expr)>,
}

impl Translation {
    /// Translates an expression; `None` if it is too large, is undefined or has a huge number.
    fn of(graph: &Graph, expr: Expr) -> Option<Self> {
        let operands = operands(graph, expr);
        if operands > MOST_OPERANDS || !graph.spend(WORK * operands) {
            return None;
        }
        Polynomial::of(graph, expr, MOST_TERMS)?;
        let mut atoms: LookupMap<Expr, Atom> = LookupMap::default();
        let mut variables = Vec::new();
        for part in parts(graph, expr) {
            let atom = match &*graph.node(part) {
                Node::Undefined => return None,
                Node::Number(value) => number(value)?,
                Node::Sum { constant, terms } => {
                    let mut sum = vec![number(constant)?];
                    for (term, coefficient) in terms {
                        sum.push(&atoms[term] * number(coefficient)?);
                    }
                    Atom::add_many(&sum)
                }
                Node::Product {
                    coefficient,
                    factors,
                } => {
                    let mut product = vec![number(coefficient)?];
                    for (base, exponent) in factors {
                        product.push(atoms[base].pow(Atom::num(*exponent)));
                    }
                    Atom::mul_many(&product)
                }
                Node::Pi | Node::Symbol(_) | Node::Call(..) => {
                    let variable = symbol!(format!("nhi::x{}", variables.len()));
                    variables.push((variable, part));
                    Atom::var(variable)
                }
            };
            atoms.insert(part, atom);
        }
        let atom = atoms.remove(&expr)?;
        Some(Self { atom, variables })
    }

    /// Returns the expression of an atom; `None` if no expression has the form of the atom.
    fn back(&self, graph: &Graph, atom: AtomView<'_>) -> Option<Expr> {
        let mut steps = vec![Step::Read(atom)];
        let mut values: Vec<Expr> = Vec::new();
        while let Some(step) = steps.pop() {
            let value = match step {
                Step::Read(AtomView::Num(value)) => {
                    let (above, below) = fraction(value.get_coeff_view())?;
                    graph.fraction(above, below)
                }
                Step::Read(AtomView::Var(variable)) => {
                    let name = variable.get_symbol();
                    let variable = self.variables.iter().find(|(symbol, _)| *symbol == name);
                    variable?.1
                }
                Step::Read(AtomView::Fun(_)) => return None,
                Step::Read(AtomView::Pow(power)) => {
                    let (base, exponent) = power.get_base_exp();
                    let AtomView::Num(exponent) = exponent else {
                        return None;
                    };
                    let (exponent, 1) = fraction(exponent.get_coeff_view())? else {
                        return None;
                    };
                    steps.push(Step::Power(exponent.try_into().ok()?));
                    steps.push(Step::Read(base));
                    continue;
                }
                Step::Read(AtomView::Mul(product)) => {
                    steps.push(Step::Product(product.get_nargs()));
                    steps.extend(product.iter().map(Step::Read));
                    continue;
                }
                Step::Read(AtomView::Add(sum)) => {
                    steps.push(Step::Sum(sum.get_nargs()));
                    steps.extend(sum.iter().map(Step::Read));
                    continue;
                }
                Step::Power(exponent) => {
                    let base = values.pop()?;
                    graph.powi(base, exponent)
                }
                Step::Product(count) => {
                    let factors = values.split_off(values.len().checked_sub(count)?);
                    graph.product(&factors)
                }
                Step::Sum(count) => {
                    let terms = values.split_off(values.len().checked_sub(count)?);
                    graph.sum(&terms)
                }
            };
            values.push(value);
        }
        values.pop()
    }
}

/// A remaining step on the way back; the last one is next.
enum Step<'a> {
    Read(AtomView<'a>),
    Power(i32),
    Product(usize),
    Sum(usize),
}

/// Returns the sums and products of an expression and their operands, operands first.
fn parts(graph: &Graph, expr: Expr) -> Vec<Expr> {
    let mut seen = LookupMap::default();
    let mut parts = Vec::new();
    let mut stack = vec![expr];
    while let Some(part) = stack.pop() {
        if seen.insert(part, ()).is_none() {
            parts.push(part);
            if is_inner(&graph.node(part)) {
                graph
                    .node(part)
                    .for_each_operand(|operand| stack.push(operand));
            }
        }
    }
    parts.sort_unstable();
    parts
}

fn is_inner(node: &Node) -> bool {
    matches!(node, Node::Sum { .. } | Node::Product { .. })
}

/// Counts the operands of the expression when it is written out.
fn operands(graph: &Graph, expr: Expr) -> u64 {
    let mut counts: LookupMap<Expr, u64> = LookupMap::default();
    for part in parts(graph, expr) {
        let mut count = 1_u64;
        if is_inner(&graph.node(part)) {
            graph.node(part).for_each_operand(|operand| {
                count = count.saturating_add(counts[&operand]);
            });
        }
        counts.insert(part, count);
    }
    counts[&expr]
}

/// Translates a number; `None` if it exceeds machine integers.
fn number(value: &Rational) -> Option<Atom> {
    Some(Atom::num(value.to_machine_fraction()?))
}

/// Returns a real and exact number as a fraction of machine integers; `None` for other numbers.
fn fraction(number: CoefficientView<'_>) -> Option<(i64, i64)> {
    match number {
        CoefficientView::Natural(above, below, 0, _) => Some((above, below)),
        _ => None,
    }
}

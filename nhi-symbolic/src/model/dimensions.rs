//! Dimensions of the terms of a model, from the units in its documentation.
//!
//! Parameters have the units of their documentation. Coordinates, velocities of groups and controls
//! without one have unknown dimensions, which the sums and functions of the model determine. A
//! parameter without a unit, and a number that may be a physical constant, say nothing about the
//! terms that contain them.

mod dimension;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use self::dimension::{Dimension, Solver};
use self::text::text;
use super::Model;
use super::ast::{Arena, Ast, Decimal, Entry, Expression, NodeId, Op};
use super::measure::measure;
use crate::diag::{Code, Diagnostic};
use crate::expr::Function;

/// Returns notes on terms of different dimension, and on functions of quantities with a unit.
pub(super) fn notes(ast: &Ast, model: &Model) -> Vec<Diagnostic> {
    let mut analysis = Analysis {
        arena: &ast.arena,
        names: names_of(model),
        dimensions: vec![None; ast.arena.len()],
        sums: Vec::new(),
        functions: Vec::new(),
        solver: Solver::default(),
        notes: Vec::new(),
    };
    for entry in &ast.definitions {
        let dimension = analysis.read(&entry.expression);
        analysis.names.insert(entry.name.text.clone(), dimension);
    }
    let others = [
        &ast.constraints,
        &ast.holonomic,
        &ast.prescribed,
        &ast.forces,
        &ast.integrals,
    ];
    for Entry { expression, .. } in others.into_iter().flatten() {
        analysis.read(expression);
    }
    if let Some(dissipation) = &ast.dissipation {
        analysis.read(dissipation);
    }
    analysis.check_sums();
    analysis.read(&ast.lagrangian);
    analysis.check_functions();
    analysis.check_sums();
    analysis.notes
}

/// Returns the dimension of each name; `None` for parameters without a known unit.
fn names_of(model: &Model) -> BTreeMap<String, Option<Dimension>> {
    let of_unit = |unit: Option<&str>| Some(Dimension::of_unit(measure(unit?)?.1));
    let mut unknown = (0..).map(Dimension::unknown);
    let mut next = move || unknown.next().expect("there is no last number");
    // Times are often multiplied by rates that are plain numbers, as in `sin(2*t)`.
    let mut names = BTreeMap::from([
        ("t".to_owned(), None),
        ("pi".to_owned(), Some(Dimension::number())),
    ]);
    for parameter in &model.parameters {
        names.insert(parameter.name.clone(), of_unit(parameter.unit()));
    }
    for (q, v) in model.coordinates.iter().zip(&model.velocities) {
        let dimension = of_unit(q.unit()).unwrap_or_else(&mut next);
        let rate = dimension.times(&Dimension::second(), -1.0);
        names.insert(q.name.clone(), Some(dimension));
        names.insert(v.name.clone(), Some(rate));
    }
    let body = &model.velocities[model.coordinates.len()..];
    for variable in body.iter().chain(&model.controls) {
        let dimension = of_unit(variable.unit()).unwrap_or_else(&mut next);
        names.insert(variable.name.clone(), Some(dimension));
    }
    names
}

struct Analysis<'a> {
    arena: &'a Arena,
    names: BTreeMap<String, Option<Dimension>>,
    /// The dimension of each node, in terms of unknown ones; `None` if nothing is known about it.
    dimensions: Vec<Option<Dimension>>,
    /// The terms that must have one dimension, one list after the other.
    sums: Vec<Vec<NodeId>>,
    /// Calls of functions of numbers, each with its operand.
    functions: Vec<(NodeId, NodeId)>,
    solver: Solver,
    notes: Vec<Diagnostic>,
}

impl Analysis<'_> {
    /// Reads an expression and returns its dimension.
    fn read(&mut self, expression: &Expression) -> Option<Dimension> {
        let mut is_part = BTreeMap::new();
        for (id, node) in self.arena.nodes_of(expression) {
            if let Op::Add(a, b) | Op::Subtract(a, b) = node.op {
                is_part.insert(id, [a, b]);
            }
            self.dimensions[id.index()] = self.dimension(id, &node.op);
        }
        let inner: BTreeSet<_> = is_part.values().flatten().copied().collect();
        let roots = is_part.keys().filter(|id| !inner.contains(id));
        for &root in roots {
            let mut terms = Vec::new();
            let mut open = vec![root];
            while let Some(id) = open.pop() {
                match is_part.get(&id) {
                    Some(&[a, b]) => open.extend([b, a]),
                    // A bare number such as the 1 of `1 + v.powi(2)` may have a hidden unit.
                    None if matches!(self.arena.node(id).op, Op::Number(_)) => {}
                    None => terms.push(id),
                }
            }
            self.sums.push(terms);
        }
        self.dimensions[expression.root.index()].clone()
    }

    fn dimension(&mut self, id: NodeId, op: &Op) -> Option<Dimension> {
        let of = |id: &NodeId| self.dimensions[id.index()].clone();
        match op {
            Op::Number(number) => is_pure(number).then(Dimension::number),
            Op::Name(name) => self.names.get(name).cloned().flatten(),
            Op::MatrixEntry { .. } | Op::Delay(..) | Op::Mistake => None,
            Op::Negate(a) => of(a),
            Op::Add(a, b) | Op::Subtract(a, b) => match self.arena.node(*a).op {
                Op::Number(_) => of(b),
                _ => of(a).or_else(|| of(b)),
            },
            Op::Multiply(a, b) => Some(of(a)?.times(&of(b)?, 1.0)),
            Op::Divide(a, b) => Some(of(a)?.times(&of(b)?, -1.0)),
            Op::PowerInteger(a, exponent) => of(a)?.power(f64::from(*exponent)),
            Op::Rate(a) => Some(of(a)?.times(&Dimension::second(), -1.0)),
            Op::Unary(Function::Sqrt, a) => of(a)?.power(0.5),
            Op::Unary(Function::Abs, a) => of(a),
            Op::Unary(_, a) | Op::Tangent(a) => {
                self.functions.push((id, *a));
                Some(Dimension::number())
            }
            Op::Binary(Function::Powf, a, b) => match &self.arena.node(*b).op {
                Op::Number(number) => of(a)?.power(number.to_f64()),
                _ => None,
            },
            Op::Binary(function, a, b) => {
                let result = of(a).or_else(|| of(b));
                self.sums.push(vec![*a, *b]);
                match function {
                    Function::Atan2 => Some(Dimension::number()),
                    _ => result,
                }
            }
        }
    }

    /// Checks functions of numbers: first those whose operand occurs most often, because a rare one
    /// is more likely the mistake.
    fn check_functions(&mut self) {
        let mut functions = std::mem::take(&mut self.functions);
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let key = |id: NodeId| text(self.arena, id);
        for &(_, operand) in &functions {
            *counts.entry(key(operand)).or_default() += 1;
        }
        functions.sort_by_key(|&(_, operand)| std::cmp::Reverse(counts[&key(operand)]));
        for (call, operand) in functions {
            let Some(dimension) = self.dimensions[operand.index()].clone() else {
                continue;
            };
            let number = Dimension::number();
            if let Err(found) = self.solver.equate(&dimension, &number)
                && found.is_documented
            {
                let (call_text, operand) = (text(self.arena, call), text(self.arena, operand));
                self.note(
                    call,
                    format!("a function of a quantity with a unit: `{operand}` in `{call_text}` is {found}"),
                );
            }
        }
    }

    fn check_sums(&mut self) {
        for terms in std::mem::take(&mut self.sums) {
            self.check_sum(&terms);
        }
    }

    /// Checks that all terms have the dimension that most of the known ones have.
    fn check_sum(&mut self, terms: &[NodeId]) {
        let dimension = |this: &Self, id: NodeId| {
            let dimension = this.dimensions[id.index()].as_ref()?;
            Some(this.solver.resolve(dimension))
        };
        let mut known: Vec<(Dimension, usize)> = Vec::new();
        for &term in terms {
            let Some(found) = dimension(self, term).filter(Dimension::is_known) else {
                continue;
            };
            match known.iter_mut().find(|(other, _)| other.is_same(&found)) {
                Some((_, count)) => *count += 1,
                None => known.push((found, 1)),
            }
        }
        // Among equally frequent dimensions, that of energies is more likely the right one.
        let energy = Dimension::of_unit([2, 1, -2, 0]);
        known.sort_by_key(|(found, count)| (std::cmp::Reverse(*count), !found.is_same(&energy)));
        let usual = known.into_iter().next();
        let mut first = terms.iter().filter_map(|&term| dimension(self, term));
        let Some(usual) = usual.map(|(usual, _)| usual).or_else(|| first.next()) else {
            return;
        };
        drop(first);
        for &term in terms {
            let Some(found) = dimension(self, term) else {
                continue;
            };
            if self.solver.equate(&found, &usual).is_err()
                && found.is_documented
                && usual.is_documented
            {
                let term_text = text(self.arena, term);
                self.note(
                    term,
                    format!(
                        "terms of different dimension: the term `{term_text}` is {found}, the others {usual}"
                    ),
                );
            }
        }
    }

    fn note(&mut self, place: NodeId, found: String) {
        let span = self.arena.node(place).span;
        let note = Diagnostic::note(Code::DifferentDimensions, span, found);
        let help = "correct the term, or the units in brackets in the documentation";
        self.notes.push(note.help(help));
    }
}

/// Returns true if a number is surely no physical constant: a small multiple of an eighth or a
/// third. Zero has any dimension.
fn is_pure(number: &Decimal) -> bool {
    let value = number.to_f64();
    let is_whole = |value: f64| value.fract() == 0.0;
    value != 0.0 && value <= 16.0 && (is_whole(8.0 * value) || is_whole(3.0 * value))
}

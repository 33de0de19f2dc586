//! Expressions of the syntax tree, built in the graph operation by operation in the order of the
//! arena.

use proc_macro2::Span;

use super::constant::{not_finite, numbers_fit, out_of_range, power_is_bounded, value};
use super::context::Context;
use super::scope::{Declared, Scope};
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Expr, Function, Graph, Rational, Role, RoleSet};
use crate::model::ast::{Arena, Ast, Entry, Expression, NodeId, Op};
use crate::model::item::Scalar;

/// The source of the expressions to build.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) arena: &'a Arena,
    pub(super) definitions: &'a [Entry],
    pub(super) scalar: &'a Scalar,
}

impl<'a> From<&'a Ast> for Source<'a> {
    fn from(ast: &'a Ast) -> Self {
        Self {
            arena: &ast.arena,
            definitions: &ast.definitions,
            scalar: &ast.item.scalar,
        }
    }
}

/// A value of an earlier time.
#[derive(Clone, Copy, Debug)]
pub struct Delay {
    /// The symbol of the earlier value.
    pub symbol: Expr,
    /// The value now.
    pub value: Expr,
    /// The time by which it is delayed, of parameters only.
    pub time: Expr,
    /// The place of the call.
    pub span: Span,
}

/// The result for a node of the arena.
#[derive(Clone, Copy, Debug)]
struct Built {
    expr: Expr,
    /// Its value, if it is constant.
    constant: Option<f64>,
}

/// A builder of expressions that reports errors in their names and operations.
///
/// An error leaves a new symbol in its place. Expressions built on it cannot cancel or divide by
/// zero because of it, so it causes no follow-up errors.
pub(super) struct Builder<'a> {
    source: Source<'a>,
    graph: &'a Graph,
    scope: &'a Scope,
    diagnostics: &'a mut Diagnostics,
    /// The results by node of the arena; a placeholder if not yet built.
    built: Vec<Built>,
    definitions: Vec<Built>,
    /// For each definition so far, true if it contains a function that switches.
    switching: Vec<bool>,
    used: Vec<bool>,
    /// The delays so far.
    delays: Vec<Delay>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        source: Source<'a>,
        graph: &'a Graph,
        scope: &'a Scope,
        diagnostics: &'a mut Diagnostics,
    ) -> Self {
        let nothing = Built {
            expr: Graph::UNDEFINED,
            constant: None,
        };
        Self {
            source,
            graph,
            scope,
            diagnostics,
            built: vec![nothing; source.arena.len()],
            definitions: Vec::new(),
            switching: Vec::new(),
            used: vec![false; source.definitions.len()],
            delays: Vec::new(),
        }
    }

    /// Builds the definitions, each of which can use those before it.
    pub(super) fn build_definitions(&mut self) {
        for entry in self.source.definitions {
            self.build(&entry.expression, Context::Definition);
            self.definitions
                .push(self.built[entry.expression.root.index()]);
            self.switching.push(self.switches(&entry.expression));
        }
    }

    /// Returns true if an expression, or a definition that it uses, has a function that switches.
    fn switches(&self, expression: &Expression) -> bool {
        let mut nodes = self.source.arena.nodes_of(expression);
        nodes.any(|(_, node)| match &node.op {
            Op::Unary(function, _) | Op::Binary(function, ..) => function.switches(),
            Op::Name(name) => match self.scope.get(name) {
                Some(Declared::Definition(index)) => self.switching.get(index) == Some(&true),
                _ => false,
            },
            _ => false,
        })
    }

    /// Returns the definitions, each with a flag that is true if it is used.
    pub(super) fn into_definitions(self) -> Vec<(Expr, bool)> {
        self.definitions
            .iter()
            .map(|definition| definition.expr)
            .zip(self.used)
            .collect()
    }

    pub(super) fn build_entries(&mut self, entries: &[Entry], context: Context) -> Vec<Expr> {
        entries
            .iter()
            .map(|entry| self.build(&entry.expression, context))
            .collect()
    }

    pub(super) fn build(&mut self, expression: &Expression, context: Context) -> Expr {
        let arena = self.source.arena;
        for (id, node) in arena.nodes_of(expression) {
            if self.graph.is_exhausted() {
                return Graph::UNDEFINED;
            }
            self.built[id.index()] = match &node.op {
                Op::Name(name) => self.name(name, node.span, context),
                Op::MatrixEntry { name, row, column } => {
                    self.matrix_entry(name, *row, *column, node.span)
                }
                Op::Delay(value, time) => self.delay(*value, *time, node.span, context),
                Op::Rate(value) => self.rate(*value, node.span, context),
                op => self.operation(op, node.span),
            };
        }
        self.built[expression.root.index()].expr
    }

    /// Returns the time derivative of a position along the motion.
    fn rate(&mut self, value: NodeId, span: Span, context: Context) -> Built {
        let value = self.expr(value);
        let roles = self.scope.roles(self.graph, value);
        let of_positions = RoleSet::of(&[Role::Parameter, Role::Coordinate, Role::Time]);
        if of_positions.union(roles) != of_positions {
            return self.report(rate_of_no_position(span));
        }
        let expr = self.graph.rates(&[value], &self.scope.moving(self.graph))[0];
        let roles = self.graph.roles(expr);
        if roles.contains(Role::Velocity)
            && let Some(diagnostic) = context.refuse_rate(span)
        {
            return self.report(diagnostic);
        }
        if self.graph.is_exhausted() {
            self.diagnostics.push(beyond_budget(span));
            return self.placeholder();
        }
        let constant = self.graph.as_number(expr).map(|number| number.to_f64());
        Built { expr, constant }
    }

    /// Returns the symbol of a delayed value.
    fn delay(&mut self, value: NodeId, time: NodeId, span: Span, context: Context) -> Built {
        let (value, time) = (self.expr(value), self.expr(time));
        if let Some(diagnostic) = context.refuse_delay(span) {
            return self.report(diagnostic);
        }
        if self.graph.roles(value).contains(Role::Variable) {
            return self.report(delay_of_a_multiplier(span));
        }
        if self.contains_a_control(value) {
            return self.report(delay_of_a_control(span));
        }
        let others = RoleSet::PREPARED.union(self.graph.roles(time));
        if others != RoleSet::PREPARED {
            return self.report(changing_delay(span));
        }
        let symbol = self.graph.symbol("delay", Role::Control);
        self.delays.push(Delay {
            symbol,
            value,
            time,
            span,
        });
        Built {
            expr: symbol,
            constant: None,
        }
    }

    /// Returns true if an expression contains a control of the model.
    fn contains_a_control(&self, expr: Expr) -> bool {
        let own = self.delays.iter().map(|delay| delay.symbol);
        let known: Vec<_> = own.chain(self.scope.inputs.iter().copied()).collect();
        let mut symbols = self.graph.symbols_of(&[expr]).into_iter();
        symbols.any(|symbol| {
            self.graph.roles(symbol).contains(Role::Control) && !known.contains(&symbol)
        })
    }

    /// Returns the delays of all expressions so far.
    pub(super) fn into_delays(self) -> Vec<Delay> {
        self.delays
    }

    fn expr(&self, id: NodeId) -> Expr {
        self.built[id.index()].expr
    }

    /// Returns a placeholder for a part that was reported.
    fn placeholder(&mut self) -> Built {
        Built {
            expr: self.graph.symbol("mistake", Role::Parameter),
            constant: None,
        }
    }

    fn report(&mut self, diagnostic: Diagnostic) -> Built {
        self.diagnostics.push(diagnostic);
        self.placeholder()
    }

    fn name(&mut self, name: &str, span: Span, context: Context) -> Built {
        let Some(declared) = self.scope.get(name) else {
            let diagnostic = self.scope.unknown(name, span, context);
            return self.report(diagnostic);
        };
        let built = match declared {
            Declared::Coordinate(symbol)
            | Declared::Velocity(symbol)
            | Declared::BodyVelocity(symbol)
            | Declared::Parameter(symbol)
            | Declared::Control(symbol)
            | Declared::Time(symbol) => Built {
                expr: symbol,
                constant: None,
            },
            Declared::Outside(expr) => Built {
                expr,
                constant: self.graph.as_number(expr).map(|number| number.to_f64()),
            },
            Declared::Pi => Built {
                expr: Graph::PI,
                constant: Some(std::f64::consts::PI),
            },
            Declared::Definition(index) => match self.definitions.get(index).copied() {
                Some(definition) => {
                    self.used[index] = true;
                    definition
                }
                None => return self.report(used_before(name, span)),
            },
            Declared::Group(_) => return self.report(bare_group(name, span)),
        };
        let roles = self.scope.roles(self.graph, built.expr);
        let refused = context.refuse(name, declared, roles, span);
        let refused = refused.or_else(|| match self.scope.reads_input(self.graph, built.expr) {
            true => context.refuse_input(name, span),
            false => None,
        });
        match refused.or_else(|| self.refuse_switching(name, declared, span, context)) {
            Some(diagnostic) => self.report(diagnostic),
            None => built,
        }
    }

    fn refuse_switching(
        &self,
        name: &str,
        declared: Declared,
        span: Span,
        context: Context,
    ) -> Option<Diagnostic> {
        let Declared::Definition(index) = declared else {
            return None;
        };
        let switches = self.switching.get(index) == Some(&true);
        switches.then(|| context.refuse_switching(name, span))?
    }

    /// Returns an entry of a group element.
    fn matrix_entry(&mut self, name: &str, row: u32, column: u32, span: Span) -> Built {
        let Some(Declared::Group(index)) = self.scope.get(name) else {
            return self.report(no_group(name, span));
        };
        let factor = &self.scope.groups[index];
        let size = factor.group.matrix_size();
        let (row, column) = (row as usize, column as usize);
        if row >= size || column >= size {
            return self.report(Diagnostic::error(
                Code::UnknownName,
                span,
                format!("entry `{name}[{row}][{column}]` outside the matrix"),
                format!("row and column below {size}"),
            ));
        }
        let expr = factor.entry(row, column);
        let constant = self.graph.as_number(expr).map(|x| x.to_f64());
        Built { expr, constant }
    }

    /// Builds an operation and checks that it has a value in range.
    fn operation(&mut self, op: &Op, span: Span) -> Built {
        if !self.powers_are_bounded(op) {
            return self.report(out_of_range(span));
        }
        let expr = self.apply(op);
        if self.graph.is_exhausted() {
            self.diagnostics.push(beyond_budget(span));
            return self.placeholder();
        }
        let constant = match self.graph.as_number(expr) {
            Some(number) => Some(number.to_f64()),
            None => value(op, |operand| self.built[operand.index()].constant),
        };
        let is_finite = constant.is_none_or(f64::is_finite);
        let only_too_large = self.graph.as_number(expr).is_some() || is_arithmetic(op);
        if expr == Graph::UNDEFINED || !(is_finite || only_too_large) {
            return self.report(not_finite(op, span));
        }
        if !is_finite || !numbers_fit(self.graph, expr, self.source.scalar) {
            return self.report(out_of_range(span));
        }
        Built { expr, constant }
    }

    fn powers_are_bounded(&self, op: &Op) -> bool {
        match op {
            Op::PowerInteger(base, exponent) => {
                power_is_bounded(self.graph, self.expr(*base), *exponent)
            }
            // The graph turns a power with an integer exponent into an integer power.
            Op::Binary(Function::Powf, base, exponent) => {
                let exponent = self
                    .graph
                    .as_number(self.expr(*exponent))
                    .and_then(|exponent| exponent.to_i64());
                exponent
                    .and_then(|exponent| i32::try_from(exponent).ok())
                    .is_none_or(|exponent| power_is_bounded(self.graph, self.expr(*base), exponent))
            }
            _ => true,
        }
    }

    fn apply(&mut self, op: &Op) -> Expr {
        match op {
            Op::Number(number) => match Rational::decimal(&number.digits, number.exponent) {
                Some(value) => self.graph.number(value),
                None => Graph::UNDEFINED,
            },
            Op::Negate(a) => self.graph.neg(self.expr(*a)),
            Op::Add(a, b) => self.graph.add(self.expr(*a), self.expr(*b)),
            Op::Subtract(a, b) => self.graph.sub(self.expr(*a), self.expr(*b)),
            Op::Multiply(a, b) => self.graph.mul(self.expr(*a), self.expr(*b)),
            Op::Divide(a, b) => self.graph.div(self.expr(*a), self.expr(*b)),
            Op::PowerInteger(a, exponent) => self.graph.powi(self.expr(*a), *exponent),
            Op::Tangent(a) => self.graph.tan(self.expr(*a)),
            Op::Unary(function, a) => self.graph.call(*function, &[self.expr(*a)]),
            Op::Binary(function, a, b) => {
                let operands = [self.expr(*a), self.expr(*b)];
                self.graph.call(*function, &operands)
            }
            Op::Name(_) | Op::MatrixEntry { .. } | Op::Rate(_) | Op::Delay(..) | Op::Mistake => {
                Graph::UNDEFINED
            }
        }
    }
}

fn rate_of_no_position(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::VelocityNotAllowed,
        span,
        "the rate of an expression that depends on a velocity, a control or a multiplier",
        "`rate(expression)` of coordinates, parameters, the time and definitions of these",
    )
}

fn delay_of_a_multiplier(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::UnknownName,
        span,
        "a delayed value that depends on the energy or a multiplier",
        "`delay(expression, T)` of the time, coordinates, velocities and parameters",
    )
}

fn delay_of_a_control(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::UnknownName,
        span,
        "a delayed value that depends on a control",
        "`delay(expression, T)` of the time, coordinates, velocities, tables and parameters",
    )
    .help("give the law of the control a name in [definitions], and delay that")
}

fn changing_delay(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::TimeNotAllowed,
        span,
        "a delay that changes during the motion",
        "`delay(expression, T)` with a time `T` of numbers and parameters",
    )
}

/// Returns true if the operation has a value for all operands, possibly one that is too large.
fn is_arithmetic(op: &Op) -> bool {
    matches!(
        op,
        Op::Number(_) | Op::Negate(_) | Op::Add(..) | Op::Subtract(..) | Op::Multiply(..)
    )
}

fn used_before(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::UsedBeforeDefinition,
        span,
        format!("the definition `{name}` is used before it is written"),
        "a definition above this one",
    )
    .help("put the definitions in the order of their use")
}

fn bare_group(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::UnknownName,
        span,
        format!("the group element `{name}` is not a number"),
        format!("one of its entries, such as `{name}[0][2]`"),
    )
}

fn no_group(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::UnknownName,
        span,
        format!("`{name}` is not a group element and has no entries"),
        "the name of a factor under `groups`",
    )
}

/// Returns the diagnostic for a model on which the graph gave up at an operation.
pub(super) fn beyond_budget(span: Span) -> Diagnostic {
    Diagnostic::error(
        Code::BudgetExceeded,
        span,
        "the expressions up to here exceed the work budget",
        "a model that can be built within the budget",
    )
    .help("write the expression in a simpler form")
}

//! The additions of a scenario to a model: constants, states of controllers, laws of controls,
//! outputs and events.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};

use super::order::order_of_use;
use super::posed::{Inside, Posed};
use crate::diag::Diagnostics;
use crate::expr::{Evaluator, Expr, Graph, Role};
use crate::model::ast::{Arena, Ast, Expression, Op, Sign};
use crate::model::{self, Constraint, Context, Model, Outside, StateRate, Variable};

/// An expression written outside the model, such as the law of a control.
#[derive(Clone, Debug)]
pub struct ScenarioExpression {
    arena: Arena,
    expression: Expression,
}

/// The law of a control.
#[derive(Clone, Debug)]
pub struct ControlLaw {
    /// The value of the control.
    pub law: ScenarioExpression,
    /// True if the law is part of the equations of motion; false if its value at the beginning of a
    /// step is held over the step.
    pub inside: bool,
}

/// The additions of a scenario to a model. No name may be one of the model.
#[derive(Clone, Debug, Default)]
pub struct ScenarioSignals {
    /// Numbers with names, which are parameters after those of the model.
    pub constants: Vec<String>,
    /// Functions of time with names, which are inputs after the controls of the model.
    pub inputs: Vec<String>,
    /// Expressions with names.
    pub definitions: Vec<(String, ScenarioExpression)>,
    /// The states of controllers with their rates. They are coordinates after those of the model.
    pub states: Vec<(String, ScenarioExpression)>,
    /// The controls in the order of the model; `None` for those not given by a law.
    pub controls: Vec<Option<ControlLaw>>,
    /// True if laws are held over a period, with an integrator that would otherwise have those of
    /// time alone in its equations.
    pub has_period: bool,
    /// Additional numbers computed from a state, with their names.
    pub outputs: Vec<(String, ScenarioExpression)>,
    /// Numbers computed from a state whose zeros are events, with their names.
    pub events: Vec<(String, ScenarioExpression)>,
}

/// The time of a delay in the expressions of a scenario.
#[derive(Clone, Copy, Debug)]
pub struct DelayTime {
    /// The place of the delay.
    pub span: Span,
    /// The time.
    pub time: f64,
}

impl ScenarioExpression {
    /// Parses an expression.
    ///
    /// # Errors
    /// Syntax errors.
    pub fn parse(tokens: TokenStream) -> Result<Self, Diagnostics> {
        let (arena, expression) = model::parse_expression(tokens)?;
        Ok(Self { arena, expression })
    }

    /// Returns the expressions whose zeros are the events of the contacts that open, in a phase of
    /// the motion: the force of each closed contact, and the gap of each open one. Both are
    /// positive before the event.
    pub fn of_contacts(ast: &Ast) -> impl Iterator<Item = Self> {
        let opening = ast.contacts.iter().filter(|x| x.opens.is_some());
        opening.map(|contact| {
            let (name, span) = (&contact.name.text, contact.name.span);
            let is_open = ast.open.iter().flatten().any(|open| open == name);
            let reading = match is_open {
                true => format!("residual.{name}"),
                false => format!("lambda.{name}"),
            };
            let mut arena = Arena::default();
            let first = arena.next();
            let read = arena.push(Op::Name(reading), span);
            let root = match contact.sign {
                Sign::Positive => read,
                Sign::Negative => arena.push(Op::Negate(read), span),
            };
            let expression = Expression { first, root, span };
            Self { arena, expression }
        })
    }

    /// Returns the names in the expression as written, each once.
    #[must_use]
    pub fn names(&self) -> BTreeSet<&str> {
        let nodes = self.arena.nodes_of(&self.expression);
        let names = nodes.filter_map(|(_, node)| match &node.op {
            Op::Name(name) | Op::MatrixEntry { name, .. } => Some(name.as_str()),
            _ => None,
        });
        names.collect()
    }

    pub(super) fn resolve(
        &self,
        outside: &mut Outside<'_>,
        context: Context,
    ) -> Result<Expr, Diagnostics> {
        outside.resolve(&self.arena, &self.expression, context)
    }

    fn span(&self) -> Span {
        self.expression.span
    }
}

impl ScenarioSignals {
    /// Adds the constants and the states to a model, without their rates.
    pub fn declare(&self, model: &mut Model) {
        let graph = &model.graph;
        let constants = self.constants.iter().map(|name| Variable {
            name: name.clone(),
            symbol: graph.symbol(name, Role::Parameter),
            docs: String::new(),
            span: Span::call_site(),
        });
        model.parameters.extend(constants);
        let first = model.coordinates.len();
        for (place, (name, rate)) in (first..).zip(&self.states) {
            let variable = |name: String, role| Variable {
                symbol: graph.symbol(&name, role),
                name,
                docs: String::new(),
                span: rate.span(),
            };
            let coordinate = variable(name.clone(), Role::Coordinate);
            let velocity = variable(format!("{name}_dot"), Role::Velocity);
            model.coordinates.insert(place, coordinate);
            model.velocities.insert(place, velocity);
            model.forces.insert(place, Graph::ZERO);
        }
        for group in &mut model.groups {
            group.first_velocity += self.states.len();
        }
    }

    /// Checks all expressions against a model to which the constants and states were
    /// [added](Self::declare). Returns the delays in them for parameters in the order of the model.
    ///
    /// # Errors
    /// All errors in single names or operations.
    pub fn check(
        &self,
        declared: &Model,
        parameters: &[f64],
    ) -> Result<Vec<DelayTime>, Diagnostics> {
        let (model, posed) = self.resolve(declared.clone(), Inside::Declared)?;
        let symbols = declared.parameters.iter().map(|x| x.symbol);
        let known: Vec<_> = symbols.zip(parameters.iter().copied()).collect();
        let times = posed.delays.iter().map(|delay| delay.time).collect();
        let times = Evaluator::new(&model.graph, times).values(&model.graph, &known);
        let delays = posed.delays.iter().zip(times);
        let delays = delays.map(|(delay, time)| DelayTime {
            span: delay.span,
            time,
        });
        Ok(delays.collect())
    }

    /// Returns a model with all additions.
    ///
    /// # Errors
    /// All errors in single names or operations.
    pub(super) fn pose(
        &self,
        mut model: Model,
        inside: Inside,
    ) -> Result<(Model, Posed), Diagnostics> {
        self.declare(&mut model);
        self.resolve(model, inside)
    }

    /// Returns true if the scenario gives something of its own this name.
    fn names(&self, name: &str) -> bool {
        let signals = self.constants.iter().chain(&self.inputs);
        let states = self.states.iter().map(|(name, _)| name);
        let entries = self.definitions.iter().chain(&self.outputs);
        let entries = entries.map(|(name, _)| name);
        signals.chain(states).chain(entries).any(|x| x == name)
    }

    /// Returns the additions with which controls are variables instead of laws: what the equations
    /// of motion contain, which are states and laws inside them, and nothing else.
    #[must_use]
    pub fn without_open_laws(&self) -> Self {
        let inside = |law: &Option<ControlLaw>| law.clone().filter(|law| law.inside);
        let controls: Vec<_> = self.controls.iter().map(inside).collect();
        let laws = controls.iter().flatten().map(|law| &law.law);
        let values = laws.chain(self.states.iter().map(|(_, rate)| rate));
        let mut read: BTreeSet<String> = values
            .flat_map(|value| value.names())
            .map(str::to_owned)
            .collect();
        for place in order_of_use(&uses(&self.definitions))
            .order
            .into_iter()
            .rev()
        {
            let (name, value) = &self.definitions[place];
            if read.contains(name) {
                read.extend(value.names().into_iter().map(str::to_owned));
            }
        }
        let is_read = |name: &&String| read.contains(*name);
        let definitions = self.definitions.iter();
        Self {
            constants: self.constants.iter().filter(is_read).cloned().collect(),
            inputs: self.inputs.iter().filter(is_read).cloned().collect(),
            definitions: definitions
                .filter(|(name, _)| read.contains(name))
                .cloned()
                .collect(),
            states: self.states.clone(),
            controls,
            ..Self::default()
        }
    }

    /// Returns true if the equations of motion are not those of the model.
    fn changes_motion(&self, inside: Inside) -> bool {
        let mut laws = self.controls.iter().flatten();
        !self.states.is_empty() || laws.any(|law| law.inside || inside != Inside::Declared)
    }

    fn resolve(&self, mut model: Model, inside: Inside) -> Result<(Model, Posed), Diagnostics> {
        let graph = &model.graph;
        let mut found = Diagnostics::new();
        let inputs = self.inputs.iter().map(|name| Variable {
            name: name.clone(),
            symbol: graph.symbol(name, Role::Control),
            docs: String::new(),
            span: Span::call_site(),
        });
        let inputs: Vec<_> = inputs.collect();
        let energy = graph.symbol("energy", Role::Variable);
        let multipliers = named_multipliers(&model);
        let mut scope = Outside::of(&model);
        for input in &inputs {
            scope.define_input(&input.name, input.symbol);
        }
        scope.define("energy", energy);
        if model.dissipation != Graph::ZERO && !self.names(DISSIPATION_POWER) {
            scope.define(DISSIPATION_POWER, dissipation_power(&model));
        }
        for (name, symbol) in &multipliers {
            scope.define(&format!("lambda.{name}"), *symbol);
        }
        let constraints = model.constraints.iter().chain(&model.holonomic);
        for constraint in constraints {
            scope.define(&format!("residual.{}", constraint.name), constraint.expr);
        }
        for constraint in &model.released {
            scope.define(&format!("residual.{}", constraint.name), constraint.expr);
            scope.define(&format!("lambda.{}", constraint.name), Graph::ZERO);
        }
        let mut resolve = |expression: &ScenarioExpression, place, scope: &mut Outside<'_>| {
            expression.resolve(scope, place).unwrap_or_else(|errors| {
                found.absorb(errors);
                Graph::ZERO
            })
        };
        for place in order_of_use(&uses(&self.definitions)).order {
            let (name, definition) = &self.definitions[place];
            let value = resolve(definition, Context::Definition, &mut scope);
            scope.define(name, value);
        }
        let rates = self.states.iter();
        let rates = rates.map(|(_, rate)| resolve(rate, Context::Rate, &mut scope));
        let rates: Vec<_> = rates.collect();
        let laws = self.controls.iter().map(|control| {
            let law = control.as_ref()?;
            Some((resolve(&law.law, Context::Control, &mut scope), law.inside))
        });
        let laws: Vec<_> = laws.collect();
        let mut outputs = vec![Graph::ZERO; self.outputs.len()];
        for place in order_of_use(&uses(&self.outputs)).order {
            let (name, output) = &self.outputs[place];
            outputs[place] = resolve(output, Context::Output, &mut scope);
            scope.define(name, outputs[place]);
        }
        let events = self.events.iter();
        let events = events.map(|(_, event)| resolve(event, Context::Output, &mut scope));
        let events: Vec<_> = events.collect();
        let delays = scope.delays().to_vec();
        found.into_result()?;

        let mut posed = Posed {
            control_names: model.controls.iter().map(|x| x.name.clone()).collect(),
            open: Vec::new(),
            controls: Vec::new(),
            held: Vec::new(),
            laws: Vec::new(),
            inside: Vec::new(),
            delays,
            outputs,
            events,
            energy,
            multipliers,
            changes_motion: self.changes_motion(inside),
        };
        add_states(&mut model, &self.states, &rates);
        posed.close(&mut model, &laws, inside);
        let inputs: Vec<_> = inputs.into_iter().chain(posed.delayed_inputs()).collect();
        posed.held.extend(inputs.iter().map(|input| input.symbol));
        model.controls.extend(inputs);
        if self.has_period {
            posed.held = model.controls.iter().map(|x| x.symbol).collect();
        }
        Ok((model, posed))
    }
}

/// The name of the power of the dissipation function in expressions of a scenario.
const DISSIPATION_POWER: &str = "dissipation_power";

/// Returns the power `-R_v . v` of the dissipation function.
fn dissipation_power(model: &Model) -> Expr {
    let graph = &model.graph;
    let v: Vec<_> = model.velocities.iter().map(|x| x.symbol).collect();
    let slopes = graph.gradient(model.dissipation, &v);
    graph.neg(graph.dot(&slopes, &v))
}

/// Adds the rates of the states as constraints. The states have no mass, so these constraints
/// exert no force on other coordinates.
fn add_states(model: &mut Model, states: &[(String, ScenarioExpression)], rates: &[Expr]) {
    let first = model.coordinates.len() - states.len();
    for (place, ((name, rate), &value)) in (first..).zip(states.iter().zip(rates)) {
        let velocity = model.velocities[place].symbol;
        model.state_rates.push(StateRate {
            velocity: place,
            constraint: model.constraints.len(),
            rate: value,
        });
        model.constraints.push(Constraint {
            name: name.clone(),
            span: rate.span(),
            expr: model.graph.sub(velocity, value),
            position: None,
        });
    }
}

/// Returns a symbol for the multiplier of each constraint, with its name. It is that of the
/// model's forces and definitions, if they contain multipliers.
fn named_multipliers(model: &Model) -> Vec<(String, Expr)> {
    let constraints = model.constraints.iter().chain(&model.holonomic);
    let named = constraints.map(|constraint| {
        let name = constraint.name.clone();
        let known = model.multipliers.iter().find(|x| x.name == name);
        let symbol = known.map(|known| known.symbol);
        let new = || {
            model
                .graph
                .symbol(&format!("lambda.{name}"), Role::Variable)
        };
        (name.clone(), symbol.unwrap_or_else(new))
    });
    named.collect()
}

/// Returns names with the names that their expressions use.
pub(super) fn uses(named: &[(String, ScenarioExpression)]) -> Vec<(&str, BTreeSet<&str>)> {
    let named = named.iter();
    named
        .map(|(name, expression)| (name.as_str(), expression.names()))
        .collect()
}

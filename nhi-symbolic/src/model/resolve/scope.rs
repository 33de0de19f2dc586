//! The names that expressions can use.

use std::collections::BTreeMap;

use proc_macro2::Span;

use super::context::Context;
use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Expr, Graph, Role, RoleSet};
use crate::model::ast::{Ast, Name, Op};
use crate::model::item::Docs;
use crate::model::{GroupFactor, LieGroup, Model, Variable};

/// The meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Declared {
    Time(Expr),
    Pi,
    Coordinate(Expr),
    Velocity(Expr),
    BodyVelocity(Expr),
    /// A group element, by its index.
    Group(usize),
    Parameter(Expr),
    Control(Expr),
    /// A definition, by its index.
    Definition(usize),
    /// An expression with a name, outside the model or in a finished one.
    Outside(Expr),
}

impl Declared {
    /// Returns the noun for it in a sentence.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Time(_) => "the time",
            Self::Pi => "the circle constant",
            Self::Coordinate(_) => "a coordinate",
            Self::Velocity(_) => "the velocity of a coordinate",
            Self::BodyVelocity(_) => "a body velocity component",
            Self::Group(_) => "a group element",
            Self::Parameter(_) => "a parameter",
            Self::Control(_) => "a control",
            Self::Definition(_) | Self::Outside(_) => "a definition",
        }
    }
}

/// All declared names, and the variables of the model.
#[derive(Debug)]
pub(super) struct Scope {
    names: BTreeMap<String, Declared>,
    pub(super) parameters: Vec<Variable>,
    pub(super) coordinates: Vec<Variable>,
    pub(super) velocities: Vec<Variable>,
    pub(super) controls: Vec<Variable>,
    pub(super) multipliers: Vec<Variable>,
    /// The names of constraint forces, also of those that nothing reads.
    reactions: Vec<String>,
    pub(super) groups: Vec<GroupFactor>,
    pub(super) time: Expr,
    /// The symbols of inputs that may occur wherever the time may.
    pub(super) inputs: Vec<Expr>,
}

impl Scope {
    /// Declares every name of the model and reports names that are already taken.
    pub(super) fn declare(ast: &Ast, graph: &Graph, diagnostics: &mut Diagnostics) -> Self {
        let time = graph.symbol("t", Role::Time);
        let mut scope = Self {
            names: BTreeMap::from([
                ("t".to_owned(), Declared::Time(time)),
                ("pi".to_owned(), Declared::Pi),
            ]),
            parameters: Vec::new(),
            coordinates: Vec::new(),
            velocities: Vec::new(),
            controls: Vec::new(),
            multipliers: Vec::new(),
            reactions: Vec::new(),
            groups: Vec::new(),
            time,
            inputs: Vec::new(),
        };
        scope.declare_configuration(ast, graph, diagnostics);
        for field in &ast.item.fields {
            let symbol = graph.symbol(&field.name.text, Role::Parameter);
            scope.add(&field.name, Declared::Parameter(symbol), diagnostics);
            scope
                .parameters
                .push(documented(variable(&field.name, symbol), &field.docs));
        }
        for name in &ast.controls {
            let symbol = graph.symbol(&name.text, Role::Control);
            scope.add(name, Declared::Control(symbol), diagnostics);
            scope.controls.push(meant(ast, name, symbol));
        }
        scope.declare_multipliers(ast, graph);
        for (index, entry) in ast.definitions.iter().enumerate() {
            scope.add(&entry.name, Declared::Definition(index), diagnostics);
        }
        scope
    }

    /// Returns the names of a finished model, for expressions that are outside it.
    pub(super) fn of_model(model: &Model) -> Self {
        type Kind<'a> = (&'a [Variable], fn(Expr) -> Declared);
        let (velocities, body) = model.velocities.split_at(model.coordinates.len());
        let kinds: [Kind<'_>; 5] = [
            (&model.parameters, Declared::Parameter),
            (&model.coordinates, Declared::Coordinate),
            (velocities, Declared::Velocity),
            (body, Declared::BodyVelocity),
            (&model.controls, Declared::Control),
        ];
        let mut names = BTreeMap::from([
            ("t".to_owned(), Declared::Time(model.time)),
            ("pi".to_owned(), Declared::Pi),
        ]);
        for (variables, declared) in kinds {
            names.extend(
                variables
                    .iter()
                    .map(|x| (x.name.clone(), declared(x.symbol))),
            );
        }
        let groups = model.groups.iter().enumerate();
        names.extend(groups.map(|(index, group)| (group.name.clone(), Declared::Group(index))));
        Self {
            names,
            parameters: model.parameters.clone(),
            coordinates: model.coordinates.clone(),
            velocities: model.velocities.clone(),
            controls: model.controls.clone(),
            multipliers: model.multipliers.clone(),
            reactions: Vec::new(),
            groups: model.groups.clone(),
            time: model.time,
            inputs: Vec::new(),
        }
    }

    /// Returns the rates of the configuration and of the time along the motion.
    pub(super) fn moving(&self, graph: &Graph) -> Vec<(Expr, Expr)> {
        let coordinates = self.coordinates.iter().zip(&self.velocities);
        let mut moving: Vec<_> = coordinates.map(|(q, v)| (q.symbol, v.symbol)).collect();
        for group in &self.groups {
            let mut rates = vec![Graph::ZERO; group.entries.len()];
            for (entry, component, value) in group.fields(graph) {
                let velocity = &self.velocities[group.first_velocity + component];
                let term = graph.mul(value, velocity.symbol);
                rates[entry] = graph.add(rates[entry], term);
            }
            let entries = group.entries.iter().map(|entry| entry.symbol);
            moving.extend(entries.zip(rates));
        }
        moving.push((self.time, Graph::ONE));
        moving
    }

    /// Declares a name outside the model, unless it has a meaning already.
    pub(super) fn define(&mut self, name: &str, declared: Declared) {
        self.names.entry(name.to_owned()).or_insert(declared);
    }

    /// Declares a name, whatever meaning it had.
    pub(super) fn define_instead(&mut self, name: &str, declared: Declared) {
        self.names.insert(name.to_owned(), declared);
    }

    /// Returns true if an expression depends on an input.
    pub(super) fn reads_input(&self, graph: &Graph, expr: Expr) -> bool {
        if self.inputs.is_empty() {
            return false;
        }
        let symbols = graph.symbols_of(&[expr]);
        self.inputs.iter().any(|input| symbols.contains(input))
    }

    /// Returns the roles that an expression depends on, without those of inputs.
    pub(super) fn roles(&self, graph: &Graph, expr: Expr) -> RoleSet {
        if self.inputs.is_empty() {
            return graph.roles(expr);
        }
        let symbols = graph.symbols_of(&[expr]);
        let others = symbols.iter().filter(|x| !self.inputs.contains(x));
        others.fold(RoleSet::EMPTY, |roles, &symbol| {
            roles.union(graph.roles(symbol))
        })
    }

    fn declare_configuration(&mut self, ast: &Ast, graph: &Graph, diagnostics: &mut Diagnostics) {
        for name in &ast.coordinates {
            let symbol = graph.symbol(&name.text, Role::Coordinate);
            let is_new = self.add(name, Declared::Coordinate(symbol), diagnostics);
            self.coordinates.push(meant(ast, name, symbol));

            let velocity = velocity_name(name);
            let symbol = graph.symbol(&velocity.text, Role::Velocity);
            // A coordinate that repeats a name is one error, although its velocity repeats a name
            // too.
            if is_new {
                self.add(&velocity, Declared::Velocity(symbol), diagnostics);
            }
            self.velocities.push(variable(&velocity, symbol));
        }
        for (index, group) in ast.groups.iter().enumerate() {
            self.add(&group.name, Declared::Group(index), diagnostics);
            let first_velocity = self.velocities.len();
            for name in &group.factor.names {
                let symbol = graph.symbol(&name.text, Role::Velocity);
                self.add(name, Declared::BodyVelocity(symbol), diagnostics);
                self.velocities.push(variable(name, symbol));
            }
            // A substitute for a kind that is reported: the entries of its element are not
            // reported.
            let kind = LieGroup::from_text(&group.factor.kind.text).unwrap_or(LieGroup::Se3);
            self.groups
                .push(group_factor(&group.name, kind, first_velocity, graph));
        }
    }

    /// Declares `lambda.NAME` for every constraint, if a force or a definition contains such a
    /// name.
    fn declare_multipliers(&mut self, ast: &Ast, graph: &Graph) {
        let constraints = [&ast.constraints, &ast.holonomic, &ast.prescribed];
        let constraints = constraints.into_iter().flatten();
        let names = constraints.map(|entry| (&entry.name, format!("lambda.{}", entry.name.text)));
        let names: Vec<_> = names.collect();
        self.reactions = names.iter().map(|(_, name)| name.clone()).collect();
        let entries = ast.forces.iter().chain(&ast.definitions);
        let mut nodes = entries.flat_map(|entry| ast.arena.nodes_of(&entry.expression));
        let is_read = |op: &Op| matches!(op, Op::Name(name) if name.starts_with("lambda."));
        if !nodes.any(|(_, node)| is_read(&node.op)) {
            return;
        }
        for (constraint, name) in names {
            let symbol = graph.symbol(&name, Role::Variable);
            self.define(&name, Declared::Outside(symbol));
            self.multipliers.push(variable(constraint, symbol));
        }
    }

    /// Adds a name, or reports that it is taken.
    fn add(&mut self, name: &Name, declared: Declared, diagnostics: &mut Diagnostics) -> bool {
        match self.names.get(&name.text) {
            None => {
                self.names.insert(name.text.clone(), declared);
                true
            }
            Some(earlier) => {
                diagnostics.push(taken(name, declared, *earlier));
                false
            }
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<Declared> {
        self.names.get(name).copied()
    }

    /// Returns the diagnostic for a name that is not declared.
    pub(super) fn unknown(&self, name: &str, span: Span, context: Context) -> Diagnostic {
        let without_velocity = name
            .strip_suffix("_dot")
            .and_then(|owner| Some((owner, self.get(owner)?)));
        if let Some((owner, declared)) = without_velocity {
            let help = match declared {
                Declared::Time(_)
                | Declared::Pi
                | Declared::Velocity(_)
                | Declared::BodyVelocity(_) => String::new(),
                _ => format!("declare `{owner}` under `coordinates` if it moves"),
            };
            return Diagnostic::error(
                Code::VelocityOfParameter,
                span,
                format!("`{owner}` has no velocity, it is {}", declared.noun()),
                "the velocity of a coordinate",
            )
            .help(help);
        }
        let reactions: &[String] = match context {
            Context::Definition | Context::Force => &self.reactions,
            _ => &[],
        };
        let names = self.names.keys().chain(reactions);
        Diagnostic::error(
            Code::UnknownName,
            span,
            format!("unknown name `{name}`"),
            context.names(reactions.first()),
        )
        .help(crate::diag::suggestion(name, names.map(String::as_str)))
    }
}

fn velocity_name(coordinate: &Name) -> Name {
    Name {
        text: format!("{}_dot", coordinate.text),
        span: coordinate.span,
    }
}

/// Returns a group element with a symbol for each varying entry.
fn group_factor(name: &Name, group: LieGroup, first_velocity: usize, graph: &Graph) -> GroupFactor {
    let places = (0..group.space()).flat_map(|i| (0..group.varying_columns()).map(move |j| (i, j)));
    let entries = places.map(|(row, column)| {
        let entry = Name {
            text: format!("{}[{row}][{column}]", name.text),
            span: name.span,
        };
        let symbol = graph.symbol(&entry.text, Role::Coordinate);
        variable(&entry, symbol)
    });
    let entries = entries.collect();
    let factor = GroupFactor {
        name: name.text.clone(),
        span: name.span,
        group,
        entries,
        first_velocity,
    };
    graph.declare_rotation(&factor.rotation());
    factor
}

fn variable(name: &Name, symbol: Expr) -> Variable {
    Variable {
        name: name.text.clone(),
        symbol,
        docs: String::new(),
        span: name.span,
    }
}

/// Returns a coordinate or a control with the documentation before it.
fn meant(ast: &Ast, name: &Name, symbol: Expr) -> Variable {
    let variable = variable(name, symbol);
    match ast.meanings.get(&name.text) {
        Some(docs) => documented(variable, docs),
        None => variable,
    }
}

fn documented(variable: Variable, docs: &Docs) -> Variable {
    let docs = docs.lines().join("\n");
    Variable { docs, ..variable }
}

/// Returns the diagnostic for a name that already has another meaning.
fn taken(name: &Name, declared: Declared, earlier: Declared) -> Diagnostic {
    let text = &name.text;
    if matches!(earlier, Declared::Time(_) | Declared::Pi) {
        return Diagnostic::error(
            Code::ReservedName,
            name.span,
            format!("`{text}` cannot be declared, it is {}", earlier.noun()),
            "a name other than `t` and `pi`",
        );
    }
    let found = if earlier.noun() == declared.noun() {
        format!(
            "`{text}` is declared twice, both times as {}",
            earlier.noun()
        )
    } else {
        let (first, second) = (earlier.noun(), declared.noun());
        format!("`{text}` is declared twice, as {first} and as {second}")
    };
    Diagnostic::error(
        Code::DuplicateName,
        name.span,
        found,
        "a different name for each coordinate, velocity, parameter, control and definition",
    )
}

//! The model as the user wrote it: names unresolved, numbers in digits, every part with its span.
//!
//! Expressions are nodes in one flat arena per model and refer to their operands by index, operands
//! first. So a traversal is a loop over the arena. Neither a traversal nor a drop can overflow the
//! stack on a long or deeply nested expression.

use std::collections::BTreeMap;
use std::fmt;

use proc_macro2::Span;

use super::item::{Docs, Item};
use super::spline::SplinePiece;
use crate::expr::{Function, Graph, Rational};

/// One annotated struct.
#[derive(Clone, Debug)]
pub struct Ast {
    /// The number of models in the file, which together have the budget of one.
    pub models: usize,
    /// The struct that carries the attribute.
    pub item: Item,
    /// The keys as written, in their order, each with its span.
    pub keys: Vec<(Key, Span)>,
    /// The nodes of all expressions.
    pub arena: Arena,
    /// `coordinates(...)`.
    pub coordinates: Vec<Name>,
    /// The documentation before coordinates and controls, by their names.
    pub meanings: BTreeMap<String, Docs>,
    /// `groups(name: Kind(velocities...), ...)`.
    pub groups: Vec<Group>,
    /// `definitions(name = expression, ...)`.
    pub definitions: Vec<Entry>,
    /// `lagrangian = expression`.
    pub lagrangian: Expression,
    /// `constraints(name = expression, ...)`.
    pub constraints: Vec<Entry>,
    /// `rule = Chetaev`.
    pub rule: Option<Rule>,
    /// `holonomic(name = expression, ...)`.
    pub holonomic: Vec<Entry>,
    /// `prescribed(coordinate = expression, ...)`.
    pub prescribed: Vec<Entry>,
    /// The laws of prescribed coordinates that data replaces, by the name of the coordinate.
    pub splines: BTreeMap<String, Vec<SplinePiece>>,
    /// `contacts(name >= 0, ...)`.
    pub contacts: Vec<Contact>,
    /// `controls(...)`.
    pub controls: Vec<Name>,
    /// `forces(coordinate = expression, ...)`.
    pub forces: Vec<Entry>,
    /// `dissipation = expression`.
    pub dissipation: Option<Expression>,
    /// `symmetry(Kind(coordinates...), ...)`.
    pub symmetry: Vec<Factor>,
    /// `integrals(name = expression, ...)`.
    pub integrals: Vec<Entry>,
    /// `integrators(Name(options...), ...)`.
    pub integrators: Vec<Integrator>,
    /// The phase of a motion with contacts that open, by the names of those that are open; `None`
    /// for the model as written, whose contacts are closed.
    pub open: Option<Vec<String>>,
}

impl Ast {
    /// Returns the name of the model, that of its struct.
    #[must_use]
    pub fn name(&self) -> String {
        self.item.ident.to_string()
    }

    /// Returns an empty graph for the model.
    pub(crate) fn graph(&self) -> Graph {
        let constraints = self.constraints.len() + self.holonomic.len() + self.prescribed.len();
        Graph::of_size(constraints, self.models)
    }

    /// Returns the names of the contacts that open.
    pub fn opening_contacts(&self) -> impl Iterator<Item = &str> {
        let opening = self.contacts.iter().filter(|x| x.opens.is_some());
        opening.map(|contact| contact.name.text.as_str())
    }

    /// Returns the names of the velocity constraints, then of the position constraints.
    #[must_use]
    pub fn constraint_names(&self) -> [Vec<String>; 2] {
        let positions = self.holonomic.iter().chain(&self.prescribed);
        let names = |entry: &Entry| entry.name.text.clone();
        let velocities = self.constraints.iter().map(names);
        [velocities.collect(), positions.map(names).collect()]
    }

    /// Returns the model of a phase of the motion, in which these contacts are open.
    #[must_use]
    pub fn in_phase(&self, open: Vec<String>) -> Self {
        Self {
            open: Some(open),
            ..self.clone()
        }
    }

    /// Returns the position of a key, if it is written.
    pub fn key_span(&self, key: Key) -> Option<Span> {
        self.keys
            .iter()
            .find(|(written, _)| *written == key)
            .map(|(_, span)| *span)
    }
}

/// The keys of the attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Names of the configuration coordinates.
    Coordinates,
    /// Configuration factors without coordinates.
    Groups,
    /// Named sub-expressions.
    Definitions,
    /// The Lagrangian.
    Lagrangian,
    /// Velocity constraints.
    Constraints,
    /// The forces of constraints that are not affine in the velocities.
    Rule,
    /// Position constraints.
    Holonomic,
    /// Coordinates that are functions of time.
    Prescribed,
    /// Signs of multipliers.
    Contacts,
    /// Names of the inputs.
    Controls,
    /// Generalised forces.
    Forces,
    /// The dissipation function of Rayleigh.
    Dissipation,
    /// The symmetry group.
    Symmetry,
    /// Known first integrals.
    Integrals,
    /// The integrators to generate.
    Integrators,
    /// The traits that generated types derive.
    Derive,
    /// The path by which generated code finds the crate.
    Crate,
}

impl Key {
    /// Every key with its spelling, in the order of the documentation.
    pub const ALL: [(Self, &'static str); 17] = [
        (Self::Coordinates, "coordinates"),
        (Self::Groups, "groups"),
        (Self::Definitions, "definitions"),
        (Self::Lagrangian, "lagrangian"),
        (Self::Constraints, "constraints"),
        (Self::Rule, "rule"),
        (Self::Holonomic, "holonomic"),
        (Self::Prescribed, "prescribed"),
        (Self::Contacts, "contacts"),
        (Self::Controls, "controls"),
        (Self::Forces, "forces"),
        (Self::Dissipation, "dissipation"),
        (Self::Symmetry, "symmetry"),
        (Self::Integrals, "integrals"),
        (Self::Integrators, "integrators"),
        (Self::Derive, "derive"),
        (Self::Crate, "crate"),
    ];

    /// Returns the key that is spelt `text`.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(_, spelling)| *spelling == text)
            .map(|(key, _)| *key)
    }

    /// Returns its spelling.
    pub fn text(self) -> &'static str {
        let row = Self::ALL.iter().find(|(key, _)| *key == self);
        row.map_or("", |(_, spelling)| spelling)
    }
}

/// An identifier.
#[derive(Clone, Debug)]
pub struct Name {
    /// The identifier as text.
    pub text: String,
    /// Its position.
    pub span: Span,
}

/// `name: Kind(velocities...)`.
#[derive(Clone, Debug)]
pub struct Group {
    /// The name of the group element.
    pub name: Name,
    /// The group and the names of its body velocity components.
    pub factor: Factor,
}

/// `Kind(names...)`.
#[derive(Clone, Debug)]
pub struct Factor {
    /// The name of the group.
    pub kind: Name,
    /// The names in parentheses.
    pub names: Vec<Name>,
}

/// `name = expression`, or `name = expression when contact` among constraints.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The left-hand side.
    pub name: Name,
    /// The right-hand side.
    pub expression: Expression,
    /// The contact without which the constraint does not hold.
    pub when: Option<Name>,
}

/// The principle that determines the forces of constraints that are not affine in the velocities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The forces of `g(q, v, t) = 0` are `g_v^T lambda`.
    Chetaev,
}

/// `name >= 0` or `name <= 0`, and what follows it.
#[derive(Clone, Debug)]
pub struct Contact {
    /// The name of the constraint.
    pub name: Name,
    /// The sign of the multiplier while the contact presses.
    pub sign: Sign,
    /// How it opens, if it does.
    pub opens: Option<Opening>,
}

/// `opens` after a contact, and `restitution = expression` after that.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position of `opens`.
    pub span: Span,
    /// The coefficient of restitution; zero if none is written.
    pub restitution: Option<Expression>,
}

/// A sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// `>= 0`.
    Positive,
    /// `<= 0`.
    Negative,
}

impl Sign {
    /// Returns 1 or -1.
    #[must_use]
    pub fn factor(self) -> f64 {
        match self {
            Self::Positive => 1.0,
            Self::Negative => -1.0,
        }
    }

    /// Returns the condition as it is written after the name.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Positive => ">= 0",
            Self::Negative => "<= 0",
        }
    }
}

/// An integrator with its options.
#[derive(Clone, Debug)]
pub struct Integrator {
    /// Its name.
    pub name: Name,
    /// Its options in the order in which they are written.
    pub options: Vec<IntegratorOption>,
}

/// An option of an integrator.
#[derive(Clone, Debug)]
pub struct IntegratorOption {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: OptionValue,
}

/// Writes the option as in a model: `name = value`, or only the name.
impl fmt::Display for IntegratorOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name.text;
        match &self.value {
            OptionValue::Flag => f.write_str(name),
            OptionValue::Word(word) => write!(f, "{name} = {}", word.text),
            OptionValue::Number { value, .. } => {
                match Rational::decimal(&value.digits, value.exponent) {
                    Some(number) => write!(f, "{name} = {}", number.to_f64()),
                    None => write!(f, "{name} = {}e{}", value.digits, value.exponent),
                }
            }
        }
    }
}

/// The value of an option.
#[derive(Clone, Debug)]
pub enum OptionValue {
    /// The option has no value.
    Flag,
    /// `= Word`.
    Word(Name),
    /// `= number`.
    Number {
        /// The number.
        value: Decimal,
        /// Its position.
        span: Span,
    },
}

/// An exact decimal number, `digits * 10^exponent`, with the sign in the digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// Decimal digits of an integer, after a `-` if it is negative.
    pub digits: String,
    /// Power of ten.
    pub exponent: i32,
}

impl Decimal {
    /// Returns the shortest decimal number that rounds to a finite floating-point number.
    pub(super) fn of(value: f64) -> Self {
        let text = format!("{value:e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        Self {
            digits: format!("{whole}{fraction}"),
            exponent: exponent - i32::try_from(fraction.len()).unwrap_or(0),
        }
    }

    /// Returns the nearest floating-point number; infinite if the number is too large.
    pub fn to_f64(&self) -> f64 {
        let text = format!("{}e{}", self.digits, self.exponent);
        text.parse().unwrap_or(f64::NAN)
    }
}

/// One expression: the nodes from `first` up to `root`, in which operands come before the nodes
/// that use them.
#[derive(Clone, Copy, Debug)]
pub struct Expression {
    /// The first of its nodes.
    pub first: NodeId,
    /// Its value, the last of its nodes.
    pub root: NodeId,
    /// The position of its beginning.
    pub span: Span,
}

/// Index of a node in its arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// Returns the index as a position in a slice.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The nodes of all expressions of a model.
#[derive(Clone, Debug, Default)]
pub struct Arena {
    nodes: Vec<Node>,
}

impl Arena {
    /// Appends a node.
    ///
    /// # Panics
    /// At 2^32 nodes, which the bound on the tokens of a model excludes.
    pub fn push(&mut self, op: Op, span: Span) -> NodeId {
        let id = u32::try_from(self.nodes.len()).expect("a model has fewer nodes than tokens");
        self.nodes.push(Node { op, span });
        NodeId(id)
    }

    /// Replaces the name that a node consists of.
    pub fn rename(&mut self, id: NodeId, name: String) -> NodeId {
        self.nodes[id.index()].op = Op::Name(name);
        id
    }

    /// Returns a node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Returns the index that the next node will have.
    pub fn next(&self) -> NodeId {
        NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX))
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if there is no node yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the nodes of an expression, operands first.
    pub fn nodes_of(&self, expression: &Expression) -> impl Iterator<Item = (NodeId, &Node)> {
        (expression.first.0..=expression.root.0)
            .map(|index| (NodeId(index), &self.nodes[index as usize]))
    }
}

/// One operation of an expression.
#[derive(Clone, Debug)]
pub struct Node {
    /// The operation and its operands.
    pub op: Op,
    /// The position of the operator, the name or the number.
    pub span: Span,
}

/// The operation of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// A number.
    Number(Decimal),
    /// A name, unresolved; also `t` and `pi`.
    Name(String),
    /// `name[row][column]`, an entry of a group element, unresolved.
    MatrixEntry {
        /// The group element.
        name: String,
        /// Row, from 0.
        row: u32,
        /// Column, from 0.
        column: u32,
    },
    /// `-a`.
    Negate(NodeId),
    /// `a + b`.
    Add(NodeId, NodeId),
    /// `a - b`.
    Subtract(NodeId, NodeId),
    /// `a * b`.
    Multiply(NodeId, NodeId),
    /// `a / b`.
    Divide(NodeId, NodeId),
    /// `a.powi(n)`.
    PowerInteger(NodeId, i32),
    /// `tan(a)`, which is not a function of the op table but a quotient of two.
    Tangent(NodeId),
    /// A function of one operand.
    Unary(Function, NodeId),
    /// A function of two operands, in the order of the function form.
    Binary(Function, NodeId, NodeId),
    /// `rate(a)`, the time derivative of `a` along the motion.
    Rate(NodeId),
    /// `delay(a, b)`, the value of `a` a time `b` ago; only outside a model.
    Delay(NodeId, NodeId),
    /// A placeholder for a reported error, so that parsing can go on; never in a finished [`Ast`].
    Mistake,
}

//! The parts of a model in which quantities may occur.

use proc_macro2::Span;

use super::scope::Declared;
use crate::diag::{Code, Diagnostic};
use crate::expr::{Role, RoleSet};

/// The part of a model in which an expression occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// A named sub-expression.
    Definition,
    /// The Lagrangian.
    Lagrangian,
    /// A velocity constraint.
    Constraint,
    /// A position constraint.
    Holonomic,
    /// A generalised force.
    Force,
    /// The dissipation function.
    Dissipation,
    /// The law of a prescribed coordinate.
    Prescribed,
    /// A conserved quantity.
    Integral,
    /// The value of a control, which is outside the model.
    Control,
    /// The rate of a state of a controller, which is outside the model.
    Rate,
    /// A number of a scenario, such as a parameter or an initial value.
    Number,
    /// The coefficient of restitution of a contact.
    Restitution,
    /// An output of a state, which is outside the model.
    Output,
    /// A length or an angle of a sketch, which is a function of columns.
    Sketch,
}

impl Context {
    fn noun(self) -> &'static str {
        match self {
            Self::Definition => "a definition",
            Self::Lagrangian => "the Lagrangian",
            Self::Constraint => "a velocity constraint",
            Self::Holonomic => "a position constraint",
            Self::Force => "a force",
            Self::Dissipation => "the dissipation function",
            Self::Prescribed => "the law of a prescribed coordinate",
            Self::Integral => "an integral",
            Self::Control => "the value of a control",
            Self::Rate => "the rate of a state",
            Self::Number => "a number of the scenario",
            Self::Restitution => "a coefficient of restitution",
            Self::Output => "an output",
            Self::Sketch => "a sketch",
        }
    }

    /// Returns the roles that may not occur here.
    fn forbidden(self) -> &'static [Role] {
        match self {
            Self::Definition | Self::Force | Self::Output | Self::Sketch => &[],
            Self::Integral => &[Role::Control, Role::Variable, Role::Time],
            Self::Lagrangian
            | Self::Constraint
            | Self::Dissipation
            | Self::Control
            | Self::Rate => &[Role::Control, Role::Variable],
            Self::Prescribed => &[
                Role::Control,
                Role::Variable,
                Role::Velocity,
                Role::Coordinate,
            ],
            Self::Number | Self::Restitution => &[
                Role::Control,
                Role::Variable,
                Role::Time,
                Role::Velocity,
                Role::Coordinate,
            ],
            Self::Holonomic => &[Role::Control, Role::Variable, Role::Velocity],
        }
    }

    /// Returns true if the equations of the model are derivatives of what is written here.
    fn is_differentiated(self) -> bool {
        matches!(
            self,
            Self::Lagrangian
                | Self::Constraint
                | Self::Holonomic
                | Self::Dissipation
                | Self::Prescribed
                | Self::Integral
        )
    }

    /// Returns the diagnostic for a definition with a function that switches, unless it may occur
    /// here.
    pub(super) fn refuse_switching(self, name: &str, span: Span) -> Option<Diagnostic> {
        self.is_differentiated().then(|| {
            let found = format!(
                "`{name}` contains a function that switches and cannot appear in {}",
                self.noun()
            );
            let required = format!("{} without such a function", self.noun());
            Diagnostic::error(Code::UnknownFunction, span, found, required)
                .help("forces may switch, and so may controls and outputs of scenarios")
        })
    }

    /// Returns the kinds of names that may occur here, with the name of a constraint force if these
    /// may.
    pub(super) fn names(self, reaction: Option<&String>) -> String {
        let kinds = [
            ("a coordinate", Some(Role::Coordinate)),
            ("a velocity `x_dot`", Some(Role::Velocity)),
            ("a parameter", Some(Role::Parameter)),
            ("a control", Some(Role::Control)),
            ("a definition", None),
            ("`t`", Some(Role::Time)),
        ];
        let may_occur = |role: Option<Role>| role.is_none_or(|x| !self.forbidden().contains(&x));
        let names = kinds.iter().filter(|(_, role)| may_occur(*role));
        let mut names: Vec<_> = names.map(|(name, _)| (*name).to_owned()).collect();
        names.extend(reaction.map(|name| format!("a multiplier such as `{name}`")));
        format!("{} or `pi`", names.join(", "))
    }

    /// Returns the diagnostic for the rate of a position, unless velocities may occur here.
    pub(super) fn refuse_rate(self, span: Span) -> Option<Diagnostic> {
        self.forbidden().contains(&Role::Velocity).then(|| {
            let found = format!(
                "the rate of a position is a velocity and cannot appear in {}",
                self.noun()
            );
            let required = format!("{} without a velocity", self.noun());
            Diagnostic::error(Code::VelocityNotAllowed, span, found, required)
                .help("conditions on velocities go under `constraints`")
        })
    }

    /// Returns the diagnostic for a delay, unless it may occur here.
    pub(super) fn refuse_delay(self, span: Span) -> Option<Diagnostic> {
        if matches!(self, Self::Control | Self::Definition | Self::Output) {
            return None;
        }
        let found = format!("`delay` cannot appear in {}", self.noun());
        let required = "a delay in the law of a control, an output or an event";
        Some(Diagnostic::error(
            Code::TimeNotAllowed,
            span,
            found,
            required,
        ))
    }

    /// Returns the diagnostic for a table or a delayed value, unless it may occur here.
    pub(super) fn refuse_input(self, name: &str, span: Span) -> Option<Diagnostic> {
        if self != Self::Rate {
            return None;
        }
        let found = format!(
            "`{name}` depends on a table or a delayed value and cannot appear in {}",
            self.noun()
        );
        let required = format!("{} without tables and delays", self.noun());
        let help = "write it in the time, the coordinates, the velocities and the parameters";
        Some(Diagnostic::error(Code::TimeNotAllowed, span, found, required).help(help))
    }

    /// Returns the diagnostic for a name of a quantity that may not occur here.
    pub(super) fn refuse(
        self,
        name: &str,
        declared: Declared,
        roles: RoleSet,
        span: Span,
    ) -> Option<Diagnostic> {
        let role = self
            .forbidden()
            .iter()
            .find(|role| roles.contains(**role))?;
        let (code, what, help) = match role {
            Role::Control => (
                Code::ControlNotAllowed,
                "a control",
                match self {
                    Self::Control | Self::Rate => {
                        "write it in the time, the coordinates, the velocities and the parameters"
                    }
                    _ => "controls act through `forces`",
                },
            ),
            Role::Time => (
                Code::TimeNotAllowed,
                "the time",
                "the Lagrangian, forces and constraints may depend on `t`",
            ),
            Role::Coordinate => (
                Code::VelocityNotAllowed,
                "a coordinate",
                match self {
                    Self::Prescribed => {
                        "write it in the time and parameters; a relation between coordinates goes under `holonomic`"
                    }
                    _ => "write it in numbers and parameters",
                },
            ),
            Role::Variable if matches!(self, Self::Control | Self::Rate | Self::Number) => (
                Code::UnknownName,
                "the energy or a multiplier",
                "only outputs and events may depend on it",
            ),
            Role::Variable => (
                Code::UnknownName,
                "a constraint force",
                "only forces, their definitions, outputs and events may depend on it",
            ),
            _ => (
                Code::VelocityNotAllowed,
                "a velocity",
                "conditions on velocities go under `constraints`",
            ),
        };
        let found = match declared {
            Declared::Definition(_) | Declared::Outside(_) => format!("depends on {what}"),
            _ => format!("is {}", declared.noun()),
        };
        let found = format!("`{name}` {found} and cannot appear in {}", self.noun());
        let required = format!("{} without {what}", self.noun());
        Some(Diagnostic::error(code, span, found, required).help(help))
    }
}

//! The plain data of a model: parameters, coordinates, velocities, controls, multipliers.

use std::collections::BTreeMap;

use crate::model::Model;
use crate::program::stepper::{GroupElement, Stepper};

use super::super::case::snake_case;
use super::names::{Precision, field};
use super::text::{Member, structure};

/// The names of a model in C, with the fields of its structs.
#[derive(Clone)]
pub(super) struct Names {
    /// The name of the model.
    title: String,
    /// The same in snake case, with which all names begin.
    pub(super) prefix: String,
    pub(super) precision: Precision,
    parameters: Vec<String>,
    /// The coordinates without the entries of group elements.
    coordinates: Vec<String>,
    elements: Vec<GroupElement>,
    /// The entries of the configuration.
    configuration: Vec<String>,
    velocities: Vec<String>,
    controls: Vec<String>,
    constraints: Vec<String>,
    /// The constraints of other phases of the motion, whose multipliers are zero.
    released: Vec<String>,
    /// The documentation of parameters, coordinates and controls, by name.
    meanings: BTreeMap<String, String>,
}

impl Names {
    /// Returns the names of a model with one of its integrators, which may add some.
    pub(super) fn of_stepper(model: &Model, stepper: &Stepper) -> Self {
        let names = &stepper.names;
        let entries = stepper.elements.iter().map(|element| element.entries);
        let coordinates = names.configuration.len() - entries.sum::<usize>();
        let title = model.item.ident.to_string();
        let documented = [&model.parameters, &model.coordinates, &model.controls];
        let documented = documented.into_iter().flatten();
        let documented = documented.filter(|variable| !variable.docs.is_empty());
        Self {
            prefix: snake_case(&title),
            title,
            precision: Precision::of(&model.item.scalar),
            parameters: names.parameters.clone(),
            coordinates: names.configuration[..coordinates].to_vec(),
            elements: stepper.elements.clone(),
            configuration: names.configuration.clone(),
            velocities: names.velocities.clone(),
            controls: names.controls.clone(),
            constraints: names.constraints.clone(),
            released: Vec::new(),
            meanings: documented
                .map(|variable| (variable.name.clone(), variable.docs.clone()))
                .collect(),
        }
    }

    /// Returns the same names with all constraints of a motion, open or closed.
    pub(super) fn with_constraints(self, constraints: Vec<String>) -> Self {
        Self {
            constraints,
            ..self
        }
    }

    /// Returns the names in a phase in which these constraints hold.
    pub(super) fn of_phase(&self, constraints: &[String]) -> Self {
        let is_released = |name: &&String| !constraints.contains(name);
        let released = self.constraints.iter().filter(is_released);
        Self {
            constraints: constraints.to_vec(),
            released: released.cloned().collect(),
            ..self.clone()
        }
    }

    /// Returns the name of a type or a function of the model.
    pub(super) fn of(&self, suffix: &str) -> String {
        format!("{}_{suffix}", self.prefix)
    }

    pub(super) fn real(&self) -> &'static str {
        self.precision.real()
    }

    /// Returns the accesses to all entries of the configuration after `owner`.
    pub(super) fn configuration(&self, owner: &str) -> Vec<String> {
        fields(owner, &self.configuration)
    }

    pub(super) fn velocities(&self, owner: &str) -> Vec<String> {
        fields(owner, &self.velocities)
    }

    pub(super) fn controls(&self, owner: &str) -> Vec<String> {
        fields(owner, &self.controls)
    }

    pub(super) fn parameters(&self, owner: &str) -> Vec<String> {
        fields(owner, &self.parameters)
    }

    pub(super) fn multipliers(&self, owner: &str) -> Vec<String> {
        fields(owner, &self.constraints)
    }

    /// Returns the accesses to the multipliers that are zero in this phase of the motion.
    pub(super) fn released_multipliers(&self, owner: &str) -> Vec<String> {
        fields(owner, &self.released)
    }

    pub(super) fn has_controls(&self) -> bool {
        !self.controls.is_empty()
    }

    pub(super) fn has_multipliers(&self) -> bool {
        !self.constraints.is_empty()
    }

    /// Returns the numbers of entries as macros.
    pub(super) fn sizes(&self) -> String {
        let prefix = self.prefix.to_uppercase();
        let sizes = [
            ("PARAMETERS", &self.parameters),
            ("COORDINATES", &self.configuration),
            ("VELOCITIES", &self.velocities),
            ("CONTROLS", &self.controls),
            ("MULTIPLIERS", &self.constraints),
        ];
        let sizes = sizes.map(|(name, list)| format!("#define {prefix}_{name} {}\n", list.len()));
        let title = "/* The numbers of entries, those of group elements included. */";
        format!("{title}\n{}\n", sizes.concat())
    }

    /// Returns the declarations of the structs.
    pub(super) fn structs(&self) -> String {
        let real = self.precision;
        let members = |names: &[String], docs: &dyn Fn(&str) -> String| -> Vec<Member> {
            let member = |name: &String| match self.meanings.get(name) {
                Some(meaning) => Member::number(real, name, meaning.clone()),
                None => Member::number(real, name, docs(name)),
            };
            names.iter().map(member).collect()
        };
        let mut coordinates = members(&self.coordinates, &|name| {
            format!("The coordinate `{name}`.")
        });
        coordinates.extend(self.elements.iter().map(|element| {
            let rows = element.rotation.len();
            let columns = element.entries / rows.max(1);
            Member {
                declaration: format!(
                    "{} {}[{rows}][{columns}]",
                    real.real(),
                    field(&element.name)
                ),
                docs: format!(
                    "The group element `{}`, row by row without its constant row.",
                    element.name
                ),
            }
        }));
        let velocities = members(&self.velocities, &|name| {
            let coordinate = name.strip_suffix("_dot");
            match coordinate.filter(|name| self.coordinates.iter().any(|q| q == name)) {
                Some(name) => format!("The time derivative of `{name}`."),
                None => format!("The component `{name}` of a body velocity."),
            }
        });
        let multipliers = members(&self.constraints, &|name| {
            format!("The multiplier of the constraint `{name}`.")
        });
        let parameters = members(&self.parameters, &|name| format!("The parameter `{name}`."));
        let controls = members(&self.controls, &|name| format!("The control `{name}`."));
        let title = &self.title;
        let declare = |suffix: &str, docs: &str, members: &[Member]| {
            structure(
                &self.of(suffix),
                &format!("{docs} of `{title}`, in the model's units; angles in radians."),
                members,
            )
        };
        let mut out = declare("parameters", "Parameters", &parameters);
        out += &declare("coordinates", "The configuration", &coordinates);
        out += &declare("velocities", "Velocities", &velocities);
        if self.has_controls() {
            out += &declare("controls", "Controls", &controls);
        }
        if self.has_multipliers() {
            out += &declare(
                "multipliers",
                "Multipliers of the constraints",
                &multipliers,
            );
        }
        let mut sample = vec![
            Member::number(real, "t", "The time."),
            self.part("coordinates q", "The configuration."),
            self.part("velocities v", "The velocities."),
        ];
        if self.has_multipliers() {
            sample.push(self.part(
                "multipliers lambda",
                "The multipliers: `A^T lambda` is the force of the constraints.",
            ));
        }
        out += &declare("sample", "A sample of a motion", &sample);
        out
    }

    /// Returns a field that is a struct of the model.
    pub(super) fn part(&self, declaration: &str, docs: &str) -> Member {
        Member {
            declaration: self.of(declaration),
            docs: docs.to_owned(),
        }
    }
}

fn fields(owner: &str, names: &[String]) -> Vec<String> {
    let names = names.iter();
    names
        .map(|name| format!("{owner}{}", field(name)))
        .collect()
}

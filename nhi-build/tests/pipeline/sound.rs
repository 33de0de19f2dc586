//! Models that are meant to compile: an integrator of the registry is drawn, then a model that is what
//! it needs. Names, visibilities, scalars, documentation, options and forms of expressions are drawn,
//! too.

use nhi_symbolic::mechanics::needs::{Configuration, Constraints, Lagrangian, Positions};
use nhi_symbolic::{INTEGRATORS, Integrator, Kind, OptionRow, Values};

use crate::choices::Choices;
use crate::item::item;

/// Names of all kinds: those of variables of generated code, of its methods and types, of Rust's own
/// types and functions, and those that lints complain about.
const NAMES: [&str; 40] = [
    "x",
    "y",
    "theta",
    "X",
    "Theta",
    "phi_1",
    "a",
    "b_",
    "data",
    "state",
    "controls",
    "report",
    "next",
    "entries",
    "c0",
    "t1",
    "g0",
    "u0",
    "s2",
    "q",
    "v",
    "u",
    "p",
    "lambda",
    "newton",
    "prepared",
    "guess",
    "system",
    "scale",
    "clock",
    "energy",
    "step",
    "start",
    "sample",
    "vec",
    "option",
    "none",
    "f64x",
    "i",
    "longNameOfACoordinate",
];
const DOCS: [&str; 4] = [
    "/// A model [kg m^2].\n///\n///     indented\n",
    "/// `code`, <b>markup</b> and [a link](https://example.org)\n",
    "#[doc = \"\\\"quoted\\\" */ // text\"]\n",
    "",
];
/// A model file with one model, which asks for one or two integrators.
pub(crate) fn model(choices: &mut Choices<'_>) -> String {
    let integrator = choices.among(INTEGRATORS);
    Writer::new(choices).model(integrator)
}

struct Writer<'a, 'b> {
    choices: &'a mut Choices<'b>,
    names: Vec<&'static str>,
    parameters: Vec<String>,
    /// What may stand in potentials and coefficients.
    positions: Vec<String>,
    velocities: Vec<String>,
    keys: Vec<String>,
}

impl<'a, 'b> Writer<'a, 'b> {
    fn new(choices: &'a mut Choices<'b>) -> Self {
        let mut writer = Self {
            choices,
            names: NAMES.to_vec(),
            parameters: Vec::new(),
            positions: Vec::new(),
            velocities: Vec::new(),
            keys: Vec::new(),
        };
        let count = 1 + writer.choices.below(3);
        writer.parameters = writer.names(count);
        writer
    }

    fn name(&mut self) -> String {
        let place = self.choices.below(self.names.len());
        self.names.swap_remove(place).to_owned()
    }

    fn names(&mut self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.name()).collect()
    }

    fn model(mut self, integrator: &Integrator) -> String {
        let needs = &integrator.needs;
        match needs.configuration {
            Configuration::Rotation => self.rotation(),
            Configuration::Group if self.choices.once_in(2) => self.plane(),
            Configuration::Group => self.elements(),
            Configuration::Any if self.choices.once_in(3) => self.elements(),
            Configuration::Any | Configuration::Coordinates => self.coordinates(integrator),
        }
        let integrals = self.integrals();
        self.integrators(integrator, integrals.as_deref());
        self.serialised();
        let keys = self.keys.join(",\n    ");
        format!(
            "{}#[nonholonomic(\n    {keys},\n)]\n{}",
            self.choices.among(&DOCS),
            item(self.choices, &self.parameters)
        )
    }

    /// A free rigid body.
    fn rotation(&mut self) {
        let body = self.element("SO3", 3);
        self.groups(&[body]);
        let inertia = self.velocities.clone();
        let energy = inertia.iter().zip(["1", "1.5", "2"]);
        let terms: Vec<_> = energy.map(|(w, i)| format!("{i} * {w}.powi(2)")).collect();
        let parameters = self.parameters.join(" + ");
        self.keys.push(format!(
            "lagrangian = 0.5 * ({parameters}) * ({})",
            terms.join(" + ")
        ));
    }

    /// Group elements and a shape, constrained in the body frame.
    fn elements(&mut self) {
        let (kind, size) = *self.choices.among(&[("SO3", 3), ("SE3", 6), ("SE2", 3)]);
        let shape = self.name();
        self.keys.push(format!("coordinates({shape})"));
        let body = self.element(kind, size);
        let constrained = self.velocities[self.choices.below(size)].clone();
        self.groups(&[body]);
        self.positions.push(shape.clone());
        self.velocities.push(format!("{shape}_dot"));
        self.lagrangian(Lagrangian::Separable);
        if self.choices.once_in(2) {
            let coefficient = self.expression(1);
            let name = self.name();
            self.keys.push(format!(
                "constraints({name} = {constrained} - ({coefficient}) * {shape}_dot)"
            ));
        }
        self.forces(&[format!("{shape}_dot")], &[shape]);
    }

    /// A shape and a body in the plane, on a blade or a wheel that turns with the shape.
    fn plane(&mut self) {
        let names = self.names(4);
        let [shape, theta, x, y] = [0, 1, 2, 3].map(|i| names[i].clone());
        self.keys.push(format!("coordinates({})", names.join(", ")));
        self.positions.push(shape.clone());
        self.velocities = [&shape, &theta, &x, &y]
            .map(|name| format!("{name}_dot"))
            .to_vec();
        let potential = self.expression(2);
        let (m, turn) = (self.parameters.join(" + "), self.choices.below(2));
        self.keys.push(format!(
            "lagrangian = 0.5 * ({m}) * ({x}_dot.powi(2) + {y}_dot.powi(2)) + 0.7 * {theta}_dot.powi(2) \
             + 0.4 * ({shape}_dot + {turn} * {theta}_dot).powi(2) - ({potential})"
        ));
        let angle = format!("({theta} + {turn} * {shape})");
        let blade = self.name();
        self.keys.push(format!(
            "constraints({blade} = sin({angle}) * {x}_dot - cos({angle}) * {y}_dot)"
        ));
        self.keys.push(format!("symmetry(SE2({theta}, {x}, {y}))"));
        self.forces(&[format!("{shape}_dot")], &[shape]);
    }

    fn coordinates(&mut self, integrator: &Integrator) {
        let needs = &integrator.needs;
        let count = 1 + self.choices.below(3);
        let coordinates = self.names(count);
        self.keys
            .push(format!("coordinates({})", coordinates.join(", ")));
        self.positions = coordinates.clone();
        self.velocities = coordinates.iter().map(|q| format!("{q}_dot")).collect();
        self.lagrangian(needs.lagrangian);
        let held = usize::from(needs.position_constraints != Positions::None && count > 1);
        if held == 1 {
            let (name, radius) = (self.name(), self.expression(1));
            let [first, second] = [&coordinates[0], &coordinates[1]];
            self.keys.push(format!(
                "holonomic({name} = {first} + 0.1 * {second}.powi(3) - 0.1 * ({radius}) * {second})"
            ));
            self.keys.push(format!("contacts({name} >= 0)"));
        }
        self.constraints(needs.constraints, held);
        if needs.forces {
            let velocities = match needs.lagrangian {
                Lagrangian::Separable => Vec::new(),
                _ => self.velocities.clone(),
            };
            self.forces(&velocities, &coordinates);
        }
    }

    /// Fewer constraints than coordinates, each solved for a velocity of its own.
    fn constraints(&mut self, kind: Constraints, held: usize) {
        let free = self.velocities.len() - 1 - held;
        let count = self.choices.below(free + 1);
        let last = self.velocities[self.velocities.len() - 1].clone();
        let mut entries = Vec::new();
        for leading in 0..count {
            let lead = self.velocities[held + leading].clone();
            let name = self.name();
            let mut form = format!("{lead} - ({}) * {last}", self.expression(2));
            match kind {
                Constraints::Affine if self.choices.once_in(3) => form.push_str(" - 0.3 * cos(t)"),
                Constraints::Nonlinear if self.choices.once_in(3) => {
                    form.push_str(&format!(" - 0.2 * {last}.powi(2)"));
                }
                _ => {}
            }
            entries.push(format!("{name} = {form}"));
        }
        if !entries.is_empty() {
            self.keys
                .push(format!("constraints({})", entries.join(", ")));
        }
    }

    /// Positive masses, a potential in which all parameters and positions stand.
    fn lagrangian(&mut self, kind: Lagrangian) {
        let mut terms = Vec::new();
        for v in self.velocities.clone() {
            let mass = match kind {
                Lagrangian::Regular | Lagrangian::SecondDegree(_) if self.choices.once_in(3) => {
                    let q = self.choices.among(&self.positions);
                    format!("(1.5 + 0.5 * cos({q}))")
                }
                _ => self.choices.among(&self.parameters).clone(),
            };
            terms.push(format!("0.5 * {mass} * {v}.powi(2)"));
        }
        if kind == Lagrangian::Regular && self.choices.once_in(3) {
            let v = self.choices.among(&self.velocities);
            terms.push(format!("0.1 * cosh({v})"));
        }
        let all = [self.parameters.as_slice(), &self.positions].concat();
        let potential = format!(
            "{} + 0.1 * ({}).powi(2)",
            self.expression(3),
            all.join(" + ")
        );
        self.keys.push(format!(
            "lagrangian = {} - ({potential})",
            terms.join(" + ")
        ));
    }

    fn forces(&mut self, velocities: &[String], on: &[String]) {
        if self.choices.once_in(2) {
            return;
        }
        let control = self.name();
        let mut force = format!("{control} * (1 + 0.1 * sin(t))");
        if let Some(v) = velocities.first() {
            force.push_str(&format!(" - 0.2 * {v}"));
        }
        self.keys.push(format!("controls({control})"));
        let q = self.choices.among(on);
        self.keys.push(format!("forces({q} = {force})"));
    }

    fn integrals(&mut self) -> Option<String> {
        if !self.choices.once_in(4) {
            return None;
        }
        let (name, v) = (self.name(), self.choices.among(&self.velocities).clone());
        self.keys.push(format!("integrals({name} = {v})"));
        Some(name)
    }

    /// What the types of data and states derive.
    fn serialised(&mut self) {
        const BY_SERDE: [&str; 3] = [
            "serde::Serialize",
            "serde::Deserialize",
            "serde::Serialize, serde::Deserialize",
        ];
        if self.choices.once_in(3) {
            let derives = self.choices.among(&BY_SERDE);
            self.keys.push(format!("derive({derives})"));
        }
    }

    /// The integrator and, at times, another one that needs the same.
    fn integrators(&mut self, integrator: &Integrator, integral: Option<&str>) {
        let mut asked_for = vec![integrator];
        if self.choices.once_in(2) {
            let is_other = |row: &&Integrator| {
                row.needs == integrator.needs
                    && row.kind == integrator.kind
                    && row.name != integrator.name
            };
            let others: Vec<_> = INTEGRATORS.iter().filter(is_other).collect();
            if !others.is_empty() {
                asked_for.push(*self.choices.among(&others));
            }
        }
        let mut entries = Vec::new();
        for integrator in asked_for {
            let mut options = self.options(integrator.options, integral);
            // Derivatives of steps are long; a few are enough.
            if integrator.kind != Kind::Vakonomic && self.choices.once_in(12) {
                options.push("jacobian".to_owned());
            }
            entries.push(match options.is_empty() {
                true => integrator.name.to_owned(),
                false => format!("{}({})", integrator.name, options.join(", ")),
            });
        }
        self.keys
            .push(format!("integrators({})", entries.join(", ")));
    }

    fn options(&mut self, rows: &[OptionRow], integral: Option<&str>) -> Vec<String> {
        let mut options = Vec::new();
        let by_rates = self.choices.once_in(2);
        for row in rows {
            let Some(name) = row
                .name
                .or(integral)
                .map(|_| row.name_for(integral.unwrap_or("")))
            else {
                continue;
            };
            // Gains and rates exclude each other.
            let is_rate = row.values == Values::Rate;
            let is_gain = matches!(row.values, Values::Gain(_));
            if (is_rate && !by_rates) || (is_gain && by_rates) || row.on_positions {
                continue;
            }
            if row.on_elements || row.values == Values::Flag || self.choices.once_in(2) {
                continue;
            }
            let value = match row.values {
                Values::Flag => continue,
                Values::Words(words) => (*self.choices.among(words)).to_owned(),
                Values::Integers(numbers) => self.choices.among(numbers).to_string(),
                Values::Fraction(..) => (*self.choices.among(&["0.5", "0.25", "1"])).to_owned(),
                Values::Tolerance(_) => (*self.choices.among(&["1e-5", "1e-12"])).to_owned(),
                Values::Gain(_) | Values::Rate => {
                    (*self.choices.among(&["0", "1.5", "20"])).to_owned()
                }
            };
            options.push(format!("{name} = {value}"));
        }
        options
    }

    /// `name: Kind(components)`
    fn element(&mut self, kind: &str, size: usize) -> String {
        let name = self.name();
        let components = self.names(size);
        self.velocities.extend(components.clone());
        format!("{name}: {kind}({})", components.join(", "))
    }

    fn groups(&mut self, elements: &[String]) {
        self.keys.push(format!("groups({})", elements.join(", ")));
    }

    /// An expression over positions and parameters that is finite near the origin.
    fn expression(&mut self, depth: usize) -> String {
        let atoms = [self.parameters.as_slice(), &self.positions].concat();
        if depth == 0 {
            return self.choices.among(&atoms).clone();
        }
        let inner = self.expression(depth - 1);
        match self.choices.below(12) {
            0 => format!("sin({inner})"),
            1 => format!("({inner}).cos()"),
            2 => format!("(1.2 + ({inner}).powi(2)).powf(-0.5)"),
            3 => format!("sqrt(1 + ({inner}).powi(2))"),
            4 => format!("atan2({inner}, 2)"),
            5 => format!("hypot(1, {inner})"),
            6 => format!("ln(2.5 + tanh({inner}))"),
            7 => format!("(({inner}) * ({}))", self.choices.among(&atoms)),
            8 => format!("(-0.5 * ({inner}) + 1e-3)"),
            9 => format!("(({inner}) / (2 + sin({})))", self.choices.among(&atoms)),
            10 => format!("exp(-({inner}).powi(2))"),
            _ => inner,
        }
    }
}

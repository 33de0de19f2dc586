//! Models by the grammar of the language: most of them compile, some nearly do.

use nhi_symbolic::{INTEGRATORS, OptionRow, Values};

use crate::choices::Choices;
use crate::towers;

/// Names that are seldom good ones.
const ODD_NAMES: [&str; 10] = [
    "t", "pi", "h", "self", "r#type", "x_dot", "α", "q0_dot", "fn", "变",
];
const NUMBERS: [&str; 12] = [
    "1", "2", "0.5", "0", "3", "10", "1.25e-3", "1e30", "7e-40", "0.1", "65537", "1_000.5",
];
const FUNCTIONS: [&str; 13] = [
    "sin", "cos", "tan", "sqrt", "exp", "ln", "asin", "acos", "atan", "sinh", "cosh", "tanh",
    "cube",
];
const EXPONENTS: [&str; 7] = ["2", "3", "-1", "1", "0", "-2", "7"];
const DEEPEST: usize = 4;

/// A model file with one model, one in four of them with expressions that are deep or wide.
pub(crate) fn model(choices: &mut Choices<'_>) -> String {
    let size = match choices.once_in(4) {
        true => Size::Large,
        false => Size::Small,
    };
    model_of(size, choices)
}

/// How large the expressions of a model are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// A few operations inside one another.
    Small,
    /// Some a hundred operations deep or wide, and definitions that each double the one before.
    Large,
}

/// A model file with one model of the given size.
pub(crate) fn model_of(size: Size, choices: &mut Choices<'_>) -> String {
    let mut writer = Writer::new(size, choices);
    let keys = [
        writer.coordinates_key(),
        writer.definitions(),
        format!("lagrangian = {}", writer.lagrangian()),
        writer.constraints(),
        writer.forces(),
        writer.symmetry(),
        writer.integrals(),
        writer.integrators(),
    ];
    let keys: Vec<_> = keys.into_iter().filter(|key| !key.is_empty()).collect();
    let fields = writer.parameters.iter();
    let fields: String = fields.map(|name| format!("{name}: f64, ")).collect();
    format!(
        "#[nonholonomic({})]\nstruct Drawn {{ {fields}}}\n",
        keys.join(",\n    ")
    )
}

struct Writer<'a, 'b> {
    size: Size,
    choices: &'a mut Choices<'b>,
    coordinates: Vec<String>,
    parameters: Vec<String>,
    controls: Vec<String>,
    definitions: Vec<String>,
    integrals: Vec<String>,
}

impl<'a, 'b> Writer<'a, 'b> {
    fn new(size: Size, choices: &'a mut Choices<'b>) -> Self {
        let mut writer = Self {
            size,
            choices,
            coordinates: Vec::new(),
            parameters: Vec::new(),
            controls: Vec::new(),
            definitions: Vec::new(),
            integrals: Vec::new(),
        };
        writer.coordinates = writer.names("q", 1, 4);
        writer.parameters = writer.names("m", 0, 3);
        writer.controls = writer.names("u", 0, 2);
        writer
    }

    fn names(&mut self, letter: &str, least: usize, most: usize) -> Vec<String> {
        let count = least + self.choices.below(most - least + 1);
        let name = |i| match self.choices.once_in(60) {
            true => (*self.choices.among(&ODD_NAMES)).to_owned(),
            false => format!("{letter}{i}"),
        };
        (0..count).map(name).collect()
    }

    fn coordinates_key(&self) -> String {
        format!("coordinates({})", self.coordinates.join(", "))
    }

    fn definitions(&mut self) -> String {
        let count = self.choices.below(3);
        let mut entries = Vec::new();
        if self.is_large_once_in(3) {
            let names = self.positions();
            for (name, value) in towers::doubled(self.choices, &names) {
                entries.push(format!("{name} = {value}"));
                self.definitions = vec![name];
            }
        }
        for i in 0..count {
            let names = self.positions();
            entries.push(format!("d{i} = {}", self.expression(&names, DEEPEST)));
            self.definitions.push(format!("d{i}"));
        }
        key("definitions", &entries)
    }

    /// Mostly `1/2 v^T M v - V` with a sensible `M`.
    fn lagrangian(&mut self) -> String {
        if self.choices.once_in(12) {
            let names = [self.positions(), self.velocities()].concat();
            return self.expression(&names, DEEPEST);
        }
        let names = self.positions();
        let mut terms = Vec::new();
        for v in self.velocities() {
            let mass = match self.parameters.is_empty() {
                true => "2".to_owned(),
                false => self.choices.among(&self.parameters).clone(),
            };
            terms.push(format!("0.5 * {mass} * {v}.powi(2)"));
        }
        if self.choices.once_in(3) {
            let velocities = self.velocities();
            let (v, w) = (
                self.choices.among(&velocities).clone(),
                self.choices.among(&velocities).clone(),
            );
            terms.push(format!("({}) * {v} * {w}", self.expression(&names, 2)));
        }
        let mut potential = vec![self.expression(&names, 3)];
        if self.is_large_once_in(2) {
            potential.push(towers::tower(self.choices, &names));
        }
        if !self.choices.once_in(12) {
            // Names without a use are mistakes.
            potential.extend_from_slice(&self.parameters);
            potential.extend_from_slice(&self.definitions);
        }
        format!("{} - ({})", terms.join(" + "), potential.join(" + "))
    }

    fn constraints(&mut self) -> String {
        let most = self.coordinates.len() - usize::from(!self.choices.once_in(20));
        let count = self.choices.below(most + 1);
        let names = self.positions();
        let mut entries = Vec::new();
        for i in 0..count {
            let form = match self.choices.once_in(16) {
                true => self.expression(&[self.positions(), self.velocities()].concat(), 3),
                false => self.one_form(i, &names),
            };
            entries.push(format!("c{i} = {form}"));
        }
        match self.choices.once_in(30) {
            true => key("holonomic", &entries),
            false => key("constraints", &entries),
        }
    }

    fn one_form(&mut self, leading: usize, names: &[String]) -> String {
        let mut terms = vec![format!("{}_dot", self.coordinates[leading])];
        for v in self.velocities() {
            if self.choices.once_in(2) {
                terms.push(format!("({}) * {v}", self.expression(names, 2)));
            }
        }
        if self.choices.once_in(5) {
            let names = [names, &["t".to_owned()]].concat();
            terms.push(self.expression(&names, 2));
        }
        terms.join(" + ")
    }

    fn forces(&mut self) -> String {
        let mut names = [self.positions(), self.velocities(), self.controls.clone()].concat();
        names.push("t".to_owned());
        // Controls without a use are mistakes, too.
        let mut used = match self.choices.once_in(12) {
            true => Vec::new(),
            false => self.controls.clone(),
        };
        let mut entries = Vec::new();
        for coordinate in self.coordinates.clone() {
            if !used.is_empty() || self.choices.once_in(3) {
                used.push(self.expression(&names, 3));
                entries.push(format!("{coordinate} = {}", used.join(" + ")));
                used.clear();
            }
        }
        let controls = key("controls", &self.controls);
        let forces = key("forces", &entries);
        match controls.is_empty() || forces.is_empty() {
            true => controls + forces.as_str(),
            false => format!("{controls},\n    {forces}"),
        }
    }

    fn symmetry(&mut self) -> String {
        if !self.choices.once_in(4) {
            return String::new();
        }
        let coordinate = self.choices.among(&self.coordinates).clone();
        match self.choices.below(4) {
            0 => format!("symmetry(R({coordinate}))"),
            1 => format!("symmetry(S1({coordinate}))"),
            2 => format!("symmetry(SE2({}))", self.coordinates.join(", ")),
            _ => format!("symmetry(SO3({coordinate}))"),
        }
    }

    fn integrals(&mut self) -> String {
        if !self.choices.once_in(5) {
            return String::new();
        }
        self.integrals.push("k0".to_owned());
        let names = [self.positions(), self.velocities()].concat();
        format!("integrals(k0 = {})", self.expression(&names, 3))
    }

    fn integrators(&mut self) -> String {
        let most = match self.size {
            Size::Small => 2,
            Size::Large if self.choices.once_in(2) => 6,
            Size::Large => 1,
        };
        let count = 1 + self.choices.below(most);
        let mut entries: Vec<String> = Vec::new();
        for _ in 0..count {
            let integrator = self.choices.among(INTEGRATORS);
            if entries.iter().any(|e| e.starts_with(integrator.name)) {
                continue;
            }
            let options = self.options(integrator.options);
            entries.push(match options.is_empty() {
                true => integrator.name.to_owned(),
                false => format!("{}({})", integrator.name, options.join(", ")),
            });
        }
        key("integrators", &entries)
    }

    /// Some of the options of the rows, each with one of its values or a number that may be none.
    fn options(&mut self, rows: &[OptionRow]) -> Vec<String> {
        let mut options = Vec::new();
        for row in rows {
            // These models have no group elements.
            if !self.choices.once_in(if row.on_elements { 20 } else { 2 }) {
                continue;
            }
            let integral = self.integrals.first().map_or("k0", String::as_str);
            let name = row.name_for(integral);
            let value = match row.values {
                Values::Flag => {
                    options.push(name);
                    continue;
                }
                Values::Words(words) => (*self.choices.among(words)).to_owned(),
                Values::Integers(_)
                | Values::Fraction(..)
                | Values::Tolerance(_)
                | Values::Gain(_)
                | Values::Rate
                    if self.choices.once_in(3) =>
                {
                    (*self.choices.among(&NUMBERS)).to_owned()
                }
                Values::Integers(numbers) => self.choices.among(numbers).to_string(),
                Values::Fraction(numerator, denominator) => {
                    (numerator as f64 / denominator as f64).to_string()
                }
                Values::Tolerance(power) => format!("1e{power}"),
                Values::Gain(gain) => gain.to_string(),
                Values::Rate => "1.5".to_owned(),
            };
            options.push(format!("{name} = {value}"));
        }
        options
    }

    /// What may stand where the configuration alone is read.
    fn positions(&self) -> Vec<String> {
        [
            self.coordinates.as_slice(),
            &self.parameters,
            &self.definitions,
        ]
        .concat()
    }

    fn velocities(&self) -> Vec<String> {
        let names = self.coordinates.iter();
        names.map(|name| format!("{name}_dot")).collect()
    }

    /// In large models, whether something with the chance `1 / times` happens.
    fn is_large_once_in(&mut self, times: usize) -> bool {
        self.size == Size::Large && self.choices.once_in(times)
    }

    /// An expression over the given names, in small models at most `depth` operations inside one
    /// another.
    fn expression(&mut self, names: &[String], depth: usize) -> String {
        if self.is_large_once_in(4) {
            return towers::tower(self.choices, names);
        }
        // Most small expressions make one mistake or another, and a large model has enough chances.
        if self.size == Size::Large && !self.choices.once_in(4) {
            return self.atom(names);
        }
        self.small_expression(names, depth)
    }

    fn small_expression(&mut self, names: &[String], depth: usize) -> String {
        if depth == 0 {
            return self.atom(names);
        }
        match self.choices.below(12) {
            0..=2 => self.atom(names),
            3..=7 => {
                let operator = *self.choices.among(&["*", "+", "-", "/"]);
                let left = self.small_expression(names, depth - 1);
                let right = self.small_expression(names, depth - 1);
                match self.choices.once_in(4) {
                    true => format!("{left} {operator} {right}"),
                    false => format!("({left} {operator} {right})"),
                }
            }
            8 => {
                let power = match self.choices.once_in(8) {
                    true => format!("powf({})", self.small_expression(names, depth - 1)),
                    false => format!("powi({})", self.choices.among(&EXPONENTS)),
                };
                format!("({}).{power}", self.small_expression(names, depth - 1))
            }
            9 => format!("-{}", self.small_expression(names, depth - 1)),
            10 => {
                let function = *self.choices.among(&["hypot", "atan2"]);
                let left = self.small_expression(names, depth - 1);
                format!(
                    "{function}({left}, {})",
                    self.small_expression(names, depth - 1)
                )
            }
            _ => {
                let count = match self.choices.once_in(40) {
                    true => FUNCTIONS.len(),
                    false => FUNCTIONS.len() - 1,
                };
                let function = *self.choices.among(&FUNCTIONS[..count]);
                format!("{function}({})", self.small_expression(names, depth - 1))
            }
        }
    }

    fn atom(&mut self, names: &[String]) -> String {
        match self.choices.below(8) {
            0 | 1 => (*self.choices.among(&NUMBERS)).to_owned(),
            2 => "pi".to_owned(),
            _ if names.is_empty() => "1".to_owned(),
            _ => self.choices.among(names).clone(),
        }
    }
}

fn key(name: &str, entries: &[String]) -> String {
    match entries.is_empty() {
        true => String::new(),
        false => format!("{name}({})", entries.join(", ")),
    }
}

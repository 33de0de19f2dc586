//! The functions of a stepper over arrays of numbers, with their derivatives, for optimisers.

use core::fmt::Write;

use crate::model::Model;
use crate::program::stepper::Stepper;

use super::super::case::snake_case;
use super::data::Names;
use super::stepper::{entries, moments, print};
use super::{CFile, files};

/// The functions of a stepper over arrays, as C.
#[derive(Clone, Debug)]
pub struct CFlat {
    /// The header for all, then header and source of the model with the integrator.
    pub files: Vec<CFile>,
    /// The functions, which include the header of the model.
    pub code: String,
    /// The functions with their arguments: `start`, `step` and `sample`.
    pub functions: Vec<FlatFunction>,
}

/// A function `flat_NAME(arguments..., result, jacobian)` over arrays. It returns zero if it
/// succeeded. The derivatives are written column by column, for the arguments in their order.
#[derive(Clone, Debug)]
pub struct FlatFunction {
    /// Its name.
    pub name: &'static str,
    /// The names of its arguments and the names of their entries.
    pub arguments: Vec<(&'static str, Vec<String>)>,
    /// The name of its result and the names of its entries.
    pub result: (&'static str, Vec<String>),
}

/// Returns the functions of a stepper that has all derivatives; `None` if it has not, if its
/// numbers are not doubles, or if its step depends on the time other than by its controls.
pub(crate) fn flat(model: &Model, stepper: &Stepper) -> Option<CFlat> {
    let names = Names::of_stepper(model, stepper);
    let jacobians = (
        &stepper.start_jacobian,
        &stepper.step_jacobian,
        &stepper.sample_jacobian,
    );
    let (Some(_), Some(step), Some(_)) = jacobians else {
        return None;
    };
    let depends_on_time = step.reads(|place| place == crate::program::Place::Time);
    if names.real() != "double" || depends_on_time || !stepper.substeps.is_empty() {
        return None;
    }
    let [declared, defined] = print(&names, stepper);
    let mut all = vec![super::runtime()];
    all.extend(files(model, &names, &declared, &defined));
    let writer = Writer {
        names: &names,
        stepper,
        prefix: names.of(&snake_case(stepper.integrator)),
    };
    let functions = writer.functions();
    let code = [
        format!("#include \"{}.h\"\n\n", names.prefix),
        writer.start(&functions[0]),
        writer.step(&functions[1]),
        writer.sample(&functions[2]),
    ];
    Some(CFlat {
        files: all,
        code: code.concat(),
        functions,
    })
}

struct Writer<'a> {
    names: &'a Names,
    stepper: &'a Stepper,
    prefix: String,
}

impl Writer<'_> {
    fn functions(&self) -> Vec<FlatFunction> {
        let (stepper, names) = (self.stepper, &self.stepper.names);
        let x: Vec<_> = entries(self.names, stepper, "");
        let (q, v) = (names.configuration.clone(), names.velocities.clone());
        let (u, p) = (names.controls.clone(), names.parameters.clone());
        let one = |name: &str| vec![name.to_owned()];
        let lambda = match stepper.has_initial_multipliers {
            true => names.constraints.clone(),
            false => Vec::new(),
        };
        let y = names.velocities.iter().cloned();
        let y = y.chain(
            names
                .constraints
                .iter()
                .map(|name| format!("lambda.{name}")),
        );
        let (h, t) = (one("h"), one("t"));
        vec![
            FlatFunction {
                name: "start",
                // Vakonomic motions start from multipliers.
                arguments: vec![
                    ("q", q),
                    ("v", v),
                    ("lambda", lambda),
                    ("u", u.clone()),
                    ("p", p.clone()),
                    ("h", h.clone()),
                    ("t", t.clone()),
                ],
                result: ("x", x.clone()),
            },
            FlatFunction {
                name: "step",
                arguments: vec![
                    ("x", x.clone()),
                    ("u", u),
                    ("p", p.clone()),
                    ("h", h.clone()),
                    ("t", t.clone()),
                ],
                result: ("x_next", x.clone()),
            },
            FlatFunction {
                name: "sample",
                arguments: vec![("x", x), ("p", p), ("h", h), ("t", t)],
                result: ("y", y.collect()),
            },
        ]
    }

    /// Returns the beginning of a function: its head, and the stepper with its parameters.
    fn head(&self, function: &FlatFunction) -> String {
        let (names, prefix) = (self.names, &self.prefix);
        let arguments = function.arguments.iter();
        let arguments: String = arguments
            .map(|(name, _)| format!("const double *{name}, "))
            .collect();
        let mut out = format!(
            "static int flat_{}({arguments}double *result, double *jacobian) {{\n    {} given;\n    {prefix} s;\n",
            function.name,
            names.of("parameters"),
        );
        for (name, _) in &function.arguments {
            writeln!(out, "    (void){name};").expect("text takes every line");
        }
        out += &assigned(&names.parameters("given."), "p");
        if names.parameters("").is_empty() {
            out += "    given.none = 0;\n";
        }
        out += &format!(
            "    if ({prefix}_prepare(&s, &given, h[0], NULL) != NHI_OK) {{\n        return 1;\n    }}\n"
        );
        out
    }

    /// Returns the end of a function that writes a struct as its result.
    fn end(&self, call: &str, arguments: &str, rows: usize, results: &[String]) -> String {
        let prefix = &self.prefix;
        let written: String = results
            .iter()
            .enumerate()
            .map(|(i, place)| format!("    result[{i}] = {place};\n"))
            .collect();
        format!(
            "    const nhi_status status = (jacobian == NULL)\n        ? {prefix}_{call}(&s, {arguments}&made, NULL)\n        \
             : {prefix}_{call}_jacobian(&s, {arguments}&made, (double(*)[{rows}])jacobian, NULL);\n\
             \x20   if (status != NHI_OK) {{\n        return (int)status;\n    }}\n{written}    return 0;\n}}\n\n"
        )
    }

    fn start(&self, function: &FlatFunction) -> String {
        let names = self.names;
        let mut out = self.head(function);
        out += &format!(
            "    {} at;\n    {} along;\n",
            names.of("coordinates"),
            names.of("velocities")
        );
        out += &assigned(&names.configuration("at."), "q");
        out += &assigned(&names.velocities("along."), "v");
        let mut arguments = "t[0], &at, &along, ".to_owned();
        if self.stepper.has_initial_multipliers {
            out += &format!("    {} first;\n", names.of("multipliers"));
            out += &assigned(&names.multipliers("first."), "lambda");
            arguments += "&first, ";
        }
        if names.has_controls() {
            out += &format!("    {} c;\n", names.of("controls"));
            out += &assigned(&names.controls("c."), "u");
            arguments += "&c, ";
        }
        out += &format!("    {}_state made;\n", self.prefix);
        let results = entries(names, self.stepper, "made.");
        out += &self.end("start", &arguments, results.len(), &results);
        out
    }

    /// Returns the declaration of a state with the entries of `x`.
    fn state(&self) -> String {
        let places = entries(self.names, self.stepper, "state.");
        let mut out = format!("    {}_state state;\n", self.prefix);
        out += &assigned(&places, "x");
        out + "    state.origin = t[0];\n    state.steps = 0u;\n"
    }

    fn step(&self, function: &FlatFunction) -> String {
        let names = self.names;
        let mut out = self.head(function);
        out += &self.state();
        let nodes = moments(self.stepper).len();
        let mut arguments = "&state, ".to_owned();
        if names.has_controls() {
            out += &format!("    {} c[{}];\n", names.of("controls"), nodes.max(1));
            out += &format!(
                "    for (int node = 0; node < {}; node++) {{\n",
                nodes.max(1)
            );
            out += &assigned(&names.controls("c[node]."), "u").replace("    ", "        ");
            out += "    }\n";
            arguments += "c, ";
        }
        out += &format!("    {}_state made;\n", self.prefix);
        let results = entries(names, self.stepper, "made.");
        // No column is by the time, on which the step does not depend.
        let n = results.len();
        let last: usize = function
            .arguments
            .iter()
            .map(|(_, entries)| entries.len())
            .sum::<usize>()
            - 1;
        let zero = format!(
            "    for (int i = 0; (jacobian != NULL) && (i < {n}); i++) {{\n        jacobian[{}] = 0.0;\n    }}\n",
            format_args!("{} + i", last * n)
        );
        out += &zero;
        out += &self.end("step", &arguments, n, &results);
        out
    }

    fn sample(&self, function: &FlatFunction) -> String {
        let names = self.names;
        let mut out = self.head(function);
        out += &self.state();
        out += &format!("    {} made;\n", names.of("sample"));
        let results = [
            names.velocities("made.v."),
            names.multipliers("made.lambda."),
        ]
        .concat();
        out += &self.end("sample", "&state, ", results.len(), &results);
        out
    }
}

fn assigned(places: &[String], array: &str) -> String {
    let places = places.iter().enumerate();
    let lines = places.map(|(i, place)| format!("    {place} = {array}[{i}];\n"));
    lines.collect()
}

//! The contacts of a model: their names and forces, and the numbers on which their changes depend.

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::mechanics::Mechanics;
use crate::model::Model;
use crate::program::{NamedBlock, Program, Signature};

use super::super::body::Body;
use super::super::data::Names;
use super::super::names::field;
use super::super::quantities::place_arguments;
use super::super::text::comment;
use super::Printed;

/// The functions of a model over its readings.
const FUNCTIONS: &str = include_str!("model.c");

/// Returns the words of templates that are the same for all integrators.
pub(super) fn words(names: &Names, mechanics: &Mechanics) -> Vec<(&'static str, String)> {
    let size = |name: &str| format!("{}_{name}", names.prefix.to_uppercase());
    let signal = match names.has_controls() {
        true => format!("const {} *signal", names.of("signal")),
        false => String::new(),
    };
    let (parameter, argument) = match names.has_controls() {
        true => (format!("{signal},"), "signal,"),
        false => (String::new(), ""),
    };
    let sizes = [
        ("N_READINGS", "READINGS"),
        ("N_CONTACTS", "CONTACTS"),
        ("N_VELOCITIES", "VELOCITIES"),
        ("N_COORDINATES", "COORDINATES"),
        ("N_MULTIPLIERS", "MULTIPLIERS"),
    ];
    let mut words = vec![
        ("MODEL", names.prefix.clone()),
        ("NHI_REAL", names.real().to_owned()),
        ("N_RATES", mechanics.model.coordinates.len().to_string()),
        ("SIGNAL_PARAMETER", parameter),
        ("SIGNAL_ARGUMENT", argument.to_owned()),
        ("SIGNAL", signal),
    ];
    words.extend(sizes.map(|(word, name)| (word, size(name))));
    words
}

/// Prints the contacts of a model, and the functions for them.
pub(super) fn print(
    printed: &mut Printed,
    names: &Names,
    mechanics: &Mechanics,
) -> Result<(), Diagnostics> {
    let readings = mechanics.contact_readings();
    let count = readings.values.len();
    let model = &mechanics.model;
    check_macros(names, model)?;
    printed.declared += &declarations(names, model);
    let list = |items: Vec<String>| items.join(", ");
    let dependents = list(readings.dependents.iter().map(usize::to_string).collect());
    let (free, positions) = (readings.free, readings.positions);
    let begin = |text: &str| printed.filled(text);
    printed.defined = [
        &printed.defined,
        &begin(&format!("/* The number of readings. */\n#define N_READINGS {count}\n\n")),
        &begin("static const int MODEL_contact_dependents[N_CONTACTS] = {"),
        &dependents,
        &begin("};\nstatic const nhi_contact_layout MODEL_contact_layout = {N_CONTACTS, MODEL_contact_dependents, N_VELOCITIES,"),
        &format!(" {free}, {positions}}};\n\n"),
    ]
    .map(String::as_str)
    .concat();
    failure(printed, names, model);
    let reading = readings_body(names, mechanics, readings.values)?;
    printed.private(
        "void",
        "MODEL_contact_readings",
        "const MODEL_parameters *parameters; NHI_REAL t; const MODEL_coordinates *q; \
         const MODEL_velocities *v; NHI_REAL readings[N_READINGS]",
        &reading,
    );
    forces(printed, model);
    let lists = [
        ("entries", "coordinates", "q", names.configuration("q->")),
        ("components", "velocities", "v", names.velocities("v->")),
    ];
    for (name, kind, owner, places) in lists {
        conversions(printed, name, [kind, owner], &places);
    }
    printed.defined += &printed.filled(FUNCTIONS);
    Ok(())
}

/// Returns the macro with the number of a contact.
fn macro_of(names: &Names, contact: &str) -> String {
    let [prefix, contact] = [names.prefix.as_str(), contact].map(str::to_uppercase);
    format!("{prefix}_CONTACT_{contact}")
}

/// Checks that the numbers of the contacts have different macros.
fn check_macros(names: &Names, model: &Model) -> Result<(), Diagnostics> {
    let mut found = Diagnostics::new();
    for (place, contact) in model.opening.iter().enumerate() {
        let written = macro_of(names, &contact.name);
        let mut earlier = model.opening[..place].iter();
        if let Some(other) = earlier.find(|other| macro_of(names, &other.name) == written) {
            found.push(Diagnostic::error(
                Code::GeneratedNameClash,
                contact.span,
                format!(
                    "the contacts `{}` and `{}` would have the same macro `{written}` in C",
                    other.name, contact.name
                ),
                "names of contacts that differ in more than the case of letters",
            ));
        }
    }
    found.into_result().map(|_| ())
}

/// Returns the numbers of the contacts as macros, and the type of signals.
fn declarations(names: &Names, model: &Model) -> String {
    let prefix = names.prefix.to_uppercase();
    let mut out = format!(
        "/* The contacts that open, and their number. */\n\
         #define {prefix}_CONTACTS {}\n",
        model.opening.len()
    );
    for (number, contact) in model.opening.iter().enumerate() {
        out += &format!("#define {} {number}\n", macro_of(names, &contact.name));
    }
    out.push('\n');
    if names.has_controls() {
        let docs = "Controls as a function of the time. Within a step with a change of a contact, \
            they are read at times that are not known before.";
        out += &comment(docs, 0);
        out += &format!(
            "typedef struct {{\n    /** Writes the controls at the time `t`. */\n    \
             void (*at)(void *context, {} t, {} *u);\n    \
             /** What the function receives. */\n    void *context;\n}} {};\n\n",
            names.real(),
            names.of("controls"),
            names.of("signal")
        );
    }
    out
}

/// Prints the function that fills in the failure of a contact.
fn failure(printed: &mut Printed, names: &Names, model: &Model) {
    let contacts = model.opening.iter();
    let titles: Vec<_> = contacts.map(|x| format!("\"{}\"", x.name)).collect();
    let body = format!(
        "    static const char *const names[{}] = {{{}}};\n    \
         return nhi_fail(failure, status, (double)t, names[contact], (double)value, 0.0);\n",
        titles.len(),
        titles.join(", ")
    );
    let arguments = format!(
        "nhi_failure *failure; nhi_status status; {0} t; int contact; {0} value",
        names.real()
    );
    printed.private("nhi_status", "MODEL_contact_fail", &arguments, &body);
}

/// Returns the body of the function with the numbers on which changes depend.
fn readings_body(
    names: &Names,
    mechanics: &Mechanics,
    values: Vec<crate::expr::Expr>,
) -> Result<String, Diagnostics> {
    let mut inputs = vec![mechanics.model.time];
    inputs.extend(&mechanics.q);
    inputs.extend(&mechanics.v);
    let signature = Signature {
        inputs,
        outputs: values.len(),
    };
    let block = NamedBlock::of_outputs("contact_readings", signature, values);
    let program = Program::of_functions(mechanics, &[block])?;
    let function = program.function("contact_readings");
    let function = function.expect("the program of readings has one function");
    let mut body = Body::new(names.precision, &program.tape);
    place_arguments(&mut body, names, &mechanics.model);
    body.function(function);
    body.assign("readings", &function.outputs);
    Ok(body.finish())
}

/// Prints the function with the forces by which closed contacts press: their multipliers, with the
/// signs that the model declares.
fn forces(printed: &mut Printed, model: &Model) {
    let mut cases = String::new();
    for (number, contact) in model.opening.iter().enumerate() {
        let minus = if contact.sign.factor() < 0.0 { "-" } else { "" };
        let place = field(&contact.name);
        cases += &format!("    case {number}:\n        return {minus}lambda->{place};\n");
    }
    printed.private(
        "NHI_REAL",
        "MODEL_contact_force",
        "int contact; const MODEL_multipliers *lambda",
        &format!("    switch (contact) {{\n{cases}    default:\n        return 0;\n    }}\n"),
    );
}

/// Prints the conversions between a struct and an array.
fn conversions(printed: &mut Printed, name: &str, [kind, owner]: [&str; 2], places: &[String]) {
    let lines = |line: &dyn Fn(usize, &String) -> String| -> String {
        let places = places.iter().enumerate();
        places
            .map(|(i, place)| format!("    {};\n", line(i, place)))
            .collect()
    };
    let (array, size) = (format!("NHI_REAL {name}"), kind.to_uppercase());
    let to = lines(&|i, place| format!("{name}[{i}] = {place}"));
    let of = lines(&|i, place| format!("{place} = {name}[{i}]"));
    printed.private(
        "void",
        &format!("MODEL_contact_{name}"),
        &format!("const MODEL_{kind} *{owner}; {array}[N_{size}]"),
        &to,
    );
    printed.private(
        "void",
        &format!("MODEL_contact_of_{name}"),
        &format!("const {array}[N_{size}]; MODEL_{kind} *{owner}"),
        &of,
    );
}

//! The quantities of a model as functions.

use crate::diag::Diagnostics;
use crate::mechanics::Mechanics;
use crate::mechanics::quantities::{Argument, Outline, Shape, Signature};
use crate::model::Model;
use crate::program::Program;

use super::body::Body;
use super::data::Names;
use super::text::{comment, definition, signature};

/// Returns the declarations and the definitions.
pub(super) fn functions(names: &Names, mechanics: &Mechanics) -> Result<[String; 2], Diagnostics> {
    let outline = Outline::of(mechanics);
    let program = Program::of_quantities(mechanics)?;
    let mut texts = [String::new(), String::new()];
    for quantity in outline.signatures() {
        let function = program.function(&quantity.name);
        let function = function.expect("a program of quantities has all quantities of its model");
        let mut body = Body::new(names.precision, &program.tape);
        place_arguments(&mut body, names, &mechanics.model);
        body.function(function);
        let entries: Vec<_> = function
            .outputs
            .iter()
            .map(|&value| body.operand(value))
            .collect();
        write_result(&mut body, names, &outline, &quantity, &entries);
        let arguments = arguments(names, &outline, &quantity);
        let result = if is_scalar(&quantity) {
            names.real()
        } else {
            "void"
        };
        let head = signature(result, &name_of(names, &quantity.name), &arguments);
        let (count, _) = program.function_count(function);
        let docs = format!("{}\n\nOperations: {count}.", quantity.docs);
        texts[0] += &format!("{}{head};\n\n", comment(&docs, 0));
        texts[1] += &definition(&head, &arguments, &body.finish());
    }
    Ok(texts)
}

/// Returns the name of a quantity's function; that of a type gets a suffix.
fn name_of(names: &Names, quantity: &str) -> String {
    match quantity {
        "multipliers" | "velocities" | "coordinates" | "controls" | "parameters" | "sample" => {
            names.of(&format!("{quantity}_at"))
        }
        _ => names.of(quantity),
    }
}

fn is_scalar(quantity: &Signature) -> bool {
    matches!(quantity.shape, Shape::Scalar | Shape::ScalarPerIntegral)
}

/// Returns the arguments.
fn arguments(names: &Names, outline: &Outline, quantity: &Signature) -> Vec<String> {
    let mut arguments = vec![format!("const {} *parameters", names.of("parameters"))];
    for argument in &quantity.arguments {
        let (kind, name) = match argument {
            Argument::Coordinates => ("coordinates", "q"),
            Argument::Velocities => ("velocities", "v"),
            Argument::Controls => ("controls", "u"),
            Argument::Time => {
                arguments.push(format!("{} t", names.real()));
                continue;
            }
        };
        arguments.push(format!("const {} *{name}", names.of(kind)));
    }
    match quantity.shape {
        Shape::Scalar | Shape::ScalarPerIntegral => {}
        Shape::Velocities => arguments.push(format!("{} *values", names.of("velocities"))),
        Shape::Multipliers => arguments.push(format!("{} *values", names.of("multipliers"))),
        Shape::Vector(n) => arguments.push(format!("{} values[{}]", names.real(), n.size(outline))),
        Shape::Matrix(rows, columns) => arguments.push(format!(
            "{} values[{}][{}]",
            names.real(),
            rows.size(outline),
            columns.size(outline)
        )),
    }
    arguments
}

fn write_result(
    body: &mut Body<'_, crate::expr::Expr>,
    names: &Names,
    outline: &Outline,
    quantity: &Signature,
    entries: &[String],
) {
    let places: Vec<String> = match quantity.shape {
        Shape::Scalar | Shape::ScalarPerIntegral => {
            return body.line(&format!("return {};", entries[0]));
        }
        Shape::Velocities => names.velocities("values->"),
        Shape::Multipliers => names.multipliers("values->"),
        Shape::Vector(_) => (0..entries.len()).map(|i| format!("values[{i}]")).collect(),
        Shape::Matrix(_, columns) => {
            let columns = columns.size(outline).max(1);
            let entries = 0..entries.len();
            entries
                .map(|i| format!("values[{}][{}]", i / columns, i % columns))
                .collect()
        }
    };
    for (place, entry) in places.iter().zip(entries) {
        body.line(&format!("{place} = {entry};"));
    }
    if matches!(quantity.shape, Shape::Multipliers) {
        let zero = names.precision.literal(0.0);
        for place in names.released_multipliers("values->") {
            body.line(&format!("{place} = {zero};"));
        }
    }
}

/// Assigns the symbols of a model the arguments of its functions.
pub(super) fn place_arguments(
    body: &mut Body<'_, crate::expr::Expr>,
    names: &Names,
    model: &Model,
) {
    let lists = [
        (
            model
                .parameters
                .iter()
                .map(|x| x.symbol)
                .collect::<Vec<_>>(),
            names.parameters("parameters->"),
        ),
        (
            model.configuration().map(|x| x.symbol).collect(),
            names.configuration("q->"),
        ),
        (
            model.velocities.iter().map(|x| x.symbol).collect(),
            names.velocities("v->"),
        ),
        (
            model.controls.iter().map(|x| x.symbol).collect(),
            names.controls("u->"),
        ),
    ];
    for (symbols, places) in lists {
        for (symbol, place) in symbols.into_iter().zip(places) {
            body.place(symbol, place);
        }
    }
    body.place(model.time, "t");
}

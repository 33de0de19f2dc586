//! A model that calls every function of the op table, written from the table.

use nhi_symbolic::expr::Function;

/// The model: each function as a function among the integrals, as a method in the potential, and its
/// derivative in the forces that follow. All arguments lie between 1/4 and 3/4.
pub(crate) fn model() -> String {
    let integrals: Vec<_> = Function::in_models().map(as_function).collect();
    let potential: Vec<_> = Function::in_models().map(as_method).collect();
    format!(
        "/// Every function of the model language; written from the op table by the test `up_to_date`.
#[nonholonomic(
    coordinates(x, y),
    definitions(s = 0.5 + 0.25 * sin(x), r = 0.5 + 0.25 * cos(y)),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2)) - 0.1 * (
        s.tan() + s.powi(3)
        + {}
    ),
    integrals(
        of_tan = tan(s),
        {}
    ),
    integrators(Gni),
)]
#[derive(Clone, Debug)]
pub struct ElementaryFunctions {{}}
",
        potential.join("\n        + "),
        integrals.join("\n        "),
    )
}

fn as_function(function: Function) -> String {
    let row = function.row();
    let arguments = if row.arity == 1 { "s" } else { "s, r" };
    format!("of_{0} = {0}({arguments}),", row.name)
}

fn as_method(function: Function) -> String {
    let row = function.row();
    let others = if row.arity == 1 { "" } else { "r" };
    format!("s.{}({others})", row.name)
}

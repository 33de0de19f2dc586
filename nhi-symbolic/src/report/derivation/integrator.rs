//! One step of an integrator, with its operations.

use crate::discrete::{Item, Scheme};
use crate::emit::formula::{Equation, Formula, Notation};
use crate::expr::{Expr, Graph};
use crate::mechanics::Mechanics;
use crate::program::Program;
use crate::report::Part;

pub(super) fn integrator(
    mechanics: &Mechanics,
    scheme: &Scheme,
    program: &Program,
    parts: &mut Vec<Part>,
) {
    parts.push(Part::Heading(format!("Integrator {}", scheme.integrator)));
    parts.push(Part::Sentence(scheme.summary.clone()));
    parts.push(Part::Sentence(format!(
        "Order {}{}. The state is ({}). One {}, as it is generated:",
        scheme.traits.order,
        if scheme.traits.symmetric {
            ", symmetric"
        } else {
            ""
        },
        scheme
            .state
            .iter()
            .map(|group| group.name)
            .collect::<Vec<_>>()
            .join(", "),
        if scheme.substeps.is_empty() {
            "step"
        } else {
            "substep"
        },
    )));
    step_equations(mechanics, scheme, parts);
    parts.push(Part::Table(operation_table(program)));
}

fn step_equations(mechanics: &Mechanics, scheme: &Scheme, parts: &mut Vec<Part>) {
    let graph = &mechanics.model.graph;
    let step = scheme.step.expanded(graph);
    let mut roots = step.outputs.clone();
    for item in &step.items {
        match item {
            Item::Assign(pairs) => roots.extend(pairs.iter().map(|(_, value)| *value)),
            Item::Solve(solve) => {
                roots.extend(&solve.residuals);
                roots.extend(solve.definitions.iter().map(|(_, value)| *value));
            }
            // This belongs to the derivatives of a step only, which reports omit.
            Item::Linear(_) => {}
            // Only functions that are integrated are left: the equations of motion.
            Item::Call(_) => {}
        }
    }
    let notation = Notation::new(graph, &roots, "z");
    let mut equations = Vec::new();
    let assign = |pairs: &[(Expr, Expr)], equations: &mut Vec<Equation>| {
        equations.extend(pairs.iter().map(|&(symbol, value)| Equation {
            left: notation.formula(symbol),
            right: notation.formula(value),
        }));
    };
    for item in &step.items {
        match item {
            Item::Assign(pairs) => assign(pairs, &mut equations),
            Item::Solve(solve) => {
                assign(&solve.definitions, &mut equations);
                equations.extend(solve.residuals.iter().map(|&residual| Equation {
                    left: Formula::Number(0.into()),
                    right: notation.formula(residual),
                }));
            }
            Item::Linear(_) | Item::Call(_) => {}
        }
    }
    let names = scheme.state.iter().flat_map(|group| &group.symbols);
    for (&symbol, &value) in names.zip(&step.outputs) {
        equations.push(Equation {
            left: new_name(graph, symbol),
            right: notation.formula(value),
        });
    }
    let names = notation.where_list();
    let remark = names.remark();
    equations.extend(names.equations);
    parts.push(Part::Formulas(equations));
    parts.extend(remark.map(Part::Sentence));
}

/// Returns the name of a part of the state after the step: `q_new.x`.
fn new_name(graph: &Graph, symbol: Expr) -> Formula {
    let symbol = graph.as_symbol(symbol);
    symbol.map_or(Formula::Undefined, |symbol| {
        Formula::Name(symbol.name.replacen('.', "_new.", 1))
    })
}

fn operation_table(program: &Program) -> Vec<Vec<String>> {
    let mut rows = vec![vec![
        "stage".to_owned(),
        "operations".to_owned(),
        "per iteration".to_owned(),
    ]];
    rows.push(vec![
        "prepare (once per stepper)".to_owned(),
        program.prepare_count().to_string(),
        String::new(),
    ]);
    for function in &program.functions {
        let (once, iterated) = program.function_count(function);
        let iterated = if iterated.total() > 0 {
            iterated.to_string()
        } else {
            String::new()
        };
        rows.push(vec![function.name.clone(), once.to_string(), iterated]);
    }
    rows
}

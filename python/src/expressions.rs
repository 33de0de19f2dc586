//! The expressions of a model as data, for translation into another language.

use nhi_symbolic::Ast;
use nhi_symbolic::model::ast::{Entry, Expression, Factor, Name, Op, Rule};
use pyo3::prelude::*;
use serde_json::{Map, Value, json};

use crate::errors::{exception, to_python};
use crate::source::ModelText;

/// Returns the names of a model, the nodes of its expressions, operands first, and the number of
/// the node of each expression.
#[pyfunction]
pub(crate) fn expressions<'py>(py: Python<'py>, model: &ModelText) -> PyResult<Bound<'py, PyAny>> {
    let (_, ast) = model.ast().map_err(|failure| exception(py, &failure))?;
    let groups = ast.groups.iter().map(|group| {
        let names = texts(&group.factor.names);
        json!({ "name": group.name.text, "kind": written(&group.factor), "velocities": names })
    });
    let parameters = ast.item.fields.iter().map(|field| &field.name.text);
    let data = json!({
        "name": ast.name(),
        "coordinates": texts(&ast.coordinates),
        "parameters": parameters.collect::<Vec<_>>(),
        "controls": texts(&ast.controls),
        "groups": groups.collect::<Vec<_>>(),
        "nodes": nodes(&ast),
        "lagrangian": ast.lagrangian.root.index(),
        "definitions": entries(&ast.definitions),
        "constraints": entries(&ast.constraints),
        "rule": ast.rule.map(|Rule::Chetaev| "Chetaev"),
        "holonomic": entries(&ast.holonomic),
        "prescribed": entries(&ast.prescribed),
        "dissipation": ast.dissipation.as_ref().map(|expression| expression.root.index()),
        "forces": entries(&ast.forces),
        "integrals": entries(&ast.integrals),
        "symmetry": ast.symmetry.iter().map(written).collect::<Vec<_>>(),
        "conditions": conditions(&ast.constraints),
        "contacts": contacts(&ast),
    });
    to_python(py, &data)
}

fn texts(list: &[Name]) -> Vec<String> {
    list.iter().map(|x| x.text.clone()).collect()
}

/// Returns a group with its names as in the model language: `SE2(theta, x, y)`.
fn written(factor: &Factor) -> String {
    format!("{}({})", factor.kind.text, texts(&factor.names).join(", "))
}

/// Returns the contact on which a constraint depends, by the name of the constraint.
fn conditions(constraints: &[Entry]) -> Map<String, Value> {
    let condition = |entry: &Entry| {
        let contact = entry.when.as_ref()?;
        Some((entry.name.text.clone(), json!(contact.text)))
    };
    constraints.iter().filter_map(condition).collect()
}

/// Returns the contacts by the names of their constraints.
fn contacts(ast: &Ast) -> Map<String, Value> {
    let contacts = ast.contacts.iter().map(|contact| {
        let restitution = contact.opens.iter().flat_map(|opens| &opens.restitution);
        let restitution = restitution.map(|expression| expression.root.index()).next();
        let data = json!({
            "sign": contact.sign.factor() as i8,
            "opens": contact.opens.is_some(),
            "restitution": restitution,
        });
        (contact.name.text.clone(), data)
    });
    contacts.collect()
}

fn entries(list: &[Entry]) -> Map<String, Value> {
    let pair = |entry: &Entry| {
        let root = entry.expression.root.index();
        (entry.name.text.clone(), json!(root))
    };
    list.iter().map(pair).collect()
}

/// Returns all nodes: the name of the operation, and its operands.
fn nodes(ast: &Ast) -> Vec<Value> {
    let lists = [
        &ast.definitions,
        &ast.constraints,
        &ast.holonomic,
        &ast.prescribed,
        &ast.forces,
        &ast.integrals,
    ];
    let named = lists.into_iter().flatten().map(|entry| &entry.expression);
    let opening = ast.contacts.iter().flat_map(|contact| &contact.opens);
    let others = [&ast.lagrangian].into_iter().chain(&ast.dissipation);
    let others = others.chain(opening.flat_map(|opens| &opens.restitution));
    let all: Vec<&Expression> = named.chain(others).collect();
    let mut nodes = vec![Value::Null; ast.arena.len()];
    for expression in all {
        for (id, node) in ast.arena.nodes_of(expression) {
            nodes[id.index()] = of_node(&node.op);
        }
    }
    nodes
}

fn of_node(op: &Op) -> Value {
    match op {
        Op::Number(number) => json!(["number", number.digits, number.exponent]),
        Op::Name(name) => json!(["name", name]),
        Op::MatrixEntry { name, row, column } => json!(["entry", name, row, column]),
        Op::Negate(a) => json!(["neg", a.index()]),
        Op::Add(a, b) => json!(["add", a.index(), b.index()]),
        Op::Subtract(a, b) => json!(["sub", a.index(), b.index()]),
        Op::Multiply(a, b) => json!(["mul", a.index(), b.index()]),
        Op::Divide(a, b) => json!(["div", a.index(), b.index()]),
        Op::PowerInteger(a, power) => json!(["powi", a.index(), power]),
        Op::Tangent(a) => json!(["tan", a.index()]),
        Op::Unary(function, a) => json!([function.row().name, a.index()]),
        Op::Binary(function, a, b) => json!([function.row().name, a.index(), b.index()]),
        Op::Rate(a) => json!(["rate", a.index()]),
        Op::Delay(a, b) => json!(["delay", a.index(), b.index()]),
        Op::Mistake => Value::Null,
    }
}

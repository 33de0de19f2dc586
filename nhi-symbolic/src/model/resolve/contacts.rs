//! Contacts: their signs, and the phases of a motion in which some of them are open.

use proc_macro2::Span;

use super::builder::Builder;
use super::context::Context;
use crate::diag::{Code, Diagnostic, Diagnostics, suggestion};
use crate::expr::{Expr, Graph};
use crate::model::ast::{self, Ast, Entry, Sign};
use crate::model::{Constraint, Contact, Model, OpeningContact};

/// The maximum number of contacts that open. A motion with `n` of them has `2^n` phases, each of
/// which is compiled.
const MOST_OPENING: usize = 6;

/// Returns the contacts. Contacts without a constraint, second contacts of a constraint, and
/// contacts that cannot open are reported.
pub(super) fn signed(ast: &Ast, diagnostics: &mut Diagnostics) -> Vec<Contact> {
    let positions = || ast.holonomic.iter().chain(&ast.prescribed);
    let constraints = || ast.constraints.iter().chain(positions());
    let names = || constraints().map(|entry| entry.name.text.as_str());
    let mut contacts: Vec<Contact> = Vec::new();
    for ast::Contact { name, sign, opens } in &ast.contacts {
        let text = &name.text;
        if !names().any(|known| known == text) {
            diagnostics.push(
                Diagnostic::error(
                    Code::ContactOnUnknownConstraint,
                    name.span,
                    format!("contact `{text}`, which is not a constraint"),
                    "the name of an entry of `constraints` or `holonomic`",
                )
                .help(suggestion(text, names())),
            );
            continue;
        }
        if contacts.iter().any(|earlier| earlier.constraint == *text) {
            diagnostics.push(
                Diagnostic::error(
                    Code::DuplicateContact,
                    name.span,
                    format!("second contact `{text}`"),
                    "one sign for each constraint",
                )
                .help("remove one of the two entries"),
            );
            continue;
        }
        if let Some(opening) = opens {
            let is_position = ast.holonomic.iter().any(|x| x.name.text == *text);
            report_unable_to_open(ast, text, opening.span, is_position, diagnostics);
        }
        contacts.push(Contact {
            constraint: text.clone(),
            span: name.span,
            sign: *sign,
        });
    }
    report_too_many(ast, diagnostics);
    contacts
}

/// Reports more contacts that open than a simulation has phases for.
fn report_too_many(ast: &Ast, diagnostics: &mut Diagnostics) {
    let mut opening = ast.contacts.iter().filter_map(|x| x.opens.as_ref());
    let count = opening.clone().count();
    if let Some(opening) = opening.nth(MOST_OPENING) {
        diagnostics.push(Diagnostic::error(
            Code::OpeningContact,
            opening.span,
            format!(
                "{count} contacts that open, with {:e} phases",
                2_f64.powf(count as f64)
            ),
            format!("at most {MOST_OPENING} contacts that open"),
        ));
    }
}

/// Reports a contact without a gap, and one in a model whose constraints have no impacts.
fn report_unable_to_open(
    ast: &Ast,
    text: &str,
    span: Span,
    is_position: bool,
    diagnostics: &mut Diagnostics,
) {
    if !is_position {
        diagnostics.push(
            Diagnostic::error(
                Code::OpeningContact,
                span,
                format!("the contact `{text}` opens, but it is not an entry of `holonomic`"),
                "a contact with a gap, which is a position constraint",
            )
            .help("write its gap under `holonomic`; a velocity constraint that holds only in contact is written `name = expression when contact`"),
        );
    } else if ast.rule.is_some() {
        diagnostics.push(Diagnostic::error(
            Code::OpeningContact,
            span,
            format!("the contact `{text}` opens in a model with Chetaev's rule"),
            "constraints that are affine in the velocities, for which impacts are defined",
        ));
    }
}

/// Reports every constraint that holds `when` something else than a contact that opens is closed.
pub(super) fn check_conditions(ast: &Ast, diagnostics: &mut Diagnostics) {
    for when in ast
        .constraints
        .iter()
        .filter_map(|entry| entry.when.as_ref())
    {
        let text = &when.text;
        if ast.opening_contacts().any(|contact| contact == text) {
            continue;
        }
        let is_contact = ast.contacts.iter().any(|x| x.name.text == *text);
        let help = match is_contact {
            true => format!("let it open: `contacts({text} >= 0, opens)`"),
            false => suggestion(text, ast.opening_contacts()),
        };
        let found = format!("`when {text}`, which is not a contact that opens");
        let required = "the name of a contact that opens";
        diagnostics
            .push(Diagnostic::error(Code::UnknownCondition, when.span, found, required).help(help));
    }
}

/// Returns the coefficients of restitution of the contacts that open.
pub(super) fn restitutions(ast: &Ast, builder: &mut Builder<'_>) -> Vec<Expr> {
    let opening = ast.contacts.iter().filter_map(|x| x.opens.as_ref());
    let mut build = |written: &ast::Expression| builder.build(written, Context::Restitution);
    let values = opening.map(|opening| opening.restitution.as_ref().map(&mut build));
    values.map(|value| value.unwrap_or(Graph::ZERO)).collect()
}

/// Reports constant coefficients of restitution that are not between zero and one.
pub(super) fn check_restitutions(
    ast: &Ast,
    graph: &Graph,
    restitutions: &[Expr],
    diagnostics: &mut Diagnostics,
) {
    let opening = ast.contacts.iter().filter_map(|x| x.opens.as_ref());
    for (opening, &value) in opening.zip(restitutions) {
        let number = graph.as_number(value).map(|number| number.to_f64());
        let Some(number) = number.filter(|number| !(0.0..=1.0).contains(number)) else {
            continue;
        };
        let span = opening
            .restitution
            .as_ref()
            .map_or(opening.span, |x| x.span);
        diagnostics.push(Diagnostic::error(
            Code::ContactForm,
            span,
            format!("a coefficient of restitution of {number}"),
            "a coefficient from 0, for a contact that stays closed, to 1, for an elastic one",
        ));
    }
}

/// Adds the contacts that open. In a phase of the motion, it removes the constraints of those that
/// are open: their multipliers are zero.
pub(super) fn enter_phase(ast: &Ast, restitutions: &[Expr], model: &mut Model) {
    let opening = ast.contacts.iter().filter(|x| x.opens.is_some());
    for (contact, &restitution) in opening.zip(restitutions) {
        let name = &contact.name.text;
        let mut positions = model.holonomic.iter().filter(|x| x.name == *name);
        let Some(position) = positions.next() else {
            continue;
        };
        let gap = match contact.sign {
            Sign::Positive => position.expr,
            Sign::Negative => model.graph.neg(position.expr),
        };
        let belongs = |entry: &Entry| entry.when.as_ref().is_some_and(|x| x.text == *name);
        let constraints = ast.constraints.iter().zip(&model.constraints);
        let dependents = constraints.filter(|(entry, _)| belongs(entry));
        model.opening.push(OpeningContact {
            name: name.clone(),
            span: contact.name.span,
            sign: contact.sign,
            gap,
            restitution,
            dependents: dependents.map(|(_, x)| x.clone()).collect(),
        });
    }
    if let Some(open) = &ast.open {
        release(open, model);
    }
}

/// Removes the constraints of open contacts. The signs of the others are not declared: they open.
fn release(open: &[String], model: &mut Model) {
    let opening = core::mem::take(&mut model.opening);
    let is_open = |contact: &&OpeningContact| open.contains(&contact.name);
    let of_open = opening.iter().filter(is_open);
    let of_open = of_open.flat_map(|contact| {
        let dependents = contact.dependents.iter().map(|x| x.name.as_str());
        dependents.chain([contact.name.as_str()])
    });
    let names: Vec<_> = of_open.collect();
    let is_released = |name: &str| names.contains(&name);
    let (constraints, positions) = (&mut model.constraints, &mut model.holonomic);
    let mut released: Vec<Constraint> = Vec::new();
    for list in [constraints, positions] {
        released.extend(list.extract_if(.., |x| is_released(&x.name)));
    }
    let multipliers = &mut model.multipliers;
    let free = multipliers.extract_if(.., |x| is_released(&x.name));
    let free: Vec<_> = free.map(|x| (x.symbol, Graph::ZERO)).collect();
    model.forces = model.graph.substitute(&model.forces, &free);
    let definitions: Vec<_> = model.definitions.iter().map(|x| x.expr).collect();
    let definitions = model.graph.substitute(&definitions, &free);
    for (definition, expr) in model.definitions.iter_mut().zip(definitions) {
        definition.expr = expr;
    }
    model.released = released;
    let opens = |contact: &Contact| opening.iter().any(|x| x.name == contact.constraint);
    model.contacts.retain(|contact| !opens(contact));
    model.opening = opening;
}

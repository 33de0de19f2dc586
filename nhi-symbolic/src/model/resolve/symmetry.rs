//! Groups: those under `groups`, and those of `symmetry` with the coordinates on which they act.

use crate::diag::{Code, Diagnostic, Diagnostics, counted, one_of, suggestion};
use crate::model::ast::{Ast, Factor, Group, Name};
use crate::model::{LieGroup, SymmetryFactor, SymmetryKind};

/// The groups that act on coordinates, with the number of coordinates. SE2 may have more angles.
const ON_COORDINATES: [(&str, SymmetryKind, usize); 3] = [
    ("R", SymmetryKind::R, 1),
    ("S1", SymmetryKind::S1, 1),
    ("SE2", SymmetryKind::Se2, 3),
];

/// Reports unknown kinds and wrong numbers of velocity components under `groups`.
pub(super) fn check_groups(ast: &Ast, diagnostics: &mut Diagnostics) {
    for group in &ast.groups {
        let kind = &group.factor.kind;
        match LieGroup::from_text(&kind.text) {
            Some(known) => check_arity(
                &group.factor,
                known.dimension(),
                "body velocity component",
                diagnostics,
            ),
            None => {
                let known: Vec<_> = LieGroup::ALL.iter().map(|(_, name)| *name).collect();
                diagnostics.push(unknown_kind(kind, &known));
            }
        }
    }
}

/// Returns the factors of the symmetry group, and reports errors in them.
pub(super) fn symmetry_factors(ast: &Ast, diagnostics: &mut Diagnostics) -> Vec<SymmetryFactor> {
    let mut acted_on: Vec<&str> = Vec::new();
    let mut factors = Vec::new();
    for factor in &ast.symmetry {
        let element = acted_on_element(factor, ast);
        let on_coordinates = ON_COORDINATES
            .iter()
            .find(|(name, ..)| *name == factor.kind.text && element.is_none());
        let on_group = on_coordinates.is_none() && LieGroup::from_text(&factor.kind.text).is_some();
        match on_coordinates {
            Some((_, SymmetryKind::Se2, count)) if factor.names.len() >= *count => {}
            Some((_, _, count)) => check_arity(factor, *count, "coordinate", diagnostics),
            None if on_group => check_arity(factor, 1, "group element", diagnostics),
            None => diagnostics.push(unknown_kind(
                &factor.kind,
                &["R", "S1", "SE2", "SO3", "SE3"],
            )),
        }
        for name in &factor.names {
            report_name(name, on_group, ast, &acted_on, diagnostics);
            acted_on.push(&name.text);
        }
        let position = |name: &Name| {
            ast.coordinates
                .iter()
                .position(|coordinate| coordinate.text == name.text)
        };
        if let Some(index) = element {
            check_kind(factor, &ast.groups[index], diagnostics);
            factors.push(SymmetryFactor {
                kind: SymmetryKind::Factor(index),
                span: factor.kind.span,
                coordinates: Vec::new(),
                carried: Vec::new(),
            });
        }
        if let Some((_, kind, count)) = on_coordinates {
            let mut coordinates: Vec<_> = factor.names.iter().filter_map(position).collect();
            // The first angle, further ones, then the positions.
            let carried = match coordinates.len().checked_sub(*count) {
                Some(further) if *kind == SymmetryKind::Se2 => {
                    coordinates.drain(1..=further).collect()
                }
                _ => Vec::new(),
            };
            factors.push(SymmetryFactor {
                kind: *kind,
                span: factor.kind.span,
                coordinates,
                carried,
            });
        }
    }
    factors
}

/// Returns the group element on which a factor of the symmetry acts, if it acts on one.
fn acted_on_element(factor: &Factor, ast: &Ast) -> Option<usize> {
    LieGroup::from_text(&factor.kind.text)?;
    let [name] = &factor.names[..] else {
        return None;
    };
    ast.groups
        .iter()
        .position(|group| group.name.text == name.text)
}

/// Reports a group that differs from that of the element on which it acts.
fn check_kind(factor: &Factor, element: &Group, diagnostics: &mut Diagnostics) {
    let (name, kind) = (&element.name.text, &element.factor.kind.text);
    if factor.kind.text != *kind {
        diagnostics.push(Diagnostic::error(
            Code::SymmetryName,
            factor.kind.span,
            format!(
                "`{}` acts on `{name}`, an element of {kind}",
                factor.kind.text
            ),
            format!("`{kind}({name})`, the whole group that acts from the left"),
        ));
    }
}

/// Reports a name that no group acts on, or that a group acts on already.
fn report_name(
    name: &Name,
    on_group: bool,
    ast: &Ast,
    acted_on: &[&str],
    diagnostics: &mut Diagnostics,
) {
    let coordinates: Vec<&str> = ast
        .coordinates
        .iter()
        .map(|coordinate| coordinate.text.as_str())
        .collect();
    let groups: Vec<&str> = ast
        .groups
        .iter()
        .map(|group| group.name.text.as_str())
        .collect();
    let (known, what) = if on_group {
        (groups, "group element")
    } else {
        (coordinates, "coordinate")
    };
    let text = &name.text;
    if !known.contains(&text.as_str()) {
        let found = format!("the symmetry acts on `{text}`, which is not a {what}");
        let diagnostic = Diagnostic::error(
            Code::SymmetryName,
            name.span,
            found,
            format!("the name of a {what}"),
        );
        diagnostics.push(diagnostic.help(suggestion(text, known)));
    } else if acted_on.contains(&text.as_str()) {
        let found = format!("second symmetry of `{text}`");
        diagnostics.push(Diagnostic::error(
            Code::SymmetryName,
            name.span,
            found,
            format!("each {what} in one factor of the group"),
        ));
    }
}

fn check_arity(factor: &Factor, required: usize, what: &str, diagnostics: &mut Diagnostics) {
    let (kind, found) = (&factor.kind, factor.names.len());
    if found != required {
        diagnostics.push(Diagnostic::error(
            Code::GroupArity,
            kind.span,
            format!("`{}` has {}", kind.text, counted(found, "name")),
            counted(required, what),
        ));
    }
}

fn unknown_kind(kind: &Name, known: &[&str]) -> Diagnostic {
    Diagnostic::error(
        Code::UnknownGroup,
        kind.span,
        format!("unknown group `{}`", kind.text),
        one_of(known),
    )
    .help(suggestion(&kind.text, known.iter().copied()))
}

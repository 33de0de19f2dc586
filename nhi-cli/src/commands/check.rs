//! `nhi check`: verdicts on the models of a file.

use nhi_symbolic::diag::{Code, Diagnostic, Diagnostics};
use nhi_symbolic::mechanics::{MassKind, Mechanics, NoReduction};
use nhi_symbolic::{Compiled, compile};
use serde_json::{Value, json};

use crate::cli::CheckArguments;
use crate::console::Console;
use crate::model_source::Sources;
use crate::outcome::{Failure, Outcome, Problem};

/// Checks every model of a file.
pub(crate) fn check(arguments: &CheckArguments, console: &Console) -> Result<Outcome, Failure> {
    let sources = Sources::read(&arguments.model, console.colour)?;
    let models = sources.parse()?;
    let mut mistakes = Diagnostics::new();
    let mut outcome = Outcome::new("", Value::Null);
    let mut reports = Vec::new();
    for ast in models {
        match compile(&ast).and_then(with_generated_names) {
            Ok(mut compiled) => {
                let singular = compiled.mechanics.singular_configurations();
                compiled.mechanics.notes.extend(singular);
                let verdicts = verdicts(&compiled);
                outcome.text.push_str(&page(&compiled, &verdicts));
                let notes = sources.problems(&compiled.mechanics.notes);
                reports.push(report(&compiled, &verdicts, &notes));
                outcome.notes.extend(notes);
            }
            Err(found) => mistakes.absorb(found),
        }
    }
    mistakes
        .into_result()
        .map_err(|found| sources.failure(&found))?;
    outcome.data = json!({ "models": reports });
    Ok(outcome)
}

/// What the generated code needs is checked too, though it is not printed.
fn with_generated_names(mut compiled: Compiled) -> Result<Compiled, Diagnostics> {
    nhi_symbolic::emit::rust::generate(&mut compiled.mechanics, &compiled.steppers)?;
    Ok(compiled)
}

/// A property of a model and what was found about it.
struct Verdict {
    property: &'static str,
    holds: bool,
    text: String,
}

fn verdicts(compiled: &Compiled) -> Vec<Verdict> {
    let mechanics = &compiled.mechanics;
    let mut verdicts = vec![Verdict {
        property: "regular Lagrangian",
        holds: true,
        text: mass(mechanics).to_owned(),
    }];
    if !mechanics.constraints.is_empty() {
        let names = mechanics.model.constraints.iter();
        let names: Vec<_> = names.map(|constraint| constraint.name.as_str()).collect();
        verdicts.push(Verdict {
            property: "independent constraints",
            holds: true,
            text: names.join(", "),
        });
        verdicts.extend(nonholonomic(mechanics));
    }
    verdicts.extend(regular_everywhere(mechanics));
    if !mechanics.model.symmetry.is_empty() {
        verdicts.push(invariant(mechanics));
        verdicts.extend(reducible(mechanics));
    }
    verdicts
}

/// Whether group and constraints span the velocities, `D_q + V_q = T_q Q`.
fn reducible(mechanics: &Mechanics) -> Option<Verdict> {
    let (holds, text) = match &mechanics.reduction {
        Ok(reduction) => {
            let directions = count(reduction.direction_count(), "symmetry direction");
            (true, format!("{directions} inside the constraints"))
        }
        Err(NoReduction::MissingDirections(missing)) => {
            let missing = missing.join(", ");
            (
                false,
                format!("no motion of the group makes up for a velocity of {missing}"),
            )
        }
        Err(_) => return None,
    };
    Some(Verdict {
        property: "reduction",
        holds,
        text,
    })
}

/// Said only where something was found: that nothing was is no proof.
fn regular_everywhere(mechanics: &Mechanics) -> Option<Verdict> {
    let singular = |note: &&Diagnostic| {
        matches!(
            note.code,
            Code::DependentSomewhere | Code::SingularSomewhere
        )
    };
    let found: Vec<_> = mechanics.notes.iter().filter(singular).collect();
    let first = found.first()?;
    Some(Verdict {
        property: "regular everywhere",
        holds: false,
        text: first.found.clone(),
    })
}

/// A model with a broken symmetry has no mechanics, so here it holds.
fn invariant(mechanics: &Mechanics) -> Verdict {
    let model = &mechanics.model;
    let groups: Vec<_> = (0..model.symmetry.len())
        .map(|i| model.group_text(i))
        .collect();
    let generators = mechanics.symmetry.generators.iter();
    let constant: Vec<_> = generators
        .filter(|generator| generator.is_conserved)
        .map(|generator| generator.motion.clone())
        .collect();
    let momenta = if constant.is_empty() {
        "no momentum of it is constant".to_owned()
    } else {
        format!("constant momentum of {}", constant.join(", "))
    };
    Verdict {
        property: "invariance",
        holds: true,
        text: format!("{}; {momenta}", groups.join(" x ")),
    }
}

fn mass(mechanics: &Mechanics) -> &'static str {
    match mechanics.lagrangian.mass_kind {
        MassKind::Constant => "the mass matrix is constant",
        MassKind::Configuration => "the mass matrix depends on the configuration",
        MassKind::Velocity => "L_vv depends on the velocities",
    }
}

/// Whether constraints integrate; Frobenius' theorem is about those that are affine in the velocities.
fn nonholonomic(mechanics: &Mechanics) -> Option<Verdict> {
    if !mechanics.constraints.are_affine(&mechanics.model.graph) {
        return None;
    }
    let notes = mechanics.notes.iter();
    let integrable = notes.filter(|note| note.code == Code::IntegrableConstraints);
    let found: Vec<_> = integrable.map(|note| note.found.clone()).collect();
    Some(Verdict {
        property: "nonholonomic",
        holds: found.is_empty(),
        text: if found.is_empty() {
            "no constraint integrates to a condition on positions".to_owned()
        } else {
            found.join("; ")
        },
    })
}

fn page(compiled: &Compiled, verdicts: &[Verdict]) -> String {
    let mechanics = &compiled.mechanics;
    let mut text = format!(
        "{}: {}, {}",
        mechanics.model.item.ident,
        configuration(mechanics),
        count(mechanics.constraints.len(), "velocity constraint"),
    );
    let positions = mechanics.model.holonomic.len();
    if positions > 0 {
        text.push_str(&format!(", {}", count(positions, "position constraint")));
    }
    text.push('\n');
    for verdict in verdicts {
        let mark = if verdict.holds { "yes" } else { "no " };
        text.push_str(&format!(
            "  {:24} {mark}  {}\n",
            verdict.property, verdict.text
        ));
    }
    for (scheme, program) in &compiled.steppers {
        let step = program.function("step");
        let cost = step.map(|step| program.function_count(step).0.to_string());
        text.push_str(&format!(
            "  {:24} order {}, {}; a step takes {}\n",
            scheme.integrator,
            scheme.traits.order,
            if scheme.traits.implicit {
                "implicit"
            } else {
                "explicit"
            },
            cost.unwrap_or_default(),
        ));
    }
    text
}

/// `3 coordinates`, `1 coordinate and 1 group element`
fn configuration(mechanics: &Mechanics) -> String {
    let model = &mechanics.model;
    let coordinates = count(model.coordinates.len(), "coordinate");
    let elements = count(model.groups.len(), "group element");
    match (model.coordinates.is_empty(), model.groups.is_empty()) {
        (_, true) => coordinates,
        (true, false) => elements,
        (false, false) => format!("{coordinates} and {elements}"),
    }
}

fn count(n: usize, what: &str) -> String {
    match n {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

fn report(compiled: &Compiled, verdicts: &[Verdict], notes: &[Problem]) -> Value {
    let model = &compiled.mechanics.model;
    let names = |variables: &[nhi_symbolic::model::Variable]| -> Vec<String> {
        variables.iter().map(|x| x.name.clone()).collect()
    };
    let verdicts: Vec<_> = verdicts
        .iter()
        .map(|v| json!({ "property": v.property, "holds": v.holds, "found": v.text }))
        .collect();
    let steppers: Vec<_> = compiled
        .steppers
        .iter()
        .map(|(scheme, _)| {
            json!({
                "integrator": scheme.integrator,
                "order": scheme.traits.order,
                "symmetric": scheme.traits.symmetric,
                "implicit": scheme.traits.implicit,
            })
        })
        .collect();
    let notes: Vec<_> = notes.iter().map(Problem::to_data).collect();
    json!({
        "name": model.item.ident.to_string(),
        "coordinates": names(&model.coordinates),
        "groups": model.groups.iter().map(|factor| factor.name.clone()).collect::<Vec<_>>(),
        "constraints": model.constraints.iter().map(|c| c.name.clone()).collect::<Vec<_>>(),
        "controls": names(&model.controls),
        "parameters": names(&model.parameters),
        "verdicts": verdicts,
        "integrators": steppers,
        "notes": notes,
    })
}

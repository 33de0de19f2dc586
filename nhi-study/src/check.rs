//! Verdicts on the models of a text.

use nhi_symbolic::{
    Accessibility, Ast, Code, Compiled, Diagnostic, Diagnostics, Examination, Integrability,
    Mechanics, Model, Variable, Verdict, compile_integrators, derive_mechanics, examine,
    examine_mechanics, model_of,
};
use serde_json::{Value, json};

use crate::problem::{Failure, Problem};
use crate::sources::Sources;

/// The verdicts on the models of a text, as far as they have no errors.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// A page for people.
    pub text: String,
    /// The same as data, one entry for each model.
    pub models: Vec<Value>,
    /// Notes on the models.
    pub notes: Vec<Problem>,
    /// The errors of the other models.
    pub problems: Vec<Problem>,
}

/// Examines every model of a text.
///
/// # Errors
/// No model could be examined.
pub fn check(sources: &Sources) -> Result<Checked, Failure> {
    let mut mistakes = Diagnostics::new();
    let mut checked = Checked::default();
    for ast in sources.parse()? {
        let judged = judge(&ast, &mut mistakes);
        if let Some((compiled, examination)) = judged {
            let page = page(&compiled, &examination.verdicts);
            checked.text.push_str(&page);
            let notes = sources.problems(&examination.notes);
            checked.models.push(report(&compiled, &examination, &notes));
            checked.notes.extend(notes);
        }
    }
    match mistakes.into_result() {
        Ok(_) => {}
        Err(found) if checked.models.is_empty() => return Err(sources.failure(&found)),
        Err(found) => checked.problems = sources.problems(&found),
    }
    Ok(checked)
}

/// Compiles and examines a model, and adds its errors to `mistakes`. If an integrator exceeds the
/// work budget, the model is examined without its integrators.
///
/// If contacts open, the model is examined with all of them closed, or open if their constraints
/// contradict each other.
fn judge(ast: &Ast, mistakes: &mut Diagnostics) -> Option<(Compiled, Examination)> {
    let opening: Vec<_> = ast.opening_contacts().map(str::to_owned).collect();
    if opening.is_empty() {
        return judge_phase(ast, mistakes);
    }
    let (mut closed, mut others) = (Diagnostics::new(), Diagnostics::new());
    let judged = judge_phase(&ast.in_phase(Vec::new()), &mut closed)
        .or_else(|| judge_phase(&ast.in_phase(opening), &mut others));
    if judged.is_none() {
        mistakes.absorb(closed);
    }
    judged
}

fn judge_phase(ast: &Ast, mistakes: &mut Diagnostics) -> Option<(Compiled, Examination)> {
    let mechanics = match derive_mechanics(ast) {
        Ok(mechanics) => mechanics,
        Err(found) => {
            mistakes.absorb(found);
            add_notes(ast, mistakes);
            return None;
        }
    };
    let found = match checked(mechanics) {
        Ok(judged) => return Some(judged),
        Err(found) => found,
    };
    let is_beyond_budget = |error: &Diagnostic| error.code == Code::BudgetExceeded;
    let without_integrators = if found.errors().all(is_beyond_budget) {
        examine_mechanics(ast).ok()
    } else {
        None
    };
    mistakes.absorb(found);
    if without_integrators.is_none() {
        add_notes(ast, mistakes);
    }
    without_integrators
}

/// Adds the notes on a model with errors, which may explain them.
fn add_notes(ast: &Ast, mistakes: &mut Diagnostics) {
    let notes = model_of(ast).map_or_else(|_| Vec::new(), |model| model.notes);
    notes.into_iter().for_each(|note| mistakes.push(note));
}

/// Compiles the integrators of a model and examines it. The generated code is checked too, though
/// it is not printed.
fn checked(mechanics: Mechanics) -> Result<(Compiled, Examination), Diagnostics> {
    let compiled = compile_integrators(mechanics)?;
    if compiled.model().opening.is_empty() {
        compiled.generate()?;
    }
    let examination = examine(&compiled);
    Ok((compiled, examination))
}

fn page(compiled: &Compiled, verdicts: &[Verdict]) -> String {
    let model = compiled.model();
    let mut text = format!(
        "{}: {}, {}",
        model.name(),
        configuration(model),
        count(model.velocity_constraints(), "velocity constraint"),
    );
    let positions = model.holonomic.len();
    if positions > 0 {
        text.push_str(&format!(", {}", count(positions, "position constraint")));
    }
    text.push('\n');
    if !model.opening.is_empty() {
        text.push_str(&phase(model));
    }
    for verdict in verdicts {
        let mark = if verdict.holds { "yes" } else { "no " };
        text.push_str(&format!(
            "  {:24} {mark}  {}\n",
            verdict.property, verdict.text
        ));
    }
    for stepper in compiled.steppers_as_data() {
        let kind = if stepper.traits.implicit {
            "implicit"
        } else {
            "explicit"
        };
        text.push_str(&format!(
            "  {:24} order {}, {kind}; a step takes {}\n",
            stepper.integrator,
            stepper.traits.order,
            stepper.step_count(),
        ));
    }
    text
}

/// Describes the phase of a motion with contacts that open.
fn phase(model: &Model) -> String {
    let names = model
        .opening
        .iter()
        .map(|contact| format!("`{}`", contact.name));
    let names = names.collect::<Vec<_>>().join(", ");
    let (verb, which) = match (model.opening.len(), is_closed(model)) {
        (1, true) => ("opens", "closed"),
        (1, false) => ("opens", "open"),
        (_, true) => ("open", "closed"),
        (_, false) => ("open", "open"),
    };
    format!("  {names} {verb}; the verdicts are for the motion with all of them {which}\n")
}

/// Returns true if all contacts are closed.
fn is_closed(model: &Model) -> bool {
    model.released.is_empty()
}

/// Describes the configuration: `3 coordinates`, `1 coordinate and 1 group element`.
fn configuration(model: &Model) -> String {
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

fn report(compiled: &Compiled, examination: &Examination, notes: &[Problem]) -> Value {
    let model = compiled.model();
    let names = |variables: &[Variable]| -> Vec<String> {
        variables.iter().map(|x| x.name.clone()).collect()
    };
    let verdicts = examination.verdicts.iter();
    let verdicts: Vec<_> = verdicts
        .map(|v| json!({ "property": v.property, "holds": v.holds, "found": v.text }))
        .collect();
    let steppers: Vec<_> = compiled
        .steppers_as_data()
        .map(|stepper| {
            json!({
                "integrator": stepper.integrator,
                "order": stepper.traits.order,
                "symmetric": stepper.traits.symmetric,
                "implicit": stepper.traits.implicit,
            })
        })
        .collect();
    let notes: Vec<_> = notes.iter().map(Problem::to_data).collect();
    json!({
        "name": model.name(),
        "coordinates": names(&model.coordinates),
        "groups": model.groups.iter().map(|factor| factor.name.clone()).collect::<Vec<_>>(),
        "constraints": model.constraints.iter().map(|c| c.name.clone()).collect::<Vec<_>>(),
        "controls": names(&model.controls),
        "contacts": contacts(model),
        "parameters": names(&model.parameters),
        "verdicts": verdicts,
        "constants_of_motion": examination.constants.formulas(),
        "integrability": examination.integrability.as_ref().map(integrability),
        "accessibility": examination.accessibility.as_ref().map(accessibility),
        "integrators": steppers,
        "notes": notes,
    })
}

/// Returns the contacts that open, with their state in the motion that was examined.
fn contacts(model: &Model) -> Vec<Value> {
    let opening = model.opening.iter();
    let opening =
        opening.map(|contact| json!({ "name": contact.name, "closed": is_closed(model) }));
    opening.collect()
}

/// Returns what the controls reach from rest. `only` is set if nothing else acts on the system; the
/// system then reaches nothing more.
fn accessibility(found: &Accessibility) -> Value {
    json!({
        "pushed": found.pushed,
        "allowed": found.allowed,
        "reached_dimension": found.reached,
        "reachable_dimension": found.reachable,
        "only": found.is_all,
    })
}

/// Returns the flag of the constraints. `integrable` and `reachable_dimension` are null if the work
/// budget ran out before the flag was complete.
fn integrability(found: &Integrability) -> Value {
    json!({
        "growth_vector": found.growth,
        "with_time": found.timed,
        "integrable": found.integrable,
        "combinations": found.combination_texts(),
        "reachable_dimension": found.reachable_dimension(),
    })
}

//! The stepper of an integrator over the phases of a motion.

use crate::program::stepper::Stepper;

use super::super::super::case::snake_case;
use super::super::data::Names;
use super::super::stepper::{has_report, moments, print_phase};
use super::super::text::{Member, comment, signature, structure};
use super::Printed;

/// The functions of a stepper over its phases.
const FUNCTIONS: &str = include_str!("stepper.c");

/// A phase: the number of the set of open contacts, and its stepper.
type Phase<'a> = (usize, &'a Stepper);

/// Prints an integrator: the steppers of its phases, and the stepper that changes between them.
pub(super) fn print(printed: &mut Printed, names: &Names, phases: &[Phase<'_>]) {
    let (_, any) = phases[0];
    let prefix = names.of(&snake_case(any.integrator));
    for &(number, stepper) in phases {
        let of_phase = names.of_phase(&stepper.names.constraints);
        let [declared, defined] = print_phase(&of_phase, stepper, number);
        printed.declared += &declared;
        printed.defined += &defined;
    }
    let has_report = phases.iter().any(|(_, stepper)| has_report(stepper));
    let words = printed.words.len();
    printed.words.push(("STEPPER", prefix));
    printed.declared += &types(printed, names, phases, has_report);
    printed.declared += &declarations(printed, any);
    prepare(printed, phases);
    clock(printed, phases);
    start_in(printed, names, phases);
    step_in(printed, names, phases, has_report);
    sample(printed, phases);
    printed.defined += &printed.filled(FUNCTIONS);
    printed.words.truncate(words);
}

/// Returns the structs of the stepper and of its states.
fn types(printed: &Printed, names: &Names, phases: &[Phase<'_>], has_report: bool) -> String {
    let (_, any) = phases[0];
    let name = printed.filled("STEPPER");
    let real = names.precision;
    let docs = format!(
        "The integrator `{}` with parameters and a step size, over contacts that open and close.\n\n\
         A step at whose end a closed contact would have to pull, or the bodies of an open one \
         overlap, is made again up to the time at which the force or the gap vanishes. There the \
         contact opens, or closes or rebounds after an impact, and the rest of the step follows. The \
         next step begins at the same time as without contacts. A contact that opens and closes \
         within one step is not found.",
        any.written
    );
    let mut members = vec![
        Member::number(real, "h", "The step size; negative if it runs backwards."),
        Member::new(
            "nhi_settings newton",
            "Settings of Newton's method; read only.",
        ),
        names.part("parameters parameters", "The parameters."),
    ];
    members.extend(phases.iter().map(|(number, _)| {
        Member::new(
            format!("{name}_phase_{number} phase_{number}"),
            format!("With the set {number} of open contacts."),
        )
    }));
    let mut out = structure(&name, &docs, &members);
    let union: String = phases
        .iter()
        .map(|(number, _)| format!(" {name}_phase_{number}_state phase_{number};"))
        .collect();
    let mut members = vec![
        Member::number(real, "origin", "The time at which the run started."),
        Member::new("uint64_t steps", "The number of steps since then."),
        Member::new(
            "uint32_t open",
            "The open contacts: the contact with the number `i` counts `2^i`.",
        ),
        Member::new(
            "nhi_contact_changes changes",
            "The changes of contacts in the step that led to this state.",
        ),
    ];
    if has_report {
        let docs = "How the equations of the last step were solved.";
        members.push(Member::new("nhi_report report", docs));
    }
    members.push(Member::new(
        format!("union {{{union} }} of"),
        "The state of the phase.",
    ));
    let docs = format!(
        "A state of `{name}`: everything that the next step needs. It belongs to the step size."
    );
    out += &structure(&format!("{name}_state"), &docs, &members);
    out
}

/// The functions of the interface: results, names, arguments and documentation.
const INTERFACE: [[&str; 4]; 6] = [
    [
        "nhi_status",
        "prepare",
        "STEPPER *stepper; const MODEL_parameters *parameters; NHI_REAL h; nhi_failure *failure",
        "Prepares the integrator for parameters and a step size, in the model's unit of time.\n\n\
         Fails, and writes nothing, if a number is not finite, the step size is zero, or the model is \
         singular for these parameters in one of its phases. `failure` may be NULL.",
    ],
    [
        "void",
        "set_newton",
        "STEPPER *stepper; nhi_settings newton",
        "Changes the settings of Newton's method in all phases; explicit integrators ignore them.",
    ],
    [
        "NHI_REAL",
        "time",
        "const STEPPER *stepper; const STEPPER_state *state",
        "Returns the time of a state: its origin plus the number of steps times the step size.",
    ],
    [
        "nhi_status",
        "start",
        "const STEPPER *stepper; NHI_REAL t; const MODEL_coordinates *q; const MODEL_velocities *v; \
         SIGNAL; STEPPER_state *state; nhi_failure *failure",
        "Writes the state at the time `t` with configuration `q` and velocity `v`. A contact is \
         closed if its gap and the rate of its gap are zero, unless it would have to pull.\n\n\
         Fails, and writes nothing, if a number is not finite, a group element is not a rotation, \
         the initial values violate a constraint by more than 1e-8 of its terms, bodies overlap or \
         approach each other in contact, or a coefficient of restitution is not from 0 to 1.",
    ],
    [
        "nhi_status",
        "step",
        "const STEPPER *stepper; const STEPPER_state *state; SIGNAL; STEPPER_state *next; \
         nhi_failure *failure",
        "Writes the state one step after `state` to `next`, which may be the same.\n\n\
         Fails, and writes nothing, if a control or a result is not finite, the equations cannot be \
         solved, or an impact has no unique solution or bounces accumulate.",
    ],
    [
        "nhi_status",
        "sample",
        "const STEPPER *stepper; const STEPPER_state *state; MODEL_sample *sample; \
         nhi_failure *failure",
        "Writes time, configuration, velocities and multipliers of a state. The multipliers of open \
         contacts, and of the constraints that depend on them, are zero.\n\n\
         Fails, and writes nothing, if a result is not finite.",
    ],
];

/// Returns the declarations of the functions of the interface.
fn declarations(printed: &Printed, any: &Stepper) -> String {
    let title = format!("/* {} over contacts. */\n\n", any.written);
    let functions = INTERFACE.map(|[result, name, arguments, docs]| {
        let arguments = printed.arguments(arguments);
        let (result, name) = (
            printed.filled(result),
            printed.filled(&format!("STEPPER_{name}")),
        );
        format!(
            "{}{};\n\n",
            comment(docs, 0),
            signature(&result, &name, &arguments)
        )
    });
    title + functions.concat().as_str()
}

/// Returns a text for each phase.
fn for_each(phases: &[Phase<'_>], text: impl Fn(usize, &Stepper) -> String) -> String {
    let texts = phases
        .iter()
        .map(|&(number, stepper)| text(number, stepper));
    texts.collect()
}

fn prepare(printed: &mut Printed, phases: &[Phase<'_>]) {
    let (first, _) = phases[0];
    let each = for_each(&phases[1..], |number, _| {
        format!(
            "    if (status == NHI_OK) {{
        status = STEPPER_phase_{number}_prepare(&made.phase_{number}, parameters, h, failure);
    }}\n"
        )
    });
    let set = for_each(phases, |number, _| {
        format!("    stepper->phase_{number}.newton = newton;\n")
    });
    let text = format!(
        "nhi_status STEPPER_prepare(STEPPER *stepper, const MODEL_parameters *parameters, NHI_REAL h,
    nhi_failure *failure) {{
    STEPPER made;
    nhi_status status = STEPPER_phase_{first}_prepare(&made.phase_{first}, parameters, h, failure);
    made.h = h;
    made.parameters = *parameters;
{each}    if (status == NHI_OK) {{
        made.newton = made.phase_{first}.newton;
        *stepper = made;
    }}
    return status;
}}

void STEPPER_set_newton(STEPPER *stepper, nhi_settings newton) {{
    stepper->newton = newton;
{set}}}\n\n"
    );
    printed.defined += &printed.filled(&text);
}

fn clock(printed: &mut Printed, phases: &[Phase<'_>]) {
    let cases = for_each(phases, |number, _| {
        format!(
            "    case {number}u:
        state->of.phase_{number}.origin = origin;
        state->of.phase_{number}.steps = steps;
        break;\n"
        )
    });
    let text = format!(
        "NHI_REAL STEPPER_time(const STEPPER *stepper, const STEPPER_state *state) {{
    return state->origin + ((NHI_REAL)state->steps * stepper->h);
}}

/** Changes the clock of a state. */
static void STEPPER_set_clock(STEPPER_state *state, NHI_REAL origin, uint64_t steps) {{
    state->origin = origin;
    state->steps = steps;
    switch (state->open) {{
{cases}    default:
        break;
    }}
}}\n\n"
    );
    printed.defined += &printed.filled(&text);
}

/// Returns the lines that end the making of a state.
fn finished(number: usize, has_report: bool, report: bool) -> String {
    let report = match (has_report, report) {
        (false, _) => String::new(),
        (true, true) => format!("\n            made.report = made.of.phase_{number}.report;"),
        (true, false) => "\n            made.report = nhi_no_report();".to_owned(),
    };
    format!(
        "if (status == NHI_OK) {{
            made.origin = made.of.phase_{number}.origin;
            made.steps = made.of.phase_{number}.steps;{report}
            *result = made;
        }}"
    )
}

/// Prints the function that starts in a phase.
fn start_in(printed: &mut Printed, names: &Names, phases: &[Phase<'_>]) {
    let has_reports = phases.iter().any(|(_, stepper)| has_report(stepper));
    let (given, read) = match names.has_controls() {
        true => (
            "&u, ",
            "    MODEL_controls u;\n    signal->at(signal->context, t, &u);\n",
        ),
        false => ("", ""),
    };
    let cases = for_each(phases, |number, stepper| {
        let finished = finished(number, has_reports, has_report(stepper));
        format!(
            "    case {number}u:
        status = STEPPER_phase_{number}_start(&stepper->phase_{number}, t, q, v,
            {given}&made.of.phase_{number}, failure);
        {finished}
        break;\n"
        )
    });
    let body = format!(
        "    STEPPER_state made;
    nhi_status status = NHI_OK;
    int closed = 0;
{read}    made.open = open;
    made.changes = nhi_no_changes();
    switch (open) {{
{cases}    default:
        while ((closed < (N_CONTACTS - 1)) && (nhi_has(open, closed) != 0)) {{
            closed++;
        }}
        status = MODEL_contact_fail(failure, NHI_NO_MOTION, t, closed, (NHI_REAL)0);
        break;
    }}
    return status;\n"
    );
    printed.defined += "/** Makes the first state of a phase. */\n";
    printed.private(
        "nhi_status",
        "STEPPER_start_in",
        "const STEPPER *stepper; uint32_t open; NHI_REAL t; const MODEL_coordinates *q; \
         const MODEL_velocities *v; SIGNAL; \
         STEPPER_state *result; nhi_failure *failure",
        &printed.filled(&body),
    );
}

/// Prints the function that makes a step in the phase of a state.
fn step_in(printed: &mut Printed, names: &Names, phases: &[Phase<'_>], has_reports: bool) {
    let cases = for_each(phases, |number, stepper| {
        let finished = finished(number, has_reports, has_report(stepper));
        let nodes = moments(stepper).len();
        let given = match (names.has_controls(), nodes) {
            (false, _) => "",
            (true, 0) => "NULL, ",
            (true, _) => "u, ",
        };
        let read = match given {
            "u, " => format!(
                "for (int node = 0; node < {nodes}; node++) {{
            const NHI_REAL t = STEPPER_phase_{number}_node_time(&stepper->phase_{number},
                &state->of.phase_{number}, node);
            signal->at(signal->context, t, &u[node]);
        }}
        "
            ),
            _ => String::new(),
        };
        format!(
            "    case {number}u:
        {read}status = STEPPER_phase_{number}_step(&stepper->phase_{number}, &state->of.phase_{number}, {given}&made.of.phase_{number},
            failure);
        {finished}
        break;\n"
        )
    });
    let nodes = phases.iter().map(|(_, stepper)| moments(stepper).len());
    let nodes = nodes
        .max()
        .filter(|&nodes| nodes > 0 && names.has_controls());
    let controls = nodes.map_or(String::new(), |nodes| {
        format!("    MODEL_controls u[{nodes}];\n")
    });
    let body = format!(
        "    STEPPER_state made;
    nhi_status status = NHI_OK;
{controls}    made.open = state->open;
    made.changes = nhi_no_changes();
    switch (state->open) {{
{cases}    default:
        status = MODEL_contact_fail(failure, NHI_NO_MOTION, state->origin, 0, (NHI_REAL)0);
        break;
    }}
    return status;\n"
    );
    printed.defined += "/** Makes a step in the phase of a state. */\n";
    printed.private(
        "nhi_status",
        "STEPPER_step_in",
        "const STEPPER *stepper; const STEPPER_state *state; SIGNAL; STEPPER_state *result; \
         nhi_failure *failure",
        &printed.filled(&body),
    );
}

fn sample(printed: &mut Printed, phases: &[Phase<'_>]) {
    let cases = for_each(phases, |number, _| {
        format!(
            "    case {number}u:
        return STEPPER_phase_{number}_sample(&stepper->phase_{number}, &state->of.phase_{number}, sample, failure);\n"
        )
    });
    let text = format!(
        "nhi_status STEPPER_sample(const STEPPER *stepper, const STEPPER_state *state, MODEL_sample *sample,
    nhi_failure *failure) {{
    switch (state->open) {{
{cases}    default:
        return MODEL_contact_fail(failure, NHI_NO_MOTION, state->origin, 0, (NHI_REAL)0);
    }}
}}\n\n"
    );
    printed.defined += &printed.filled(&text);
}

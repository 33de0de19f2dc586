//! The motion of a scenario in C: a stepper with its parameters, initial values and laws of
//! controls in one struct, and what is read from its states. Interfaces of other tools drive it.

mod feedthrough;
mod period;
mod tables;

use core::fmt::Write;

use crate::emit::case::snake_case;
use crate::expr::Expr;
use crate::model::Model;
use crate::program::stepper::Stepper;
use crate::program::{Function, Observables, PlainFunctions, Section, Seen, Signature};

use super::body::Body;
use super::data::Names;
use super::stepper::{entries, moments, print};
use super::text::definition;
use super::{CFile, files};

use feedthrough::controls_in;
pub use period::ControlPeriod;
pub use tables::PointTable;

/// The values with which a motion begins.
#[derive(Clone, Debug)]
pub struct MotionValues<'a> {
    /// The parameters.
    pub parameters: &'a [f64],
    /// The configuration.
    pub q: &'a [f64],
    /// The velocities.
    pub v: &'a [f64],
    /// The initial multipliers of vakonomic motions; none if they are zero.
    pub lambda: &'a [f64],
    /// The time of the first state.
    pub start: f64,
    /// The step size.
    pub h: f64,
    /// The period over which the values of the laws are held; `None` if nothing is held.
    pub period: Option<ControlPeriod>,
    /// The tables in place of laws, for each control of the stepper.
    pub tables: &'a [Option<PointTable<'a>>],
}

/// The parts of a scenario's motion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parts<'a> {
    pub(crate) stepper: &'a Stepper,
    pub(crate) observables: &'a Observables,
    /// The laws of the controls, as one function of parameters and time, with feedback also of
    /// configuration and velocities.
    pub(crate) controls: &'a PlainFunctions,
    pub(crate) has_feedback: bool,
    /// The inputs that outputs read, by their places after the controls that have laws.
    pub(crate) inputs_of_readings: &'a [usize],
}

/// The numbers of the struct `motion` as expressions with a pointer `m`, in the order of the
/// stepper.
#[derive(Clone, Debug)]
pub struct CAccess {
    /// The parameters.
    pub parameters: Vec<String>,
    /// The initial configuration.
    pub q: Vec<String>,
    /// The initial velocities.
    pub v: Vec<String>,
    /// The configuration of the state.
    pub configuration: Vec<String>,
    /// The controls at the state. Those that are given instead of their laws are in `m->given`.
    pub u: Vec<String>,
}

/// The motion of a scenario in C.
#[derive(Clone, Debug)]
pub struct CMotion {
    /// The header and the source of the model with the integrator, and the header for all.
    pub files: Vec<CFile>,
    /// The struct `motion` and its functions, which include the files.
    pub motion: String,
    /// The number of values that `motion_observe` writes: of the velocities, the multipliers, the
    /// energy, the residuals, the laws inside the equations, the outputs and the events.
    pub observed: usize,
    /// For each of these values, the controls that it contains at a given state, also through the
    /// laws of others.
    pub controls_in: Vec<Vec<usize>>,
    /// The places of its numbers.
    pub access: CAccess,
}

/// Returns the motion of a scenario.
pub(crate) fn motion(model: &Model, compiled: Parts<'_>, values: &MotionValues<'_>) -> CMotion {
    let stepper = compiled.stepper;
    let names = Names::of_stepper(model, stepper);
    let [declared, defined] = print(&names, stepper);
    let mut all = vec![super::runtime()];
    all.extend(files(model, &names, &declared, &defined));
    let observed = observed(compiled.observables);
    let writer = Writer {
        names: &names,
        compiled,
        prefix: names.of(&snake_case(stepper.integrator)),
        period: values.period.filter(|_| names.has_controls()),
        tables: values.tables,
    };
    let parts = [
        super::preamble(names.precision),
        format!("#include \"{}.h\"\n#include <string.h>\n\n", names.prefix),
        writer.data(observed.outputs.len()),
        writer.reset(values),
        writer.point_tables(),
        writer.laws(compiled.controls),
        writer.controls(),
        writer.has_values(),
        writer.observe(&observed),
        writer.start(),
        writer.step(),
    ];
    CMotion {
        files: all,
        motion: parts.concat(),
        observed: observed.outputs.len(),
        controls_in: controls_in(&compiled, &observed),
        access: CAccess {
            parameters: names.parameters("m->p."),
            q: names.configuration("m->q."),
            v: names.velocities("m->v."),
            configuration: entries(&names, stepper, "m->state.")[stepper.configuration()].to_vec(),
            u: names.controls("m->u."),
        },
    }
}

/// Returns the function of everything that is read from a state. Later functions read values of
/// earlier ones, so the signs are computed where others need a part of them.
fn observed(all: &Observables) -> Function<Seen> {
    let results = [&all.sample, &all.row, &all.outputs];
    let computed = [&all.sample, &all.signs, &all.row, &all.outputs];
    Function {
        name: "observe".to_owned(),
        signature: Signature {
            inputs: Vec::new(),
            outputs: results.iter().map(|part| part.outputs.len()).sum(),
        },
        sections: computed
            .iter()
            .flat_map(|part| part.sections.clone())
            .collect(),
        outputs: results
            .iter()
            .flat_map(|part| part.outputs.clone())
            .collect(),
        pivots: Vec::new(),
    }
}

struct Writer<'a> {
    names: &'a Names,
    compiled: Parts<'a>,
    /// The name of the integrator's struct.
    prefix: String,
    /// The period over which controls are held, if they are.
    period: Option<ControlPeriod>,
    /// The tables in place of laws, for each control.
    tables: &'a [Option<PointTable<'a>>],
}

/// Returns the value of a control: the given one, or else that of its law.
fn given(control: usize, place: &str, law: &str) -> String {
    let given = place.replacen("u->", "m->given.", 1);
    format!("(m->is_given[{control}] != 0) ? {given} : ({law})")
}

impl Writer<'_> {
    fn data(&self, observed: usize) -> String {
        let (names, prefix) = (self.names, &self.prefix);
        let controls = names.controls("").len();
        let [of_controls, of_multipliers] = [
            names.has_controls().then(|| {
                format!(
                    "    {0} u; /* at the state */\n    {0} given;\n    int is_given[{controls}];\n",
                    names.of("controls")
                )
            }),
            names
                .has_multipliers()
                .then(|| format!("    {} lambda;\n", names.of("multipliers"))),
        ]
        .map(Option::unwrap_or_default);
        let of_held = match self.period {
            Some(_) => format!(
                "    {} held; /* the laws at the last period */\n",
                names.of("controls")
            ),
            None => String::new(),
        };
        format!(
            "/** A motion: an integrator with its parameters, initial values and controls. */\n\
             typedef struct {{\n    {prefix} stepper;\n    {prefix}_state state;\n    {} p;\n    {} q;\n    {} v;\n\
             {of_multipliers}{of_controls}{of_held}    double t;\n    double h;\n    int is_stale; /* whether `observed` is of an earlier state */\n\
             \x20   double observed[{}];\n}} motion;\n\n",
            names.of("parameters"),
            names.of("coordinates"),
            names.of("velocities"),
            observed.max(1),
        )
    }

    fn reset(&self, values: &MotionValues<'_>) -> String {
        let names = self.names;
        let lists = [
            (names.parameters("m->p."), values.parameters),
            (names.configuration("m->q."), values.q),
            (names.velocities("m->v."), values.v),
            (names.multipliers("m->lambda."), values.lambda),
        ];
        let mut body = String::from("    memset(m, 0, sizeof *m);\n");
        for (places, values) in lists {
            for (place, &value) in places.iter().zip(values) {
                let value = names.precision.literal(value);
                writeln!(body, "    {place} = {value};").expect("text takes every line");
            }
        }
        let [t, h] = [values.start, values.h].map(|x| names.precision.literal(x));
        body += &format!("    m->t = {t};\n    m->h = {h};\n    m->is_stale = 1;\n");
        definition(
            "static void motion_reset(motion *m)",
            &["motion *m".to_owned()],
            &body,
        )
    }

    /// Writes the laws of the controls, in terms of the time and, with feedback, of a sample, after
    /// the inputs that laws read. Given values replace both, but not the laws that are held.
    fn laws(&self, laws: &PlainFunctions) -> String {
        let names = self.names;
        if !names.has_controls() {
            return String::new();
        }
        let function = &laws.program.functions[0];
        let mut body: Body<'_, Expr> = Body::new(names.precision, &laws.program.tape);
        let controls = names.controls("u->");
        let (open, inputs) = controls.split_at(function.outputs.len());
        let mut places = names.parameters("m->p.");
        places.push("t".to_owned());
        places.extend_from_slice(inputs);
        places.extend(names.configuration("q->"));
        places.extend(names.velocities("v->"));
        for (&input, place) in laws.inputs.iter().zip(places) {
            body.place(input, place);
        }
        let replaceable = |i: usize, value: &str| given(i, &controls[i], value);
        for (input, table) in self.tabulated().filter(|(i, _)| *i >= open.len()) {
            let value = replaceable(input, &Self::value_of(input, table));
            body.line(&format!("{} = {value};", controls[input]));
        }
        body.function(function);
        for (i, (place, &value)) in open.iter().zip(&function.outputs).enumerate() {
            let law = match self.tables[i] {
                Some(table) => Self::value_of(i, table),
                None => body.operand(value),
            };
            body.line(&match self.period {
                Some(_) => format!("{place} = {law};"),
                None => format!("{place} = {};", replaceable(i, &law)),
            });
        }
        let arguments = [
            "const motion *m".to_owned(),
            format!("{} t", names.real()),
            format!("const {} *q", names.of("coordinates")),
            format!("const {} *v", names.of("velocities")),
            format!("{} *u", names.of("controls")),
        ];
        let head = format!("static void motion_laws({})", arguments.join(", "));
        definition(&head, &arguments, &body.finish())
    }

    /// Writes the controls of a state, with those of its sample.
    fn controls(&self) -> String {
        if !self.names.has_controls() {
            return String::new();
        }
        let arguments = [
            "const motion *m".to_owned(),
            format!("{} t", self.names.real()),
            format!("{} *u", self.names.of("controls")),
        ];
        let head = format!("static void motion_controls({})", arguments.join(", "));
        let of_laws = self.laws_of_state("u");
        let Some(period) = self.period else {
            return definition(&head, &arguments, &of_laws);
        };
        let mut merged = String::from("    (void)t;\n");
        for (i, place) in self.names.controls("u->").iter().enumerate() {
            let value = match self.tables[i].filter(|_| self.is_live(i)) {
                Some(table) => Self::value_of(i, table),
                None => place.replacen("u->", "m->held.", 1),
            };
            writeln!(merged, "    {place} = {};", given(i, place, &value))
                .expect("text takes every line");
        }
        [
            period.hold(self.names, &self.laws_of_state("&m->held")),
            definition(&head, &arguments, &merged),
        ]
        .concat()
    }

    /// Returns true for an input that is not held with the controls, because outputs read it.
    fn is_live(&self, input: usize) -> bool {
        let open = self.compiled.controls.program.functions[0].outputs.len();
        let mut inputs = self.compiled.inputs_of_readings.iter();
        inputs.any(|place| open + place == input)
    }

    /// Returns statements that compute the laws at the state and write them.
    fn laws_of_state(&self, target: &str) -> String {
        let entries = entries(self.names, self.compiled.stepper, "m->state.");
        let q = &entries[self.compiled.stepper.configuration()];
        let mut body = format!(
            "    {} q;\n    {} v;\n",
            self.names.of("coordinates"),
            self.names.of("velocities")
        );
        for (place, entry) in self.names.configuration("q.").iter().zip(q) {
            writeln!(body, "    {place} = {entry};").expect("text takes every line");
        }
        for (i, place) in self.names.velocities("v.").iter().enumerate() {
            writeln!(body, "    {place} = m->observed[{i}];").expect("text takes every line");
        }
        body += &format!("    motion_laws(m, t, &q, &v, {target});\n");
        body
    }

    /// Writes the velocities and multipliers, then the controls that may depend on them, then all
    /// that is read from the state.
    fn observe(&self, observed: &Function<Seen>) -> String {
        let (names, real) = (self.names, self.names.real());
        let observables = self.compiled.observables;
        let mut body = Body::new(names.precision, &observables.tape);
        let lists = [
            (
                names.parameters("m->p."),
                Seen::Parameter as fn(usize) -> Seen,
            ),
            (
                entries(names, self.compiled.stepper, "m->state."),
                Seen::State,
            ),
            (names.controls("m->u."), Seen::Control),
        ];
        for (places, seen) in lists {
            for (i, place) in places.into_iter().enumerate() {
                body.place(seen(i), place);
            }
        }
        body.place(Seen::StepSize, "m->h");
        body.place(Seen::Time, "t");
        body.line(&format!(
            "const {} *const stepper = &m->stepper;",
            self.prefix
        ));
        body.line(&format!(
            "const {real} t = {}_time(stepper, &m->state);",
            self.prefix
        ));
        body.needed_by(observed);
        body.needed_values(&observables.prepare);
        let sample = observables.sample.outputs.len();
        let rest: Vec<Section<Seen>> =
            observed.sections[observables.sample.sections.len()..].to_vec();
        let ends = observed.ends();
        let mut later = ends.clone();
        later.extend(observables.tape.read_by(&rest, &ends));
        body.sections(&observables.sample.sections, &later);
        let write = |body: &mut Body<'_, Seen>, range: core::ops::Range<usize>| {
            for i in range {
                let value = body.operand(observed.outputs[i]);
                body.line(&format!("m->observed[{i}] = {value};"));
            }
        };
        write(&mut body, 0..sample);
        if self.period.is_some() {
            body.line("motion_hold(m, t);");
        }
        if names.has_controls() {
            body.line("motion_controls(m, t, &m->u);");
        }
        body.code(&self.check_values("t", "&m->u", 0));
        body.sections(&rest, &ends);
        write(&mut body, sample..observed.outputs.len());
        body.line("m->is_stale = 0;");
        body.line(&format!("if (!nhi_all_finite(m->observed, {sample})) {{"));
        body.line("    return nhi_fail(failure, NHI_NON_FINITE, (double)t, \"\", 0.0, 0.0);");
        body.line("}");
        body.line("return NHI_OK;");
        let arguments = ["motion *m".to_owned(), "nhi_failure *failure".to_owned()];
        let head = "static nhi_status motion_observe(motion *m, nhi_failure *failure)";
        definition(head, &arguments, &body.finish())
    }

    fn start(&self) -> String {
        let (names, prefix) = (self.names, &self.prefix);
        let lambda = match self.compiled.stepper.has_initial_multipliers {
            true => "&m->lambda, ",
            false => "",
        };
        let (set, u) = match (names.has_controls(), self.period) {
            (true, None) => (
                "        motion_laws(m, m->t, &m->q, &m->v, &m->u);\n",
                "&m->u, ",
            ),
            (true, Some(_)) => (
                "        motion_laws(m, m->t, &m->q, &m->v, &m->held);\n        motion_controls(m, m->t, &m->u);\n",
                "&m->u, ",
            ),
            (false, _) => ("", ""),
        };
        let check = self.check_values("m->t", "&m->u", 2);
        let body = format!(
            "    nhi_status status = {prefix}_prepare(&m->stepper, &m->p, m->h, failure);\n\
             \x20   if (status == NHI_OK) {{\n{set}{check}\
             \x20       status = {prefix}_start(&m->stepper, m->t, &m->q, &m->v, {lambda}{u}&m->state, failure);\n    }}\n\
             \x20   return (status == NHI_OK) ? motion_observe(m, failure) : status;\n"
        );
        let arguments = ["motion *m".to_owned(), "nhi_failure *failure".to_owned()];
        definition(
            "static nhi_status motion_start(motion *m, nhi_failure *failure)",
            &arguments,
            &body,
        )
    }

    fn step(&self) -> String {
        let (names, prefix) = (self.names, &self.prefix);
        let nodes = moments(self.compiled.stepper).len();
        let (read, u) = match (names.has_controls(), nodes) {
            (false, _) => (String::new(), ""),
            (true, 0) => (String::new(), "NULL, "),
            (true, _) => {
                let check = self.check_values("t", "&u[node]", 2);
                let read = format!(
                    "    {} u[{nodes}];\n    for (int node = 0; node < {nodes}; node++) {{\n        \
                     const {} t = {prefix}_node_time(&m->stepper, &m->state, node);\n        \
                     motion_controls(m, t, &u[node]);\n{check}    }}\n",
                    names.of("controls"),
                    names.real(),
                );
                (read, "u, ")
            }
        };
        let sees = self.compiled.has_feedback || self.period.is_some();
        let fresh = match sees {
            true => {
                "    if (m->is_stale != 0) {\n        const nhi_status observed = motion_observe(m, failure);\n        \
                     if (observed != NHI_OK) {\n            return observed;\n        }\n    }\n"
            }
            false => "",
        };
        let body = format!(
            "{fresh}{read}    const nhi_status status = {prefix}_step(&m->stepper, &m->state, {u}&m->state, failure);\n\
             \x20   m->is_stale = 1;\n    return status;\n"
        );
        let arguments = ["motion *m".to_owned(), "nhi_failure *failure".to_owned()];
        let step = definition(
            "static nhi_status motion_step(motion *m, nhi_failure *failure)",
            &arguments,
            &body,
        );
        let time = definition(
            "static double motion_time(const motion *m)",
            &["const motion *m".to_owned()],
            &format!("    return (double){prefix}_time(&m->stepper, &m->state);\n"),
        );
        step + time.as_str()
    }
}

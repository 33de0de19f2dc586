//! The functions by which an FMU reaches its variables and makes its first state.

use std::fmt::Write;

use super::super::Exported;
use super::super::variables::{Part, Variable};

/// Returns the functions by which the interface reaches the variables.
pub(super) fn of_variables(variables: &[Variable]) -> String {
    let mut read = String::new();
    let mut set = String::new();
    for (number, variable) in (1..).zip(variables) {
        let [before, after] = &variable.places;
        let place = match before == after {
            true => format!("&{before}"),
            false => format!("(has_begun != 0) ? &{after} : &{before}"),
        };
        writeln!(
            read,
            "    case {number}u: /* {} */\n        return {place};",
            variable.name.replace("*/", "* /")
        )
        .expect("text takes every line");
        let assignment = match (variable.part, variable.control) {
            (Part::Output, _) => continue,
            (Part::Input, Some(control)) => {
                let given = before.replacen("m->u.", "m->given.", 1);
                format!(
                    "{given} = value;\n        m->is_given[{control}] = 1;\n        m->is_stale = 1;\n        return 1;"
                )
            }
            _ => format!(
                "if (is_early != 0) {{\n            {before} = value;\n        }}\n        return is_early;"
            ),
        };
        writeln!(set, "    case {number}u:\n        {assignment}").expect("text takes every line");
    }
    format!(
        "/** Returns the place of a variable; NULL if there is none. */\n\
         static const double *motion_variable(const motion *m, unsigned reference, int has_begun) {{\n    \
         switch (reference) {{\n    case 0u: /* the time */\n        return &m->t;\n{read}    default:\n        return NULL;\n    }}\n}}\n\n\
         /** Sets a variable; returns false if it cannot be set now. */\n\
         static int motion_set(motion *m, unsigned reference, double value, int is_early) {{\n    \
         switch (reference) {{\n{set}    default:\n        return 0;\n    }}\n}}\n\n"
    )
}

/// Returns the function that makes the first state.
///
/// The importer may change what rates of states and laws of prescribed coordinates depend on. Rates
/// then follow, and so do coordinates and velocities that it leaves as they were. Their constraints
/// contain them with the coefficient 1, and the failure of a start holds the residual.
pub(super) fn of_beginning(exported: &Exported<'_>) -> String {
    let (compiled, access) = (&exported.compiled, &exported.motion.access);
    let names = &compiled.stepper.names;
    let rates = compiled.states.clone().map(|i| {
        let state = &names.configuration[i];
        (state.clone(), access.v[i].clone(), false)
    });
    let prescribed = exported.scenario.model.prescribed.iter();
    let prescribed = prescribed.filter_map(|law| {
        let name = &exported.scenario.model.coordinates[law.coordinate].name;
        let place = names.configuration.iter().position(|x| x == name)?;
        let of_place = (name.clone(), access.q[place].clone(), true);
        Some([
            of_place,
            (format!("rate of {name}"), access.v[place].clone(), true),
        ])
    });
    let all: Vec<_> = rates.chain(prescribed.flatten()).collect();
    if all.is_empty() {
        return "static nhi_status motion_begin(motion *m, nhi_failure *failure) {\n    \
                return motion_start(m, failure);\n}\n\n"
            .to_owned();
    }
    let mut cases = String::new();
    for (constraint, place, is_kept_if_set) in &all {
        let first = place.replacen("m->", "first->", 1);
        let is_free = match is_kept_if_set {
            true => format!(" && !({place} < {first}) && !({place} > {first})"),
            false => String::new(),
        };
        writeln!(
            cases,
            "    if ((strcmp(failure->name, \"{constraint}\") == 0){is_free}) {{\n        \
             {place} -= failure->value;\n        return 1;\n    }}"
        )
        .expect("text takes every line");
    }
    // Rates of states also follow the other values, whichever failed first.
    let most = all.len().pow(2);
    format!(
        "/** Moves a value onto the constraint that failed; returns false if there is none to move. */\n\
         static int motion_follow(motion *m, const motion *first, const nhi_failure *failure) {{\n\
         {cases}    return 0;\n}}\n\n\
         /** Makes the first state; what was set remains as it is. */\n\
         static nhi_status motion_begin(motion *m, nhi_failure *failure) {{\n    \
         motion first;\n    motion_reset(&first);\n    const motion set = *m;\n    \
         nhi_status status = motion_start(m, failure);\n    \
         for (int k = 0; (k < {most}) && (status == NHI_OFF_CONSTRAINTS) && (motion_follow(m, &first, failure) != 0); k++) {{\n        \
         status = motion_start(m, failure);\n    }}\n    \
         m->q = set.q;\n    m->v = set.v;\n    return status;\n}}\n\n"
    )
}

/// Returns the function that names a prescribed coordinate whose table has no value at a time.
pub(super) fn of_laws(exported: &Exported<'_>) -> String {
    let tables = exported.scenario.tables_of_laws.iter();
    let cases = tables.map(|(name, [first, last])| {
        format!(
            "    if ((t < ({first:?} - tolerance)) || (t > ({last:?} + tolerance))) {{\n        \
             return \"{name}\";\n    }}\n"
        )
    });
    let cases: String = cases.collect();
    let unused = match cases.is_empty() {
        true => "    (void)t, (void)tolerance;\n",
        false => "",
    };
    format!(
        "/** Returns a prescribed coordinate whose table has no value at a time; NULL if all have. */\n\
         static const char *motion_missing_law(double t, double tolerance) {{\n{unused}{cases}    \
         return NULL;\n}}\n\n"
    )
}

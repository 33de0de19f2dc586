//! A C program that runs the steppers of a model from given numbers and prints the bits of the results.

use std::fmt::Write as _;

use nhi_symbolic::Stepper;

use crate::{MOTIONS, STEPS, has_report};

/// Returns a program that reads the numbers of motions and prints their results.
pub(crate) fn driver(source: &str, prefix: &str, steppers: &[Stepper]) -> String {
    let mut out = format!("#include \"{source}\"\n{DRIVER}");
    for stepper in steppers {
        let p = format!("{prefix}_{}", snake_case(stepper.integrator));
        let names = &stepper.names;
        let (u, q) = (names.controls.len(), names.configuration.len());
        let nodes = stepper.step.control_nodes.len();
        let values = 1 + q + names.velocities.len() + names.constraints.len();
        let of_step = match (u, nodes) {
            (0, _) => String::new(),
            (_, 0) => "NULL, ".to_owned(),
            _ => "u, ".to_owned(),
        };
        let set = |t: &str, place: &str| match u {
            0 => String::new(),
            _ => format!(
                "{{ double c[{u}]; for (int i = 0; i < {u}; i++) c[i] = 0.1 * ({t} + i); memcpy(&{place}, c, sizeof c); }}"
            ),
        };
        let set_nodes = match (u, nodes) {
            (0, _) | (_, 0) => String::new(),
            _ => format!(
                "{prefix}_controls u[{0}_NODES]; for (int node = 0; node < {0}_NODES; node++) {1}",
                p.to_uppercase(),
                set(&format!("{p}_node_time(&s, &x, node)"), "u[node]")
            ),
        };
        let controls_at = if u > 0 {
            format!("{prefix}_controls at; {}", set("y.t", "at"))
        } else {
            String::new()
        };
        let lambda = if stepper.has_initial_multipliers {
            "&y.lambda, "
        } else {
            ""
        };
        let at = if u > 0 { "&at, " } else { "" };
        let report = match has_report(stepper) {
            true => "printf(\"%u\\n\", x.report.iterations); bits(&x.report.increment, 2);",
            false => "",
        };
        let (parameters, entries) = (names.parameters.len(), stepper.state_len());
        let first = stepper.state[0].name;
        let diagnostics: String = stepper
            .diagnostics
            .iter()
            .map(|diagnostic| {
                let n = diagnostic.routine.function.outputs.len();
                if n == 0 {
                    return String::new();
                }
                format!(
                    "{{ double d[{n}]; {p}_{}(&s, &x, d); bits(d, {n}); }}",
                    diagnostic.name
                )
            })
            .collect();
        write!(
            out,
            "static void run_{p}(void) {{
                {p} s; {p}_state x; {prefix}_sample y; {prefix}_parameters given;
                double numbers[{0}]; nhi_failure failure;
                receive(numbers, {0});
                memset(&x, 0, sizeof x); memset(&given, 0, sizeof given);
                memcpy(&given, numbers, {parameters} * sizeof(double));
                if ({p}_prepare(&s, &given, numbers[{parameters}], &failure) != NHI_OK) {{ printf(\"refused\\n\"); return; }}
                x.origin = numbers[{parameters} + 1];
                memcpy((char *)&x + offsetof({p}_state, {first}), &numbers[{parameters} + 2], {entries} * sizeof(double));
                for (int step = 0; step < {STEPS}; step++) {{
                    {set_nodes}
                    const {p}_state before = x;
                    const nhi_status status = {p}_step(&s, &x, {of_step}&x, &failure);
                    if (status != NHI_OK) {{
                        printf(\"step %d\\n\", (int)status);
                        if (memcmp(&x, &before, sizeof x) != 0 || failure.status != status) printf(\"changed\\n\");
                        break;
                    }}
                }}
                printf(\"state %d\\n\", (int)x.steps);
                {report}
                bits((const double *)((const char *)&x + offsetof({p}_state, {first})), {entries});
                nhi_status status = {p}_sample(&s, &x, &y, NULL);
                if (status != NHI_OK) {{ printf(\"sample %d\\n\", (int)status); return; }}
                bits(&y.t, {values});
                {controls_at}
                {p}_state z;
                status = {p}_start(&s, y.t, &y.q, &y.v, {lambda}{at}&z, NULL);
                if (status != NHI_OK) printf(\"start %d\\n\", (int)status);
                else bits((const double *)((const char *)&z + offsetof({p}_state, {first})), {entries});
                {diagnostics}
            }}\n",
            parameters + 2 + entries,
        )
        .unwrap();
    }
    out += "int main(void) {\n";
    for stepper in steppers {
        let p = format!("{prefix}_{}", snake_case(stepper.integrator));
        writeln!(
            out,
            "for (int i = 0; i < {MOTIONS}; i++) {{ printf(\"{p}\\n\"); run_{p}(); }}"
        )
        .unwrap();
    }
    out + "return 0; }\n"
}

const DRIVER: &str = r#"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void receive(double *numbers, int n) {
    for (int i = 0; i < n; i++) {
        uint64_t word;
        if (scanf("%" SCNx64, &word) != 1) exit(3);
        memcpy(&numbers[i], &word, sizeof word);
    }
}

static void bits(const double *values, int n) {
    for (int i = 0; i < n; i++) {
        uint64_t word;
        memcpy(&word, &values[i], sizeof word);
        printf("%016" PRIx64 "\n", values[i] != values[i] ? UINT64_C(0x7ff8000000000000) : word);
    }
}
"#;

pub(crate) fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

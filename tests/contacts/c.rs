//! Generated C of the models with contacts: the motion of scenarios, bit for bit.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nhi_symbolic::Compiled;

use crate::scenarios::{Rows, follow_scenario};

/// A model with contacts as a program.
pub(crate) struct InC {
    program: PathBuf,
    /// The integrators as scenarios write them.
    pub(crate) integrators: Vec<String>,
    /// The names of the numbers of a row.
    names: Vec<String>,
}

/// The results of a run.
#[derive(Debug, Default)]
pub(crate) struct RunInC {
    pub(crate) rows: Rows,
    /// Each change: the numbers of the contact and of the event, and the time.
    pub(crate) changes: Vec<(usize, usize, f64)>,
    /// The change of the energy by all impacts.
    pub(crate) energy: f64,
    /// The status and the name of a failure.
    pub(crate) failure: Option<(usize, String)>,
}

impl InC {
    /// Generates the code of a model and compiles it, in a folder of one test. `controls` is C that
    /// assigns to `u`, for the time `t`.
    pub(crate) fn new(test: &str, model: &str, controls: &str) -> Self {
        let source =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/contacts/{model}.nhi"));
        let source = std::fs::read_to_string(source).expect("a model");
        let compiled = nhi_symbolic::compile_file(source.parse().expect("tokens"));
        let compiled = compiled.expect("a compiled model");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(test)
            .join(model);
        std::fs::create_dir_all(&folder).expect("a folder");
        let mut header = String::new();
        for file in nhi_symbolic::generate_c(&compiled).expect("C code").files {
            std::fs::write(folder.join(&file.name), &file.text).expect("a file");
            if file.name == format!("{model}.h") {
                header = file.text;
            }
        }
        let steppers = compiled[0].steppers_as_data();
        let steppers = steppers.filter(|stepper| stepper.tolerance().is_none());
        let integrators: Vec<_> = steppers.map(|stepper| stepper.written).collect();
        let driver = folder.join("driver.c");
        let text = text_of_driver(model, &header, &integrators, controls);
        std::fs::write(&driver, text).expect("a file");
        let program = folder.join("driver");
        let mut compiler = Command::new("cc");
        compiler.args([
            "-std=c99",
            "-ffp-contract=off",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-o",
        ]);
        compiler.arg(&program).arg(&driver).arg("-lm");
        assert!(
            compiler.status().expect("a C compiler").success(),
            "{model}"
        );
        Self {
            program,
            integrators,
            names: names(&compiled[0]),
        }
    }

    /// Returns the names of the numbers of a row, and the rows of the scenario of the model.
    pub(crate) fn scenario(&self, file: &str, integrator: &str) -> Rows {
        follow_scenario(file, integrator, &self.names)
    }

    /// Runs an integrator from a row with the step 0.01.
    pub(crate) fn run(
        &self,
        integrator: &str,
        parameters: &[f64],
        first: &[f64],
        steps: usize,
    ) -> RunInC {
        let numbers = parameters.iter().chain(first);
        let given: Vec<_> = numbers.map(|x| format!("{:016x}", x.to_bits())).collect();
        let mut child = Command::new(&self.program)
            .args([integrator, &steps.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a program");
        let mut pipe = child.stdin.take().expect("a pipe");
        pipe.write_all(given.join("\n").as_bytes())
            .expect("numbers");
        drop(pipe);
        let output = child.wait_with_output().expect("an output");
        assert!(output.status.success(), "{integrator}: {:?}", output.status);
        let mut run = RunInC::default();
        for line in String::from_utf8(output.stdout).expect("text").lines() {
            let words: Vec<_> = line.split(' ').collect();
            let number = |word: &str| word.parse::<usize>().expect("a number");
            let real = |word: &str| f64::from_bits(u64::from_str_radix(word, 16).expect("bits"));
            match words[..] {
                ["change", contact, event, t] => {
                    run.changes.push((number(contact), number(event), real(t)));
                }
                ["energy", change] => run.energy += real(change),
                ["failure", status, name] => run.failure = Some((number(status), name.to_owned())),
                _ => run.rows.push(words.into_iter().map(real).collect()),
            }
        }
        run
    }
}

/// Returns the names of the numbers of a sample.
fn names(compiled: &Compiled) -> Vec<String> {
    let stepper = compiled.steppers_as_data().next().expect("an integrator");
    let opening = compiled.opens.as_ref().expect("contacts that open");
    let forces = opening.ast.constraint_names().concat();
    let forces = forces.iter().map(|name| format!("lambda.{name}"));
    let motion = [stepper.names.configuration, stepper.names.velocities].concat();
    core::iter::once("t".to_owned())
        .chain(motion)
        .chain(forces)
        .collect()
}

/// Returns a program that runs the integrator and the number of steps that its arguments name, from
/// parameters and a first row on its input.
fn text_of_driver(model: &str, header: &str, integrators: &[String], controls: &str) -> String {
    let (signal, given) = match controls.is_empty() {
        true => (String::new(), ""),
        false => (
            format!(
                "static void controls_at(void *context, double t, {model}_controls *u) {{ (void)context; {controls} }}\n\
                 static const {model}_signal signal = {{controls_at, 0}};\n"
            ),
            "&signal, ",
        ),
    };
    let mut out = format!("#include \"{model}.c\"\n{DRIVER}{signal}");
    let mut choice = String::new();
    let declared = header
        .lines()
        .filter_map(|line| line.strip_prefix("nhi_status "));
    let prefixes = declared.filter_map(|line| Some(line.split_once("_prepare(")?.0));
    for (integrator, p) in integrators.iter().zip(prefixes) {
        writeln!(
            choice,
            "    if (strcmp(argv[1], \"{integrator}\") == 0) {{ run_{p}(steps); }}"
        )
        .expect("text");
        writeln!(
            out,
            "static void run_{p}(int steps) {{
                {model}_parameters parameters; {model}_sample y; {p} s; {p}_state x; nhi_failure why;
                receive((double *)&parameters, sizeof parameters);
                receive((double *)&y, sizeof y);
                nhi_status status = {p}_prepare(&s, &parameters, 0.01, &why);
                if (status == NHI_OK) {{ status = {p}_start(&s, y.t, &y.q, &y.v, {given}&x, &why); }}
                for (int i = 0; (i <= steps) && (status == NHI_OK); i++) {{
                    status = {p}_sample(&s, &x, &y, &why);
                    if (status == NHI_OK) {{ bits((const double *)&y, sizeof y); changes(&x.changes); }}
                    if ((status == NHI_OK) && (i < steps)) {{
                        const {p}_state before = x;
                        status = {p}_step(&s, &x, {given}&x, &why);
                        if ((status != NHI_OK) && (memcmp(&x, &before, sizeof x) != 0)) {{ exit(4); }}
                    }}
                }}
                if (status != NHI_OK) {{ printf(\"failure %d %s\\n\", (int)why.status, why.name); }}
            }}"
        )
        .expect("text");
    }
    out + "int main(int argc, char **argv) {\n    const int steps = (argc > 2) ? atoi(argv[2]) : 0;\n"
        + &choice
        + "    return 0;\n}\n"
}

const DRIVER: &str = r#"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void receive(double *numbers, size_t size) {
    for (size_t i = 0; i < size / sizeof(double); i++) {
        uint64_t word;
        if (scanf("%" SCNx64, &word) != 1) exit(3);
        memcpy(&numbers[i], &word, sizeof word);
    }
}

static void bits(const double *values, size_t size) {
    for (size_t i = 0; i < size / sizeof(double); i++) {
        uint64_t word;
        memcpy(&word, &values[i], sizeof word);
        printf("%s%016" PRIx64, (i == 0) ? "" : " ", word);
    }
    printf("\n");
}

static void changes(const nhi_contact_changes *changes) {
    for (uint32_t i = 0u; i < changes->count && i < NHI_CHANGES; i++) {
        printf("change %d %d ", changes->first[i].contact, (int)changes->first[i].event);
        bits(&changes->first[i].time, sizeof(double));
    }
    printf("energy ");
    bits(&changes->energy, sizeof(double));
}

"#;

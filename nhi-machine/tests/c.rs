//! C code against the machine: the same bits, the same failures, for every model and integrator.

#[path = "../../tests/support/breadth.rs"]
mod breadth;

use std::convert::Infallible;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nhi_machine::{Error, Machine, State};
use nhi_runtime::Clock;
use nhi_symbolic::{Compiled, Section, Stepper};
use rayon::prelude::*;

const H: f64 = 0.01;
const STEPS: u64 = 20;
/// The numbers of random motions of each integrator.
const MOTIONS: usize = 6;

/// Numbers in (0.1, 1.6), always the same.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        let factor = 6_364_136_223_846_793_005;
        self.0 = self.0.wrapping_mul(factor).wrapping_add(1);
        0.1 + 1.5 * (self.0 >> 11) as f64 / 2_f64.powi(53)
    }

    fn list(&mut self, length: usize) -> Vec<f64> {
        (0..length).map(|_| self.next()).collect()
    }
}

/// A compiler with options, and whether its results have the bits of Rust.
struct Compiler {
    command: &'static str,
    options: &'static [&'static str],
}

/// The warnings that generated code must not cause.
const WARNINGS: [&str; 9] = [
    "-std=c99",
    "-Wall",
    "-Wextra",
    "-Wpedantic",
    "-Wconversion",
    "-Wshadow",
    "-Werror",
    "-ffp-contract=off",
    "-x",
];

/// The first compiler without the optimisations that take long for long functions.
const QUICK: Compiler = Compiler {
    command: "gcc",
    options: &["-O1"],
};

const COMPILERS: [Compiler; 5] = [
    Compiler {
        command: "gcc",
        options: &["-O3"],
    },
    Compiler {
        command: "gcc",
        options: &["-O0", "-fsanitize=undefined", "-fno-sanitize-recover"],
    },
    QUICK,
    Compiler {
        command: "clang",
        options: &["-O0"],
    },
    Compiler {
        command: "clang",
        options: &["-O3"],
    },
];

/// Returns true if a compiler is installed.
fn is_installed(compiler: &str) -> bool {
    let mut command = Command::new(compiler);
    let command = command
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The results of a motion as text: bits of numbers, statuses by number.
fn motion_of_machine(stepper: &Stepper, machine: &Machine, numbers: &[f64]) -> String {
    let mut out = String::new();
    let [parameters, rest] = split(numbers, stepper.names.parameters.len());
    let Ok(made) = machine.stepper(parameters, rest[0]) else {
        return "refused\n".to_owned();
    };
    let mut state = State::new(Clock::new(rest[1]), rest[2..].to_vec());
    for _ in 0..STEPS {
        match made.step(&state, controls) {
            Ok(next) => state = next,
            Err(error) => {
                writeln!(out, "step {}", status(&error)).unwrap();
                break;
            }
        }
    }
    let report = made.report(&state);
    writeln!(out, "state {}", state.clock.steps).unwrap();
    if has_report(stepper) {
        writeln!(out, "{}", report.iterations).unwrap();
        bits(&mut out, &[report.increment, report.residual]);
    }
    bits(&mut out, &state.entries);
    let sample = match made.sample(&state) {
        Ok(sample) => sample,
        Err(error) => {
            writeln!(out, "sample {}", status(&Error::<Infallible>::from(error))).unwrap();
            return out;
        }
    };
    bits(&mut out, &[sample.t]);
    for values in [&sample.q, &sample.v, &sample.lambda] {
        bits(&mut out, values);
    }
    match made.start(sample.t, &sample.q, &sample.v, &sample.lambda, controls) {
        Ok(state) => bits(&mut out, &state.entries),
        Err(error) => writeln!(out, "start {}", status(&error)).unwrap(),
    }
    for diagnostic in &stepper.diagnostics {
        bits(&mut out, &made.diagnostic(diagnostic.name, &state).unwrap());
    }
    out
}

/// Returns true if states report how the equations of their steps were solved.
fn has_report(stepper: &Stepper) -> bool {
    let mut sections = stepper.step.function.sections.iter();
    sections.any(|section| matches!(section, Section::Newton(_) | Section::Linear(_)))
}

fn split(numbers: &[f64], place: usize) -> [&[f64]; 2] {
    let (a, b) = numbers.split_at(place);
    [a, b]
}

fn controls(t: f64, u: &mut [f64]) -> Result<(), Infallible> {
    for (number, u) in (0..).zip(u) {
        *u = 0.1 * (t + f64::from(number));
    }
    Ok(())
}

fn bits(out: &mut String, values: &[f64]) {
    for value in values {
        // A NaN has many bit patterns.
        let value = if value.is_nan() { f64::NAN } else { *value };
        writeln!(out, "{:016x}", value.to_bits()).unwrap();
    }
}

/// Returns the number of the status for an error.
fn status<E: std::fmt::Debug>(error: &Error<E>) -> usize {
    let text = format!("{error:?}");
    let known = [
        ("NonFiniteInput", 6),
        ("NotARotation", 7),
        ("OffConstraints", 8),
        ("NonFiniteResidual", 11),
        ("SingularJacobian", 12),
        ("NewtonDiverged", 13),
        ("NewtonStagnated", 14),
        ("Singular ", 10),
        ("NonFinite", 9),
    ];
    let found = known.iter().find(|(name, _)| text.contains(name));
    found.unwrap_or_else(|| panic!("{text} has a status")).1
}

/// Returns a program that reads the numbers of motions and prints their results.
fn driver(source: &str, prefix: &str, steppers: &[Stepper]) -> String {
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

fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// Writes the code of a model with a driver, and compares it under each compiler.
fn compare(name: &str, models: &[Compiled], folder: &Path) {
    let files =
        nhi_symbolic::generate_c(models).unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let sources = files.files.iter().filter(|file| file.name.ends_with(".c"));
    let compilers = compilers_for(sources.map(|file| file.text.len()).sum());
    std::fs::create_dir_all(folder).unwrap();
    for file in &files.files {
        std::fs::write(folder.join(&file.name), &file.text).unwrap();
    }
    for model in models {
        let steppers = model.steppers_as_data();
        let steppers: Vec<_> = steppers.filter(|x| x.tolerance().is_none()).collect();
        let prefix = snake_case(&model.model().item.ident.to_string());
        let (mut given, mut expected) = (String::new(), String::new());
        let mut numbers = Numbers(7);
        for stepper in &steppers {
            let machine = Machine::new(stepper);
            for _ in 0..MOTIONS {
                let mut list = numbers.list(stepper.names.parameters.len());
                list.push(H * numbers.next());
                list.push(numbers.next());
                list.extend(numbers.list(stepper.state_len()));
                if numbers.next() < 0.2 {
                    *list.last_mut().unwrap() = f64::NAN;
                }
                list.iter()
                    .for_each(|x| writeln!(given, "{:x}", x.to_bits()).unwrap());
                let title = format!("{prefix}_{}\n", snake_case(stepper.integrator));
                expected += &(title + &motion_of_machine(stepper, &machine, &list));
            }
        }
        let source = folder.join(format!("{prefix}_driver.c"));
        std::fs::write(&source, driver(&format!("{prefix}.h"), &prefix, &steppers)).unwrap();
        for (number, compiler) in compilers.iter().enumerate() {
            let program = folder.join(format!("{prefix}_{number}"));
            let what = format!(
                "{name} by {} {}",
                compiler.command,
                compiler.options.join(" ")
            );
            // The model alone, with every warning; the driver without.
            let mut command = Command::new(compiler.command);
            command.args(WARNINGS).arg("c").args(compiler.options);
            let object = folder.join(format!("{prefix}_{number}.o"));
            command
                .arg("-c")
                .arg(folder.join(format!("{prefix}.c")))
                .arg("-o")
                .arg(&object);
            assert!(command.status().unwrap().success(), "{what}");
            let mut command = Command::new(compiler.command);
            command
                .args(["-std=c99", "-ffp-contract=off"])
                .args(compiler.options);
            command
                .arg(&source)
                .arg(&object)
                .arg("-o")
                .arg(&program)
                .arg("-lm");
            assert!(
                command.status().unwrap().success(),
                "{what}, with its driver"
            );
            let printed = run(&program, &given);
            let differs = expected
                .lines()
                .zip(printed.lines())
                .position(|(a, b)| a != b);
            let place = differs.unwrap_or(0);
            let around = |text: &str| {
                text.lines()
                    .skip(place.saturating_sub(2))
                    .take(5)
                    .collect::<Vec<_>>()
                    .join("\n")
            };
            assert!(
                expected == printed,
                "{what}, line {place}: expected\n{}\nfound\n{}",
                around(&expected),
                around(&printed)
            );
        }
    }
}

fn run(program: &Path, given: &str) -> String {
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let given = given.to_owned();
    let writer = std::thread::spawn(move || pipe.write_all(given.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    assert!(
        output.status.success(),
        "{} ended with {:?}",
        program.display(),
        output.status
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Returns a model with integrators whose steps are composed.
fn composed(source: &str) -> String {
    let (before, listed) = source.split_once("integrators(").unwrap();
    let mut depth = 1;
    let end = listed.find(|letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth == 0
    });
    let integrators = "Mla(order = 4), Dla(order = 6), EnergyPreserving(order = 4), Rk(order = 4)";
    format!(
        "{before}integrators({integrators}{}",
        &listed[end.unwrap()..]
    )
}

fn compilers() -> Vec<&'static Compiler> {
    let all = COMPILERS.iter();
    let all: Vec<_> = all
        .filter(|compiler| is_installed(compiler.command))
        .collect();
    assert!(
        !all.is_empty(),
        "no C compiler is installed: `gcc` or `clang` is needed"
    );
    all
}

/// Compiles a model and compares its C code.
fn compare_source(name: &str, source: &str) {
    let models = nhi_symbolic::compile_file(source.parse().unwrap()).unwrap();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c");
    compare(name, &models, &target.join(name));
}

/// Bytes of code up to which every compiler takes a model.
const SMALL: usize = 60_000;
/// Bytes of code beyond which `-O3`, whose time is not linear in them, is left to the nightly tests.
const LARGE: usize = 200_000;

/// Returns the compilers for code of a given length.
fn compilers_for(length: usize) -> Vec<&'static Compiler> {
    let all = compilers();
    if breadth::is_whole() || length < SMALL {
        return all;
    }
    let is_chosen = |compiler: &&Compiler| match length > LARGE {
        true => compiler.options == QUICK.options,
        false => compiler.options != QUICK.options,
    };
    let first = all.into_iter().find(is_chosen);
    first.into_iter().collect()
}

#[test]
fn c_code_has_the_bits_of_the_machine() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/models");
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files.par_iter().for_each(|path| {
        let name = path.file_stem().unwrap().to_string_lossy();
        compare_source(&name, &std::fs::read_to_string(path).unwrap());
    });
}

#[test]
fn composed_steps_have_the_bits_of_the_machine() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/models");
    for name in ["chaplygin_sleigh", "driven_snakeboard", "suslov"] {
        let source = std::fs::read_to_string(folder.join(format!("{name}.nhi"))).unwrap();
        compare_source(&format!("composed_{name}"), &composed(&source));
    }
}

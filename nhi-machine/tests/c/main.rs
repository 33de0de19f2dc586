//! C code against the machine: the same bits, the same failures, for every model and integrator.

#[path = "../../../tests/support/breadth.rs"]
mod breadth;
mod compilers;
#[path = "../../../tests/support/conformance.rs"]
mod conformance;
mod driver;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nhi_machine::{Error, Machine, State};
use nhi_runtime::Clock;
use nhi_symbolic::{Compiled, Section, Stepper};
use rayon::prelude::*;

use compilers::{WARNINGS, compilers_for, libraries};
use driver::{driver, snake_case};

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

/// Writes the code of a model with a driver, and compares it under each compiler. Returns the targets
/// with the numbers of their integrators.
fn compare(
    name: &str,
    models: &[Compiled],
    folder: &Path,
    libraries: &[PathBuf],
) -> Vec<(String, usize)> {
    let mut targets = Vec::new();
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
            command
                .args(WARNINGS)
                .arg("c")
                .args(compiler.options)
                .args(compilers::of_functions());
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
                .args(libraries);
            assert!(
                command.status().unwrap().success(),
                "{what}, with its driver"
            );
            let printed = run(compiler.emulator, &program, &given, false);
            let expected = match compiler.emulator {
                None => expected.clone(),
                // Of the C library this processor may run other variants of functions than the
                // emulated one. The program of the first compiler, whose numbers are those of the
                // machine, does without them.
                Some(_) => run(None, &folder.join(format!("{prefix}_0")), &given, true),
            };
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
            targets.push((compiler.target(), steppers.len()));
        }
    }
    targets
}

/// Runs a program; if `is_portable`, without the variants of glibc's functions that fuse
/// multiplications.
fn run(emulator: Option<&str>, program: &Path, given: &str, is_portable: bool) -> String {
    let mut command = Command::new(emulator.map_or(program.as_os_str(), OsStr::new));
    if emulator.is_some() {
        command.arg(program);
    }
    if is_portable {
        command.env("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2");
    }
    let mut child = command
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
#[cfg(not(feature = "libm-force"))]
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

/// Compiles a model and compares its C code; returns what [`compare`] returns.
fn compare_source(name: &str, source: &str, libraries: &[PathBuf]) -> Vec<(String, usize)> {
    let models = nhi_symbolic::compile_file(source.parse().unwrap()).unwrap();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c");
    compare(name, &models, &target.join(name), libraries)
}

#[test]
fn c_code_has_the_bits_of_the_machine() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/models");
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    let libraries = libraries();
    let compared = files.par_iter().flat_map_iter(|path| {
        let name = path.file_stem().unwrap().to_string_lossy();
        compare_source(&name, &std::fs::read_to_string(path).unwrap(), &libraries)
    });
    let mut counts: BTreeMap<String, [usize; 2]> = BTreeMap::new();
    for (target, integrators) in compared.collect::<Vec<_>>() {
        let count = counts.entry(target).or_default();
        count[0] += 1;
        count[1] += integrators;
    }
    for (target, [models, integrators]) in counts {
        // The book has the counts of ordinary runs.
        if !breadth::is_whole() {
            let compared = format!("{models} models, {integrators} integrators");
            conformance::assert_row(&target, &compared, "same bits");
        }
    }
}

// Long code, for which other functions are all that differs.
#[cfg(not(feature = "libm-force"))]
#[test]
fn composed_steps_have_the_bits_of_the_machine() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/models");
    let libraries = libraries();
    for name in ["chaplygin_sleigh", "driven_snakeboard", "suslov"] {
        let source = std::fs::read_to_string(folder.join(format!("{name}.nhi"))).unwrap();
        let compared = compare_source(&format!("composed_{name}"), &composed(&source), &libraries);
        assert!(!compared.is_empty());
    }
}

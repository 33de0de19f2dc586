//! An FMU for co-simulation (FMI 3.0): description, sources and the binary of this platform.

use std::env;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};
use std::path::Path;
use std::process::Command;

use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::description::{Header, build_description, description};
use super::variables::{Part, Variable, variables};
use super::{Exported, with_ending};
use crate::files;
use crate::problem::{Failure, Problem};

/// The functions of the interface, over those of a motion.
const INTERFACE: &str = include_str!("fmu.c");

/// An FMU that was written.
#[derive(Clone, Debug)]
pub struct Fmu {
    /// The file.
    pub path: std::path::PathBuf,
    /// The number of variables, with the time.
    pub variables: usize,
    /// The folder of its binary, such as `x86_64-linux`.
    pub platform: String,
}

/// Writes an FMU.
///
/// # Errors
/// There is no C compiler, or the file cannot be written.
pub fn write_fmu(exported: &Exported<'_>, output: &Path) -> Result<Fmu, Failure> {
    let variables = variables(exported);
    let identifier = identifier(exported);
    let glue = glue(&variables) + beginning(exported).as_str();
    let token = token(exported, &glue);
    let source = format!(
        "{}#define FMU_TOKEN \"{token}\"\n\n{glue}{INTERFACE}",
        exported.motion.motion
    );
    let files = exported.motion.files.iter();
    let mut sources: Vec<_> = files
        .map(|file| (file.name.clone(), file.text.clone()))
        .collect();
    sources.push(("fmu.c".to_owned(), source));
    let (platform, ending) = platform()?;
    let binary = compile(&sources, &identifier, ending)?;
    let header = Header {
        identifier: &identifier,
        token: &token,
    };
    let names: Vec<_> = sources.iter().map(|(name, _)| name.clone()).collect();
    let mut contents = vec![
        (
            "modelDescription.xml".to_owned(),
            description(exported, &header, &variables).into_bytes(),
        ),
        (format!("binaries/{platform}/{identifier}.{ending}"), binary),
        (
            "sources/buildDescription.xml".to_owned(),
            build_description(&identifier, &names).into_bytes(),
        ),
    ];
    let sources = sources.into_iter();
    contents.extend(sources.map(|(name, text)| (format!("sources/{name}"), text.into_bytes())));
    let path = with_ending(output, "fmu");
    files::write(
        &path,
        &packed(&contents).map_err(|error| Failure::writing(&path, &error))?,
    )?;
    Ok(Fmu {
        path,
        variables: variables.len() + 1,
        platform,
    })
}

fn identifier(exported: &Exported<'_>) -> String {
    let of_model = exported
        .motion
        .files
        .iter()
        .find_map(|file| file.name.strip_suffix(".c"));
    of_model.expect("a model has a source").to_owned()
}

/// Returns a text that differs for different models and scenarios.
fn token(exported: &Exported<'_>, glue: &str) -> String {
    let texts = exported.motion.files.iter().map(|file| file.text.as_str());
    let texts = texts.chain([exported.motion.motion.as_str(), glue]);
    let mut sums = [crc32fast::Hasher::new(), crc32fast::Hasher::new()];
    for (number, text) in texts.enumerate() {
        sums[number % 2].update(text.as_bytes());
    }
    let [a, b] = sums.map(crc32fast::Hasher::finalize);
    format!("{{nhi-{a:08x}-{b:08x}}}")
}

/// Returns the functions by which the interface reaches the variables.
fn glue(variables: &[Variable]) -> String {
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
fn beginning(exported: &Exported<'_>) -> String {
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

/// Returns the folder of binaries of this platform, and the ending of libraries.
pub(super) fn platform() -> Result<(String, &'static str), Failure> {
    let (system, ending) = match env::consts::OS {
        "linux" => ("linux", "so"),
        "macos" => ("darwin", "dylib"),
        other => {
            let found = format!("the binary of an FMU for `{other}` is not built here");
            return Err(Problem::new(found, "Linux or macOS").into());
        }
    };
    Ok((format!("{}-{system}", env::consts::ARCH), ending))
}

/// Returns the shared library of sources.
pub(super) fn compile(
    sources: &[(String, String)],
    identifier: &str,
    ending: &str,
) -> Result<Vec<u8>, Failure> {
    let compiler = env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let trouble = |what: String| -> Failure {
        Problem::new(what, "a C compiler")
            .help("install one, or name yours by the environment variable `CC`")
            .into()
    };
    let folder = tempfile::tempdir()
        .map_err(|error| trouble(format!("no folder for the compiler: {error}")))?;
    let library = folder.path().join(format!("{identifier}.{ending}"));
    let mut command = Command::new(&compiler);
    command
        .args([
            "-std=c99",
            "-O2",
            "-ffp-contract=off",
            "-fPIC",
            "-shared",
            "-o",
        ])
        .arg(&library);
    for (name, text) in sources {
        let path = folder.path().join(name);
        std::fs::write(&path, text).map_err(|error| Failure::writing(&path, &error))?;
        if name.ends_with(".c") {
            command.arg(path);
        }
    }
    let done = command.arg("-lm").output();
    let done = done.map_err(|error| trouble(format!("`{compiler}` cannot be run: {error}")))?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        let mut lines = said.lines();
        let first = lines
            .find(|line| line.contains("error"))
            .unwrap_or_default();
        return Err(trouble(format!("`{compiler}` failed: {first}")));
    }
    std::fs::read(&library)
        .map_err(|error| trouble(format!("`{compiler}` wrote no library: {error}")))
}

/// Returns files as one archive.
fn packed(files: &[(String, Vec<u8>)]) -> std::io::Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, content) in files {
        archive.start_file(name, options)?;
        archive.write_all(content)?;
    }
    Ok(archive.finish()?.into_inner())
}

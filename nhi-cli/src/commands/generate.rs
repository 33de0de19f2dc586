//! `nhi gen`: the code of a model file.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use nhi_build::visible_path;
use nhi_study::files;
use nhi_study::result_file::is_standard_output;
use nhi_study::sources::Sources;
use nhi_symbolic::LeftOut;
use serde_json::json;

use crate::cli::{GenArguments, Language};
use crate::console::Console;
use crate::outcome::{Failure, Outcome, Problem};

/// Prints, writes or checks the generated code.
pub(crate) fn generate(arguments: &GenArguments, console: &Console) -> Result<Outcome, Failure> {
    match arguments.language {
        Language::Rust => rust(arguments, console),
        Language::C => c(arguments, console),
    }
}

fn rust(arguments: &GenArguments, console: &Console) -> Result<Outcome, Failure> {
    let output = arguments.output.as_deref();
    let output = output.filter(|path| arguments.check || !is_standard_output(path));
    if let Some(path) = output {
        files::keep_apart(path, &[&arguments.model])?;
    }
    let sources = Sources::read(&arguments.model, console.colour)?;
    let simplification = arguments.simplification;
    let models = simplification.compile(&sources, output, console)?;
    let code = nhi_build::generate_compiled(models).map_err(|found| sources.failure(&found))?;
    let code = format!("// {}\n\n{code}", header(&arguments.model));
    match output {
        None => {
            let data = json!({ "code": code });
            Ok(Outcome::new(code, data))
        }
        Some(path) if arguments.check => {
            compare(&code, path, arguments)?;
            let text = format!("`{}` is up to date\n", visible_path(path));
            Ok(Outcome::new(
                text,
                json!({ "output": path, "up_to_date": true }),
            ))
        }
        Some(path) => {
            files::write(path, code.as_bytes())?;
            let lines = code.lines().count();
            let text = format!("wrote {lines} lines to `{}`\n", visible_path(path));
            Ok(Outcome::new(
                text,
                json!({ "output": path, "lines": lines }),
            ))
        }
    }
}

/// Writes or checks the files of C code in a folder.
fn c(arguments: &GenArguments, console: &Console) -> Result<Outcome, Failure> {
    let folder = arguments.output.as_deref().unwrap_or(Path::new("."));
    if is_standard_output(folder) {
        let message = "C code is several files: give a folder with `-o`, not `-`";
        return Err(Failure::usage(message.to_owned()));
    }
    let sources = Sources::read(&arguments.model, console.colour)?;
    let simplification = arguments.simplification;
    let models = simplification.compile(&sources, Some(folder), console)?;
    let code = nhi_symbolic::generate_c(&models).map_err(|found| sources.failure(&found))?;
    let mut files: Vec<_> = code
        .files
        .into_iter()
        .map(|file| {
            let path = folder.join(file.name);
            (
                path,
                format!("/* {} */\n{}", header(&arguments.model), file.text),
            )
        })
        .collect();
    files.sort();
    let paths: Vec<_> = files.iter().map(|(path, _)| path).collect();
    let data = json!({ "outputs": paths, "up_to_date": true });
    if arguments.check {
        for (path, text) in &files {
            compare(text, path, arguments)?;
        }
        let text = format!("the code in `{}` is up to date\n", visible_path(folder));
        return Ok(Outcome::new(text, data));
    }
    let written = files.iter().map(|(path, _)| path.as_path());
    for path in written.chain([folder]) {
        files::keep_apart(path, &[&arguments.model])?;
    }
    files::create_folder(folder)?;
    let contents = files.iter();
    files::write_all(contents.map(|(path, code)| (path.as_path(), code.as_bytes())))?;
    let mut text = String::new();
    for (path, code) in &files {
        let lines = code.lines().count();
        text += &format!("wrote {lines} lines to `{}`\n", visible_path(path));
    }
    let LeftOut {
        integrators,
        step_derivatives,
    } = &code.left_out;
    for integrator in integrators {
        text +=
            &format!("note: `{integrator}` is left out: C code does not choose its own steps\n");
    }
    for integrator in step_derivatives {
        text += &format!(
            "note: the derivative of a step of `{integrator}` is left out: C code has those of steps that are not composed\n"
        );
    }
    let data = json!({
        "outputs": paths,
        "left_out": integrators,
        "left_out_derivatives": step_derivatives,
    });
    Ok(Outcome::new(text, data))
}

/// Returns the text of the comment at the top of the code. It does not name the version, so the
/// file changes only if the code changes. The comment is a single line, whatever the file name
/// contains.
fn header(model: &Path) -> String {
    let name = visible_path(Path::new(model.file_name().unwrap_or_default()));
    format!("Generated by nhi from `{name}`: change that file, not this one.")
}

/// Compares the code with a file, in which version control may have changed the line endings.
fn compare(code: &str, path: &Path, arguments: &GenArguments) -> Result<(), Failure> {
    let old = beginning(path, 2 * code.len() as u64 + 1).map_err(|error| {
        let problem = Problem::new(
            format!("`{}` cannot be read: {error}", visible_path(path)),
            "a file that `nhi gen` has written",
        );
        Failure::from(problem)
    })?;
    if old.replace("\r\n", "\n") == code {
        return Ok(());
    }
    let model = visible_path(&arguments.model);
    Err(Problem {
        file: Some(visible_path(path)),
        place: Some((first_difference(&old, code), 1)),
        ..Problem::new(
            "differs from the code of the model, here for the first time",
            format!("the code that `nhi gen` makes of `{model}`"),
        )
    }
    .help(format!(
        "run `nhi gen {model}{}{} -o {}`",
        arguments.language.option(),
        arguments.simplification.option(),
        visible_path(arguments.output.as_deref().unwrap_or(path))
    ))
    .into())
}

/// Reads at most `most` bytes of a file; a longer file differs in any case.
fn beginning(path: &Path, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the first line in which two texts differ, counted from 1.
fn first_difference(a: &str, b: &str) -> usize {
    let equal = a.lines().zip(b.lines()).take_while(|(x, y)| x == y);
    equal.count() + 1
}

//! `nhi compare`: integrators against the reference.

use nhi_build::visible_path;
use nhi_study::comparison::{
    Comparison, Purpose, Surroundings, compare as compared, data, names_of_pictures, pictures, text,
};
use nhi_study::files;
use nhi_study::scenario::ScenarioFiles;

use crate::cli::CompareArguments;
use crate::console::Console;
use crate::outcome::{Failure, Outcome};
use crate::progress::Progress;
use crate::stop;

/// The name of the data file in the output folder.
const DATA: &str = "compare.json";

/// Compares integrators on a scenario.
pub(crate) fn compare(arguments: &CompareArguments, console: &Console) -> Result<Outcome, Failure> {
    let overrides = arguments.changes.overrides();
    let files = ScenarioFiles::read(&arguments.scenario, &overrides, console.colour)?;
    let names = split(&arguments.integrators)?;
    let purpose = match arguments.work_precision {
        true => Purpose::WorkPrecision,
        false => Purpose::Orders,
    };
    if let Some(folder) = &arguments.output {
        let scenario = files.clone().bind()?;
        files::keep_apart(folder, &scenario.files())?;
        for name in names_of_pictures(purpose).into_iter().chain([DATA]) {
            files::keep_apart(&folder.join(name), &scenario.files())?;
        }
    }
    let stop = stop::on_signals();
    let mut around = Surroundings {
        stop: &stop,
        derivation: &|| Box::new(Progress::over("integrator", names.len() as u64, console)),
        runs: &|| Box::new(Progress::new(0, console)),
        tell: &mut |notes| console.tell(notes),
    };
    let comparison = compared(&files, &names, arguments.project, purpose, &mut around)?;
    finish(&comparison, arguments)
}

/// Prints the results, and writes them if an output folder is given.
fn finish(comparison: &Comparison, arguments: &CompareArguments) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::new(text(comparison), data(comparison));
    if let Some(folder) = &arguments.output {
        files::create_folder(folder)?;
        let mut written = pictures(comparison, folder)?;
        let json = serde_json::to_string_pretty(&outcome.data).unwrap_or_default();
        files::write(&folder.join(DATA), json.as_bytes())?;
        written.push(DATA);
        let line = format!(
            "\nwrote {} to `{}`\n",
            written.join(", "),
            visible_path(folder)
        );
        outcome.text.push_str(&line);
    }
    Ok(outcome)
}

/// Splits a list of integrators at the commas outside parentheses.
fn split(list: &str) -> Result<Vec<String>, Failure> {
    let mut names = vec![String::new()];
    let mut depth = 0_i32;
    for letter in list.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if letter == ',' && depth == 0 {
            names.push(String::new());
        } else if let Some(name) = names.last_mut() {
            name.push(letter);
        }
    }
    let names: Vec<_> = names.iter().map(|name| name.trim().to_owned()).collect();
    if names.iter().any(String::is_empty) {
        return Err(Failure::usage(
            "`--integrators` has an empty entry: write \"Mla,Rk(order = 4)\"".to_owned(),
        ));
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn commas_inside_parentheses_belong_to_the_options() {
        let list = "Gni(start = Smooth, quadrature = Midpoint), Rk";
        let expected = ["Gni(start = Smooth, quadrature = Midpoint)", "Rk"];
        assert_eq!(split(list).unwrap(), expected);
        assert!(split("Gni,,Rk").is_err());
    }
}

//! `nhi man`: the manual pages.

use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;
use nhi_build::visible_path;
use nhi_study::files;
use serde_json::json;

use crate::cli::{Cli, ManArguments};
use crate::outcome::{Failure, Outcome};

/// Prints the page of the command, or writes the pages of all commands.
pub(crate) fn man(arguments: &ManArguments) -> Result<Outcome, Failure> {
    let mut command = Cli::command();
    command.build();
    match &arguments.output {
        None => {
            let text = page(command)?;
            let data = json!({ "page": text });
            Ok(Outcome::new(text, data))
        }
        Some(folder) => write_all(&command, folder),
    }
}

fn write_all(command: &clap::Command, folder: &Path) -> Result<Outcome, Failure> {
    files::create_folder(folder)?;
    let mut written = Vec::new();
    let commands = command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help");
    for sub in std::iter::once(command).chain(commands) {
        let name = sub.get_display_name().unwrap_or(sub.get_name()).to_owned();
        let path = folder.join(format!("{name}.1"));
        files::write(&path, page(sub.clone())?.as_bytes())?;
        written.push(path.display().to_string());
    }
    let text = format!(
        "wrote {} pages to `{}`\n",
        written.len(),
        visible_path(folder)
    );
    Ok(Outcome::new(text, json!({ "files": written })))
}

fn page(command: clap::Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    Man::new(command)
        .render(&mut page)
        .map_err(|error| nhi_study::problem::Failure::writing(Path::new("-"), &error))?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

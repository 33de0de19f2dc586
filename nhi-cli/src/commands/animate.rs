//! `nhi animate`: a run as a page or an animated picture.

use std::path::Path;

use nhi_build::visible_path;
use nhi_study::animation::{Animated, Medium, of_table};
use nhi_study::files;
use serde_json::json;

use crate::cli::{AnimateArguments, Showing};
use crate::console::Console;
use crate::outcome::{Failure, Outcome};

/// Creates the page or the picture of a table.
pub(crate) fn animate(arguments: &AnimateArguments, console: &Console) -> Result<Outcome, Failure> {
    let output = &arguments.output;
    let medium = medium_of(output)?;
    check(medium, &arguments.showing)?;
    let showing = arguments.showing.as_written();
    let found = of_table(&arguments.table, output, &showing, medium, console.colour)?;
    let Animated {
        content,
        title,
        rows,
        parts,
        notes,
    } = found;
    files::write(output, content.as_bytes())?;

    let name = match medium {
        Medium::Page => "page",
        Medium::Picture => "picture",
    };
    let text = format!(
        "wrote {rows} rows as a {name} to `{}`\n",
        visible_path(output)
    );
    let mut outcome = Outcome::new(
        text,
        json!({ "output": output, "title": title, "rows": rows, "parts": parts }),
    );
    outcome.notes = notes;
    Ok(outcome)
}

/// Returns the kind that the file extension selects.
fn medium_of(output: &Path) -> Result<Medium, Failure> {
    let ending = output
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("html" | "htm") => Ok(Medium::Page),
        Some("svg") => Ok(Medium::Picture),
        _ => Err(Failure::usage(format!(
            "`{}` has no ending that names a page or a picture that moves: use .html or .svg",
            visible_path(output)
        ))),
    }
}

/// Rejects options for plots if the output is a picture, which has none.
fn check(medium: Medium, showing: &Showing) -> Result<(), Failure> {
    let of_plots = [
        ("--columns", !showing.columns.is_empty()),
        ("--degrees", showing.degrees.is_some()),
    ];
    match (medium, of_plots.iter().find(|(_, is_given)| *is_given)) {
        (Medium::Picture, Some((option, _))) => Err(Failure::usage(format!(
            "`{option}` is for plots, and a picture that moves has none: leave it out, or write a page, .html"
        ))),
        _ => Ok(()),
    }
}

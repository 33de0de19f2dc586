//! `nhi animate`: a run as a page that moves.

use std::path::Path;

use nhi_build::visible_path;
use serde_json::json;

use crate::animation::{Frames, data, page, usual};
use crate::cli::AnimateArguments;
use crate::console::Console;
use crate::files;
use crate::outcome::{Failure, Outcome, Problem};
use crate::plots::Seen;

/// Makes the page of a table.
pub(crate) fn animate(arguments: &AnimateArguments, console: &Console) -> Result<Outcome, Failure> {
    let output = &arguments.output;
    is_page(output)?;
    let tables = std::slice::from_ref(&arguments.table);
    let seen = Seen::read(tables, output, &arguments.showing, console)?;
    let Seen {
        runs,
        scenario,
        title,
        panels,
        notes,
    } = seen;
    let run = &runs[0];
    let frames = Frames::new(&run.table);
    let parts = match &scenario {
        Some(scenario) if !scenario.sketch.is_empty() => scenario.sketch.resolve(&frames)?,
        _ => usual(&frames),
    };
    if parts.is_empty() && panels.is_empty() {
        let problem = Problem::new(
            "no column that can be shown",
            "coordinates, group elements, or `--columns`",
        );
        return Err(run.at(problem).into());
    }
    let data = data(&title, &frames, &parts, &panels);
    files::write(output, page(&data).as_bytes())?;

    let rows = run.table.rows();
    let text = format!(
        "wrote {rows} rows as a page to `{}`\n",
        visible_path(output)
    );
    let parts: Vec<_> = parts.iter().map(|part| part.name.as_str()).collect();
    let mut outcome = Outcome::new(
        text,
        json!({ "output": output, "title": title, "rows": rows, "parts": parts }),
    );
    outcome.notes = notes.into_iter().map(|note| run.at(note)).collect();
    Ok(outcome)
}

/// A page is opened by its ending.
fn is_page(output: &Path) -> Result<(), Failure> {
    let ending = output
        .extension()
        .map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("html" | "htm") => Ok(()),
        _ => Err(Failure::Usage(format!(
            "`{}` has no ending that names a page: use .html",
            visible_path(output)
        ))),
    }
}

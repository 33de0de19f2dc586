//! `nhi animate`: a run as a page or an animated picture.

use std::path::Path;

use nhi_build::visible_path;
use nhi_study::animation::{
    Frames, MOST_OF_PAGE, MOST_OF_PICTURE, data, is_anywhere, page, picture, shows_plots, usual,
};
use nhi_study::files;
use nhi_study::plots::Seen;
use serde_json::json;

use crate::cli::{AnimateArguments, Showing};
use crate::console::Console;
use crate::outcome::{Failure, Outcome, Problem};

/// Creates the page or the picture of a table.
pub(crate) fn animate(arguments: &AnimateArguments, console: &Console) -> Result<Outcome, Failure> {
    let output = &arguments.output;
    let medium = Medium::of(output)?;
    medium.shows(&arguments.showing)?;
    let tables = std::slice::from_ref(&arguments.table);
    let seen = Seen::read(
        tables,
        output,
        &arguments.showing.as_written(),
        console.colour,
    )?;
    let Seen {
        runs,
        scenario,
        units,
        title,
        panels,
        mut notes,
    } = seen;
    let run = &runs[0];
    let frames = Frames::new(&run.table, medium.most_moments());
    let sketch = scenario.map(|scenario| scenario.sketch);
    let sketch = sketch.filter(|sketch| !sketch.is_empty());
    let of_sketch = sketch.map(|sketch| sketch.resolve(&frames)).transpose();
    let of_sketch = match of_sketch {
        // The scenario that a table names may have changed.
        Err(_) if arguments.showing.scenario.is_none() => {
            let text = "the sketch of the scenario needs other columns, so plain bodies are drawn";
            notes.push(Problem::note(text));
            None
        }
        of_sketch => of_sketch?,
    };
    let parts = of_sketch.unwrap_or_else(|| {
        let (parts, note) = usual(&frames);
        notes.extend(note);
        parts
    });
    let content = match medium {
        Medium::Page if parts.is_empty() && panels.is_empty() => {
            let required = "coordinates, group elements, or `--columns`";
            Err(Problem::new("no column that can be shown", required).into())
        }
        Medium::Page if !shows_plots(&panels) && !is_anywhere(&frames, &parts) => {
            let found = "no row with finite numbers that can be shown";
            Err(Problem::new(found, "a time at which a part has a place").into())
        }
        Medium::Picture if parts.is_empty() => {
            let required = "coordinates x and y, a group element, or a `[sketch]`";
            Err(Problem::new("nothing that a picture could show", required).into())
        }
        Medium::Page => Ok(page(&data(&title, &frames, &parts, &panels))),
        Medium::Picture => {
            // The picture is drawn from the numbers of the table.
            picture(&title, units.own("x").as_deref(), &frames, &parts)
        }
    };
    let content = content.map_err(|problem| Failure::from(run.at(*problem)))?;
    files::write(output, content.as_bytes())?;

    let rows = run.table.rows();
    let text = format!(
        "wrote {rows} rows as a {} to `{}`\n",
        medium.name(),
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

/// The kind of animation.
#[derive(Clone, Copy, Debug)]
enum Medium {
    Page,
    Picture,
}

impl Medium {
    /// Returns the kind that the file extension selects.
    fn of(output: &Path) -> Result<Self, Failure> {
        let ending = output
            .extension()
            .map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("html" | "htm") => Ok(Self::Page),
            Some("svg") => Ok(Self::Picture),
            _ => Err(Failure::usage(format!(
                "`{}` has no ending that names a page or a picture that moves: use .html or .svg",
                visible_path(output)
            ))),
        }
    }

    /// Rejects options for plots if the output is a picture, which has none.
    fn shows(self, showing: &Showing) -> Result<(), Failure> {
        let of_plots = [
            ("--columns", !showing.columns.is_empty()),
            ("--degrees", showing.degrees.is_some()),
        ];
        match (self, of_plots.iter().find(|(_, is_given)| *is_given)) {
            (Self::Picture, Some((option, _))) => Err(Failure::usage(format!(
                "`{option}` is for plots, and a picture that moves has none: leave it out, or write a page, .html"
            ))),
            _ => Ok(()),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Picture => "picture",
        }
    }

    fn most_moments(self) -> usize {
        match self {
            Self::Page => MOST_OF_PAGE,
            Self::Picture => MOST_OF_PICTURE,
        }
    }
}

//! The animation of a table: what the command and the Python package show.

use std::path::{Path, PathBuf};

use nhi_build::Colour;

use super::{
    Frames, MOST_OF_PAGE, MOST_OF_PICTURE, data, is_anywhere, page, picture, shows_plots, usual,
};
use crate::plots::{Seen, Showing};
use crate::problem::{Failure, Problem};

/// The kind of an animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// A web page with a sketch and plots.
    Page,
    /// An SVG picture of the sketch alone.
    Picture,
}

/// An animated table.
#[derive(Debug)]
pub struct Animated {
    /// The page or the picture.
    pub content: String,
    /// The title.
    pub title: String,
    /// The number of rows of the table.
    pub rows: usize,
    /// The names of the parts of the sketch.
    pub parts: Vec<String>,
    /// Remarks on what is shown.
    pub notes: Vec<Problem>,
}

impl Medium {
    fn most_moments(self) -> usize {
        match self {
            Self::Page => MOST_OF_PAGE,
            Self::Picture => MOST_OF_PICTURE,
        }
    }
}

/// Animates a table for an output file, which is not written.
///
/// # Errors
/// A file cannot be read, is the output file, or has nothing that the animation can show.
pub fn of_table(
    table: &Path,
    output: &Path,
    showing: &Showing,
    medium: Medium,
    colour: Colour,
) -> Result<Animated, Failure> {
    let tables = [PathBuf::from(table)];
    let Seen {
        runs,
        scenario,
        units,
        title,
        panels,
        mut notes,
    } = Seen::read(&tables, output, showing, colour)?;
    let run = &runs[0];
    let frames = Frames::new(&run.table, medium.most_moments());
    let sketch = scenario.map(|scenario| scenario.sketch);
    let sketch = sketch.filter(|sketch| !sketch.is_empty());
    let of_sketch = sketch.map(|sketch| sketch.resolve(&frames)).transpose();
    let of_sketch = match of_sketch {
        // The scenario that a table names may have changed.
        Err(_) if showing.scenario.is_none() => {
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
    let content = content.map_err(|problem: Box<Problem>| Failure::from(run.at(*problem)))?;
    Ok(Animated {
        content,
        rows: run.table.rows(),
        parts: parts.into_iter().map(|part| part.name).collect(),
        notes: notes.into_iter().map(|note| run.at(note)).collect(),
        title,
    })
}

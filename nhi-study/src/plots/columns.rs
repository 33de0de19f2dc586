//! Plots of requested columns.

use nhi_build::visible_line;

use super::paths::with_paths;
use super::{Labels, Run, over_time};
use crate::picture::{Panel, Scale};
use crate::problem::{Failure, Problem};

/// The maximum number of panels of a picture.
const MOST_PANELS: usize = 100;

/// The number of similar names in a message.
const MOST_NEAR: usize = 3;

/// The maximum length of names that are compared: the comparison needs quadratic time.
const LONGEST: usize = 64;

/// Returns a panel for each of the columns, over time or over the column `x`. Without columns, the
/// panel is that of the velocity of `x`.
///
/// # Errors
/// There are more columns than panels, or a run does not have a column; the error lists the most
/// similar names.
pub(super) fn chosen(
    (columns, x): (&[String], Option<&str>),
    held: &[String],
    runs: &[Run],
    labels: &Labels,
) -> Result<Vec<Panel>, Failure> {
    let velocity = x.map(|x| format!("{x}_dot"));
    let is_alone = columns.is_empty();
    if let (true, Some(x), Some(velocity)) = (is_alone, x, &velocity) {
        let first = &runs[0];
        if first.table.column(x).is_some() && first.table.column(velocity).is_none() {
            let found = format!(
                "`--x {}` alone draws a velocity, and this column has none",
                visible_line(x)
            );
            let problem = Problem::new(found, "the columns to draw over it");
            return Err(first.at(problem.help("add `--columns A,B`")).into());
        }
    }
    let mut names: Vec<&str> = Vec::new();
    let given = columns.iter().map(|name| name.trim());
    for name in given.chain(velocity.as_deref().filter(|_| is_alone)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() > MOST_PANELS {
        return Err(Failure::Usage(format!(
            "{} columns, each with a panel: draw at most {MOST_PANELS} in a picture",
            names.len()
        )));
    }
    let asked = || {
        runs.iter().flat_map(|run| {
            x.into_iter()
                .chain(names.iter().copied())
                .map(move |name| (run, name))
        })
    };
    let missing: Vec<_> = asked()
        .filter(|(run, name)| run.table.column(name).is_none())
        .map(|(run, name)| run.at(no_such_column(name, &run.table.names)))
        .collect();
    if !missing.is_empty() {
        return Err(Failure::Input(missing));
    }
    let panel = |name: &&str| {
        if let Some(x) = x {
            return over_column(x, name, runs, labels);
        }
        let column = [(String::new(), (*name).to_owned())];
        let panel = over_time(name, &labels.with_unit("", name), runs, labels, &column);
        match held.iter().any(|control| control == name) {
            true => panel.held(),
            false => panel,
        }
    };
    Ok(names.iter().map(panel).collect())
}

/// Returns a panel of one column over another, with time marks.
fn over_column(x: &str, y: &str, runs: &[Run], labels: &Labels) -> Panel {
    let [of_x, of_y] = [x, y].map(|name| labels.with_unit(name, name));
    let panel = Panel::new(&format!("{y} over {x}"), &of_x, &of_y, Scale::Path);
    with_paths(panel, runs, labels, (x, y))
}

/// Returns the error about a missing column.
pub fn no_such_column(name: &str, columns: &[String]) -> Problem {
    let near: Vec<_> = nearest(name, columns)
        .into_iter()
        .map(|near| format!("`{}`", visible_line(near)))
        .collect();
    Problem::new(
        format!("there is no column `{}`", visible_line(name)),
        format!("one of the {} columns of the table", columns.len()),
    )
    .help(format!("the nearest are {}", near.join(", ")))
}

/// Returns the names most similar to another one, in order of similarity. Names that begin with it
/// come before those that share letters with it.
fn nearest<'a>(name: &str, columns: &'a [String]) -> Vec<&'a str> {
    let begins = |column: &str| !name.is_empty() && column.starts_with(name);
    let distance = |column: &str| {
        let is_short = name.len() <= LONGEST && column.len() <= LONGEST;
        let likeness = is_short.then(|| strsim::jaro_winkler(name, column));
        (1e6 * (1.0 - likeness.unwrap_or_default())) as u64
    };
    let mut near: Vec<_> = columns.iter().map(String::as_str).collect();
    near.sort_by_cached_key(|column| (!begins(column), distance(column)));
    near.dedup();
    near.truncate(MOST_NEAR);
    near
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_likest_names_come_first() {
        let columns = [
            "t",
            "x",
            "pitch",
            "pitch_dot",
            "u_left",
            "u_right",
            "energy",
        ];
        let columns = columns.map(str::to_owned);
        assert_eq!(nearest("picth", &columns)[..2], ["pitch", "pitch_dot"]);
        assert_eq!(nearest("u", &columns)[..2], ["u_left", "u_right"]);
        assert_eq!(nearest("uleft", &columns)[0], "u_left");
        assert_eq!(nearest("", &columns).len(), 3);
    }
}

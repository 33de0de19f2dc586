//! Columns that were asked for.

use nhi_build::visible_line;

use super::{Labels, Run, over_time};
use crate::figure::Panel;
use crate::outcome::{Failure, Problem};

/// Most panels of a picture.
const MOST_PANELS: usize = 100;

/// How many near names a message shows.
const MOST_NEAR: usize = 3;

/// Longer names are not compared: how near they are takes quadratic time.
const LONGEST: usize = 64;

/// A panel for each of the columns, over the time.
///
/// # Errors
/// More columns than a picture has panels, a column that one of the runs does not have, with the names
/// nearest to it.
pub(super) fn chosen(
    columns: &[String],
    runs: &[Run],
    labels: &Labels,
) -> Result<Vec<Panel>, Failure> {
    let mut names: Vec<&str> = Vec::new();
    for name in columns.iter().map(|name| name.trim()) {
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
        runs.iter()
            .flat_map(|run| names.iter().map(move |name| (run, *name)))
    };
    let missing: Vec<_> = asked()
        .filter(|(run, name)| run.table.column(name).is_none())
        .map(|(run, name)| run.at(no_such_column(name, &run.table.names)))
        .collect();
    if !missing.is_empty() {
        return Err(Failure::Input(missing));
    }
    let panel = |name: &&str| {
        let column = [(String::new(), (*name).to_owned())];
        over_time(name, &labels.with_unit("", name), runs, labels, &column)
    };
    Ok(names.iter().map(panel).collect())
}

/// The message about a column that is not there.
pub(crate) fn no_such_column(name: &str, columns: &[String]) -> Problem {
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

/// The names that are most like another one, the likest first: those that begin with it before those
/// that share letters with it.
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

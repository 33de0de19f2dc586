//! Plots of requested columns.

use nhi_build::visible_line;

use super::{Labels, Run, over_time};
use crate::picture::Panel;
use crate::problem::{Failure, Problem};

/// The maximum number of panels of a picture.
const MOST_PANELS: usize = 100;

/// The number of similar names in a message.
const MOST_NEAR: usize = 3;

/// The maximum length of names that are compared: the comparison needs quadratic time.
const LONGEST: usize = 64;

/// Returns a panel for each of the columns, over time.
///
/// # Errors
/// There are more columns than panels, or a run does not have a column; the error lists the most
/// similar names.
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

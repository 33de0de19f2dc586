//! `nhi plot`: a trajectory as a picture.

use nhi_build::{visible_line, visible_path};
use nhi_symbolic::suggestion;
use serde_json::json;

use crate::cli::PlotArguments;
use crate::figure::{Format, Panel, Scale, save};
use crate::files;
use crate::outcome::{Failure, Outcome, Problem};
use crate::table_read::NumberTable;

/// Most lines of one panel, which differ in colour or dashes.
const MOST_LINES: usize = 21;

/// Most columns that a message names.
const MOST_NAMED: usize = 30;

/// Plots a CSV file.
pub(crate) fn plot(arguments: &PlotArguments) -> Result<Outcome, Failure> {
    let (source, output) = (&arguments.table, &arguments.output);
    Format::of(output)?;
    files::keep_apart(output, &[source])?;
    let table = NumberTable::read(source)?;
    let in_file = |problem| Problem {
        file: Some(visible_path(source)),
        ..problem
    };
    if table.rows() < 2 {
        let found = format!("{} rows", table.rows());
        return Err(in_file(Problem::new(found, "at least two rows to draw a line")).into());
    }
    let panels: Vec<_> = [
        trajectory(&table),
        energy(&table),
        over_time(&table, "residual", "Constraint residuals", "A v + b"),
        over_time(&table, "lambda", "Multipliers", "lambda"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if panels.iter().all(Panel::is_empty) {
        return Err(in_file(nothing_to_draw(&table, panels.is_empty())).into());
    }
    let name = source.file_stem().unwrap_or_default();
    save(&name.to_string_lossy(), &panels, output)?;
    let text = format!(
        "drew {} rows into `{}`\n",
        table.rows(),
        visible_path(output)
    );
    let titles: Vec<_> = panels.iter().map(|panel| panel.title.clone()).collect();
    let data = json!({ "output": output, "rows": table.rows(), "panels": titles });
    let mut outcome = Outcome::new(text, data);
    outcome.notes.extend(left_out(&table).map(in_file));
    Ok(outcome)
}

/// Why a picture would be empty, with the columns that there are.
fn nothing_to_draw(table: &NumberTable, are_unknown: bool) -> Problem {
    let mut names: Vec<_> = table.names.iter().map(|name| visible_line(name)).collect();
    let others = names.len().saturating_sub(MOST_NAMED);
    names.truncate(MOST_NAMED);
    let more = match others {
        0 => String::new(),
        others => format!(" and {others} more"),
    };
    let found = if are_unknown {
        "no column that can be drawn"
    } else {
        "no finite number that can be drawn"
    };
    let problem = Problem::new(
        format!("{found}: the columns are {}{more}", names.join(", ")),
        "a coordinate with its velocity, such as `x` and `x_dot`, `energy`, `residual.NAME` or `lambda.NAME`",
    );
    problem.help(if are_unknown {
        meant(table)
    } else {
        String::new()
    })
}

/// A name that could be drawn and is near to one that there is; empty where there is none.
fn meant(table: &NumberTable) -> String {
    let names = || table.names.iter().skip(1).take(MOST_NAMED);
    let velocities: Vec<_> = names().map(|name| format!("{name}_dot")).collect();
    let known = || velocities.iter().map(String::as_str).chain(["energy"]);
    let meant = names().map(|name| (name, suggestion(name, known())));
    meant
        .filter(|(_, suggestion)| !suggestion.is_empty())
        .map(|(name, suggestion)| format!("`{name}`: {suggestion}"))
        .next()
        .unwrap_or_default()
}

/// The remark on lines that are not drawn.
fn left_out(table: &NumberTable) -> impl Iterator<Item = Problem> {
    let families = ["residual", "lambda"].map(|family| (family, table.family(family).len()));
    let families = families
        .into_iter()
        .filter(|(_, count)| *count > MOST_LINES);
    families.map(|(family, count)| {
        Problem::note(format!(
            "of {count} columns `{family}.NAME` the first {MOST_LINES} are drawn"
        ))
    })
}

/// The path in x and y where there are such coordinates, else in the first two; a single coordinate
/// over the time.
fn trajectory(table: &NumberTable) -> Option<Panel> {
    let names = table.coordinates();
    let (x, y) = match names.as_slice() {
        _ if names.contains(&"x") && names.contains(&"y") => ("x", "y"),
        [] => return None,
        [only] => {
            let panel = Panel::new("Trajectory", "t", only, Scale::Linear);
            return Some(panel.with("", table.points("t", only)));
        }
        [first, second, ..] => (*first, *second),
    };
    let scale = if (x, y) == ("x", "y") {
        Scale::Equal
    } else {
        Scale::Path
    };
    Some(Panel::new("Trajectory", x, y, scale).with("", table.points(x, y)))
}

/// The energy relative to its first value, of which a small change can be seen.
fn energy(table: &NumberTable) -> Option<Panel> {
    let points = table.points("t", "energy");
    let mut values = points.iter().map(|point| point.1);
    let first = values.find(|value| value.is_finite())?;
    let label = format!("E - E(0), E(0) = {first:.6}");
    let points = points.into_iter().map(|(t, energy)| (t, energy - first));
    Some(Panel::new("Energy", "t", &label, Scale::Linear).with("", points.collect()))
}

fn over_time(table: &NumberTable, family: &str, title: &str, label: &str) -> Option<Panel> {
    let names = table.family(family);
    let panel = Panel::new(title, "t", label, Scale::Linear);
    let panel = names.iter().take(MOST_LINES).fold(panel, |panel, name| {
        panel.with(name, table.points("t", &format!("{family}.{name}")))
    });
    (!names.is_empty()).then_some(panel)
}

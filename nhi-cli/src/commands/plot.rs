//! `nhi plot`: a trajectory as a picture.

use serde_json::json;

use crate::cli::PlotArguments;
use crate::figure::{Format, Panel, Scale, save};
use crate::outcome::{Failure, Outcome, Problem};
use crate::table_read::NumberTable;

/// Plots a CSV file.
pub(crate) fn plot(arguments: &PlotArguments) -> Result<Outcome, Failure> {
    Format::of(&arguments.output)?;
    let table = NumberTable::read(&arguments.table)?;
    if table.rows() < 2 {
        return Err(Problem {
            file: Some(arguments.table.display().to_string()),
            ..Problem::new(
                format!("{} rows", table.rows()),
                "at least two rows to draw a line",
            )
        }
        .into());
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
    let name = arguments.table.file_stem().unwrap_or_default();
    save(&name.to_string_lossy(), &panels, &arguments.output)?;
    let text = format!(
        "drew {} rows into `{}`\n",
        table.rows(),
        arguments.output.display()
    );
    let titles: Vec<_> = panels.iter().map(|panel| panel.title.clone()).collect();
    let data = json!({ "output": arguments.output, "rows": table.rows(), "panels": titles });
    Ok(Outcome::new(text, data))
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
    let first = points.first()?.1;
    let label = format!("E - E(0), E(0) = {first:.6}");
    let points = points.into_iter().map(|(t, energy)| (t, energy - first));
    Some(Panel::new("Energy", "t", &label, Scale::Linear).with("", points.collect()))
}

fn over_time(table: &NumberTable, family: &str, title: &str, label: &str) -> Option<Panel> {
    let names = table.family(family);
    let panel = Panel::new(title, "t", label, Scale::Linear);
    let panel = names.iter().fold(panel, |panel, name| {
        panel.with(name, table.points("t", &format!("{family}.{name}")))
    });
    (!names.is_empty()).then_some(panel)
}

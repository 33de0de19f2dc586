//! `nhi plot`: trajectories as a picture.

use std::path::Path;

use nhi_build::{visible_line, visible_path};
use nhi_study::picture::{Format, Panel, Picture};
use nhi_study::plots::Seen;
use nhi_study::sweep::{SweepTable, is_sweep};
use nhi_study::table::NumberTable;
use nhi_symbolic::suggestion;
use serde_json::json;

use crate::cli::PlotArguments;
use crate::console::Console;
use crate::outcome::{Failure, Outcome, Problem};

/// The maximum number of columns that a message names.
const MOST_NAMED: usize = 30;

/// Plots tables of runs.
pub(crate) fn plot(arguments: &PlotArguments, console: &Console) -> Result<Outcome, Failure> {
    let output = &arguments.output;
    Format::of(output)?;
    if let [folder] = arguments.tables.as_slice()
        && is_sweep(folder)
    {
        return plot_sweep(folder, arguments);
    }
    let seen = Seen::read(
        &arguments.tables,
        output,
        &arguments.as_written(),
        console.colour,
    )?;
    let Seen {
        runs,
        title,
        panels,
        notes,
        ..
    } = seen;
    if panels.iter().all(Panel::is_empty) {
        let first = &runs[0];
        return Err(first
            .at(nothing_to_draw(&first.table, panels.is_empty()))
            .into());
    }
    let rows: usize = runs.iter().map(|run| run.table.rows()).sum();
    let text = format!("drew {rows} rows into `{}`\n", visible_path(output));
    let titles: Vec<_> = panels.iter().map(|panel| panel.title.clone()).collect();
    Picture::new(&title, panels).save(output)?;
    let data = json!({ "output": output, "title": title, "rows": rows, "panels": titles });
    let mut outcome = Outcome::new(text, data);
    outcome.notes = notes.into_iter().map(|note| runs[0].at(note)).collect();
    Ok(outcome)
}

/// Plots the members of a sweep.
fn plot_sweep(folder: &Path, arguments: &PlotArguments) -> Result<Outcome, Failure> {
    refuse_options_of_runs(folder, arguments)?;
    let table = SweepTable::read(folder)?;
    if table.rows() == 0 {
        let found = "no part of this sweep is complete, so there are no members to draw";
        let problem = Problem::new(found, "at least one part, written by `nhi sweep`");
        return Err(problem.in_file(folder).into());
    }
    let showing = arguments.as_written();
    let panels = table.panels(&showing.columns, showing.x.as_deref())?;
    let output = &arguments.output;
    let rows = table.rows();
    let text = format!("drew {rows} members into `{}`\n", visible_path(output));
    let titles: Vec<_> = panels.iter().map(|panel| panel.title.clone()).collect();
    let title = showing.title.unwrap_or_else(|| table.title());
    let data = json!({ "output": output, "title": title, "rows": rows, "panels": titles });
    Picture::new(&title, panels).save(output)?;
    Ok(Outcome::new(text, data))
}

/// Refuses options that only pictures of runs have.
fn refuse_options_of_runs(folder: &Path, arguments: &PlotArguments) -> Result<(), Failure> {
    let showing = &arguments.showing;
    let given = [
        ("--panels", !arguments.panels.is_empty()),
        ("--log", arguments.log),
        ("--labels", !arguments.labels.is_empty()),
        ("--scenario", showing.scenario.is_some()),
        ("--degrees", showing.degrees.is_some()),
        ("--from", showing.from.is_some()),
        ("--to", showing.to.is_some()),
    ];
    let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) else {
        return Ok(());
    };
    let folder = visible_path(folder);
    let found = format!("`{option}`, and `{folder}` is the folder of a sweep");
    let required = "only `--columns`, `--x` and `--title` for a sweep";
    Err(Problem::new(found, required).into())
}

/// Returns the error for an empty picture, with the available columns.
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
        "a coordinate with its velocity, such as `x` and `x_dot`, a control, an output, `energy`, `residual.NAME` or `lambda.NAME`",
    );
    problem.help(if are_unknown {
        meant(table)
    } else {
        String::new()
    })
}

/// Suggests a drawable column whose name is similar to an existing one; empty if there is none.
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

//! `nhi sweep`: runs a scenario many times.

use nhi_build::visible_path;
use nhi_study::scenario::Scenario;
use nhi_study::sweep::{Sweep, SweepTarget};
use serde_json::json;

use crate::cli::SweepArguments;
use crate::console::Console;
use crate::outcome::{Failure, Outcome};
use crate::progress::Progress;
use crate::stop;

/// Runs the members of a sweep that are missing, or counts those that are there.
pub(crate) fn sweep(arguments: &SweepArguments, console: &Console) -> Result<Outcome, Failure> {
    let overrides = arguments.overrides();
    let scenario = Scenario::load(&arguments.scenario, &overrides, console.colour)?;
    let target = SweepTarget {
        folder: arguments.output.clone(),
        format: arguments.format(),
        shard: arguments.shard,
    };
    let stop = stop::on_signals();
    let sweep = Sweep::new(&scenario, &overrides, &target)?;
    let notes = sweep.note_on_starts().into_iter().collect();
    let folder = visible_path(&arguments.output);
    let done = sweep.progress();
    if arguments.status {
        let text = format!(
            "{} of {} parts are complete, of {} members in all\n",
            done.complete, done.parts, done.members
        );
        let data =
            json!({ "complete": done.complete, "parts": done.parts, "members": done.members });
        return Ok(Outcome::new(text, data));
    }
    let progress = Progress::over("member", sweep.remaining(), console);
    let count = sweep.run(&stop, &progress)?;
    drop(progress);
    let done = sweep.progress();
    let noted = match count.noted {
        0 => String::new(),
        noted => format!(", {noted} with notes of the run monitor"),
    };
    let text = format!(
        "ran {} members into `{folder}`: {} failed, {} refused{noted}; {} of {} parts are complete\n",
        count.members, count.failed, count.refused, done.complete, done.parts
    );
    let data = json!({
        "folder": folder,
        "ran": count.members,
        "failed": count.failed,
        "refused": count.refused,
        "noted": count.noted,
        "complete": done.complete,
        "parts": done.parts,
        "members": done.members,
    });
    Ok(Outcome {
        notes,
        ..Outcome::new(text, data)
    })
}

//! `nhi check` of a scenario: predictions about its run.

use std::path::Path;

use nhi_runtime::{Concern, WatchLimits};
use nhi_study::monitor::{Grown, first_level, growth};
use nhi_study::scenario::{Overrides, Scenario};
use nhi_study::text::brief;
use serde_json::json;

use crate::console::Console;
use crate::outcome::{Failure, Outcome, Problem};

/// Checks a scenario with its model, and predicts the growth of the parasitic mode of its
/// integrator.
pub(crate) fn check(path: &Path, console: &Console) -> Result<Outcome, Failure> {
    let mut scenario = Scenario::load(path, &Overrides::default(), console.colour)?;
    let plant = scenario.plant()?;
    let simulator = scenario.simulator(&plant, scenario.grid.step)?;
    let (initial, notes) = scenario.admit(&simulator, false)?;
    let integrator = scenario.integrator.0.clone();
    let mut outcome = Outcome::new(
        format!(
            "{} with {integrator}: {} steps of {:?}\n",
            scenario.ast.name(),
            scenario.grid.steps,
            scenario.grid.step
        ),
        json!({ "system": scenario.ast.name(), "integrator": integrator }),
    );
    outcome.notes = notes;
    let Some(first) = first_level(&simulator, &initial.q, &initial.v) else {
        return Ok(outcome);
    };
    if simulator.compensates() {
        let why = "the reflection keeps it from growing";
        tell_without_growth(&mut outcome, first, why);
    } else if let Some(grown) = growth(&mut scenario, &initial.v)? {
        tell(&mut outcome, &integrator, first, grown);
    } else {
        tell_without_growth(&mut outcome, first, "its growth is not known");
    }
    Ok(outcome)
}

fn tell_without_growth(outcome: &mut Outcome, first: f64, why: &str) {
    outcome.text.push_str(&format!(
        "  parasitic mode           {first:.1e} of the speed after the first steps; {why}\n"
    ));
    outcome.data["parasitic_mode"] = json!({ "first": first });
}

/// Reports the growth of the alternating part from its size after the first steps.
fn tell(outcome: &mut Outcome, integrator: &str, first: f64, grown: Grown) {
    let Grown { factor, t } = grown;
    let most = first * factor;
    let until = brief(t);
    let growth = match factor > 1.0 {
        true => format!("grows by a factor of {factor:.2e} until t = {until}"),
        false => "does not grow".to_owned(),
    };
    outcome.text.push_str(&format!(
        "  parasitic mode           {growth}, from {first:.1e} of the speed\n"
    ));
    outcome.data["parasitic_mode"] = json!({ "first": first, "factor": factor, "t": t });
    if most <= WatchLimits::<f64>::default().of(Concern::ParasiticMode) {
        return;
    }
    let note = Problem::note(format!(
        "the parasitic mode of `{integrator}` will grow by a factor of {factor:.2e} until t = {until}: decaying modes of the \
         motion make reflections unstable"
    ));
    let help = "do not trust the run to its end; `Mla`, `Dla` and `Lobatto` have no such mode";
    outcome.notes.push(note.help(help));
}

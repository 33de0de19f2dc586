//! `nhi check` of a scenario: what can be told of its run beforehand.

use std::path::Path;

use nhi_runtime::{Concern, NewtonReport, Watch, WatchLimits};
use nhi_symbolic::reflection_growth;
use serde_json::json;

use crate::console::Console;
use crate::outcome::{Failure, Outcome, Problem};
use crate::scenario::{Overrides, Scenario};
use crate::simulate::{Grown, Growth, Machine, Node, RunError, Stepper, admit};
use crate::text_table::brief;

/// The integrator of the motion along which disturbances are followed.
const MOTION: &str = "Rk(order = 4)";
/// Steps along it, at most.
const MOST_STEPS: u64 = 20_000;
/// Steps after which the alternating part is there that the start leads to.
const FIRST_STEPS: usize = 4;

/// Checks a scenario with its model, and says how the parasitic mode of its integrator will grow.
pub(crate) fn check(path: &Path, console: &Console) -> Result<Outcome, Failure> {
    let mut scenario = Scenario::load(path, &Overrides::default(), console.colour)?;
    let machine = Machine::new(&scenario.ast, &scenario.integrator.1, &scenario.signals)
        .map_err(|found| scenario.sources.failure(&found))?
        .with_multipliers(&scenario.multipliers);
    let stepper = scenario.stepper(&machine, scenario.grid.step)?;
    let (initial, notes) = admit(&stepper, &scenario.q, &scenario.v, false, path)?;
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
    let Some(first) = first_level(&stepper, &initial.q, &initial.v) else {
        return Ok(outcome);
    };
    if stepper.compensates() {
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

/// What the alternating part grows to from what it is after the first steps.
fn tell(outcome: &mut Outcome, integrator: &str, first: f64, grown: Grown) {
    let Grown { factor, t } = grown;
    let most = first * factor;
    let until = brief(t);
    outcome.text.push_str(&format!(
        "  parasitic mode           grows by a factor of {factor:.2e} until t = {until}, from {first:.1e} of the speed\n"
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

/// The share of the speed that the parasitic mode has after the first steps; nothing where the
/// integrator has none, or does not come so far.
///
/// A level is the size of what alternates and of a smooth error, which add in one step and are taken from each other in the
/// next: behind a smooth start they cancel in every other one. The mean of two levels is the larger of the two.
fn first_level(stepper: &Stepper<'_>, q: &[f64], v: &[f64]) -> Option<f64> {
    let mut node = Node::start(stepper, q, v).ok()?;
    let mut watch = Watch::default();
    let mut levels = [None; 2];
    for _ in 0..FIRST_STEPS {
        node.step().ok()?;
        let signs = node.signs().ok()?;
        let (steps, t) = (node.state().clock.steps, node.sample().ok()?.t);
        watch.look(steps, t, &signs, &NewtonReport::default());
        levels = [levels[1], watch.level(Concern::ParasiticMode)];
    }
    Some((levels[0]? + levels[1]?) / 2.0)
}

/// By how much the alternating part of a reflection grows along the motion of the scenario; nothing where
/// that is not known.
fn growth(scenario: &mut Scenario, v: &[f64]) -> Result<Option<Grown>, Failure> {
    // The model is compiled already: what can be wrong now is that its growth is beyond the budget of work.
    let Ok(Some(function)) = reflection_growth(&scenario.ast) else {
        return Ok(None);
    };
    let request = scenario.parse_integrator(MOTION, "motion")?;
    let Ok(machine) = Machine::new(&scenario.ast, &request, &scenario.signals) else {
        return Ok(None);
    };
    let steps = scenario.grid.steps.min(MOST_STEPS);
    let h = scenario.grid.end() / steps as f64;
    let stepper = scenario.stepper(&machine, h)?;
    let mut growth = Growth::new(&function, &scenario.parameters);
    let followed = (|| {
        let mut state = stepper.start(&scenario.q, v)?;
        for step in 0..=steps {
            if step > 0 {
                state = stepper.step(&state)?;
            }
            let sample = stepper.sample(&state)?;
            growth.follow(&sample, &stepper.controls(&state, &sample)?);
        }
        Ok::<_, RunError>(growth.largest())
    })();
    Ok(followed.ok())
}

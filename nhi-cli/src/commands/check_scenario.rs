//! `nhi check` of a scenario: predictions about its run.

use std::path::Path;

use nhi_runtime::{Concern, NewtonReport, Watch, WatchLimits};
use nhi_symbolic::reflection_growth;
use serde_json::json;

use crate::console::Console;
use crate::outcome::{Failure, Outcome, Problem};
use nhi_study::monitor::{Grown, Growth};
use nhi_study::scenario::{Overrides, Scenario};
use nhi_study::simulation::{Node, Plant, RunError, Simulator, admit};
use nhi_study::text::brief;

/// The integrator for the motion along which perturbations are followed.
const MOTION: &str = "Rk(order = 4)";
/// The maximum number of steps of that integrator.
const MOST_STEPS: u64 = 20_000;
/// The number of steps after which the alternating part caused by the start is visible.
const FIRST_STEPS: usize = 4;

/// Checks a scenario with its model, and predicts the growth of the parasitic mode of its
/// integrator.
pub(crate) fn check(path: &Path, console: &Console) -> Result<Outcome, Failure> {
    let mut scenario = Scenario::load(path, &Overrides::default(), console.colour)?;
    let plant = Plant::new(&scenario.ast, &scenario.integrator.1, &scenario.signals)
        .map_err(|found| scenario.sources.failure(&found))?
        .with_multipliers(&scenario.multipliers);
    let simulator = scenario.simulator(&plant, scenario.grid.step)?;
    let (initial, notes) = admit(&simulator, &scenario.q, &scenario.v, false, path)?;
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

/// Returns the parasitic mode after the first steps as a fraction of the speed. Returns `None` if
/// the integrator has no such mode or fails in these steps.
///
/// A level is the size of the alternating part combined with a smooth error. The two add in one
/// step and subtract in the next; after a smooth start they cancel in every other step. The mean of
/// two levels is the larger of the two parts.
fn first_level(simulator: &Simulator<'_>, q: &[f64], v: &[f64]) -> Option<f64> {
    let mut node = Node::start(simulator, q, v).ok()?;
    let mut watch = Watch::default();
    let mut levels = [None; 2];
    for _ in 0..FIRST_STEPS {
        node.step().ok()?;
        let signs = node.signs().ok()?;
        let (steps, t) = (node.state().clock().steps, node.sample().ok()?.t);
        watch.look(steps, t, &signs, &NewtonReport::default());
        levels = [levels[1], watch.level(Concern::ParasiticMode)];
    }
    Some((levels[0]? + levels[1]?) / 2.0)
}

/// Returns the growth of the alternating part of a reflection along the motion of the scenario, or
/// `None` if it is not known.
fn growth(scenario: &mut Scenario, v: &[f64]) -> Result<Option<Grown>, Failure> {
    // The model has already compiled, so the only possible error is that the growth exceeds the
    // work budget.
    let Ok(Some(function)) = reflection_growth(&scenario.ast) else {
        return Ok(None);
    };
    let request = scenario.parse_integrator(MOTION, "motion")?;
    let Ok(plant) = Plant::new(&scenario.ast, &request, &scenario.signals) else {
        return Ok(None);
    };
    let steps = scenario.grid.steps.min(MOST_STEPS);
    let h = scenario.grid.end() / steps as f64;
    let simulator = scenario.simulator(&plant, h)?;
    let mut growth = Growth::new(&function, &scenario.parameters);
    let followed = (|| {
        let mut state = simulator.start(&scenario.q, v)?;
        for step in 0..=steps {
            if step > 0 {
                state = simulator.step(&state)?;
            }
            let sample = simulator.sample(&state)?;
            growth.follow(&sample, &simulator.controls(&state, &sample)?);
        }
        Ok::<_, RunError>(growth.largest())
    })();
    Ok(followed.ok())
}

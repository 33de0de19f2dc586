//! Predictions of the parasitic mode of a reflection before a run.

use nhi_runtime::{Concern, NewtonReport, Watch};
use nhi_symbolic::reflection_growth;

use super::{Grown, Growth};
use crate::problem::Failure;
use crate::scenario::Scenario;
use crate::simulation::{Node, Plant, RunError, Simulator};

/// The integrator for the motion along which perturbations are followed.
const MOTION: &str = "Rk(order = 4)";
/// The maximum number of steps of that integrator.
const MOST_STEPS: u64 = 20_000;
/// The number of steps after which the alternating part caused by the start is visible.
const FIRST_STEPS: usize = 4;

/// Returns the parasitic mode after the first steps as a fraction of the speed. Returns `None` if
/// the integrator has no such mode or fails in these steps.
///
/// A level is the size of the alternating part combined with a smooth error. The two add in one
/// step and subtract in the next; after a smooth start they cancel in every other step. The mean of
/// two levels is the larger of the two parts.
pub fn first_level(simulator: &Simulator<'_>, q: &[f64], v: &[f64]) -> Option<f64> {
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
pub fn growth(scenario: &mut Scenario, v: &[f64]) -> Result<Option<Grown>, Failure> {
    if scenario.ast.opening_contacts().next().is_some() {
        // The motion is smooth only within its phases.
        return Ok(None);
    }
    // The model has already compiled, so the only possible error is that the growth exceeds the
    // work budget.
    let Ok(Some(function)) = reflection_growth(&scenario.ast, &scenario.signals.expressions) else {
        return Ok(None);
    };
    let request = scenario.parse_integrator(MOTION, "motion")?;
    let Ok(plant) = Plant::new(&scenario.ast, &request, &scenario.signals) else {
        return Ok(None);
    };
    let steps = scenario.grid.steps.min(MOST_STEPS);
    let h = scenario.grid.duration() / steps as f64;
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

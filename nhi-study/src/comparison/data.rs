//! A comparison as machine-readable data.

use nhi_symbolic::Conserved;
use serde_json::{Value, json};

use super::Comparison;
use super::measure::{Error, Failed, Measured};

/// Returns the numbers of a comparison.
pub fn data(comparison: &Comparison) -> Value {
    let reference = &comparison.reference;
    let rows = comparison.rows.iter();
    let integrators: Vec<_> = rows
        .map(|(trial, runs)| {
            let runs = runs.iter().map(|run| of_run(run, &comparison.conserved));
            let mut runs: Vec<_> = runs.collect();
            for (run, tolerance) in runs.iter_mut().zip(&trial.tolerances) {
                run["tolerance"] = json!(tolerance);
            }
            let mut of_trial = json!({ "integrator": trial.name, "runs": runs });
            if let Some(reason) = &trial.refusal {
                of_trial["failed"] = json!(reason);
            }
            of_trial
        })
        .collect();
    json!({
        "end": comparison.grid.end(),
        "reference": {
            "integrator": reference.integrator,
            "step": comparison.grid.refined(reference.factor).step,
            "tolerance": reference.tolerance,
            "own_error_q": reference.own_error.q,
            "own_error_v": reference.own_error.v,
            "own_error_energy": reference.own_error.energy,
        },
        "integrators": integrators,
    })
}

fn of_run(run: &Result<Measured, Failed>, conserved: &[Conserved]) -> Value {
    match run {
        Err(Failed { step, error }) => {
            json!({ "step": step, "failed": error.reason, "from": error.time })
        }
        Ok(run) => json!({
            "step": run.step,
            "error_q": of_error(&run.errors.q),
            "error_v": of_error(&run.errors.v),
            "energy_deviation": of_error(&run.errors.energy),
            "energy_slope": run.energy_slope,
            "conserved": drifts(run, conserved),
            "residual": run.residual,
            "interpreter_seconds_per_step": run.time_per_step.as_secs_f64(),
            "evaluations": run.work.evaluations,
        }),
    }
}

fn of_error(error: &Error) -> Value {
    json!({ "size": error.size, "resolved": error.is_resolved, "order": error.order })
}

fn drifts(run: &Measured, conserved: &[Conserved]) -> Vec<Value> {
    let drifts = conserved.iter().zip(&run.drifts);
    drifts
        .map(|(quantity, drift)| {
            json!({
                "name": quantity.name,
                "meaning": quantity.meaning,
                "deviation": drift.deviation,
                "slope": drift.slope,
            })
        })
        .collect()
}

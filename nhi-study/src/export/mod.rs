//! Scenarios for other tools: co-simulation and optimisers.

mod acados;
mod casadi;
mod flat;
mod fmu;
mod library;
mod variables;

use std::path::Path;

use nhi_symbolic::{
    CMotion, CompiledStepper, ControlPeriod, MotionValues, Scalar, c_motion, compile_stepper,
};

use crate::problem::{Failure, Problem};
use crate::result_file::is_standard_output;
use crate::scenario::Scenario;
use crate::simulation::{Initial, Node, Simulator};

pub use acados::write_acados;
pub use casadi::write_casadi;
pub use flat::Flat;
pub use fmu::{FmiVersion, Fmu, write_fmu};

/// A scenario as C, with what its interface needs to know.
#[derive(Debug)]
pub struct Exported<'s> {
    scenario: &'s Scenario,
    compiled: CompiledStepper,
    motion: CMotion,
    initial: Initial,
    /// The controls at the start.
    controls: Vec<f64>,
}

impl<'s> Exported<'s> {
    /// Compiles a scenario, with initial values that its constraints admit and its simulator.
    ///
    /// # Errors
    /// The scenario has something that C code does not do, or the integrator does not accept the
    /// model.
    pub fn new(
        scenario: &'s Scenario,
        simulator: &Simulator<'_>,
        initial: Initial,
    ) -> Result<Self, Failure> {
        let (_, integrator) = &scenario.integrator;
        let expressions = &scenario.signals.expressions;
        let compiled = compile_stepper(&scenario.ast, integrator, expressions);
        let compiled = compiled.map_err(|found| scenario.sources.failure(&found))?;
        refuse_method(scenario, &compiled)?;
        refuse_absent(scenario, &compiled)?;
        let period = scenario.signals.period.and_then(|length| {
            let steps = scenario.grid.steps_in(length).ok()?;
            Some(ControlPeriod { length, steps })
        });
        let tables = scenario.signals.tables_of(&compiled.open);
        let tables: Vec<_> = tables.map(|table| Some(table?.as_points())).collect();
        let values = MotionValues {
            parameters: &scenario.parameters,
            q: &initial.q,
            v: &initial.v,
            lambda: &scenario.multipliers,
            start: scenario.grid.start,
            h: scenario.grid.step,
            period,
            tables: &tables,
        };
        let motion = c_motion(&scenario.model, &compiled, &values);
        let motion = motion.map_err(|found| scenario.sources.failure(&found))?;
        // Where no motion can start, importers have to set other values before they start one.
        let none = vec![0.0; compiled.stepper.names.controls.len()];
        let controls = Node::start(simulator, &initial.q, &initial.v)
            .and_then(|mut node| Ok(node.controls()?.to_vec()))
            .unwrap_or(none);
        Ok(Self {
            scenario,
            compiled,
            motion,
            initial,
            controls,
        })
    }
}

/// Refuses integrators that C code does not have.
fn refuse_method(scenario: &Scenario, compiled: &CompiledStepper) -> Result<(), Failure> {
    match compiled.stepper.tolerance() {
        None => Ok(()),
        Some(_) => Err(absent(
            scenario,
            "an integrator that chooses its own steps",
            "a method of constant steps, such as `Rk(order = 4)`",
        )),
    }
}

/// Refuses scenarios with something that C code or the interface of an FMU does not have.
fn refuse_absent(scenario: &Scenario, compiled: &CompiledStepper) -> Result<(), Failure> {
    let signals = &scenario.signals;
    let delays = compiled.delayed.program.functions[0].signature.outputs > 0;
    refuse_single_precision(scenario)?;
    let found = [
        (delays, "a delayed value", "laws of the present"),
        (signals.noise.is_some(), "noise", "laws without noise"),
        (
            scenario.grid.step < 0.0,
            "a negative step",
            "a positive step",
        ),
    ];
    match found.into_iter().find(|(is_there, ..)| *is_there) {
        None => Ok(()),
        Some((_, what, required)) => Err(absent(scenario, what, required)),
    }
}

fn refuse_single_precision(scenario: &Scenario) -> Result<(), Failure> {
    match scenario.ast.item.scalar {
        Scalar::F32 => Err(absent(scenario, "a model of `f32`", "a model of `f64`")),
        Scalar::F64 | Scalar::Generic(_) => Ok(()),
    }
}

/// Returns the failure of a scenario with something that an export does not have.
fn absent(scenario: &Scenario, what: &str, required: &str) -> Failure {
    Problem::new(format!("{what}, which an export does not have"), required)
        .in_file(&scenario.path)
        .into()
}

/// Returns the path of a result, with an ending if it has none.
fn with_ending(path: &Path, ending: &str) -> Result<std::path::PathBuf, Failure> {
    if is_standard_output(path) {
        let message = format!("an export is a file: give a name such as `model.{ending}`, not `-`");
        return Err(Failure::Usage(message));
    }
    Ok(match path.extension() {
        Some(_) => path.to_owned(),
        None => path.with_extension(ending),
    })
}

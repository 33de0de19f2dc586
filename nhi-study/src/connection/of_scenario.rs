//! The motion of a scenario from its start to its target.

use nhi_symbolic::{Integrator, IntegratorRequest, integrator};

use super::{Boundary, Found, Sizes, search};
use crate::problem::{Failure, Problem};
use crate::run::Rows;
use crate::scenario::Scenario;
use crate::simulation::{Initial, Node, Plant, RunError, Simulator};
use crate::stop::Stop;

/// Compiles a scenario for a search, with the derivatives of its step.
///
/// # Errors
/// The integrator is not vakonomic, no coordinate has a target, or a state consists of more than
/// coordinates and momenta.
pub fn prepare(scenario: &mut Scenario) -> Result<Plant, Failure> {
    check_integrator(scenario)?;
    check_target(scenario)?;
    plant(scenario)
}

/// Searches for a motion from the initial configuration to the target.
///
/// # Errors
/// The start fails, or a signal stops the search before its first attempt ends.
pub fn connect(
    scenario: &Scenario,
    simulator: &Simulator<'_>,
    initial: &Initial,
    motions: usize,
    stop: &Stop,
) -> Result<Found, Failure> {
    let boundary = boundary(scenario, simulator, &initial.v, motions)
        .map_err(|error| Failure::Integration(format!("the start failed: {}", error.reason)))?;
    let found = search(simulator, &boundary, || stop.signal().is_some());
    found.ok_or_else(|| Failure::Stopped {
        signal: stop.signal().unwrap_or_default(),
        message: "stopped before the first attempt ended".to_owned(),
    })
}

/// Writes the motion as far as its steps succeed, and returns the number of rows.
pub fn write(
    simulator: &Simulator<'_>,
    found: &Found,
    steps: u64,
    output: &mut dyn Rows,
) -> Result<u64, Failure> {
    let mut node = Node::at(simulator, found.start.clone());
    let mut row = Vec::new();
    let mut rows = 0;
    loop {
        row.clear();
        let read = node
            .append_row(&mut row)
            .and_then(|()| node.append_outputs(&mut row));
        if read.is_err() {
            break;
        }
        output.row(&row)?;
        rows += 1;
        if rows > steps || node.step().is_err() {
            break;
        }
    }
    Ok(rows)
}

fn check_integrator(scenario: &Scenario) -> Result<(), Failure> {
    let (text, request) = &scenario.integrator;
    if integrator(&request.name.text).is_some_and(Integrator::is_vakonomic) {
        return Ok(());
    }
    let problem = Problem::new(
        format!(
            "`{text}` integrates nonholonomic dynamics and cannot solve boundary value problems"
        ),
        "a vakonomic integrator, such as \"VakonomicGauss(stages = 2)\"",
    );
    Err(at_key(scenario, "integrator", problem))
}

fn check_target(scenario: &Scenario) -> Result<(), Failure> {
    if scenario.target.iter().any(Option::is_some) {
        return Ok(());
    }
    let problem = Problem::new("missing", "coordinates at the end, one at least").help(
        "write `[target]` and below it each coordinate that is given at the end; the others are free",
    );
    Err(at_key(scenario, "[target]", problem))
}

fn at_key(scenario: &Scenario, key: &str, problem: Problem) -> Failure {
    problem.in_file(&scenario.path).at_key(key).into()
}

/// Returns the plant of the scenario's integrator, with the derivatives of its step.
fn plant(scenario: &mut Scenario) -> Result<Plant, Failure> {
    let request = with_derivatives(scenario)?;
    let plant = Plant::new(&scenario.ast, &request, &scenario.signals)
        .map_err(|found| scenario.sources.failure(&found))?
        .with_multipliers(&scenario.multipliers);
    if plant.is_canonical() {
        return Ok(plant);
    }
    let problem = Problem::new(
        "coordinates and momenta are not the whole state of this integrator here",
        "`VakonomicGauss`, a Lagrangian of second degree in the velocities, and constraints that are affine in them",
    );
    Err(at_key(scenario, "integrator", problem))
}

fn with_derivatives(scenario: &mut Scenario) -> Result<IntegratorRequest, Failure> {
    let asking = scenario.parse_integrator("VakonomicGauss(jacobian)", "nhi connect")?;
    let mut request = scenario.integrator.1.clone();
    let asked = |name: &str| request.options.iter().any(|o| o.name.text == name);
    let missing = asking.options.into_iter();
    let missing: Vec<_> = missing.filter(|o| !asked(&o.name.text)).collect();
    request.options.extend(missing);
    Ok(request)
}

fn boundary(
    scenario: &Scenario,
    simulator: &Simulator<'_>,
    v: &[f64],
    motions: usize,
) -> Result<Boundary, RunError> {
    let start = simulator.start(&scenario.q, v)?;
    let duration = scenario.grid.duration();
    Ok(Boundary {
        sizes: sizes(scenario, simulator, v, duration),
        q: scenario.q.clone(),
        guess: start.entries()[scenario.q.len()..].to_vec(),
        target: scenario.target.clone(),
        steps: scenario.grid.steps,
        duration,
        motions,
    })
}

/// Returns the sizes of a motion from the start to the target.
fn sizes(scenario: &Scenario, simulator: &Simulator<'_>, v: &[f64], duration: f64) -> Sizes {
    let q = &scenario.q;
    let at_rest = simulator.momentum(q, &vec![0.0; v.len()]);
    let mass = |i: usize| {
        let mut unit = vec![0.0; v.len()];
        unit[i] = 1.0;
        simulator.momentum(q, &unit)[i] - at_rest[i]
    };
    let masses: Vec<_> = (0..v.len()).map(mass).collect();
    let ends = q.iter().zip(&scenario.target);
    let to_target: Vec<_> = ends
        .map(|(q, end)| end.map_or(0.0, |end| end - q))
        .collect();
    let along_guess: Vec<_> = v.iter().map(|v| v * duration).collect();
    Sizes::new(&masses, [&to_target, &along_guess, q], duration)
}

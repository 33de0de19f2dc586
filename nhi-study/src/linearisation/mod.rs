//! The linear equations of motion near a state on the constraints.
//!
//! A state is a configuration with velocities. Independent displacements and velocities `z`
//! describe the nearby states on the constraints, and `dz/dt = A z + B w` with changes `w` of the
//! controls. Displacements of a group element are those along its body velocities.

mod coordinates;
mod linear;
mod motion;
mod nearby;
mod of_scenario;
mod report;
mod search;
mod spectrum;
mod steady;

use nalgebra::{Complex, DMatrix, DVector};
use nhi_symbolic::TangentMotion;

use crate::simulation::SignalTable;
pub use of_scenario::{LinearisedScenario, Options, linearise_scenario};

use coordinates::Independent;
use linear::Linear;
use motion::{Motion, State};
use steady::Verdict;

/// The linearisation of a motion at its start.
#[derive(Debug)]
pub struct Linearisation {
    /// The kind of motion.
    kind: Kind,
    /// The time up to which the equations are the same, if they contain the time and change later.
    until: Option<f64>,
    /// The moving variables that are not states, with their velocities.
    left_out: Vec<(String, Vec<f64>)>,
    /// The names of the states, with their values at the start; `None` for displacements of group
    /// elements.
    states: Vec<(String, Option<f64>)>,
    /// The names of the controls, with their values.
    controls: Vec<(String, f64)>,
    linear: Linear,
    /// The eigenvalues of `A` and, with feedback, of `A + B K`; `None` if the motion is not steady.
    eigenvalues: Option<Spectra>,
}

/// A kind of motion.
#[derive(Debug)]
enum Kind {
    Equilibrium,
    Steady,
    Neither { reasons: Vec<String> },
}

/// Eigenvalues in order of increasing real part.
#[derive(Debug)]
struct Spectra {
    open: Vec<Complex<f64>>,
    closed: Option<Vec<Complex<f64>>>,
}

/// The start of a motion, with the names of its variables.
#[derive(Clone, Debug)]
pub(crate) struct Start<'a> {
    /// The parameters in the order of the model.
    pub parameters: &'a [f64],
    /// The time.
    pub t: f64,
    /// The controls given as tables.
    pub tables: &'a [Option<SignalTable>],
    /// The configuration.
    pub q: Vec<f64>,
    /// The velocities.
    pub v: Vec<f64>,
    /// The names of the velocities.
    pub velocity_names: &'a [String],
    /// The names of the controls.
    pub control_names: &'a [String],
    /// Times of the run at which a motion that depends on the time is compared.
    pub times: &'a [f64],
}

impl Start<'_> {
    fn motion(&self, functions: TangentMotion) -> (Motion, State) {
        let motion = Motion::new(functions, self.parameters, self.tables.to_vec());
        let state = State {
            t: self.t,
            q: DVector::from_column_slice(&self.q),
            v: DVector::from_column_slice(&self.v),
        };
        (motion, state)
    }
}

/// Returns the configuration and velocities of an equilibrium or a steady motion near a start.
///
/// # Errors
/// The reason why none was found, in one sentence.
fn steady_near(
    functions: &TangentMotion,
    start: &Start<'_>,
) -> Result<(Vec<f64>, Vec<f64>), String> {
    let (motion, state) = start.motion(functions.clone());
    let noise = |independent: &Independent, state: &State| {
        let near = Start {
            q: state.q.as_slice().to_vec(),
            v: state.v.as_slice().to_vec(),
            ..start.clone()
        };
        let nearby = nearby::equations_nearby(functions, &near, independent);
        let controls = motion.values(state).map(|values| values.controls);
        let noise = Linear::at(&motion, independent, state)
            .and_then(|linear| Ok(linear.noise_of_rates(&nearby, &controls?)));
        noise.unwrap_or_else(|_| DVector::zeros(independent.len()))
    };
    let found = search::steady_near(&motion, &state, &noise)?;
    Ok((found.q.as_slice().to_vec(), found.v.as_slice().to_vec()))
}

/// The reason why coordinates of the user are refused.
const NOT_INDEPENDENT: &str = "the constraints relate the velocities of these coordinates there";

/// Linearises a motion at its start, with the `wanted` velocities as the independent ones if there
/// are any. `instant` asks for eigenvalues of any motion.
///
/// # Errors
/// A value is not finite or not determined there, in one sentence.
fn linearise(
    functions: TangentMotion,
    start: &Start<'_>,
    wanted: &[usize],
    instant: bool,
) -> Result<Linearisation, String> {
    let (motion, state) = start.motion(functions.clone());
    let values = motion.values(&state)?;
    let derivatives = motion.derivatives(&state)?;
    let independent = motion
        .independent(&state, &values, &derivatives, wanted)
        .ok_or("the constraints depend on each other there")?;
    if !wanted.is_empty() && independent.eta != wanted {
        return Err(NOT_INDEPENDENT.to_owned());
    }
    let whole = Linear::at(&motion, &independent, &state)?;
    let names = names(&motion, &independent, start.velocity_names);
    if let Some(name) = nearby::without_derivative(&motion, &independent, &state, &names) {
        return Err(format!(
            "the motion has no derivative with respect to {name} there"
        ));
    }
    let nearby = nearby::equations_nearby(&functions, start, &independent);
    let noise = whole.noise_of_rates(&nearby, &values.controls);
    let whole = whole.without_noise(&nearby);
    let verdict = steady::judge(
        &motion,
        &independent,
        &state,
        &values.acceleration,
        (&whole, &noise, start.times),
        &names,
    );
    let (kind, left_out, until) = match verdict {
        Verdict::Equilibrium { until } => (Kind::Equilibrium, Vec::new(), until),
        Verdict::Steady { moving, until } => (Kind::Steady, moving, until),
        Verdict::Neither { reasons } => (Kind::Neither { reasons }, Vec::new(), None),
    };
    let kept = steady::kept(&motion, &independent, &left_out);
    let linear = whole.select(&kept);
    let eigenvalues = match kind {
        Kind::Neither { .. } if !instant => None,
        _ => Some(spectra(&linear)?),
    };
    let places = independent.xi.iter().map(|&place| (place, true));
    let places = places.chain(independent.eta.iter().map(|&place| (place, false)));
    let places: Vec<_> = places.collect();
    let states = kept.iter().map(|&i| {
        let (place, is_displacement) = places[i];
        let value = match is_displacement {
            true => is_coordinate(&motion, place).then(|| state.q[place]),
            false => Some(state.v[place]),
        };
        (names[i].clone(), value)
    });
    let left_out = left_out.into_iter().map(|factor| {
        let (name, range) = motion.factors()[factor].clone();
        (name, range.map(|i| state.v[i]).collect())
    });
    let controls = start.control_names.iter().cloned().zip(values.controls);
    Ok(Linearisation {
        kind,
        until,
        left_out: left_out.collect(),
        states: states.collect(),
        controls: controls.collect(),
        linear,
        eigenvalues,
    })
}

fn spectra(linear: &Linear) -> Result<Spectra, String> {
    let of = |matrix: &DMatrix<f64>| {
        let found = spectrum::eigenvalues(matrix);
        found.ok_or_else(|| "the QR algorithm for the eigenvalues does not converge".to_owned())
    };
    Ok(Spectra {
        open: of(&linear.a)?,
        closed: linear
            .has_feedback()
            .then(|| of(&linear.closed))
            .transpose()?,
    })
}

/// Returns the names of all independent displacements and velocities.
fn names(motion: &Motion, independent: &Independent, velocities: &[String]) -> Vec<String> {
    let displacement = |&place: &usize| {
        let mut factors = motion.factors().iter();
        let (name, range) = factors
            .find(|(_, range)| range.contains(&place))
            .expect("every velocity moves something");
        match range.len() {
            1 => name.clone(),
            _ => format!("{name}.{}", velocities[place]),
        }
    };
    let displacements = independent.xi.iter().map(displacement);
    let velocities = independent
        .eta
        .iter()
        .map(|&place| velocities[place].clone());
    displacements.chain(velocities).collect()
}

/// Returns true if an index is that of a coordinate, which has the same index in the configuration.
fn is_coordinate(motion: &Motion, place: usize) -> bool {
    let mut factors = motion.factors().iter();
    factors.any(|(_, range)| range.len() == 1 && range.start == place)
}

//! The linear equations of motion near a state on the constraints.
//!
//! A state is a configuration and velocities; near one, those on the constraints are given by independent displacements and
//! velocities `z`, and `dz/dt = A z + B w` with changes `w` of the controls. On a group element displacements are
//! those along its body velocities.

mod coordinates;
mod linear;
mod motion;
mod report;
mod search;
mod spectrum;
mod steady;

use nalgebra::{Complex, DMatrix, DVector};
use nhi_symbolic::TangentMotion;

use crate::simulate::SignalTable;
use coordinates::Independent;
use linear::Linear;
use motion::{Motion, State};
use steady::Verdict;

/// The linearisation of a motion at its start.
#[derive(Debug)]
pub(crate) struct Linearisation {
    /// What the motion is.
    kind: Kind,
    /// What moves and is no state, with its velocities.
    left_out: Vec<(String, Vec<f64>)>,
    /// The names of the states, with what they are at the start: none for displacements of group elements.
    states: Vec<(String, Option<f64>)>,
    /// The names of the controls, with their values.
    controls: Vec<(String, f64)>,
    linear: Linear,
    /// The eigenvalues of `A`, and with feedback of `A + B K`; none where the motion is not steady.
    eigenvalues: Option<Spectra>,
}

/// What a motion is.
#[derive(Debug)]
enum Kind {
    Equilibrium,
    Steady,
    Neither { reasons: Vec<String> },
}

/// Eigenvalues by increasing real part.
#[derive(Debug)]
struct Spectra {
    open: Vec<Complex<f64>>,
    closed: Option<Vec<Complex<f64>>>,
}

/// Where a motion starts, and what its numbers are called.
#[derive(Debug)]
pub(crate) struct Start<'a> {
    pub(crate) parameters: &'a [f64],
    /// The controls that are tables.
    pub(crate) tables: &'a [Option<SignalTable>],
    pub(crate) q: &'a [f64],
    pub(crate) v: &'a [f64],
    pub(crate) velocity_names: &'a [String],
    pub(crate) control_names: &'a [String],
}

impl Start<'_> {
    fn motion(&self, functions: TangentMotion) -> (Motion, State) {
        let motion = Motion::new(functions, self.parameters, self.tables.to_vec());
        let state = State {
            t: 0.0,
            q: DVector::from_column_slice(self.q),
            v: DVector::from_column_slice(self.v),
        };
        (motion, state)
    }
}

/// Configuration and velocities of an equilibrium or a steady motion near a start.
///
/// # Errors
/// Why there is none in reach, in one sentence.
pub(crate) fn steady_near(
    functions: &TangentMotion,
    start: &Start<'_>,
) -> Result<(Vec<f64>, Vec<f64>), String> {
    let (motion, state) = start.motion(functions.clone());
    let found = search::steady_near(&motion, &state)?;
    Ok((found.q.as_slice().to_vec(), found.v.as_slice().to_vec()))
}

/// Linearises a motion at its start.
///
/// # Errors
/// What is not finite or not determined there, in one sentence.
pub(crate) fn linearise(
    functions: TangentMotion,
    start: &Start<'_>,
) -> Result<Linearisation, String> {
    let (motion, state) = start.motion(functions);
    let values = motion.values(&state)?;
    let derivatives = motion.derivatives(&state)?;
    let independent = Independent::choose(&derivatives, &state.v, &values.acceleration)
        .ok_or("the constraints depend on each other there")?;
    let whole = Linear::at(&motion, &independent, &state)?;
    let names = names(&motion, &independent, start.velocity_names);
    let verdict = steady::judge(
        &motion,
        &independent,
        &state,
        &values.acceleration,
        &whole,
        &names,
    );
    let (kind, left_out) = match verdict {
        Verdict::Equilibrium => (Kind::Equilibrium, Vec::new()),
        Verdict::Steady { moving } => (Kind::Steady, moving),
        Verdict::Neither { reasons } => (Kind::Neither { reasons }, Vec::new()),
    };
    let kept = steady::kept(&motion, &independent, &left_out);
    let linear = whole.select(&kept);
    let eigenvalues = match kind {
        Kind::Neither { .. } => None,
        Kind::Equilibrium | Kind::Steady => Some(spectra(&linear)?),
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
            .then(|| of(&linear.closed()))
            .transpose()?,
    })
}

/// The names of all independent displacements and velocities.
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

/// Whether a place is that of a coordinate, whose place in the configuration is the same.
fn is_coordinate(motion: &Motion, place: usize) -> bool {
    let mut factors = motion.factors().iter();
    factors.any(|(_, range)| range.len() == 1 && range.start == place)
}

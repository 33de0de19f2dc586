//! The functions that a linearisation of a model's motion evaluates.

use core::ops::Range;

use crate::diag::Diagnostics;
use crate::expr::{Expr, Role};
use crate::mechanics::{Mechanics, kinetic_energy_is_positive};
use crate::model::{self, Model, ast::Ast};
use crate::program::PlainFunctions;
use crate::schemes;

use super::posed::Inside;
use super::scenario::ScenarioSignals;
use super::simulate::seen_by_controls;

/// The motion of a model and its derivatives, as functions of states on and near the constraints.
///
/// Derivatives are exact: they are derivatives of the formulas along a direction
/// `(xi, eta, upsilon)`. Along it, the configuration moves along the frame, `dq = K(q) xi`, the
/// velocities move by `eta` and the controls by `upsilon`.
#[derive(Clone, Debug)]
pub struct TangentMotion {
    /// `[K v, a, A v + b, phi, u]`: rates of the configuration, accelerations, residuals of the
    /// velocity constraints (the rates of position constraints last), position constraints, and the
    /// controls of the scenario; controls not given by an expression are zero. The inputs are
    /// parameters, time, configuration, velocities and controls. The last output does not depend on
    /// the input controls.
    pub values: PlainFunctions,
    /// The derivatives of all of these except `K v`, in this order, along a direction. The inputs
    /// are those of `values`, then `xi`, `eta` and `upsilon`.
    pub tangent: PlainFunctions,
    /// The numbers of entries of the configuration, of velocities, of velocity constraints, of
    /// position constraints and of controls.
    pub sizes: [usize; 5],
    /// The controls, by their places in the model as written, with their names. Those that the
    /// scenario declares inside the equations of motion are not among them.
    pub controls: Vec<(usize, String)>,
    /// The factors of the configuration with their ranges of velocities: each coordinate, then the
    /// group elements.
    pub factors: Vec<(String, Range<usize>)>,
    /// True for each velocity on which a control acts directly.
    pub driven: Vec<bool>,
    /// `(a, b, c, k)` with `a < b` for each component `k` of the bracket `[X_a, X_b]` of the frame
    /// along `X_c`.
    pub brackets: Vec<(usize, usize, usize, i64)>,
    /// True if the equations of motion or the controls contain the time explicitly.
    pub depends_on_time: bool,
}

/// Returns true if laws of controls depend on tables of a scenario or on delayed values. Those on
/// which only outputs and events depend do not count.
///
/// # Errors
/// All errors of the first stage that finds one.
pub fn laws_read_inputs(ast: &Ast, signals: &ScenarioSignals) -> Result<bool, Diagnostics> {
    let (model, posed) = signals.pose(model::resolve(ast)?, Inside::Declared)?;
    let constraints = model.constraints.iter().map(|constraint| constraint.expr);
    let mut laws = [&posed.controls[..], &model.forces].concat();
    laws.extend(constraints);
    let read = model.graph.symbols_of(&laws);
    let mut inputs = model.controls[posed.open.len()..].iter();
    Ok(inputs.any(|input| read.contains(&input.symbol)))
}

/// Returns the functions that linearise the motion of a model whose laws read no
/// [inputs](laws_read_inputs). Returns `None` for purely variational models, such as those with
/// constraints that are not affine in the velocities.
///
/// # Errors
/// All errors of the first stage that finds one.
pub fn tangent_motion(
    ast: &Ast,
    signals: &ScenarioSignals,
) -> Result<Option<TangentMotion>, Diagnostics> {
    let (mut model, posed) = signals.pose(model::resolve(ast)?, Inside::Declared)?;
    let open = posed.open.iter();
    let open = open.map(|&place| (place, posed.control_names[place].clone()));
    let open = open.collect();
    let controls = posed.controls;
    model.controls.truncate(controls.len());
    if posed.changes_motion {
        model.symmetry.clear();
    }
    let mechanics = schemes::mechanics_of(model)?;
    if mechanics.is_only_variational() {
        return Ok(None);
    }
    kinetic_energy_is_positive(&mechanics)?;
    let graph = &mechanics.model.graph;
    let positions: Vec<_> = mechanics.model.holonomic.iter().map(|c| c.expr).collect();
    let states = [
        &mechanics.acceleration[..],
        &mechanics.constraints.residual,
        &positions,
        &controls,
    ];
    let states = states.concat();
    let depends_on_time = mechanics.explicit_in_time(&states).next().is_some();
    let rates = mechanics.frame.rates(graph, &mechanics.v);
    let directions = Directions::of(&mechanics);
    let changes = graph.rates(&states, &directions.moving(&mechanics));

    let mut inputs = seen_by_controls(&mechanics, true);
    inputs.extend(mechanics.model.controls.iter().map(|x| x.symbol));
    let with_directions = [&inputs[..], &directions.all()].concat();
    Ok(Some(TangentMotion {
        sizes: [
            mechanics.q.len(),
            mechanics.v.len(),
            mechanics.constraints.len(),
            positions.len(),
            controls.len(),
        ],
        values: PlainFunctions::one(&mechanics, "values", inputs, [rates, states].concat())?,
        tangent: PlainFunctions::one(&mechanics, "tangent", with_directions, changes)?,
        controls: open,
        factors: factors_of(&mechanics.model),
        driven: driven(&mechanics.model),
        brackets: mechanics.frame.brackets.clone(),
        depends_on_time,
    }))
}

/// The symbols of a direction.
struct Directions {
    xi: Vec<Expr>,
    eta: Vec<Expr>,
    upsilon: Vec<Expr>,
}

impl Directions {
    fn of(mechanics: &Mechanics) -> Self {
        let symbols = |name: &str, count: usize| {
            let graph = &mechanics.model.graph;
            let symbol = |i| graph.symbol(&format!("{name}.{i}"), Role::Variable);
            (0..count).map(symbol).collect()
        };
        Self {
            xi: symbols("xi", mechanics.dimension()),
            eta: symbols("eta", mechanics.dimension()),
            upsilon: symbols("upsilon", mechanics.model.controls.len()),
        }
    }

    fn all(&self) -> Vec<Expr> {
        [&self.xi[..], &self.eta, &self.upsilon].concat()
    }

    /// Returns the rate of each symbol of a state.
    fn moving(&self, mechanics: &Mechanics) -> Vec<(Expr, Expr)> {
        let displaced = mechanics.frame.rates(&mechanics.model.graph, &self.xi);
        let controls = mechanics.model.controls.iter().map(|x| x.symbol);
        let of_configuration = mechanics.q.iter().copied().zip(displaced);
        of_configuration
            .chain(mechanics.v.iter().copied().zip(self.eta.iter().copied()))
            .chain(controls.zip(self.upsilon.iter().copied()))
            .collect()
    }
}

fn driven(model: &Model) -> Vec<bool> {
    let acts = |&force: &Expr| {
        let mut controls = model.controls.iter();
        controls.any(|control| model.graph.depends_on(force, control.symbol))
    };
    model.forces.iter().map(acts).collect()
}

fn factors_of(model: &Model) -> Vec<(String, Range<usize>)> {
    let coordinates = model.coordinates.iter().enumerate();
    let mut factors: Vec<_> = coordinates
        .map(|(place, x)| (x.name.clone(), place..place + 1))
        .collect();
    let ends = model.groups.iter().skip(1).map(|g| g.first_velocity);
    let ends = ends.chain([model.velocities.len()]);
    let groups = model.groups.iter().zip(ends);
    factors.extend(groups.map(|(g, end)| (g.name.clone(), g.first_velocity..end)));
    factors
}

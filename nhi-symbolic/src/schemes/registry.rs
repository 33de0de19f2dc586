//! All integrators.

use crate::diag::{Code, Diagnostic, Diagnostics, one_of, suggestion};
use crate::discrete::{Scheme, step_jacobian};
use crate::expr::{Expr, Function};
use crate::mechanics::kinetic_energy_is_positive;
use crate::mechanics::needs::{self, Constraints};
use crate::mechanics::{self, Mechanics, System};
use crate::model::{IntegratorRequest, Model};
use crate::options::{Choices, ModelNames};

use super::composition;
use super::integrator::{Integrator, Kind};
use super::refusal;

use super::adaptive;
use super::dap;
use super::dla;
use super::energy_preserving;
use super::feedback;
use super::gni;
use super::lobatto;
use super::mla;
use super::moser_veselov;
use super::rattle;
use super::rdp;
use super::shake;
use super::switches::Switches;
use super::tableau;
use super::vakonomic;

/// The integrators of the model language, in the order in which to try them.
pub const INTEGRATORS: &[Integrator] = &[
    mla::INTEGRATOR,
    lobatto::INTEGRATOR,
    dla::INTEGRATOR,
    dap::INTEGRATOR,
    rdp::INTEGRATOR,
    energy_preserving::INTEGRATOR,
    moser_veselov::INTEGRATOR,
    feedback::INTEGRATOR,
    gni::INTEGRATOR,
    shake::INTEGRATOR,
    rattle::INTEGRATOR,
    vakonomic::gauss::INTEGRATOR,
    vakonomic::rattle::INTEGRATOR,
    tableau::RK,
    tableau::GAUSS,
    adaptive::DOP853,
    adaptive::TAYLOR,
];

/// Returns the integrator of the given name.
#[must_use]
pub fn integrator(name: &str) -> Option<&'static Integrator> {
    INTEGRATORS
        .iter()
        .find(|integrator| integrator.name == name)
}

/// Returns the integrators of a kind that accept a model, with their options as requests, those of
/// the highest order first. They may count as exact in a comparison. Compositions do not: they
/// repeat the method that is compared.
///
/// `held` are the controls that a method with its own step size would hold over rows, and `laws`
/// those that would be part of its equations. If the motion depends on held ones or is not smooth
/// between switches, such methods are left out.
#[must_use]
pub fn by_accuracy(kind: Kind, mechanics: &Mechanics, held: &[Expr], laws: &[Expr]) -> Vec<String> {
    let rates = mechanics.model.state_rates.iter().map(|state| state.rate);
    let motion: Vec<_> = rates
        .chain(mechanics.acceleration.iter().copied())
        .chain(laws.iter().copied())
        .collect();
    let graph = &mechanics.model.graph;
    // Closed contacts may hide from the accelerations what those of other phases depend on.
    let forces = &mechanics.model.forces;
    let read = graph.symbols_of(&[&motion[..], forces].concat());
    let depends_on_held = held.iter().any(|control| read.contains(control));
    let is_foreign = |function: Function| !function.is_expandable();
    let (_, motion) = Switches::of(graph, &motion);
    let is_smooth = graph.find_function(&motion, is_foreign).is_none();
    let is_fit =
        |integrator: &Integrator| !integrator.is_adaptive() || is_smooth && !depends_on_held;
    let has_elements = !mechanics.model.groups.is_empty();
    let taking = INTEGRATORS
        .iter()
        .filter(|integrator| integrator.kind == kind && integrator.needs.are_met(mechanics))
        .filter(|integrator| is_fit(integrator));
    let configured = taking.flat_map(|integrator| {
        let alternatives = Choices::alternatives(integrator.options, has_elements).into_iter();
        core::iter::once(Choices::defaults(integrator.options))
            .chain(alternatives.map(|(_, choices)| choices))
            .filter(|choices| choices.composed_order().is_none())
            .map(move |choices| ((integrator.order)(&choices), integrator, choices))
    });
    let mut all: Vec<_> = configured.collect();
    // Among equals the last is tried first, because references come after the integrators that they
    // are for.
    all.reverse();
    all.sort_by_key(|(order, ..)| core::cmp::Reverse(*order));
    let requests = all.iter();
    requests
        .map(|(_, integrator, choices)| choices.request(integrator.name, has_elements))
        .collect()
}

/// Derives the mechanics of a model for the integrators that it requests: of a motion under ideal
/// constraints, or, if one of them is vakonomic, of a variational problem, whose position
/// constraints are not differentiated.
///
/// # Errors
/// As [`mechanics::derive`].
pub fn mechanics_of(model: Model) -> Result<Mechanics, Diagnostics> {
    let mut requests = model.integrators.iter();
    let is_vakonomic = |request: &IntegratorRequest| {
        integrator(&request.name.text).is_some_and(Integrator::is_vakonomic)
    };
    if requests.any(is_vakonomic) {
        return mechanics::derive(model);
    }
    mechanics::derive(mechanics::with_rates_of_positions(model))
}

/// An integrator with its options, which a model requests and can have.
#[derive(Clone, Debug)]
struct Configured {
    integrator: &'static Integrator,
    choices: Choices,
}

/// Returns the scheme of every integrator that the model requests.
///
/// # Errors
/// Unknown names and options, and requirements of an integrator that the model does not meet.
pub fn discretise(mechanics: &Mechanics) -> Result<Vec<Scheme>, Diagnostics> {
    for_each_scheme(mechanics, Ok)
}

/// Applies a function to the scheme of every integrator that the model requests, one after the
/// other. The work for each counts as its own, and no earlier one is blamed for it.
///
/// # Errors
/// As [`discretise`], and those of the function.
pub fn for_each_scheme<T>(
    mechanics: &Mechanics,
    mut complete: impl FnMut(Scheme) -> Result<T, Diagnostics>,
) -> Result<Vec<T>, Diagnostics> {
    let all = configured(mechanics)?;
    let mut diagnostics = Diagnostics::new();
    let mut completed = Vec::new();
    for configured in all {
        match configured.discretise(mechanics).and_then(&mut complete) {
            Ok(one) => completed.push(one),
            Err(found) => diagnostics.absorb(found),
        }
        if mechanics.model.graph.is_exhausted() {
            break;
        }
    }
    diagnostics.into_result()?;
    Ok(completed)
}

/// Returns the integrators that the model requests.
fn configured(mechanics: &Mechanics) -> Result<Vec<Configured>, Diagnostics> {
    let requests = &mechanics.model.integrators;
    if requests.iter().any(asks_for_affine_constraints) {
        needs::constraints_are_affine(mechanics)?;
        kinetic_energy_is_positive(mechanics)?;
    }
    let mut diagnostics = Diagnostics::new();
    let mut all: Vec<Configured> = Vec::new();
    for request in requests {
        let found = find(request, &all);
        match found.and_then(|integrator| Configured::new(mechanics, integrator, request)) {
            Ok(configured) => all.push(configured),
            Err(found) => diagnostics.absorb(found),
        }
    }
    diagnostics.into_result()?;
    Ok(all)
}

/// Checks names and options of the integrators that a model requests, but not that they accept it.
/// `has_positions` is true if it has position constraints in any phase of its motion.
///
/// # Errors
/// Unknown names and options.
pub fn check_requests(model: &Model, has_positions: bool) -> Result<(), Diagnostics> {
    let names = ModelNames {
        has_positions,
        ..ModelNames::of(model)
    };
    let mut diagnostics = Diagnostics::new();
    for request in &model.integrators {
        let found = find(request, &[]).and_then(|integrator| {
            Choices::read(integrator.name, integrator.options, request, &names)
        });
        if let Err(found) = found {
            diagnostics.absorb(found);
        }
    }
    diagnostics.into_result().map(|_| ())
}

impl Configured {
    fn new(
        mechanics: &Mechanics,
        integrator: &'static Integrator,
        request: &IntegratorRequest,
    ) -> Result<Self, Diagnostics> {
        refusal::check(integrator, mechanics, request.name.span)?;
        let names = ModelNames::of(&mechanics.model);
        composition::check(request)?;
        let choices = Choices::read(integrator.name, integrator.options, request, &names)?;
        composition::check_symmetry(integrator.name, &choices, (integrator.symmetric)(&choices))?;
        Ok(Self {
            integrator,
            choices,
        })
    }

    /// Returns the scheme, with the derivatives of its step if they are requested.
    fn discretise(&self, mechanics: &Mechanics) -> Result<Scheme, Diagnostics> {
        let Self {
            integrator,
            choices,
        } = self;
        let system = System::new(mechanics);
        let draft = (integrator.discretise)(&system, choices)?;
        let mut scheme = draft.complete(integrator, choices, system);
        if choices.wants_jacobian() {
            scheme.step_jacobian = Some(step_jacobian(mechanics, &scheme));
        }
        mechanics.check_budget_at(scheme.integrator)?;
        Ok(scheme)
    }
}

/// Returns true if a known integrator is requested that does not accept nonlinear constraints.
fn asks_for_affine_constraints(request: &IntegratorRequest) -> bool {
    let known = integrator(&request.name.text);
    known.is_some_and(|integrator| integrator.needs.constraints != Constraints::Nonlinear)
}

/// Returns the spelling here of methods that are widely known by another name.
fn spelt_here(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "rk4" | "rungekutta" | "runge_kutta" | "rungekutta4" => "Rk(order = 4)",
        "rk2" | "heun" => "Rk(order = 2)",
        "dopri8" | "dop8" => "Dop853",
        "midpoint" | "implicitmidpoint" => "Gauss(stages = 1)",
        _ => return None,
    })
}

/// Returns the requested integrator, and reports repeated requests.
fn find(
    request: &IntegratorRequest,
    earlier: &[Configured],
) -> Result<&'static Integrator, Diagnostics> {
    let (name, span) = (request.name.text.as_str(), request.name.span);
    let Some(integrator) = integrator(name) else {
        let names: Vec<_> = INTEGRATORS.iter().map(|known| known.name).collect();
        let help = match spelt_here(name) {
            Some(spelling) => format!("write `{spelling}`"),
            None => suggestion(name, names.iter().copied()),
        };
        return Err(Diagnostic::error(
            Code::UnknownIntegrator,
            span,
            format!("there is no integrator `{name}`"),
            one_of(&names),
        )
        .help(help)
        .into());
    };
    if earlier.iter().any(|known| known.integrator.name == name) {
        return Err(Diagnostic::error(
            Code::DuplicateIntegrator,
            span,
            format!("`{name}` is listed twice"),
            "each integrator once, because its constructor carries its name",
        )
        .help("annotate a second struct with the same model for other options")
        .into());
    }
    Ok(integrator)
}

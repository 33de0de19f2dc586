//! All integrators.

use crate::diag::{Code, Diagnostic, Diagnostics, one_of, suggestion};
use crate::mechanics::Mechanics;

use super::dap;
use super::dla;
use super::energy_preserving;
use super::feedback;
use super::gni;
use super::jacobian::step_jacobian;
use super::lobatto;
use super::mla;
use super::moser_veselov;
use super::options::{JACOBIAN, Options};
use super::rattle;
use super::rdp;
use super::scheme::Scheme;
use super::shake;
use super::tableau;
use super::vakonomic;

/// A registered integrator.
#[derive(Clone, Copy, Debug)]
pub struct Integrator {
    /// Its name in the model language.
    pub name: &'static str,
    /// Its options with their values, the default first.
    pub options: &'static str,
    /// What it is, in one line, with its source.
    pub summary: &'static str,
    /// What its steps and samples preserve; constraints and energy to round-off where nothing else is
    /// said.
    pub preserves: &'static str,
    /// When it is the right choice.
    pub use_when: &'static str,
    /// When another one is.
    pub not_when: &'static str,
    discretise: Discretise,
}

/// Builds the scheme of an integrator with the given options.
type Discretise = fn(&Mechanics, &Options) -> Result<Scheme, Diagnostics>;

/// The integrators of the model language.
pub const INTEGRATORS: &[Integrator] = &[
    Integrator {
        name: "Gni",
        options: "start = Paper | Lambda0 | Smooth, quadrature = Trapezoidal | Midpoint",
        summary: "geometric nonholonomic integrator: reflects the momentum in every node (KMF 4)",
        preserves: "the constraints in samples; the energy of half steps in free motion with a constant mass matrix; steps are undone by `-h` once the momentum is reflected",
        use_when: "a step must be cheap: it is explicit for a constant mass matrix and forces of the position; on reversible motions and over moderate times",
        not_when: "the run is long and `constraint_reflection` grows, as for a sleigh that runs forwards at the rate at which its turning decays; multipliers are wanted and the start is not `Smooth`",
        discretise: gni::discretise,
    },
    Integrator {
        name: "Shake",
        options: "",
        summary: "nonholonomic SHAKE: two steps on positions (KMF 9)",
        preserves: "the constraints in samples",
        use_when: "a run starts from, or is compared with, two successive configurations without momenta; the positions are those of `Gni`",
        not_when: "the mass matrix or the forces depend on more than `Gni` takes explicitly; steps are so small that differences of positions lose digits; `Gni` is not to be trusted either",
        discretise: shake::discretise,
    },
    Integrator {
        name: "Rattle",
        options: "",
        summary: "nonholonomic RATTLE: half kicks with one multiplier per node (KMF 10)",
        preserves: "the constraints in samples and in states; steps are undone by `-h` as they are",
        use_when: "the velocity of a state itself must satisfy the constraints, for a cheap step with the positions of `Gni`",
        not_when: "the mass matrix depends on the configuration, or forces on the velocity; `Gni` is not to be trusted either",
        discretise: rattle::discretise,
    },
    Integrator {
        name: "Dla",
        options: "quadrature = Midpoint | Trapezoidal | Left, start = Velocity | TwoPoint",
        summary: "discrete Lagrange-d'Alembert: constrains the discrete velocity (Cortés, Martínez)",
        preserves: "the constraints in samples, and those of the discrete velocity at the point of the step where they are imposed",
        use_when: "a robust step of order two is wanted for any regular Lagrangian, with forces and affine constraints: it has no parasitic mode",
        not_when: "the energy matters over long times (`Mla`), or an explicit step will do; `quadrature = Left` is for comparisons with the literature alone, it loses or gains energy steadily",
        discretise: dla::discretise,
    },
    Integrator {
        name: "Dap",
        options: "alpha = 0.5 (order one for others)",
        summary: "discrete d'Alembert-Pontryagin with alpha (Kobilarov)",
        preserves: "the constraints in samples, and those of the discrete velocity at the fraction `alpha` of the step",
        use_when: "results with another `alpha` are to be reproduced; `alpha = 0.5` gives the steps of `Dla`",
        not_when: "accuracy counts and `alpha` is not one half: the order is one, and the motion is braked or driven",
        discretise: dap::discretise,
    },
    Integrator {
        name: "Mla",
        options: "",
        summary: "modified Lagrange-d'Alembert with constraint forces of the midpoint (Anahory Simoes et al.)",
        preserves: "the constraints in samples; without forces the error of the energy is of order four, on reversible motions without drift",
        use_when: "runs are long and the energy matters: the first choice among the implicit methods of order two",
        not_when: "time per step counts: every iteration evaluates the derivatives of the constraint force",
        discretise: mla::discretise,
    },
    Integrator {
        name: "Rdp",
        options: "retraction = Exp | Cayley | Ccsk, alpha = 0.5, dtau = Exact | First | Second",
        summary: "reduced d'Alembert-Pontryagin on shape and Lie group (KMF 5)",
        preserves: "the constraints in samples; group elements stay on their group; without constraints the momentum of the group to round-off where `dtau = Exact`",
        use_when: "the model declares its group, or has a factor without coordinates: large rotations, locomotion by a shape that is driven",
        not_when: "there is no symmetry; `retraction = Ccsk` and other values of `alpha` than one half have order one with a shape",
        discretise: rdp::discretise,
    },
    Integrator {
        name: "MoserVeselov",
        options: "solve = Cayley | Direct | Explicit",
        summary: "free rigid body: discrete Moser-Veselov equations (Moser, Veselov; Kobilarov)",
        preserves: "energy, spatial momentum and its length; the explicit solution the momenta alone",
        use_when: "the body is free and rigid",
        not_when: "anything but inertia acts on it; `h` times the angular velocity is near one or beyond",
        discretise: moser_veselov::discretise,
    },
    Integrator {
        name: "Feedback",
        options: "base = Euler | Rk2 | Rk4, energy = 100 (0 under forces), constraint = 100, rotation = 100, <integral> = gain",
        summary: "attraction to the constraints and to levels of integrals (Chang, Perlmutter)",
        preserves: "the constraints in samples, which are projected; in the state itself constraints, energy and declared integrals are attracted to their first values",
        use_when: "known integrals shall be held by an explicit method, at a constant cost, from a start that may be a little off",
        not_when: "the step is long against the gains: `gain_stiffness` at the start must be below one; constraints are affine",
        discretise: feedback::discretise,
    },
    Integrator {
        name: "VakonomicGauss",
        options: "stages = 1 | 2 | 3",
        summary: "symplectic Gauss methods for vakonomic motions, not nonholonomic ones (McLachlan et al.)",
        preserves: "the symplectic form, and the constraints at stages and nodes",
        use_when: "the motion is vakonomic: optimal control, geodesics of sub-Riemannian geometry",
        not_when: "a wheel rolls or a blade glides: those motions are nonholonomic, and other ones",
        discretise: vakonomic::gauss,
    },
    Integrator {
        name: "VakonomicRattle",
        options: "",
        summary: "the midpoint rule for vakonomic motions under position constraints, by RATTLE (McLachlan et al.)",
        preserves: "the symplectic form, and both kinds of constraints at the nodes",
        use_when: "the motion is vakonomic and positions are constrained too, as on a sphere",
        not_when: "there are no position constraints: Gauss methods reach higher orders",
        discretise: vakonomic::rattle,
    },
    Integrator {
        name: "EnergyPreserving",
        options: "",
        summary: "mean-value discrete gradient, constraint at the midpoint: energy to round-off",
        preserves: "the energy of samples where no force does work and the constraints are linear in the velocities",
        use_when: "the energy must not drift at all, whatever the length of the run",
        not_when: "the velocity of a sample must satisfy the constraints: it does so to second order only, their mean over a step to round-off",
        discretise: energy_preserving::discretise,
    },
    Integrator {
        name: "Lobatto",
        options: "stages = 3",
        summary: "partitioned Lobatto IIIA-IIIB method with nodal closure, order four (Jay)",
        preserves: "the constraints in samples",
        use_when: "high accuracy is wanted together with exact constraints",
        not_when: "a step must be cheap: it solves for the velocities of three stages at once",
        discretise: lobatto::discretise,
    },
    Integrator {
        name: "Rk",
        options: "order = 2 | 4",
        summary: "explicit Runge-Kutta methods on the equations of motion: baselines",
        preserves: "nothing beyond its order",
        use_when: "a baseline is wanted, or a short and smooth run at little cost",
        not_when: "constraints must hold for long",
        discretise: tableau::explicit,
    },
    Integrator {
        name: "Gauss",
        options: "stages = 3 | 1 | 2",
        summary: "Gauss collocation on the equations of motion: the reference",
        preserves: "constraints and energy to its order only, without drift on reversible motions",
        use_when: "a reference is wanted: with three stages and small steps it is exact to nearly round-off",
        not_when: "a step must be cheap, or constraints must hold to round-off at large steps",
        discretise: tableau::gauss,
    },
];

/// The integrators that also take factors of the configuration without coordinates.
const ON_GROUPS: [&str; 5] = ["Rdp", "MoserVeselov", "Feedback", "Rk", "Gauss"];

/// The scheme of every integrator that the model asks for.
///
/// # Errors
/// Unknown names and options, and whatever an integrator needs that the model does not have.
pub fn discretise(mechanics: &Mechanics) -> Result<Vec<Scheme>, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let mut schemes: Vec<Scheme> = Vec::new();
    for request in mechanics.model.integrators.clone() {
        let options = Options {
            span: request.name.span,
            written: request.options,
        };
        let found = find(&request.name.text, &options, &schemes);
        let found = found.and_then(|discretise| {
            require_coordinates(&request.name.text, &options, mechanics)?;
            require_affine_constraints(&request.name.text, &options, mechanics)?;
            Ok(discretise)
        });
        match found.and_then(|discretise| scheme(mechanics, discretise, &options)) {
            Ok(scheme) => schemes.push(scheme),
            Err(found) => diagnostics.absorb(found),
        }
    }
    diagnostics.into_result()?;
    mechanics.check_budget()?;
    Ok(schemes)
}

/// A scheme, with the derivatives of its step where they are asked for.
fn scheme(
    mechanics: &Mechanics,
    discretise: Discretise,
    options: &Options,
) -> Result<Scheme, Diagnostics> {
    let wants_jacobian = options.flag(JACOBIAN)?;
    let mut scheme = discretise(mechanics, options)?;
    if wants_jacobian {
        scheme.step_jacobian = Some(step_jacobian(mechanics, &scheme));
    }
    Ok(scheme)
}

/// Refuses an integrator in coordinates for a configuration that has other factors.
fn require_coordinates(
    name: &str,
    options: &Options,
    mechanics: &Mechanics,
) -> Result<(), Diagnostics> {
    let Some(factor) = mechanics.model.groups.first() else {
        return Ok(());
    };
    if ON_GROUPS.contains(&name) {
        return Ok(());
    }
    let (element, group) = (&factor.name, factor.group.text());
    Err(Diagnostic::error(
        Code::IntegratorInCoordinates,
        options.span,
        format!("`{name}` works in coordinates, but `{element}` is an element of {group}"),
        one_of(&ON_GROUPS),
    )
    .help("choose one of those, or write the model in coordinates")
    .into())
}

/// Refuses constraints that an integrator would leave out or take for others.
fn require_affine_constraints(
    name: &str,
    options: &Options,
    mechanics: &Mechanics,
) -> Result<(), Diagnostics> {
    let is_affine = mechanics.constraints.are_affine(&mechanics.model.graph);
    let (found, required, help) = if !mechanics.model.holonomic.is_empty()
        && name != "VakonomicRattle"
    {
        (
            "takes no position constraints",
            "constraints on velocities",
            "choose `VakonomicRattle` for a variational problem, or write the rate of the position \
             constraint under `constraints`",
        )
    } else if !is_affine && name != "VakonomicGauss" {
        (
            "takes constraints that are affine in the velocities",
            "the form A(q) v + b(q, t)",
            "choose `VakonomicGauss` for a variational problem",
        )
    } else {
        return Ok(());
    };
    Err(Diagnostic::error(
        Code::UnsupportedConstraint,
        options.span,
        format!("`{name}` {found}"),
        required,
    )
    .help(help)
    .into())
}

fn find(name: &str, options: &Options, earlier: &[Scheme]) -> Result<Discretise, Diagnostics> {
    let known = INTEGRATORS
        .iter()
        .find(|integrator| integrator.name == name);
    let Some(integrator) = known else {
        let names: Vec<_> = INTEGRATORS
            .iter()
            .map(|integrator| integrator.name)
            .collect();
        return Err(Diagnostic::error(
            Code::UnknownIntegrator,
            options.span,
            format!("there is no integrator `{name}`"),
            one_of(&names),
        )
        .help(suggestion(name, names.iter().copied()))
        .into());
    };
    if earlier.iter().any(|scheme| scheme.integrator == name) {
        return Err(Diagnostic::error(
            Code::DuplicateIntegrator,
            options.span,
            format!("`{name}` is asked for twice"),
            "each integrator once, because its constructor carries its name",
        )
        .help("annotate a second struct with the same model for other options")
        .into());
    }
    Ok(integrator.discretise)
}

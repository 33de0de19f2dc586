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
    discretise: Option<Discretise>,
}

/// Builds the scheme of an integrator with the given options.
type Discretise = fn(&mut Mechanics, &Options) -> Result<Scheme, Diagnostics>;

/// The integrators of the model language; those without a scheme yet give a diagnostic.
pub const INTEGRATORS: &[Integrator] = &[
    Integrator {
        name: "Gni",
        options: "start = Paper | Lambda0 | Smooth, quadrature = Trapezoidal | Midpoint",
        summary: "geometric nonholonomic integrator: reflects the momentum in every node (KMF 4)",
        discretise: Some(gni::discretise),
    },
    Integrator {
        name: "Shake",
        options: "",
        summary: "nonholonomic SHAKE: two steps on positions (KMF 9)",
        discretise: Some(shake::discretise),
    },
    Integrator {
        name: "Rattle",
        options: "",
        summary: "nonholonomic RATTLE: half kicks with one multiplier per node (KMF 10)",
        discretise: Some(rattle::discretise),
    },
    Integrator {
        name: "Dla",
        options: "quadrature = Midpoint | Trapezoidal | Left, start = Velocity | TwoPoint",
        summary: "discrete Lagrange-d'Alembert: constrains the discrete velocity (Cortés, Martínez)",
        discretise: Some(dla::discretise),
    },
    Integrator {
        name: "Dap",
        options: "alpha = 0.5",
        summary: "discrete d'Alembert-Pontryagin with alpha (Kobilarov)",
        discretise: Some(dap::discretise),
    },
    Integrator {
        name: "Mla",
        options: "",
        summary: "modified Lagrange-d'Alembert with constraint forces of the midpoint (Anahory Simoes et al.)",
        discretise: Some(mla::discretise),
    },
    Integrator {
        name: "Rdp",
        options: "retraction = Exp | Cayley | Ccsk, alpha = 0.5, dtau = Exact | First | Second",
        summary: "reduced d'Alembert-Pontryagin on shape and Lie group (KMF 5)",
        discretise: Some(rdp::discretise),
    },
    Integrator {
        name: "MoserVeselov",
        options: "solve = Cayley | Direct | Explicit",
        summary: "free rigid body: discrete Moser-Veselov equations (Moser, Veselov; Kobilarov)",
        discretise: Some(moser_veselov::discretise),
    },
    Integrator {
        name: "Feedback",
        options: "base = Euler | Rk2 | Rk4, energy = 100 (0 under forces), constraint = 100, rotation = 100, <integral> = gain",
        summary: "attraction to the constraints and to levels of integrals (Chang, Perlmutter)",
        discretise: Some(feedback::discretise),
    },
    Integrator {
        name: "VakonomicGauss",
        options: "stages = 1 | 2 | 3",
        summary: "symplectic Gauss methods for vakonomic motions, not nonholonomic ones (McLachlan et al.)",
        discretise: Some(vakonomic::gauss),
    },
    planned("VakonomicRattle"),
    Integrator {
        name: "EnergyPreserving",
        options: "",
        summary: "mean-value discrete gradient, constraint at the midpoint: energy to round-off",
        discretise: Some(energy_preserving::discretise),
    },
    Integrator {
        name: "Lobatto",
        options: "stages = 3",
        summary: "partitioned Lobatto IIIA-IIIB method with nodal closure, order four (Jay)",
        discretise: Some(lobatto::discretise),
    },
    Integrator {
        name: "Rk",
        options: "order = 2 | 4",
        summary: "explicit Runge-Kutta methods on the equations of motion: baselines",
        discretise: Some(tableau::explicit),
    },
    Integrator {
        name: "Gauss",
        options: "stages = 3 | 1 | 2",
        summary: "Gauss collocation on the equations of motion: the reference",
        discretise: Some(tableau::gauss),
    },
];

/// The integrators that also take factors of the configuration without coordinates.
const ON_GROUPS: [&str; 5] = ["Rdp", "MoserVeselov", "Feedback", "Rk", "Gauss"];

const fn planned(name: &'static str) -> Integrator {
    Integrator {
        name,
        options: "",
        summary: "",
        discretise: None,
    }
}

impl Integrator {
    /// Whether the integrator can be generated.
    #[must_use]
    pub fn is_supported(&self) -> bool {
        self.discretise.is_some()
    }
}

/// The scheme of every integrator that the model asks for.
///
/// # Errors
/// Unknown names and options, and whatever an integrator needs that the model does not have.
pub fn discretise(mechanics: &mut Mechanics) -> Result<Vec<Scheme>, Diagnostics> {
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
    mechanics: &mut Mechanics,
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

fn find(name: &str, options: &Options, earlier: &[Scheme]) -> Result<Discretise, Diagnostics> {
    let supported: Vec<_> = INTEGRATORS
        .iter()
        .filter(|integrator| integrator.is_supported())
        .map(|integrator| integrator.name)
        .collect();
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
    integrator.discretise.ok_or_else(|| {
        Diagnostic::error(
            Code::NotYetSupported,
            options.span,
            format!("`{name}` is not yet supported"),
            one_of(&supported),
        )
        .into()
    })
}

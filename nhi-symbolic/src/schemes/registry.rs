//! All integrators.

use crate::diag::{Code, Diagnostic, Diagnostics, one_of, suggestion};
use crate::mechanics::Mechanics;
use crate::model::IntegratorRequest;

use super::choices::{Choices, ModelNames, OptionRow, Values};
use super::draft::Draft;
use super::integrator::{Integrator, Kind, Preserves, always, second_order};
use super::needs::{Lagrangian, Needs};
use super::system::System;

use super::dap;
use super::dla;
use super::energy_preserving;
use super::feedback;
use super::gni;
use super::jacobian::step_jacobian;
use super::lobatto;
use super::mla;
use super::moser_veselov;
use super::rattle;
use super::rdp;
use super::scheme::Scheme;
use super::shake;
use super::tableau;
use super::vakonomic;

/// The integrators of the model language.
pub const INTEGRATORS: &[Integrator] = &[
    Integrator {
        name: "Gni",
        kind: Kind::Nonholonomic,
        summary: "geometric nonholonomic integrator: reflects the momentum in every node (KMF 4)",
        references: &[],
        options: &[
            OptionRow::named("start", Values::Words(&["Paper", "Lambda0", "Smooth"])),
            OptionRow::named("quadrature", Values::Words(&["Trapezoidal", "Midpoint"])),
        ],
        needs: Needs::COORDINATES,
        preserves: Preserves::CONSTRAINTS,
        preserves_in_words: "the constraints in samples; the energy of half steps in free motion with a constant mass matrix; steps are undone by `-h` once the momentum is reflected",
        use_when: "a step must be cheap: it is explicit for a constant mass matrix and forces of the position; on reversible motions and over moderate times",
        not_when: "the run is long and `constraint_reflection` grows, as for a sleigh that runs forwards at the rate at which its turning decays; multipliers are wanted and the start is not `Smooth`",
        order: second_order,
        symmetric: always,
        state: &[],
        monitors: &[],
        discretise: |system, choices| {
            Draft::of_old(gni::discretise(system.mechanics, &choices.old)?)
        },
    },
    shake::INTEGRATOR,
    rattle::INTEGRATOR,
    Integrator {
        name: "Dla",
        kind: Kind::Nonholonomic,
        summary: "discrete Lagrange-d'Alembert: constrains the discrete velocity (Cortés, Martínez)",
        references: &[],
        options: &[
            OptionRow::named(
                "quadrature",
                Values::Words(&["Midpoint", "Trapezoidal", "Left"]),
            ),
            OptionRow::named("start", Values::Words(&["Velocity", "TwoPoint"])),
        ],
        needs: Needs::COORDINATES,
        preserves: Preserves::CONSTRAINTS,
        preserves_in_words: "the constraints in samples, and those of the discrete velocity at the point of the step where they are imposed",
        use_when: "a robust step of order two is wanted for any regular Lagrangian, with forces and affine constraints: it has no parasitic mode",
        not_when: "the energy matters over long times (`Mla`), or an explicit step will do; `quadrature = Left` is for comparisons with the literature alone, it loses or gains energy steadily",
        order: second_order,
        symmetric: always,
        state: &[],
        monitors: &[],
        discretise: |system, choices| {
            Draft::of_old(dla::discretise(system.mechanics, &choices.old)?)
        },
    },
    Integrator {
        name: "Dap",
        kind: Kind::Nonholonomic,
        summary: "discrete d'Alembert-Pontryagin with alpha (Kobilarov)",
        references: &[],
        options: &[OptionRow::named("alpha", Values::Fraction(1, 2)).remark("order one for others")],
        needs: Needs::COORDINATES,
        preserves: Preserves::CONSTRAINTS,
        preserves_in_words: "the constraints in samples, and those of the discrete velocity at the fraction `alpha` of the step",
        use_when: "results with another `alpha` are to be reproduced; `alpha = 0.5` gives the steps of `Dla`",
        not_when: "accuracy counts and `alpha` is not one half: the order is one, and the motion is braked or driven",
        order: second_order,
        symmetric: always,
        state: &[],
        monitors: &[],
        discretise: |system, choices| {
            Draft::of_old(dap::discretise(system.mechanics, &choices.old)?)
        },
    },
    Integrator {
        name: "Mla",
        kind: Kind::Nonholonomic,
        summary: "modified Lagrange-d'Alembert with constraint forces of the midpoint (Anahory Simoes et al.)",
        references: &[],
        options: &[],
        needs: Needs::COORDINATES,
        preserves: Preserves::CONSTRAINTS,
        preserves_in_words: "the constraints in samples; without forces the error of the energy is of order four, on reversible motions without drift",
        use_when: "runs are long and the energy matters: the first choice among the implicit methods of order two",
        not_when: "time per step counts: every iteration evaluates the derivatives of the constraint force",
        order: second_order,
        symmetric: always,
        state: &[],
        monitors: &[],
        discretise: |system, choices| {
            Draft::of_old(mla::discretise(system.mechanics, &choices.old)?)
        },
    },
    rdp::INTEGRATOR,
    moser_veselov::INTEGRATOR,
    feedback::INTEGRATOR,
    vakonomic::gauss::INTEGRATOR,
    vakonomic::rattle::INTEGRATOR,
    Integrator {
        name: "EnergyPreserving",
        kind: Kind::Nonholonomic,
        summary: "mean-value discrete gradient, constraint at the midpoint: energy to round-off",
        references: &[],
        options: &[],
        needs: Needs {
            lagrangian: Lagrangian::SecondDegree(
                "splits the change of the energy into those of M(q) and V(q)",
            ),
            ..Needs::COORDINATES
        },
        preserves: Preserves {
            constraints: false,
            energy: |_| true,
        },
        preserves_in_words: "the energy of samples where no force does work and the constraints are linear in the velocities",
        use_when: "the energy must not drift at all, whatever the length of the run",
        not_when: "the velocity of a sample must satisfy the constraints: it does so to second order only, their mean over a step to round-off",
        order: second_order,
        symmetric: always,
        state: &[],
        monitors: &[],
        discretise: |system, choices| {
            Draft::of_old(energy_preserving::discretise(
                system.mechanics,
                &choices.old,
            )?)
        },
    },
    Integrator {
        name: "Lobatto",
        kind: Kind::Nonholonomic,
        summary: "partitioned Lobatto IIIA-IIIB method with nodal closure, order four (Jay)",
        references: &[],
        options: &[OptionRow::named("stages", Values::Integers(&[3]))],
        needs: Needs::COORDINATES,
        preserves: Preserves::CONSTRAINTS,
        preserves_in_words: "the constraints in samples",
        use_when: "high accuracy is wanted together with exact constraints",
        not_when: "a step must be cheap: it solves for the velocities of three stages at once",
        order: second_order,
        symmetric: always,
        state: &[],
        monitors: &[],
        discretise: |system, choices| {
            Draft::of_old(lobatto::discretise(system.mechanics, &choices.old)?)
        },
    },
    tableau::RK,
    tableau::GAUSS,
];

/// The integrator of the given name.
#[must_use]
pub fn integrator(name: &str) -> Option<&'static Integrator> {
    INTEGRATORS
        .iter()
        .find(|integrator| integrator.name == name)
}

/// The scheme of every integrator that the model asks for.
///
/// # Errors
/// Unknown names and options, and whatever an integrator needs that the model does not have.
pub fn discretise(mechanics: &Mechanics) -> Result<Vec<Scheme>, Diagnostics> {
    let mut diagnostics = Diagnostics::new();
    let mut schemes: Vec<Scheme> = Vec::new();
    for request in &mechanics.model.integrators {
        let found = find(request, &schemes);
        match found.and_then(|integrator| scheme(mechanics, integrator, request)) {
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
    integrator: &'static Integrator,
    request: &IntegratorRequest,
) -> Result<Scheme, Diagnostics> {
    integrator
        .needs
        .check(integrator, mechanics, request.name.span)?;
    let choices = Choices::read(integrator, request, &ModelNames::of(&mechanics.model))?;
    let system = System::new(mechanics);
    let draft = (integrator.discretise)(&system, &choices)?;
    let mut scheme = draft.complete(integrator, &choices, system);
    if choices.wants_jacobian() {
        scheme.step_jacobian = Some(step_jacobian(mechanics, &scheme));
    }
    Ok(scheme)
}

/// The integrator that is asked for, once.
fn find(
    request: &IntegratorRequest,
    earlier: &[Scheme],
) -> Result<&'static Integrator, Diagnostics> {
    let (name, span) = (request.name.text.as_str(), request.name.span);
    let Some(integrator) = integrator(name) else {
        let names: Vec<_> = INTEGRATORS.iter().map(|known| known.name).collect();
        return Err(Diagnostic::error(
            Code::UnknownIntegrator,
            span,
            format!("there is no integrator `{name}`"),
            one_of(&names),
        )
        .help(suggestion(name, names.iter().copied()))
        .into());
    };
    if earlier.iter().any(|scheme| scheme.integrator == name) {
        return Err(Diagnostic::error(
            Code::DuplicateIntegrator,
            span,
            format!("`{name}` is asked for twice"),
            "each integrator once, because its constructor carries its name",
        )
        .help("annotate a second struct with the same model for other options")
        .into());
    }
    Ok(integrator)
}

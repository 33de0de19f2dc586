//! All integrators.

use crate::diag::{Code, Diagnostic, Diagnostics, one_of, suggestion};
use crate::mechanics::Mechanics;
use crate::model::IntegratorRequest;

use super::choices::{Choices, ModelNames, OptionRow, Values};
use super::draft::Draft;
use super::integrator::{Integrator, Kind, Preserves, always, second_order};
use super::needs::{self, Configuration, Constraints, Lagrangian, Needs};
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
    gni::INTEGRATOR,
    shake::INTEGRATOR,
    rattle::INTEGRATOR,
    dla::INTEGRATOR,
    dap::INTEGRATOR,
    mla::INTEGRATOR,
    Integrator {
        name: "Rdp",
        kind: Kind::Nonholonomic,
        summary: "reduced d'Alembert-Pontryagin on shape and Lie group (KMF 5)",
        references: &[],
        options: &[
            OptionRow::named("retraction", Values::Words(&["Exp", "Cayley", "Ccsk"])),
            OptionRow::named("alpha", Values::Fraction(1, 2)),
            OptionRow::named("dtau", Values::Words(&["Exact", "First", "Second"])),
        ],
        needs: Needs {
            configuration: Configuration::Group,
            ..Needs::COORDINATES
        },
        preserves: Preserves::CONSTRAINTS,
        preserves_in_words: "the constraints in samples; group elements stay on their group; without constraints the momentum of the group to round-off where `dtau = Exact`",
        use_when: "the model declares its group, or has a factor without coordinates: large rotations, locomotion by a shape that is driven",
        not_when: "there is no symmetry; `retraction = Ccsk` and other values of `alpha` than one half have order one with a shape",
        order: second_order,
        symmetric: always,
        state: &[],
        monitors: &[],
        discretise: |system, choices| {
            Draft::of_old(rdp::discretise(system.mechanics, &choices.old)?)
        },
    },
    Integrator {
        name: "MoserVeselov",
        kind: Kind::Nonholonomic,
        summary: "free rigid body: discrete Moser-Veselov equations (Moser, Veselov; Kobilarov)",
        references: &[],
        options: &[OptionRow::named(
            "solve",
            Values::Words(&["Cayley", "Direct", "Explicit"]),
        )],
        needs: Needs {
            configuration: Configuration::Rotation,
            lagrangian: Lagrangian::Rotation,
            constraints: Constraints::None,
            position_constraints: false,
            forces: false,
        },
        preserves: Preserves {
            constraints: true,
            energy: |_| true,
        },
        preserves_in_words: "energy, spatial momentum and its length; the explicit solution the momenta alone",
        use_when: "the body is free and rigid",
        not_when: "anything but inertia acts on it; `h` times the angular velocity is near one or beyond",
        order: second_order,
        symmetric: always,
        state: &[],
        monitors: &[],
        discretise: |system, choices| {
            Draft::of_old(moser_veselov::discretise(system.mechanics, &choices.old)?)
        },
    },
    Integrator {
        name: "Feedback",
        kind: Kind::Nonholonomic,
        summary: "attraction to the constraints and to levels of integrals (Chang, Perlmutter)",
        references: &[],
        options: &[
            OptionRow::named("base", Values::Words(&["Euler", "Rk2", "Rk4"])),
            OptionRow::named("energy", Values::Gain(100)).remark("0 under forces"),
            OptionRow::named("constraint", Values::Gain(100)),
            OptionRow::named("rotation", Values::Gain(100)).on_elements(),
            OptionRow::gain_of_each_integral(),
        ],
        needs: Needs {
            configuration: Configuration::Any,
            lagrangian: Lagrangian::SecondDegree(
                "needs the Hamiltonian in closed form, with velocities that are linear in the momenta",
            ),
            constraints: Constraints::Linear,
            ..Needs::COORDINATES
        },
        preserves: Preserves::CONSTRAINTS,
        preserves_in_words: "the constraints in samples, which are projected; in the state itself constraints, energy and declared integrals are attracted to their first values",
        use_when: "known integrals shall be held by an explicit method, at a constant cost, from a start that may be a little off",
        not_when: "the step is long against the gains: `gain_stiffness` at the start must be below one; constraints are affine",
        order: second_order,
        symmetric: always,
        state: &[],
        monitors: &[],
        discretise: |system, choices| {
            Draft::of_old(feedback::discretise(system.mechanics, &choices.old)?)
        },
    },
    Integrator {
        name: "VakonomicGauss",
        kind: Kind::Vakonomic,
        summary: "symplectic Gauss methods for vakonomic motions, not nonholonomic ones (McLachlan et al.)",
        references: &[],
        options: &[OptionRow::named("stages", Values::Integers(&[1, 2, 3]))],
        needs: Needs {
            constraints: Constraints::Nonlinear,
            forces: false,
            ..Needs::COORDINATES
        },
        preserves: Preserves::CONSTRAINTS,
        preserves_in_words: "the symplectic form, and the constraints at stages and nodes",
        use_when: "the motion is vakonomic: optimal control, geodesics of sub-Riemannian geometry",
        not_when: "a wheel rolls or a blade glides: those motions are nonholonomic, and other ones",
        order: second_order,
        symmetric: always,
        state: &[],
        monitors: &[],
        discretise: |system, choices| {
            Draft::of_old(vakonomic::gauss(system.mechanics, &choices.old)?)
        },
    },
    Integrator {
        name: "VakonomicRattle",
        kind: Kind::Vakonomic,
        summary: "the midpoint rule for vakonomic motions under position constraints, by RATTLE (McLachlan et al.)",
        references: &[],
        options: &[],
        needs: Needs {
            lagrangian: Lagrangian::SecondDegree("needs the velocity of a momentum in closed form"),
            position_constraints: true,
            forces: false,
            ..Needs::COORDINATES
        },
        preserves: Preserves::CONSTRAINTS,
        preserves_in_words: "the symplectic form, and both kinds of constraints at the nodes",
        use_when: "the motion is vakonomic and positions are constrained too, as on a sphere",
        not_when: "there are no position constraints: Gauss methods reach higher orders",
        order: second_order,
        symmetric: always,
        state: &[],
        monitors: &[],
        discretise: |system, choices| {
            Draft::of_old(vakonomic::rattle(system.mechanics, &choices.old)?)
        },
    },
    energy_preserving::INTEGRATOR,
    lobatto::INTEGRATOR,
    Integrator {
        name: "Rk",
        kind: Kind::Nonholonomic,
        summary: "explicit Runge-Kutta methods on the equations of motion: baselines",
        references: &[],
        options: &[OptionRow::named("order", Values::Integers(&[2, 4]))],
        needs: Needs {
            configuration: Configuration::Any,
            ..Needs::COORDINATES
        },
        preserves: Preserves::NOTHING,
        preserves_in_words: "nothing beyond its order",
        use_when: "a baseline is wanted, or a short and smooth run at little cost",
        not_when: "constraints must hold for long",
        order: second_order,
        symmetric: always,
        state: &[],
        monitors: &[],
        discretise: |system, choices| {
            Draft::of_old(tableau::explicit(system.mechanics, &choices.old)?)
        },
    },
    Integrator {
        name: "Gauss",
        kind: Kind::Nonholonomic,
        summary: "Gauss collocation on the equations of motion: the reference",
        references: &[],
        options: &[OptionRow::named("stages", Values::Integers(&[3, 1, 2]))],
        needs: Needs {
            configuration: Configuration::Any,
            ..Needs::COORDINATES
        },
        preserves: Preserves::NOTHING,
        preserves_in_words: "constraints and energy to its order only, without drift on reversible motions",
        use_when: "a reference is wanted: with three stages and small steps it is exact to nearly round-off",
        not_when: "a step must be cheap, or constraints must hold to round-off at large steps",
        order: second_order,
        symmetric: always,
        state: &[],
        monitors: &[],
        discretise: |system, choices| {
            Draft::of_old(tableau::gauss(system.mechanics, &choices.old)?)
        },
    },
];

/// The integrator of the given name.
#[must_use]
pub fn integrator(name: &str) -> Option<&'static Integrator> {
    INTEGRATORS
        .iter()
        .find(|integrator| integrator.name == name)
}

/// The integrator of a kind with the highest order that takes a model, with its options as a request:
/// what counts as exact in a comparison.
#[must_use]
pub fn most_accurate(kind: Kind, mechanics: &Mechanics) -> Option<String> {
    let taking = INTEGRATORS
        .iter()
        .filter(|integrator| integrator.kind == kind && integrator.needs.are_met(mechanics));
    let configured = taking.flat_map(|integrator| {
        let alternatives = Choices::alternatives(integrator).into_iter();
        core::iter::once(Choices::defaults(integrator))
            .chain(alternatives.map(|(_, choices)| choices))
            .map(move |choices| ((integrator.order)(&choices), integrator, choices))
    });
    // Of equals the last is taken: the references stand behind what they are for.
    let best = configured.max_by_key(|(order, ..)| *order);
    best.map(|(_, integrator, choices)| choices.request(integrator))
}

/// The scheme of every integrator that the model asks for.
///
/// # Errors
/// Unknown names and options, and whatever an integrator needs that the model does not have.
pub fn discretise(mechanics: &Mechanics) -> Result<Vec<Scheme>, Diagnostics> {
    if mechanics
        .model
        .integrators
        .iter()
        .any(asks_for_affine_constraints)
    {
        needs::constraints_are_affine(mechanics)?;
    }
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

/// Whether a known integrator is asked for that takes no nonlinear constraints.
fn asks_for_affine_constraints(request: &IntegratorRequest) -> bool {
    let known = integrator(&request.name.text);
    known.is_some_and(|integrator| integrator.needs.constraints != Constraints::Nonlinear)
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

//! How each integrator is tried: on which systems, with which options, how its steps are undone.

use nhi_symbolic::schemes::INTEGRATORS;

use crate::support::short_run::Reversal;

/// An integrator with options, and the number of steps of the first measurement.
pub(crate) struct Trial {
    pub(crate) integrator: &'static str,
    pub(crate) fewest_steps: u32,
}

/// How an integrator is tried.
pub(crate) struct Trials {
    /// Two nonlinear systems within its reach.
    pub(crate) systems: [&'static str; 2],
    pub(super) reversal: Reversal,
    pub(crate) variants: Vec<Trial>,
}

/// A mass matrix of the configuration with a control; an affine constraint of the time.
const ANY: [&str; 2] = ["skating_pendulum", "turntable_knife_edge"];
/// Constant mass matrices and potentials.
pub(super) const EXPLICIT: [&str; 2] = ["inclined_sleigh", "nonholonomic_oscillator"];
/// Rigid motions of the plane as symmetry, shapes with potentials, one with a control on the group.
pub(super) const REDUCIBLE: [&str; 2] = ["skating_pendulum", "two_link_knife_edge"];

/// The trials of an integrator of nonholonomic dynamics in coordinates; vakonomic motions
/// are others, and MoserVeselov turns a rigid body: both have their own measurements.
pub(crate) fn in_coordinates(name: &str) -> Trials {
    let (systems, reversal, variants): (_, _, &[(&'static str, u32)]) = match name {
        "Gni" => (
            ANY,
            Reversal::Reflect,
            &[
                ("Gni", 64),
                ("Gni(start = Paper)", 64),
                ("Gni(start = Lambda0)", 64),
                ("Gni(quadrature = Midpoint)", 64),
            ],
        ),
        "Shake" => (EXPLICIT, Reversal::Swap, &[("Shake", 64)]),
        "Rattle" => (EXPLICIT, Reversal::Plain, &[("Rattle", 64)]),
        "Dla" => (
            ANY,
            Reversal::Plain,
            &[
                ("Dla", 64),
                ("Dla(quadrature = Trapezoidal)", 64),
                ("Dla(quadrature = Left)", 512),
                ("Dla(order = 4)", 16),
                ("Dla(quadrature = Trapezoidal, order = 6)", 4),
                ("Dla(order = 8)", 3),
            ],
        ),
        "Dap" => (
            ANY,
            Reversal::Plain,
            &[
                ("Dap", 64),
                ("Dap(alpha = 0.25)", 512),
                ("Dap(alpha = 1)", 512),
                ("Dap(order = 4)", 16),
                ("Dap(order = 6)", 4),
                ("Dap(order = 8)", 3),
            ],
        ),
        "Mla" => (
            ANY,
            Reversal::Plain,
            &[
                ("Mla", 64),
                ("Mla(order = 4)", 16),
                ("Mla(order = 6)", 4),
                ("Mla(order = 8)", 3),
            ],
        ),
        "Rdp" => (
            REDUCIBLE,
            Reversal::Plain,
            &[
                ("Rdp", 64),
                ("Rdp(dtau = First)", 64),
                ("Rdp(dtau = Second)", 64),
                ("Rdp(retraction = Cayley)", 64),
                ("Rdp(retraction = Ccsk)", 512),
                ("Rdp(alpha = 0)", 512),
                ("Rdp(alpha = 1, retraction = Cayley)", 512),
            ],
        ),
        "Feedback" => (
            ["inclined_sleigh", "knife_edge"],
            Reversal::Plain,
            &[
                ("Feedback(energy_rate = 1, constraint_rate = 2)", 256),
                (
                    "Feedback(base = Rk2, energy_rate = 1, constraint_rate = 2)",
                    512,
                ),
                ("Feedback(energy = 1, constraint = 2)", 256),
                ("Feedback(base = Rk2, energy = 1, constraint = 2)", 512),
                ("Feedback(base = Rk4, energy = 0.1, constraint = 0.2)", 12),
            ],
        ),
        "EnergyPreserving" => (
            ANY,
            Reversal::Plain,
            &[
                ("EnergyPreserving", 64),
                ("EnergyPreserving(order = 4)", 8),
                ("EnergyPreserving(order = 6)", 4),
                ("EnergyPreserving(order = 8)", 4),
            ],
        ),
        "Lobatto" => (ANY, Reversal::Plain, &[("Lobatto", 8)]),
        "Rk" => (
            ANY,
            Reversal::Plain,
            &[("Rk(order = 2)", 128), ("Rk(order = 4)", 16)],
        ),
        "Gauss" => (
            ANY,
            Reversal::Plain,
            &[
                ("Gauss(stages = 1)", 64),
                ("Gauss(stages = 2)", 12),
                ("Gauss", 3),
            ],
        ),
        other => {
            panic!("no trials for `{other}`: add systems, variants and how its steps are undone")
        }
    };
    Trials::new(systems, reversal, variants)
}

impl Trials {
    /// The trials of integrators with options on the same systems.
    fn new(
        systems: [&'static str; 2],
        reversal: Reversal,
        variants: &[(&'static str, u32)],
    ) -> Self {
        let variants = variants.iter().map(|&(integrator, fewest_steps)| Trial {
            integrator,
            fewest_steps,
        });
        Self {
            systems,
            reversal,
            variants: variants.collect(),
        }
    }

    /// The trials of one integrator among those of a table.
    fn among(name: &str, systems: [&'static str; 2], table: &[(&'static str, u32)]) -> Self {
        let of_name = |trial: &&(&'static str, u32)| name_of(trial.0) == name;
        let variants: Vec<_> = table.iter().filter(of_name).copied().collect();
        assert!(!variants.is_empty(), "no trials of `{name}`");
        let reversal = match name {
            "Gni" => Reversal::Reflect,
            _ => Reversal::Plain,
        };
        Self::new(systems, reversal, &variants)
    }
}

/// The integrators that are measured in coordinates, apart from those with a tolerance.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let nonholonomic = INTEGRATORS
        .iter()
        .filter(|integrator| !integrator.is_vakonomic())
        .filter(|integrator| integrator.name != "MoserVeselov" && !integrator.is_adaptive());
    nonholonomic.map(|integrator| integrator.name)
}

/// The name of an integrator without its options.
fn name_of(integrator: &str) -> &str {
    integrator.split('(').next().unwrap_or(integrator)
}

/// The integrators of a table, each once.
fn names_in(table: &'static [(&'static str, u32)]) -> Vec<&'static str> {
    let mut names: Vec<_> = table.iter().map(|trial| name_of(trial.0)).collect();
    names.dedup();
    names
}

/// The variants of all integrators that are measured in coordinates.
pub(crate) fn all_in_coordinates() -> impl Iterator<Item = Trial> {
    names().flat_map(|name| in_coordinates(name).variants)
}

/// Integrators that accept any constraints on group elements, with both ways to move those.
const ELEMENT_TRIALS: &[(&str, u32)] = &[
    ("Gni", 64),
    ("Gni(retraction = Cayley)", 64),
    ("Gni(start = Paper)", 64),
    ("Gni(quadrature = Midpoint)", 64),
    ("Gni(quadrature = Midpoint, retraction = Cayley)", 64),
    ("Rattle", 64),
    ("Rattle(retraction = Cayley)", 64),
    ("Dla", 64),
    ("Dla(retraction = Cayley)", 64),
    ("Dla(quadrature = Trapezoidal)", 64),
    ("Dla(quadrature = Trapezoidal, retraction = Cayley)", 64),
    ("Dla(quadrature = Left)", 512),
    ("Dla(quadrature = Left, retraction = Cayley)", 512),
    ("Dap(alpha = 0.25)", 512),
    ("Dap(alpha = 0.25, retraction = Cayley)", 512),
    ("Mla", 64),
    ("Mla(retraction = Cayley)", 64),
    ("Mla(order = 4)", 16),
    ("Mla(order = 6, retraction = Cayley)", 8),
    ("EnergyPreserving", 64),
    ("Lobatto", 8),
];

/// The trials of an integrator on group elements that constraints depend on: a ball; a mass matrix,
/// forces and constraints of everything.
pub(crate) fn on_elements(name: &str) -> Trials {
    Trials::among(name, ["magnetic_ball", "towed_hull"], ELEMENT_TRIALS)
}

/// The variants of all integrators that are measured on group elements.
pub(crate) fn all_on_elements() -> impl Iterator<Item = Trial> {
    names_on_elements()
        .into_iter()
        .flat_map(|name| on_elements(name).variants)
}

/// The integrators that are measured on group elements.
pub(crate) fn names_on_elements() -> Vec<&'static str> {
    names_in(ELEMENT_TRIALS)
}

/// Integrators that accept position constraints.
const POSITION_TRIALS: &[(&str, u32)] = &[
    ("Gni", 64),
    ("Gni(quadrature = Midpoint)", 64),
    ("Rattle", 64),
    ("Dla", 64),
    ("Dla(quadrature = Trapezoidal)", 64),
    ("Dap(alpha = 0.25)", 512),
    ("Mla", 64),
    ("Mla(order = 4)", 16),
    ("Mla(order = 6)", 4),
    ("EnergyPreserving", 64),
    ("Lobatto", 8),
    ("Rk(order = 2)", 128),
    ("Rk(order = 4)", 16),
    ("Gauss(stages = 1)", 64),
    ("Gauss(stages = 2)", 12),
];

/// The trials of an integrator on position constraints in addition to those of velocities, in coordinates
/// and of a pose.
pub(crate) fn on_positions(name: &str) -> Trials {
    Trials::among(name, ["skating_bob", "held_ball"], POSITION_TRIALS)
}

/// The integrators that are measured on position constraints.
pub(crate) fn names_on_positions() -> Vec<&'static str> {
    names_in(POSITION_TRIALS)
}

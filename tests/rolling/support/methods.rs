//! The integrators that the systems are run with.

/// An integrator as a model asks for it, and its order.
pub(crate) struct Method {
    pub(crate) name: &'static str,
    pub(crate) order: u32,
}

/// The method that stands for the exact motion of a model.
pub(crate) const EXACT: &str = "Gauss(stages = 3)";

/// The integrators of systems with group elements and a reduced kinetic energy, which contains no
/// element.
pub(crate) const ON_REDUCED_GROUPS: &[Method] = &[
    method("Rdp", 2),
    method("Rdp(retraction = Cayley)", 2),
    method("Mla(retraction = Cayley)", 2),
    method("Dla(retraction = Cayley)", 2),
    method(EXACT, 6),
    method("Rk(order = 4)", 4),
    method("Lobatto", 4),
    method("Mla", 2),
    method("Dla", 2),
    method("Dap", 2),
    method("EnergyPreserving", 2),
    method("Gni", 2),
    method("Rattle", 2),
];

/// The integrators of systems with group elements: those that move them by the Cayley map, and all
/// that take coordinates.
pub(crate) const ON_GROUPS: &[Method] = ON_REDUCED_GROUPS.split_at(2).1;

/// The integrators of systems in coordinates, with any mass matrix.
pub(crate) const IN_COORDINATES: &[Method] = ON_GROUPS.split_at(2).1;

/// Those without a reflection, whose parasitic mode grows where motors damp.
pub(crate) const WITHOUT_REFLECTION: &[Method] = IN_COORDINATES.split_at(7).0;

/// The integrators of systems with group elements and position constraints.
pub(crate) const WITH_POSITIONS_ON_GROUPS: &[Method] = &[
    method("Mla(retraction = Cayley)", 2),
    method("Dla(retraction = Cayley)", 2),
    method(EXACT, 6),
    method("Rk(order = 4)", 4),
    method("Lobatto", 4),
    method("Mla", 2),
    method("Dla", 2),
    method("Dap", 2),
    method("EnergyPreserving", 2),
    method("Gni", 2),
    method("Rattle", 2),
];

/// The integrators of systems in coordinates with position constraints.
pub(crate) const WITH_POSITIONS: &[Method] = WITH_POSITIONS_ON_GROUPS.split_at(2).1;

const fn method(name: &'static str, order: u32) -> Method {
    Method { name, order }
}

impl Method {
    /// Whether it adds matrices: its correction of first order leaves rotations orthogonal to the square
    /// of a step's error.
    pub(crate) fn adds_matrices(&self) -> bool {
        self.name.starts_with("Rk")
    }

    /// Whether it reflects: its steps are undone by `-h` once the momentum is reflected.
    pub(crate) fn reflects(&self) -> bool {
        self.name.starts_with("Gni")
    }

    /// The error below which the leading term of the error rules, and above which round-off does not.
    pub(crate) fn error_of_leading_term(&self) -> f64 {
        match self.order {
            2 => 1e-4,
            4 => 1e-7,
            _ => 1e-8,
        }
    }

    /// How far a measured order may be from the order.
    pub(crate) fn tolerance(&self) -> f64 {
        match self.order {
            2 => 0.05,
            4 => 0.1,
            _ => 0.2,
        }
    }
}

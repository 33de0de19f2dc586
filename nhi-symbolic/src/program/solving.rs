//! How equations are solved, chosen by cost.

/// How equations are solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solving {
    /// By one iteration from the guess, which is exact where the residuals are linear in the unknowns.
    Once,
    /// By Newton's method with a Jacobian and an elimination in each iteration.
    Newton,
    /// By Newton's method with factors of a Jacobian that serve several iterations, which evaluate residuals alone.
    KeepingFactors,
}

/// What an iteration of Newton's method takes.
pub(super) struct Costs {
    pub(super) unknowns: usize,
    /// Operations for the residuals alone.
    pub(super) residuals: usize,
    /// Operations for the Jacobian besides.
    pub(super) slopes: usize,
}

impl Costs {
    /// Whether factors are to be kept. That saves Jacobian and elimination in all iterations but one, and takes an iteration
    /// more for some steps: residuals and two triangular systems. Eliminations in loops have two operations to an
    /// instruction.
    pub(super) fn favour_factors(&self) -> bool {
        let n = self.unknowns;
        let saved = self.slopes + n.pow(3) / 3;
        let added = self.residuals + 2 * n.pow(2);
        saved > added + OUT_OF_REGISTERS
    }
}

/// What it takes besides, in operations, that factors do not stay in registers: measured on trees, chains and snakes with
/// four to thirty unknowns, of which those with `saved` below were slower with factors, those above faster.
const OUT_OF_REGISTERS: usize = 700;

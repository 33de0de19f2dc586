//! Methods of solving equations, chosen by cost.

/// A method of solving equations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solving {
    /// One iteration from the guess, which is exact if the residuals are linear in the unknowns.
    Once,
    /// Newton's method with a Jacobian and an elimination in each iteration.
    Newton,
    /// Newton's method with factors of a Jacobian that serve several iterations, which evaluate
    /// only residuals.
    KeepingFactors,
}

/// The cost of an iteration of Newton's method.
pub(super) struct Costs {
    pub(super) unknowns: usize,
    /// Operations for the residuals alone.
    pub(super) residuals: usize,
    /// Additional operations for the Jacobian.
    pub(super) slopes: usize,
}

impl Costs {
    /// Returns true if factors should be kept. That saves the Jacobian and the elimination in all
    /// iterations but one, and requires one more iteration in some steps: residuals and two
    /// triangular systems. Eliminations in loops execute two operations per instruction.
    pub(super) fn favour_factors(&self) -> bool {
        let n = self.unknowns;
        let saved = self.slopes + n.pow(3) / 3;
        let added = self.residuals + 2 * n.pow(2);
        saved > added + OUT_OF_REGISTERS
    }
}

/// The additional cost, in operations, of factors that do not stay in registers. It was measured on
/// trees, chains and snakes with four to thirty unknowns. Those that save less than this were
/// slower with factors, those that save more were faster.
const OUT_OF_REGISTERS: usize = 700;

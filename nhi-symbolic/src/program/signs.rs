//! The signs of a state as a program.

use crate::diag::Diagnostics;
use crate::discrete::Signs;
use crate::expr::Expr;
use crate::mechanics::Mechanics;

use super::build::NamedBlock;
use super::function::Program;
use super::signature::Signature;

impl Signs {
    /// Returns the inputs of the function of the signs, in this order, except parameters: time,
    /// configuration, velocity, multipliers, constraint residuals of the reflected velocity,
    /// controls, step size.
    #[must_use]
    pub fn inputs(&self, mechanics: &Mechanics) -> Vec<Expr> {
        let mut inputs = vec![mechanics.model.time];
        inputs.extend(&mechanics.q);
        inputs.extend(&mechanics.v);
        inputs.extend(&mechanics.initial_multipliers);
        inputs.extend(&self.reflection);
        inputs.extend(mechanics.model.controls.iter().map(|x| x.symbol));
        inputs.push(mechanics.step_size);
        inputs
    }
}

impl Program {
    /// Builds one function `signs` with the [values](Signs::values) of the signs.
    ///
    /// It is a separate program, because monitoring a run must not change how steps are computed.
    ///
    /// # Errors
    /// Returns the same errors as [`Program::of_functions`].
    pub fn of_signs(mechanics: &Mechanics, signs: &Signs) -> Result<Self, Diagnostics> {
        let values = signs.values();
        let signature = Signature {
            inputs: signs.inputs(mechanics),
            outputs: values.len(),
        };
        let block = NamedBlock::of_outputs("signs", signature, values);
        Self::of_functions(mechanics, &[block])
    }
}

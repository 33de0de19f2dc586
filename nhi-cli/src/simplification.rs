//! The simplifier that the user asks for.

use std::rc::Rc;

use nhi_symbolic::Compiled;
use nhi_symbolic::expr::Simplifier;

use crate::cli::{Simplification, SimplifierName};
use crate::model_source::Sources;
use crate::outcome::{Failure, Problem};

impl Simplification {
    /// Every model of the file to programs, simplified as asked.
    pub(crate) fn compile(self, sources: &Sources) -> Result<Vec<Compiled>, Failure> {
        let simplifier = match self.simplify {
            SimplifierName::BuiltIn => None,
            SimplifierName::Symbolica => Some(symbolica()?),
        };
        let tokens = sources.model().tokens();
        let models =
            tokens.and_then(|tokens| nhi_symbolic::compile_file_with(tokens, simplifier.as_ref()));
        models.map_err(|found| sources.failure(&found))
    }
}

#[cfg(feature = "symbolica")]
#[expect(
    clippy::unnecessary_wraps,
    reason = "builds without Symbolica give an error"
)]
fn symbolica() -> Result<Rc<dyn Simplifier>, Failure> {
    Ok(Rc::new(nhi_symbolic::expr::Symbolica))
}

#[cfg(not(feature = "symbolica"))]
fn symbolica() -> Result<Rc<dyn Simplifier>, Failure> {
    let problem = Problem::new(
        "this `nhi` was built without Symbolica",
        "`--simplify built-in`, or an `nhi` with the feature `symbolica`",
    );
    let help = "build it with `cargo install --path nhi-cli --features symbolica`, and read first what the README \
        says about the licence of Symbolica";
    Err(problem.help(help).into())
}

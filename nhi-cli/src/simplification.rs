//! The simplifier that the user selects.

use std::path::Path;
use std::rc::Rc;

use nhi_study::sources::Sources;
use nhi_symbolic::{Compiled, Simplifier};

use crate::cli::{Simplification, SimplifierName};
use crate::console::Console;
use crate::outcome::Failure;

impl Simplification {
    /// Returns the option as written, with a leading blank; empty for the default.
    pub(crate) fn option(self) -> &'static str {
        match self.simplify {
            SimplifierName::BuiltIn => "",
            SimplifierName::Symbolica => " --simplify symbolica",
        }
    }

    /// Compiles every model of the file with the selected simplifier; `output` is the destination
    /// of the result.
    pub(crate) fn compile(
        self,
        sources: &Sources,
        output: Option<&Path>,
        console: &Console,
    ) -> Result<Vec<Compiled>, Failure> {
        let simplifier = match self.simplify {
            SimplifierName::BuiltIn => None,
            SimplifierName::Symbolica => Some(symbolica(output, console)?),
        };
        let tokens = sources.model().tokens();
        let models =
            tokens.and_then(|tokens| nhi_symbolic::compile_file_with(tokens, simplifier.as_ref()));
        models.map_err(|found| sources.failure(&found).into())
    }
}

/// Returns the simplifier Symbolica. It prints its banner on standard output, so the result must go
/// elsewhere.
#[cfg(feature = "symbolica")]
fn symbolica(output: Option<&Path>, console: &Console) -> Result<Rc<dyn Simplifier>, Failure> {
    if output.is_none() || console.json {
        let message = "Symbolica may print on standard output: with `--simplify symbolica` give a file with `-o`, \
            and leave out `--json`";
        return Err(Failure::usage(message.to_owned()));
    }
    Ok(Rc::new(nhi_symbolic::Symbolica))
}

#[cfg(not(feature = "symbolica"))]
fn symbolica(_: Option<&Path>, _: &Console) -> Result<Rc<dyn Simplifier>, Failure> {
    use crate::outcome::Problem;

    let problem = Problem::new(
        "this `nhi` was built without Symbolica",
        "`--simplify built-in`, or an `nhi` with the feature `symbolica`",
    );
    let help = "build it with `cargo install --path nhi-cli --features symbolica`, and read first what the README \
        says about the licence of Symbolica";
    Err(problem.help(help).into())
}

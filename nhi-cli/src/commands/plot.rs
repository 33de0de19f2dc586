//! x
use crate::cli::PlotArguments;
use crate::outcome::{Failure, Outcome};
pub(crate) fn plot(_: &PlotArguments) -> Result<Outcome, Failure> {
    Err(Failure::BrokenPipe)
}

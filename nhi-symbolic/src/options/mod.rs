//! The options of integrators as typed data, and the parsing of requests.

mod choices;
mod read;
mod row;
mod words;

pub use choices::Choices;
pub(crate) use choices::{JACOBIAN, ModelNames};
pub use row::{OptionRow, Values};
pub use words::Word;
pub(crate) use words::words;

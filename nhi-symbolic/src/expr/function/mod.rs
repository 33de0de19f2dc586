//! The elementary functions: one table, which every stage of the compiler reads.
//!
//! A row contains everything that the compiler knows about a function. Adding a row adds the
//! function to the model language, to exact arithmetic, to zero tests, to programs, to the
//! generated code and to texts for people. The tests below compare each row with the runtime that
//! generated code calls. In addition, a model written from the table is compiled and compared with
//! the interpreter.

mod derivative;
pub(in crate::expr) mod elementary;
mod exact;
mod row;
mod switching;
mod table;
#[cfg(test)]
mod tests;

pub use row::{CostClass, FieldValue, Language, Parity, Row, RuntimeCall, Square};
pub use table::{Function, TABLE};

impl Function {
    /// Returns the function's row of the op table.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Returns the functions that are available by name in the model language.
    pub fn in_models() -> impl Iterator<Item = Self> {
        Self::spoken_in(Language::Models)
    }

    /// Returns the functions that are available in scenarios in addition to those of models.
    pub fn in_scenarios() -> impl Iterator<Item = Self> {
        Self::spoken_in(Language::Scenarios)
    }

    /// Returns true if the function switches, such as `abs`.
    #[must_use]
    pub fn switches(self) -> bool {
        self.row().language == Language::Scenarios
    }

    fn spoken_in(language: Language) -> impl Iterator<Item = Self> {
        let rows = TABLE.iter().filter(move |row| row.language == language);
        rows.map(|row| row.function)
    }
}

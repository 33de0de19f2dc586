//! The elementary functions: one table, which every stage of the compiler reads.
//!
//! A row is all that the compiler knows of a function: adding one adds it to the model language, to
//! exact arithmetic, to zero tests, to programs, to the generated code and to what people read. The
//! tests below hold each row against the runtime that generated code calls, and a model that is
//! written from the table is compiled and compared with the machine.

mod derivative;
mod exact;
mod row;
mod switching;
mod table;
#[cfg(test)]
mod tests;

pub use row::{CostClass, FieldValue, Language, Parity, Row, RuntimeCall, Square};
pub use table::{Function, TABLE};

impl Function {
    /// The function's row of the op table.
    #[must_use]
    pub fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The functions that the model language knows by their names.
    pub fn in_models() -> impl Iterator<Item = Self> {
        Self::spoken_in(Language::Models)
    }

    /// The functions that scenarios know beside those of models.
    pub fn in_scenarios() -> impl Iterator<Item = Self> {
        Self::spoken_in(Language::Scenarios)
    }

    fn spoken_in(language: Language) -> impl Iterator<Item = Self> {
        let rows = TABLE.iter().filter(move |row| row.language == language);
        rows.map(|row| row.function)
    }
}

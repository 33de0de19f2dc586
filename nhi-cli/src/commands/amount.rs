//! The amount of output of a run, reported before the run begins.

use std::path::Path;

use nhi_study::table::{MOST_NUMBERS, TableFile};

use crate::outcome::Problem;

/// The maximum number of numbers written unless `--every` is given.
const MOST_UNASKED: u64 = 500_000_000;

/// The size of a table that is about to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Amount {
    steps: u64,
    /// The row interval: one of this many steps is written.
    every: u64,
    columns: u64,
    bytes_of_number: u64,
}

impl Amount {
    /// Returns the table of a run that writes one of `every` steps.
    pub(super) fn of_run(steps: u64, every: u64, columns: usize, output: &Path) -> Self {
        Self {
            steps,
            every,
            columns: columns as u64,
            bytes_of_number: TableFile::bytes_of_number(output),
        }
    }

    /// Returns a note if the table is too large to be plotted.
    ///
    /// # Errors
    /// The table has more numbers than `MOST_UNASKED`, and `is_asked_for` is false.
    pub(super) fn checked(self, is_asked_for: bool) -> Result<Option<Problem>, Box<Problem>> {
        if self.numbers() <= MOST_NUMBERS as u64 {
            return Ok(None);
        }
        let factor = self.numbers().div_ceil(MOST_NUMBERS as u64);
        let every = round(self.every.saturating_mul(factor));
        let fewer = Self { every, ..self };
        if self.numbers() > MOST_UNASKED && !is_asked_for {
            let problem = Problem::new(
                format!("this run would write {self}"),
                format!("at most {MOST_UNASKED} numbers, or a choice of rows by `--every`"),
            );
            let help = format!("`--every {every}` writes {fewer}; `--every 1` writes all of them");
            return Err(problem.help(help).into());
        }
        let note = format!(
            "this run writes {self}, more than `nhi plot` reads; `--every {every}` writes {fewer}"
        );
        Ok(Some(Problem::note(note)))
    }

    fn rows(self) -> u64 {
        self.steps / self.every + 1
    }

    fn numbers(self) -> u64 {
        self.rows().saturating_mul(self.columns)
    }
}

impl std::fmt::Display for Amount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const UNITS: [(f64, &str); 3] = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB")];
        let bytes = self.numbers().saturating_mul(self.bytes_of_number) as f64;
        let unit = UNITS.into_iter().find(|(unit, _)| bytes >= *unit);
        let (unit, name) = unit.unwrap_or((1e3, "kB"));
        write!(
            f,
            "{} rows of {} columns, about {:.1} {name}",
            self.rows(),
            self.columns,
            bytes / unit
        )
    }
}

/// Returns the smallest of 1, 2, 5 times a power of ten that is not less than a number.
fn round(least: u64) -> u64 {
    let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(10));
    let mut steps = powers.flat_map(|power| [1, 2, 5].map(|factor| power.saturating_mul(factor)));
    steps.find(|step| *step >= least).unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(steps: u64, every: u64) -> Amount {
        Amount::of_run(steps, every, 10, Path::new("run.csv"))
    }

    #[test]
    fn tables_are_announced_from_the_size_on_that_is_too_large_to_be_drawn() {
        assert!(amount(3_999_999, 1).checked(false).unwrap().is_none());
        let note = amount(4_000_000, 1).checked(false).unwrap().unwrap();
        assert!(
            note.found.contains("4000001 rows of 10 columns, about"),
            "{note}"
        );
        assert!(note.found.contains("`--every 2`"), "{note}");
        assert!(amount(4_000_000, 2).checked(true).unwrap().is_none());
        let note = amount(12_000_000_000, 100).checked(true).unwrap().unwrap();
        assert!(
            note.found.contains("`--every 5000` writes 2400001 rows"),
            "{note}"
        );
    }

    #[test]
    fn huge_tables_are_written_only_if_they_are_asked_for() {
        assert!(amount(49_999_999, 1).checked(false).is_ok());
        let refused = amount(12_000_000_000, 1).checked(false).unwrap_err();
        assert!(
            refused
                .help
                .starts_with("`--every 5000` writes 2400001 rows"),
            "{refused}"
        );
        assert!(amount(12_000_000_000, 1).checked(true).is_ok());
        assert!(
            amount(12_000_000_000, 5000)
                .checked(true)
                .unwrap()
                .is_none()
        );
        assert!(amount(u64::MAX - 1, 1).checked(false).is_err());
    }
}

//! CSV files of numbers with a header.

use std::path::Path;

use crate::outcome::{Failure, Problem};

/// Named columns of equal length.
#[derive(Clone, Debug)]
pub(crate) struct NumberTable {
    pub(crate) names: Vec<String>,
    columns: Vec<Vec<f64>>,
}

impl NumberTable {
    /// Reads a file that `nhi run` wrote.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let unreadable = |reason: String| {
            let problem = Problem::new(
                format!("cannot read `{}`: {reason}", path.display()),
                "a CSV file that `nhi run` wrote",
            );
            Failure::from(problem)
        };
        let bytes = std::fs::read(path).map_err(|error| unreadable(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let place = error.utf8_error().valid_up_to();
            unreadable(format!("byte {place} is not valid UTF-8"))
        })?;
        Self::parse(&text).map_err(|problem| {
            let file = Some(path.display().to_string());
            Failure::from(Problem { file, ..*problem })
        })
    }

    fn parse(text: &str) -> Result<Self, Box<Problem>> {
        let mut lines = (1..).zip(text.lines());
        let header = lines.next().map_or("", |(_, line)| line);
        let names: Vec<_> = header
            .split(',')
            .map(|name| name.trim().to_owned())
            .collect();
        if names.first().is_none_or(|name| name != "t") {
            return Err(Problem {
                place: Some((1, 1)),
                ..Problem::new(
                    "the first column is not the time",
                    "a header that begins with `t,`",
                )
            }
            .into());
        }
        let mut columns = vec![Vec::new(); names.len()];
        for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let at_line = |found: String, required: &str| {
                Box::new(Problem {
                    place: Some((number, 1)),
                    ..Problem::new(found, required)
                })
            };
            let cells: Vec<_> = line.split(',').map(str::trim).collect();
            if cells.len() != names.len() {
                let found = format!("{} values", cells.len());
                return Err(at_line(
                    found,
                    &format!("{}, as in the header", names.len()),
                ));
            }
            for (column, cell) in columns.iter_mut().zip(cells) {
                let value = cell.parse();
                column.push(value.map_err(|_| at_line(format!("`{cell}`"), "a number"))?);
            }
        }
        Ok(Self { names, columns })
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// A column by its name.
    pub(crate) fn column(&self, name: &str) -> Option<&[f64]> {
        let index = self.names.iter().position(|known| known == name)?;
        Some(&self.columns[index])
    }

    /// One column over another; no point where one is not there.
    pub(crate) fn points(&self, x: &str, y: &str) -> Vec<(f64, f64)> {
        let (x, y) = (self.column(x), self.column(y));
        let pairs = x.into_iter().flatten().zip(y.into_iter().flatten());
        pairs.map(|(&x, &y)| (x, y)).collect()
    }

    /// The coordinates: the columns whose velocities are there too.
    pub(crate) fn coordinates(&self) -> Vec<&str> {
        let names = self.names.iter().map(String::as_str);
        names
            .filter(|name| self.column(&format!("{name}_dot")).is_some())
            .collect()
    }

    /// The columns `prefix.name`, by name.
    pub(crate) fn family(&self, prefix: &str) -> Vec<&str> {
        let names = self.names.iter();
        names
            .filter_map(|name| name.strip_prefix(prefix)?.strip_prefix('.'))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_what_they_are() {
        let table = NumberTable::parse("t,x,x_dot,energy,lambda.a\n0,1,2,3,4\n1,1.5,2,3,-4e-3\n");
        let table = table.unwrap();
        assert_eq!(table.coordinates(), ["x"]);
        assert_eq!(table.family("lambda"), ["a"]);
        assert_eq!(table.points("t", "lambda.a"), [(0.0, 4.0), (1.0, -4e-3)]);
    }

    #[test]
    fn mistakes_are_at_their_lines() {
        for (text, line) in [
            ("", 1),
            ("a,b\n", 1),
            ("t,x\n1\n", 2),
            ("t,x\n1,2\n1,one\n", 3),
        ] {
            let problem = NumberTable::parse(text).unwrap_err();
            assert_eq!(problem.place, Some((line, 1)), "{text:?}");
        }
    }
}

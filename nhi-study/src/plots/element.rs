//! Group elements whose entries are columns of a table.

use crate::table::NumberTable;

/// A group element with its entries in columns `NAME[i][j]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The name of the element.
    pub name: String,
    /// The group that it belongs to.
    pub group: Group,
}

/// The groups. The entries of rotation and position are columns, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Planar motions: two rows of three.
    Se2,
    /// Spatial rotations: three rows of three.
    So3,
    /// Spatial motions: three rows of four.
    Se3,
}

impl Group {
    const ALL: [Self; 3] = [Self::Se2, Self::So3, Self::Se3];

    /// Returns the numbers of rows and columns.
    pub fn size(self) -> (usize, usize) {
        match self {
            Self::Se2 => (2, 3),
            Self::So3 => (3, 3),
            Self::Se3 => (3, 4),
        }
    }
}

impl Element {
    /// Returns the elements of a table.
    pub fn all(table: &NumberTable) -> Vec<Self> {
        let names = table
            .names
            .iter()
            .filter_map(|name| name.strip_suffix("[0][0]"));
        names.filter_map(|name| Self::of(table, name)).collect()
    }

    /// Returns the element with a name, if all of its entries are present and no others.
    pub fn of(table: &NumberTable, name: &str) -> Option<Self> {
        let is_there = |i, j| table.column(&entry(name, i, j)).is_some();
        let fits = |group: &Group| {
            let (rows, columns) = group.size();
            let whole = (0..rows).all(|i| (0..columns).all(|j| is_there(i, j)));
            whole && !is_there(rows, 0) && !is_there(0, columns)
        };
        let group = Group::ALL.into_iter().find(fits)?;
        Some(Self {
            name: name.to_owned(),
            group,
        })
    }

    /// Returns the column of an entry.
    pub fn entry(&self, i: usize, j: usize) -> String {
        entry(&self.name, i, j)
    }
}

fn entry(name: &str, i: usize, j: usize) -> String {
    format!("{name}[{i}][{j}]")
}

/// Returns continuous angles: jumps by whole turns are removed.
pub fn unwrapped(angles: impl Iterator<Item = f64>) -> Vec<f64> {
    let turn = std::f64::consts::TAU;
    let mut last = None;
    angles
        .map(|angle| {
            let whole = last.map_or(angle, |last: f64| {
                angle + turn * ((last - angle) / turn).round()
            });
            if whole.is_finite() {
                last = Some(whole);
            }
            whole
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(names: &[String]) -> NumberTable {
        let row = vec!["1"; names.len()].join(",");
        NumberTable::of_text(&format!("{}\n{row}\n", names.join(",")))
    }

    #[test]
    fn groups_are_told_by_their_entries() {
        for group in Group::ALL {
            let (rows, columns) = group.size();
            let entries = (0..rows).flat_map(|i| (0..columns).map(move |j| entry("g", i, j)));
            let names: Vec<_> = std::iter::once("t".to_owned()).chain(entries).collect();
            let name = "g".to_owned();
            assert_eq!(Element::all(&table(&names)), [Element { name, group }]);
            assert_eq!(Element::all(&table(&names[..names.len() - 1])), []);
        }
    }

    #[test]
    fn an_angle_that_turns_on_has_no_jump() {
        let angles = (0..100).map(|k| 0.3 * f64::from(k));
        let jumping = angles
            .clone()
            .map(|angle: f64| angle.sin().atan2(angle.cos()));
        for (whole, angle) in unwrapped(jumping).into_iter().zip(angles) {
            assert!((whole - angle).abs() < 1e-12);
        }
    }
}

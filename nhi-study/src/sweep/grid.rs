//! The members of a sweep over two lists or grids, as cells.

use super::table::SweepTable;
use crate::picture::Cells;

/// The largest number of columns and of rows of cells.
const MOST_CELLS: usize = 150;

/// Two columns of which each pair of values belongs to one member.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    /// The names of the columns.
    pub(super) names: [&'a str; 2],
    /// Their values, increasing.
    values: [Vec<f64>; 2],
    /// The place of each member: column by column within rows.
    places: Vec<usize>,
}

impl<'a> Grid<'a> {
    /// Returns the first two columns of a table that are a grid, if there are any.
    pub(super) fn of(table: &'a SweepTable) -> Option<Self> {
        let rows = table.rows();
        let columns = table.numbers.iter();
        let columns = columns.filter(|(name, _)| !["member", "step"].contains(&name.as_str()));
        let distinct = columns.map(|(name, column)| (name.as_str(), column, distinct(column)));
        let varied: Vec<_> = distinct
            .filter(|(_, _, values)| values.len() > 1 && values.len() < rows)
            .collect();
        varied.iter().enumerate().find_map(|(place, first)| {
            let (x_name, x, across) = first;
            varied[place + 1..].iter().find_map(|(y_name, y, up)| {
                if across.len() * up.len() != rows {
                    return None;
                }
                let places = places([(*x, across), (*y, up)])?;
                Some(Self {
                    names: [*x_name, *y_name],
                    values: [across.clone(), up.clone()],
                    places,
                })
            })
        })
    }

    /// Returns a column as cells; members that failed have no value. Of a fine grid, cells are the
    /// means of blocks.
    pub(super) fn cells(&self, column: &[f64], is_ok: &[bool]) -> Cells {
        let [x, y] = &self.values;
        let [across, up] = [x, y].map(|values| values.len().div_ceil(MOST_CELLS));
        let columns = x.len().div_ceil(across);
        let count = columns * y.len().div_ceil(up);
        let (mut sums, mut counts) = (vec![0.0; count], vec![0_u32; count]);
        let members = self.places.iter().zip(column).zip(is_ok);
        for ((place, value), _) in
            members.filter(|((_, value), is_ok)| **is_ok && value.is_finite())
        {
            let cell = place / x.len() / up * columns + place % x.len() / across;
            sums[cell] += value;
            counts[cell] += 1;
        }
        let means = sums.iter().zip(&counts);
        Cells {
            x: x.chunks(across).map(mean).collect(),
            y: y.chunks(up).map(mean).collect(),
            values: means.map(|(sum, &count)| sum / f64::from(count)).collect(),
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the different values of a column, increasing; none if one is not finite.
fn distinct(column: &[f64]) -> Vec<f64> {
    if column.iter().any(|value| !value.is_finite()) {
        return Vec::new();
    }
    let mut values = column.to_vec();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

/// Returns the place of each member in a grid, unless two members have the same one.
fn places(axes: [(&Vec<f64>, &Vec<f64>); 2]) -> Option<Vec<usize>> {
    let [(x, across), (y, up)] = axes;
    let mut is_taken = vec![false; across.len() * up.len()];
    let place = |(x, y): (&f64, &f64)| {
        let column = across.binary_search_by(|value| value.total_cmp(x)).ok()?;
        let row = up.binary_search_by(|value| value.total_cmp(y)).ok()?;
        let place = row * across.len() + column;
        (!std::mem::replace(&mut is_taken[place], true)).then_some(place)
    };
    x.iter().zip(y).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(columns: [(&str, &[f64]); 3]) -> SweepTable {
        SweepTable {
            is_ok: vec![true; columns[0].1.len()],
            numbers: columns
                .map(|(name, values)| (name.to_owned(), values.to_vec()))
                .into(),
            ..SweepTable::default()
        }
    }

    #[test]
    fn two_lists_are_a_grid_in_any_order() {
        let mut table = table([
            ("a", &[1.0, 1.0, 2.0, 2.0, 0.0, 0.0]),
            ("b", &[5.0, 4.0, 5.0, 4.0, 4.0, 5.0]),
            ("z", &[0.1, 0.2, 0.3, 0.4, 0.5, 0.6]),
        ]);
        table.is_ok[3] = false;
        let grid = Grid::of(&table).unwrap();
        assert_eq!(grid.names, ["a", "b"]);
        let cells = grid.cells(table.column("z").unwrap(), &table.is_ok);
        assert_eq!(
            (&cells.x[..], &cells.y[..]),
            (&[0.0, 1.0, 2.0][..], &[4.0, 5.0][..])
        );
        assert_eq!(cells.values[..2], [0.5, 0.2]);
        assert!(cells.values[2].is_nan());
        assert_eq!(cells.values[3..], [0.6, 0.1, 0.3]);
    }

    #[test]
    fn draws_and_repeated_pairs_are_no_grid() {
        let drawn = [0.3, 0.1, 0.7, 0.5];
        assert!(Grid::of(&table([("a", &drawn), ("b", &drawn), ("z", &drawn)])).is_none());
        let repeated: [&[f64]; 2] = [&[1.0, 1.0, 2.0, 2.0], &[3.0, 3.0, 4.0, 4.0]];
        assert!(
            Grid::of(&table([
                ("a", repeated[0]),
                ("b", repeated[1]),
                ("z", &drawn)
            ]))
            .is_none()
        );
    }

    #[test]
    fn cells_of_a_fine_grid_are_means() {
        let count = 2 * MOST_CELLS;
        let a: Vec<f64> = (0..2 * count).map(|k| (k / 2) as f64).collect();
        let b: Vec<f64> = (0..2 * count).map(|k| (k % 2) as f64).collect();
        let table = table([("a", &a), ("b", &b), ("z", &a)]);
        let cells = Grid::of(&table).unwrap().cells(&a, &table.is_ok);
        assert_eq!((cells.x.len(), cells.y.len()), (MOST_CELLS, 2));
        assert_eq!((cells.x[1], cells.values[1]), (2.5, 2.5));
    }
}

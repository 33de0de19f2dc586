//! Group elements of a scenario, written as the rows of a matrix.

use nhi_runtime::plumbing::constraint_tolerance;
use nhi_symbolic::GroupFactor;

use super::reports::Reports;
use super::table::Table;
use super::value::Value;
use crate::problem::Problem;

/// Returns the varying entries of a group element, row by row; errors are reported.
pub(super) fn read(factor: &GroupFactor, table: &Table, reports: &mut Reports) -> Option<Vec<f64>> {
    let key = &factor.name;
    let required = required(factor);
    let Some(entry) = table.get(key) else {
        reports.missing(table, key, &required);
        return None;
    };
    let Value::Rows(rows) = &entry.value else {
        reports.unfit(table, key, entry, &required);
        return None;
    };
    match element(factor, rows) {
        Ok(entries) => Some(entries),
        Err(found) => {
            reports.add(table, key, &entry.origin, Problem::new(found, required));
            None
        }
    }
}

/// Returns the varying entries of the identity, row by row.
pub(super) fn identity(factor: &GroupFactor) -> Vec<f64> {
    let (rows, columns) = (factor.group.space(), factor.group.varying_columns());
    let places = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
    places.map(|(i, j)| f64::from(u8::from(i == j))).collect()
}

fn required(factor: &GroupFactor) -> String {
    let n = factor.group.matrix_size();
    match factor.group.varying_columns() > factor.group.space() {
        false => format!("{n} rows of {n} numbers, a rotation: R^T R = Id and det R = 1"),
        true => format!(
            "{n} rows of {n} numbers, a rigid motion [R p; 0 1] with a rotation R: R^T R = Id and det R = 1"
        ),
    }
}

fn element(factor: &GroupFactor, rows: &[Vec<f64>]) -> Result<Vec<f64>, String> {
    let (n, space) = (factor.group.matrix_size(), factor.group.space());
    // The last row of a rigid motion is known.
    if !(rows.len() == n || rows.len() == space) || rows.iter().any(|row| row.len() != n) {
        let lengths: Vec<_> = rows.iter().map(|row| row.len().to_string()).collect();
        return Err(format!("found rows of length {}", lengths.join(", ")));
    }
    if rows.iter().flatten().any(|entry| !entry.is_finite()) {
        return Err("found an entry that is not finite".to_owned());
    }
    if rows.len() > space {
        let last: Vec<_> = (0..n).map(|j| if j == space { 1.0 } else { 0.0 }).collect();
        if rows[space] != last {
            return Err(format!("found the last row {:?}", rows[space]));
        }
    }
    let distance = distance_from_rotation(rows, space);
    if distance > constraint_tolerance::<f64>() {
        return Err(format!(
            "not a rotation: R^T R differs from Id by {distance:.1e}"
        ));
    }
    if determinant(rows, space) < 0.0 {
        return Err("found a reflection: det R = -1".to_owned());
    }
    let varying = rows[..space].iter();
    Ok(varying
        .flat_map(|row| &row[..factor.group.varying_columns()])
        .copied()
        .collect())
}

/// Returns the largest entry of `R^T R - Id`.
fn distance_from_rotation(rows: &[Vec<f64>], n: usize) -> f64 {
    let mut largest = 0.0_f64;
    for i in 0..n {
        for j in 0..n {
            let dot: f64 = rows[..n].iter().map(|row| row[i] * row[j]).sum();
            let one = if i == j { 1.0 } else { 0.0 };
            largest = largest.max((dot - one).abs());
        }
    }
    largest
}

fn determinant(rows: &[Vec<f64>], n: usize) -> f64 {
    let r = |i: usize, j: usize| rows[i][j];
    let minor = |j: usize, k: usize| r(1, j) * r(2, k) - r(1, k) * r(2, j);
    match n {
        2 => r(0, 0) * r(1, 1) - r(0, 1) * r(1, 0),
        _ => r(0, 0) * minor(1, 2) - r(0, 1) * minor(0, 2) + r(0, 2) * minor(0, 1),
    }
}

//! Linear algebra over the prime field: dependent rows and kernels.

use super::prime_field::FieldElement;
use super::rational::Rational;

/// A matrix of field elements.
#[derive(Clone, Debug)]
pub struct PrimeMatrix {
    columns: usize,
    entries: Vec<FieldElement>,
}

/// The rows of a matrix that depend on earlier ones, and those that do not.
#[derive(Clone, Debug, Default)]
pub struct RowRelations {
    /// Rows that are independent of those before them.
    pub independent: Vec<usize>,
    /// Each dependent row with its combination of earlier independent rows. A coefficient is
    /// present if it is a small fraction.
    pub dependent: Vec<(usize, Combination)>,
}

/// Rows with their coefficients in a linear combination.
pub type Combination = Vec<(usize, Option<Rational>)>;

impl PrimeMatrix {
    /// Creates the matrix with the given entries, row by row.
    #[must_use]
    pub fn new(columns: usize, entries: Vec<FieldElement>) -> Self {
        Self { columns, entries }
    }

    /// Returns the inner product of two lists of field elements.
    #[must_use]
    pub fn dot(a: &[FieldElement], b: &[FieldElement]) -> FieldElement {
        let products = a.iter().zip(b).map(|(&x, &y)| x * y);
        products.fold(FieldElement::ZERO, |sum, product| sum + product)
    }

    /// Returns a basis of the vectors that every row annihilates.
    #[must_use]
    pub fn kernel(&self) -> Vec<Vec<FieldElement>> {
        let reduced = self.reduced_rows();
        let is_pivot = |j: usize| reduced.iter().any(|(pivot, _)| *pivot == j);
        (0..self.columns)
            .filter(|&j| !is_pivot(j))
            .map(|free| {
                let mut vector = vec![FieldElement::ZERO; self.columns];
                vector[free] = FieldElement::ONE;
                for (pivot, row) in &reduced {
                    vector[*pivot] = -row[free];
                }
                vector
            })
            .collect()
    }

    /// Returns the basis of the same vectors in echelon form. Each one is a combination: its
    /// indices with their coefficients, the first of which is one.
    #[must_use]
    pub fn kernel_combinations(&self) -> Vec<Combination> {
        let kernel = Self::new(self.columns, self.kernel().concat());
        let mut echelon = kernel.reduced_rows();
        echelon.sort_unstable_by_key(|(pivot, _)| *pivot);
        let combination = |(_, vector): (usize, Vec<FieldElement>)| {
            let places = vector.into_iter().enumerate().filter(|(_, k)| !k.is_zero());
            places.map(|(i, k)| (i, k.small_fraction())).collect()
        };
        echelon.into_iter().map(combination).collect()
    }

    /// Returns the reduced echelon form: each row with its pivot column, in which all other rows
    /// are zero.
    fn reduced_rows(&self) -> Vec<(usize, Vec<FieldElement>)> {
        let mut reduced: Vec<(usize, Vec<FieldElement>)> = Vec::new();
        for row in self.entries.chunks(self.columns) {
            let mut row = row.to_vec();
            for (pivot, other) in &reduced {
                subtract_multiple(&mut row, *pivot, other);
            }
            if let Some(pivot) = normalise(&mut row) {
                for (_, other) in &mut reduced {
                    subtract_multiple(other, pivot, &row);
                }
                reduced.push((pivot, row));
            }
        }
        reduced
    }

    /// Returns which rows depend on earlier ones, and how.
    #[must_use]
    pub fn row_relations(&self, rows: usize) -> RowRelations {
        let mut relations = RowRelations::default();
        let mut reduced: Vec<(usize, Vec<FieldElement>)> = Vec::new();
        for index in 0..rows {
            // Each row carries its combination of the original rows after its entries.
            let mut row = self.entries[index * self.columns..][..self.columns].to_vec();
            row.resize(self.columns + rows, FieldElement::ZERO);
            row[self.columns + index] = FieldElement::ONE;
            for (pivot, other) in &reduced {
                subtract_multiple(&mut row, *pivot, other);
            }
            match row[..self.columns].iter().position(|x| !x.is_zero()) {
                Some(pivot) => {
                    scale(&mut row, pivot);
                    reduced.push((pivot, row));
                    relations.independent.push(index);
                }
                None => {
                    let combination = (0..index)
                        .map(|i| (i, -row[self.columns + i]))
                        .filter(|(_, k)| !k.is_zero())
                        .map(|(i, k)| (i, k.small_fraction()))
                        .collect();
                    relations.dependent.push((index, combination));
                }
            }
        }
        relations
    }
}

/// Computes `row -= row[pivot] * other`.
fn subtract_multiple(row: &mut [FieldElement], pivot: usize, other: &[FieldElement]) {
    let factor = row[pivot];
    if !factor.is_zero() {
        for (x, &y) in row.iter_mut().zip(other) {
            *x = *x - factor * y;
        }
    }
}

/// Scales the first nonzero entry to one and returns its index.
fn normalise(row: &mut [FieldElement]) -> Option<usize> {
    let pivot = row.iter().position(|x| !x.is_zero())?;
    scale(row, pivot);
    Some(pivot)
}

fn scale(row: &mut [FieldElement], pivot: usize) {
    if let Some(factor) = row[pivot].inverse() {
        row.iter_mut().for_each(|x| *x = *x * factor);
    }
}

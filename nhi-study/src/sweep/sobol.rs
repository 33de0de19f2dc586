//! Sobol's sequence: points of the unit cube that fill it evenly.
//!
//! The direction numbers are those of S. Joe and F. Y. Kuo, *Constructing Sobol sequences with
//! better two-dimensional projections*, SIAM J. Sci. Comput. 30 (2008), doi:10.1137/070709359.

/// For each coordinate after the first: the degree of its primitive polynomial, the coefficients of
/// the polynomial, and the first direction numbers.
const DIRECTIONS: [(u32, u64, [u64; 7]); 20] = [
    (1, 0, [1, 0, 0, 0, 0, 0, 0]),
    (2, 1, [1, 3, 0, 0, 0, 0, 0]),
    (3, 1, [1, 3, 1, 0, 0, 0, 0]),
    (3, 2, [1, 1, 1, 0, 0, 0, 0]),
    (4, 1, [1, 1, 3, 3, 0, 0, 0]),
    (4, 4, [1, 3, 5, 13, 0, 0, 0]),
    (5, 2, [1, 1, 5, 5, 17, 0, 0]),
    (5, 4, [1, 1, 5, 5, 5, 0, 0]),
    (5, 7, [1, 1, 7, 11, 19, 0, 0]),
    (5, 11, [1, 1, 5, 1, 1, 0, 0]),
    (5, 13, [1, 1, 1, 3, 11, 0, 0]),
    (5, 14, [1, 3, 5, 5, 31, 0, 0]),
    (6, 1, [1, 3, 3, 9, 7, 49, 0]),
    (6, 13, [1, 1, 1, 15, 21, 21, 0]),
    (6, 16, [1, 3, 1, 13, 27, 49, 0]),
    (6, 19, [1, 1, 1, 15, 7, 5, 0]),
    (6, 22, [1, 3, 1, 15, 13, 25, 0]),
    (6, 25, [1, 1, 5, 5, 19, 61, 0]),
    (7, 1, [1, 3, 7, 11, 23, 15, 103]),
    (7, 4, [1, 3, 7, 13, 13, 15, 69]),
];

/// The number of bits of a coordinate.
const BITS: usize = 64;

/// One coordinate of the sequence.
#[derive(Clone, Debug)]
pub(super) struct Sobol {
    /// The direction numbers, as binary fractions.
    directions: [u64; BITS],
}

impl Sobol {
    /// Returns a coordinate, by index.
    pub(super) fn new(coordinate: usize) -> Self {
        let mut directions = std::array::from_fn(|bit| 1 << (BITS - 1 - bit));
        let Some(&(degree, coefficients, first)) = coordinate
            .checked_sub(1)
            .and_then(|coordinate| DIRECTIONS.get(coordinate))
        else {
            return Self { directions };
        };
        let degree = degree as usize;
        for bit in 0..BITS {
            directions[bit] = match bit.checked_sub(degree) {
                None => first[bit] << (BITS - 1 - bit),
                Some(earlier) => {
                    let start = directions[earlier] ^ (directions[earlier] >> degree);
                    (1..degree).fold(start, |sum, k| {
                        let is_used = coefficients >> (degree - 1 - k) & 1 == 1;
                        sum ^ if is_used { directions[bit - k] } else { 0 }
                    })
                }
            };
        }
        Self { directions }
    }

    /// Returns the coordinate of a point as a binary fraction.
    pub(super) fn bits(&self, point: u64) -> u64 {
        let gray = point ^ (point >> 1);
        let used = (0..BITS).filter(|bit| gray >> bit & 1 == 1);
        used.fold(0, |sum, bit| sum ^ self.directions[bit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first points in three coordinates, as published for this order.
    #[test]
    fn the_first_points_are_the_published_ones() {
        let coordinates = [0, 1, 2].map(Sobol::new);
        let points = [
            [0.0, 0.0, 0.0],
            [0.5, 0.5, 0.5],
            [0.75, 0.25, 0.25],
            [0.25, 0.75, 0.75],
            [0.375, 0.375, 0.625],
            [0.875, 0.875, 0.125],
            [0.625, 0.125, 0.875],
            [0.125, 0.625, 0.375],
        ];
        for (point, expected) in points.iter().enumerate() {
            for (coordinate, expected) in coordinates.iter().zip(expected) {
                let bits = coordinate.bits(point as u64);
                assert_eq!(bits as f64 / 2_f64.powi(64), *expected, "{point}");
            }
        }
    }

    /// Every coordinate has one of the first `2^k` points in each interval of length `2^-k`.
    #[test]
    fn every_coordinate_fills_the_interval_evenly() {
        for coordinate in 0..=DIRECTIONS.len() {
            let sobol = Sobol::new(coordinate);
            for log in [1, 4, 10] {
                let mut places: Vec<_> =
                    (0..1 << log).map(|i| sobol.bits(i) >> (64 - log)).collect();
                places.sort_unstable();
                assert!(places.into_iter().eq(0..1 << log), "{coordinate} {log}");
            }
        }
    }

    /// No two coordinates are equal, as a wrong polynomial would make them: equal ones have 16
    /// cells.
    #[test]
    fn pairs_of_coordinates_are_spread_over_the_square() {
        for a in 0..=DIRECTIONS.len() {
            for b in 0..a {
                let (first, second) = (Sobol::new(a), Sobol::new(b));
                let cells = (0..1 << 12).map(|i| (first.bits(i) >> 60, second.bits(i) >> 60));
                let cells: std::collections::BTreeSet<_> = cells.collect();
                assert!(
                    cells.len() >= 128,
                    "{a} and {b}: {} cells of 256",
                    cells.len()
                );
            }
        }
    }
}

//! The starting guesses of a search.

use crate::simulation::Simulator;

use super::Boundary;

/// The unknowns of a shooting problem with some number of segments.
pub(super) struct Guess {
    pub(super) segments: usize,
    pub(super) unknowns: Vec<f64>,
}

/// Numbers of segments, and sizes of detours as multiples of the distance.
const DETOURS: [(u64, f64); 4] = [(4, 1.0), (8, 1.0), (4, 3.0), (8, 3.0)];

/// Returns the guesses of a search, one after another and always the same. The first uses the given
/// momenta. The others are paths whose configurations lead straight to the target, with momenta of
/// velocities that do not.
///
/// On the straight path itself, the constraints often allow no motion, and by symmetry no direction
/// brings the end closer.
pub(super) fn guesses<'a>(
    simulator: &'a Simulator<'a>,
    boundary: &'a Boundary,
) -> impl Iterator<Item = Guess> + 'a {
    let given = Guess {
        segments: 1,
        unknowns: boundary.guess.clone(),
    };
    let detours = DETOURS.iter().cycle().zip(1..);
    let detours = detours.map(move |(&(segments, size), number)| {
        let segments = segments.min(boundary.steps);
        detour(simulator, boundary, segments, size, number)
    });
    std::iter::once(given).chain(detours)
}

fn detour(
    simulator: &Simulator<'_>,
    boundary: &Boundary,
    segments: u64,
    size: f64,
    number: u64,
) -> Guess {
    let ends = boundary.q.iter().zip(&boundary.target);
    let way: Vec<_> = ends
        .map(|(q, end)| end.map_or(0.0, |end| end - q))
        .collect();
    let mut random = Sequence(number);
    let mut unknowns = Vec::new();
    for segment in 0..segments {
        let fraction = segment as f64 / segments as f64;
        let q = boundary.q.iter().zip(&way);
        let q: Vec<_> = q.map(|(q, way)| q + fraction * way).collect();
        let sizes = &boundary.sizes.coordinates;
        let rate =
            |(way, unit): (&f64, &f64)| (way + size * unit * random.next()) / boundary.duration;
        let v: Vec<_> = way.iter().zip(sizes).map(rate).collect();
        let momenta = simulator.momentum(&q, &v);
        if segment > 0 {
            unknowns.extend(q);
        }
        unknowns.extend(momenta);
    }
    Guess {
        segments: segments as usize,
        unknowns,
    }
}

/// Pseudorandom numbers between -1 and 1, from a linear congruential generator (Knuth, *The Art of
/// Computer Programming*, volume 2, 3.3.4).
struct Sequence(u64);

impl Sequence {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}
